/*
 * requests.h - the random request sequence of bypass.
 */
#ifndef BYPASS_REQUESTS_H
#define BYPASS_REQUESTS_H

#include "bypass/bypass.h"
#include "bypass/rows.h"
#include "engine/block.h"

/* User data of the scenario throughput: good requests that are all alike. */
struct bypass_steady {
    struct bypass_req req; /* its maps are made from the operands */
    uint8_t zeros;         /* percent of the elements of A and of B */
};

struct bypass_walker {
    struct assay_rng rng;
    struct bypass_params params;
    struct assay_knobs knobs;
    const struct bypass_steady *fixed; /* every request is like this; NULL: not so */
    bool rotate;                       /* legal requests of the pair filter, a run of each */
    uint64_t count;                    /* requests so far */
    struct bypass_req req;             /* the current one */
    struct bypass_row row;             /* its operands */
    bool takes_row;                    /* a good request of the pair filter */
    uint64_t slices; /* of a good request of the load filter: those to be loaded */
};

/* The walkers of stimulus/walk.h: struct assay_walk_kind. */
void bypass_walker_begin(void *walker, const struct assay_stim_env *env, uint64_t epoch,
                         bool rotate);
void bypass_walker_next(void *walker);

/* Transfers of a request on the sinks, by their order in block.yaml. */
void bypass_needs(const struct assay_params *params, const void *payload, uint32_t *count);

#endif
