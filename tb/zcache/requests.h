/* requests.h - draws random requests for zcache. */
#ifndef ZCACHE_REQUESTS_H
#define ZCACHE_REQUESTS_H

#include "base/rng.h"
#include "zcache/memory.h"

enum {
    ZREQ_HOT = 8,
    ZREQ_BUSY = 4, /* number of windows that contain most surfaces */
    ZREQ_RUN = 32  /* longest run of consecutive lines */
};

/* The mix of requests. */
struct zreq_mix {
    uint32_t flush, surface, fence; /* per 1000 requests */
    uint32_t illegal;               /* percentage of invalid requests */
    uint32_t hot;     /* percentage of loads, stores and atomics on recently used lines */
    uint32_t atomics; /* percentage of atomics among these */
    uint32_t runs;    /* percentage of these that begin a run */
    bool pauses;      /* there are idle cycles */
};

struct zreq {
    struct assay_rng rng, litter, pauses, rests, floats;
    struct zreq_mix mix;
    uint32_t hot[ZREQ_HOT];         /* line indices */
    uint32_t run, run_at, run_step; /* of a run: lines left, the last line, step to the next */
    uint32_t pause, pause_for;      /* percentage of idle cycles, and for how many more cycles */
    uint32_t drawn;                 /* requests so far */
    bool flushed;                   /* the last request was a flush, so surfaces may change */
    bool undo;                      /* the next request writes zeros where `store` wrote */
    struct zcache_req store;
    bool adds; /* one of the next atomics adds to a float, as in `sum` */
    struct zcache_req sum;
};

void zreq_begin(struct zreq *z, const struct zreq_mix *mix, uint64_t seed);
/* Returns false if there is no request in this cycle. */
bool zreq_next(struct zreq *z, const struct zmem *m, struct zcache_req *q);
/* The block was reset. Forgets everything that refers to memory's addresses. */
void zreq_restart(struct zreq *z);

#endif
