/*
 * requests.h - draws the random request sequence of bypass.
 */
#ifndef BYPASS_REQUESTS_H
#define BYPASS_REQUESTS_H

#include "bypass/bypass.h"
#include "bypass/rows.h"
#include "engine/block.h"

/* User data of the scenario `throughput`: valid requests that are all alike. */
struct bypass_steady {
    struct bypass_req req; /* its maps are derived from the operands */
    uint8_t zeros;         /* percentage of zeros in A and in B */
};

struct bypass_walker {
    struct assay_rng rng;
    struct bypass_params params;
    struct assay_knobs knobs;
    const struct bypass_steady *fixed; /* if not NULL, every request is like this */
    bool rotate;                       /* runs of each kind of legal request of the pair filter */
    uint64_t count;                    /* requests so far */
    struct bypass_req req;             /* the current one */
    struct bypass_row row;             /* its operands */
    bool takes_row;                    /* the request is a valid one of the pair filter */
    uint64_t slices; /* of a valid request of the load filter: the slices to load */
};

/* A walker of stimulus/walk.h: see struct assay_walk_kind. */
void bypass_walker_begin(void *walker, const struct assay_stim_env *env, uint64_t epoch,
                         bool rotate);
void bypass_walker_next(void *walker);

/* Counts the transfers that a request makes on each sink, in the order of block.yaml. */
void bypass_needs(const struct assay_params *params, const void *payload, uint32_t *count);

#endif
