/*
 * traffic.h - measures the speed and traffic of the golden model of zcache for
 * weights that are stored and then read, and for hits. A request is offered in
 * each cycle, and responses are always accepted. Memory accepts a line of data
 * or metadata every `interval` cycles and replies `latency` cycles later.
 */
#ifndef ZCACHE_TRAFFIC_H
#define ZCACHE_TRAFFIC_H

#include "zcache/zcache.h"

struct ztraffic_shape {
    uint32_t sets, ways, mshrs, metas;
    uint32_t latency, interval;
};

struct ztraffic {
    struct zcache_counters counters; /* at the end */
    struct zcache_counters stored;   /* when reading began */
    uint64_t cycles;                 /* cycles spent reading */
    bool right;                      /* the data read equal the data stored */
};

/*
 * Stores `lines` lines of 64 bytes, flushes, and reads them `passes`
 * times, with one surface over them (codec blocks of four lines) or none.
 * `weights` has whole codec blocks. Returns false if out of memory.
 */
bool ztraffic_run(const struct ztraffic_shape *shape, const uint8_t *weights, uint32_t lines,
                  uint32_t passes, bool surface, struct ztraffic *t);

#endif
