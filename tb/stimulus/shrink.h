/*
 * shrink.h - from a failing run to a small one that fails the same way: same verdict, and at least one
 * of the ports that differ there differs here. At level `transfers` also of the same kind (a payload that differs, an unexpected
 * transfer, a missing one), on the same stream and, of RTL against RTL, on the same side.
 *
 *     struct assay_shrink s = {.config = config, .seconds = 60};
 *     end = assay_shrink_run(&s, why, sizeof why);
 *     if (end == ASSAY_SHRUNK)
 *         ... s.best ...
 *     assay_shrink_free(&s);
 *
 * The run is written out as a script (script.h) from the last reset before the failure, or from an
 * earlier one if that does not suffice. Of a long run, a few units around its middle are tried alone. Then, again and
 * again until nothing gets smaller: units are taken away, in chunks that get finer; items of single streams; bits of payload go to 0; gaps and
 * stalls go; changes of pins outside streams go, and their values to 0 or the least of their range; resets go. When
 * nothing single goes any more and few units are left, what memory holds is written to it in place of what led there
 * (assay_block.rewrite), any two and any three units are taken away together, and an item is taken away while another
 * takes over one of its fields, moves, stands for it by name, or changes in one or two fields. A unit is a
 * transaction with those on other streams that belong to it
 * (assay_block.needs). Each trial is one run on a fresh DUT, and in
 * a process of its own for a block whose model may keep something (assay_block.apart). The same failing run and DUT give the
 * same result, unless time runs out.
 *
 * Of a run that does not settle, a trial waits for at most half a second of processor time in a cycle.
 */
#ifndef ASSAY_SHRINK_H
#define ASSAY_SHRINK_H

#include "stimulus/script.h"

struct assay_shrink_size {
    uint64_t units, transactions, cycles;
};

struct assay_shrink {
    struct assay_config config; /* the failing run, DUT included */
    double seconds;             /* at most, from when the run is written out; 0: no limit */
    /* Called after every trial and, in long ones, now and then; false stops with the best so far. */
    bool (*progress)(void *arg, const struct assay_shrink *s);
    void *progress_arg;

    /* What came out. */
    struct assay_script best;
    enum assay_verdict verdict;
    const struct assay_port
        *port; /* first that differs in `best`; NULL when the verdict is of another kind */
    enum assay_mismatch kind; /* at level `transfers`, with the stream */
    int stream;
    bool of_model;                        /* of RTL against RTL: it is of the other RTL */
    uint64_t fail_cycle;                  /* of `best`, its last */
    struct assay_shrink_size first, size; /* as written out at first, and now */
    uint64_t trials;
    bool stopped; /* by progress */
    bool out_of_time;

    /* Inside. */
    uint64_t ports[(ASSAY_MAX_PORTS + 63) / 64]; /* that differ in the failing run, by index */
    double deadline;                             /* 0: none */
    bool no_memory;
};

enum assay_shrink_end {
    ASSAY_SHRUNK,
    ASSAY_SHRINK_PASSES,      /* the run does not fail */
    ASSAY_SHRINK_UNSUITABLE,  /* it fails, in a way that transactions alone do not show */
    ASSAY_SHRINK_INTERRUPTED, /* stopped before there was anything to keep */
    ASSAY_SHRINK_ERROR        /* memory */
};

/* Anything but ASSAY_SHRUNK comes with a message in `why`. */
enum assay_shrink_end assay_shrink_run(struct assay_shrink *s, char *why, size_t why_size);
void assay_shrink_free(struct assay_shrink *s);

/*
 * The best, gone on with past its failure: every source ready, and items of zeros for those that a unit
 * still needs, until nothing moves any more. It fails as the best does; on a repaired DUT it passes
 * with something to compare, so it can be kept as a test. False when memory is out.
 */
bool assay_shrink_complete(struct assay_shrink *s, struct assay_script *to);

#endif
