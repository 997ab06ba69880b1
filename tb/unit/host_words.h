/*
 * host_words.h - words of 32 bits as numbers of the host, for the oracles.
 */
#ifndef HOST_WORDS_H
#define HOST_WORDS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

static inline int64_t with_sign(uint32_t x)
{
    return x > 0x7FFFFFFF ? (int64_t)x - INT64_C(0x100000000) : (int64_t)x;
}

/* Orders s32 for qsort. */
static inline int ascending(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

    return (x > y) - (x < y);
}

static inline float as_float(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t as_bits(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* The same, but a NaN is canonical. */
static inline uint32_t canonical_bits(float x)
{
    return isnan(x) ? UINT32_C(0x7FC00000) : as_bits(x);
}

/* Adds as the host does; a NaN is canonical. */
static inline uint32_t host_add(uint32_t a, uint32_t b)
{
    return canonical_bits(as_float(a) + as_float(b));
}

/* Computes a * b + c as the host does; a NaN is canonical. Volatile operands keep the compiler from
 * computing anything itself. */
static inline uint32_t host_fma(uint32_t a, uint32_t b, uint32_t c)
{
    volatile float x = as_float(a), y = as_float(b), z = as_float(c);

    return canonical_bits(fmaf(x, y, z));
}

#endif
