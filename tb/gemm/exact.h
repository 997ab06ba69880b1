/*
 * exact.h - sums in fixed point, wide enough that nothing is ever rounded.
 *
 *     struct assay_exact x = {{0}};
 *     assay_exact_add(&x, a * b);         a product of two elements is exact in a double
 *     assay_exact_add(&x, -result);
 *     error = assay_exact_value(&x);
 */
#ifndef ASSAY_GEMM_EXACT_H
#define ASSAY_GEMM_EXACT_H

#include <stdint.h>

/*
 * Chunk i has the weight 2^(32 * i - 320). Products of elements are multiples of 2^-286 and less
 * than 2^288.
 */
enum { ASSAY_EXACT_CHUNKS = 24, ASSAY_EXACT_LEAST = -320 };

struct assay_exact {
    int64_t chunk[ASSAY_EXACT_CHUNKS];
    uint32_t added; /* numbers added since the last carry propagation */
};

/* x must be finite, a multiple of 2^-320 and less than 2^352. */
void assay_exact_add(struct assay_exact *s, double x);

/* The sum as a double, rounded to odd: if it is not a double, the one of its two neighbours
 * whose last bit is 1. Rounding that to 51 bits or fewer gives the same result as rounding the
 * sum itself. */
double assay_exact_value(const struct assay_exact *s);

#endif
