/* summary_jobs.c - compare the jobs of a summary with each other and with those of the previous
 * regression. */
#include "regress/summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "regress/find.h"

/* --- comparison with the previous regression --- */

struct comparing {
    struct assay_summary *s;
    size_t line, failure; /* next indices; both lists are in order of id */
    size_t there;         /* jobs of this regression that the previous one also has */
};

static bool is_bad(enum assay_status status)
{
    return status != ASSAY_JOB_PASS && status != ASSAY_JOB_NOT_RUN;
}

static bool compare_job(void *any, int64_t job, enum assay_status before)
{
    struct comparing *c = any;
    struct assay_summary *s = c->s;
    enum assay_status now;

    while (c->line < s->n_lines && s->line[c->line].id < job)
        ++c->line;
    if (c->line == s->n_lines || s->line[c->line].id != job)
        return true;
    now = s->line[c->line].status;
    ++c->there;
    s->change.broken += before == ASSAY_JOB_PASS && is_bad(now);
    s->change.mended += is_bad(before) && now == ASSAY_JOB_PASS;
    s->change.still += is_bad(before) && is_bad(now);
    while (c->failure < s->n_failures && s->failure[c->failure].job.id < job)
        ++c->failure;
    if (c->failure < s->n_failures && s->failure[c->failure].job.id == job)
        s->failure[c->failure].new = before == ASSAY_JOB_PASS;
    return true;
}

/* The trend entry of a regression; NULL if it did not finish. */
static const struct assay_trend *trend_of(const struct assay_summary *s, int64_t run)
{
    for (size_t i = 0; i < s->n_trends; ++i)
        if (s->trend[i].run == run)
            return &s->trend[i];
    return NULL;
}

struct seeking {
    const struct assay_summary *s;
    const struct assay_trend *before;
};

/* Called in the order in which the regressions were begun or continued, newest first. The
 * summary's own is the newest. */
static bool take_before(void *any, const struct assay_store_run *run)
{
    struct seeking *k = any;
    const struct assay_summary *s = k->s;

    if (run->id != s->run.id && run->finished && assay_find_same_list(s->out, &s->run, run))
        k->before = trend_of(s, run->id);
    return !k->before;
}

bool assay_summary_compare(struct assay_summary *s, struct assay_store *store, char *why,
                           size_t why_size)
{
    struct comparing c = {.s = s};
    const struct assay_trend *before;
    struct seeking seeking = {.s = s};

    if (!s->run.id)
        return true;
    if (!assay_store_runs(store, take_before, &seeking, why, why_size))
        return false;
    before = seeking.before;
    if (!before)
        return true;
    s->change.any = true;
    s->change.run = before->run;
    s->change.seconds = before->seconds;
    snprintf(s->change.started, sizeof s->change.started, "%s", before->started);
    if (!assay_store_before(store, s->run.id, before->run, compare_job, &c, why, why_size))
        return false;
    s->change.added = s->n_lines - c.there;
    s->change.gone = before->jobs > c.there ? (size_t)before->jobs - c.there : 0;
    return true;
}

/* --- comparison with each other --- */

static int by_name(const struct assay_job_line *a, const struct assay_job_line *b)
{
    int order;

    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->seed != b->seed)
        return a->seed < b->seed ? -1 : 1;
    order = strcmp(a->scenario, b->scenario);
    return order ? order : strcmp(a->knobs, b->knobs);
}

struct named {
    struct assay_job_line *line;
};

static int by_name_and_id(const void *any_a, const void *any_b)
{
    const struct named *a = any_a, *b = any_b;
    const int order = by_name(a->line, b->line);

    return order ? order : (a->line->id > b->line->id) - (a->line->id < b->line->id);
}

bool assay_summary_count_copies(struct assay_summary *s)
{
    struct named *sorted = calloc(s->n_lines + 1, sizeof *sorted);

    if (!sorted)
        return false;
    for (size_t i = 0; i < s->n_lines; ++i)
        sorted[i].line = &s->line[i];
    qsort(sorted, s->n_lines, sizeof *sorted, by_name_and_id);
    for (size_t i = 1; i < s->n_lines; ++i)
        if (by_name(sorted[i - 1].line, sorted[i].line) == 0)
            sorted[i].line->copy = sorted[i - 1].line->copy + 1;
    free(sorted);
    return true;
}
