#include "compute_block/pruned.h"

#include <string.h>

#include "base/rng.h"
#include "prune/prune.h"

/* Stream indices, in the order of block.yaml. */
enum { MSG, NOTE = 4, LINE, LINE_RSP };

enum {
    SLICE = 4,                /* s8 elements of a slice per lane */
    ACTIVATIONS = 0x01000000, /* address of the activations; weights start at 0 */
    FILL = 0x80               /* marks the tags of fills */
};

static struct cb_pruned_shape make_shape(const struct compute_block_params *p)
{
    static const struct cb_pruned_shape shapes[] = {
        {CB_PRUNED_SD, 8, 3, 0, 0},
        {16, 8, 3, 0, 0},
        {8, 8, 2, 0, 0},
        {4, 4, 2, 0, 0},
        {2, 2, 1, 0, 0},
        {2, 1, 1, 0, 0},
    };
    struct cb_pruned_shape s;

    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        uint32_t used;

        s = shapes[i];
        s.activations = ((s.sd + 7) / 8 * s.rc * 8 + p->lanes - 1) / p->lanes;
        used = CB_PRUNED_PLACES * (s.sd + 1) + s.uses * (s.activations + 1);
        s.results = used < p->rows ? (p->rows - used) / s.rc : 0;
        if (s.results >= 2)
            break;
    }
    return s;
}

/* --- rows --- */

static uint32_t weights_row(const struct cb_pruned_shape *s, uint32_t place)
{
    return place * s->sd;
}

static uint32_t activations_row(const struct cb_pruned_shape *s, uint32_t use)
{
    return CB_PRUNED_PLACES * s->sd + use * s->activations;
}

/* Returns the map row of a place of weights, or, after those, of a tile of activations. */
static uint32_t map_row(const struct cb_pruned_shape *s, uint32_t i)
{
    return activations_row(s, s->uses) + i;
}

static uint32_t result_row(const struct cb_pruned_shape *s, uint32_t i)
{
    return map_row(s, CB_PRUNED_PLACES + s->uses) + i % s->results * s->rc;
}

/* --- weights --- */

static uint32_t zero_slices(const struct cb_pruned *c, uint32_t tile)
{
    const uint32_t bytes = SLICE * c->params.lanes;
    uint32_t zero = 0;

    for (uint32_t s = 0; s < c->shape.sd; ++s) {
        const int8_t *slice = &c->weights[(tile * c->shape.sd + s) * bytes];
        uint32_t i = 0;

        while (i < bytes && slice[i] == 0)
            ++i;
        zero += i == bytes;
    }
    return zero;
}

/* Uses the smallest threshold that prunes the share.
 * Bit patterns of positive floats are ordered as floats. */
static void draw_weights(struct cb_pruned *c, uint32_t percent)
{
    static const uint32_t infinite = 0x7F800000;
    const uint32_t rows = CB_PRUNED_TILES * c->shape.sd * SLICE, lanes = c->params.lanes;
    static int8_t drawn[sizeof c->weights];
    struct assay_prune_result r;
    uint32_t low = 0, high = infinite;
    struct assay_rng rng;

    assay_rng_init(&rng, 1, "compute_block.pruned");
    for (uint32_t i = 0; i < rows * lanes; ++i)
        drawn[i] = (int8_t)(1 + (int)assay_rng_below(&rng, 127));
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        assay_prune_blocks(ASSAY_TYPE_S8, drawn, rows, lanes, SLICE, lanes, middle,
                           ASSAY_PRUNE_ABSOLUTE, c->weights, NULL, &r);
        if (r.pruned * 100 < r.blocks * percent)
            low = middle + 1;
        else
            high = middle;
    }
    assay_prune_blocks(ASSAY_TYPE_S8, drawn, rows, lanes, SLICE, lanes, low, ASSAY_PRUNE_ABSOLUTE,
                       c->weights, NULL, &r);
}

/* --- messages --- */

/* Returns the distance in bytes from one tile of weights in memory to the next. */
static uint32_t weights_bytes(const struct cb_pruned *c)
{
    return (c->shape.sd * 4 * c->params.lanes + CB_LINE - 1) & ~(CB_LINE - UINT32_C(1));
}

static void make_fill(const struct cb_pruned *c, struct compute_block_msg *m)
{
    const struct cb_pruned_shape *s = &c->shape;
    const bool weights = c->fills >= s->uses;
    const uint32_t i = weights ? c->fills - s->uses : c->fills, place = i % CB_PRUNED_PLACES;
    const uint32_t rows = weights ? s->sd : s->activations;

    m->op = CB_OP_FILL;
    m->tag = FILL;
    m->per = (uint8_t)(16 / c->params.lanes);
    while (rows % m->per)
        m->per /= 2;
    m->row_step = m->per;
    m->items = (uint8_t)(rows / m->per);
    m->addr_step = 4 * c->params.lanes * m->per;
    m->sparse = 1;
    m->operand = !weights;
    if (weights) {
        m->dst = (uint16_t)weights_row(s, place);
        m->map1 = (uint16_t)map_row(s, place);
        m->addr = i % CB_PRUNED_TILES * weights_bytes(c);
    } else {
        m->dst = (uint16_t)activations_row(s, i);
        m->map2 = (uint16_t)map_row(s, CB_PRUNED_PLACES + i);
        m->addr = ACTIVATIONS + i * s->activations * 64;
    }
}

