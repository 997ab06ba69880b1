#include "cli/numerics_compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/assay_gemm.h"
#include "base/error.h"
#include "base/message.h"
#include "gemm/exact.h"
#include "gemm/formats.h"
#include "gemm/gemm.h"

/* --- the sides --- */

static void add_side(struct numerics_comparison *c, const char *suffix, struct assay_fdot op)
{
    struct numerics_side *s = &c->side[c->n];

    if (c->half)
        op.output = ASSAY_FDOT_OUT_F16;
    else if (!numerics_default_output(&op))
        return;
    if (assay_fdot_measure(&op, &s->shape) != ASSAY_MODEL_OK)
        return;
    s->op = op;
    snprintf(s->name, sizeof s->name, "%s%s", assay_fdot_profile_name(op.profile), suffix);
    ++c->n;
}

void numerics_sides(struct numerics_comparison *c, unsigned wanted)
{
    if (!c->half) {
        c->side[0] = (struct numerics_side){.name = "dpas", .chain = true, .shape = {1, 0, 0}};
        c->n = 1;
    }
    for (unsigned p = 0; p < ASSAY_FDOT_PROFILES; ++p) {
        struct assay_fdot op = {(enum assay_fdot_profile)p, c->a_format, c->b_format,
                                ASSAY_FDOT_OUT_F32};

        /* With scales of 1 it is the same as blackwell. */
        if (p == ASSAY_FDOT_BLACKWELL_SCALED || !(wanted >> p & 1))
            continue;
        add_side(c, "", op);
        if (c->a_format == ASSAY_FDOT_BF16 && c->b_format == ASSAY_FDOT_BF16) {
            op.a_format = op.b_format = ASSAY_FDOT_BF16_1K;
            add_side(c, "_1k", op);
        }
    }
}

size_t numerics_first_unit(const struct numerics_comparison *c)
{
    return c->n && c->side[0].chain ? 1 : 0;
}

/* --- products --- */

/* The elements as f32, which represents all formats exactly. NULL if out of memory. */
static uint32_t *widened(const struct numerics_matrix *m, enum assay_fdot_format f)
{
    const size_t count = m->rows * m->cols;
    uint32_t *to = calloc(count, sizeof *to);

    for (size_t i = 0; i < count && to; ++i)
        to[i] = assay_gemm_round(assay_format_value(f, assay_format_get(m->elements, f, i)),
                                 ASSAY_TYPE_F32, &(size_t){0});
    return to;
}

static int multiply(const struct numerics_comparison *c, struct numerics_side *s)
{
    struct assay_product p = {.m = c->a.rows,
                              .k = c->a.cols,
                              .n = c->b.cols,
                              .a = c->a.elements,
                              .b = c->b.elements,
                              .numerics = &s->op};
    uint32_t *a = NULL, *b = NULL;
    int status = ASSAY_MODEL_MEMORY;

    if (p.m <= SIZE_MAX / sizeof *s->d / p.n)
        s->d = malloc(p.m * p.n * sizeof *s->d);
    p.d = s->d;
    if (s->chain) {
        p.numerics = NULL;
        p.a_type = p.b_type = ASSAY_TYPE_F32;
        p.acc_type = ASSAY_ACC_F32;
        p.a = a = widened(&c->a, c->a_format);
        p.b = b = widened(&c->b, c->b_format);
    }
    if (p.d && p.a && p.b)
        status = assay_gemm(&p);
    free(a);
    free(b);
    return status;
}

/* The exact sum of one element. False if it contains an infinity or a NaN. */
static bool exactly(const struct numerics_comparison *c, size_t row, size_t col, double *to)
{
    struct assay_exact sum = {.added = 0};

    for (size_t k = 0; k < c->a.cols; ++k) {
        const double x = assay_format_value(
            c->a_format, assay_format_get(c->a.elements, c->a_format, row * c->a.cols + k));
        const double y = assay_format_value(
            c->b_format, assay_format_get(c->b.elements, c->b_format, k * c->b.cols + col));

        if (!isfinite(x) || !isfinite(y))
            return false;
        assay_exact_add(&sum, x * y);
    }
    *to = assay_exact_value(&sum);
    return true;
}

static int multiply_exactly(struct numerics_comparison *c)
{
    const size_t n = c->b.cols;

    c->exact = c->a.rows <= SIZE_MAX / sizeof *c->exact / n
                   ? malloc(c->a.rows * n * sizeof *c->exact)
                   : NULL;
    if (!c->exact)
        return ASSAY_MODEL_MEMORY;
    for (size_t i = 0; i < c->a.rows * n; ++i) {
        if (exactly(c, i / n, i % n, &c->exact[i]))
            continue;
        c->exact[i] = (double)NAN;
        ++c->undefined;
    }
    return ASSAY_MODEL_OK;
}

