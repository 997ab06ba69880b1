/*
 * kinds_designs.h - designs of the block of kinds_block.h, a test's way to break them, and their
 * runs.
 */
#ifndef KINDS_DESIGNS_H
#define KINDS_DESIGNS_H

#include <stdlib.h>
#include <string.h>

#include "engine/lockstep.h"
#include "stimulus/random_transactions.h"
#include "unit/kinds_block.h"

/* --- designs: a pipeline with an enable, one without, a slow unit, and a serial line --- */

enum { DEPTH = 19, KEPT = 4000 };

enum design { PIPELINE, UNSTOPPABLE, SLOW, SERIAL };

static struct {
    enum design is;
    uint64_t stuck_at;  /* cycle from which it is stuck */
    uint64_t wrong_at;  /* number of the wrong result, from 1 on */
    bool x_idle, x_any; /* txd is X while the line is idle; sometimes */
} design;

static struct {
    uint64_t taken, given, odd, moved, cycles;
    struct pins_in in[KEPT];
} seen;

struct dut {
    uint8_t stage[DEPTH];
    uint32_t filled, pending, bits;
    uint8_t held, line;
    uint64_t frame; /* bits of x + 1 to send, with the 1 before them */
    uint64_t cycle;
    struct pins_in in;
    struct pins_out out;
};

static inline void *create(void)
{
    return calloc(1, sizeof(struct dut));
}

static inline bool moves(const struct dut *d)
{
    if (design.stuck_at && d->cycle >= design.stuck_at)
        return false;
    return design.is == UNSTOPPABLE || d->in.x_valid;
}

static inline void eval(void *any, const void *in, void *out)
{
    struct dut *d = any;

    memcpy(&d->in, in, sizeof d->in);
    memset(&d->out, 0, sizeof d->out);
    if (design.is == PIPELINE || design.is == UNSTOPPABLE) {
        d->out.x_ready = 1;
        d->out.y_valid = d->filled == DEPTH && moves(d);
        d->out.y = (uint8_t)(d->stage[DEPTH - 1] + 1);
    } else if (design.is == SLOW) {
        d->out.x_ready = d->pending == 0;
        d->out.y_valid = d->pending == 1;
        d->out.y = (uint8_t)(d->in.x + 1); /* from the pins, which must hold their value */
    }
    if (design.wrong_at && seen.given + 1 == design.wrong_at)
        d->out.y ^= 4;
    d->out.line = d->line;
    memcpy(out, &d->out, sizeof d->out);
}

static inline void clock_pipeline(struct dut *d)
{
    if (d->in.rst)
        d->filled = 0;
    if (!d->in.rst && d->in.x_valid) {
        ++seen.taken;
        seen.odd += d->in.x & 1;
    }
    seen.given += d->out.y_valid;
    if (!moves(d))
        return;
    memmove(d->stage + 1, d->stage, DEPTH - 1);
    d->stage[0] = d->in.x;
    d->filled += !d->in.rst && d->filled < DEPTH;
}

static inline void clock_slow(struct dut *d)
{
    if (d->in.rst) {
        d->pending = 0;
        return;
    }
    seen.moved += d->pending && d->in.x != d->held;
    if (d->in.x_valid && d->out.x_ready) {
        ++seen.taken;
        d->held = d->in.x;
        d->pending = 12;
    } else if (d->pending > 1 || (d->pending && d->in.y_ready)) {
        --d->pending;
    }
}

/* A frame is received completely, then sent back with its byte one higher. */
static inline void clock_serial(struct dut *d)
{
    if (d->in.rst) {
        d->bits = d->filled = 0;
        d->frame = 0;
        d->line = 0;
        return;
    }
    if (d->filled || d->in.line)
        d->bits |= (uint32_t)d->in.line << d->filled++;
    d->line = d->frame & 1;
    d->frame >>= 1;
    if (d->filled < FRAME)
        return;
    ++seen.taken;
    d->frame = 1u | (uint64_t)(uint8_t)((d->bits >> 1) + 1) << 1;
    if (design.wrong_at && seen.taken == design.wrong_at)
        d->frame ^= 8;
    if (design.stuck_at && d->cycle >= design.stuck_at)
        d->frame = 0;
    d->bits = d->filled = 0;
}

static inline unsigned edge(void *any)
{
    struct dut *d = any;

    if (seen.cycles < KEPT)
        seen.in[seen.cycles] = d->in;
    ++seen.cycles;
    if (design.is == SLOW)
        clock_slow(d);
    else if (design.is == SERIAL)
        clock_serial(d);
    else
        clock_pipeline(d);
    ++d->cycle;
    return 0;
}

static inline int unknown(void *any, void *mask)
{
    const struct dut *d = any;
    struct pins_out x = {0};

    x.line = (design.x_idle && d->in.rst) || (design.x_any && d->cycle == 700);
    memcpy(mask, &x, sizeof x);
    return x.line;
}

static const struct assay_dut_ops ops = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct pins_in),
    .out_size = sizeof(struct pins_out),
    .block = "kinds",
    .create = create,
    .destroy = free,
    .eval = eval,
    .edge = edge,
    .unknown = unknown,
};

/* The same with two-state nets. */
static const struct assay_dut_ops ops_2 = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct pins_in),
    .out_size = sizeof(struct pins_out),
    .block = "kinds",
    .create = create,
    .destroy = free,
    .eval = eval,
    .edge = edge,
};

/* --- runs --- */

static inline struct assay_config config_of(enum design is, uint64_t cycles)
{
    struct assay_config c = {
        .block = &block, .seed = 1, .cycles = cycles, .ops = &ops, .backend = "test"};

    memset(&design, 0, sizeof design);
    memset(&seen, 0, sizeof seen);
    memset(&model_is, 0, sizeof model_is);
    memset(rules, 0, sizeof rules);
    design.is = is;
    rules[Y].no_ready = is != SLOW;
    rules[X].always = is == PIPELINE;
    rules[X].every_cycle = is == UNSTOPPABLE;
    rules[X].adapter = rules[Y].adapter = is == SERIAL;
    rules[X].outstanding = is == SLOW;
    assay_random_complete(&block);
    c.scenario = &block.scenarios[0];
    c.knobs = c.scenario->knobs;
    c.hang = 500;
    return c;
}

static inline struct assay_result run(const struct assay_config *c)
{
    char why[256] = "";
    struct assay_lockstep *ls = assay_lockstep_open(c, why, sizeof why);
    struct assay_result r;

    assert_string_equal(why, "");
    assay_lockstep_run(ls, UINT64_MAX);
    r = *assay_lockstep_finish(ls);
    assay_lockstep_close(ls);
    return r;
}

static inline void ends(const struct assay_config *c, enum assay_verdict v,
                        enum assay_mismatch kind)
{
    const struct assay_result r = run(c);

    if (r.verdict != v || (v == ASSAY_MISMATCH && r.kind != kind))
        fail_msg("%s, %s: expected %s", assay_verdict_name(r.verdict), assay_mismatch_name(r.kind),
                 assay_verdict_name(v));
}

#endif
