#include "fdot/gemm_figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/assay_gemm.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/rng.h"
#include "bench/figures.h"
#include "bench/gemm_rates.h"
#include "engine/lockstep.h"
#include "fdot/gemm.h"
#include "gemm/formats.h"
#include "sim/backend.h"

enum { M = 96, K = 256, N = 96, GOAL = 50 };
enum { LARGE = 384 }; /* side of a product that takes longer than starting threads */

/* The library's side is repeated for this many seconds, to exceed the resolution of the clock. */
static const double least_seconds = 0.02;

static const struct assay_fdot operations[] = {
    {ASSAY_FDOT_VOLTA, ASSAY_FDOT_F16, ASSAY_FDOT_F16, ASSAY_FDOT_OUT_F32},
    {ASSAY_FDOT_AMPERE, ASSAY_FDOT_BF16, ASSAY_FDOT_BF16, ASSAY_FDOT_OUT_F32},
    {ASSAY_FDOT_HOPPER, ASSAY_FDOT_F16, ASSAY_FDOT_F16, ASSAY_FDOT_OUT_F32},
    {ASSAY_FDOT_HOPPER, ASSAY_FDOT_F16, ASSAY_FDOT_F16, ASSAY_FDOT_OUT_F16},
    {ASSAY_FDOT_HOPPER, ASSAY_FDOT_TF32, ASSAY_FDOT_TF32, ASSAY_FDOT_OUT_F32},
    {ASSAY_FDOT_HOPPER, ASSAY_FDOT_E4M3, ASSAY_FDOT_E4M3, ASSAY_FDOT_OUT_E8M13},
    {ASSAY_FDOT_BLACKWELL, ASSAY_FDOT_E2M1, ASSAY_FDOT_E2M1, ASSAY_FDOT_OUT_F32},
};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

struct product {
    const struct assay_fdot *op;
    uint32_t a[LARGE * LARGE], b[LARGE * LARGE]; /* large enough for any format */
    uint32_t stepped[M * N], whole[LARGE * LARGE];
};

/* Fills with numbers from 0.5 to 4 in magnitude, like activations and weights. */
static void fill(uint32_t *matrix, enum assay_fdot_format f, struct assay_rng *r)
{
    for (size_t i = 0; i < (size_t)LARGE * LARGE; ++i) {
        const double x = 0.5 + 3.5 * (double)(assay_rng_u64(r) >> 32) / 4294967296.0;

        assay_format_put(matrix, f, i,
                         assay_format_round(assay_rng_below(r, 2) ? -x : x, f, &(size_t){0}));
    }
}

/* Products per second of the model alone; 0 on failure. */
static double stepped(struct product *p, char *why, size_t size)
{
    struct assay_gemm g = {.a_type = ASSAY_TYPE_F32,
                           .b_type = ASSAY_TYPE_F32,
                           .a = p->a,
                           .b = p->b,
                           .m = M,
                           .k = K,
                           .n = N,
                           .d = p->stepped,
                           .numerics = p->op};
    struct assay_config config = {.block = assay_block_find("fdot"),
                                  .scenario = fdot_gemm_array.scenario,
                                  .seed = 1,
                                  .cycles = UINT64_MAX,
                                  .user = &g,
                                  .backend = "model"};
    struct assay_lockstep *ls;
    double begun, took;

    if (!assay_params_parse(config.block, "default", &config.params, why, size))
        return 0;
    ls = assay_lockstep_open(&config, why, size);
    if (!ls)
        return 0;
    begun = assay_cpu_now();
    assay_lockstep_run(ls, UINT64_MAX);
    took = assay_cpu_now() - begun;
    assay_lockstep_close(ls);
    if (g.failed || g.done != g.total) {
        snprintf(why, size, "numerics: the stepped model failed: %s", g.why);
        return 0;
    }
    return assay_gemm_work(&g) / took;
}

/* The same for the library, on the model's product or on a large one, with any number of
 * threads. The model's product is measured in processor time, as for the model; a large one in
 * wall-clock time. */
static double whole(struct product *p, size_t m, size_t k, size_t n, unsigned threads, char *why,
                    size_t size)
{
    const struct assay_product product = {.m = m,
                                          .k = k,
                                          .n = n,
                                          .a = p->a,
                                          .b = p->b,
                                          .d = p->whole,
                                          .threads = threads,
                                          .numerics = p->op};
    double (*const clock)(void) = m == M ? assay_cpu_now : assay_now;
    const double begun = clock();
    double took = 0;
    unsigned times = 0;
    int status = ASSAY_MODEL_OK;

    memset(p->whole, 0, sizeof p->whole);
    for (; took < least_seconds && status == ASSAY_MODEL_OK; took = clock() - begun, ++times)
        status = assay_gemm(&product);
    if (status != ASSAY_MODEL_OK ||
        (m == M && memcmp(p->stepped, p->whole, sizeof p->stepped) != 0)) {
        snprintf(why, size, "numerics: the library: %s",
                 status ? assay_model_strerror(status) : "not the stepped model's product");
        return 0;
    }
    return (double)m * (double)k * (double)n * times / took;
}

static double rate(void *any, enum assay_gemm_side side, char *why, size_t size)
{
    struct product *p = any;

    switch (side) {
    case ASSAY_GEMM_STEPPED:
        return stepped(p, why, size);
    case ASSAY_GEMM_ONE:
        return whole(p, M, K, N, 1, why, size);
    default:
        return whole(p, LARGE, LARGE, LARGE, side == ASSAY_GEMM_LARGE_TWO ? 2 : 1, why, size);
    }
}

static void name_of(const struct assay_fdot *op, char *name, size_t size)
{
    snprintf(name, size, "%s %s to %s", assay_fdot_profile_name(op->profile),
             assay_fdot_format_name(op->a_format), assay_fdot_output_name(op->output));
}

static void print(struct assay_figures *f, const struct assay_gemm_rates *rates)
{
    char text[OPERATIONS][96];
    const char *name[OPERATIONS];
    const struct assay_gemm_rates_of of = {name, OPERATIONS, "10^6/s", GOAL, LARGE};

    assay_figures_head(f,
                       "numerics: assay_gemm with the arithmetic of matrix units against the "
                       "stepped model of fdot, 96x256x96, the same bits; and on one and two "
                       "threads, 384x384x384; medians of 5",
                       "");
    for (size_t i = 0; i < OPERATIONS; ++i) {
        name_of(&operations[i], text[i], sizeof text[i]);
        name[i] = text[i];
    }
    assay_gemm_rates_print(f, rates, &of);
}

int fdot_gemm_figures(struct assay_figures *f, char *why, size_t why_size)
{
    struct product *p = calloc(1, sizeof *p);
    struct assay_gemm_rates rates[OPERATIONS];
    struct assay_rng rng;
    int e = p ? ASSAY_OK : ASSAY_ENVIRONMENT;

    snprintf(why, why_size, "numerics: out of memory");
    assay_rng_init(&rng, 1, "numerics figures");
    for (size_t i = 0; i < OPERATIONS && !e; ++i) {
        p->op = &operations[i];
        fill(p->a, p->op->a_format, &rng);
        fill(p->b, p->op->b_format, &rng);
        e = assay_gemm_rates_measure(&rates[i], rate, p, why, why_size);
    }
    free(p);
    if (!e)
        print(f, rates);
    return e;
}
