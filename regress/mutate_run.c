/*
 * mutate_run.c - build the mutants of a campaign and try them.
 *
 * A variant holds a few hundred mutants, so that one build serves all of them. Its unchanged design
 * must pass first.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/message.h"
#include "base/outfile.h"
#include "base/process.h"
#include "base/progress.h"
#include "base/signals.h"
#include "base/tree.h"
#include "command/commands.h"
#include "mutate/rewrite.h"
#include "regress/mutate.h"
#include "sim/backend.h"

enum { BATCH = 250, MORE_PATH = 64, WHY = 4096 };

/* The mutants of a campaign in one variant: number `which` is entry[member[which - 1]]. */
struct batch {
    struct assay_campaign *c;
    size_t member[BATCH];
    size_t n, next; /* next: index of the next to try */
    bool longer;    /* retry survivors with the longer runs */
    bool broken;    /* a result could not be stored; a message was printed */
    struct assay_mutant_result unchanged;
    struct assay_progress *progress;
};

static size_t count_done(const struct assay_campaign *c)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; ++i)
        n += c->entry[i].result.verdict != ASSAY_MUTANT_NOT_RUN;
    return n;
}

static size_t count(const struct assay_campaign *c, enum assay_mutant_verdict v)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; ++i)
        n += c->entry[i].result.verdict == v;
    return n;
}

/* --- building --- */

/* For a file that serves as an ordinary source: leave out the `line directives, which name the
 * original files. */
static void print_without_places(FILE *f, const char *text)
{
    while (*text) {
        const size_t n = strcspn(text, "\n"), line = n + (text[n] == '\n');

        if (strncmp(text, "`line ", 6) != 0)
            fwrite(text, 1, line, f);
        text += line;
    }
}

static bool write_text(const struct assay_campaign *c, const char *path, const size_t *index,
                       size_t n, bool alone, char *why, size_t why_size)
{
    struct assay_text text = {0};
    struct assay_outfile o;
    bool ok;

    if (alone)
        assay_rewrite_one(&c->mutants, index[0], &text);
    else
        assay_rewrite_many(&c->mutants, index, n, &text);
    ok = !text.failed;
    if (!ok)
        snprintf(why, why_size, "out of memory");
    ok = ok && assay_outfile_open(&o, path, why, why_size);
    if (ok) {
        if (alone)
            print_without_places(o.f, assay_text_get(&text));
        else
            fputs(assay_text_get(&text), o.f);
        ok = assay_outfile_close(&o, why, why_size);
    }
    assay_text_free(&text);
    return ok;
}

/* Open the variant of a batch, building it if need be. Its source file is removed afterwards. */
static enum assay_error open_batch(struct batch *b, struct assay_mutant_plan *plan, char *why)
{
    struct assay_campaign *const c = b->c;
    size_t index[BATCH];
    char path[PATH_MAX + MORE_PATH];
    const struct assay_variant variant = {.block = c->block,
                                          .params = c->params,
                                          .rtl = c->choice->rtl,
                                          .mutants = path,
                                          .no_waves = true};
    enum assay_error e;

    for (size_t i = 0; i < b->n; ++i)
        index[i] = c->index[b->member[i]];
    snprintf(path, sizeof path, "%s/mutants.v", c->folder);
    if (!write_text(c, path, index, b->n, false, why, WHY))
        return ASSAY_ENVIRONMENT;
    e = assay_campaign_build(c, &variant, plan, why, WHY);
    unlink(path);
    return e;
}

void assay_campaign_remove(struct assay_campaign *c)
{
    if (!c->choice->out && c->folder[0])
        assay_tree_remove(c->folder);
    c->folder[0] = '\0';
}

enum assay_error assay_campaign_build(struct assay_campaign *c, const struct assay_variant *variant,
                                      struct assay_mutant_plan *plan, char *why, size_t why_size)
{
    enum assay_error e;

    assay_process_guard();
    e = assay_verilator_open(variant, c->choice->json, &plan->ops, &plan->handle, why, why_size);
    if (assay_process_interrupted())
        assay_campaign_remove(c); /* the program ends here */
    assay_process_unguard();
    return e;
}

static enum assay_error build_batch(struct batch *b, struct assay_mutant_plan *plan)
{
    char why[WHY] = "";
    const double begun = assay_now();
    const enum assay_error e = open_batch(b, plan, why);

    b->c->build_seconds += assay_now() - begun;
    ++b->c->builds;
    if (e)
        assay_print_error("%s", why);
    return e;
}

/* --- trials --- */

static bool is_waiting(const struct batch *b, const struct assay_mutate_entry *e)
{
    return e->result.verdict == (b->longer ? ASSAY_MUTANT_SURVIVED : ASSAY_MUTANT_NOT_RUN);
}

