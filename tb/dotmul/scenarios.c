#include "dotmul/scenarios.h"

#include "dotmul/dotmul.h"

/* --- random: operands with corners, both modes, all signs --- */

struct random_ctx {
    struct assay_rng mode, a, b;
    uint32_t n, k, corner;
};

static void random_begin(void *any, const struct assay_stim_env *env)
{
    struct random_ctx *c = any;

    assay_rng_init(&c->mode, env->seed, "dotmul.mode");
    assay_rng_init(&c->a, env->seed, "dotmul.a");
    assay_rng_init(&c->b, env->seed, "dotmul.b");
    c->n = env->params->v[0];
    c->k = env->params->v[1];
    c->corner = env->knobs.corner;
}

/* Corners of the whole operand, corners of each element separately, or any value. */
static uint32_t operand(struct assay_rng *r, const struct random_ctx *c)
{
    const uint32_t bits = c->n * c->k;
    const uint32_t ones = (uint32_t)((UINT64_C(1) << bits) - 1);
    const uint32_t element = (UINT32_C(1) << c->n) - 1;
    const uint32_t corners[4] = {0, element, element - (element >> 1), element >> 1};
    uint32_t value = 0;

    if (!assay_rng_percent(r, c->corner))
        return assay_rng_u32(r) & ones;
    switch (assay_rng_below(r, 8)) {
    case 0:
        return 0;
    case 1:
        return ones;
    case 2:
        return ones - (ones >> 1);
    case 3:
        return ones >> 1;
    default:
        for (uint32_t i = 0; i < c->k; ++i)
            value |= corners[assay_rng_below(r, 4)] << (i * c->n);
        return value;
    }
}

static bool random_next(void *any, unsigned stream, void *payload)
{
    struct random_ctx *c = any;
    struct dotmul_op *op = payload;
    uint32_t mode = assay_rng_below(&c->mode, 8);

    (void)stream; /* op is the only sink */
    op->a = operand(&c->a, c);
    op->b = operand(&c->b, c);
    op->dot = mode & 1;
    op->a_signed = mode >> 1 & 1;
    op->b_signed = mode >> 2 & 1;
    return true;
}

static void random_restart(void *any)
{
    (void)any; /* operations are independent of each other */
}

/* --- exhaustive: every operand pair in every mode and signedness, then the end --- */

struct exhaustive_ctx {
    uint32_t bits;
    uint64_t next, done, count;
};

static void exhaustive_begin(void *any, const struct assay_stim_env *env)
{
    struct exhaustive_ctx *c = any;

    c->bits = env->params->v[0] * env->params->v[1];
    /* Above 30 bits the count itself would overflow, and no run would reach it anyway. */
    c->count = c->bits <= 30 ? UINT64_C(8) << (2 * c->bits) : UINT64_MAX;
}

static bool exhaustive_next(void *any, unsigned stream, void *payload)
{
    struct exhaustive_ctx *c = any;
    struct dotmul_op *op = payload;
    const uint64_t ones = (UINT64_C(1) << c->bits) - 1;

    (void)stream;
    if (c->next == c->count)
        return false;
    op->a = (uint32_t)(c->next >> 3 & ones);
    op->b = (uint32_t)(c->next >> (3 + c->bits) & ones);
    op->dot = c->next & 1;
    op->a_signed = c->next >> 1 & 1;
    op->b_signed = c->next >> 2 & 1;
    ++c->next;
    return true;
}

static void exhaustive_observe(void *any, unsigned stream, const void *payload)
{
    struct exhaustive_ctx *c = any;

    (void)payload;
    if (stream == 1) /* res */
        ++c->done;
}

static bool exhaustive_done(const void *any)
{
    const struct exhaustive_ctx *c = any;

    return c->done == c->count;
}

const struct assay_scenario dotmul_scenarios[DOTMUL_SCENARIOS] = {
    {
        .name = "random",
        .summary = "random operations with corner operands, stalls and resets",
        .knobs = {.stall = 50, .corner = 40, .resets = 1},
        .ctx_size = sizeof(struct random_ctx),
        .begin = random_begin,
        .next = random_next,
        .restart = random_restart,
    },
    {
        .name = "exhaustive",
        .summary = "every operand pair in every mode: 8 * 4^(n*k) operations",
        .knobs = {.stall = 0},
        .ctx_size = sizeof(struct exhaustive_ctx),
        .begin = exhaustive_begin,
        .next = exhaustive_next,
        .observe = exhaustive_observe,
        .done = exhaustive_done,
    },
};
