/* requests.h - the random requests of zcache. */
#ifndef ZCACHE_REQUESTS_H
#define ZCACHE_REQUESTS_H

#include "base/rng.h"
#include "zcache/memory.h"

enum {
    ZREQ_HOT = 8,
    ZREQ_BUSY = 4, /* windows where most surfaces are */
    ZREQ_RUN = 32  /* lines one after the other, at most */
};

/* What the requests are like. */
struct zreq_mix {
    uint32_t flush, surface, fence; /* of 1000 requests */
    uint32_t illegal;               /* percent */
    uint32_t hot;     /* percent of loads, stores and atomics that go to lines used lately */
    uint32_t atomics; /* percent of these */
    uint32_t runs;    /* percent of these that begin a run */
    bool pauses;      /* there are cycles without a request */
};

struct zreq {
    struct assay_rng rng, litter, pauses;
    struct zreq_mix mix;
    uint32_t hot[ZREQ_HOT]; /* indices of lines */
    uint32_t run, run_at,
        run_step; /* lines left of a run, the last one, and how far it is to the next */
    uint32_t pause, pause_for; /* percent; for so many cycles */
    bool flushed;              /* the last request was a flush: surfaces may change */
    bool undo;                 /* the next one writes zeros where `store` wrote */
    struct zcache_req store;
};

void zreq_begin(struct zreq *z, const struct zreq_mix *mix, uint64_t seed);
/* False: no request in this cycle. */
bool zreq_next(struct zreq *z, const struct zmem *m, struct zcache_req *q);
/* The block was reset: what was said of memory's addresses does not hold. */
void zreq_restart(struct zreq *z);

#endif
