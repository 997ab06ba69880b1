/*
 * gemm_figures.c - compares assay_gemm with the golden model of dpas stepped through the same
 * product, and with oneDNN.
 */
#include "dpas/gemm_figures.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/assay_gemm.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/rng.h"
#include "bench/figures.h"
#include "bench/gemm_rates.h"
#include "dpas/gemm.h"
#include "dpas/onednn.h"
#include "engine/lockstep.h"
#include "sim/backend.h"

enum { M = 192, K = 256, N = 192, GOAL = 20 };
/* Side of a product that takes longer than starting threads. */
enum { LARGE = 640 };

/* The library's side is repeated for this many seconds, to exceed the resolution of the clock. */
static const double least_seconds = 0.02;

struct product {
    struct assay_gemm stepped;
    struct assay_product whole;
    uint32_t a[LARGE * LARGE], b[LARGE * LARGE]; /* large enough for any type */
    uint32_t d[M * N], whole_d[LARGE * LARGE];
};

/* Fills with any bytes; floats are from 0.5 to 4 in magnitude, like activations and weights. */
static void fill(uint32_t *matrix, enum assay_type type, size_t n, struct assay_rng *r)
{
    for (size_t i = 0; i < n; ++i) {
        const uint32_t x = (uint32_t)assay_rng_u64(r);
        const uint32_t f32 = (x & 0x80000000) | (126 + (x >> 29 & 3) % 3) << 23 | (x & 0x7FFFFF);

        switch (type) {
        case ASSAY_TYPE_F32:
            matrix[i] = f32;
            break;
        case ASSAY_TYPE_BF16:
            ((uint16_t *)(void *)matrix)[i] = (uint16_t)(f32 >> 16);
            break;
        case ASSAY_TYPE_F16:
            ((uint16_t *)(void *)matrix)[i] =
                (uint16_t)((x >> 16 & 0x8000) | (14 + (x >> 29 & 3) % 3) << 10 | (x & 0x3FF));
            break;
        default:
            ((uint8_t *)matrix)[i] = (uint8_t)x;
            break;
        }
    }
}

/* Both products, with random elements. */
static void prepare(struct product *p, enum assay_type type, struct assay_rng *r)
{
    fill(p->a, type, (size_t)LARGE * LARGE, r);
    fill(p->b, type, (size_t)LARGE * LARGE, r);
    p->stepped = (struct assay_gemm){
        .a_type = type, .b_type = type, .a = p->a, .b = p->b, .m = M, .k = K, .n = N, .d = p->d};
    p->whole = (struct assay_product){.m = M,
                                      .k = K,
                                      .n = N,
                                      .a_type = type,
                                      .b_type = type,
                                      .acc_type =
                                          assay_type_is_float(type) ? ASSAY_ACC_F32 : ASSAY_ACC_S32,
                                      .a = p->a,
                                      .b = p->b,
                                      .d = p->whole_d};
}

