/*
 * walk.h - a random sequence of requests, each with operands on other sink streams.
 *
 * The sinks are independent, so each walks the same sequence by itself: a walker with the same seed
 * and epoch produces the same requests, no matter who asks and when. A sink that brings operands
 * stays at a request until it has brought all that the request needs from it, and skips requests
 * that need none.
 *
 * Sink 0 brings the requests, one transfer each.
 *
 * A scenario's context begins with a struct assay_walks. The walkers, one per sink, follow in it.
 */
#ifndef ASSAY_WALK_H
#define ASSAY_WALK_H

#include "engine/block.h"

enum { ASSAY_WALK_SINKS = 4 };

struct assay_walk_kind {
    unsigned sinks;
    size_t walkers, size; /* offset of the walkers in the context, and the size of one in bytes */
    size_t request;       /* offset of the current request in a walker */
    const char *const *site; /* for each sink, the random stream of its data (rng.h); NULL: none */
    /* `epoch` counts the resets of the block. `rotate`: use a fixed order instead of random
     * requests. */
    void (*begin)(void *walker, const struct assay_stim_env *env, uint64_t epoch, bool rotate);
    void (*next)(void *walker);
    /* Like assay_block.needs: transfers that a request needs on each sink. */
    void (*needs)(const struct assay_params *params, const void *request, uint32_t *count);
};

struct assay_walks {
    const struct assay_walk_kind *kind;
    struct assay_stim_env env;
    uint64_t epoch;
    bool rotate;
    uint32_t left[ASSAY_WALK_SINKS]; /* transfers still to come for the walker's request */
    struct assay_rng data[ASSAY_WALK_SINKS];
};

void assay_walks_begin(struct assay_walks *w, const struct assay_walk_kind *kind,
                       const struct assay_stim_env *env, bool rotate);
/* assay_scenario.restart, for a context that begins with a struct assay_walks. */
void assay_walks_restart(void *walks);

/* Returns the walker of a sink, at the request to which its next transfer belongs. NULL: all
 * requests are alike (rotate, with env.user) and need nothing from this sink. */
void *assay_walks_next(struct assay_walks *w, unsigned sink);

#endif
