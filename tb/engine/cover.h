/*
 * cover.h - functional coverage: named points and crosses, counted, stored and merged.
 *
 * A group is a cross of one or more axes; a point is a group with one axis. Each combination of
 * bins is one counter. Combinations that can't happen are declared impossible beside the group, so
 * that 100 percent is reachable and means something.
 *
 * A store is a text file:
 *     assay-coverage 1
 *     run BLOCK PARAMS CYCLES [RUNS]
 *     hit BLOCK GROUP BIN[.BIN...] COUNT
 * RUNS is the number of runs that a merged store added up in the line; left out, it is 1. A block's
 * hits come after its runs. Merging adds counts; it is what reading several files into one database
 * does.
 */
#ifndef ASSAY_COVER_H
#define ASSAY_COVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { ASSAY_COVER_AXES = 4 };

struct assay_cover_axis {
    const char *name;
    unsigned n;
    const char *const *bins; /* n names, without blanks or dots */
};

struct assay_cover_group {
    const char *name;
    const char *meaning;
    unsigned n_axes;
    const struct assay_cover_axis *axes[ASSAY_COVER_AXES];
    /* NULL: every combination can happen. */
    bool (*impossible)(const unsigned *bin);
};

struct assay_block;

/* What the runs with one parameter choice add to a database. */
enum { ASSAY_COVER_PARAMS = 128 };
struct assay_cover_share {
    char params[ASSAY_COVER_PARAMS]; /* "lanes=8,depth=4" */
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

/* False when memory is out. */
bool assay_cover_open(struct assay_cover *db, const struct assay_block *b);
void assay_cover_close(struct assay_cover *db);

/* Bins of counter `index` of a group; the last axis counts fastest. */
void assay_cover_bins(const struct assay_cover_group *g, uint32_t index, unsigned *bin);
uint32_t assay_cover_size(const struct assay_cover_group *g);
bool assay_cover_possible(const struct assay_cover_group *g, uint32_t index);

/* Write the store of one run (to a temporary name, then renamed). False with a message in `why`. */
bool assay_cover_save(const struct assay_cover *db, const char *params, const char *path, char *why,
                      size_t why_size);

/* The same for what was merged: `n` databases, those with block NULL left out. */
bool assay_cover_save_merged(const struct assay_cover *db, size_t n, const char *path, char *why,
                             size_t why_size);

/*
 * Add a store to databases, one for each block that it names; db[i] belongs to assay_blocks[i] and
 * is opened when first needed (block NULL means not open). False with FILE:LINE in `why`; then
 * nothing of this file was added. Counts that would overflow stay at the greatest number.
 */
bool assay_cover_load(struct assay_cover *db, const char *path, char *why, size_t why_size);

/* The same with another table of blocks, NULL-terminated. */
bool assay_cover_load_from(const struct assay_block *const *blocks, struct assay_cover *db,
                           const char *path, char *why, size_t why_size);

/*
 * Mark the points that an exclusions file names. Its lines for points, among those for lines and toggles
 * (coverage/codecov.h), are
 *
 *     point BLOCK GROUP.BIN[.BIN...] : REASON
 *
 * with * for any bin of an axis. A point that is excluded and not hit is neither covered nor a hole; one
 * that was hit counts, and is told of, for its reason no longer holds. False with FILE:LINE in `why` for
 * a point that is not there or can't happen anyway, and for a line without reason, whether its block is
 * among the databases or not.
 */
bool assay_cover_exclude(struct assay_cover *db, const char *path, char *why, size_t why_size);
bool assay_cover_exclude_from(const struct assay_block *const *blocks, struct assay_cover *db,
                              const char *path, char *why, size_t why_size);

/* Why a point is excluded; NULL if it is not. */
const char *assay_cover_excluded(const struct assay_cover *db, unsigned group, uint32_t index);

struct assay_cover_total {
    uint32_t possible, hit; /* without those excluded and not hit */
    uint32_t wrong;         /* declared impossible, and hit all the same */
    uint32_t excluded;      /* and not hit */
    uint32_t refuted;       /* excluded, and hit all the same */
};
struct assay_cover_total assay_cover_total(const struct assay_cover *db, unsigned group);
/* Over all groups. */
struct assay_cover_total assay_cover_sum(const struct assay_cover *db);

#endif
