/*
 * gemm_vnni.c - the kernel for AVX-512 with VNNI, detected at run time: vpdpbusd adds four products
 * of bytes to each of 16 sums, modulo 2^32.
 */
#include "api/gemm.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#define VNNI __attribute__((target("avx512f,avx512vnni")))
/* The body is inlined with a constant `rows`, which keeps the sums in registers. */
#define BODY VNNI static inline __attribute__((always_inline))

BODY __m512i load(const uint32_t *from)
{
    return _mm512_loadu_si512((const void *)from);
}

enum { LANES = 16 };

/* Adds four products of an unsigned byte of x and a signed byte of y to each sum. GCC copies each
 * sum twice around _mm512_dpbusd_epi32. */
BODY __m512i add(__m512i sum, __m512i x, __m512i y)
{
    __asm__("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(x), "v"(y));
    return sum;
}

BODY void add_bytes(const uint32_t *a, const uint32_t *b, size_t words, size_t rows,
                    uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    __m512i sum[GEMM_ROWS][2];

#pragma GCC unroll 6
    for (size_t r = 0; r < rows; ++r) {
        sum[r][0] = load(acc[r]);
        sum[r][1] = load(acc[r] + LANES);
    }
    for (size_t w = 0; w < words; ++w, a += GEMM_ROWS, b += GEMM_COLS) {
        const __m512i left = load(b), right = load(b + LANES);

#pragma GCC unroll 6
        for (size_t r = 0; r < rows; ++r) {
            const __m512i x = _mm512_set1_epi32((int)a[r]);

            sum[r][0] = add(sum[r][0], x, left);
            sum[r][1] = add(sum[r][1], x, right);
        }
    }
#pragma GCC unroll 6
    for (size_t r = 0; r < rows; ++r) {
        _mm512_storeu_si512((void *)acc[r], sum[r][0]);
        _mm512_storeu_si512((void *)(acc[r] + LANES), sum[r][1]);
    }
}

enum { FEW = 2 }; /* as for AVX2 */

VNNI static void integers(const uint32_t *a, const uint32_t *b, size_t words, size_t rows,
                          size_t cols, uint32_t acc[GEMM_ROWS][GEMM_COLS])
{
    (void)cols;
    if (rows > FEW) {
        add_bytes(a, b, words, GEMM_ROWS, acc);
        return;
    }
    for (size_t r = 0; r < rows; ++r)
        add_bytes(a + r, b, words, 1, acc + r);
}

_Static_assert(GEMM_COLS == 2 * LANES, "a row of a panel is two vectors");

int gemm_vnni(struct gemm_kernels *kernels)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vnni"))
        return 0;
    kernels->integers = integers;
    kernels->per_word = 4;
    return 1;
}

#else

int gemm_vnni(struct gemm_kernels *kernels)
{
    (void)kernels;
    return 0;
}

#endif
