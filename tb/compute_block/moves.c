/* moves.c - draws random messages for the mover. */
#include <string.h>

#include "compute_block/messages.h"

enum { TRIES = 16, LONG = 16 /* items; a move with more is a long one */ };

static uint32_t below(struct cb_messages *m, uint32_t n)
{
    return assay_rng_below(&m->rng, n);
}

static uint8_t draw_items(struct cb_messages *m, bool small)
{
    if (small)
        return (uint8_t)(1 + below(m, 3));
    if (assay_rng_percent(&m->rng, 3))
        return CB_MAX_ITEMS;
    return (uint8_t)(1 + below(m, assay_rng_percent(&m->rng, 5) ? CB_MAX_ITEMS : LONG));
}

static void draw_shape(struct cb_messages *m, struct compute_block_msg *msg, bool small)
{
    static const uint8_t pers[] = {1, 2, 4};

    msg->op = (uint8_t)(CB_OP_FILL + below(m, 2));
    if (m->burst && m->drains)
        msg->op = CB_OP_DRAIN;
    msg->narrow = msg->op == CB_OP_DRAIN && assay_rng_percent(&m->rng, 40);
    do
        msg->per = pers[below(m, 3)];
    while (4 * m->params.lanes * msg->per > CB_LINE);
    msg->items = draw_items(m, small);
    msg->row_step = msg->per;
    if (m->tight)
        msg->items = msg->per = 1;
    else if (msg->items > LONG &&
             msg->op == CB_OP_DRAIN) /* use few rows, as there is no room for more */
        msg->row_step = (uint8_t)below(m, 2);
    else if (assay_rng_percent(&m->rng, 30))
        msg->row_step = (uint8_t)(msg->per + below(m, 8));
    else if (assay_rng_percent(&m->rng, msg->op == CB_OP_DRAIN ? 20 : 3))
        msg->row_step = (uint8_t)below(m, msg->op == CB_OP_DRAIN ? 4 : 64);
}

/* --- maps --- */

uint16_t cb_draw_map_row(struct cb_messages *m)
{
    return assay_rng_percent(&m->rng, 30) ? cb_draw_row_number(m)
                                          : (uint16_t)(m->base + 8 + below(m, 4));
}

void cb_spoil_map(struct cb_messages *m, uint16_t *map, uint16_t other)
{
    /* With the most rows, the pin cannot express an invalid row number. */
    if (below(m, 2) || m->params.rows == CB_MAX_ROWS)
        *map = other;
    else
        *map = (uint16_t)(m->params.rows + below(m, 2) * 8);
}

/* Draws the map of a fill. Its rows hold an operand as in a dpas message. */
static void draw_map(struct cb_messages *m, struct compute_block_msg *msg)
{
    const bool is_float = assay_rng_percent(&m->rng, 40);

    msg->sparse = msg->op == CB_OP_FILL && assay_rng_percent(&m->rng, 50);
    msg->operand = below(m, 2) != 0;
    msg->strict = below(m, 2) != 0; /* has no effect */
    msg->map1 = cb_draw_map_row(m);
    msg->map2 = cb_draw_map_row(m);
    msg->src1_type = (uint8_t)(is_float ? DPAS_BF16 + below(m, 3) : below(m, DPAS_BF16));
    msg->src2_type = is_float ? msg->src1_type : (uint8_t)below(m, DPAS_BF16);
    msg->rc = (uint8_t)(1 + below(m, DPAS_MAX_RC));
}

/* --- memory --- */

static uint32_t window_of(const struct cb_messages *m, uint32_t addr)
{
    uint32_t w = 0;

    while (w < CB_WINDOWS && addr - m->windows.base[w] >= CB_WINDOW_BYTES)
        ++w;
    return w;
}

/* Draws the distance from one item to the next:
 * dense, one line, a few items forward or back, zero, or to another window. */
static uint32_t draw_step(struct cb_messages *m, uint32_t addr, uint32_t size)
{
    const uint32_t kind = below(m, 20);
    uint32_t to;

    if (kind < 8)
        return size;
    if (kind < 12)
        return CB_LINE;
    if (kind < 14)
        return (1 + below(m, 8)) * size;
    if (kind < 16)
        return 0U - (1 + below(m, 3)) * size;
    if (kind == 16)
        return 0;
    to = m->windows.base[below(m, CB_WINDOWS)];
    return to - m->windows.base[window_of(m, addr)] + below(m, 2) * size;
}

