/* mutate.h - a mutation campaign on one block: what the files of `assay mutate` share. */
#ifndef ASSAY_REGRESS_MUTATE_H
#define ASSAY_REGRESS_MUTATE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"
#include "base/error.h"
#include "mutate/mutants.h"
#include "mutate/trial.h"
#include "mutate/waivers.h"

struct assay_mutate_choice {
    const char *block, *params, *rtl, *scenario, *out, *list, *waivers, *unwaived;
    uint64_t count, seed, seeds, cycles, more, jobs, show, triage;
    double require;                          /* percent; negative: no requirement */
    bool json, resume, all_waived, own_list; /* own_list: `list` is not the default */
};

/* A mutant of the sample. */
struct assay_mutate_entry {
    const struct assay_mutant *mutant;
    struct assay_mutant_result result;
    const struct assay_waiver *waiver; /* why it would not matter that it survives; or NULL */
    bool late;                         /* found only by the longer runs */
    bool counted;                      /* it survived, and `infected` is known */
    /* Cycles, summed over all runs, in which the mutant would have made a difference at its
     * place. */
    uint64_t infected;
};

struct assay_campaign {
    const struct assay_mutate_choice *choice;
    const struct assay_block *block;
    struct assay_params params;
    char values[ASSAY_PARAMS_TEXT]; /* the parameters as text, or the set's name */

    char *text;
    struct assay_mutants mutants;
    size_t candidates; /* number of mutants in the design that the parameters build */
    size_t *index;     /* of the sample, into mutants */
    struct assay_mutate_entry *entry;
    size_t n;

    struct assay_waivers waivers;
    char waivers_path[PATH_MAX];

    struct assay_mutant_run *run; /* those of the list, then the longer ones for survivors */
    size_t n_runs, n_longer;

    char folder[PATH_MAX];
    struct assay_mutate_store *store; /* NULL: no store */
    char key[ASSAY_DIGEST];           /* of everything that affects the results */
    double build_seconds, run_seconds, prove_seconds;
    size_t builds;
};

/* --- mutate_plan.c --- */

/* Make the runs from the list and the options. Returns 0, or an exit status after printing why. */
int assay_campaign_plan(struct assay_campaign *c);

/* --- mutate_filter.c --- */

/* Find out which of c->mutants are in the design that the parameters make, and compile. Returns
 * 0, or an exit status after printing why. */
int assay_campaign_filter(struct assay_campaign *c, bool *take);

/* --- mutate_run.c --- */

/* Build and open a variant. A signal ends the program, without the campaign's temporary folder. */
struct assay_variant;
enum assay_error assay_campaign_build(struct assay_campaign *c, const struct assay_variant *variant,
                                      struct assay_mutant_plan *plan, char *why, size_t why_size);
/* Remove the campaign's folder if it is temporary. */
void assay_campaign_remove(struct assay_campaign *c);

/* Try all mutants that have no result. Returns 0, or an exit status after printing why; 128 +
 * signal if it was interrupted. */
int assay_campaign_run(struct assay_campaign *c);

/* Build and run one mutant by itself, with a waveform. Returns the exit status that `assay run`
 * would. */
int assay_campaign_show(struct assay_campaign *c, size_t number);

/* --- mutate_triage.c --- */

/* Try to prove of each survivor that it changes nothing, or nothing that is compared. Returns 0,
 * or an exit status after printing why; also 0, with a message, if Yosys does not accept the
 * RTL. */
int assay_campaign_triage(struct assay_campaign *c);

/* --- mutate_infect.c --- */

/* Count how often the stimulus reaches each survivor, unless the store has its count. Returns 0, or
 * an exit status after printing why; also 0, with a message, if the RTL cannot be built with the
 * counters. */
int assay_campaign_infect(struct assay_campaign *c);

/* --- mutate_waivers.c --- */

/* Read the block's waivers, or those of the option, and find the mutants of the sample that they
 * are for. A waiver that fits no change of the RTL is bad input. Returns 0, or an exit status after
 * printing why. */
int assay_campaign_read_waivers(struct assay_campaign *c);
/* The number of survivors that have a waiver. */
size_t assay_campaign_waived(const struct assay_campaign *c);
/* The number of mutants that have a waiver, but were found; prints a message for each. */
size_t assay_campaign_wrong_waivers(const struct assay_campaign *c);
/* Whether that file can be written, and holds nothing. Returns 0, or an exit status after printing
 * why. */
int assay_campaign_check_unwaived(const struct assay_mutate_choice *o);
/* Write the survivors without a waiver to the file of the option, without reasons. Returns 0, or an
 * exit status after printing why. */
int assay_campaign_write_unwaived(const struct assay_campaign *c);

/* --- mutate_report.c --- */

struct assay_mutate_score {
    size_t n[ASSAY_MUTANT_VERDICTS], all, late;
};

/* Count the mutants for which `take` returns true; NULL: all. */
struct assay_mutate_score assay_campaign_score(const struct assay_campaign *c,
                                               bool (*take)(const struct assay_mutate_entry *e,
                                                            const void *arg),
                                               const void *arg);
/* In percent; 100 if there is nothing to find. */
double assay_mutate_percent(const struct assay_mutate_score *s);
/* The same to print with one digit: rounded down, so that 100.0 means all. */
double assay_mutate_shown(double percent);
void assay_campaign_tell(const struct assay_campaign *c);
/* Print one line about a mutant, by its index: its place, its verdict if any, and the change. */
void assay_campaign_tell_one(const struct assay_campaign *c, size_t i);
void assay_campaign_tell_json(const struct assay_campaign *c, const char *verdict);
/* "regress.v" for a file of the tree, otherwise the whole path. */
const char *assay_campaign_file(const struct assay_campaign *c, const struct assay_mutant *v);

/* --- mutate_store.c --- */

/* Results in DIR/mutants.sqlite. Open and add return false with a message in `why` on error. */

bool assay_mutate_store_open(struct assay_campaign *c, const char *path, bool resume, char *why,
                             size_t why_size);
bool assay_mutate_store_add(struct assay_campaign *c, size_t number, char *why, size_t why_size);
void assay_mutate_store_close(struct assay_campaign *c);

#endif