static bool next_of_batch(void *any, unsigned *which)
{
    struct batch *b = any;

    while (b->next < b->n)
        if (is_waiting(b, &b->c->entry[b->member[b->next++]])) {
            *which = (unsigned)b->next;
            return true;
        }
    return false;
}

/* The cycles of a survivor are those of both attempts. */
static void note(struct batch *b, struct assay_mutate_entry *e, const struct assay_mutant_result *r)
{
    const uint64_t before = b->longer ? e->result.cycles : 0;

    e->result = *r;
    e->result.cycles += before;
    if (b->longer) {
        e->result.run += b->c->n_runs;
        e->late = r->verdict == ASSAY_MUTANT_FOUND;
    }
}

static bool done_of_batch(void *any, unsigned which, const struct assay_mutant_result *r)
{
    struct batch *b = any;
    struct assay_campaign *const c = b->c;
    const size_t number = b->member[which - 1];
    const bool last = r->verdict != ASSAY_MUTANT_SURVIVED || b->longer || !c->n_longer;
    char why[1024];

    note(b, &c->entry[number], r);
    if (!c->store || !last || assay_mutate_store_add(c, number, why, sizeof why))
        return true;
    assay_print_error("%s", why);
    b->broken = true;
    return false;
}

static void tick(void *any)
{
    struct batch *b = any;

    assay_progress_note(b->progress, count_done(b->c), ", %zu survived",
                        count(b->c, ASSAY_MUTANT_SURVIVED));
}

static bool try_batch(struct batch *b, struct assay_mutant_plan *plan)
{
    const struct assay_mutant_trials trials = {
        .plan = plan,
        .at_once = (unsigned)b->c->choice->jobs,
        .next = next_of_batch,
        .done = done_of_batch,
        .tick = tick,
        .arg = b,
    };

    b->next = 0;
    return assay_mutant_try_all(&trials);
}

/* --- the unchanged design --- */

static bool next_unchanged(void *any, unsigned *which)
{
    struct batch *b = any;

    *which = 0;
    return b->next++ == 0;
}

static bool done_unchanged(void *any, unsigned which, const struct assay_mutant_result *r)
{
    struct batch *b = any;

    (void)which;
    b->unchanged = *r;
    return true;
}

/* Choice 0 must pass all runs, and every run must compare something; otherwise the failure of a
 * mutant would mean nothing. Returns 0, or an exit status after printing why. */
static int check_unchanged(struct batch *b, struct assay_mutant_plan *plan)
{
    const struct assay_mutant_trials trials = {
        plan, 1, next_unchanged, done_unchanged, tick, b,
    };
    const struct assay_campaign *const c = b->c;
    const struct assay_mutant_result *const r = &b->unchanged;
    const struct assay_mutant_run *run;

    b->next = 0;
    plan->n_runs = c->n_runs + c->n_longer;
    if (!assay_mutant_try_all(&trials))
        return assay_interrupted_status();
    run = &c->run[r->run];
    if (r->verdict == ASSAY_MUTANT_SURVIVED && r->empty == 0)
        return EXIT_EQUAL;
    assay_progress_end(b->progress);
    if (r->verdict == ASSAY_MUTANT_FOUND)
        assay_print_error(
            "%s (%s): the unchanged design fails: %s in cycle %llu of scenario %s, seed %llu: "
            "expected a design that passes",
            c->block->model->name, c->values, assay_verdict_name(r->how),
            (unsigned long long)r->cycle, run->scenario->name, (unsigned long long)run->seed);
    else if (r->empty)
        assay_print_error(
            "%s (%s): a run of the unchanged design compares nothing: expected more --cycles",
            c->block->model->name, c->values);
    else
        assay_print_error("%s (%s): the unchanged design is %s: expected one that passes",
                          c->block->model->name, c->values, assay_mutant_verdict_name(r->verdict));
    return r->verdict == ASSAY_MUTANT_BROKEN ? EXIT_FAULT : EXIT_MISMATCH;
}

/* --- campaign --- */

static int try_variant(struct batch *b, struct assay_mutant_plan *plan)
{
    struct assay_campaign *const c = b->c;
    const double begun = assay_now();
    int status = check_unchanged(b, plan);
    bool complete = true;

    plan->n_runs = c->n_runs;
    if (status == EXIT_EQUAL)
        complete = try_batch(b, plan);
    if (status == EXIT_EQUAL && complete && c->n_longer) {
        b->longer = true;
        plan->run = c->run + c->n_runs;
        plan->n_runs = c->n_longer;
        complete = try_batch(b, plan);
    }
    c->run_seconds += assay_now() - begun;
    if (status == EXIT_EQUAL && !complete)
        status = b->broken ? EXIT_FAULT : assay_interrupted_status();
    return status;
}

