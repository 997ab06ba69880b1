/* traffic.h - what the golden model of zcache moves when weights are stored and then read. */
#ifndef ZCACHE_TRAFFIC_H
#define ZCACHE_TRAFFIC_H

#include "zcache/zcache.h"

struct ztraffic {
    struct zcache_counters counters;
    bool right; /* what was read is what was stored */
};

/*
 * Store `lines` lines of 64 bytes, flush, and read them `passes` times, through a cache of the
 * largest parameter set, with one surface over them (codec blocks of four) or none. `weights` has
 * whole codec blocks. False if memory is out.
 */
bool ztraffic_run(const uint8_t *weights, uint32_t lines, uint32_t passes, bool surface,
                  struct ztraffic *t);

#endif
