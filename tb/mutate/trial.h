/*
 * trial.h - try one mutant with the stimulus of a regression, in a separate process.
 *
 * The program loads the variant once. Each trial is a fork of it that selects its mutant,
 * constructs the design and runs in lockstep until the first difference. The runs are done in
 * stages, all short ones before any long one, because most mutants show within the first cycles.
 */
#ifndef ASSAY_MUTATE_TRIAL_H
#define ASSAY_MUTATE_TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/lockstep.h"

/* A run of the regression. */
struct assay_mutant_run {
    const struct assay_scenario *scenario;
    struct assay_knobs knobs;
    uint64_t seed, cycles;
};

struct assay_mutant_plan {
    const struct assay_block *block;
    struct assay_params params;
    const struct assay_dut_ops *ops;
    void *handle; /* of the variant with the mutants */
    const struct assay_mutant_run *run;
    size_t n_runs;
};

enum assay_mutant_verdict {
    ASSAY_MUTANT_NOT_RUN,
    ASSAY_MUTANT_FOUND,
    ASSAY_MUTANT_SURVIVED,
    ASSAY_MUTANT_INVALID,    /* no valid design: combinational loop, or bits read beyond a vector */
    ASSAY_MUTANT_EQUIVALENT, /* proved to change nothing; never the result of a trial */
    ASSAY_MUTANT_UNOBSERVABLE, /* proved to change nothing that is compared; likewise */
    ASSAY_MUTANT_BROKEN,       /* the trial itself failed: nothing is known */
    ASSAY_MUTANT_VERDICTS
};

/* "not-run", "found", "survived", "invalid", "equivalent", "unobservable", "broken" */
const char *assay_mutant_verdict_name(enum assay_mutant_verdict v);

struct assay_mutant_result {
    enum assay_mutant_verdict verdict;
    enum assay_verdict how; /* if found: the verdict of lockstep */
    uint64_t cycle;         /* if found: the cycle within the run */
    size_t run;             /* found: index of the run */
    uint64_t cycles;        /* sum over all runs */
    size_t empty;           /* number of full-length runs that compared nothing */
    char port[64];          /* if found by a difference: the first port */
};

/* Try mutant `which` in this process. 0 is the unchanged design, which should survive. */
void assay_mutant_try(const struct assay_mutant_plan *plan, unsigned which,
                      struct assay_mutant_result *r);

/*
 * Try many mutants, at_once at a time. `next` provides the next mutant, or returns false if none is
 * left. `done` receives each result, and returns false to stop. `tick` is called a few times a
 * second. Returns false if stopped, by `done` or by a signal (base/signals.h); no child process is
 * left in that case.
 */
struct assay_mutant_trials {
    const struct assay_mutant_plan *plan;
    unsigned at_once;
    bool (*next)(void *arg, unsigned *which);
    bool (*done)(void *arg, unsigned which, const struct assay_mutant_result *r);
    void (*tick)(void *arg);
    void *arg;
};
bool assay_mutant_try_all(const struct assay_mutant_trials *t);

#endif