static void draw_memory(struct cb_messages *m, struct compute_block_msg *msg)
{
    const uint32_t size = cb_move_size(&m->params, msg);
    const uint32_t w = below(m, CB_WINDOWS);
    /* Often near the beginning of the window, so that moves collide. */
    const uint32_t room = assay_rng_percent(&m->rng, 25) ? CB_WINDOW_BYTES : 4 * CB_LINE;

    msg->addr = m->windows.base[w] + below(m, room / size) * size;
    msg->addr_step = draw_step(m, msg->addr, size);
    if (assay_rng_percent(&m->rng, 4)) /* anywhere, so hardly ever in a window */
        msg->addr = (uint32_t)assay_rng_u64(&m->rng) & ~(size - 1);
    if (window_of(m, msg->addr) == CB_WINDOWS || assay_rng_percent(&m->rng, 3))
        return;
    for (uint32_t i = 1; i < msg->items; ++i)
        if (window_of(m, msg->addr + i * msg->addr_step) == CB_WINDOWS)
            msg->items = (uint8_t)i;
}

void cb_draw_move(struct cb_messages *m, struct compute_block_msg *msg)
{
    struct cb_entry e;

    for (int i = 0; i < TRIES; ++i) {
        draw_shape(m, msg, m->burst || i >= TRIES / 2);
        msg->src0 = cb_draw_row_number(m);
        msg->dst = cb_draw_row_number(m);
        draw_memory(m, msg);
        draw_map(m, msg);
        if (cb_decode(&m->params, msg, &e) == CB_OK)
            break;
    }
}

/* Draws an invalid item count: none, one too many, or more. */
static uint8_t draw_bad_items(struct cb_messages *m)
{
    const uint32_t none = below(m, 2), more = none ? 0 : below(m, 2);

    return (uint8_t)(none ? 0 : CB_MAX_ITEMS + 1 + more * below(m, 63));
}

void cb_spoil_move(struct cb_messages *m, struct compute_block_msg *msg)
{
    switch (below(m, 15)) {
    case 0:
        msg->op = 3;
        break;
    case 1:
        msg->keep = 1;
        break;
    case 2:
        msg->chain = 1;
        break;
    case 3:
        msg->items = draw_bad_items(m);
        break;
    case 4:
        msg->per = (uint8_t)below(m, 8);
        break;
    case 5:
        msg->addr ^= UINT32_C(1) << below(m, 6);
        break;
    case 6:
        msg->addr_step ^= UINT32_C(1) << below(m, 6);
        break;
    case 7:
        msg->narrow = 1;
        break;
    case 8:
        msg->row_step = (uint8_t)below(m, msg->per + 1U);
        break;
    case 9: /* ends at the last row, or one row beyond it */
        msg->src0 = (uint16_t)(m->params.rows - msg->per + below(m, 2));
        if (msg->src0 == CB_MAX_ROWS) /* the pin cannot express this number */
            --msg->src0;
        msg->dst = msg->src0;
        msg->items = 1;
        break;
    case 10: /* a drain has no map */
        msg->sparse = 1;
        if (msg->op == CB_OP_FILL)
            cb_spoil_map(m, msg->operand ? &msg->map2 : &msg->map1,
                         (uint16_t)(msg->dst + below(m, msg->per)));
        break;
    case 11:
        msg->sparse = 1;
        if (below(m, 2))
            msg->src1_type = (uint8_t)below(m, 16);
        else
            msg->src2_type = (uint8_t)below(m, 16);
        break;
    case 12:
        msg->sparse = 1;
        msg->operand = 1;
        msg->rc = (uint8_t)(below(m, 2) ? 0 : DPAS_MAX_RC + 1 + below(m, 7));
        break;
    case 13: /* the widest move, whose end looks valid in its low 12 bits */
        msg->row_step = 63;
        msg->items = CB_MAX_ITEMS;
        msg->src0 = msg->dst = (uint16_t)((127 + below(m, m->params.rows)) % CB_MAX_ROWS);
        break;
    default:
        msg->row_step = (uint8_t)below(m, 64);
        msg->items = (uint8_t)(1 + below(m, CB_MAX_ITEMS));
        break;
    }
}
