/* requests.h - the random requests of zcache. */
#ifndef ZCACHE_REQUESTS_H
#define ZCACHE_REQUESTS_H

#include "base/rng.h"
#include "zcache/memory.h"

enum {
    ZREQ_HOT = 8,
    ZREQ_BUSY = 4 /* windows where most surfaces are */
};

/* What the requests are like. */
struct zreq_mix {
    uint32_t flush, surface; /* of 1000 requests */
    uint32_t illegal;        /* percent */
    uint32_t hot;            /* percent of loads and stores that go to lines used lately */
};

struct zreq {
    struct assay_rng rng, litter;
    struct zreq_mix mix;
    uint32_t hot[ZREQ_HOT]; /* indices of lines */
    bool flushed;           /* the last request was a flush: surfaces may change */
    bool undo;              /* the next one writes zeros where `store` wrote */
    struct zcache_req store;
};

void zreq_begin(struct zreq *z, const struct zreq_mix *mix, uint64_t seed);
void zreq_next(struct zreq *z, const struct zmem *m, struct zcache_req *q);
/* The block was reset: what was said of memory's addresses does not hold. */
void zreq_restart(struct zreq *z);

#endif
