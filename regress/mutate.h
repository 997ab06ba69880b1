/* mutate.h - a campaign of mutants of one block: what the files of `assay mutate` share. */
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

struct assay_mutate_choice {
    const char *block, *params, *rtl, *scenario, *out, *list;
    uint64_t count, seed, seeds, cycles, more, jobs, show, triage;
    double require; /* percent; below 0: not asked for */
    bool json, resume;
};

/* A mutant that was drawn. */
struct assay_mutate_entry {
    const struct assay_mutant *mutant;
    struct assay_mutant_result result;
    bool late;    /* found by the longer runs alone */
    bool counted; /* survived: infected is known */
    uint64_t
        infected; /* cycles of all runs in which the unchanged design would have differed there */
};

struct assay_campaign {
    const struct assay_mutate_choice *choice;
    const struct assay_block *block;
    struct assay_params params;
    char values[ASSAY_PARAMS_TEXT]; /* the same as text, or the set's name */

    char *text;
    struct assay_mutants mutants;
    size_t candidates; /* of mutants: in what the parameters build */
    size_t *index;     /* of those drawn */
    struct assay_mutate_entry *entry;
    size_t n;

    struct assay_mutant_run *run; /* of the list; then the longer ones of survivors */
    size_t n_runs, n_longer;

    char folder[PATH_MAX];
    struct assay_mutate_store *store; /* NULL: none */
    char key[ASSAY_DIGEST];           /* of all that decides the results */
    double build_seconds, run_seconds;
    size_t builds;
};

/* --- mutate_plan.c --- */

/* The runs, from the list and the options. 0 or an exit status after printing why. */
int assay_campaign_plan(struct assay_campaign *c);

/* --- mutate_filter.c --- */

/* Which of c->mutants are in the design that the parameters make, and build. 0 or an exit status after
 * printing why. */
int assay_campaign_filter(struct assay_campaign *c, bool *take);

/* --- mutate_run.c --- */

/* Try all that have no result. 0 or an exit status after printing why; 128 + signal for one that was
 * interrupted. */
int assay_campaign_run(struct assay_campaign *c);

/* Build and run one mutant by itself, with a waveform: an exit status of `assay run`. */
int assay_campaign_show(struct assay_campaign *c, size_t number);

/* --- mutate_triage.c --- */

/* Prove of survivors that they change nothing, or nothing that is compared. 0 or an exit status after printing why; 0 as well, with a
 * message, for RTL that Yosys does not read. */
int assay_campaign_triage(struct assay_campaign *c);

/* --- mutate_infect.c --- */

/* Count for survivors how often the stimulus gets there. 0 or an exit status after printing why; 0 as well, with a
 * message, for RTL that cannot be built with the counters. */
int assay_campaign_infect(struct assay_campaign *c);

/* --- mutate_report.c --- */

struct assay_mutate_score {
    size_t n[ASSAY_MUTANT_VERDICTS], all, late;
};

/* Of those that `take` says yes to; NULL: all. */
struct assay_mutate_score assay_campaign_score(const struct assay_campaign *c,
                                               bool (*take)(const struct assay_mutate_entry *e,
                                                            const void *arg),
                                               const void *arg);
/* Percent; 100 where there is nothing to find. */
double assay_mutate_percent(const struct assay_mutate_score *s);
void assay_campaign_tell(const struct assay_campaign *c);
/* One line of a mutant, by its index: place, verdict if there is one, change. */
void assay_campaign_tell_one(const struct assay_campaign *c, size_t i);
void assay_campaign_tell_json(const struct assay_campaign *c, const char *verdict);
/* "regress.v" as it is in the tree, and elsewhere the whole path. */
const char *assay_campaign_file(const struct assay_campaign *c, const struct assay_mutant *v);

/* --- mutate_store.c: results in DIR/mutants.sqlite. Each returns false with a message in `why`. --- */

bool assay_mutate_store_open(struct assay_campaign *c, const char *path, bool resume, char *why,
                             size_t why_size);
bool assay_mutate_store_add(struct assay_campaign *c, size_t number, char *why, size_t why_size);
void assay_mutate_store_close(struct assay_campaign *c);

#endif
