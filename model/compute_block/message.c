/* message.c - decodes a message: dpas's command, rows, own status. */
#include "compute_block/compute_block.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

const char *compute_block_check_params(const struct compute_block_params *p)
{
    if (p->lanes != 4 && p->lanes != 8 && p->lanes != 16)
        return "lanes must be 4, 8 or 16";
    if (p->depth != 2 && p->depth != 4 && p->depth != 8)
        return "depth must be 2, 4 or 8";
    if (p->prs < 1 || p->prs > CB_MAX_PRS)
        return "prs must be 1 to 16";
    if (p->arrays < 1 || p->arrays > CB_MAX_ARRAYS)
        return "arrays must be 1 to 4";
    if (p->rows < 16 || p->rows > CB_MAX_ROWS || (p->rows & (p->rows - 1)))
        return "rows must be 16, 32, 64, 128, 256 or 512";
    if (p->queue < 2 || p->queue > CB_MAX_QUEUE)
        return "queue must be 2 to 4";
    return NULL;
}

/* Consecutive rows. */
struct run {
    uint32_t first, n;
};

static void add_run(struct cb_rows *set, struct run r)
{
    for (uint32_t i = r.first; i < r.first + r.n; ++i)
        set->word[i / 64] |= UINT64_C(1) << i % 64;
}

static bool meet(struct run a, struct run b)
{
    return a.n && b.n && a.first < b.first + b.n && b.first < a.first + a.n;
}

static bool fits(const struct compute_block_params *p, struct run r)
{
    return r.n == 0 || r.first + r.n <= p->rows;
}

static uint32_t src2_rows(const struct compute_block_params *p, const struct cb_entry *e)
{
    const uint32_t feeds = (e->msg.sd + DPAS_OCTET - 1U) / DPAS_OCTET * e->msg.rc;

    return (feeds * DPAS_OCTET * e->width2 / 32 + p->lanes - 1) / p->lanes;
}

static uint32_t requantises(const struct compute_block_msg *m)
{
    return m->act == CB_ACT_REQUANTISE && !m->keep;
}

static uint32_t src1_rows(const struct cb_entry *e)
{
    return (e->msg.sd * (uint32_t)e->width1 + 31) / 32;
}

static uint8_t check_rows(const struct compute_block_params *p, const struct cb_entry *e)
{
    const struct compute_block_msg *m = &e->msg;
    const uint32_t rc = m->rc;
    const struct run src0 = {m->src0, e->cmd.src0_null || m->chain ? 0 : rc};
    const struct run src1 = {m->src1, src1_rows(e)};
    const struct run src2 = {m->src2, src2_rows(p, e)};
    const struct run dst = {m->dst, m->keep ? 0 : rc};
    const struct run mul = {m->mul, requantises(m)}, shift = {m->shift, requantises(m)};
    const struct run map1 = {m->map1, m->sparse}, map2 = {m->map2, m->sparse};

    if (!fits(p, src0) || !fits(p, src1) || !fits(p, src2) || !fits(p, dst) || !fits(p, mul) ||
        !fits(p, shift) || !fits(p, map1) || !fits(p, map2))
        return CB_BAD_ROWS;
    if (meet(dst, src1) || meet(dst, src2) || meet(dst, mul) || meet(dst, shift) ||
        meet(dst, map1) || meet(dst, map2) || (meet(dst, src0) && m->dst != m->src0))
        return CB_BAD_ROWS;
    return CB_OK;
}

/* Marks the rows of a message whose status is good. */
static void mark_rows(const struct compute_block_params *p, struct cb_entry *e)
{
    const struct compute_block_msg *m = &e->msg;
    const uint32_t rc = m->rc;

    if (!e->cmd.src0_null && !m->chain)
        add_run(&e->read, (struct run){m->src0, rc});
    add_run(&e->read, (struct run){m->src1, src1_rows(e)});
    add_run(&e->read, (struct run){m->src2, src2_rows(p, e)});
    if (requantises(m)) {
        add_run(&e->read, (struct run){m->mul, 1});
        add_run(&e->read, (struct run){m->shift, 1});
    }
    if (m->sparse) {
        add_run(&e->read, (struct run){m->map1, 1});
        add_run(&e->read, (struct run){m->map2, 1});
    }
    if (!m->keep)
        add_run(&e->write, (struct run){m->dst, rc});
}

static bool act_fits(const struct compute_block_msg *m)
{
    switch (m->act) {
    case CB_ACT_NONE:
        return true;
    case CB_ACT_RELU:
        return m->acc_type != DPAS_ACC_U32;
    case CB_ACT_SIGMOID:
    case CB_ACT_TANH:
        return m->acc_type == DPAS_ACC_F32;
    case CB_ACT_REQUANTISE:
        return m->acc_type == DPAS_ACC_S32 && (int16_t)m->low <= (int16_t)m->high;
    default:
        return false;
    }
}

