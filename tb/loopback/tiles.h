/*
 * tiles.h - the random tile sequence of loopback.
 */
#ifndef LOOPBACK_TILES_H
#define LOOPBACK_TILES_H

#include "bypass/rows.h"
#include "engine/block.h"
#include "loopback/loopback.h"

/* User data of the scenario throughput: tiles that are all alike. */
struct loopback_steady {
    struct loopback_cmd cmd;
    uint8_t zeros; /* percent of the elements of A and of B */
};

struct loopback_walker {
    struct assay_rng rng;
    struct loopback_params params;
    struct assay_knobs knobs;
    const struct loopback_steady *fixed; /* every tile is like this; NULL: not so */
    bool rotate;                         /* legal commands, a run of each */
    uint64_t count;                      /* tiles so far */
    struct loopback_cmd cmd;             /* the current one */
    struct bypass_rows rows;             /* what its operands are like */
};

/* The walkers of stimulus/walk.h: struct assay_walk_kind. */
void loopback_walker_begin(void *walker, const struct assay_stim_env *env, uint64_t epoch,
                           bool rotate);
void loopback_walker_next(void *walker);

/* Transfers of a command on the sinks, by their order in block.yaml. */
void loopback_needs(const struct assay_params *params, const void *payload, uint32_t *count);

#endif
