/* messages.c - translates messages of the core into those of the compute block and the packer. */
#include <string.h>

#include "slice/slice.h"

enum { OUT = 4, NARROW = 8, ITEMS_8 = 0, ITEMS_32 = 2 };
enum { BAD_OP = 3, ROW_NUMBERS = 512 };

static uint32_t bits(uint32_t word, unsigned at, unsigned n)
{
    return word >> at & ((UINT32_C(1) << n) - 1);
}

static bool bit(uint32_t word, unsigned at)
{
    return bits(word, at, 1) != 0;
}

/* A field that holds a row of the group, as a row of the register file. */
static uint16_t row(uint32_t word, unsigned at, const struct slice_place *place)
{
    return (uint16_t)((place->row + bits(word, at, 9)) % ROW_NUMBERS);
}

/* The row before an operand, which holds its map. */
static uint16_t before(uint16_t row)
{
    return (uint16_t)((row + ROW_NUMBERS - 1) % ROW_NUMBERS);
}

/* Multipliers, shifts, offset and clamps; only for requantise. */
static void scales(uint32_t c, const struct slice_place *place, struct compute_block_msg *m)
{
    const bool is_unsigned = bit(c, 26), relu = bit(c, 27);
    const uint32_t offset = bits(c, 18, 8);

    m->mul = row(c, 9, place);
    m->shift = (uint16_t)((m->mul + 1) % ROW_NUMBERS);
    m->offset = (uint16_t)(is_unsigned || offset < 128 ? offset : offset + 0xFF00);
    m->low = is_unsigned ? 0 : 0xFF80;
    m->high = is_unsigned ? 255 : 127;
    if (relu)
        m->low = m->offset;
}

static void dpas(uint32_t lanes, const struct core_off *off, const struct slice_place *place,
                 struct compute_block_msg *m)
{
    const uint32_t a = off->a, sd = bits(a, 10, 6), rc = bits(a, 16, 3), size = bits(a, 19, 4);

    m->src1_type = (uint8_t)bits(a, 0, 4);
    m->src2_type = (uint8_t)bits(a, 4, 4);
    m->acc_type = (uint8_t)bits(a, 8, 2);
    m->sd = (uint8_t)(sd ? sd : 64);
    m->rc = (uint8_t)(rc ? rc : 8);
    m->exec_size = (uint8_t)(size ? size : lanes);
    m->saturate = bit(a, 23);
    m->src0_null = bit(a, 24);
    m->src0_scalar = bit(a, 25);
    m->act = (uint8_t)bits(a, 26, 3);
    m->keep = bit(a, CORE_KEEP);
    m->chain = bit(a, 30);
    m->src0 = row(off->b, 0, place);
    m->src1 = row(off->b, 9, place);
    m->src2 = row(off->b, 18, place);
    m->dst = row(off->c, 0, place);
    m->sparse = bit(a, 31);
    if (m->sparse) {
        m->map1 = before(m->src1);
        m->map2 = before(m->src2);
    }
    if (m->act == CB_ACT_REQUANTISE)
        scales(off->c, place, m);
}

/* For a fill that generates a map. */
static void map(uint32_t c, struct compute_block_msg *m)
{
    static const uint8_t types[] = {DPAS_S8, DPAS_BF16, DPAS_F32, DPAS_S2};
    const uint32_t rc = bits(c, 27, 3);

    m->sparse = 1;
    m->operand = bit(c, 26);
    m->rc = (uint8_t)(rc ? rc : 8);
    m->src1_type = m->src2_type = types[bits(c, 30, 2)];
    m->map1 = m->map2 = before(m->dst);
}

/* The addresses are still relative to the group. */
static void move(const struct core_off *off, const struct slice_place *place,
                 struct compute_block_msg *m)
{
    const uint32_t c = off->c, items = bits(off->mode, 0, 2);

