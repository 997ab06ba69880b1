#include "regress/cluster.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/home.h"
#include "base/outfile.h"
#include "base/path.h"
#include "base/process.h"
#include "regress/chunk.h"
#include "regress/stop.h"

enum {
    POLL_EVERY = 10, /* polls of the files per poll of the queue */
    LOST_AFTER =
        5 /* consecutive polls of the queue without a task until missing jobs count as lost */
};

static const struct assay_queue queues[] = {
    {.name = "slurm",
     .submit =
         "sbatch --parsable --array=0-$((ASSAY_CHUNKS - 1)) --job-name=assay --ntasks=1 "
         "--open-mode=append --output=\"$ASSAY_FOLDER/%a.log\" --wrap='exec \"$ASSAY_PROGRAM\" "
         "regress --chunk \"$ASSAY_FOLDER/$SLURM_ARRAY_TASK_ID.chunk\"'",
     .poll = "squeue --noheader --jobs=\"$ASSAY_QUEUE_ID\" --format=%T 2>/dev/null",
     .cancel = "scancel \"$ASSAY_QUEUE_ID\""},
};

enum { N_QUEUES = sizeof queues / sizeof queues[0] };

const struct assay_queue *assay_queue_find(const char *name)
{
    for (int i = 0; i < N_QUEUES; ++i)
        if (strcmp(queues[i].name, name) == 0)
            return &queues[i];
    return NULL;
}

const char *const assay_queue_names[] = {"local", "slurm", NULL};

/* A job that was submitted to the queue. */
struct pending {
    size_t tag;
    char *folder;
    bool ended;
};

struct cluster {
    const struct assay_cluster *plan;
    char folder[PATH_MAX]; /* where the chunk files are */
    struct pending *job;
    size_t n, left;
    size_t chunks;
};

static int command(const char *text, struct assay_output *out)
{
    char shell[] = "/bin/sh", flag[] = "-c";
    char *argv[] = {shell, flag, (char *)text, NULL};

    return assay_process(argv, NULL, out);
}

/* Strip trailing whitespace from a command's output. */
static void trim(char *text)
{
    size_t n = strlen(text);

    while (n && strchr(" \t\r\n", text[n - 1]))
        text[--n] = '\0';
}

/* --- writing the jobs to files --- */

static bool absolute(const char *path, char out[PATH_MAX])
{
    char here[PATH_MAX] = "";

    if (*path != '/' && !getcwd(here, sizeof here))
        return false;
    assay_path(out, PATH_MAX, "%s%s%s", here, *here ? "/" : "", path);
    return true;
}

/* The folder of a task's output, as an absolute path: `file` without its last component. To be
 * freed. */
static char *folder_of(const char *file)
{
    char path[PATH_MAX];

    if (!absolute(file, path))
        return NULL;
    *strrchr(path, '/') = '\0';
    return strdup(path);
}

static bool take(struct cluster *x, const struct assay_task *t)
{
    struct pending *more = realloc(x->job, (x->n + 1) * sizeof *more);
    char path[PATH_MAX + 8];

    if (!more)
        return false;
    x->job = more;
    more += x->n;
    more->tag = t->tag;
    more->ended = false;
    more->folder = folder_of(t->out);
    if (!more->folder || t->overflow)
        return false;
    ++x->n;
    assay_path(path, sizeof path, "%s/end", more->folder);
    return unlink(path) == 0 || errno == ENOENT; /* left by an earlier attempt */
}

static void write_line(FILE *f, const struct pending *job, const struct assay_task *t)
{
    fprintf(f, "%s\t%u\t%llu", job->folder, t->timeout, (unsigned long long)t->memory);
    for (size_t i = 1; i < t->argc; ++i)
        fprintf(f, "\t%s", t->argv[i]);
    fputc('\n', f);
}

/* Distribute the jobs over the chunks in turn, so that long ones are spread out. */
static bool write_chunks(struct cluster *x, char *why, size_t why_size)
{
    const size_t most = x->plan->plan.at_once;
    struct assay_outfile *o = calloc(most, sizeof *o);
    char(*path)[PATH_MAX] = calloc(most, sizeof *path);
    struct assay_task *t = calloc(1, sizeof *t);
    bool good = o && path && t;

    if (!good)
        snprintf(why, why_size, "out of memory");
    while (good && x->plan->plan.next(x->plan->plan.arg, t)) {
        const size_t k = x->n % most;

        if (k == x->chunks) {
            assay_path(path[k], sizeof path[k], "%s/%zu.chunk", x->folder, k);
            good = assay_outfile_open(&o[k], path[k], why, why_size);
            if (!good)
                break;
            ++x->chunks;
            fputs("assay-chunk 1\n", o[k].f);
        }
        good = take(x, t);
        if (good)
            write_line(o[k].f, &x->job[x->n - 1], t);
        else
            snprintf(why, why_size, "%s: a job does not fit into a file: expected shorter names",
                     x->folder);
        memset(t, 0, sizeof *t);
    }
    for (size_t k = 0; k < x->chunks; ++k)
        if (!assay_outfile_close(&o[k], why, why_size))
            good = false;
    free(o);
    free(path);
    free(t);
    x->left = x->n;
    return good;
}