/* Fill the batch with the next mutants that have no result. */
static void fill_batch(struct batch *b, size_t *from)
{
    for (b->n = 0; *from < b->c->n && b->n < BATCH; ++*from)
        if (b->c->entry[*from].result.verdict == ASSAY_MUTANT_NOT_RUN)
            b->member[b->n++] = *from;
}

static int run_batch(struct assay_campaign *c, size_t *from, struct assay_progress *progress)
{
    struct batch *b = calloc(1, sizeof *b);
    struct assay_mutant_plan plan = {.block = c->block, .params = c->params, .run = c->run};
    int status = EXIT_FAULT;

    if (!b) {
        assay_print_error("out of memory");
        return status;
    }
    b->c = c;
    b->progress = progress;
    fill_batch(b, from);
    status = b->n ? (int)build_batch(b, &plan) : EXIT_EQUAL;
    if (status == EXIT_EQUAL && b->n) {
        status = try_variant(b, &plan);
        assay_verilator_close(plan.handle);
    }
    free(b);
    return status;
}

int assay_campaign_run(struct assay_campaign *c)
{
    struct assay_progress progress;
    size_t from = 0;
    int status = EXIT_EQUAL;

    assay_catch_signals();
    assay_progress_begin(&progress, "mutant", c->n);
    while (from < c->n && status == EXIT_EQUAL && !assay_interrupted())
        status = run_batch(c, &from, &progress);
    assay_progress_end(&progress);
    return status ? status : assay_interrupted_status();
}

/* --- one mutant by itself --- */

static bool write_list(const struct assay_campaign *c, const char *path, size_t number, char *why,
                       size_t why_size)
{
    struct assay_outfile o;

    if (!assay_outfile_open(&o, path, why, why_size))
        return false;
    fprintf(o.f, "// %s, mutant %zu: %s\nmutant-%zu.v\n", c->block->model->name, number,
            c->entry[number - 1].mutant->what, number);
    return assay_outfile_close(&o, why, why_size);
}

/* Run `assay run` with the RTL of a list, as a run of the campaign. Returns its exit status. */
static int show_run(const struct assay_campaign *c, const struct assay_mutant_run *run,
                    const char *list)
{
    char rtl[PATH_MAX + MORE_PATH], out[PATH_MAX + MORE_PATH], params[ASSAY_PARAMS_TEXT + 16],
        scenario[96], seed[48], cycles[48], knobs[96], partial[] = "--allow-partial";
    char *argv[] = {(char *)"assay run",
                    (char *)c->choice->block,
                    params,
                    scenario,
                    seed,
                    cycles,
                    rtl,
                    out,
                    NULL,
                    NULL,
                    NULL};
    int argc = 8;

    snprintf(params, sizeof params, "--params=%s", c->values);
    snprintf(scenario, sizeof scenario, "--scenario=%s", run->scenario->name);
    snprintf(seed, sizeof seed, "--seed=%llu", (unsigned long long)run->seed);
    snprintf(cycles, sizeof cycles, "--cycles=%llu", (unsigned long long)run->cycles);
    snprintf(rtl, sizeof rtl, "--rtl=%.4100s", list);
    snprintf(out, sizeof out, "--out=%.4000s", c->folder);
    if (memcmp(&run->knobs, &run->scenario->knobs, sizeof run->knobs) != 0) {
        snprintf(knobs, sizeof knobs, "--knobs=stall=%u,illegal=%u,corner=%u,resets=%u",
                 run->knobs.stall, run->knobs.illegal, run->knobs.corner, run->knobs.resets);
        argv[argc++] = knobs;
    }
    if (run->scenario->done)
        argv[argc++] = partial; /* its end does not matter in a trial */
    return assay_cmd_run(argc, argv);
}

int assay_campaign_show(struct assay_campaign *c, size_t number)
{
    const struct assay_mutant_result *const r = &c->entry[number - 1].result;
    const bool known = r->verdict == ASSAY_MUTANT_FOUND;
    char text[PATH_MAX + MORE_PATH], list[PATH_MAX + MORE_PATH], why[2 * PATH_MAX];
    int status = EXIT_EQUAL;

    snprintf(text, sizeof text, "%s/mutant-%zu.v", c->folder, number);
    snprintf(list, sizeof list, "%s/mutant-%zu.f", c->folder, number);
    if (!write_text(c, text, &c->index[number - 1], 1, true, why, sizeof why) ||
        !write_list(c, list, number, why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_FAULT;
    }
    assay_campaign_tell_one(c, number - 1);
    fflush(stdout);
    if (known)
        return show_run(c, &c->run[r->run], list);
    /* No run is known to find it: all, to the first that does. */
    for (size_t i = 0; status == EXIT_EQUAL && i < c->n_runs + c->n_longer; ++i)
        status = show_run(c, &c->run[i], list);
    return status;
}
