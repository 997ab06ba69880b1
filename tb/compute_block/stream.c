#include "compute_block/stream.h"

#include <string.h>

/* Stream indices, in the order of block.yaml. */
enum { MSG, LINE = 5, LINE_RSP = 6 };

/* Messages between the drain of a result and the one that starts a new result in its rows. */
enum { DRAIN_AHEAD = 2 };

static struct cb_stream_shape make_shape(const struct compute_block_params *p, bool alone)
{
    struct cb_stream_shape s = {.side = alone ? 1 : 4, .rc = 8, .sd = 8};
    uint32_t set;

    for (;;) {
        s.r1 = s.sd;
        s.r2 = 8 * s.rc / p->lanes;
        set = s.r1 + s.r2;
        s.operand = s.side * s.side * s.rc;
        s.slots = p->rows / (set + s.rc);
        if (alone ? s.slots >= 2 : s.operand + 2 * s.side * set <= p->rows)
            return s;
        if (s.side > 1)
            s.side /= 2;
        else
            s.rc = s.sd = s.sd / 2;
    }
}

/* --- messages --- */

static struct compute_block_msg *add(struct cb_stream *c)
{
    struct compute_block_msg *m = &c->ready[(c->first + c->n++) % CB_STREAM_ROOM];

    memset(m, 0, sizeof *m);
    m->tag = c->tag++;
    return m;
}

/* Adds a move of consecutive rows to or from as many consecutive bytes of memory. */
static void add_move(struct cb_stream *c, uint8_t op, uint32_t row, uint32_t rows)
{
    struct compute_block_msg *m = add(c);
    const uint32_t bytes = 4 * c->params.lanes;

    m->op = op;
    m->per = (uint8_t)(16 / c->params.lanes);
    while (rows % m->per)
        m->per /= 2;
    m->row_step = m->per;
    m->items = (uint8_t)(rows / m->per);
    m->addr_step = m->per * bytes;
    c->memory = (c->memory + CB_LINE - 1) & ~(CB_LINE - UINT32_C(1));
    m->addr = c->memory;
    m->src0 = m->dst = (uint16_t)row;
    c->memory += rows * bytes;
}

static void add_dpas(struct cb_stream *c, uint32_t src1, uint32_t src2, uint32_t dst, bool begins)
{
    struct compute_block_msg *m = add(c);

    m->src1_type = m->src2_type = DPAS_S8;
    m->acc_type = DPAS_ACC_S32;
    m->sd = (uint8_t)c->shape.sd;
    m->rc = (uint8_t)c->shape.rc;
    m->exec_size = (uint8_t)c->params.lanes;
    m->src0_null = begins;
    m->src0 = m->dst = (uint16_t)dst;
    m->src1 = (uint16_t)src1;
    m->src2 = (uint16_t)src2;
}

/* --- with reuse --- */

/* Returns the number of tiles in a block of the result. */
static uint32_t tiles(const struct cb_stream_shape *s)
{
    return s->side == 4 ? 16 : s->side == 2 ? 4 : 1;
}

static uint32_t tile1(const struct cb_stream_shape *s, uint32_t step, uint32_t j)
{
    return s->operand + (step % 2 * s->side + j) * s->r1;
}

static uint32_t tile2(const struct cb_stream_shape *s, uint32_t step, uint32_t i)
{
    return s->operand + 2 * s->side * s->r1 + (step % 2 * s->side + i) * s->r2;
}

static void load_first(struct cb_stream *c)
{
    const struct cb_stream_shape *s = &c->shape;

    for (uint32_t i = 0; i < s->side; ++i) {
        add_move(c, CB_OP_FILL, tile2(s, 0, i), s->r2);
        add_move(c, CB_OP_FILL, tile1(s, 0, i), s->r1);
    }
}

/* Returns how many messages later the last one that uses some rows is likely to be done, given that
 * each array holds CB_RING messages. */
static uint32_t lag_of(const struct cb_stream *c)
{
    const uint32_t n = tiles(&c->shape), held = CB_RING * c->params.arrays;

    return n == 1 ? 1 : (held < n ? held : n) + 1;
}

/* Whether it is time to load a tile for `step`. Message `last` of the step two before it is the
 * last to read the rows of that tile. */
static bool is_due(const struct cb_stream *c, uint32_t step, uint32_t last)
{
    const uint32_t n = tiles(&c->shape), at = step * n + last + lag_of(c);

    return step > 0 && c->g == (at < 2 * n ? 0 : at - 2 * n);
}

static void load_next(struct cb_stream *c)
{
    const struct cb_stream_shape *s = &c->shape;
    const uint32_t n = tiles(s), now = c->g / n;

    for (uint32_t step = now; step <= now + 2; ++step)
        for (uint32_t i = 0; i < s->side; ++i) {
            if (is_due(c, step, i * s->side + s->side - 1))
                add_move(c, CB_OP_FILL, tile2(s, step, i), s->r2);
            if (is_due(c, step, n - s->side + i))
                add_move(c, CB_OP_FILL, tile1(s, step, i), s->r1);
        }
}

