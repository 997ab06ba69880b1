/*
 * pruned.h - scenario `pruned`: a layer whose weights are pruned in blocks of a slice, streamed from memory by the mover,
 * which generates their maps.
 *
 * Tiles of weights come in turn, CB_PRUNED_TILES of them again and again, into three places; each serves a message with
 * each of the tiles of activations, which are loaded once. A tile is loaded when all messages of that before it in its
 * place are notified, and used when its own move is.
 */
#ifndef COMPUTE_BLOCK_PRUNED_H
#define COMPUTE_BLOCK_PRUNED_H

#include "compute_block/compute_block.h"
#include "compute_block/lines.h"
#include "engine/block.h"

enum { CB_PRUNED_TILES = 16, CB_PRUNED_PLACES = 3, CB_PRUNED_SD = 32 };

/* As the user pointer. NULL: three quarters. */
struct cb_pruned_load {
    uint32_t percent; /* of the blocks are pruned; 0: none */
};

/* Rows: tiles of weights, tiles of activations, their maps, results. */
struct cb_pruned_shape {
    uint32_t sd, rc, uses; /* uses: tiles of activations */
    uint32_t activations;  /* rows of a tile of those; of weights it is sd */
    uint32_t results;
};

struct cb_pruned {
    struct compute_block_params params;
    struct cb_pruned_shape shape;
    struct cb_lines lines;
    uint32_t fills, messages; /* that were sent */
    uint32_t filled, done;    /* that were notified */
    int8_t weights[CB_PRUNED_TILES * CB_PRUNED_SD * 4 *
                   CB_MAX_LANES]; /* row by row of K, a column a lane */
};

/* What is sent again and again, as the layer's zeros tell: notifications of it, slices that are not zero of all that its
 * messages have, and passes through an array that those take. */
struct cb_pruned_period {
    uint32_t notes, rc;
    uint32_t slices, survivors, passes;
};
struct cb_pruned_period cb_pruned_period(const struct compute_block_params *p,
                                         const struct cb_pruned_load *load);

/* Of the scenario. */
void cb_pruned_begin(void *ctx, const struct assay_stim_env *env);
bool cb_pruned_next(void *ctx, unsigned stream, void *payload);
void cb_pruned_observe(void *ctx, unsigned stream, const void *payload);
void cb_pruned_plain(void *ctx, void *in);
bool cb_pruned_failed(const void *ctx);
void cb_pruned_report(const void *ctx, FILE *f);

#endif