/* --- the queue --- */

static bool submit(const struct cluster *x, char *why, size_t why_size)
{
    struct assay_output out = {0};
    char number[24], program[PATH_MAX];
    int status;

    if (!assay_home_program(program, sizeof program, why, why_size))
        return false;
    snprintf(number, sizeof number, "%zu", x->chunks);
    setenv("ASSAY_CHUNKS", number, 1);
    setenv("ASSAY_FOLDER", x->folder, 1);
    setenv("ASSAY_PROGRAM", program, 1);
    status = command(x->plan->queue->submit, &out);
    trim(out.text);
    if (status == 0)
        out.text[strcspn(out.text, ";")] = '\0'; /* what follows is the name of the cluster */
    if (status != 0 || strspn(out.text, "0123456789") != strlen(out.text) || !*out.text) {
        snprintf(why, why_size, "%s does not take the jobs (status %d): %s", x->plan->queue->name,
                 status, *out.text ? out.text : "no answer");
        free(out.text);
        return false;
    }
    setenv("ASSAY_QUEUE_ID", out.text, 1);
    free(out.text);
    return true;
}

static bool still_there(const struct cluster *x)
{
    struct assay_output out = {0};
    const int status = command(x->plan->queue->poll, &out);
    bool there;

    trim(out.text);
    there = status == 0 && *out.text;
    free(out.text);
    return there;
}

/* Report the jobs that have ended, all of them. Returns false if the caller wants to stop. */
static bool collect(struct cluster *x)
{
    bool go_on = true;

    for (size_t i = 0; i < x->n; ++i) {
        struct pending *job = &x->job[i];
        struct assay_task_end end;

        if (job->ended || !assay_chunk_end_read(job->folder, &end))
            continue;
        job->ended = true;
        --x->left;
        go_on &= x->plan->plan.done(x->plan->plan.arg, job->tag, &end);
    }
    return go_on;
}

/* Report the remaining jobs, which will never end: as stopped, or otherwise as not started. */
static void give_up(struct cluster *x, bool stopped)
{
    for (size_t i = 0; i < x->n; ++i) {
        const struct assay_task_end end = {
            .error = ECHILD, .exit = -1, .stopped = stopped, .started = stopped};

        if (!x->job[i].ended)
            x->plan->plan.done(x->plan->plan.arg, x->job[i].tag, &end);
    }
}

static int wait_for_jobs(struct cluster *x)
{
    unsigned looks = 0, absent = 0;
    int signal = assay_stop_begin();

    while (x->left && !signal) {
        if (!collect(x)) {
            signal = -1;
            break;
        }
        if (x->left == 0)
            break;
        if (++looks % POLL_EVERY == 0)
            absent = still_there(x) ? 0 : absent + 1;
        if (absent == LOST_AFTER) {
            /* The queue may only have been out of reach. If it is back, no job goes on. */
            command(x->plan->queue->cancel, NULL);
            collect(x);
            give_up(x, false);
            break;
        }
        if (x->plan->plan.tick)
            x->plan->plan.tick(x->plan->plan.arg, (unsigned)x->left);
        signal = assay_stop_wait();
    }
    assay_stop_end();
    if (signal)
        command(x->plan->queue->cancel, NULL);
    if (signal > 0) {
        collect(x);
        give_up(x, true);
    }
    return signal;
}

int assay_cluster_run(const struct assay_cluster *c, char *why, size_t why_size)
{
    struct cluster x = {.plan = c};
    char base[PATH_MAX];
    int result = -1;

    *why = '\0';
    if (!absolute(c->out, base)) {
        snprintf(why, why_size, "%s: %s", c->out, strerror(errno));
        return -1;
    }
    if (assay_folder_wrong(base)) {
        snprintf(why, why_size, "%s: %s", c->out, assay_folder_wrong(base));
        return -1;
    }
    for (int serial = 1; serial < 1000; ++serial) {
        assay_path(x.folder, sizeof x.folder, "%s/cluster/%lld.%d", base, (long long)c->run,
                   serial);
        if (access(x.folder, F_OK) != 0)
            break;
    }
    if (assay_make_folders(x.folder, why, why_size) && write_chunks(&x, why, why_size)) {
        if (x.n == 0)
            result = 0;
        else if (submit(&x, why, why_size))
            result = wait_for_jobs(&x);
    }
    for (size_t i = 0; i < x.n; ++i)
        free(x.job[i].folder);
    free(x.job);
    return result;
}
