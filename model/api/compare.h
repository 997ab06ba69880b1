/*
 * compare.h - differences between two pins whose size is known at compile time, as straight-line
 * code.
 */
#ifndef ASSAY_MODEL_COMPARE_H
#define ASSAY_MODEL_COMPARE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Non-zero if and only if the two differ in a bit that is 1 in the mask. */
static inline uint64_t assay_differ_in(const void *expected, const void *actual, const void *mask,
                                       size_t size)
{
    const unsigned char *e = expected;
    const unsigned char *a = actual;
    const unsigned char *m = mask;
    uint64_t d = 0;
    size_t i = 0;

    for (; i + 8 <= size; i += 8) {
        uint64_t x, y, z;
        memcpy(&x, e + i, 8);
        memcpy(&y, a + i, 8);
        memcpy(&z, m + i, 8);
        d |= (x ^ y) & z;
    }
    for (; i + 4 <= size; i += 4) {
        uint32_t x, y, z;
        memcpy(&x, e + i, 4);
        memcpy(&y, a + i, 4);
        memcpy(&z, m + i, 4);
        d |= (x ^ y) & z;
    }
    for (; i < size; ++i)
        d |= (uint64_t)((e[i] ^ a[i]) & m[i]);
    return d;
}

/* Non-zero if and only if the two differ. */
static inline uint64_t assay_differ(const void *expected, const void *actual, size_t size)
{
    const unsigned char *e = expected;
    const unsigned char *a = actual;
    uint64_t d = 0;
    size_t i = 0;

    for (; i + 8 <= size; i += 8) {
        uint64_t x, y;
        memcpy(&x, e + i, 8);
        memcpy(&y, a + i, 8);
        d |= x ^ y;
    }
    for (; i + 4 <= size; i += 4) {
        uint32_t x, y;
        memcpy(&x, e + i, 4);
        memcpy(&y, a + i, 4);
        d |= x ^ y;
    }
    for (; i < size; ++i)
        d |= (uint64_t)(e[i] ^ a[i]);
    return d;
}

#endif
