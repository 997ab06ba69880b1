/*
 * trial.h - one mutant, tried with the stimulus of a regression in a process of its own.
 *
 * The program has loaded the variant once; each trial is a fork of it, which chooses its mutant, makes the
 * design and runs in lockstep until the first difference. The runs come in stages, all of them short
 * before any of them is long, as most mutants show within the first cycles.
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
    ASSAY_MUTANT_INVALID,    /* no design: a combinational loop, or bits read that are not there */
    ASSAY_MUTANT_EQUIVALENT, /* proved to change nothing; no trial says so */
    ASSAY_MUTANT_UNOBSERVABLE, /* proved to differ in nothing that is compared; no trial says so */
    ASSAY_MUTANT_BROKEN,       /* the trial itself failed: nothing is known */
    ASSAY_MUTANT_VERDICTS
};

/* "not-run", "found", "survived", "invalid", "equivalent", "unobservable", "broken" */
const char *assay_mutant_verdict_name(enum assay_mutant_verdict v);

struct assay_mutant_result {
    enum assay_mutant_verdict verdict;
    enum assay_verdict how; /* found: what the lockstep said */
    uint64_t cycle;         /* found: of the run */
    size_t run;             /* found: index of the run */
    uint64_t cycles;        /* of all runs */
    size_t empty;           /* runs of full length that compared nothing */
    char port[64];          /* found by a difference: the first port */
};

/* Try mutant `which` in this process; 0 is the unchanged design, which survives. */
void assay_mutant_try(const struct assay_mutant_plan *plan, unsigned which,
                      struct assay_mutant_result *r);

/*
 * Try many, at_once at a time. next gives the next mutant, and returns false when there is none left; done
 * gets each result, and returns false to stop. tick is called a few times a second. Returns false if it was
 * stopped, by done or by a signal (base/signals.h); no process is left then.
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
