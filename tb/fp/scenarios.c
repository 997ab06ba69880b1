#include "fp/scenarios.h"

#include <assert.h>

#include "fp/fp.h"
#include "fp/host.h"
#include "fp/operands.h"

/* --- random: all operations, with operands in the shapes that are hard for each --- */

struct random_ctx {
    struct assay_rng code, operands, tag;
    uint32_t illegal, corner;
    bool divider;
};

static void random_begin(void *any, const struct assay_stim_env *env)
{
    struct random_ctx *c = any;

    assay_rng_init(&c->code, env->seed, "fp.code");
    assay_rng_init(&c->operands, env->seed, "fp.operands");
    assay_rng_init(&c->tag, env->seed, "fp.tag");
    c->illegal = env->knobs.illegal;
    c->corner = env->knobs.corner;
    c->divider = env->params->v[0] != 0;
}

static uint32_t draw_code(struct random_ctx *c)
{
    const bool illegal = assay_rng_percent(&c->code, c->illegal);
    /* Divisions are half as frequent as the others, because each takes as long as 28 of them. */
    const uint32_t slot = assay_rng_below(&c->code, 2 * FP_CODES - 1);
    const uint32_t code = slot == 0 ? FP_DIV : (slot - 1) / 2 + (slot > 2 * FP_DIV);

    assert(code < FP_CODES);
    if (illegal)
        return !c->divider && slot % 3 == 0 ? (uint32_t)FP_DIV : FP_CODES + (slot & 1);
    return code == FP_DIV && !c->divider ? (uint32_t)FP_FMA : code;
}

static bool random_next(void *any, unsigned stream, void *payload)
{
    struct random_ctx *c = any;
    struct fp_op *op = payload;

    (void)stream; /* op is the only sink */
    op->code = (uint8_t)draw_code(c);
    op->tag = (uint8_t)(assay_rng_u64(&c->tag) >> 56);
    fp_draw_operands(&c->operands, c->corner, op);
    return true;
}

static void random_restart(void *any)
{
    (void)any; /* operations are independent of each other */
}

/* --- corners: every pair of corners in every operation with two operands, triples of a
 * selection in fma, every 16-bit pattern and every edge in the conversions; then the end --- */

struct corners_ctx {
    uint32_t code, index; /* of the next operation */
    uint64_t sent, done;
};

static uint32_t operations(uint32_t code)
{
    switch (code) {
    case FP_FMA:
        return FP_FEW_CORNERS * FP_FEW_CORNERS * FP_FEW_CORNERS;
    case FP_F32_TO_F16:
    case FP_F32_TO_BF16:
        return FP_CORNERS + FP_CONVERTED_CORNERS;
    case FP_F16_TO_F32:
    case FP_BF16_TO_F32:
        return 0x10000;
    case FP_U32_TO_F32:
    case FP_S32_TO_F32:
        return FP_INT_CORNERS;
    case FP_CODES:
    case FP_CODES + 1:
        return FP_CORNERS;
    default:
        return FP_CORNERS * FP_CORNERS;
    }
}

static void corners_begin(void *any, const struct assay_stim_env *env)
{
    (void)any; /* the zeroed context is the initial state */
    (void)env;
}

static void corner_operands(struct fp_op *op, uint32_t i)
{
    enum { F = FP_FEW_CORNERS };

    op->a = fp_corners[i % FP_CORNERS];
    op->b = fp_corners[i / FP_CORNERS % FP_CORNERS];
    op->c = fp_corners[(i + 1) % FP_CORNERS];
    switch (op->code) {
    case FP_FMA:
        op->a = fp_corners[i % F];
        op->b = fp_corners[i / F % F];
        op->c = fp_corners[i / (F * F)];
        break;
    case FP_F32_TO_F16:
    case FP_F32_TO_BF16:
        if (i >= FP_CORNERS)
            op->a = fp_converted_corners[i - FP_CORNERS];
        break;
    case FP_F16_TO_F32:
    case FP_BF16_TO_F32:
        op->a = i * 0x9E370001; /* i, with random-looking bits above it that must not matter */
        break;
    case FP_U32_TO_F32:
    case FP_S32_TO_F32:
        op->a = fp_int_corners[i];
        break;
    default:
        break;
    }
}

static bool corners_next(void *any, unsigned stream, void *payload)
{
    struct corners_ctx *c = any;
    struct fp_op *op = payload;

    (void)stream;
    if (c->code == FP_CODES + 2)
        return false;
    op->code = (uint8_t)c->code;
    op->tag = (uint8_t)c->sent;
    corner_operands(op, c->index);
    ++c->sent;
    if (++c->index == operations(c->code)) {
        c->index = 0;
        ++c->code;
    }
    return true;
}

static void corners_observe(void *any, unsigned stream, const void *payload)
{
    struct corners_ctx *c = any;

    (void)payload;
    if (stream == 1) /* res */
        ++c->done;
}

static bool corners_done(const void *any)
{
    const struct corners_ctx *c = any;

    return c->code == FP_CODES + 2 && c->done == c->sent;
}

const struct assay_scenario fp_scenarios[FP_SCENARIOS] = {
    {
        .name = "random",
        .summary = "random operations with corner operands, stalls and resets",
        .knobs = {.stall = 50, .illegal = 5, .corner = 30, .resets = 1},
        .ctx_size = sizeof(struct random_ctx),
        .begin = random_begin,
        .next = random_next,
        .restart = random_restart,
    },
    {
        .name = "corners",
        .summary = "every pair of corner operands, triples in fma, every 16-bit pattern",
        .knobs = {.stall = 0},
        .ctx_size = sizeof(struct corners_ctx),
        .begin = corners_begin,
        .next = corners_next,
        .observe = corners_observe,
        .done = corners_done,
    },
    {
        .name = "fma_host",
        .summary = "random fma triples, each result compared with the host's fmaf",
        .knobs = {.stall = 0, .corner = 10},
        .ctx_size = sizeof(struct fp_host_ctx),
        .begin = fp_host_begin,
        .next = fp_host_next_fma,
        .observe = fp_host_observe,
        .failed = fp_host_failed,
        .report = fp_host_report,
    },
    {
        .name = "f16_products",
        .summary = "all 2^32 products of two f16, each compared with the host's",
        .knobs = {.stall = 0},
        .ctx_size = sizeof(struct fp_host_ctx),
        .begin = fp_host_begin,
        .next = fp_host_next_f16,
        .observe = fp_host_observe,
        .done = fp_host_done,
        .failed = fp_host_failed,
        .report = fp_host_report,
    },
    {
        .name = "bf16_products",
        .summary = "all 2^32 products of two bf16, each compared with the host's",
        .knobs = {.stall = 0},
        .ctx_size = sizeof(struct fp_host_ctx),
        .begin = fp_host_begin,
        .next = fp_host_next_bf16,
        .observe = fp_host_observe,
        .done = fp_host_done,
        .failed = fp_host_failed,
        .report = fp_host_report,
    },
};
