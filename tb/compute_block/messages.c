#include "compute_block/messages.h"

#include <string.h>

/* MOVES, BURSTS, TIGHT: percentage of moves, of bursts of moves, and of series of messages with
 * single rows, between chains. SERIES: most messages in such a series. */
enum { TRIES = 24, MOVES = 35, BURSTS = 1, TIGHT = 2, SERIES = 32 };

void cb_messages_begin(struct cb_messages *m, const struct compute_block_params *p, uint64_t seed,
                       uint32_t illegal)
{
    memset(m, 0, sizeof *m);
    m->params = *p;
    m->illegal = illegal;
    cb_windows_draw(&m->windows, seed);
    assay_rng_init(&m->rng, seed, "compute_block.messages");
    assay_rng_init(&m->near, seed, "compute_block.near");
}

void cb_messages_restart(struct cb_messages *m)
{
    memset(m->sender, 0, sizeof m->sender);
}

static uint8_t below(struct cb_messages *m, uint32_t n)
{
    return (uint8_t)assay_rng_below(&m->rng, n);
}

static void draw_types(struct cb_messages *m, struct compute_block_msg *msg, bool is_float)
{
    if (is_float) {
        msg->src1_type = msg->src2_type = (uint8_t)(DPAS_BF16 + below(m, 3));
        msg->acc_type = DPAS_ACC_F32;
        msg->saturate = 0;
        msg->act = below(m, 4);
    } else {
        msg->src1_type = below(m, DPAS_BF16);
        msg->src2_type = below(m, DPAS_BF16);
        msg->acc_type = below(m, 2);
        msg->saturate = below(m, 2);
        msg->act = CB_ACT_NONE;
        if (msg->acc_type == DPAS_ACC_S32)
            msg->act = assay_rng_percent(&m->rng, 60) ? CB_ACT_REQUANTISE : below(m, 2);
    }
}

/* Draws whether the next message has single rows: the first or the last row
 * of the window, or one of two others, which change now and then. */
static void draw_tight(struct cb_messages *m)
{
    const uint32_t rows = m->params.rows < CB_WINDOW ? m->params.rows : CB_WINDOW;

    if (m->series)
        --m->series;
    else if (m->sent >= CB_LATER && assay_rng_percent(&m->near, TIGHT))
        m->series = (uint8_t)(1 + assay_rng_below(&m->near, SERIES));
    m->tight = m->series != 0;
    m->hot[0] = (uint16_t)m->base;
    m->hot[1] = (uint16_t)(m->base + rows - 1);
    for (unsigned i = 2; i < CB_HOT; ++i)
        if (assay_rng_below(&m->near, 64) == 0)
            m->hot[i] = (uint16_t)(m->base + assay_rng_below(&m->near, rows));
}

uint16_t cb_draw_row_number(struct cb_messages *m)
{
    const uint32_t rows = m->params.rows < CB_WINDOW ? m->params.rows : CB_WINDOW;

    if (m->tight)
        return m->hot[assay_rng_below(&m->near, CB_HOT)];
    return (uint16_t)(m->base + assay_rng_below(&m->rng, rows));
}

/* Moves the window now and then. It may then cross a power of two in the row numbers. */
static void move_window(struct cb_messages *m)
{
    if (m->roams && m->params.rows > CB_WINDOW && assay_rng_percent(&m->rng, 3))
        m->base = assay_rng_below(&m->rng, m->params.rows - CB_WINDOW + 1);
}

static void draw_lanes(struct cb_messages *m, struct compute_block_msg *msg)
{
    msg->exec_size = (uint8_t)(assay_rng_percent(&m->rng, 70) ? m->params.lanes
                                                              : 1U + below(m, m->params.lanes));
    msg->src0_scalar = assay_rng_percent(&m->rng, 20);
}

static int16_t half_word(struct cb_messages *m)
{
    return (int16_t)(assay_rng_u64(&m->rng) & 0xFFFF);
}

/* Draws the clamps and offset of requantise: the range of an 8-bit result, or arbitrary ones. */
static void draw_scale(struct cb_messages *m, struct compute_block_msg *msg)
{
    const uint32_t kind = below(m, 8);
    int16_t low = half_word(m), high = half_word(m), offset = half_word(m);

    if (kind < 2) {
        low = kind ? 0 : -128;
        high = kind ? 255 : 127;
    } else if (kind < 5) {
        low = INT16_MIN;
        high = INT16_MAX;
    } else if (kind == 5) {
        high = low;
    } else if (low > high) {
        const int16_t swap = low;

        low = high;
        high = swap;
    }
    if (assay_rng_percent(&m->rng, 60))
        offset = assay_rng_percent(&m->rng, 40) ? 0 : (int16_t)(offset >> 8);
    msg->low = (uint16_t)low;
    msg->high = (uint16_t)high;
    msg->offset = (uint16_t)offset;
    msg->mul = cb_draw_row_number(m);
    msg->shift = cb_draw_row_number(m);
}

