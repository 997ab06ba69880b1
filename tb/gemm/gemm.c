#include "gemm/gemm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/numerics.h"

const char *assay_gemm_type_name(enum assay_type t)
{
    return t == ASSAY_TYPE_U8 ? "uint8" : t == ASSAY_TYPE_S8 ? "int8" : assay_type_name(t);
}

uint32_t assay_gemm_element_of(const void *matrix, size_t size, size_t i)
{
    switch (size) {
    case 1:
        return ((const uint8_t *)matrix)[i];
    case 2:
        return ((const uint16_t *)matrix)[i];
    default:
        return ((const uint32_t *)matrix)[i];
    }
}

uint32_t assay_gemm_element(const void *matrix, enum assay_type t, size_t i)
{
    return assay_gemm_element_of(matrix, assay_type_size(t), i);
}

bool assay_gemm_is_zero(const void *matrix, enum assay_type t, size_t i)
{
    const uint32_t sign = assay_type_is_float(t) ? UINT32_C(1) << (8 * assay_type_size(t) - 1) : 0;

    return (assay_gemm_element(matrix, t, i) & ~sign) == 0;
}

bool assay_gemm_usual_types(enum assay_type a, enum assay_type b)
{
    return assay_type_is_float(a) ? a == b : !assay_type_is_float(b);
}

double assay_gemm_work(const struct assay_gemm *g)
{
    return (double)g->m * (double)g->k * (double)g->n;
}

static uint32_t bits_of(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    return isnan(x) ? ASSAY_F32_NAN : bits;
}

static float float_of(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* x truncated to f32, with the last bit set if anything was cut off. Rounding that to a narrower
 * type gives the same result as rounding x. */
static uint32_t round_to_odd(double x)
{
    const float nearest = (float)x;
    uint32_t bits = bits_of(nearest);

    if ((double)nearest == x || isnan(x) || isinf(x))
        return bits;
    if (fabs((double)nearest) > fabs(x)) /* toward zero; from infinity, to the largest */
        --bits;
    return bits | 1;
}

static uint32_t narrow(uint32_t f32, enum assay_type to)
{
    return to == ASSAY_TYPE_F16 ? assay_f32_to_f16(f32) : assay_f32_to_bf16(f32);
}

static uint32_t widen(uint32_t pattern, enum assay_type from)
{
    switch (from) {
    case ASSAY_TYPE_BF16:
        return assay_bf16_to_f32((uint16_t)pattern);
    case ASSAY_TYPE_F16:
        return assay_f16_to_f32((uint16_t)pattern);
    default:
        return pattern;
    }
}

uint32_t assay_gemm_round(double x, enum assay_type to, size_t *infinite)
{
    const uint32_t pattern = to == ASSAY_TYPE_F32 ? bits_of((float)x) : narrow(round_to_odd(x), to);

    if (!isinf(x) && assay_f32_is_inf(widen(pattern, to)))
        ++*infinite;
    return pattern;
}

/* --- the product by definition, one row at a time --- */

static void compare(const struct assay_gemm *g, size_t row, size_t col, uint32_t expected,
                    struct assay_gemm_check *c)
{
    const uint32_t got = g->d[row * g->n + col];

    if (got == expected || c->differing++)
        return;
    c->row = row;
    c->col = col;
    c->got = got;
    c->expected = expected;
}

static int64_t integer(const void *matrix, enum assay_type type, size_t i)
{
    return type == ASSAY_TYPE_S8 ? ((const int8_t *)matrix)[i] : ((const uint8_t *)matrix)[i];
}

static void integer_row(const struct assay_gemm *g, size_t row, int64_t *exact,
                        struct assay_gemm_check *c)
{
    memset(exact, 0, g->n * sizeof *exact);
    for (size_t k = 0; k < g->k; ++k) {
        const int64_t a = integer(g->a, g->a_type, row * g->k + k);

        for (size_t j = 0; j < g->n; ++j)
            exact[j] += a * integer(g->b, g->b_type, k * g->n + j);
    }
    for (size_t j = 0; j < g->n; ++j) {
        c->wrapped += exact[j] < INT32_MIN || exact[j] > INT32_MAX;
        compare(g, row, j, (uint32_t)exact[j], c);
    }
}

static float number(const void *matrix, enum assay_type type, size_t i)
{
    return float_of(type == ASSAY_TYPE_F32 ? ((const uint32_t *)matrix)[i]
                                           : widen(((const uint16_t *)matrix)[i], type));
}

static void float_row(const struct assay_gemm *g, size_t row, float *acc,
                      struct assay_gemm_check *c)
{
    const bool skips = g->sparse && !g->strict;

    for (size_t j = 0; j < g->n; ++j)
        acc[j] = 0;
    for (size_t k = 0; k < g->k; ++k) {
        const float a = number(g->a, g->a_type, row * g->k + k);

        for (size_t j = 0; j < g->n; ++j) {
            const float b = number(g->b, g->b_type, k * g->n + j);

            if (skips && (a == 0 || b == 0))
                continue;
            acc[j] = fmaf(a, b, acc[j]);
        }
    }
    for (size_t j = 0; j < g->n; ++j) {
        c->not_numbers += isfinite(acc[j]) ? 0 : 1;
        compare(g, row, j, bits_of(acc[j]), c);
    }
}

bool assay_gemm_verify(const struct assay_gemm *g, struct assay_gemm_check *c)
{
    void *one_row = calloc(g->n, sizeof(int64_t));

    memset(c, 0, sizeof *c);
    if (!one_row)
        return false;
    for (size_t i = 0; i < g->m; ++i) {
        if (assay_type_is_float(g->a_type))
            float_row(g, i, one_row, c);
        else
            integer_row(g, i, one_row, c);
    }
    free(one_row);
    return true;
}
