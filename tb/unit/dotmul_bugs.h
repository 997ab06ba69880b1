/*
 * dotmul_bugs.h - a DUT of dotmul, made of the golden model with one bug, which a test selects.
 */
#ifndef DOTMUL_BUGS_H
#define DOTMUL_BUGS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "dotmul/dotmul.h"
#include "engine/dut.h"

enum bug {
    NO_BUG,
    BAD_OPERAND, /* one operand in one mode gives a wrong product */
    BAD_STALL,   /* a result that waits for three cycles changes */
    BAD_RESET,   /* what an operation before a reset left behind shows after the reset */
    BAD_PAIR,    /* two operations in successive cycles, both of signed operands */
    BAD_SUM,   /* one operand, if the low bits of all before it since the reset add up to a value */
    BAD_ARMED, /* one operand, once any operand was signed, even of the same operation */
    BAD_LATE,  /* results are wrong after 9000 cycles */
    BAD_UNKNOWN, /* an X for one operand */
    BAD_STOP     /* $finish for one operand */
};

static enum bug bug;

struct dotmul_dut {
    struct dotmul_state state;
    struct dotmul_inputs in;
    struct dotmul_op last; /* operation whose result is valid */
    uint32_t waited, cycles;
    bool marked, was_reset, wrong, pair, stop, cancelled, armed, fires;
    uint8_t sum;
};

static inline void *dotmul_create(void)
{
    const struct dotmul_params p = {.n = 4, .k = 2, .duplex = 0};
    struct dotmul_dut *d = calloc(1, sizeof *d);

    if (d)
        dotmul_init(&d->state, &p);
    return d;
}

/* Returns true if the bug changes the result, given the state before this cycle. */
static inline bool is_wrong(const struct dotmul_dut *d, const struct dotmul_outputs *out)
{
    if (!out->res_valid)
        return false;
    switch (bug) {
    case BAD_OPERAND:
        return d->last.a == 0x5B && d->last.dot;
    case BAD_STALL:
        return d->waited >= 3;
    case BAD_RESET:
        return d->was_reset;
    case BAD_PAIR:
        return d->pair;
    case BAD_SUM:
        return d->cancelled;
    case BAD_ARMED:
        return d->fires;
    case BAD_LATE:
        return d->cycles > 9000;
    default:
        return false;
    }
}

static inline void dotmul_eval(void *any, const void *any_in, void *any_out)
{
    struct dotmul_dut *d = any;
    const struct dotmul_inputs *in = any_in;
    struct dotmul_outputs *out = any_out;
    const bool flowing = d->last.a_signed;
    bool taken;

    dotmul_step(&d->state, in, out);
    taken = in->op_valid && out->op_ready && !in->rst;
    ++d->cycles;
    if (is_wrong(d, out))
        out->res.p ^= 0x10;
    d->stop = bug == BAD_STOP && taken && in->op.b == 0x77;
    d->wrong = bug == BAD_UNKNOWN && out->res_valid && d->last.b == 0x40;
    d->waited = out->res_valid && !in->res_ready ? d->waited + 1 : 0;
    if (in->rst) {
        d->was_reset |= d->marked;
        memset(&d->last, 0, sizeof d->last);
        d->sum = 0;
        d->armed = false;
    } else if (taken) {
        d->cancelled = d->sum == 31 && in->op.b == 0x5A;
        d->sum ^= in->op.a & 31;
        d->armed |= in->op.a_signed;
        d->fires = d->armed && in->op.b == 0x5A;
        d->marked |= in->op.a == 0xFF;
        d->pair = out->res_valid && flowing && in->op.a_signed;
        d->last = in->op;
    }
}

static inline unsigned dotmul_edge(void *any)
{
    return ((struct dotmul_dut *)any)->stop ? ASSAY_DUT_FINISHED : 0;
}

static inline int dotmul_unknown(void *any, void *any_mask)
{
    const struct dotmul_dut *d = any;
    struct dotmul_outputs *mask = any_mask;

    memset(mask, 0, sizeof *mask);
    mask->res.p = d->wrong ? 4 : 0;
    return d->wrong;
}

static const struct assay_dut_ops dotmul_ops = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct dotmul_inputs),
    .out_size = sizeof(struct dotmul_outputs),
    .block = "dotmul",
    .create = dotmul_create,
    .destroy = free,
    .eval = dotmul_eval,
    .edge = dotmul_edge,
    .unknown = dotmul_unknown,
};

#endif
