/*
 * job_row.c - a job's row in the result store, as it is before the job has run.
 */
#include "regress/job_row.h"

#include <stdio.h>
#include <string.h>

#include "engine/attached.h"

/* A job with this setting is not the one without. */
static void add_word(char knobs[ASSAY_JOB_TEXT], const char *word, bool given)
{
    const size_t used = strlen(knobs);

    if (given)
        snprintf(knobs + used, ASSAY_JOB_TEXT - used, "%s%s", used ? "," : "", word);
}

void assay_job_row(const struct assay_job *j, struct assay_row_texts *t,
                   struct assay_store_job *row)
{
    const char *instead = assay_entry_instead(j->entry);

    assay_job_params(j, t->params);
    assay_job_knobs(j, t->knobs);
    assay_job_tags(j, t->tags);
    snprintf(t->out, sizeof t->out, "jobs/%lld", (long long)j->id);
    if (j->entry->proofs)
        snprintf(t->params, sizeof t->params, "%s",
                 j->entry->proofs == ASSAY_QUICK ? "quick" : "all");
    else if (j->entry->plots)
        snprintf(t->params, sizeof t->params, "own");
    /* A mutation job has no knobs. Its own settings take their place, so that --resume and the
     * reports can tell such jobs apart. */
    if (j->entry->mutate && j->entry->require >= 0)
        snprintf(t->knobs, sizeof t->knobs, "mutants=%llu,require=%g",
                 (unsigned long long)j->entry->mutate, j->entry->require);
    else if (j->entry->mutate)
        snprintf(t->knobs, sizeof t->knobs, "mutants=%llu", (unsigned long long)j->entry->mutate);
    add_word(t->knobs, "allow_partial", j->entry->allow_partial);
    add_word(t->knobs, "code_coverage", j->entry->code_coverage);
    *row = (struct assay_store_job){
        .id = j->id,
        .block = j->entry->block->model->name,
        .params = t->params,
        .scenario = instead ? instead : j->entry->scenario->name,
        .backend = j->entry->solver   ? j->entry->solver
                   : j->entry->proofs ? "solver"
                   : j->entry->plots  ? "bench"
                   : j->entry->faults ? "faults"
                   : j->entry->mutate ? "mutate"
                                      : assay_backend_name(j->backend),
        .knobs = t->knobs,
        .tags = t->tags,
        .folder = j->entry->block->folder ? j->entry->block->folder->path : "",
        .rtl = j->entry->rtl ? j->entry->rtl : "",
        .fault = j->entry->fault ? j->entry->fault : "",
        .sources = j->sources,
        .known = j->entry->known ? j->entry->known : "",
        .seed = j->seed,
        .cycles = j->entry->cycles,
        .exit = -1,
        .verdict = "",
        .fail_cycle = -1,
        .port = "",
        .reproduce = "",
        .out = t->out,
    };
}

bool assay_job_is_like(const struct assay_job *j, const struct assay_store_job *row)
{
    struct assay_row_texts texts;
    struct assay_store_job own;

    if (j->entry->cycles != row->cycles)
        return false;
    assay_job_row(j, &texts, &own);
    return strcmp(own.block, row->block) == 0 && strcmp(own.params, row->params) == 0 &&
           strcmp(own.scenario, row->scenario) == 0 && strcmp(own.backend, row->backend) == 0 &&
           strcmp(own.knobs, row->knobs) == 0 && strcmp(own.folder, row->folder) == 0 &&
           strcmp(own.rtl, row->rtl) == 0 && strcmp(own.fault, row->fault) == 0;
}
