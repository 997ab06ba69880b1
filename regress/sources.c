#include "regress/sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/attached.h"
#include "sim/variant_sources.h"

static bool runs_rtl(const struct assay_job *j)
{
    if (j->entry->faults || j->entry->plots || j->entry->mutate || j->entry->proofs)
        return true;
    return j->backend != ASSAY_MODEL && j->backend != ASSAY_SYSTEMC_MODEL;
}

/* Whether two jobs have the same RTL text. The parameters matter, as the modules that a design
 * takes from libraries may depend on them. */
static bool same_sources(const struct assay_job *a, const struct assay_job *b)
{
    return a->entry->block == b->entry->block && runs_rtl(a) == runs_rtl(b) &&
           assay_entry_same_rtl(a->entry, b->entry) &&
           memcmp(&a->params, &b->params, sizeof a->params) == 0;
}

static void look_at_rtl(struct assay_job *j)
{
    const struct assay_variant v = {.block = j->entry->block,
                                    .params = j->params,
                                    .rtl = j->entry->rtl,
                                    .fault = j->entry->fault};
    char why[4096];

    if (assay_variant_sources_key(&v, j->sources, why, sizeof why) != ASSAY_OK)
        j->sources[0] = '\0';
}

static void look(struct assay_job *j)
{
    if (!runs_rtl(j)) {
        snprintf(j->sources, sizeof j->sources, "%s", j->entry->block->folder->key);
        return;
    }
    look_at_rtl(j);
}

bool assay_jobs_sources(struct assay_jobs *jobs)
{
    size_t *known = malloc((jobs->n + 1) * sizeof *known), n = 0; /* one job of each design */

    if (!known)
        return false;
    for (size_t i = 0; i < jobs->n; ++i) {
        struct assay_job *j = &jobs->job[i];
        size_t k = 0;

        j->sources[0] = '\0';
        if (!runs_rtl(j) && !j->entry->block->folder)
            continue;
        while (k < n && !same_sources(&jobs->job[known[k]], j))
            ++k;
        if (k < n) {
            memcpy(j->sources, jobs->job[known[k]].sources, sizeof j->sources);
            continue;
        }
        look(j);
        known[n++] = i;
    }
    free(known);
    return true;
}
