/* numerics_apart.c - breaks an element of a product down into groups and terms. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/numerics_compare.h"
#include "fdot/arithmetic.h"
#include "fdot/internal.h"
#include "gemm/exact.h"
#include "gemm/formats.h"

/* One group of the element. */
struct group {
    size_t k;                                      /* of the first product */
    unsigned n;                                    /* number of products that are not padding */
    uint32_t a[FDOT_MAX_GROUP], b[FDOT_MAX_GROUP]; /* zeros from n on */
    double product[FDOT_MAX_GROUP];
    uint32_t c, d;
    bool finite; /* all of its numbers are finite */
    bool loses;  /* all are finite, and d is not the exact sum */
};

/* The number of hexadecimal digits of a pattern. */
static int digits(enum assay_fdot_format f)
{
    const unsigned bits = assay_fdot_format_bits(f);

    return (int)(bits + 3) / 4;
}

static double exact_sum(const double *x, unsigned n)
{
    struct assay_exact sum = {.added = 0};

    for (unsigned i = 0; i < n; ++i)
        assay_exact_add(&sum, x[i]);
    return assay_exact_value(&sum);
}

/* The result of the operation for n products, starting at `first`. */
static uint32_t multiplied(const struct numerics_side *s, const struct group *g, unsigned first,
                           unsigned n, uint32_t c)
{
    uint32_t d = 0;

    /* This can't fail: the operation was measured, and the elements are valid patterns. */
    (void)assay_fdot(&s->op, n, g->a + first, g->b + first, NULL, NULL, c, &d);
    return d;
}

static void take_group(const struct numerics_comparison *c, const struct numerics_side *s,
                       size_t row, size_t col, struct group *g)
{
    const enum assay_fdot_output out = s->op.output;
    double all[FDOT_MAX_GROUP + 2];

    memset(g->a, 0, sizeof g->a);
    memset(g->b, 0, sizeof g->b);
    g->finite = true;
    g->n = 0;
    for (unsigned i = 0; i < s->shape.group && g->k + i < c->a.cols; ++i, ++g->n) {
        g->a[i] = assay_format_get(c->a.elements, c->a_format, row * c->a.cols + g->k + i);
        g->b[i] = assay_format_get(c->b.elements, c->b_format, (g->k + i) * c->b.cols + col);
        g->product[i] =
            assay_format_value(c->a_format, g->a[i]) * assay_format_value(c->b_format, g->b[i]);
        g->finite = g->finite && isfinite(g->product[i]);
        all[i] = g->product[i];
    }
    g->d = multiplied(s, g, 0, g->n, g->c);
    all[g->n] = numerics_value(out, g->c);
    all[g->n + 1] = -numerics_value(out, g->d);
    g->finite = g->finite && isfinite(all[g->n]) && isfinite(all[g->n + 1]);
    g->loses = g->finite && exact_sum(all, g->n + 2) != 0;
}

/* --- one group --- */

/* How the terms of a group are cut off. A unit of 0 means that they are not. */
struct cut {
    double product, c;  /* the units that terms are multiples of after the cut */
    double sum;         /* the same for the sum of the products, on cdna3 */
    int greatest, both; /* exponents: E; on cdna3 E1 and E */
};

/* Sets E1 and E of cdna3, and the units. */
static void cut_of_cdna3(const struct numerics_side *s, const struct group *g, struct cut *cut)
{
    const struct fdot_number c = fdot_decode(FDOT_F32, g->c);

    cut->greatest = INT32_MIN;
    for (unsigned i = 0; i < s->shape.group; ++i) {
        const struct fdot_number a = fdot_decode(s->op.a_format, g->a[i]);
        const struct fdot_number b = fdot_decode(s->op.b_format, g->b[i]);
        const int exp = fdot_product(&a, &b).exp;

        cut->greatest = exp > cut->greatest ? exp : cut->greatest;
    }
    cut->both = c.exp > cut->greatest ? c.exp : cut->greatest;
    cut->product = ldexp(1, cut->greatest - (int)s->shape.fraction);
    cut->c = ldexp(1, cut->both - (int)s->shape.fraction);
    cut->sum = ldexp(1, cut->both - FDOT_CDNA3_SUM_FRACTION);
}

static void cut_of(const struct numerics_side *s, const struct group *g, struct cut *cut)
{
    const struct fdot_kind kind = {s->op.profile, s->op.a_format, s->op.b_format, s->op.output};
    const struct fdot_rule rule = {s->shape.group, s->shape.fraction};
    const struct fdot_group operands = {g->a, g->b, 127, 127, g->c};
    struct fdot_sum sum;

    *cut = (struct cut){.product = 0};
    if (s->op.profile == ASSAY_FDOT_CDNA3 && g->finite)
        cut_of_cdna3(s, g, cut);
    if (s->op.profile > ASSAY_FDOT_BLACKWELL_SCALED)
        return;
    fdot_add(&kind, &rule, &operands, &sum);
    cut->greatest = sum.greatest;
    if (sum.finite)
        cut->product = cut->c = ldexp(1, sum.greatest - (int)rule.fraction);
}

/* Print a number, the part that is kept, and the part that is lost. */
static void print_kept(double x, double kept, double lost)
{
    printf(" %16.9g %16.9g %16.9g\n", x, kept, lost);
}

/* Print the numbers of a step without operands of its own. */
static void print_step(const char *step, double x, double kept, double lost)
{
    printf("    %6s %-21s", "", step);
    print_kept(x, kept, lost);
}

