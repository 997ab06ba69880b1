#include "engine/histogram.h"

/* The least value of a bucket. */
static uint64_t least(unsigned bucket)
{
    const unsigned above = bucket - ASSAY_HISTOGRAM_EXACT;

    if (bucket < ASSAY_HISTOGRAM_EXACT)
        return bucket;
    return (uint64_t)(ASSAY_HISTOGRAM_PARTS + above % ASSAY_HISTOGRAM_PARTS)
           << (above / ASSAY_HISTOGRAM_PARTS + 4);
}

uint64_t assay_histogram_n(const struct assay_histogram *h)
{
    uint64_t n = 0;

    for (unsigned i = 0; i < ASSAY_HISTOGRAM_BUCKETS; ++i)
        n += h->count[i];
    return n;
}

uint64_t assay_histogram_min(const struct assay_histogram *h)
{
    for (unsigned i = 0; i < ASSAY_HISTOGRAM_EXACT; ++i)
        if (h->count[i])
            return i;
    return h->large_min;
}

uint64_t assay_histogram_max(const struct assay_histogram *h)
{
    if (h->large_max)
        return h->large_max;
    for (unsigned i = ASSAY_HISTOGRAM_EXACT; i-- > 0;)
        if (h->count[i])
            return i;
    return 0;
}

uint64_t assay_histogram_median(const struct assay_histogram *h)
{
    const uint64_t half = (assay_histogram_n(h) + 1) / 2;
    uint64_t seen = 0;

    for (unsigned i = 0; half && i < ASSAY_HISTOGRAM_BUCKETS; ++i) {
        seen += h->count[i];
        if (seen >= half)
            return i >= ASSAY_HISTOGRAM_EXACT && least(i) < h->large_min ? h->large_min : least(i);
    }
    return 0;
}

uint64_t assay_histogram_octave(const struct assay_histogram *h, unsigned power)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < ASSAY_HISTOGRAM_BUCKETS; ++i) {
        const uint64_t value = least(i);

        if (value >> power == 1 || (power == 0 && value == 0))
            sum += h->count[i];
    }
    return sum;
}