/* Products per second of the model alone; 0 on failure. */
static double stepped(struct product *p, char *why, size_t size)
{
    struct assay_config config = {.block = assay_block_find("dpas"),
                                  .scenario = dpas_gemm_array.scenario,
                                  .seed = 1,
                                  .cycles = UINT64_MAX,
                                  .user = &p->stepped,
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
    if (p->stepped.failed || p->stepped.done != p->stepped.total) {
        snprintf(why, size, "gemm: the stepped model failed: %s", p->stepped.why);
        return 0;
    }
    return assay_gemm_work(&p->stepped) / took;
}

/* The same for the library, on the model's product or on a large one. The model's product is
 * measured in processor time, as for the model; a large one in wall-clock time. */
static double whole(struct product *p, bool large, unsigned threads, char *why, size_t size)
{
    struct assay_product whole = p->whole;
    double (*const clock)(void) = large ? assay_now : assay_cpu_now;
    const double begun = clock();
    double took = 0;
    unsigned times = 0;
    int status = ASSAY_MODEL_OK;

    whole.threads = threads;
    if (large)
        whole.m = whole.k = whole.n = LARGE;
    memset(p->whole_d, 0, sizeof p->whole_d);
    for (; took < least_seconds && status == ASSAY_MODEL_OK; took = clock() - begun, ++times)
        status = assay_gemm(&whole);
    if (status != ASSAY_MODEL_OK || (!large && memcmp(p->d, p->whole_d, sizeof p->d) != 0)) {
        snprintf(why, size, "gemm: the library: %s",
                 status ? assay_model_strerror(status) : "not the stepped model's product");
        return 0;
    }
    return (double)whole.m * (double)whole.k * (double)whole.n * times / took;
}

static double rate(void *any, enum assay_gemm_side side, char *why, size_t size)
{
    struct product *p = any;

    if (side == ASSAY_GEMM_STEPPED)
        return stepped(p, why, size);
    return whole(p, side != ASSAY_GEMM_ONE, side == ASSAY_GEMM_LARGE_TWO ? 2 : 1, why, size);
}

/* The large product of s8 by oneDNN on one thread: products per second; 0 on failure. */
static double onednn(const struct onednn *o, const struct product *p, int32_t *d)
{
    const double begun = assay_now();
    double took = 0;
    unsigned times = 0;
    bool ok = true;

    for (; took < least_seconds && ok; took = assay_now() - begun, ++times)
        ok = onednn_multiply(o, LARGE, (const int8_t *)p->a, (const int8_t *)p->b, d) == 0;
    return ok ? (double)LARGE * LARGE * LARGE * times / took : 0;
}

/* Compares assay_gemm with oneDNN on the large product in `p`, of s8, with room for a result in `d`.
 * If that is not possible, `without` says why. */
static int compare(struct assay_figure *x, struct product *p, int32_t *d, const char **without,
                   char *why, size_t size)
{
    enum { ROUNDS = 5, MOST_TENTHS = 15 };
    double ratio[ROUNDS];
    struct onednn o;

    *without = onednn_open(&o);
    for (size_t i = 0; i < ROUNDS && !*without; ++i) {
        const double own = whole(p, true, 1, why, size), other = onednn(&o, p, d);

        if (own <= 0)
            return ASSAY_ENVIRONMENT;
        if (other <= 0)
            *without = "not measured: dnnl_gemm_s8s8s32 failed";
        else if (memcmp(d, p->whole_d, sizeof p->whole_d) != 0)
            *without =
                "not compared: its product differs, as on processors without VNNI, where its "
                "sums of 16 bits saturate";
        ratio[i] = other / own;
    }
    if (!*without) {
        assay_figures_median(x, ratio, ROUNDS);
        x->met = 10 * x->value <= MOST_TENTHS;
    }
    return ASSAY_OK;
}

static int add_onednn(struct assay_figures *f, struct product *p, char *why, size_t size)
{
    const char *const name = "s8: oneDNN on one thread, 640x640x640, assay_gemm = 1";
    struct assay_figure x = {.name = name, .unit = "times", .goal = "goal 1.5"};
    int32_t *const d = calloc((size_t)LARGE * LARGE, sizeof *d);
    const char *without = NULL;
    int e = ASSAY_ENVIRONMENT;

    snprintf(why, size, "gemm: out of memory");
    if (d)
        e = compare(&x, p, d, &without, why, size);
    free(d);
    if (e)
        return e;
    if (without) {
        fprintf(assay_figures_text(f), "  %s: %s\n", name, without);
        assay_figures_remark(f, name, without);
    } else {
        assay_figures_put(f, &x);
    }
    return ASSAY_OK;
}

int assay_gemm_figures(struct assay_figures *f, char *why, size_t size)
{
    static const enum assay_type types[] = {ASSAY_TYPE_S8, ASSAY_TYPE_BF16, ASSAY_TYPE_F16,
                                            ASSAY_TYPE_F32};
    enum { TYPES = sizeof types / sizeof types[0] };
    const char *name[TYPES];
    const struct assay_gemm_rates_of of = {name, TYPES, "10^6 products/s", GOAL, LARGE};
    struct product *p = calloc(1, sizeof *p);
    struct assay_gemm_rates rates[TYPES];
    struct assay_rng rng;
    int e = p ? ASSAY_OK : ASSAY_ENVIRONMENT;

    snprintf(why, size, "gemm: out of memory");
    assay_rng_init(&rng, 1, "gemm figures");
    for (size_t t = 0; t < TYPES && !e; ++t) {
        name[t] = assay_type_name(types[t]);
        prepare(p, types[t], &rng);
        e = assay_gemm_rates_measure(&rates[t], rate, p, why, size);
    }
    if (!e) {
        assay_figures_head(
            f,
            "gemm: assay_gemm against the stepped model of dpas (8 lanes, depth 4), "
            "192x256x192, the same bits; and on one and two threads, 640x640x640; medians of 5",
            "");
        assay_gemm_rates_print(f, rates, &of);
        prepare(p, ASSAY_TYPE_S8, &rng);
        e = add_onednn(f, p, why, size);
    }
    free(p);
    return e;
}
