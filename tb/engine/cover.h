/*
 * cover.h - functional coverage: named points and crosses, and their counters.
 *
 * Every block has the group `flow`: the handshake of each of its streams, counted in every
 * cycle outside reset. It comes after the block's own groups.
 *
 * Files of counts, totals and exclusions are above the engine, in tb/coverage.
 */
#ifndef ASSAY_COVER_H
#define ASSAY_COVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/model_block.h"
#include "engine/cover_group.h"

struct assay_block;

/* What the runs with one parameter choice add to a database. */
struct assay_cover_share {
    char params[ASSAY_PARAMS_TEXT]; /* "lanes=8,depth=4" */
    uint64_t runs, cycles;
};

struct assay_cover {
    const struct assay_block *block;
    uint64_t *count; /* all groups, one after the other */
    uint32_t *first; /* index of each group's first counter */
    size_t n;        /* counters */
    uint64_t cycles; /* sampled, over all merged runs */
    uint64_t runs;
    struct assay_cover_share *share; /* of what was read from stores */
    size_t n_shares;
    const char **excluded; /* why a counter does not count; NULL in it: it does. NULL: all do */
    char **reason;         /* what `excluded` points into */
    size_t n_reasons;
};

/* One hit; bin holds an index for each axis of the group. In range is the caller's duty. */
static inline void assay_cover_hit(struct assay_cover *db, unsigned group, uint32_t index)
{
    ++db->count[db->first[group] + index];
}

/* A hit if `yes`, without a branch: for what is as good as random. */
static inline void assay_cover_hit_if(struct assay_cover *db, bool yes, unsigned group,
                                      uint32_t index)
{
    db->count[db->first[group] + index] += yes;
}

/* The groups of a block: its own, then `flow`, then `corners` (corners.h). */
size_t assay_cover_groups(const struct assay_block *b);
const struct assay_cover_group *assay_cover_group(const struct assay_block *b, size_t i);

/* The index of the group with this name; their number if there is none. */
size_t assay_cover_find(const struct assay_block *b, const char *name);

/* The counters of `flow`, ASSAY_HANDSHAKES for each stream; and to add to them. */
uint64_t *assay_cover_flow(const struct assay_cover *db);
void assay_cover_add_flow(struct assay_cover *db, const uint64_t *handshakes);

/* The counters of `corners`, for a block that has them. */
uint64_t *assay_cover_corners(const struct assay_cover *db);

/* False when memory is out. */
bool assay_cover_open(struct assay_cover *db, const struct assay_block *b);
void assay_cover_close(struct assay_cover *db);

/* Bins of counter `index` of a group; the last axis counts fastest. */
void assay_cover_bins(const struct assay_cover_group *g, uint32_t index, unsigned *bin);
uint32_t assay_cover_size(const struct assay_cover_group *g);
bool assay_cover_possible(const struct assay_cover_group *g, uint32_t index);

#endif
