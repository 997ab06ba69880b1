#include "regress/run.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/message.h"
#include "base/progress.h"
#include "engine/attached.h"
#include "engine/cover.h"
#include "regress/cluster.h"
#include "regress/job_row.h"
#include "regress/outcome.h"
#include "regress/pace.h"
#include "regress/pin.h"
#include "regress/pool.h"
#include "regress/summary.h"

enum { BUILD_TIMEOUT = 3600, TEXT = 4096 };

struct engine {
    struct assay_regress *r;
    size_t *order;
    struct assay_pace *pace; /* order of the jobs; NULL on a cluster, which gets all at once */
    size_t next;             /* index into order[] or build[] */
    struct assay_regress_build *build;
    size_t n_builds;

    size_t done;
    struct assay_progress progress;
};

static void begin_progress(struct engine *e, const char *what, size_t total)
{
    e->done = 0;
    assay_progress_begin(&e->progress, what, total);
    e->progress.lines = true;
}

static void show_progress(struct engine *e, size_t failures, unsigned running)
{
    assay_progress_note(&e->progress, e->done, ", %zu failed, %u running", failures, running);
}

/* --- results --- */

/* Count and store a result, and print a failure. Returns false if it could not be stored. */
static bool keep(struct engine *e, const struct assay_job *j, const struct assay_outcome *o,
                 const char *folder)
{
    struct assay_store_job row;
    struct assay_row_texts texts;
    char why[TEXT];

    assay_job_row(j, &texts, &row);
    row.status = o->status;
    row.exit = o->exit;
    row.verdict = o->verdict;
    row.cycles_run = o->cycles;
    row.compared = o->compared;
    row.transactions = o->transactions;
    row.seconds = o->seconds;
    row.fail_cycle = o->fail_cycle;
    row.port = o->ports;
    row.reproduce = assay_text_get(&o->reproduce);
    if (folder)
        row.out = folder;
    ++e->done;
    ++e->r->count[o->status];
    --e->r->count[ASSAY_JOB_NOT_RUN];
    if (o->status != ASSAY_JOB_PASS && o->status != ASSAY_JOB_NOT_RUN) {
        assay_progress_end(&e->progress);
        assay_print_failure(stderr, &row);
    }
    if (assay_store_end_job(e->r->store, &row, why, sizeof why)) {
        e->r->stopped |= e->r->stop_on_first && o->status != ASSAY_JOB_PASS;
        return !e->r->stopped;
    }
    assay_progress_end(&e->progress);
    assay_print_error("%s", why);
    e->r->broken = true;
    return false;
}

/* --- building --- */

/* Whether the regression builds the job's DUT before it starts the jobs: for all compiled RTL,
 * and for a user's RTL also on Icarus, since its files may change in the meantime. */
static bool is_built_first(const struct assay_job *j)
{
    const struct assay_entry *e = j->entry;

    if (assay_entry_instead(e) || j->backend == ASSAY_MODEL)
        return false;
    return j->backend == ASSAY_VERILATOR || j->backend == ASSAY_CHECK_X || e->rtl ||
           e->block->folder;
}

static bool same_variant(const struct assay_job *a, const struct assay_job *b)
{
    return is_built_first(a) && is_built_first(b) && a->backend == b->backend &&
           a->entry->block == b->entry->block &&
           a->entry->code_coverage == b->entry->code_coverage &&
           assay_entry_same_rtl(a->entry, b->entry) &&
           memcmp(&a->params, &b->params, sizeof a->params) == 0;
}

static struct assay_regress_build *build_of(struct engine *e, const struct assay_job *j)
{
    for (size_t i = 0; i < e->n_builds; ++i)
        if (same_variant(e->build[i].job, j))
            return &e->build[i];
    return NULL;
}

