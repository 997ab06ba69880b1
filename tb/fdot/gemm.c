#include "fdot/gemm.h"

#include <stdio.h>
#include <string.h>

#include "api/assay_fdot.h"
#include "fdot/fdot.h"
#include "fdot/scenarios.h"
#include "gemm/formats.h"

/*
 * Sends the first group of every element of D, row by row, then the next group of every element. By
 * then the previous result, which is its c, has come back, unless D has fewer elements than the
 * block has stages.
 */
struct ctx {
    struct assay_gemm *g;
    struct assay_fdot_shape shape;
    uint64_t elements; /* number of elements of D */
    uint64_t groups;   /* number of groups per element */
    uint64_t sent;
};

static void begin(void *any, const struct assay_stim_env *env)
{
    struct ctx *c = any;
    struct assay_gemm *g = env->user;

    c->g = g;
    c->elements = (uint64_t)g->m * g->n;
    g->done = 0;
    g->total = 0;
    g->failed = assay_fdot_measure(g->numerics, &c->shape) != ASSAY_MODEL_OK;
    if (g->failed) {
        snprintf(g->why, sizeof g->why, "there is no such operation");
        return;
    }
    c->groups = (g->k - 1) / c->shape.group + 1;
    g->total = c->elements * c->groups;
    g->why[0] = '\0';
}

/* Elements beyond K are +0. */
static void put_elements(const struct ctx *c, size_t row, size_t col, size_t first,
                         struct fdot_op *op)
{
    const struct assay_gemm *g = c->g;
    const struct assay_fdot *how = g->numerics;

    for (unsigned i = 0; i < c->shape.group && first + i < g->k; ++i) {
        fdot_put(op->a, op->a_format, i,
                 assay_format_get(g->a, how->a_format, row * g->k + first + i));
        fdot_put(op->b, op->b_format, i,
                 assay_format_get(g->b, how->b_format, (first + i) * g->n + col));
    }
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct ctx *c = any;
    const struct assay_gemm *g = c->g;
    struct fdot_op *op = payload;
    const uint64_t at = c->elements ? c->sent % c->elements : 0;
    const uint64_t group = c->elements ? c->sent / c->elements : 0;
    const size_t row = (size_t)(at / g->n), col = (size_t)(at % g->n);
    const bool half_first = g->numerics->output == ASSAY_FDOT_OUT_F32_C16;
    /* With f32_c16 only the first c is f16: a later one is an f32 result. */
    const enum assay_fdot_output output =
        half_first && group ? ASSAY_FDOT_OUT_F32 : g->numerics->output;

    (void)stream; /* op is the only sink */
    if (c->sent == g->total || (group && g->done + c->elements <= c->sent))
        return false;
    memset(op, 0, sizeof *op);
    op->profile = (uint8_t)g->numerics->profile;
    op->a_format = (uint8_t)g->numerics->a_format;
    op->b_format = (uint8_t)g->numerics->b_format;
    op->output = (uint8_t)output;
    op->tag = (uint8_t)c->sent;
    op->c = group ? g->d[at] : 0;
    if (c->shape.scaled) {
        op->a_scale = g->a_scales[row * c->groups + group];
        op->b_scale = g->b_scales[group * g->n + col];
    }
    put_elements(c, row, col, (size_t)group * c->shape.group, op);
    ++c->sent;
    return true;
}

static void observe(void *any, unsigned stream, const void *payload)
{
    struct ctx *c = any;
    struct assay_gemm *g = c->g;
    const struct fdot_res *res = payload;

    if (stream != fdot_stream_res || g->failed)
        return;
    if (g->done >= c->sent || res->tag != (uint8_t)g->done || res->status != FDOT_GOOD) {
        g->failed = true;
        snprintf(g->why, sizeof g->why,
                 "result with tag %u, status %u: expected that of group %llu, status %u", res->tag,
                 res->status, (unsigned long long)g->done, (unsigned)FDOT_GOOD);
        return;
    }
    g->d[g->done % c->elements] = res->value;
    ++g->done;
}

static bool done(const void *any)
{
    const struct assay_gemm *g = ((const struct ctx *)any)->g;

    return g->failed || g->done == g->total;
}

static const struct assay_scenario scenario = {
    .name = "gemm",
    .summary = "a matrix product, group by group",
    .ctx_size = sizeof(struct ctx),
    .begin = begin,
    .next = next,
    .observe = observe,
    .done = done,
};

/* The types play no role: the profile determines what is accepted. */
static bool takes(enum assay_type a, enum assay_type b)
{
    (void)a;
    (void)b;
    return false;
}

static double peak(const struct assay_gemm *g, const struct assay_params *params)
{
    struct assay_fdot_shape shape = {0, 0, 0};

    (void)params;
    (void)assay_fdot_measure(g->numerics, &shape);
    return shape.group;
}

static size_t counts(const struct assay_gemm *g, const struct assay_params *params,
                     struct assay_gemm_count *count)
{
    (void)params;
    count[0] = (struct assay_gemm_count){"groups", g->total};
    return 1;
}

const struct assay_gemm_array fdot_gemm_array = {
    .name = "fdot",
    .block = "fdot",
    .unit = "group",
    .scenario = &scenario,
    .takes = takes,
    .peak = peak,
    .counts = counts,
};
