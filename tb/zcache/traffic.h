/*
 * traffic.h - how fast the golden model of zcache is, and what it moves: weights that are stored and then
 * read, and hits. Requests are offered in each cycle, answers are taken in each. Memory takes a line, of data or of
 * metadata, every `interval` cycles, and replies `latency` cycles later.
 */
#ifndef ZCACHE_TRAFFIC_H
#define ZCACHE_TRAFFIC_H

#include "zcache/zcache.h"

struct ztraffic_shape {
    uint32_t sets, ways, mshrs, metas;
    uint32_t latency, interval;
};

struct ztraffic {
    struct zcache_counters counters; /* of all */
    struct zcache_counters stored;   /* when reading began */
    uint64_t cycles;                 /* of reading */
    bool right;                      /* what was read is what was stored */
};

/*
 * Store `lines` lines of 64 bytes, flush, and read them `passes` times, with one surface over them (codec
 * blocks of four) or none. `weights` has whole codec blocks. False if memory is out.
 */
bool ztraffic_run(const struct ztraffic_shape *shape, const uint8_t *weights, uint32_t lines,
                  uint32_t passes, bool surface, struct ztraffic *t);

#endif
