#include "regress/pace.h"

#include <stdlib.h>
#include <string.h>

#include "regress/job_row.h"

/* Jobs that differ only in their seeds, and so take about the same time. */
struct alike {
    const struct assay_job *job; /* any of them */
    size_t left;
    double seconds; /* sum over the jobs that ended */
    size_t ended;
    size_t *queue; /* its jobs in starting order; `left` of them remain, from `next` on */
    size_t next;
};

struct assay_pace {
    const struct assay_jobs *jobs;
    const size_t *order;
    unsigned at_once;
    size_t *alike_of; /* index into alike[], by job */
    bool *taken;      /* by job */
    struct alike *alike;
    size_t n_alike;
    size_t *queues; /* storage for all queues */
    size_t next;    /* index into order[] */
};

static bool are_alike(const struct assay_job *a, const struct assay_job *b)
{
    return a->entry == b->entry && a->backend == b->backend &&
           memcmp(&a->params, &b->params, sizeof a->params) == 0;
}

/* Group the jobs by likeness. Jobs that are alike are adjacent in the list. */
static void group(struct assay_pace *p)
{
    const struct assay_jobs *jobs = p->jobs;
    size_t used = 0;

    for (size_t i = 0; i < jobs->n; ++i) {
        if (i == 0 || !are_alike(&jobs->job[i], &jobs->job[i - 1]))
            p->alike[p->n_alike++].job = &jobs->job[i];
        p->alike_of[i] = p->n_alike - 1;
        p->taken[i] = jobs->job[i].done;
        p->alike[p->n_alike - 1].left += !p->taken[i];
    }
    for (size_t i = 0; i < p->n_alike; ++i) {
        p->alike[i].queue = p->queues + used;
        used += p->alike[i].left;
        p->alike[i].left = 0;
    }
    for (size_t i = 0; i < jobs->n; ++i) {
        struct alike *a = &p->alike[p->alike_of[p->order[i]]];

        if (!p->taken[p->order[i]])
            a->queue[a->left++] = p->order[i];
    }
}

struct assay_pace *assay_pace_new(const struct assay_jobs *jobs, const size_t *order,
                                  unsigned at_once)
{
    struct assay_pace *p = calloc(1, sizeof *p);

    if (!p)
        return NULL;
    p->jobs = jobs;
    p->order = order;
    p->at_once = at_once;
    p->alike_of = calloc(jobs->n + 1, sizeof *p->alike_of);
    p->taken = calloc(jobs->n + 1, sizeof *p->taken);
    p->alike = calloc(jobs->n + 1, sizeof *p->alike);
    p->queues = calloc(jobs->n + 1, sizeof *p->queues);
    if (!p->alike_of || !p->taken || !p->alike || !p->queues) {
        assay_pace_free(p);
        return NULL;
    }
    group(p);
    return p;
}

void assay_pace_free(struct assay_pace *p)
{
    if (!p)
        return;
    free(p->alike_of);
    free(p->taken);
    free(p->alike);
    free(p->queues);
    free(p);
}

static void took(struct alike *a, double seconds)
{
    a->seconds += seconds;
    ++a->ended;
}

void assay_pace_took(struct assay_pace *p, const struct assay_job *j, double seconds)
{
    took(&p->alike[p->alike_of[j - p->jobs->job]], seconds);
}

void assay_pace_took_text(struct assay_pace *p, const struct assay_store_job *kind, double seconds)
{
    for (size_t i = 0; i < p->n_alike; ++i)
        if (assay_job_is_like(p->alike[i].job, kind))
            took(&p->alike[i], seconds);
}

/* Estimated seconds of one job; 0 if nothing is known. */
static double estimate(const struct assay_pace *p, const struct alike *a)
{
    const struct assay_job *j = a->job;
    double seconds = 0, cycles = 0;

    if (a->ended)
        return a->seconds / (double)a->ended;
    for (size_t i = 0; i < p->n_alike; ++i) {
        const struct alike *b = &p->alike[i];

        if (b->ended == 0 || b->job->entry->block != j->entry->block ||
            b->job->backend != j->backend ||
            b->job->entry->code_coverage != j->entry->code_coverage)
            continue;
        seconds += b->seconds;
        cycles += (double)b->ended * (double)b->job->entry->cycles;
    }
    return cycles > 0 ? seconds / cycles * (double)j->entry->cycles : 0;
}

/* The group with the longest jobs, if so little work is left that they must start now; otherwise
 * NULL. */
static struct alike *longest(struct assay_pace *p)
{
    struct alike *best = NULL;
    double most = 0, rest = 0;

    for (size_t i = 0; i < p->n_alike; ++i) {
        double one;

        if (p->alike[i].left == 0)
            continue;
        one = estimate(p, &p->alike[i]);
        rest += one * (double)p->alike[i].left;
        if (one > most) {
            most = one;
            best = &p->alike[i];
        }
    }
    return rest <= 2 * most * p->at_once ? best : NULL;
}

bool assay_pace_next(struct assay_pace *p, size_t *index)
{
    struct alike *a = p->at_once > 1 ? longest(p) : NULL;

    if (a) {
        while (p->taken[a->queue[a->next]])
            ++a->next;
        *index = a->queue[a->next++];
    } else {
        while (p->next < p->jobs->n && p->taken[p->order[p->next]])
            ++p->next;
        if (p->next == p->jobs->n)
            return false;
        *index = p->order[p->next++];
        a = &p->alike[p->alike_of[*index]];
    }
    p->taken[*index] = true;
    --a->left;
    return true;
}
