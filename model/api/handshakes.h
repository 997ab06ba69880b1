/* handshakes.h - counting the handshakes of a stream. */
#ifndef ASSAY_MODEL_HANDSHAKES_H
#define ASSAY_MODEL_HANDSHAKES_H

#include <stddef.h>
#include <stdint.h>

#include "api/model_block.h"

/* How many cycles there were outside reset, and in how many of them what was 1. */
struct assay_handshakes {
    uint64_t cycles, valid, ready, both;
};

static inline void assay_handshakes_add(struct assay_handshakes *h, uint64_t runs, uint64_t valid,
                                        uint64_t ready)
{
    h->cycles += runs;
    h->valid += runs & valid;
    h->ready += runs & ready;
    h->both += runs & valid & ready;
}

/* As counters of 2 * valid + ready, stream by stream. */
static inline void assay_handshakes_count(const struct assay_handshakes *h, size_t streams,
                                          uint64_t *count)
{
    for (size_t s = 0; s < streams; ++s, ++h, count += ASSAY_HANDSHAKES) {
        count[3] += h->both;
        count[2] += h->valid - h->both;
        count[1] += h->ready - h->both;
        count[0] += h->cycles - h->valid - h->ready + h->both;
    }
}

#endif