/* cdna1 and cdna2: print x + y and its rounded value. */
static void print_sum(const char *step, double x, double y, double rounded)
{
    const double exactly[] = {x, y, -rounded};

    print_step(step, exact_sum(exactly, 2), rounded, exact_sum(exactly, 3));
}

static void print_header(const struct numerics_side *s, const struct group *g,
                         const struct cut *cut)
{
    const int fraction = (int)s->shape.fraction;

    printf("  %s, k %zu to %zu: ", s->name, g->k, g->k + g->n - 1);
    if (cut->sum > 0)
        printf("greatest exponent of the products %d, with c %d\n    products are cut off to "
               "multiples of 2^%d, then their sum is floored to 2^%d, and c to 2^%d\n",
               cut->greatest, cut->both, cut->greatest - fraction,
               cut->both - FDOT_CDNA3_SUM_FRACTION, cut->both - fraction);
    else if (cut->product > 0)
        printf("greatest exponent %d, terms cut off to multiples of 2^%d\n", cut->greatest,
               cut->greatest - fraction);
    else
        printf(g->finite ? "each step is rounded\n" : "not finite, not taken apart\n");
}

static void print_products(const struct numerics_comparison *c, const struct numerics_side *s,
                           const struct group *g, const struct cut *cut)
{
    const enum assay_fdot_output out = s->op.output;
    double kept, sum = 0;

    for (unsigned i = 0; i < g->n; ++i) {
        const double x = g->product[i];

        printf("    %6zu %0*" PRIx32 "%*s %0*" PRIx32 "%*s", g->k + i, digits(c->a_format), g->a[i],
               10 - digits(c->a_format), "", digits(c->b_format), g->b[i], 10 - digits(c->b_format),
               "");
        if (cut->product > 0)
            kept = trunc(x / cut->product) * cut->product;
        else if (g->finite)
            kept = numerics_value(out, multiplied(s, g, i, 1, 0));
        else {
            printf(" %16.9g\n", x);
            continue;
        }
        print_kept(x, kept, x - kept);
        sum += kept; /* exact, since cdna3 has only a few */
    }
    if (cut->sum > 0) {
        kept = floor(sum / cut->sum) * cut->sum;
        print_step("sum of the products", sum, kept, sum - kept);
    }
}

/* Print the sums of cdna1 and cdna2 before c is added: those of two pairs, or of
 * one. Returns the last sum. */
static double print_pairs(const struct numerics_side *s, const struct group *g)
{
    const enum assay_fdot_output out = s->op.output;
    double p[4] = {0}, first, second, both;

    for (unsigned i = 0; i < s->shape.group; ++i)
        p[i] = numerics_value(out, multiplied(s, g, i, 1, 0));
    first = numerics_value(out, multiplied(s, g, 0, 2, 0));
    print_sum("first pair", p[0], p[1], first);
    if (s->shape.group == 2)
        return first;
    second = numerics_value(out, multiplied(s, g, 2, 2, 0));
    print_sum("second pair", p[2], p[3], second);
    both = numerics_value(out, multiplied(s, g, 0, 4, 0));
    print_sum("both pairs", first, second, both);
    return both;
}

static void print_group(const struct numerics_comparison *c, const struct numerics_side *s,
                        const struct group *g)
{
    const int width = s->op.output == ASSAY_FDOT_OUT_F16 ? 4 : 8;
    const double addend = numerics_value(s->op.output, g->c);
    const double result = numerics_value(s->op.output, g->d);
    struct cut cut;
    double products = 0;
    bool steps;

    cut_of(s, g, &cut);
    steps = g->finite && cut.product == 0;
    print_header(s, g, &cut);
    printf("    %6s %-10s %-10s %16s%s\n", "k", "A", "B", "product",
           steps             ? "          rounded             lost"
           : cut.product > 0 ? "             kept          cut off"
                             : "");
    print_products(c, s, g, &cut);
    if (steps)
        products = print_pairs(s, g);
    printf("    %6s %0*" PRIx32 "%*s", "c", width, g->c, 21 - width, "");
    if (cut.c > 0) {
        /* cdna3 rounds c down, also if it is negative. */
        const double units = addend / cut.c;
        const double kept = (cut.sum > 0 ? floor(units) : trunc(units)) * cut.c;

        print_kept(addend, kept, addend - kept);
    } else {
        printf(" %16.9g\n", addend);
    }
    if (steps)
        print_sum("with c", products, addend, result);
    printf("    %6s %0*" PRIx32 "%*s %16.9g\n", "result", width, g->d, 21 - width, "", result);
}

void numerics_apart(const struct numerics_comparison *c, const struct numerics_side *s, size_t row,
                    size_t col, size_t groups)
{
    struct group g = {.c = 0};
    size_t all = 0, lossy = 0, infinite = 0;

    for (; g.k < c->a.cols; g.k += s->shape.group, ++all) {
        take_group(c, s, row, col, &g);
        if ((g.loses || !g.finite) && lossy + infinite < groups)
            print_group(c, s, &g);
        lossy += g.loses;
        infinite += !g.finite;
        g.c = g.d;
    }
    printf("  %s: %zu of %zu groups lose bits", s->name, lossy, all);
    if (infinite)
        printf(", %zu are not finite", infinite);
    printf("%s\n", lossy + infinite > groups ? "; the first are shown" : "");
}