/* Add the builds of the variants with, or without, code coverage. */
static bool add_builds(struct engine *e, bool code_coverage)
{
    for (size_t i = 0; i < e->r->jobs->n; ++i) {
        const struct assay_job *j = &e->r->jobs->job[i];
        struct assay_regress_build *more;
        char params[ASSAY_JOB_TEXT];

        if (j->done || !is_built_first(j) || j->entry->code_coverage != code_coverage ||
            build_of(e, j))
            continue;
        more = realloc(e->build, (e->n_builds + 1) * sizeof *more);
        if (!more)
            return false;
        e->build = more;
        more += e->n_builds++;
        memset(more, 0, sizeof *more);
        more->job = j;
        assay_job_params(j, params);
        snprintf(more->folder, sizeof more->folder, "builds/%s-%s%s", j->entry->block->model->name,
                 params, j->entry->code_coverage ? "-coverage" : "");
        if (j->backend != ASSAY_VERILATOR)
            snprintf(more->folder + strlen(more->folder),
                     sizeof more->folder - strlen(more->folder), "-%s",
                     assay_backend_name(j->backend));
        if (j->entry->rtl || j->entry->fault) /* number of the entry's line in the list */
            snprintf(more->folder + strlen(more->folder),
                     sizeof more->folder - strlen(more->folder), "-line%lu", j->entry->line);
    }
    return true;
}

/* Variants that count lines and toggles take by far the longest to build, so they are started
 * first. */
static bool list_builds(struct engine *e)
{
    return add_builds(e, true) && add_builds(e, false);
}

/* Set where a task's output goes. If the folder can't be made, the task will fail to start. */
static void set_output(const struct engine *e, struct assay_task *t, const char *folder)
{
    char path[PATH_MAX + 300], why[TEXT];

    assay_path(path, sizeof path, "%s/%s", e->r->out, folder);
    if (!assay_make_folders(path, why, sizeof why))
        assay_print_error("%s", why);
    t->out = assay_task_text(t, "%s/stdout", path);
    t->err = assay_task_text(t, "%s/stderr", path);
}

/* Add the options for RTL other than the block's own, unmodified. */
static void set_design(const struct assay_job *j, struct assay_task *t)
{
    if (j->entry->rtl)
        assay_task_arg(t, "--rtl=%s", j->entry->rtl);
    if (j->entry->fault)
        assay_task_arg(t, "--fault=%s", j->entry->fault);
}

static bool next_build(void *any, struct assay_task *t)
{
    struct engine *e = any;
    char params[ASSAY_JOB_TEXT];
    struct assay_regress_build *b;

    if (e->next == e->n_builds)
        return false;
    t->tag = e->next;
    b = &e->build[e->next++];
    assay_job_params(b->job, params);
    assay_task_arg(t, "build");
    assay_task_arg(t, "%s", assay_block_reference(b->job->entry->block));
    assay_task_arg(t, "--params");
    assay_task_arg(t, "%s", params);
    if (b->job->backend != ASSAY_VERILATOR)
        assay_task_arg(t, "--backend=%s", assay_backend_name(b->job->backend));
    set_design(b->job, t);
    if (b->job->entry->code_coverage)
        assay_task_arg(t, "--code-coverage");
    t->timeout = BUILD_TIMEOUT;
    set_output(e, t, b->folder);
    return true;
}

static bool build_done(void *any, size_t tag, const struct assay_task_end *end)
{
    struct engine *e = any;
    struct assay_regress_build *b = &e->build[tag];

    ++e->done;
    b->exit = end->exit;
    b->failed = !end->started || end->exit != 0;
    if (b->failed && !end->stopped) {
        assay_progress_end(&e->progress);
        assay_print_error(
            "%s/%s/stderr: the DUT can't be built (status %d): expected its RTL to build",
            e->r->out, b->folder, end->exit);
    }
    return true;
}

static size_t failed_builds(const struct engine *e)
{
    size_t n = 0;

    for (size_t i = 0; i < e->n_builds; ++i)
        n += e->build[i].failed;
    return n;
}

static void tick_build(void *any, unsigned running)
{
    struct engine *e = any;

    show_progress(e, failed_builds(e), running);
}

/* --- running --- */

/* A job whose DUT could not be built ends here. */
static bool skip(struct engine *e, const struct assay_job *j, const struct assay_regress_build *b)
{
    struct assay_outcome o = {
        .status = ASSAY_JOB_ERROR, .exit = b->exit, .fail_cycle = -1, .verdict = "not-built"};
    bool kept;

    assay_job_command(j, &o.reproduce);
    kept = keep(e, j, &o, b->folder);
    assay_outcome_free(&o);
    return kept;
}

