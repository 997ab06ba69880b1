/*
 * requests.h - the random request sequence of bypass.
 *
 * The sink streams are independent, so each walks the same sequence by itself: a walker with the
 * same seed and epoch produces the same requests and operands, whoever asks and when.
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
    uint64_t slices; /* of a good request of the load filter: those to be loaded */
};

/* `epoch` counts the resets of the block. */
void bypass_walker_begin(struct bypass_walker *w, const struct assay_stim_env *env, uint64_t epoch,
                         bool rotate);

/* Go to the next request. */
void bypass_walker_next(struct bypass_walker *w);

/* The current one takes a row. */
bool bypass_walker_takes_row(const struct bypass_walker *w);

/* Transfers of a request on the sinks, by their order in ports.def. */
void bypass_needs(const struct assay_params *params, const void *payload, uint32_t *count);

#endif
