/*
 * engine_dut.h - faulty DUTs: a second instance of the golden model behind the DUT interface, so
 * that the fault and the cycle in which the engine must see it are known exactly.
 */
#ifndef UNIT_ENGINE_DUT_H
#define UNIT_ENGINE_DUT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dotmul/dotmul.h"
#include "engine/lockstep.h"
#include "unit/opened.h"

enum { NEVER = -1 };

/* The fault, and the cycle in which it occurs. */
static struct {
    long flip_p_at;      /* bit 3 of res_p is inverted while res_valid is high */
    long drop_ready_at;  /* op_ready is inverted */
    long drop_valid_at;  /* res_valid is 0 */
    long unknown_at;     /* bit 5 of res_p is X */
    bool unknown_always; /* bit 5 of res_p is X in every cycle in which res_valid is low */
    long stop_at;        /* $finish */
    bool dead;           /* neither ready nor valid */
} wrong;

struct dut {
    struct dotmul_state state;
    struct dotmul_outputs unknown;
    struct dotmul_inputs in;
    long cycle;
};

static uint64_t in_reset; /* cycles in reset since nothing_wrong() */

static inline void nothing_wrong(void)
{
    in_reset = 0;
    memset(&wrong, 0, sizeof wrong);
    wrong.flip_p_at = wrong.drop_ready_at = wrong.drop_valid_at = wrong.unknown_at = wrong.stop_at =
        NEVER;
}

static inline void *dut_create(void)
{
    const struct dotmul_params p = {.n = 4, .k = 2, .duplex = 0};
    struct dut *d = calloc(1, sizeof *d);

    if (d)
        dotmul_init(&d->state, &p);
    return d;
}

static inline void dut_eval(void *any, const void *in, void *any_out)
{
    struct dut *d = any;
    struct dotmul_outputs *out = any_out;

    memcpy(&d->in, in, sizeof d->in);
    dotmul_step(&d->state, &d->in, out);
    memset(&d->unknown, 0, sizeof d->unknown);
    if (d->cycle == wrong.flip_p_at)
        out->res.p ^= 8;
    if (d->cycle == wrong.drop_ready_at)
        out->op_ready ^= 1;
    if (d->cycle == wrong.drop_valid_at)
        out->res_valid = 0;
    if (d->cycle == wrong.unknown_at || (wrong.unknown_always && !out->res_valid))
        d->unknown.res.p = 32;
    if (wrong.dead)
        memset(out, 0, sizeof *out);
}

static inline unsigned dut_edge(void *any)
{
    struct dut *d = any;

    in_reset += d->in.rst;
    return d->cycle++ == wrong.stop_at ? ASSAY_DUT_FINISHED : 0;
}

static inline int dut_unknown(void *any, void *mask)
{
    const struct dut *d = any;

    memcpy(mask, &d->unknown, sizeof d->unknown);
    return d->unknown.res.p != 0;
}

static const struct assay_dut_ops dut_ops = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct dotmul_inputs),
    .out_size = sizeof(struct dotmul_outputs),
    .block = "dotmul",
    .create = dut_create,
    .destroy = free,
    .eval = dut_eval,
    .edge = dut_edge,
    .unknown = dut_unknown,
};

static inline struct assay_config config_of(uint64_t seed, uint64_t cycles)
{
    struct assay_config c = {.seed = seed, .cycles = cycles, .ops = &dut_ops, .backend = "test"};

    c.block = assay_block_find("dotmul");
    c.params = c.block->model->sets[1].params;
    c.scenario = &c.block->scenarios[0];
    c.knobs = c.scenario->knobs;
    return c;
}

#endif
