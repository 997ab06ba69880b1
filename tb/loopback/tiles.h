/*
 * tiles.h - draws the random tile sequence of loopback.
 */
#ifndef LOOPBACK_TILES_H
#define LOOPBACK_TILES_H

#include "bypass/rows.h"
#include "engine/block.h"
#include "loopback/loopback.h"

/* User data of the scenario `throughput`: tiles that are all alike. */
struct loopback_steady {
    struct loopback_cmd cmd;
    uint8_t zeros; /* percentage of zeros in A and in B */
};

struct loopback_walker {
    struct assay_rng rng;
    struct loopback_params params;
    struct assay_knobs knobs;
    const struct loopback_steady *fixed; /* if not NULL, every tile is like this */
    bool rotate;                         /* runs of each kind of legal command */
    uint64_t count;                      /* tiles so far */
    struct loopback_cmd cmd;             /* the current one */
    struct bypass_rows rows;             /* the shape of its operands */
};

/* A walker of stimulus/walk.h: see struct assay_walk_kind. */
void loopback_walker_begin(void *walker, const struct assay_stim_env *env, uint64_t epoch,
                           bool rotate);
void loopback_walker_next(void *walker);

/* Counts the transfers that a command makes on each sink, in the order of block.yaml. */
void loopback_needs(const struct assay_params *params, const void *payload, uint32_t *count);

#endif