    m->op = off->mode & OUT ? CB_OP_DRAIN : CB_OP_FILL;
    m->narrow = (off->mode & NARROW) != 0;
    m->addr = off->a;
    m->addr_step = off->b;
    *(m->op == CB_OP_DRAIN ? &m->src0 : &m->dst) = row(c, 0, place);
    m->items = (uint8_t)bits(c, 9, 7);
    m->row_step = (uint8_t)bits(c, 16, 6);
    if (items == (m->narrow ? ITEMS_8 : ITEMS_32))
        m->per = (uint8_t)bits(c, 22, 3);
    if (m->op == CB_OP_FILL && bit(c, 25))
        map(c, m);
}

static bool rows_outside(const struct compute_block_params *p, const struct cb_entry *e,
                         uint32_t first, uint32_t rows)
{
    for (uint32_t r = 0; r < p->rows; ++r) {
        const uint64_t one = UINT64_C(1) << r % 64;
        const bool named = ((e->read.word[r / 64] | e->write.word[r / 64]) & one) != 0;

        if (named && (r < first || r >= first + rows))
            return true;
    }
    return false;
}

static bool bytes_outside(const struct compute_block_params *p, const struct compute_block_msg *m,
                          uint32_t local_lines)
{
    const int64_t end =
        m->addr & SLICE_LOCAL ? (int64_t)SLICE_LINE * local_lines : INT64_C(1) << 30;
    const int64_t step =
        (int64_t)m->addr_step - (m->addr_step >> 31 ? INT64_C(1) << 32 : INT64_C(0));
    const int64_t first = m->addr & ~SLICE_LOCAL, last = first + (m->items - 1) * step;
    const int64_t most = end - cb_move_size(p, m);

    return first > most || last < 0 || last > most;
}

/* True if bits outside all fields are set. */
static bool strays(const struct core_off *off)
{
    const bool maps = off->kind == CORE_MOVE && !(off->mode & OUT) && bit(off->c, 25);

    if (off->kind == CORE_MOVE)
        return !maps && off->c >> 25 != 0;
    return off->b >> 27 != 0 || off->c >> 28 != 0;
}

void slice_message(const struct compute_block_params *p, const struct core_off *off,
                   const struct slice_place *place, uint32_t rows, uint32_t local_lines,
                   struct compute_block_msg *msg)
{
    struct cb_entry e;
    bool outside;

    memset(msg, 0, sizeof *msg);
    msg->pr = off->warp;
    if (off->kind == CORE_DROP) {
        msg->op = BAD_OP;
        msg->tag = SLICE_DROPPED;
        return;
    }
    msg->tag = off->tag;
    if (off->kind == CORE_MOVE)
        move(off, place, msg);
    else
        dpas(p->lanes, off, place, msg);
    outside = strays(off);
    if (cb_decode(p, msg, &e) == CB_OK)
        outside = outside || rows_outside(p, &e, place->row, rows) ||
                  (off->kind == CORE_MOVE && bytes_outside(p, msg, local_lines));
    if (off->kind == CORE_MOVE && msg->addr & SLICE_LOCAL)
        msg->addr = SLICE_LOCAL | (msg->addr + SLICE_LINE * place->local);
    if (outside)
        msg->op = BAD_OP;
}

void slice_pack(uint32_t lanes, const struct core_off *off, struct packer_cmd *cmd)
{
    memset(cmd, 0, sizeof *cmd);
    cmd->op = off->mode & 3;
    cmd->width = 2;
    cmd->n = (uint8_t)lanes;
    cmd->tag = (uint8_t)(off->warp + (cmd->op == PACKER_MASK ? SLICE_MASK : 0));
    memcpy(cmd->src, off->x, lanes * sizeof cmd->src[0]);
    for (uint32_t i = 0; i < lanes; ++i)
        cmd->ctl[i / 4] |= (off->y[i] & 0xFF) << 8 * (i % 4);
}

void slice_unpack(uint32_t lanes, const struct packer_res *res, struct core_value *value)
{
    value->pr = res->tag & 15;
    value->status = res->status;
    for (uint32_t i = 0; i < lanes; ++i)
        value->data[i] =
            res->tag & SLICE_MASK ? res->data[i / 4] >> 8 * (i % 4) & 0xFF : res->data[i];
}
