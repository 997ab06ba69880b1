/* entry.h - what an entry of a regression list holds; list.h describes its keys. */
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
    ASSAY_LIST_KNOWN = 400, /* characters of a reason */
};

/* How many of a block's proofs or faults: none, those that take little time, all. */
enum assay_extent { ASSAY_NONE, ASSAY_QUICK, ASSAY_ALL };

struct assay_entry {
    unsigned long line; /* in the list */
    const struct assay_block *block;
    /* Instead of a run: one job, with nothing of the model alone. */
    enum assay_extent proofs;
    const char *solver; /* of the proofs, alone; NULL: those that `assay prove` asks by itself */
    bool plots;
    enum assay_extent faults; /* one job for each of params */
    uint64_t mutate;          /* how many mutants; likewise; 0: no such job */
    double require;           /* percent of them that have to be found; below 0: any */
    const struct assay_scenario *scenario;
    char
        *rtl; /* file list of RTL to use instead of the block's own, an absolute path; NULL: none */
    bool block_rooted,
        rtl_rooted; /* the list names the block's folder, or `rtl`, by an absolute path */
    char *fault;    /* known bug to put into the block's own RTL; NULL: none */
    struct assay_params *params;
    size_t n_params;
    enum assay_backend backend[ASSAY_LIST_BACKENDS];
    size_t n_backends;
    char *known; /* why its jobs may fail, for the reports; NULL: they should not */
    uint64_t cycles;
    bool fixed_seeds;
    uint64_t first_seed; /* if fixed */
    uint64_t n_seeds;
    uint32_t weight;
    uint32_t timeout;
    bool code_coverage;
    bool allow_partial;
    struct assay_knobs knobs;
    bool own_knobs; /* they differ from the scenario's */
    char **tags;
    size_t n_tags;
};

#endif
