/*
 * resume.c - the jobs of a regression in the result store: put there, or found again to go on.
 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/message.h"
#include "regress/job_row.h"
#include "regress/run.h"

bool assay_regress_enter(struct assay_regress *r, const struct assay_store_run *facts, int64_t *run,
                         char *why, size_t why_size)
{
    if (!assay_store_begin(r->store, why, why_size) ||
        !assay_store_add_run(r->store, facts, run, why, why_size))
        return false;
    for (size_t i = 0; i < r->jobs->n; ++i) {
        struct assay_store_job row;
        struct assay_row_texts texts;

        assay_job_row(&r->jobs->job[i], &texts, &row);
        row.run = *run;
        if (!assay_store_add_job(r->store, &row, &r->jobs->job[i].id, why, why_size))
            return false;
    }
    memset(r->count, 0, sizeof r->count);
    r->count[ASSAY_JOB_NOT_RUN] = r->jobs->n;
    return assay_store_commit(r->store, why, why_size);
}

struct matching {
    struct assay_regress *r;
    struct assay_store_run run;
    bool finished;
    size_t n; /* jobs of the store so far */
    bool same;
    size_t changed; /* jobs that ran with other RTL */
};

static bool take_run(void *any, const struct assay_store_run *run)
{
    struct matching *m = any;

    m->run = *run;
    m->finished = run->finished != NULL;
    return true;
}

static bool match_job(void *any, const struct assay_store_job *row)
{
    struct matching *m = any;
    struct assay_store_job own;
    struct assay_job *j;
    struct assay_row_texts texts;

    if (m->n == m->r->jobs->n)
        return m->same = false;
    j = &m->r->jobs->job[m->n++];
    assay_job_row(j, &texts, &own);
    m->same = strcmp(own.block, row->block) == 0 && strcmp(own.params, row->params) == 0 &&
              strcmp(own.scenario, row->scenario) == 0 && strcmp(own.backend, row->backend) == 0 &&
              strcmp(own.knobs, row->knobs) == 0 && strcmp(own.folder, row->folder) == 0 &&
              strcmp(own.rtl, row->rtl) == 0 && strcmp(own.fault, row->fault) == 0 &&
              own.seed == row->seed && own.cycles == row->cycles;
    j->id = row->id;
    j->done = row->status != ASSAY_JOB_NOT_RUN && strcmp(own.sources, row->sources) == 0;
    m->changed += row->status != ASSAY_JOB_NOT_RUN && !j->done;
    j->reset = strcmp(own.sources, row->sources) != 0;
    ++m->r->count[j->done ? row->status : ASSAY_JOB_NOT_RUN];
    return m->same;
}

/* Jobs whose RTL is another than when they ran have not run. */
static bool reset_changed(const struct assay_regress *r, char *why, size_t why_size)
{
    if (!assay_store_begin(r->store, why, why_size))
        return false;
    for (size_t i = 0; i < r->jobs->n; ++i) {
        struct assay_store_job row;
        struct assay_row_texts texts;

        assay_job_row(&r->jobs->job[i], &texts, &row);
        if (r->jobs->job[i].reset && !assay_store_reset_job(r->store, &row, why, why_size))
            return false;
    }
    return assay_store_commit(r->store, why, why_size);
}

enum assay_error assay_regress_resume(struct assay_regress *r, int64_t *run, bool *finished,
                                      char *why, size_t why_size)
{
    struct matching m = {.r = r, .same = true};
    bool found = false;

    memset(r->count, 0, sizeof r->count);
    if (!assay_store_newest(r->store, &found, take_run, &m, why, why_size) ||
        (found && !assay_store_jobs(r->store, m.run.id, match_job, &m, why, why_size)))
        return ASSAY_ENVIRONMENT;
    if (!found) {
        snprintf(why, why_size, "%s: holds no regression: expected one to resume", r->out);
        return ASSAY_BAD_INPUT;
    }
    if (!m.same || m.n != r->jobs->n) {
        snprintf(why, why_size,
                 "%s: the newest regression there has other jobs: expected the same list, tag and "
                 "seed base to resume it",
                 r->out);
        return ASSAY_BAD_INPUT;
    }
    if (!reset_changed(r, why, why_size))
        return ASSAY_ENVIRONMENT;
    if (m.changed)
        assay_print_error(
            "%s: the RTL or model of %zu job%s has changed since they ran: they run again", r->out,
            m.changed, m.changed == 1 ? "" : "s");
    *run = m.run.id;
    *finished = m.finished && !m.changed;
    return ASSAY_OK;
}
