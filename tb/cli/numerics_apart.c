/* numerics_apart.c - an element of a product, group by group and term by term. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cli/numerics_compare.h"
#include "fdot/arithmetic.h"
#include "gemm/exact.h"
#include "gemm/formats.h"

/* One group of it. */
struct group {
    size_t k;   /* of its first product */
    unsigned n; /* products that are not padding */
    uint32_t a[FDOT_MAX_GROUP], b[FDOT_MAX_GROUP];
    double product[FDOT_MAX_GROUP];
    uint32_t c, d;
    bool loses; /* something: d is not the sum */
};

/* Bits of a pattern as digits. */
static int digits(enum assay_fdot_format f)
{
    const unsigned bits = assay_fdot_format_bits(f);

    return (int)(bits + 3) / 4;
}

static void take_group(const struct numerics_comparison *c, const struct numerics_side *s,
                       size_t row, size_t col, struct group *g)
{
    const enum assay_fdot_output out = s->op.output;
    struct assay_exact sum = {.added = 0};
    bool finite = true;

    g->n = 0;
    for (unsigned i = 0; i < s->shape.group && g->k + i < c->a.cols; ++i, ++g->n) {
        g->a[i] = assay_format_get(c->a.elements, c->a_format, row * c->a.cols + g->k + i);
        g->b[i] = assay_format_get(c->b.elements, c->b_format, (g->k + i) * c->b.cols + col);
        g->product[i] =
            assay_format_value(c->a_format, g->a[i]) * assay_format_value(c->b_format, g->b[i]);
        finite = finite && isfinite(g->product[i]);
    }
    /* No error can come: the operation was measured, and the elements are patterns. */
    (void)assay_fdot(&s->op, g->n, g->a, g->b, NULL, NULL, g->c, &g->d);
    finite = finite && isfinite(numerics_value(out, g->c)) && isfinite(numerics_value(out, g->d));
    g->loses = !finite;
    if (!finite)
        return;
    for (unsigned i = 0; i < g->n; ++i)
        assay_exact_add(&sum, g->product[i]);
    assay_exact_add(&sum, numerics_value(out, g->c));
    assay_exact_add(&sum, -numerics_value(out, g->d));
    g->loses = assay_exact_value(&sum) != 0;
}

/* A term and what alignment leaves of it; with a unit of 0 the arithmetic has no alignment. */
static void print_term(double x, double unit)
{
    const double kept = unit > 0 ? trunc(x / unit) * unit : x;

    if (unit > 0 && isfinite(x))
        printf(" %16.9g %16.9g %16.9g\n", x, kept, x - kept);
    else
        printf(" %16.9g\n", x);
}

/* The unit that terms are cut off to, 0 where there is none; of cdna3 that of the products. */
static double unit_of(const struct numerics_side *s, const struct group *g, int *greatest)
{
    const struct fdot_kind kind = {s->op.profile, s->op.a_format, s->op.b_format, s->op.output};
    const struct fdot_rule rule = {s->shape.group, s->shape.fraction};
    const struct fdot_group operands = {g->a, g->b, 127, 127, g->c};
    struct fdot_sum sum;

    if (s->op.profile > ASSAY_FDOT_BLACKWELL_SCALED)
        return 0;
    fdot_add(&kind, &rule, &operands, &sum);
    *greatest = sum.greatest;
    return sum.finite ? ldexp(1, sum.greatest - (int)rule.fraction) : 0;
}

static void print_group(const struct numerics_comparison *c, const struct numerics_side *s,
                        struct group *g)
{
    const int width = s->op.output == ASSAY_FDOT_OUT_F16 ? 4 : 8;
    int greatest = 0;
    double unit;

    for (unsigned i = g->n; i < FDOT_MAX_GROUP; ++i)
        g->a[i] = g->b[i] = 0;
    unit = unit_of(s, g, &greatest);
    printf("  %s, k %zu to %zu", s->name, g->k, g->k + g->n - 1);
    if (unit > 0)
        printf(": greatest exponent %d, terms cut off to multiples of 2^%d\n", greatest,
               greatest - (int)s->shape.fraction);
    else
        printf(s->op.profile <= ASSAY_FDOT_BLACKWELL_SCALED ? ": not finite, nothing is cut off\n"
               : s->shape.fraction                          ? ": products cut off, c floored\n"
                                                            : ": each step rounded\n");
    printf("    %6s %-10s %-10s %16s%s\n", "k", "A", "B", "product",
           unit > 0 ? "             kept          cut off" : "");
    for (unsigned i = 0; i < g->n; ++i) {
        printf("    %6zu %0*" PRIx32 "%*s %0*" PRIx32 "%*s", g->k + i, digits(c->a_format), g->a[i],
               10 - digits(c->a_format), "", digits(c->b_format), g->b[i], 10 - digits(c->b_format),
               "");
        print_term(g->product[i], unit);
    }
    printf("    %6s %0*" PRIx32 "%*s", "c", width, g->c, 21 - width, "");
    print_term(numerics_value(s->op.output, g->c), unit);
    printf("    %6s %0*" PRIx32 "%*s %16.9g\n", "result", width, g->d, 21 - width, "",
           numerics_value(s->op.output, g->d));
}

void numerics_apart(const struct numerics_comparison *c, const struct numerics_side *s, size_t row,
                    size_t col, size_t groups)
{
    struct group g = {.c = 0};
    size_t all = 0, lossy = 0;

    for (; g.k < c->a.cols; g.k += s->shape.group, ++all) {
        take_group(c, s, row, col, &g);
        if (g.loses && lossy++ < groups)
            print_group(c, s, &g);
        g.c = g.d;
    }
    printf("  %s: %zu of %zu groups lose bits%s\n", s->name, lossy, all,
           lossy > groups ? "; the first are shown" : "");
}
