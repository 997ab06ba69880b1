#include "regress/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/called.h"
#include "base/error.h"
#include "engine/attached.h"
#include "regress/hunt.h"

static size_t entry_jobs(const struct assay_entry *e)
{
    return e->n_params * e->n_backends * (size_t)e->n_seeds;
}

static void add_entry(const struct assay_entry *e, uint64_t seed_base, struct assay_jobs *jobs)
{
    const uint64_t first = e->fixed_seeds ? e->first_seed : seed_base;
    const size_t choices = e->n_params * e->n_backends;

    for (size_t p = 0; p < e->n_params; ++p)
        for (size_t b = 0; b < e->n_backends; ++b)
            for (uint64_t s = 0; s < e->n_seeds; ++s)
                jobs->job[jobs->n++] = (struct assay_job){
                    .entry = e,
                    .params = e->params[p],
                    .backend = e->backend[b],
                    .seed = first + s,
                    /* All choices with the first seed, then all with the next. */
                    .turn = (uint32_t)(s * choices + p * e->n_backends + b),
                };
}

enum assay_error assay_jobs_make(const struct assay_list *list, uint64_t seed_base, const char *tag,
                                 struct assay_jobs *jobs, char *why, size_t why_size)
{
    size_t count = 0;

    memset(jobs, 0, sizeof *jobs);
    for (size_t i = 0; i < list->n && count <= ASSAY_JOBS; ++i) {
        const struct assay_entry *e = &list->entry[i];
        uint64_t seeds;

        if (tag && !assay_entry_tagged(e, tag))
            continue;
        count += entry_jobs(e);
        seeds = e->faults ? ASSAY_HUNT_SEEDS : e->n_seeds;
        if (!e->fixed_seeds && seed_base > UINT64_MAX - (seeds - 1)) {
            snprintf(why, why_size,
                     "seed base %llu: expected one that leaves room for %llu seeds below 2^64",
                     (unsigned long long)seed_base, (unsigned long long)seeds);
            return ASSAY_BAD_INPUT;
        }
    }
    if (count == 0) {
        snprintf(why, why_size, "no entry has the tag '%s': expected one of the list's tags",
                 tag ? tag : "");
        return ASSAY_BAD_INPUT;
    }
    if (count > ASSAY_JOBS) {
        snprintf(why, why_size, "the list makes more than %d jobs: expected fewer seeds",
                 ASSAY_JOBS);
        return ASSAY_BAD_INPUT;
    }
    jobs->job = calloc(count, sizeof *jobs->job);
    if (!jobs->job) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    for (size_t i = 0; i < list->n; ++i)
        if (!tag || assay_entry_tagged(&list->entry[i], tag))
            add_entry(&list->entry[i], seed_base, jobs);
    return ASSAY_OK;
}

void assay_jobs_free(struct assay_jobs *jobs)
{
    free(jobs->job);
    memset(jobs, 0, sizeof *jobs);
}

/* Order by (turn + 1) / weight; equal ones in the order of the list. */
static int by_turn(const void *any_a, const void *any_b, void *any_jobs)
{
    const struct assay_jobs *jobs = any_jobs;
    const size_t ia = *(const size_t *)any_a, ib = *(const size_t *)any_b;
    const struct assay_job *a = &jobs->job[ia], *b = &jobs->job[ib];
    const uint64_t ka = ((uint64_t)a->turn + 1) * b->entry->weight;
    const uint64_t kb = ((uint64_t)b->turn + 1) * a->entry->weight;

    if (ka != kb)
        return ka < kb ? -1 : 1;
    return ia < ib ? -1 : ia > ib;
}

void assay_jobs_order(const struct assay_jobs *jobs, size_t *order)
{
    struct assay_jobs all = *jobs;

    for (size_t i = 0; i < jobs->n; ++i)
        order[i] = i;
    qsort_r(order, jobs->n, sizeof *order, by_turn, &all);
}

void assay_job_params(const struct assay_job *j, char text[ASSAY_JOB_TEXT])
{
    assay_params_print(j->entry->block, &j->params, text, ASSAY_JOB_TEXT);
}

void assay_job_knobs(const struct assay_job *j, char text[ASSAY_JOB_TEXT])
{
    const struct assay_knobs *k = &j->entry->knobs;

    text[0] = '\0';
    if (j->entry->own_knobs)
        snprintf(text, ASSAY_JOB_TEXT, "stall=%u,illegal=%u,corner=%u,resets=%u", k->stall,
                 k->illegal, k->corner, k->resets);
}

void assay_job_tags(const struct assay_job *j, char text[ASSAY_JOB_TAGS])
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < j->entry->n_tags && used < ASSAY_JOB_TAGS; ++i)
        used += (size_t)snprintf(text + used, ASSAY_JOB_TAGS - used, "%s%s", i ? "," : "",
                                 j->entry->tags[i]);
}

static void add_run(const struct assay_job *j, const char *params, struct assay_text *t)
{
    const struct assay_entry *e = j->entry;
    char knobs[ASSAY_JOB_TEXT];

    assay_job_knobs(j, knobs);
    assay_text_add_command(t, "run ");
    assay_text_add_quoted(t, assay_block_reference(e->block));
    assay_text_addf(t, " --params %s --scenario %s --backend %s --seed %llu --cycles %llu", params,
                    e->scenario->name, assay_backend_name(j->backend), (unsigned long long)j->seed,
                    (unsigned long long)e->cycles);
    if (e->rtl) {
        assay_text_add(t, " --rtl ");
        assay_text_add_quoted(t, e->rtl);
    }
    if (e->fault)
        assay_text_addf(t, " --fault %s", e->fault);
    if (e->allow_partial)
        assay_text_add(t, " --allow-partial");
    if (*knobs)
        assay_text_addf(t, " --knobs %s", knobs);
    if (e->code_coverage)
        assay_text_add(t, " --code-coverage code.dat"); /* this makes it a different variant */
}

void assay_job_command(const struct assay_job *j, struct assay_text *t)
{
    const struct assay_entry *e = j->entry;
    const char *set = assay_params_set_name(e->block, &j->params);
    char params[ASSAY_JOB_TEXT];

    assay_job_params(j, params);
    if (set)
        snprintf(params, sizeof params, "%s", set);
    if (e->proofs) {
        assay_text_add_command(t, "prove ");
        assay_text_add_quoted(t, assay_block_reference(e->block));
        assay_text_add(t, e->proofs == ASSAY_QUICK ? " --quick" : "");
        if (e->solver)
            assay_text_addf(t, " --solver %s", e->solver);
    } else if (e->plots) {
        assay_text_add_command(t, "bench");
        assay_text_addf(t, " %s --plots", e->block->model->name);
    } else if (e->faults) {
        assay_text_add_command(t, "faults ");
        assay_text_add_quoted(t, assay_block_reference(e->block));
        assay_text_addf(t, " --params %s --cycles %llu --seed %llu%s", params,
                        (unsigned long long)e->cycles, (unsigned long long)j->seed,
                        e->faults == ASSAY_ALL ? " --late" : "");
    } else if (e->mutate) {
        assay_text_add_command(t, "mutate ");
        assay_text_add_quoted(t, assay_block_reference(e->block));
        assay_text_addf(t, " --params %s --count %llu --seed %llu", params,
                        (unsigned long long)e->mutate, (unsigned long long)j->seed);
        if (e->cycles)
            assay_text_addf(t, " --cycles %llu", (unsigned long long)e->cycles);
        if (e->require >= 0)
            assay_text_addf(t, " --require %g", e->require);
    } else {
        add_run(j, params, t);
    }
}
