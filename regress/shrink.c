#include "regress/shrink.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/called.h"
#include "base/error.h"
#include "base/file.h"
#include "base/message.h"
#include "regress/pool.h"

enum { SHRINK_TIMEOUT = 300 /* seconds */, PATH_ROOM = PATH_MAX };

struct shrinking {
    const struct assay_regress *r;
    const struct assay_summary *s;
    size_t next; /* index into bucket[] */
};

void assay_failure_replay(const char *out, const struct assay_store_job *j, const char *kind,
                          char *path, size_t size)
{
    assay_path(path, size, "%s/%s/%s-seed%" PRIu64 ".%sreplay", out, j->out, j->block, j->seed,
               kind);
    if (access(path, F_OK) != 0)
        *path = '\0';
}

bool assay_shrunk_command(const char *out, const struct assay_store_job *j, struct assay_text *t)
{
    char path[PATH_ROOM];

    assay_failure_replay(out, j, "min.", path, sizeof path);
    if (!*path)
        return false;
    assay_text_add_command(t, "replay ");
    assay_text_add_quoted(t, path);
    if (strcmp(j->backend, "verilator") != 0)
        assay_text_addf(t, " --backend %s", j->backend);
    return true;
}

/* Whether `assay shrink` can reproduce the failure. The replay of a run that was ended from
 * outside passes, and a run that compared nothing or did not reach its end has no failure in a
 * cycle. */
static bool can_shrink(const struct assay_store_job *j)
{
    return j->status == ASSAY_JOB_FAIL && strcmp(j->verdict, "nothing-compared") != 0 &&
           strcmp(j->verdict, "incomplete") != 0;
}

static bool next_bucket(void *any, struct assay_task *t)
{
    struct shrinking *x = any;
    char path[PATH_ROOM], done[PATH_ROOM];

    while (x->next < x->s->n_buckets) {
        const size_t i = x->next++;
        const struct assay_store_job *j = &x->s->failure[x->s->bucket[i].best].job;

        if (!can_shrink(j))
            continue;
        assay_failure_replay(x->s->out, j, "", path, sizeof path);
        assay_failure_replay(x->s->out, j, "min.", done, sizeof done);
        if (!*path || *done)
            continue;
        t->tag = i;
        t->timeout = SHRINK_TIMEOUT;
        t->memory = x->r->memory;
        assay_task_arg(t, "shrink");
        assay_task_arg(t, "--backend=%s", j->backend);
        assay_task_arg(t, "%s", path);
        t->out = assay_task_text(t, "%s/%s/shrink.txt", x->s->out, j->out);
        t->err = assay_task_text(t, "%s/%s/shrink.stderr", x->s->out, j->out);
        return true;
    }
    return false;
}

static bool bucket_done(void *any, size_t tag, const struct assay_task_end *end)
{
    const struct shrinking *x = any;
    const struct assay_store_job *j = &x->s->failure[x->s->bucket[tag].best].job;

    if (!end->stopped && (!end->started || end->exit != EXIT_EQUAL))
        assay_print_error("%s/%s/shrink.stderr: the failure is not shrunk (status %d%s)", x->s->out,
                          j->out, end->exit, end->timed_out ? ", out of time" : "");
    return true;
}

void assay_regress_shrink(struct assay_regress *r)
{
    struct assay_summary s;
    struct shrinking x = {r, &s, 0};
    struct assay_pool pool = {
        .at_once = r->at_once, .next = next_bucket, .done = bucket_done, .arg = &x};
    int coverage;

    if (assay_summary_load(&s, r->out, NULL, &coverage) == EXIT_EQUAL && s.n_buckets) {
        const int signal = assay_pool_run(&pool);

        if (signal > 0)
            r->signal = signal;
    }
    assay_summary_free(&s);
}
