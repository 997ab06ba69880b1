/*
 * shrink.h - reduces a failing run to a small one that fails the same way: with the same verdict,
 * and with at least one differing port in common. At level `transfers` the mismatch must also be of
 * the same kind (a payload that differs, an unexpected transfer, a missing one), on the same stream
 * and, for RTL against RTL, on the same side.
 *
 *     struct assay_shrink s = {.config = config, .seconds = 60};
 *     end = assay_shrink_run(&s, why, sizeof why);
 *     if (end == ASSAY_SHRUNK)
 *         ... s.best ...
 *     assay_shrink_free(&s);
 *
 * The run is written out as a script (script.h) from the last reset before the failure, or from an
 * earlier one if that does not suffice. In a long run, short sequences of units near its end are
 * first tried alone. Then these reductions are repeated until nothing gets smaller:
 *
 *     - remove units, in ever finer chunks, and items of single streams
 *     - remove gaps, stalls and time
 *     - clear payload bits
 *     - remove changes of pins outside streams, or lower their values to 0 or to the minimum of
 *       their range
 *     - remove resets
 *
 * When nothing can be removed by itself and few units are left, these are tried:
 *
 *     - write the memory contents directly, in place of the transfers that led to them
 *       (assay_block.rewrite)
 *     - remove any two or any three units together
 *     - remove an item while another one takes over one of its fields, moves, replaces it by name,
 *       or changes in one or two fields
 *     - lower small values of wide fields
 *
 * A unit is a transaction together with those on other streams that belong to it
 * (assay_block.needs). Each trial is one run on a fresh DUT, in a separate process if the model or
 * the DUT may keep data between runs (assay_config_apart); no run may come before the first trial
 * then. The same failing run and DUT give the same result, unless time runs out.
 *
 * For a run that does not settle, a trial allows each cycle at most half a second of processor
 * time.
 */
#ifndef ASSAY_SHRINK_H
#define ASSAY_SHRINK_H

#include "stimulus/script.h"

struct assay_shrink_size {
    uint64_t units, transactions, cycles;
};

struct assay_shrink {
    struct assay_config config; /* the failing run, DUT included */
    double seconds;             /* limit, from when the run has been written out; 0: none */
    /* Called after every trial, and periodically during long ones. Returning false stops with
     * the best so far. */
    bool (*progress)(void *arg, const struct assay_shrink *s);
    void *progress_arg;

    /* Results. */
    struct assay_script best;
    enum assay_verdict verdict;
    const struct assay_port *port; /* first to differ in `best`; NULL: the verdict names none */
    enum assay_mismatch kind;      /* at level `transfers`, together with `stream` */
    int stream;
    bool of_model;                        /* RTL against RTL: the mismatch is in the other RTL */
    uint64_t fail_cycle;                  /* last cycle of `best` */
    struct assay_shrink_size first, size; /* after writing out, and now */
    uint64_t trials;
    bool stopped; /* by `progress` */
    bool out_of_time;

    /* Internal. */
    uint64_t ports[(ASSAY_MAX_PORTS + 63) / 64]; /* bit set: differ in the failing run */
    double deadline;                             /* 0: none */
    bool no_memory;
    char wrong[256]; /* why a candidate could not be recorded; "": all could */
};

enum assay_shrink_end {
    ASSAY_SHRUNK,
    ASSAY_SHRINK_PASSES,      /* the run does not fail */
    ASSAY_SHRINK_UNSUITABLE,  /* it fails in a way that transactions alone do not reproduce */
    ASSAY_SHRINK_INTERRUPTED, /* stopped before there was a result */
    ASSAY_SHRINK_ERROR        /* out of memory, or a run could not be recorded */
};

/* Fills `s->best` and returns ASSAY_SHRUNK. Any other result comes with a message in `why`. */
enum assay_shrink_end assay_shrink_run(struct assay_shrink *s, char *why, size_t why_size);
void assay_shrink_free(struct assay_shrink *s);

/*
 * Copies the best to `to` and continues it past its failure, with every source ready and with zero
 * items for those that a unit still needs, until there are no more transfers. It fails as the best
 * does. On a repaired DUT it passes with something to compare, so it can be kept as a test. Returns
 * false if out of memory.
 */
bool assay_shrink_complete(struct assay_shrink *s, struct assay_script *to);

#endif