/* --- moves --- */

uint32_t cb_move_row(const struct compute_block_msg *m)
{
    return m->op == CB_OP_FILL ? m->dst : m->src0;
}

uint32_t cb_move_size(const struct compute_block_params *p, const struct compute_block_msg *m)
{
    return (m->narrow ? 1U : 4U) * p->lanes * m->per;
}

bool cb_move_maps(const struct compute_block_msg *m)
{
    return m->op == CB_OP_FILL && m->sparse;
}

uint32_t cb_map_row(const struct compute_block_msg *m)
{
    return m->operand ? m->map2 : m->map1;
}

static bool is_move_shape(const struct compute_block_params *p, const struct compute_block_msg *m)
{
    if (m->items == 0 || m->items > CB_MAX_ITEMS)
        return false;
    if ((m->per != 1 && m->per != 2 && m->per != 4) || 4 * p->lanes * m->per > CB_LINE)
        return false;
    if ((m->addr | m->addr_step) % cb_move_size(p, m) != 0)
        return false;
    return m->op == CB_OP_DRAIN || (!m->narrow && (m->items == 1 || m->row_step >= m->per));
}

static void take_widths(struct cb_entry *e, const struct dpas_decoded *d)
{
    e->width1 = (uint8_t)(d->ops * d->bits1);
    e->width2 = (uint8_t)(d->ops * d->bits2);
}

/* Sets the widths of the slices for which a fill generates a map; false if it cannot. */
static bool decode_map(const struct compute_block_params *p, struct cb_entry *e)
{
    const struct compute_block_msg *m = &e->msg;
    const struct dpas_params array = {.lanes = p->lanes, .depth = p->depth, .max_sd = DPAS_MAX_SD};
    const struct dpas_cmd cmd = {
        .src1_type = m->src1_type,
        .src2_type = m->src2_type,
        .acc_type = m->src1_type >= DPAS_BF16 ? DPAS_ACC_F32 : DPAS_ACC_S32,
        .sd = 1,
        .rc = m->operand ? m->rc : 1,
        .exec_size = 1,
    };
    struct dpas_decoded d;

    if (m->op != CB_OP_FILL || dpas_decode(&cmd, &array, &d) != DPAS_OK)
        return false;
    take_widths(e, &d);
    return true;
}

static uint8_t decode_move(const struct compute_block_params *p, struct cb_entry *e)
{
    const struct compute_block_msg *m = &e->msg;
    struct run rows = {cb_move_row(m), 0}, map = {cb_map_row(m), 0};

    if (m->op >= CB_OPS || m->keep || m->chain)
        return CB_BAD_OP;
    if (!is_move_shape(p, m))
        return CB_BAD_MOVE;
    if (m->sparse && !decode_map(p, e))
        return CB_BAD_SPARSE;
    rows.n = (m->items - 1U) * m->row_step + m->per;
    map.n = cb_move_maps(m);
    if (!fits(p, rows) || !fits(p, map) || meet(rows, map))
        return CB_BAD_ROWS;
    add_run(m->op == CB_OP_FILL ? &e->write : &e->read, rows);
    add_run(&e->write, map);
    e->move = 1;
    return CB_OK;
}

uint8_t cb_decode(const struct compute_block_params *p, const struct compute_block_msg *msg,
                  struct cb_entry *e)
{
    const struct dpas_params array = {.lanes = p->lanes, .depth = p->depth, .max_sd = DPAS_MAX_SD};
    struct dpas_decoded d;

    e->msg = *msg;
    memset(&e->read, 0, sizeof e->read);
    memset(&e->write, 0, sizeof e->write);
    e->end = !msg->keep;
    e->move = 0;
    e->width1 = e->width2 = 0;
    if (msg->op != CB_OP_DPAS) {
        memset(&e->cmd, 0, sizeof e->cmd);
        e->status = decode_move(p, e);
        return e->status;
    }
    e->cmd = (struct dpas_cmd){.src1_type = msg->src1_type,
                               .src2_type = msg->src2_type,
                               .acc_type = msg->acc_type,
                               .sd = msg->sd,
                               .rc = msg->rc,
                               .exec_size = msg->exec_size,
                               .saturate = msg->saturate,
                               .src0_null = (uint8_t)(msg->src0_null && !msg->chain),
                               .src0_scalar = (uint8_t)(msg->src0_scalar && !msg->chain)};
    e->status = dpas_decode(&e->cmd, &array, &d);
    if (e->status != CB_OK)
        return e->status;
    e->ops = d.ops;
    take_widths(e, &d);
    e->status = check_rows(p, e);
    if (e->status == CB_OK && !msg->keep && !act_fits(msg))
        e->status = CB_BAD_ACT;
    if (e->status == CB_OK && msg->sparse && msg->strict)
        e->status = CB_BAD_SPARSE;
    if (e->status == CB_OK)
        mark_rows(p, e);
    return e->status;
}
