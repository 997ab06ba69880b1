/* width.h - functions for the expressions of block.yaml in C and C++, defined for all values. */
#ifndef ASSAY_MODEL_WIDTH_H
#define ASSAY_MODEL_WIDTH_H

#include <stdint.h>

#ifdef __cplusplus
#define ASSAY_WIDTH_FUNCTION constexpr
#else
#define ASSAY_WIDTH_FUNCTION static inline
#endif

/* Bits needed to tell x things apart: 0 for x of 0 and 1, as in Verilog. */
ASSAY_WIDTH_FUNCTION int64_t assay_width_clog2(int64_t x)
{
    int64_t bits = 0;

    while (bits < 62 && (INT64_C(1) << bits) < x)
        ++bits;
    return bits;
}

ASSAY_WIDTH_FUNCTION int64_t assay_width_quotient(int64_t a, int64_t b)
{
    return b > 0 ? a / b : 0;
}

ASSAY_WIDTH_FUNCTION int64_t assay_width_remainder(int64_t a, int64_t b)
{
    return b > 0 ? a % b : 0;
}

ASSAY_WIDTH_FUNCTION int64_t assay_width_left(int64_t a, int64_t b)
{
    return a > 0 && a <= INT32_MAX && b >= 0 && b < 32 ? a * (INT64_C(1) << b) : 0;
}

ASSAY_WIDTH_FUNCTION int64_t assay_width_right(int64_t a, int64_t b)
{
    return a > 0 && b >= 0 && b < 63 ? a >> b : 0;
}

#endif
