/* depthcull_steps.h - steps for cycle tests of depthcull: a primitive that passes everywhere, the
 * cycles of an operation, a pause; and the seed. */
#ifndef UNIT_DEPTHCULL_STEPS_H
#define UNIT_DEPTHCULL_STEPS_H

#include "unit/depthcull_bench.h"
#include "unit/random.h"

/* Seed of the benches: the places of the tiles. */
static uint64_t seed;

static inline int seed_all(void **unused)
{
    (void)unused;
    seed = random_seed(1);
    return 0;
}

static inline struct op easy(const struct bench *b, uint32_t at)
{
    struct op op = {.kind = PRIM, .at = at};

    for (uint32_t i = 0; i < b->p.tw * b->p.th; ++i)
        op.prim.mask[i / 32] |= UINT32_C(1) << i % 32;
    op.prim.func = DEPTHCULL_ALWAYS;
    op.prim.write = 1;
    op.prim.cref = b->p.fixed ? 0x10000 : 0x3F800000;
    op.prim.tag = (uint16_t)b->sent;
    return op;
}

static inline uint64_t cycles_of(struct bench *b, const struct op *op)
{
    const uint64_t begun = b->cycle;

    perform(b, op);
    drain(b);
    return b->cycle - begun;
}

/* Waits until dirty records have been written. */
static inline void rest(struct bench *b, uint32_t latency)
{
    for (uint32_t t = 0; t < 2 * latency + 10; ++t)
        cycle(b);
}

#endif