/* Draws a depth: mostly within one octet and often a power of two, sometimes any. */
static uint8_t draw_depth(struct cb_messages *m)
{
    switch (below(m, 4)) {
    case 0:
        return (uint8_t)(1 + below(m, DPAS_MAX_SD));
    case 1:
        return (uint8_t)(1 + below(m, 2 * DPAS_OCTET + 1));
    default:
        return (uint8_t)(1u << below(m, 4));
    }
}

static void draw_rows(struct cb_messages *m, struct compute_block_msg *msg)
{
    msg->sd = m->tight ? 1 : draw_depth(m);
    msg->src0 = cb_draw_row_number(m);
    msg->src1 = cb_draw_row_number(m);
    msg->src2 = cb_draw_row_number(m);
    msg->dst = assay_rng_percent(&m->rng, 30) ? msg->src0 : cb_draw_row_number(m);
    /* Often without src0, so that sums are small enough for the clamps of requantise. */
    msg->src0_null = assay_rng_percent(&m->rng, msg->act == CB_ACT_REQUANTISE ? 60 : 25);
}

/* Draws maps from rows with any contents; sometimes both maps are the same row. */
static void draw_maps(struct cb_messages *m, struct compute_block_msg *msg)
{
    msg->sparse = assay_rng_percent(&m->rng, 35);
    msg->map1 = cb_draw_map_row(m);
    msg->map2 = assay_rng_percent(&m->rng, 25) ? msg->map1 : cb_draw_map_row(m);
    msg->strict = !msg->sparse && assay_rng_percent(&m->rng, 20); /* has no effect */
    msg->operand = assay_rng_below(&m->rng, 2) != 0;
}

/* Draws an invalid depth: none, one too many, or more. */
static uint8_t draw_bad_depth(struct cb_messages *m)
{
    const uint32_t depth = below(m, 2) ? 0 : DPAS_MAX_SD + 1 + below(m, 63);

    return (uint8_t)(depth && assay_rng_below(&m->near, 2) ? DPAS_MAX_SD + 1 : depth);
}

/* Makes one field invalid. */
static void spoil(struct cb_messages *m, struct compute_block_msg *msg)
{
    if (msg->op != CB_OP_DPAS) {
        cb_spoil_move(m, msg);
        return;
    }
    switch (below(m, 16)) {
    case 0:
        msg->src1_type = below(m, 16);
        break;
    case 1:
        msg->acc_type = below(m, 4);
        break;
    case 2:
        msg->sd = draw_bad_depth(m);
        break;
    case 3:
        msg->rc = below(m, 16);
        break;
    case 4:
        msg->saturate = 1;
        break;
    case 5:
        msg->dst = msg->src1 = (uint16_t)(m->params.rows - 1);
        break;
    case 6:
        msg->act = below(m, 8);
        break;
    case 7:
        msg->chain ^= 1;
        break;
    case 8:
        msg->keep ^= 1;
        break;
    case 9:
        msg->exec_size = below(m, 2) ? 0 : (uint8_t)(m->params.lanes + 1 + below(m, 8));
        break;
    case 10:
        msg->low = (uint16_t)(msg->high + 1);
        break;
    case 11: /* with the most rows, the pin cannot express an invalid row number */
        if (m->params.rows < CB_MAX_ROWS)
            msg->mul = (uint16_t)(m->params.rows + below(m, 2) * 8);
        break;
    case 12:
        msg->sparse = 1;
        msg->strict = 1;
        break;
    case 13:
        msg->sparse = 1;
        cb_spoil_map(m, below(m, 2) ? &msg->map1 : &msg->map2, msg->dst);
        break;
    case 14: /* a move, possibly within a chain */
        msg->op = (uint8_t)(1 + below(m, 3));
        msg->items = msg->per = 1;
        break;
    default:
        msg->pr = below(m, 16);
        break;
    }
}