static void set_mutate(const struct assay_job *j, const struct assay_store_job *row,
                       struct assay_task *t)
{
    const struct assay_entry *e = j->entry;

    assay_task_arg(t, "mutate");
    assay_task_arg(t, "%s", assay_block_reference(e->block));
    assay_task_arg(t, "--params=%s", row->params);
    assay_task_arg(t, "--count=%llu", (unsigned long long)e->mutate);
    assay_task_arg(t, "--seed=%llu", (unsigned long long)row->seed);
    if (e->cycles)
        assay_task_arg(t, "--cycles=%llu", (unsigned long long)e->cycles);
    if (e->require >= 0)
        assay_task_arg(t, "--require=%.17g", e->require);
    assay_task_arg(t, "--jobs=1");
    assay_task_arg(t, "--json");
}

static void set_job(const struct engine *e, const struct assay_job *j, struct assay_task *t)
{
    struct assay_store_job row;
    struct assay_row_texts texts;
    char knobs[ASSAY_JOB_TEXT];

    assay_job_row(j, &texts, &row);
    t->timeout = j->entry->timeout;
    t->memory = e->r->memory;
    set_output(e, t, row.out);
    if (j->entry->proofs) {
        assay_task_arg(t, "prove");
        assay_task_arg(t, "%s", assay_block_reference(j->entry->block));
        assay_task_arg(t, "--json");
        if (j->entry->proofs == ASSAY_QUICK)
            assay_task_arg(t, "--quick");
        if (j->entry->solver)
            assay_task_arg(t, "--solver=%s", j->entry->solver);
        return;
    }
    if (j->entry->plots) {
        assay_task_arg(t, "bench");
        assay_task_arg(t, "%s", assay_block_reference(j->entry->block));
        assay_task_arg(t, "--plots");
        return;
    }
    if (j->entry->faults) {
        assay_task_arg(t, "faults");
        assay_task_arg(t, "%s", assay_block_reference(j->entry->block));
        assay_task_arg(t, "--params=%s", row.params);
        assay_task_arg(t, "--cycles=%llu", (unsigned long long)row.cycles);
        assay_task_arg(t, "--seed=%llu", (unsigned long long)row.seed);
        assay_task_arg(t, "--jobs=1");
        assay_task_arg(t, "--json");
        if (j->entry->faults == ASSAY_ALL)
            assay_task_arg(t, "--late");
        return;
    }
    if (j->entry->mutate) {
        set_mutate(j, &row, t);
        return;
    }
    assay_task_arg(t, "run");
    assay_task_arg(t, "%s", assay_block_reference(j->entry->block));
    assay_task_arg(t, "--params=%s", row.params);
    assay_task_arg(t, "--scenario=%s", row.scenario);
    assay_task_arg(t, "--backend=%s", row.backend);
    set_design(j, t);
    assay_task_arg(t, "--seed=%llu", (unsigned long long)row.seed);
    assay_task_arg(t, "--cycles=%llu", (unsigned long long)row.cycles);
    assay_job_knobs(j, knobs);
    if (*knobs)
        assay_task_arg(t, "--knobs=%s", knobs);
    if (j->entry->allow_partial)
        assay_task_arg(t, "--allow-partial");
    assay_task_arg(t, "--json");
    assay_task_arg(t, "--out=%s/%s", e->r->out, row.out);
    if (assay_cover_groups(j->entry->block))
        assay_task_arg(t, "--coverage=%s/%s/coverage.txt", e->r->out, row.out);
    if (j->entry->code_coverage)
        assay_task_arg(t, "--code-coverage=%s/%s/code.dat", e->r->out, row.out);
}

static bool next_job(void *any, struct assay_task *t)
{
    struct engine *e = any;

    while (!e->r->stopped && !e->r->broken) {
        const struct assay_job *j;
        const struct assay_regress_build *b;
        size_t i;

        if (e->pace ? !assay_pace_next(e->pace, &i) : e->next == e->r->jobs->n)
            return false;
        if (!e->pace)
            i = e->order[e->next++];
        j = &e->r->jobs->job[i];
        if (j->done)
            continue;
        b = build_of(e, j);
        if (b && b->failed) {
            if (!skip(e, j, b))
                return false;
            continue;
        }
        t->tag = i;
        set_job(e, j, t);
        return true;
    }
    return false;
}

