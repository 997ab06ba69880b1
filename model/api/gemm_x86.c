/*
 * gemm_x86.c - kernels for SSE2, which every x86-64 has, and for AVX2 and FMA, detected at run
 * time.
 */
#include "api/gemm.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#include <string.h>

/* Columns that are computed together, since their sums are in registers. */
enum { PART = 16 };

/* --- SSE2: integers --- */

enum { SSE_LANES = 4, SSE_VECTORS = PART / SSE_LANES, SSE_ROWS = GEMM_ROWS / 2 };

/* Processes half of a block's rows, to fit in sixteen registers. pmaddwd multiplies
 * two pairs of 16-bit integers and adds the two products. */
static void add_half(const uint32_t *a, const uint32_t *b, size_t words, size_t part,
                     uint32_t acc[SSE_ROWS][GEMM_COLS])
{
    __m128i sum[SSE_ROWS][SSE_VECTORS];

    for (size_t r = 0; r < SSE_ROWS; ++r)
        memcpy(sum[r], acc[r] + part, sizeof sum[r]);
    for (size_t w = 0; w < words; ++w, a += GEMM_ROWS, b += GEMM_COLS) {
        for (size_t r = 0; r < SSE_ROWS; ++r) {
            const __m128i x = _mm_set1_epi32((int)a[r]);

            for (size_t v = 0; v < SSE_VECTORS; ++v) {
                const __m128i y = _mm_loadu_si128((const __m128i *)(const void *)(b + part) + v);

                sum[r][v] = _mm_add_epi32(sum[r][v], _mm_madd_epi16(x, y));
            }
        }
    }
    for (size_t r = 0; r < SSE_ROWS; ++r)
        memcpy(acc[r] + part, sum[r], sizeof sum[r]);
}

static void sse_integers(const uint32_t *a, const uint32_t *b, size_t words, size_t rows,
                         size_t cols, uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    for (size_t part = 0; part < cols; part += PART) {
        add_half(a, b, words, part, acc);
        if (rows > SSE_ROWS)
            add_half(a + SSE_ROWS, b, words, part, acc + SSE_ROWS);
    }
}

void gemm_sse2(struct gemm_kernels *kernels)
{
    kernels->integers = sse_integers;
}

/* --- AVX2 --- */

#define AVX2 __attribute__((target("avx2,fma")))
/* Bodies are inlined with a constant `rows`, which keeps the sums in registers. */
#define BODY AVX2 static inline __attribute__((always_inline))

enum { LANES = 8, VECTORS = PART / LANES };

BODY void add_integers(const uint32_t *a, const uint32_t *b, size_t words, size_t rows, size_t part,
                       uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    __m256i sum[GEMM_ROWS][VECTORS];

    for (size_t r = 0; r < rows; ++r) {
        sum[r][0] = _mm256_loadu_si256((const __m256i *)(const void *)(acc[r] + part));
        sum[r][1] = _mm256_loadu_si256((const __m256i *)(const void *)(acc[r] + part + LANES));
    }
    for (size_t w = 0; w < words; ++w, a += GEMM_ROWS, b += GEMM_COLS) {
        const __m256i left = _mm256_loadu_si256((const __m256i *)(const void *)(b + part));
        const __m256i right = _mm256_loadu_si256((const __m256i *)(const void *)(b + part + LANES));

        for (size_t r = 0; r < rows; ++r) {
            const __m256i x = _mm256_set1_epi32((int)a[r]);

            sum[r][0] = _mm256_add_epi32(sum[r][0], _mm256_madd_epi16(x, left));
            sum[r][1] = _mm256_add_epi32(sum[r][1], _mm256_madd_epi16(x, right));
        }
    }
    for (size_t r = 0; r < rows; ++r) {
        _mm256_storeu_si256((__m256i *)(void *)(acc[r] + part), sum[r][0]);
        _mm256_storeu_si256((__m256i *)(void *)(acc[r] + part + LANES), sum[r][1]);
    }
}

/* The processor's fma equals that of the chain, except for the pattern of a NaN. */
BODY void add_floats(const uint32_t *a, const uint32_t *b, size_t words, size_t rows, size_t part,
                     uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    __m256 sum[GEMM_ROWS][VECTORS];

    for (size_t r = 0; r < rows; ++r) {
        sum[r][0] = _mm256_loadu_ps((const float *)(const void *)(acc[r] + part));
        sum[r][1] = _mm256_loadu_ps((const float *)(const void *)(acc[r] + part + LANES));
    }
    for (size_t w = 0; w < words; ++w, a += GEMM_ROWS, b += GEMM_COLS) {
        const __m256 left = _mm256_loadu_ps((const float *)(const void *)(b + part));
        const __m256 right = _mm256_loadu_ps((const float *)(const void *)(b + part + LANES));

        for (size_t r = 0; r < rows; ++r) {
            const __m256 x = _mm256_castsi256_ps(_mm256_set1_epi32((int)a[r]));

            sum[r][0] = _mm256_fmadd_ps(left, x, sum[r][0]);
            sum[r][1] = _mm256_fmadd_ps(right, x, sum[r][1]);
        }
    }
    for (size_t r = 0; r < rows; ++r) {
        _mm256_storeu_ps((float *)(void *)(acc[r] + part), sum[r][0]);
        _mm256_storeu_ps((float *)(void *)(acc[r] + part + LANES), sum[r][1]);
    }
}

/*
 * A last block of at most FEW rows is processed row by row; a larger one in full, with its rows of
 * zeros.
 */
enum { FEW = 2 };

AVX2 static void integers(const uint32_t *a, const uint32_t *b, size_t words, size_t rows,
                          size_t cols, uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    for (size_t part = 0; part < cols; part += PART) {
        if (rows > FEW) {
            add_integers(a, b, words, GEMM_ROWS, part, acc);
            continue;
        }
        for (size_t r = 0; r < rows; ++r)
            add_integers(a + r, b, words, 1, part, acc + r);
    }
}

AVX2 static void floats(const uint32_t *a, const uint32_t *b, size_t words, size_t rows,
                        size_t cols, uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    for (size_t part = 0; part < cols; part += PART) {
        if (rows > FEW) {
            add_floats(a, b, words, GEMM_ROWS, part, acc);
            continue;
        }
        for (size_t r = 0; r < rows; ++r)
            add_floats(a + r, b, words, 1, part, acc + r);
    }
}

const struct gemm_kernels *gemm_avx2(void)
{
    static const struct gemm_kernels kernels = {integers, floats, 2};

    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &kernels : NULL;
}

#else

void gemm_sse2(struct gemm_kernels *kernels)
{
    (void)kernels;
}

const struct gemm_kernels *gemm_avx2(void)
{
    return NULL;
}

#endif
