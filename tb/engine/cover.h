/*
 * cover.h - functional coverage: named points and crosses, and their counters.
 *
 * Every block has the group `flow`: the handshakes of its streams, counted in every cycle outside
 * reset. It follows the block's own groups.
 *
 * Files of counts, totals and exclusions are a layer above the engine, in tb/coverage.
 */
#ifndef ASSAY_COVER_H
#define ASSAY_COVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/model_block.h"
#include "engine/cover_group.h"

struct assay_block;

/* What the runs with one parameter choice contributed to a database. */
struct assay_cover_share {
    char params[ASSAY_PARAMS_TEXT]; /* "lanes=8,depth=4" */
    uint64_t runs, cycles;
};

struct assay_cover {
    const struct assay_block *block;
    uint64_t *count; /* of all groups, one after the other */
    uint32_t *first; /* index of each group's first counter */
    size_t n;        /* counters */
    uint64_t cycles; /* sampled, over all merged runs */
    uint64_t runs;
    struct assay_cover_share *share; /* of the data loaded from stores */
    size_t n_shares;
    const char **excluded; /* reason why a counter is excluded; NULL entry: it is not.
                            * NULL: no exclusions */
    char **reason;         /* owns the strings that `excluded` points to */
    size_t n_reasons;
};

/* Counts one hit of counter `index` of a group. The caller must keep both in range. */
static inline void assay_cover_hit(struct assay_cover *db, unsigned group, uint32_t index)
{
    ++db->count[db->first[group] + index];
}

/* Counts a hit if `yes`, without a branch: for conditions that are hard to predict. */
static inline void assay_cover_hit_if(struct assay_cover *db, bool yes, unsigned group,
                                      uint32_t index)
{
    db->count[db->first[group] + index] += yes;
}

/* The class of a floating-point number: 0 zero, 1 subnormal, 2 normal, 3 infinity, 4 NaN. */
static inline uint32_t assay_cover_float_class(uint32_t x, unsigned exp_bits, unsigned frac_bits)
{
    const uint32_t top = (UINT32_C(1) << exp_bits) - 1, exp = x >> frac_bits & top,
                   frac = x & ((UINT32_C(1) << frac_bits) - 1);

    return exp == top ? (frac ? 4u : 3u) : exp ? 2u : frac ? 1u : 0u;
}

/* The groups of a block: its own, then `flow`, then `corners` (corners.h). */
size_t assay_cover_groups(const struct assay_block *b);
const struct assay_cover_group *assay_cover_group(const struct assay_block *b, size_t i);

/* The index of the group with this name; their number if there is none. */
size_t assay_cover_find(const struct assay_block *b, const char *name);

/* The counters of `flow`, ASSAY_HANDSHAKES for each stream, and a function that adds to them. */
uint64_t *assay_cover_flow(const struct assay_cover *db);
void assay_cover_add_flow(struct assay_cover *db, const uint64_t *handshakes);

/* The counters of `corners`, for a block that has them. */
uint64_t *assay_cover_corners(const struct assay_cover *db);

/* False if out of memory. */
bool assay_cover_open(struct assay_cover *db, const struct assay_block *b);
void assay_cover_close(struct assay_cover *db);

/* assay_cover_bins writes the bins of counter `index` of a group; the last axis varies fastest. */
void assay_cover_bins(const struct assay_cover_group *g, uint32_t index, unsigned *bin);
uint32_t assay_cover_size(const struct assay_cover_group *g);
bool assay_cover_possible(const struct assay_cover_group *g, uint32_t index);

#endif
