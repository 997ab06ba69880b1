/* small.h - copies of a few bytes whose number is known at run time only, without a call. */
#ifndef ASSAY_SMALL_H
#define ASSAY_SMALL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline void assay_small_copy(void *to, const void *from, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;

    if (n > 32) {
        memcpy(to, from, n);
    } else if (n >= 8) { /* in eights; the last overlaps */
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

#endif
