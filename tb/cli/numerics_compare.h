/*
 * numerics_compare.h - the parts of `assay numerics`: compares a product in the arithmetic of
 * several matrix units with the exact product.
 */
#ifndef ASSAY_CLI_NUMERICS_COMPARE_H
#define ASSAY_CLI_NUMERICS_COMPARE_H

#include "cli/numerics.h"

/* Three more for dpas, and for the two profiles of cdna that also have bf16_1k. */
enum { NUMERICS_SIDES = ASSAY_FDOT_PROFILES + 3 };

/* The product in one arithmetic. */
struct numerics_side {
    char name[24];
    bool chain; /* dpas: a chain of fused multiply-adds; otherwise: */
    struct assay_fdot op;
    struct assay_fdot_shape shape;
    uint32_t *d; /* bit patterns of the output */
    /* Compared with the exact product, rounded once to nearest in the output of this side. Elements
     * whose exact product is not a number are not counted. */
    uint64_t not_nearest, bits; /* differing elements, and their differing bits */
    /* Elements that are infinite or NaN although the exact product is a number. */
    uint64_t not_numbers;
    double error, ulps; /* the largest error; ulps: in units of the output's last place */
    size_t row, col;    /* of the element with the largest error in ulps */
};

/* Which element is broken down. */
enum numerics_shown {
    NUMERICS_NO_ELEMENT,
    NUMERICS_DIFFERENCE, /* the first one, row by row, in which two matrix units differ */
    NUMERICS_NOT_NEAREST /* no two differ: the first one that is not the nearest on one unit */
};

struct numerics_comparison {
    const char *a_path, *b_path;
    struct numerics_matrix a, b;
    enum assay_fdot_format a_format, b_format;
    bool half;          /* outputs are f16; otherwise f32, or e8m13 instead of it */
    uint64_t undefined; /* elements whose exact product is not a number */
    double *exact;      /* m x n, rounded to odd; NaN: no exact product */
    size_t n;           /* number of sides */
    struct numerics_side side[NUMERICS_SIDES];
    enum numerics_shown shown;
    size_t row, col, first, second; /* the element, and the two sides to show; equal for one side */
};

/* Add the sides that support the formats, out of the profiles in `wanted` (one bit each). */
void numerics_sides(struct numerics_comparison *c, unsigned wanted);

/* The index of the first matrix unit: 1 if side 0 is dpas, which is none. */
size_t numerics_first_unit(const struct numerics_comparison *c);

/* Compute everything else. Returns an exit status, after printing the error. */
int numerics_compare(struct numerics_comparison *c);
void numerics_free(struct numerics_comparison *c);

/* The number of elements in which two sides differ. Two NaNs do not differ. */
uint64_t numerics_differing(const struct numerics_comparison *c, size_t x, size_t y);

/* The exact product of element i, rounded to nearest, as a bit pattern of the output. */
uint32_t numerics_nearest(const struct numerics_comparison *c, enum assay_fdot_output output,
                          size_t i);

/* numerics_report.c: prints everything, as text or as JSON. `groups`: the most
 * groups per side to break down. */
void numerics_print(const struct numerics_comparison *c, size_t groups);
void numerics_print_json(const struct numerics_comparison *c);

/* numerics_apart.c: prints an element of one side term by term, for the groups that
 * lose bits or are not finite. */
void numerics_apart(const struct numerics_comparison *c, const struct numerics_side *s, size_t row,
                    size_t col, size_t groups);

#endif
