/*
 * numerics_compare.h - one product in the arithmetic of several matrix units, beside the exact product: the parts of
 * `assay numerics`.
 */
#ifndef ASSAY_CLI_NUMERICS_COMPARE_H
#define ASSAY_CLI_NUMERICS_COMPARE_H

#include "cli/numerics.h"

enum { NUMERICS_SIDES = ASSAY_FDOT_PROFILES + 3 }; /* with dpas, and cdna's two of bf16 */

/* What one arithmetic makes of the product. */
struct numerics_side {
    char name[24];
    bool chain; /* of dpas: one fused multiply-add after the other. Else: */
    struct assay_fdot op;
    struct assay_fdot_shape shape;
    uint32_t *d; /* patterns of the output */
    /* Against the exact product, rounded once to the side's own output, to nearest. Elements whose exact product is
     * no number are not counted. */
    uint64_t not_nearest, bits; /* elements that differ, and their bits */
    uint64_t
        not_numbers;    /* elements that are infinite or NaN where the exact product is a number */
    double error, ulps; /* the largest: in units of the output's last place */
    size_t row, col;    /* of the latter */
};

/* Which element is taken apart. */
enum numerics_shown {
    NUMERICS_NO_ELEMENT,
    NUMERICS_DIFFERENCE, /* the first, row by row, in which two of the matrix units differ */
    NUMERICS_NOT_NEAREST /* they agree: the first that is not the nearest on one of them */
};

struct numerics_comparison {
    const char *a_path, *b_path;
    struct numerics_matrix a, b;
    enum assay_fdot_format a_format, b_format;
    bool half;          /* outputs are f16; else f32, or e8m13 in its place */
    uint64_t undefined; /* elements whose exact product is no number */
    double *exact;      /* m x n, rounded to odd; NaN: none */
    size_t n;           /* sides */
    struct numerics_side side[NUMERICS_SIDES];
    enum numerics_shown shown;
    size_t row, col, first, second; /* the element, and the sides that differ, or twice the one */
};

/* The sides that there are for the formats, of `wanted` profiles (a bit each). */
void numerics_sides(struct numerics_comparison *c, unsigned wanted);

/* Fill in everything else. An exit status, after printing why. */
int numerics_compare(struct numerics_comparison *c);
void numerics_free(struct numerics_comparison *c);

/* Elements in which two sides differ. Two NaNs do not. */
uint64_t numerics_differing(const struct numerics_comparison *c, size_t x, size_t y);

/* The exact product of an element as a pattern of an output, to nearest. */
uint32_t numerics_nearest(const struct numerics_comparison *c, enum assay_fdot_output output,
                          size_t i);

/* numerics_report.c: everything, as text and as JSON. `groups`: how many of a side to take apart. */
void numerics_print(const struct numerics_comparison *c, size_t groups);
void numerics_print_json(const struct numerics_comparison *c);

/* numerics_apart.c: an element of one side, term by term, where its groups lose bits or are not finite. */
void numerics_apart(const struct numerics_comparison *c, const struct numerics_side *s, size_t row,
                    size_t col, size_t groups);

#endif
