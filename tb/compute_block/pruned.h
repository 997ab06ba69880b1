/*
 * pruned.h - the scenario `pruned`: a layer whose weights are pruned in blocks of one slice. The
 * mover streams them from memory and generates their maps.
 *
 * The layer has CB_PRUNED_TILES tiles of weights, which are loaded again and again, in turn, into
 * three places. Each tile serves one message with each of the tiles of activations, which are
 * loaded once. A tile is loaded when all messages of the previous tile in its place have been
 * notified, and used once its own move has been notified.
 */
#ifndef COMPUTE_BLOCK_PRUNED_H
#define COMPUTE_BLOCK_PRUNED_H

#include "compute_block/compute_block.h"
#include "compute_block/lines.h"
#include "engine/block.h"

enum { CB_PRUNED_TILES = 16, CB_PRUNED_PLACES = 3, CB_PRUNED_SD = 32 };

/* User data of the scenario. NULL: 75 percent. */
struct cb_pruned_load {
    uint32_t percent; /* percentage of pruned blocks; 0: none */
};

/* The register file holds tiles of weights, tiles of
 * activations, their maps, and results, in this order. */
struct cb_pruned_shape {
    uint32_t sd, rc, uses; /* uses: number of tiles of activations */
    uint32_t activations;  /* rows per tile of activations; a tile of weights has sd rows */
    uint32_t results;
};

struct cb_pruned {
    struct compute_block_params params;
    struct cb_pruned_shape shape;
    struct cb_lines lines;
    uint32_t fills, messages; /* sent so far */
    uint32_t filled, done;    /* notified so far */
    /* Row by row of K, one column per lane. */
    int8_t weights[CB_PRUNED_TILES * CB_PRUNED_SD * 4 * CB_MAX_LANES];
};

/* The period of the traffic, computed from the zeros of the layer: notifications, total and nonzero
 * slices of all its messages, and the passes through an array that they take. */
struct cb_pruned_period {
    uint32_t notes, rc;
    uint32_t slices, survivors, passes;
};
struct cb_pruned_period cb_pruned_period(const struct compute_block_params *p,
                                         const struct cb_pruned_load *load);

/* The functions of the scenario. */
void cb_pruned_begin(void *ctx, const struct assay_stim_env *env);
bool cb_pruned_next(void *ctx, unsigned stream, void *payload);
void cb_pruned_observe(void *ctx, unsigned stream, const void *payload);
void cb_pruned_plain(void *ctx, void *in);
bool cb_pruned_failed(const void *ctx);
void cb_pruned_report(const void *ctx, FILE *f);

#endif
