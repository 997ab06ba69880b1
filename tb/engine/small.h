/* small.h - inline copies and loads of a few bytes whose number is known only at run time. */
#ifndef ASSAY_SMALL_H
#define ASSAY_SMALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline void assay_small_copy(void *to, const void *from, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;

    if (n == 8) {
        memcpy(to, from, 8);
    } else if (n == 16) {
        memcpy(to, from, 16);
    } else if (n > 32) {
        memcpy(to, from, n);
    } else if (n >= 8) { /* 8 at a time; the last one overlaps */
        uint64_t last;

        memcpy(&last, f + n - 8, 8);
        for (size_t i = 0; i + 8 < n; i += 8)
            memcpy(t + i, f + i, 8);
        memcpy(t + n - 8, &last, 8);
    } else if (n >= 4) {
        uint32_t first, last;

        memcpy(&first, f, 4);
        memcpy(&last, f + n - 4, 4);
        memcpy(t, &first, 4);
        memcpy(t + n - 4, &last, 4);
    } else {
        for (size_t i = 0; i < n; ++i)
            t[i] = f[i];
    }
}

/* Loads 1, 2, 4 or 8 bytes into the first bytes of a word; the others are 0. */
static inline uint64_t assay_small_bytes(const void *from, size_t n)
{
    uint64_t word = 0;

    switch (n) {
    case 1:
        memcpy(&word, from, 1);
        break;
    case 2:
        memcpy(&word, from, 2);
        break;
    case 4:
        memcpy(&word, from, 4);
        break;
    default:
        memcpy(&word, from, 8);
        break;
    }
    return word;
}

static inline bool assay_small_is_word(size_t n)
{
    return n == 8 || n == 4 || n == 2 || n == 1;
}

/* The value of an integer of 1, 2, 4 or 8 bytes. */
static inline uint64_t assay_small_word(const uint8_t *at, uint32_t size)
{
    uint16_t two;
    uint32_t four;
    uint64_t eight;

    switch (size) {
    case 1:
        return *at;
    case 2:
        memcpy(&two, at, 2);
        return two;
    case 4:
        memcpy(&four, at, 4);
        return four;
    default:
        memcpy(&eight, at, 8);
        return eight;
    }
}

#endif
