/* bits.h - words as sets of bits. */
#ifndef ASSAY_BITS_H
#define ASSAY_BITS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bits 0 to n-1; all 64 if n is more. */
static inline uint64_t low_ones(uint32_t n)
{
    return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

/* The number of ones. */
static inline uint32_t count_ones(uint32_t x)
{
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = (x + (x >> 4)) & 0x0F0F0F0F;
    return x * 0x01010101 >> 24;
}

/* The index of the lowest one. x must not be 0. */
static inline uint32_t lowest_one(uint64_t x)
{
    return (uint32_t)__builtin_ctzll(x);
}

#ifdef __cplusplus
}
#endif

#endif
