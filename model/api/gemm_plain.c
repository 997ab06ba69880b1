/* gemm_plain.c - kernels in plain C and its vector types, for every processor. */
#include <float.h>
#include <string.h>

#include "api/gemm.h"
#include "numerics/numerics.h"

static void integers(const uint32_t *a, const uint32_t *b, size_t words, size_t rows, size_t cols,
                     uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    for (size_t w = 0; w < words; ++w, a += GEMM_ROWS, b += GEMM_COLS) {
        for (size_t r = 0; r < rows; ++r) {
            const int32_t low = (int16_t)a[r], high = (int16_t)(a[r] >> 16);

            for (size_t j = 0; j < cols; ++j)
                acc[r][j] += (uint32_t)(low * (int16_t)b[j] + high * (int16_t)(b[j] >> 16));
        }
    }
}

static void soft(const uint32_t *a, const uint32_t *b, size_t words, size_t rows, size_t cols,
                 uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    for (size_t w = 0; w < words; ++w, a += GEMM_ROWS, b += GEMM_COLS) {
        for (size_t r = 0; r < rows; ++r) {
            for (size_t j = 0; j < cols; ++j)
                acc[r][j] = assay_f32_fma(b[j], a[r], acc[r][j]);
        }
    }
}

const struct gemm_kernels gemm_soft = {integers, soft, 2};

/*
 * Only if the host's float and double are binary32 and binary64, and expressions are rounded to
 * them.
 */
#if FLT_EVAL_METHOD == 0 && FLT_MANT_DIG == 24 && DBL_MANT_DIG == 53 && !defined(__FAST_MATH__)

#ifdef __FP_FAST_FMAF /* the target has an fma instruction */

static void floats(const uint32_t *a, const uint32_t *b, size_t words, size_t rows, size_t cols,
                   uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    (void)cols;
    for (size_t r = 0; r < rows; ++r) {
        float sum[GEMM_COLS], column[GEMM_COLS], x;

        memcpy(sum, acc[r], sizeof sum);
        for (size_t w = 0; w < words; ++w) {
            memcpy(&x, a + w * GEMM_ROWS + r, sizeof x);
            memcpy(column, b + w * GEMM_COLS, sizeof column);
            for (size_t j = 0; j < GEMM_COLS; ++j)
                sum[j] = __builtin_fmaf(column[j], x, sum[j]);
        }
        memcpy(acc[r], sum, sizeof sum);
    }
}

#else

typedef float floats_2 __attribute__((vector_size(8)));
typedef double doubles_2 __attribute__((vector_size(16)));
typedef int64_t words_2 __attribute__((vector_size(16)));

/*
 * a * b + c rounded once, by doubles. The product of two floats has 48 bits and is exact. Its sum
 * with c is rounded to 53 bits; Knuth's two-sum gives the error exactly, since nothing overflows or
 * underflows: the least product is 2^-298, the largest is less than 2^256. If there is an error and
 * the last bit of the sum is 0, the sum is replaced by its neighbour on the error's side, whose
 * last bit is 1 (rounding to odd). A number rounded to odd with at least two more bits than a float
 * rounds to the same float as the exact sum does, subnormal or not. For infinities and NaNs the
 * comparisons of the error are false; a sum of zero has no error.
 */
static inline floats_2 fma_by_double(floats_2 a, floats_2 b, floats_2 c)
{
    const doubles_2 product =
        __builtin_convertvector(a, doubles_2) * __builtin_convertvector(b, doubles_2);
    const doubles_2 z = __builtin_convertvector(c, doubles_2), none = {0, 0};
    const doubles_2 sum = product + z, part = sum - product;
    const doubles_2 error = (product - (sum - part)) + (z - part);
    const words_2 low = (words_2)(error < none), high = (words_2)(error > none);
    const words_2 toward_zero = low ^ (words_2)(sum < none); /* comparisons give -1 and 0 */
    const words_2 bits = (words_2)sum, even = -(~bits & 1);

    return __builtin_convertvector((doubles_2)(bits + ((toward_zero | 1) & (low | high) & even)),
                                   floats_2);
}

static void floats(const uint32_t *a, const uint32_t *b, size_t words, size_t rows, size_t cols,
                   uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    enum { PAIRS = GEMM_COLS / 2 };
    floats_2 sum[PAIRS], column[PAIRS];

    (void)cols;
    for (size_t r = 0; r < rows; ++r) {
        memcpy(sum, acc[r], sizeof sum);
        for (size_t w = 0; w < words; ++w) {
            float x;

            memcpy(&x, a + w * GEMM_ROWS + r, sizeof x);
            memcpy(column, b + w * GEMM_COLS, sizeof column);
            for (size_t j = 0; j < PAIRS; ++j)
                sum[j] = fma_by_double(column[j], (floats_2){x, x}, sum[j]);
        }
        memcpy(acc[r], sum, sizeof sum);
    }
}

#endif

const struct gemm_kernels gemm_plain = {integers, floats, 2};
#else
const struct gemm_kernels gemm_plain = {integers, soft, 2};
#endif
