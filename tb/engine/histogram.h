/*
 * histogram.h - how often each number of cycles occurred: exact below 256, within a sixteenth
 * above.
 */
#ifndef ASSAY_HISTOGRAM_H
#define ASSAY_HISTOGRAM_H

#include <stdint.h>

enum {
    ASSAY_HISTOGRAM_EXACT = 256,
    ASSAY_HISTOGRAM_PARTS = 16, /* buckets for each power of two from 256 on */
    ASSAY_HISTOGRAM_BUCKETS = ASSAY_HISTOGRAM_EXACT + (64 - 8) * ASSAY_HISTOGRAM_PARTS
};

struct assay_histogram {
    uint64_t count[ASSAY_HISTOGRAM_BUCKETS];
    uint64_t large_min, large_max; /* of the values that are not exact; both 0: there are none */
};

static inline unsigned assay_histogram_bucket(uint64_t value)
{
    unsigned exponent;

    if (value < ASSAY_HISTOGRAM_EXACT)
        return (unsigned)value;
    exponent = 63 - (unsigned)__builtin_clzll(value); /* 8 or more */
    return ASSAY_HISTOGRAM_EXACT + (exponent - 8) * ASSAY_HISTOGRAM_PARTS +
           (unsigned)(value >> (exponent - 4) & (ASSAY_HISTOGRAM_PARTS - 1));
}

static inline void assay_histogram_add(struct assay_histogram *h, uint64_t value)
{
    ++h->count[assay_histogram_bucket(value)];
    if (__builtin_expect(value < ASSAY_HISTOGRAM_EXACT, 1))
        return;
    h->large_min = h->large_min == 0 || value < h->large_min ? value : h->large_min;
    h->large_max = value > h->large_max ? value : h->large_max;
}

uint64_t assay_histogram_n(const struct assay_histogram *h);
/* 0 if there are no values. */
uint64_t assay_histogram_min(const struct assay_histogram *h);
uint64_t assay_histogram_max(const struct assay_histogram *h);

/* With an even number of values, the lower of the two middle ones; in a bucket that is not exact,
 * its least value. */
uint64_t assay_histogram_median(const struct assay_histogram *h);

/* The number of values from 2^power to below 2^(power+1); power 0 counts both 0 and 1. */
uint64_t assay_histogram_octave(const struct assay_histogram *h, unsigned power);

#endif