/* The unit in the last place of the output at x. */
static double last_place(enum assay_fdot_output output, double x)
{
    const int least = output == ASSAY_FDOT_OUT_F16 ? -14 : -126;
    const int frac = output == ASSAY_FDOT_OUT_F16 ? 10 : output == ASSAY_FDOT_OUT_E8M13 ? 13 : 23;
    int exp;

    frexp(x, &exp);
    return ldexp(1, (x == 0 || exp - 1 < least ? least : exp - 1) - frac);
}

uint32_t numerics_nearest(const struct numerics_comparison *c, enum assay_fdot_output output,
                          size_t i)
{
    const enum assay_type type = output == ASSAY_FDOT_OUT_F16 ? ASSAY_TYPE_F16 : ASSAY_TYPE_F32;
    double x = c->exact[i];

    if (output == ASSAY_FDOT_OUT_E8M13 && isfinite(x)) {
        const double unit = last_place(output, x);

        x = nearbyint(x / unit) * unit; /* an f32, or larger than any */
    }
    return assay_gemm_round(x, type, &(size_t){0});
}

/* --- comparisons --- */

static unsigned ones(uint32_t x)
{
    unsigned n = 0;

    for (; x; x &= x - 1)
        ++n;
    return n;
}

static void judge(const struct numerics_comparison *c, struct numerics_side *s)
{
    const enum assay_fdot_output out = s->op.output;

    for (size_t i = 0; i < c->a.rows * c->b.cols; ++i) {
        const uint32_t differing = s->d[i] ^ numerics_nearest(c, out, i);
        const double value = numerics_value(out, s->d[i]), error = fabs(value - c->exact[i]);
        const double ulps = error / last_place(out, c->exact[i]);

        if (isnan(c->exact[i]))
            continue;
        s->not_nearest += differing != 0;
        s->bits += ones(differing);
        if (!isfinite(value)) {
            ++s->not_numbers;
            continue;
        }
        s->error = error > s->error ? error : s->error;
        if (ulps > s->ulps) {
            s->ulps = ulps;
            s->row = i / c->b.cols;
            s->col = i % c->b.cols;
        }
    }
}

/* Whether two sides give the same element. Units use different bit patterns for
 * NaN, so all NaNs are equal. */
static bool same(const struct numerics_side *x, const struct numerics_side *y, size_t i)
{
    return x->d[i] == y->d[i] || (isnan(numerics_value(x->op.output, x->d[i])) &&
                                  isnan(numerics_value(y->op.output, y->d[i])));
}

uint64_t numerics_differing(const struct numerics_comparison *c, size_t x, size_t y)
{
    uint64_t n = 0;

    for (size_t i = 0; i < c->a.rows * c->b.cols; ++i)
        n += !same(&c->side[x], &c->side[y], i);
    return n;
}

/* Choose element i, on these two sides, to be broken down. */
static void found(struct numerics_comparison *c, enum numerics_shown shown, size_t i, size_t first,
                  size_t second)
{
    c->shown = shown;
    c->row = i / c->b.cols;
    c->col = i % c->b.cols;
    c->first = first;
    c->second = second;
}

/* Find the first element in which two of the sides from `first` on differ. */
static bool find_difference(struct numerics_comparison *c, size_t first)
{
    for (size_t i = 0; i < c->a.rows * c->b.cols; ++i)
        for (size_t s = first + 1; s < c->n; ++s)
            if (!same(&c->side[s], &c->side[first], i)) {
                found(c, NUMERICS_DIFFERENCE, i, first, s);
                return true;
            }
    return false;
}

/* Find the first element that is not the nearest on one of the sides from `first` on. */
static void find_not_nearest(struct numerics_comparison *c, size_t first)
{
    for (size_t i = 0; i < c->a.rows * c->b.cols; ++i)
        for (size_t s = first; s < c->n && !isnan(c->exact[i]); ++s)
            if (c->side[s].d[i] != numerics_nearest(c, c->side[s].op.output, i)) {
                found(c, NUMERICS_NOT_NEAREST, i, s, s);
                return;
            }
}

int numerics_compare(struct numerics_comparison *c)
{
    const size_t units = numerics_first_unit(c);
    int status = multiply_exactly(c);

    for (size_t s = 0; s < c->n && status == ASSAY_MODEL_OK; ++s) {
        status = multiply(c, &c->side[s]);
        if (status == ASSAY_MODEL_OK)
            judge(c, &c->side[s]);
    }
    if (status != ASSAY_MODEL_OK) {
        assay_print_error("%s times %s: %s: expected room for the products", c->a_path, c->b_path,
                          assay_model_strerror(status));
        return EXIT_FAULT;
    }
    if (!find_difference(c, units))
        find_not_nearest(c, units);
    return EXIT_EQUAL;
}

void numerics_free(struct numerics_comparison *c)
{
    for (size_t s = 0; s < c->n; ++s)
        free(c->side[s].d);
    free(c->exact);
    free(c->a.elements);
    free(c->b.elements);
}