static bool wants_move(struct cb_messages *m)
{
    if (m->burst == 0 && assay_rng_percent(&m->rng, BURSTS)) {
        m->burst = (uint8_t)(CB_MOVES + below(m, 2 * CB_MOVES));
        m->drains = below(m, 2);
    }
    if (m->burst == 0)
        return assay_rng_percent(&m->rng, MOVES);
    --m->burst;
    return true;
}

void cb_messages_next(struct cb_messages *m, struct compute_block_msg *msg)
{
    const uint8_t pr = below(m, m->params.prs);
    struct cb_sender *s = &m->sender[pr];
    const bool first = s->left == 0;
    struct cb_entry e;

    move_window(m);
    ++m->sent;
    if (first)
        draw_tight(m);
    else
        m->tight = false;
    memset(msg, 0, sizeof *msg);
    msg->pr = pr;
    msg->tag = m->tag++;
    msg->chain = !first;
    if (first && wants_move(m)) {
        cb_draw_move(m, msg);
        if (assay_rng_percent(&m->rng, m->illegal))
            spoil(m, msg);
        return;
    }
    if (first) {
        s->left = 1;
        if (assay_rng_percent(&m->rng, 30)) {
            const bool too_long = assay_rng_percent(&m->rng, m->illegal);

            s->left = (uint8_t)(2 + below(m, m->params.queue - 1 + too_long));
        }
    }
    for (int i = 0; i < TRIES; ++i) {
        /* Later tries are smaller, so that one of them fits. */
        draw_types(m, msg, first ? assay_rng_percent(&m->rng, 50) : s->acc_type == DPAS_ACC_F32);
        msg->rc = m->tight ? 1 : (uint8_t)(1 + below(m, i < TRIES / 2 ? DPAS_MAX_RC : 3));
        if (!first) {
            if (s->acc_type != DPAS_ACC_F32 && msg->acc_type != s->acc_type) {
                msg->acc_type = s->acc_type;
                msg->act = CB_ACT_NONE;
            }
            msg->rc = s->rc;
        }
        msg->keep = s->left > 1;
        draw_lanes(m, msg);
        if (msg->act == CB_ACT_REQUANTISE)
            draw_scale(m, msg);
        draw_rows(m, msg);
        draw_maps(m, msg);
        if (cb_decode(&m->params, msg, &e) == CB_OK)
            break;
    }
    if (first) {
        s->acc_type = msg->acc_type;
        s->rc = msg->rc;
    }
    --s->left;
    if (assay_rng_percent(&m->rng, m->illegal))
        spoil(m, msg);
}

void cb_draw_row(struct assay_rng *r, uint32_t corner, uint32_t lanes, uint32_t *row)
{
    static const uint32_t corners[] = {0,          0x80000000, 0x7F800000, 0xFF800000,
                                       0x7FC00000, 0x3F800000, 0xBF800000, 0x41000000,
                                       0x40800000, 0x00000001, 0x7F7FFFFF, 0xFFFFFFFF};
    const bool shift = assay_rng_below(r, 2);
    const uint32_t by = assay_rng_below(r, 32), small = shift ? by : 0;
    const uint32_t kind = assay_rng_percent(r, corner / 4) ? 5 : assay_rng_below(r, 5);

    for (uint32_t i = 0; i < lanes; ++i) {
        const uint32_t x = (uint32_t)assay_rng_u64(r);

        switch (kind) {
        case 0: /* f32, 2^-6 to 2^2 */
            row[i] = (x & 0x807FFFFF) | (121 + (x >> 23) % 8) << 23;
            break;
        case 1: /* pairs of f16, 2^-6 to 2; in some rows also infinities, which the corners lack */
            row[i] = (x & 0x83FF83FF) | (9 + (x >> 10) % 8) << 10 | (9 + (x >> 26) % 8) << 26;
            if (by % 8 == 0 && (x >> 13 & 3) == 0)
                row[i] = (row[i] & 0xFFFF8000) | 0x7C00;
            break;
        case 2: /* pairs of bf16 */
            row[i] = (x & 0x807F807F) | (121 + (x >> 7) % 8) << 7 | (121 + (x >> 23) % 8) << 23;
            break;
        case 3:
            row[i] = (x >> small) - (small && x >> 31 ? UINT32_C(1) << (32 - small) : 0);
            break;
        case 4: /* multipliers around one half, whose low bits are small shift counts */
            row[i] = UINT32_C(0x40000000) - (1 + (x & 3)) + (x >> 3 & 0xFC0);
            break;
        default:
            row[i] = corners[x % (sizeof corners / sizeof corners[0])];
            break;
        }
    }
}