static void make_dpas(const struct cb_pruned *c, struct compute_block_msg *m)
{
    const struct cb_pruned_shape *s = &c->shape;
    const uint32_t place = c->messages / s->uses % CB_PRUNED_PLACES, use = c->messages % s->uses;

    m->pr = (uint8_t)(c->params.prs - 1);
    m->sparse = 1;
    m->acc_type = DPAS_ACC_S32;
    m->sd = (uint8_t)s->sd;
    m->exec_size = (uint8_t)c->params.lanes;
    m->src0_null = 1;
    m->src1 = (uint16_t)weights_row(s, place);
    m->src2 = (uint16_t)activations_row(s, use);
    m->map1 = (uint16_t)map_row(s, place);
    m->map2 = (uint16_t)map_row(s, CB_PRUNED_PLACES + use);
    m->dst = (uint16_t)result_row(s, c->messages);
}

static bool next_message(struct cb_pruned *c, struct compute_block_msg *m)
{
    const uint32_t uses = c->shape.uses;

    memset(m, 0, sizeof *m);
    m->src1_type = m->src2_type = DPAS_S8;
    m->rc = (uint8_t)c->shape.rc;
    if (c->fills < uses + CB_PRUNED_PLACES + c->done / uses) {
        make_fill(c, m);
        ++c->fills;
        return true;
    }
    if (c->filled > uses + c->messages / uses) {
        make_dpas(c, m);
        ++c->messages;
        return true;
    }
    return false;
}

/* --- memory --- */

static uint8_t byte_at(const struct cb_pruned *c, uint32_t addr)
{
    const uint32_t tile = addr / weights_bytes(c), at = addr % weights_bytes(c);
    const uint32_t slice = at / (4 * c->params.lanes), lane = at / 4 % c->params.lanes;

    if (addr >= ACTIVATIONS) /* no activation is zero */
        return (uint8_t)((addr * UINT32_C(2654435761) >> 24) | 1);
    if (slice >= c->shape.sd)
        return 0;
    return (uint8_t)
        c->weights[((tile * c->shape.sd + slice) * SLICE + at % 4) * c->params.lanes + lane];
}

static bool answer(const struct cb_pruned *c, struct compute_block_line_rsp *rsp)
{
    const struct compute_block_line *line = cb_lines_next(&c->lines);

    if (!line)
        return false;
    memset(rsp, 0, sizeof *rsp);
    rsp->tag = line->tag;
    for (uint32_t i = 0; i < CB_LINE; ++i)
        rsp->data[i / 4] |= (uint32_t)byte_at(c, line->addr + i) << i % 4 * 8;
    return true;
}

/* --- the scenario --- */

static void begin(struct cb_pruned *c, const struct compute_block_params *p,
                  const struct cb_pruned_load *load)
{
    c->params = *p;
    c->shape = make_shape(p);
    c->lines.latency = 12;
    c->lines.interval = 1;
    draw_weights(c, load ? load->percent : 75);
}

void cb_pruned_begin(void *any, const struct assay_stim_env *env)
{
    struct compute_block_params p;

    memcpy(&p, env->params->v, sizeof p);
    begin(any, &p, env->user);
}

bool cb_pruned_next(void *any, unsigned stream, void *payload)
{
    if (stream == MSG)
        return next_message(any, payload);
    return stream == LINE_RSP && answer(any, payload);
}

void cb_pruned_observe(void *any, unsigned stream, const void *payload)
{
    struct cb_pruned *c = any;

    if (stream == LINE) {
        cb_lines_take(&c->lines, payload);
    } else if (stream == LINE_RSP) {
        cb_lines_answered(&c->lines);
    } else if (stream == NOTE) {
        const struct compute_block_note *note = payload;

        if (note->tag & FILL)
            ++c->filled;
        else
            ++c->done;
    }
}

void cb_pruned_plain(void *any, void *in)
{
    struct cb_pruned *c = any;

    (void)in;
    ++c->lines.cycle;
}

bool cb_pruned_failed(const void *any)
{
    const struct cb_pruned *c = any;

    return c->lines.flooded;
}

void cb_pruned_report(const void *any, FILE *f)
{
    if (cb_pruned_failed(any))
        fprintf(f, "memory:     check failed: more than %d lines in flight\n", CB_TAGS);
}

struct cb_pruned_period cb_pruned_period(const struct compute_block_params *p,
                                         const struct cb_pruned_load *load)
{
    static struct cb_pruned c;
    struct cb_pruned_period period;

    memset(&c, 0, sizeof c);
    begin(&c, p, load);
    period = (struct cb_pruned_period){.notes = CB_PRUNED_TILES * (c.shape.uses + 1),
                                       .rc = c.shape.rc,
                                       .slices = CB_PRUNED_TILES * c.shape.uses * c.shape.sd};
    for (uint32_t tile = 0; tile < CB_PRUNED_TILES; ++tile) {
        const uint32_t n = c.shape.sd - zero_slices(&c, tile);
        const uint32_t passes = (n + p->depth - 1) / p->depth;

        period.survivors += c.shape.uses * n;
        period.passes += c.shape.uses * (passes ? passes : 1);
    }
    return period;
}
