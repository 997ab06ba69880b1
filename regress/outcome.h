/*
 * outcome.h - how a job ended, judging by what its process printed and left behind.
 */
#ifndef ASSAY_REGRESS_OUTCOME_H
#define ASSAY_REGRESS_OUTCOME_H

#include "base/text.h"
#include "regress/job.h"
#include "regress/pool.h"
#include "regress/store.h"

enum { ASSAY_OUTCOME_PORTS = 256 };

struct assay_outcome {
    enum assay_status status;
    int exit;
    uint64_t cycles, compared, transactions;
    double seconds;     /* in the cycle loop, if known */
    int64_t fail_cycle; /* -1: none */
    char verdict[32];
    struct assay_text reproduce;     /* empty if the job passed */
    char ports[ASSAY_OUTCOME_PORTS]; /* those that differed in that cycle, separated by commas */
};

/*
 * Judge a job by how its process ended and by `output`, a file with the JSON object of `assay run`,
 * `assay prove`, `assay faults`, `assay mutate` or `assay bench --plots`.
 *
 *   pass     exit status 0 and verdict pass
 *   fail     exit status 1 or a verdict other than pass; or the process crashed (verdict crashed)
 *   timeout  ended at its time limit
 *   not-run  ended because the regression was stopped (verdict interrupted)
 *   error    all else: exit status 2 or 3, or no readable output (verdict no-result)
 */
void assay_outcome_judge(const struct assay_job *j, const struct assay_task_end *end,
                         const char *output, struct assay_outcome *o);
void assay_outcome_free(struct assay_outcome *o);

#endif
