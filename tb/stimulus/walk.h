/*
 * walk.h - a random sequence of requests, each with operands on other sink streams.
 *
 * The sinks are independent, so each walks the same sequence by itself: a walker with the same seed and
 * epoch produces the same requests, whoever asks and when. A sink that brings operands stays at a request
 * until it has brought all that the request takes of it, and passes over those that take none.
 *
 * Sink 0 brings the requests, a transfer each.
 *
 * A scenario's context begins with a struct assay_walks; the walkers, one for each sink, follow in it.
 */
#ifndef ASSAY_WALK_H
#define ASSAY_WALK_H

#include "engine/block.h"

enum { ASSAY_WALK_SINKS = 4 };

struct assay_walk_kind {
    unsigned sinks;
    size_t walkers, size; /* where the walkers are in the context, and the bytes of one */
    size_t request;       /* where a walker has its current request */
    const char *const
        *site; /* for each sink the name of its data's random numbers; NULL: it has none */
    /* `epoch` counts the resets of the block; `rotate`: a fixed order in place of random requests. */
    void (*begin)(void *walker, const struct assay_stim_env *env, uint64_t epoch, bool rotate);
    void (*next)(void *walker);
    /* assay_block.needs: transfers of a request on the sinks. */
    void (*needs)(const struct assay_params *params, const void *request, uint32_t *count);
};

struct assay_walks {
    const struct assay_walk_kind *kind;
    struct assay_stim_env env;
    uint64_t epoch;
    bool rotate;
    uint32_t left[ASSAY_WALK_SINKS]; /* transfers of the walker's request that are still to come */
    struct assay_rng data[ASSAY_WALK_SINKS];
};

void assay_walks_begin(struct assay_walks *w, const struct assay_walk_kind *kind,
                       const struct assay_stim_env *env, bool rotate);
/* assay_scenario.restart, for a context that begins with a struct assay_walks. */
void assay_walks_restart(void *walks);

/* The walker of a sink, at the request that its next transfer belongs to. NULL: all requests are alike
 * (rotate, with env.user) and take nothing of this sink. */
void *assay_walks_next(struct assay_walks *w, unsigned sink);

#endif
