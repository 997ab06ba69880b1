/*
 * host_words.h - words of 32 bits in host arithmetic, for the oracles.
 */
#ifndef HOST_WORDS_H
#define HOST_WORDS_H

#include <stdint.h>
#include <string.h>

static inline int64_t with_sign(uint32_t x)
{
    return x > 0x7FFFFFFF ? (int64_t)x - INT64_C(0x100000000) : (int64_t)x;
}

/* Adds as the host does; a NaN is canonical. */
static inline uint32_t host_add(uint32_t a, uint32_t b)
{
    float x, y;
    uint32_t sum;

    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&sum, &x, sizeof sum);
    return x != x ? 0x7FC00000 : sum;
}

#endif