static bool job_done(void *any, size_t tag, const struct assay_task_end *end)
{
    struct engine *e = any;
    const struct assay_job *j = &e->r->jobs->job[tag];
    char path[PATH_MAX + 64];
    struct assay_outcome o;
    bool kept;

    assay_path(path, sizeof path, "%s/jobs/%lld/stdout", e->r->out, (long long)j->id);
    assay_outcome_judge(j, end, path, &o);
    if (e->pace && o.status == ASSAY_JOB_PASS)
        assay_pace_took(e->pace, j, end->seconds);
    if (!end->started) {
        assay_progress_end(&e->progress);
        assay_print_error("%s: %s: expected to start a job with its output there", path,
                          strerror(end->error));
    }
    kept = keep(e, j, &o, NULL);
    assay_outcome_free(&o);
    return kept;
}

static void tick_job(void *any, unsigned running)
{
    struct engine *e = any;
    const size_t *count = e->r->count;

    show_progress(e, count[ASSAY_JOB_FAIL] + count[ASSAY_JOB_TIMEOUT] + count[ASSAY_JOB_ERROR],
                  running);
}

/* Approximate seconds to start a job and its simulator, not counted in the cycle loop. */
static const double beside = 0.1;

static bool take_time(void *any, const struct assay_store_job *j, double seconds)
{
    const struct engine *e = any;

    assay_pace_took_text(e->pace, j, seconds + beside);
    return true;
}

/* Estimate durations. If out of memory, jobs simply start in order. */
static void plan_jobs(struct engine *e)
{
    char why[TEXT];

    assay_jobs_order(e->r->jobs, e->order);
    e->next = 0;
    if (e->r->queue)
        return;
    e->pace = assay_pace_new(e->r->jobs, e->order, e->r->at_once);
    if (e->pace && !assay_store_times(e->r->store, take_time, e, why, sizeof why))
        assay_print_error("%s", why);
}

/* Run the jobs on this machine, or on the cluster. */
static int run_jobs(struct assay_regress *r, const struct assay_pool *pool)
{
    const struct assay_cluster cluster = {
        .queue = r->queue, .out = r->out, .run = r->run, .plan = *pool};
    char why[TEXT];
    int signal;

    if (!r->queue)
        return assay_pool_run(pool);
    signal = assay_cluster_run(&cluster, why, sizeof why);
    if (signal < 0 && *why)
        assay_print_error("%s", why);
    return signal;
}

static size_t jobs_left(const struct assay_regress *r)
{
    size_t n = 0;

    for (size_t i = 0; i < r->jobs->n; ++i)
        n += !r->jobs->job[i].done;
    return n;
}

void assay_regress_run(struct assay_regress *r)
{
    const size_t left = jobs_left(r);
    struct engine e = {.r = r};
    struct assay_pool pool = {.at_once = r->at_once, .arg = &e};

    if (!left)
        return;
    e.order = calloc(r->jobs->n, sizeof *e.order);
    if (!e.order || !list_builds(&e)) {
        assay_print_error("out of memory");
        r->broken = true;
        goto out;
    }
    if (!assay_regress_pin(r->out, NULL, 0)) {
        r->broken = true;
        goto out;
    }
    if (e.n_builds) {
        begin_progress(&e, "variant", e.n_builds);
        pool.next = next_build;
        pool.done = build_done;
        pool.tick = tick_build;
        r->signal = assay_pool_run(&pool);
        assay_progress_end(&e.progress);
        if (!r->signal && !assay_regress_pin(r->out, e.build, e.n_builds)) {
            r->broken = true;
            goto out;
        }
    }
    if (!r->signal) {
        plan_jobs(&e);
        begin_progress(&e, "job", left);
        pool.next = next_job;
        pool.done = job_done;
        pool.tick = tick_job;
        r->signal = run_jobs(r, &pool);
        assay_progress_end(&e.progress);
    }
    if (r->signal < 0) {
        r->signal = 0;
        r->broken |= !r->stopped;
    }
out:
    assay_pace_free(e.pace);
    free(e.build);
    free(e.order);
}
