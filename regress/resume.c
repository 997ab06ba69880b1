/*
 * resume.c - add the jobs of a regression to the result store, or find them there to continue it.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/message.h"
#include "base/tree.h"
#include "engine/block.h"
#include "regress/find.h"
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
    struct assay_found found;
    size_t n;       /* stored jobs read so far */
    size_t changed; /* jobs that ran with different RTL and run again */
    size_t stale;   /* jobs that ran with different RTL and do not run again */
    size_t failed;  /* jobs that did not pass and run again */
};

/* Decide whether a job runs again. When continuing, a job that ran with different RTL counts as
 * not run. */
static void choose_job(struct matching *m, struct assay_job *j, enum assay_status status,
                       bool other)
{
    const bool ran = status != ASSAY_JOB_NOT_RUN;
    const bool failed = m->r->rerun_failed && ran && status != ASSAY_JOB_PASS;
    const bool again = failed || (m->r->go_on && (!ran || other));

    j->done = !again;
    j->reset = again && (ran || other);
    m->failed += failed;
    m->changed += again && !failed && ran;
    m->stale += !again && ran && other;
    ++m->r->count[again ? ASSAY_JOB_NOT_RUN : status];
}

static bool match_job(void *any, const struct assay_store_job *row)
{
    struct matching *m = any;
    struct assay_job *j = &m->r->jobs->job[m->n++];

    j->id = row->id;
    /* A user's lemma may name files of the tree, which are not among the job's sources. Its proofs
     * are stored by all that they depend on, so the job runs again, as if it had not run. */
    if (m->r->go_on && j->entry->proofs && j->entry->block->folder)
        choose_job(m, j, ASSAY_JOB_NOT_RUN, true);
    else
        choose_job(m, j, row->status, strcmp(j->sources, row->sources) != 0);
    return true;
}

/* Reset the jobs that run again. Their folders are removed, so that the report does not refer to
 * old files. For the others, store the list's current reason for a known failure. */
static bool reset_jobs(const struct assay_regress *r, int64_t run, char *why, size_t why_size)
{
    char path[PATH_MAX];

    if (!assay_store_begin(r->store, why, why_size) ||
        !assay_store_take_up(r->store, run, why, why_size))
        return false;
    for (size_t i = 0; i < r->jobs->n; ++i) {
        const struct assay_job *j = &r->jobs->job[i];
        struct assay_store_job row;
        struct assay_row_texts texts;

        assay_job_row(j, &texts, &row);
        if (!j->reset) {
            if (!assay_store_set_known(r->store, j->id, row.known, why, why_size))
                return false;
            continue;
        }
        if (!assay_store_reset_job(r->store, &row, why, why_size))
            return false;
        assay_path(path, sizeof path, "%s/%s", r->out, row.out);
        if (!assay_tree_remove(path)) {
            snprintf(why, why_size, "%s: %s: expected to remove it", path, strerror(errno));
            return false;
        }
    }
    return assay_store_commit(r->store, why, why_size);
}

static void tell(const struct matching *m)
{
    const char *out = m->r->out;

    if (!m->found.newest)
        assay_print_error("%s: goes on with regression %" PRId64
                          ", begun %s: the newest there is of another list or has other jobs",
                          out, m->found.run, m->found.started);
    if (m->r->rerun_failed)
        assay_print_error("%s: %zu job%s to run again, of %zu%s", out, m->failed,
                          m->failed == 1 ? "" : "s", m->n,
                          m->failed ? "" : ": none failed, and nothing was checked now");
    if (m->changed)
        assay_print_error(
            "%s: the sources of %zu job%s have changed since they ran: they run again", out,
            m->changed, m->changed == 1 ? "" : "s");
    if (m->stale)
        assay_print_error("%s: the sources of %zu job%s that passed have changed since they "
                          "ran: they do not run again without --resume",
                          out, m->stale, m->stale == 1 ? "" : "s");
}

enum assay_error assay_regress_resume(struct assay_regress *r, const char *list, int64_t *run,
                                      bool *finished, char *why, size_t why_size)
{
    struct matching m = {.r = r};
    const enum assay_error e = assay_find_regression(r->store, r->jobs, list, r->out,
                                                     "to go on with", &m.found, why, why_size);

    memset(r->count, 0, sizeof r->count);
    if (e != ASSAY_OK)
        return e;
    if (!assay_store_jobs(r->store, m.found.run, match_job, &m, why, why_size) ||
        !reset_jobs(r, m.found.run, why, why_size))
        return ASSAY_ENVIRONMENT;
    tell(&m);
    *run = m.found.run;
    *finished = m.found.finished && !m.changed && !m.failed;
    return ASSAY_OK;
}
