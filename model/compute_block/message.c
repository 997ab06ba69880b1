/* message.c - what follows from a message: dpas's command, rows, own status. */
#include "compute_block/compute_block.h"

#include <stdbool.h>
#include <stddef.h>

const char *compute_block_check_params(const struct compute_block_params *p)
{
    if (p->lanes != 4 && p->lanes != 8 && p->lanes != 16)
        return "lanes has to be 4, 8 or 16";
    if (p->depth != 2 && p->depth != 4 && p->depth != 8)
        return "depth has to be 2, 4 or 8";
    if (p->prs < 1 || p->prs > CB_MAX_PRS)
        return "prs has to be 1 to 16";
    if (p->arrays < 1 || p->arrays > CB_MAX_ARRAYS)
        return "arrays has to be 1 to 4";
    if (p->rows != 16 && p->rows != 32 && p->rows != 64)
        return "rows has to be 16, 32 or 64";
    if (p->queue < 2 || p->queue > CB_MAX_QUEUE)
        return "queue has to be 2 to 4";
    return NULL;
}

/* n rows from `first`, all in the register file. */
static uint64_t rows_mask(uint32_t first, uint32_t n)
{
    return n == 0 ? 0 : (UINT64_MAX >> (64 - n)) << first;
}

static uint8_t check_rows(const struct compute_block_params *p, const struct dpas_decoded *d,
                          struct cb_entry *e)
{
    const struct compute_block_msg *m = &e->msg;
    const uint32_t rc = m->rc;
    const uint32_t src0 = e->cmd.src0_null || m->chain ? 0 : rc;
    const uint32_t src2 = (rc * e->stride + p->lanes - 1) / p->lanes;
    const uint32_t dst = m->keep ? 0 : rc;
    uint64_t operands, start;

    if ((src0 && m->src0 + src0 > p->rows) || (uint32_t)m->src1 + d->src1_rows > p->rows ||
        m->src2 + src2 > p->rows || (dst && m->dst + dst > p->rows))
        return CB_BAD_ROWS;
    operands = rows_mask(m->src1, d->src1_rows) | rows_mask(m->src2, src2);
    start = rows_mask(m->src0, src0);
    e->write = rows_mask(m->dst, dst);
    if ((e->write & operands) || ((e->write & start) && m->dst != m->src0)) {
        e->write = 0;
        return CB_BAD_ROWS;
    }
    e->read = operands | start;
    return CB_OK;
}

static bool act_fits(uint8_t act, uint8_t acc_type)
{
    return act == CB_ACT_NONE || acc_type == DPAS_ACC_F32 ||
           (act == CB_ACT_RELU && acc_type == DPAS_ACC_S32);
}

uint8_t cb_decode(const struct compute_block_params *p, const struct compute_block_msg *msg,
                  struct cb_entry *e)
{
    const struct dpas_params array = {.lanes = p->lanes, .depth = p->depth};
    struct dpas_decoded d;

    e->msg = *msg;
    e->read = e->write = 0;
    e->end = !msg->keep;
    e->src1_rows = e->stride = 0;
    e->cmd = (struct dpas_cmd){.src1_type = msg->src1_type,
                               .src2_type = msg->src2_type,
                               .acc_type = msg->acc_type,
                               .sd = msg->sd,
                               .rc = msg->rc,
                               .exec_size = (uint8_t)p->lanes,
                               .saturate = msg->saturate,
                               .src0_null = (uint8_t)(msg->src0_null && !msg->chain)};
    e->status = dpas_decode(&e->cmd, &array, &d);
    if (e->status != CB_OK)
        return e->status;
    e->src1_rows = d.src1_rows;
    e->stride = (uint8_t)(8 * d.ops * d.bits2 / 32);
    e->status = check_rows(p, &d, e);
    if (e->status == CB_OK && !msg->keep && !act_fits(msg->act, msg->acc_type)) {
        e->status = CB_BAD_ACT;
        e->read = e->write = 0;
    }
    return e->status;
}
