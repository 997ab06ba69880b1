/* entry.h - one entry of a regression list; list.h describes its keys. */
#ifndef ASSAY_REGRESS_ENTRY_H
#define ASSAY_REGRESS_ENTRY_H

#include "engine/block.h"
#include "sim/backend.h"

enum {
    ASSAY_LIST_BACKENDS = ASSAY_BACKENDS,
    ASSAY_LIST_TIMEOUT = 600, /* seconds */
    ASSAY_LIST_SEEDS = 1000000,
    ASSAY_LIST_WEIGHT = 1000,
    ASSAY_LIST_MUTANTS = 10000,
    ASSAY_LIST_KNOWN = 400, /* characters in a reason */
};

/* How many of a block's proofs or faults to take: none, only the quick ones, or all. */
enum assay_extent { ASSAY_NONE, ASSAY_QUICK, ASSAY_ALL };

struct assay_entry {
    unsigned long line; /* line number in the list */
    const struct assay_block *block;
    /* The next fields are set if the entry stands for something other than runs. Its only
     * backend is then ASSAY_MODEL, as a placeholder. */
    enum assay_extent proofs;
    /* The only solver of the proofs; NULL: those that `assay prove` uses by default. */
    const char *solver;
    bool plots;
    enum assay_extent faults; /* one job per parameter choice */
    uint64_t mutate;          /* number of mutants, one job per parameter choice; 0: no such job */
    double require;           /* percentage that must be found; negative: no requirement */
    const struct assay_scenario *scenario;
    /* Absolute path of a file list with RTL to use instead of the block's own; NULL: none. */
    char *rtl;
    /* Whether the list gives the block's folder, or `rtl`, as an absolute path. */
    bool block_rooted, rtl_rooted;
    char *fault; /* known bug to put into the block's own RTL; NULL: none */
    struct assay_params *params;
    size_t n_params;
    enum assay_backend backend[ASSAY_LIST_BACKENDS];
    size_t n_backends;
    char *known; /* why its jobs may fail, for the reports; NULL: they should pass */
    uint64_t cycles;
    bool fixed_seeds;
    uint64_t first_seed; /* only if fixed_seeds */
    uint64_t n_seeds;
    uint32_t weight;
    uint32_t timeout;
    bool code_coverage;
    bool allow_partial;
    struct assay_knobs knobs;
    bool own_knobs; /* knobs differ from the scenario's */
    char **tags;
    size_t n_tags;
};

#endif
