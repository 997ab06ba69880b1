#include "regress/sources.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/home.h"
#include "engine/attached.h"
#include "mutate/waivers.h"
#include "sim/fault.h"
#include "sim/variant_sources.h"

static bool runs_rtl(const struct assay_job *j)
{
    if (j->entry->faults || j->entry->plots || j->entry->mutate || j->entry->proofs)
        return true;
    return j->backend != ASSAY_MODEL && j->backend != ASSAY_SYSTEMC_MODEL;
}

/* Other files of the block that a job reads. */
enum files { NONE, FAULTS, WAIVERS, LEMMAS };

static enum files files_of(const struct assay_job *j)
{
    return j->entry->faults   ? FAULTS
           : j->entry->mutate ? WAIVERS
           : j->entry->proofs ? LEMMAS
                              : NONE;
}

/* Whether two jobs have the same RTL text. The parameters matter, as the modules that a design
 * takes from libraries may depend on them. */
static bool same_sources(const struct assay_job *a, const struct assay_job *b)
{
    return a->entry->block == b->entry->block && runs_rtl(a) == runs_rtl(b) &&
           files_of(a) == files_of(b) && assay_entry_same_rtl(a->entry, b->entry) &&
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

static int is_visible(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

/* Add the names and contents of a file, or of all files in a folder and below it. One that does not
 * exist adds nothing; one that can't be read leaves no key. */
static void add_files(struct assay_hash *h, const char *path)
{
    struct dirent **names;
    char below[PATH_MAX];
    const int n = scandir(path, &names, is_visible, alphasort);

    if (n < 0) {
        if (errno != ENOENT)
            assay_hash_file(h, path);
        return;
    }
    for (int i = 0; i < n; ++i) {
        assay_path(below, sizeof below, "%s/%s", path, names[i]->d_name);
        assay_hash_text(h, names[i]->d_name);
        add_files(h, below);
        free(names[i]);
    }
    free(names);
}

static void find_files(const struct assay_job *j, char path[PATH_MAX])
{
    const struct assay_block *const b = j->entry->block;
    char name[256];

    switch (files_of(j)) {
    case FAULTS:
        assay_fault_folder(b, path);
        break;
    case WAIVERS:
        assay_waivers_path(b, path);
        break;
    default:
        snprintf(name, sizeof name, "tb/%s/formal", b->model->name);
        if (b->folder)
            assay_path(path, PATH_MAX, "%s/formal", b->folder->path);
        else
            assay_source_path(path, PATH_MAX, name);
        break;
    }
}

static void look_at_files(struct assay_job *j)
{
    struct assay_hash *const h = assay_hash_begin();
    char path[PATH_MAX];

    if (!h) {
        j->sources[0] = '\0';
        return;
    }
    find_files(j, path);
    assay_hash_text(h, j->sources);
    add_files(h, path);
    if (!assay_hash_end(h, j->sources))
        j->sources[0] = '\0';
}

static void look(struct assay_job *j)
{
    if (!runs_rtl(j)) {
        snprintf(j->sources, sizeof j->sources, "%s", j->entry->block->folder->key);
        return;
    }
    look_at_rtl(j);
    if (j->sources[0] && files_of(j) != NONE)
        look_at_files(j);
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
