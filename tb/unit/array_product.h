/*
 * array_product.h - matrix products that the golden model of dpas computes in tiles, and the
 * definition, element by element.
 */
#ifndef UNIT_ARRAY_PRODUCT_H
#define UNIT_ARRAY_PRODUCT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dpas/gemm.h"
#include "engine/lockstep.h"
#include "unit/random.h"

struct product {
    struct assay_gemm g;
    void *a, *b;
    uint64_t cycles;
};

static inline struct assay_params params_of(const char *set)
{
    struct assay_params params;
    char why[256];

    assert_true(assay_params_parse(assay_block_find("dpas"), set, &params, why, sizeof why));
    return params;
}

static inline void put(void *matrix, enum assay_type type, size_t i, uint32_t pattern)
{
    switch (assay_type_size(type)) {
    case 1:
        ((uint8_t *)matrix)[i] = (uint8_t)pattern;
        break;
    case 2:
        ((uint16_t *)matrix)[i] = (uint16_t)pattern;
        break;
    default:
        ((uint32_t *)matrix)[i] = pattern;
        break;
    }
}

/* Draws numbers around one, most with few bits, so that sums cancel; zeros of both signs; tiny
 * numbers, whose products are signed zeros; now and then any pattern. */
static inline uint32_t draw_float(struct assay_rng *r, enum assay_type type)
{
    const uint32_t bits = (uint32_t)assay_type_size(type) * 8, x = (uint32_t)assay_rng_u64(r);
    const uint32_t sign = (x >> 31) << (bits - 1);
    const uint32_t frac_bits = type == ASSAY_TYPE_F32 ? 23 : type == ASSAY_TYPE_F16 ? 10 : 7;
    const uint32_t one = type == ASSAY_TYPE_F16 ? 15 : 127;

    switch (assay_rng_below(r, 16)) {
    case 0:
        return sign;
    case 1:
        return sign | (x & 7);
    case 2:
        return assay_rng_below(r, 16) ? sign : bits == 32 ? x : x & 0xFFFF;
    case 3:
    case 4:
        return sign | (one + (x & 3)) << frac_bits | (x >> 8 & ((1U << frac_bits) - 1));
    default:
        return sign | (one + (x & 1)) << frac_bits | (x >> 8 & 1) << (frac_bits - 1);
    }
}

static inline void fill(struct assay_rng *r, void *matrix, enum assay_type type, size_t count)
{
    static const uint8_t corners[] = {0x00, 0x01, 0x7F, 0x80, 0xFF};

    for (size_t i = 0; i < count; ++i) {
        const uint32_t byte =
            assay_rng_below(r, 4) ? assay_rng_u64(r) & 0xFF : corners[i % sizeof corners];

        put(matrix, type, i, assay_type_is_float(type) ? draw_float(r, type) : byte);
    }
}

/* Makes random matrices; about one element in four is a corner value. */
static inline void make_types(struct product *p, struct assay_rng *r, enum assay_type a,
                              enum assay_type b, size_t m, size_t k, size_t n)
{
    memset(p, 0, sizeof *p);
    p->a = malloc(m * k * assay_type_size(a));
    p->b = malloc(k * n * assay_type_size(b));
    p->g.d = malloc(m * n * sizeof *p->g.d);
    assert_true(p->a && p->b && p->g.d);
    fill(r, p->a, a, m * k);
    fill(r, p->b, b, k * n);
    memset(p->g.d, 0xA5, m * n * sizeof *p->g.d); /* reveals an element that is left out */
    p->g.a_type = a;
    p->g.b_type = b;
    p->g.a = p->a;
    p->g.b = p->b;
    p->g.m = m;
    p->g.k = k;
    p->g.n = n;
}

static inline void make(struct product *p, struct assay_rng *r, size_t m, size_t k, size_t n)
{
    make_types(p, r, ASSAY_TYPE_U8, ASSAY_TYPE_U8, m, k, n);
}

static inline void release(struct product *p)
{
    free(p->a);
    free(p->b);
    free(p->g.d);
}

static inline void run(struct product *p, const char *set, uint32_t stall, uint64_t seed)
{
    struct assay_config config = {.block = assay_block_find("dpas"),
                                  .params = params_of(set),
                                  .scenario = dpas_gemm_array.scenario,
                                  .knobs = {.stall = stall},
                                  .seed = seed,
                                  .cycles = UINT64_MAX,
                                  .user = &p->g,
                                  .backend = "model"};
    struct assay_lockstep *ls;
    char why[256];

    ls = assay_lockstep_open(&config, why, sizeof why);
    assert_non_null(ls);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_PASS);
    p->cycles = assay_lockstep_result(ls)->cycles;
    assay_lockstep_close(ls);
    assert_string_equal(p->g.why, "");
    assert_false(p->g.failed);
    assert_int_equal(p->g.done, p->g.total);
}

/* Returns an element as a host number. A double can hold every type. */
static inline double value(const void *matrix, enum assay_type type, size_t i)
{
    uint32_t x, exp;
    double v;
    float f;

    switch (type) {
    case ASSAY_TYPE_U8:
        return ((const uint8_t *)matrix)[i];
    case ASSAY_TYPE_S8:
        return ((const int8_t *)matrix)[i];
    case ASSAY_TYPE_F16:
        x = ((const uint16_t *)matrix)[i];
        exp = x >> 10 & 31;
        v = exp == 31 ? (x & 0x3FF ? (double)NAN : (double)INFINITY)
                      : ldexp((x & 0x3FF) + (exp ? 0x400 : 0), (exp ? (int)exp : 1) - 25);
        return x >> 15 ? -v : v;
    case ASSAY_TYPE_BF16:
        x = (uint32_t)((const uint16_t *)matrix)[i] << 16;
        break;
    default:
        x = ((const uint32_t *)matrix)[i];
        break;
    }
    memcpy(&f, &x, sizeof f);
    return (double)f;
}

/* The definition, computed in a third way: each element by itself. */
static inline uint32_t definition(const struct assay_gemm *g, size_t row, size_t col)
{
    uint32_t sum = 0;
    float acc = 0;

    for (size_t i = 0; i < g->k; ++i) {
        const double x = value(g->a, g->a_type, row * g->k + i);
        const double y = value(g->b, g->b_type, i * g->n + col);

        if (assay_type_is_float(g->a_type))
            acc = fmaf((float)x, (float)y, acc);
        else
            sum += (uint32_t)((int)x * (int)y);
    }
    if (isnan(acc))
        return 0x7FC00000;
    if (assay_type_is_float(g->a_type))
        memcpy(&sum, &acc, sizeof sum);
    return sum;
}

static inline void assert_product(const struct assay_gemm *g)
{
    struct assay_gemm_check check;

    for (size_t i = 0; i < g->m; ++i)
        for (size_t j = 0; j < g->n; ++j)
            if (g->d[i * g->n + j] != definition(g, i, j))
                fail_msg("%zux%zux%zu, types %d %d: element (%zu,%zu) is 0x%08x: expected 0x%08x",
                         g->m, g->k, g->n, (int)g->a_type, (int)g->b_type, i, j, g->d[i * g->n + j],
                         definition(g, i, j));
    assert_true(assay_gemm_verify(g, &check));
    assert_int_equal(check.differing, 0);
}

#endif