/* Drains each result when it is likely to be done, and
 * some messages before a new one starts in its rows. */
static void drain_results(struct cb_stream *c)
{
    const struct cb_stream_shape *s = &c->shape;
    const uint32_t n = tiles(s), lag = lag_of(c), most = n > DRAIN_AHEAD ? n - DRAIN_AHEAD : n;
    const uint32_t period = n * CB_STREAM_STEPS;
    const uint32_t after = lag < most ? lag : most;

    for (uint32_t m = 0; m < n; ++m)
        if (c->g + n >= period + m + after && (c->g + n - m - after) % period == 0)
            add_move(c, CB_OP_DRAIN, m * s->rc, s->rc);
}

static void add_tile(struct cb_stream *c)
{
    const struct cb_stream_shape *s = &c->shape;
    const uint32_t n = tiles(s), m = c->g % n, step = c->g / n;

    if (c->g == 0)
        load_first(c);
    load_next(c);
    drain_results(c);
    add_dpas(c, tile1(s, step, m % s->side), tile2(s, step, m / s->side), m * s->rc,
             step % CB_STREAM_STEPS == 0);
    ++c->g;
}

/* --- without reuse --- */

/* Returns the first row of a slot and advances *slot to the next one. */
static uint32_t use_slot(const struct cb_stream *c, uint32_t *slot)
{
    const struct cb_stream_shape *s = &c->shape;
    const uint32_t row = *slot * (s->rc + s->r1 + s->r2);

    *slot = *slot + 1 == s->slots ? 0 : *slot + 1;
    return row;
}

static void load_slot(struct cb_stream *c)
{
    const struct cb_stream_shape *s = &c->shape;

    add_move(c, CB_OP_FILL, use_slot(c, &c->load_slot) + s->rc, s->r1 + s->r2);
}

static void add_alone(struct cb_stream *c)
{
    const struct cb_stream_shape *s = &c->shape;
    uint32_t row;

    for (uint32_t i = 0; c->g == 0 && i < s->slots / 2; ++i)
        load_slot(c);
    load_slot(c);
    row = use_slot(c, &c->use_slot);
    add_dpas(c, row + s->rc, row + s->rc + s->r1, row, false);
    ++c->g;
}

/* --- memory --- */

static bool answer(const struct cb_stream *c, struct compute_block_line_rsp *rsp)
{
    const struct compute_block_line *line = cb_lines_next(&c->lines);

    if (!line)
        return false;
    memset(rsp, 0, sizeof *rsp);
    rsp->tag = line->tag;
    for (uint32_t i = 0; i < CB_LINE / 4 && !line->write; ++i)
        rsp->data[i] = (line->addr / 4 + i) * UINT32_C(2654435761);
    return true;
}

/* --- the scenario --- */

void cb_stream_begin(void *any, const struct assay_stim_env *env)
{
    static const struct cb_stream_load usual = {false, 12, 1};
    struct cb_stream *c = any;

    memcpy(&c->params, env->params->v, sizeof c->params);
    c->load = env->user ? *(const struct cb_stream_load *)env->user : usual;
    c->lines.latency = c->load.latency;
    c->lines.interval = c->load.interval;
    c->shape = make_shape(&c->params, c->load.alone);
}

bool cb_stream_next(void *any, unsigned stream, void *payload)
{
    struct cb_stream *c = any;

    if (stream == LINE_RSP)
        return answer(c, payload);
    if (stream != MSG)
        return false;
    if (c->n == 0) {
        if (c->load.alone)
            add_alone(c);
        else
            add_tile(c);
    }
    memcpy(payload, &c->ready[c->first], sizeof c->ready[0]);
    c->first = (c->first + 1) % CB_STREAM_ROOM;
    --c->n;
    return true;
}

void cb_stream_observe(void *any, unsigned stream, const void *payload)
{
    struct cb_stream *c = any;

    if (stream == LINE)
        cb_lines_take(&c->lines, payload);
    else if (stream == LINE_RSP)
        cb_lines_answered(&c->lines);
}

void cb_stream_plain(void *any, void *in)
{
    struct cb_stream *c = any;

    (void)in;
    ++c->lines.cycle;
}

bool cb_stream_failed(const void *any)
{
    const struct cb_stream *c = any;

    return c->lines.flooded;
}

void cb_stream_report(const void *any, FILE *f)
{
    if (cb_stream_failed(any))
        fprintf(f, "memory:     check failed: more than %d lines in flight\n", CB_TAGS);
}

struct cb_stream_period cb_stream_period(const struct compute_block_params *p,
                                         const struct cb_stream_load *load)
{
    const struct cb_stream_shape s = make_shape(p, load->alone);
    const uint32_t n = tiles(&s);
    uint32_t packets = s.rc;

    for (uint32_t sd = p->depth; sd < s.sd; sd += p->depth)
        packets += s.rc;
    if (load->alone)
        return (struct cb_stream_period){2, 1, packets};
    return (struct cb_stream_period){(n + 2 * s.side) * CB_STREAM_STEPS + n, n * CB_STREAM_STEPS,
                                     packets};
}
