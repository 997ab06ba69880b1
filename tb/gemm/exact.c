#include "gemm/exact.h"

#include <math.h>
#include <stdbool.h>

enum { BITS = 32, N = ASSAY_EXACT_CHUNKS, MOST_ADDED = 1 << 30 };

/* Propagates carries: afterwards every chunk except the highest is in 0 to 2^32 - 1. */
static void carry(struct assay_exact *s)
{
    for (unsigned i = 0; i + 1 < N; ++i) {
        const int64_t low = s->chunk[i] & UINT32_MAX;

        s->chunk[i + 1] += (s->chunk[i] - low) / (INT64_C(1) << BITS);
        s->chunk[i] = low;
    }
    s->added = 0;
}

void assay_exact_add(struct assay_exact *s, double x)
{
    int exp;
    const double fraction = frexp(x, &exp);
    int64_t whole = (int64_t)ldexp(fraction, 53);
    const int at = exp - 53 - ASSAY_EXACT_LEAST;
    const bool negative = whole < 0;
    uint64_t magnitude = negative ? (uint64_t)-whole : (uint64_t)whole;
    unsigned i, shift;

    if (x == 0)
        return;
    if (at < 0) { /* the bits shifted out are zeros */
        magnitude >>= -at;
        i = shift = 0;
    } else {
        i = (unsigned)at / BITS;
        shift = (unsigned)at % BITS;
    }
    /* 53 bits at any position in a chunk span at most three chunks. */
    for (unsigned part = 0; part < 3; ++part) {
        const uint64_t low = part == 0   ? magnitude << shift & UINT32_MAX
                             : part == 1 ? magnitude >> (BITS - shift) & UINT32_MAX
                                         : magnitude >> (BITS - shift) >> BITS;

        if (low)
            s->chunk[i + part] += negative ? -(int64_t)low : (int64_t)low;
    }
    if (++s->added == MOST_ADDED)
        carry(s);
}

double assay_exact_value(const struct assay_exact *sum)
{
    struct assay_exact s = *sum;
    uint64_t top;
    double x;
    bool negative, rest = false;
    int i = N - 1, down = 0;

    carry(&s);
    negative = s.chunk[N - 1] < 0;
    if (negative) {
        for (unsigned k = 0; k < N; ++k)
            s.chunk[k] = -s.chunk[k];
        carry(&s);
    }
    while (i > 1 && s.chunk[i] == 0)
        --i;
    /*
     * The leading bit is in chunk i, unless only the lowest two chunks are non-zero. Take 64 bits
     * from there, and note whether any lower bit is set.
     */
    top = (uint64_t)s.chunk[i] << BITS | (uint64_t)s.chunk[i - 1];
    for (; i > 1 && top >> 63 == 0; ++down)
        top = top << 1 | ((uint64_t)s.chunk[i - 2] >> (BITS - 1 - down) & 1);
    if (i > 1)
        rest = ((uint64_t)s.chunk[i - 2] & ((UINT64_C(1) << (BITS - down)) - 1)) != 0;
    for (int k = 0; k < i - 2; ++k)
        rest = rest || s.chunk[k] != 0;
    if (top >> 53) {
        int drop = 0;

        for (; top >> drop >> 53; ++drop)
            rest = rest || (top >> drop & 1);
        top = (top >> drop | rest) << drop;
    }
    x = ldexp((double)top, BITS * (i - 1) - down + ASSAY_EXACT_LEAST);
    return negative ? -x : x;
}
