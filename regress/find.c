#include "regress/find.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/path.h"
#include "regress/job_row.h"

enum { NAME = 512, JOB = ASSAY_JOB_TEXT + 256, FIRST = 2 * JOB + 128 };

struct finding {
    struct assay_store *store;
    const struct assay_jobs *jobs;
    const char *list, *out;
    char *why;
    size_t why_size;
    struct assay_found *found;
    size_t runs;                       /* number examined so far */
    bool any, good;                    /* any: found; good: the store could be read */
    char other[128], other_list[NAME]; /* newest that does not match; of this list if `listed` */
    bool listed;
    char first[FIRST]; /* describes its first job that differs */
};

static void store_of(const char *out, char path[PATH_MAX])
{
    assay_path(path, PATH_MAX, "%s/results.db", out);
}

void assay_find_list_file(const char *out, const char *list, char file[PATH_MAX])
{
    char store[PATH_MAX];

    *file = '\0';
    if (!assay_same_file(list, list))
        return;
    store_of(out, store);
    assay_path_seen_from(file, PATH_MAX, store, list);
}

/* The current path of a regression's list. Returns false if the store does not give it, or the
 * file no longer exists. */
static bool list_of(const char *out, const struct assay_store_run *run, char path[PATH_MAX])
{
    char store[PATH_MAX];

    if (!*run->file)
        return false;
    store_of(out, store);
    assay_path_beside(path, PATH_MAX, store, run->file);
    return assay_same_file(path, path);
}

/* Whether a regression belongs to the list that was called `name` and is now the file `path`. */
static bool is_of_list(const char *out, const struct assay_store_run *run, const char *name,
                       const char *path)
{
    char own[PATH_MAX];

    if (list_of(out, run, own))
        return assay_same_file(own, path);
    return strcmp(run->list, name) == 0 || assay_same_file(run->list, path);
}

bool assay_find_same_list(const char *out, const struct assay_store_run *a,
                          const struct assay_store_run *b)
{
    char path[PATH_MAX];

    if (*a->file && strcmp(a->file, b->file) == 0)
        return true;
    return is_of_list(out, b, a->list, list_of(out, a, path) ? path : a->list);
}

/* --- comparing jobs --- */

struct comparing {
    const struct assay_jobs *jobs;
    size_t n;   /* rows read so far */
    bool same;  /* all of them match */
    char *text; /* describes the first one that does not */
};

static bool is_job(const struct assay_job *j, const struct assay_store_job *row)
{
    return j->seed == row->seed && assay_job_is_like(j, row);
}

static void print_job(char *text, size_t size, const struct assay_store_job *j)
{
    snprintf(text, size, "%.60s %s %.40s %.20s seed %" PRIu64 " cycles %" PRIu64, j->block,
             j->params, j->scenario, j->backend, j->seed, j->cycles);
}

static bool compare_job(void *any, const struct assay_store_job *row)
{
    struct comparing *c = any;
    const size_t i = c->n++;
    char there[JOB], here[JOB];
    struct assay_store_job own;
    struct assay_row_texts texts;

    c->same = i < c->jobs->n && is_job(&c->jobs->job[i], row);
    if (c->same)
        return true;
    if (i >= c->jobs->n) {
        snprintf(c->text, FIRST, "; it has more jobs than the list, which has %zu", c->jobs->n);
        return false;
    }
    assay_job_row(&c->jobs->job[i], &texts, &own);
    print_job(there, sizeof there, row);
    print_job(here, sizeof here, &own);
    if (strcmp(there, here) != 0)
        snprintf(c->text, FIRST, "; job %zu is %s there, and %s in the list", i + 1, there, here);
    else
        snprintf(c->text, FIRST, "; job %zu, %s, has other settings or other RTL there", i + 1,
                 here);
    return false;
}

static bool take_run(void *any, const struct assay_store_run *run)
{
    struct finding *f = any;
    const bool listed = is_of_list(f->out, run, f->list, f->list), newest = !f->runs++;
    char first[FIRST] = "";
    struct comparing c = {.jobs = f->jobs, .same = true, .text = first};

    f->good = !listed || assay_store_jobs(f->store, run->id, compare_job, &c, f->why, f->why_size);
    if (!f->good)
        return false;
    f->any = listed && c.same && c.n == f->jobs->n;
    if (f->any) {
        f->found->run = run->id;
        f->found->finished = run->finished != NULL;
        f->found->newest = newest;
        snprintf(f->found->started, sizeof f->found->started, "%s", run->started);
        return false;
    }
    if (listed && c.same)
        snprintf(first, sizeof first, "; it has %zu jobs, and the list %zu", c.n, f->jobs->n);
    if (newest || (listed && !f->listed)) {
        f->listed = listed;
        snprintf(f->other, sizeof f->other, "number %" PRId64 ", begun %.31s, seed base %" PRIu64,
                 run->id, run->started, run->seed_base);
        snprintf(f->other_list, sizeof f->other_list, "%s", run->list);
        memcpy(f->first, first, sizeof f->first);
    }
    return true;
}

enum assay_error assay_find_regression(struct assay_store *s, const struct assay_jobs *jobs,
                                       const char *list, const char *out, const char *purpose,
                                       struct assay_found *found, char *why, size_t why_size)
{
    struct finding f = {.store = s,
                        .jobs = jobs,
                        .list = list,
                        .out = out,
                        .why = why,
                        .why_size = why_size,
                        .found = found,
                        .good = true};

    if (!assay_store_runs(s, take_run, &f, why, why_size) || !f.good)
        return ASSAY_ENVIRONMENT;
    if (f.any)
        return ASSAY_OK;
    if (!f.runs)
        snprintf(why, why_size, "%s: holds no regression: expected one %s", out, purpose);
    else if (!f.listed)
        snprintf(why, why_size,
                 "%s: holds no regression of %s, the newest there is of %s (%s): expected one of "
                 "%s %s",
                 out, list, f.other_list, f.other, list, purpose);
    else
        snprintf(why, why_size,
                 "%s: the newest regression of %s there (%s) has other jobs%s: expected the same "
                 "list, tag and seed base %s",
                 out, list, f.other, f.first, purpose);
    return ASSAY_BAD_INPUT;
}
