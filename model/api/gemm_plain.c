/* gemm_plain.c - tiles in plain C, for compilers to vectorise. */
#include <float.h>
#include <string.h>

#include "api/gemm.h"
#include "numerics/numerics.h"

static void integers(const uint32_t *a, const uint32_t *b, size_t words, size_t rows,
                     uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    for (size_t w = 0; w < words; ++w, a += GEMM_ROWS, b += GEMM_COLS) {
        for (size_t r = 0; r < rows; ++r) {
            const int32_t low = (int16_t)a[r], high = (int16_t)(a[r] >> 16);

            for (size_t j = 0; j < GEMM_COLS; ++j)
                acc[r][j] += (uint32_t)(low * (int16_t)b[j] + high * (int16_t)(b[j] >> 16));
        }
    }
}

static void soft(const uint32_t *a, const uint32_t *b, size_t words, size_t rows,
                 uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    for (size_t w = 0; w < words; ++w, a += GEMM_ROWS, b += GEMM_COLS) {
        for (size_t r = 0; r < rows; ++r) {
            for (size_t j = 0; j < GEMM_COLS; ++j)
                acc[r][j] = assay_f32_fma(b[j], a[r], acc[r][j]);
        }
    }
}

const struct gemm_kernels gemm_soft = {integers, soft};

/* The host's float and double are binary32 and binary64, and it rounds to them. */
#if FLT_EVAL_METHOD == 0 && FLT_MANT_DIG == 24 && DBL_MANT_DIG == 53 && !defined(__FAST_MATH__)

/*
 * a * b + c rounded once, by doubles. The product of two floats has 48 bits and is exact. Its sum with
 * c is rounded to 53 bits; Knuth's two-sum gives the error exactly, since nothing overflows or
 * underflows: the least product is 2^-298, the largest less than 2^256. If there is one and the sum's
 * last bit is 0, the neighbour on the error's side has a last bit of 1 (rounding to odd). What has been
 * rounded to odd with at least two bits more than a float has rounds to a float as the exact sum does,
 * to a subnormal too. Infinities and NaNs have no error that compares.
 */
static inline float fma_by_double(float a, float b, float c)
{
    const double product = (double)a * (double)b, z = c;
    const double sum = product + z;
    const double part = sum - product;
    const double error = (product - (sum - part)) + (z - part);
    const int64_t away = (error > 0) - (error < 0), up = (sum > 0) - (sum < 0);
    double odd;
    int64_t bits;

    memcpy(&bits, &sum, sizeof bits);
    bits += ~bits & 1 & -(away * away) ? away * up : 0;
    memcpy(&odd, &bits, sizeof odd);
    return (float)odd;
}

static void floats(const uint32_t *a, const uint32_t *b, size_t words, size_t rows,
                   uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    for (size_t r = 0; r < rows; ++r) {
        float sum[GEMM_COLS], column[GEMM_COLS], x;

        memcpy(sum, acc[r], sizeof sum);
        for (size_t w = 0; w < words; ++w) {
            memcpy(&x, a + w * GEMM_ROWS + r, sizeof x);
            memcpy(column, b + w * GEMM_COLS, sizeof column);
            for (size_t j = 0; j < GEMM_COLS; ++j)
                sum[j] = fma_by_double(column[j], x, sum[j]);
        }
        memcpy(acc[r], sum, sizeof sum);
    }
}

const struct gemm_kernels gemm_plain = {integers, floats};
#else
const struct gemm_kernels gemm_plain = {integers, soft};
#endif
