/*
 * mutate_infect.c - how often the stimulus reaches the survivors.
 *
 * Until its first difference a mutant behaves like the unchanged design. So the unchanged design
 * runs once, with a counter for each survivor. A count of 0 says that the two sides of the mutant
 * never had different values: nothing reached it, or they are always equal. Another count is an upper
 * bound, since the sides are also compared as in an assignment to a wide target.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/message.h"
#include "base/outfile.h"
#include "base/signals.h"
#include "mutate/rewrite.h"
#include "regress/mutate.h"
#include "sim/backend.h"

enum { BATCH = 250, MORE_PATH = 64, WHY = 4096 };

struct counting {
    struct assay_campaign *c;
    size_t member[BATCH], index[BATCH]; /* indices into c->entry and c->mutants */
    size_t n;
    uint64_t *count; /* by number, shared with the child process that runs the design */
    bool begun;
    struct assay_mutant_result result;
};

/* Fill the batch with the next survivors that were not counted yet. */
static void fill(struct counting *k, size_t *from)
{
    for (k->n = 0; *from < k->c->n && k->n < BATCH; ++*from)
        if (k->c->entry[*from].result.verdict == ASSAY_MUTANT_SURVIVED &&
            !k->c->entry[*from].counted) {
            k->member[k->n] = *from;
            k->index[k->n++] = k->c->index[*from];
        }
}

static bool write_text(const struct counting *k, const char *path, char *why)
{
    struct assay_text text = {0};
    bool ok;

    assay_rewrite_counting(&k->c->mutants, k->index, k->n, &text);
    ok = assay_outfile_save(path, &text, why, WHY);
    assay_text_free(&text);
    return ok;
}

static enum assay_error open_variant(const struct counting *k, struct assay_mutant_plan *plan,
                                     char *why)
{
    char path[PATH_MAX + MORE_PATH];
    const struct assay_variant variant = {.block = k->c->block,
                                          .params = k->c->params,
                                          .rtl = k->c->choice->rtl,
                                          .mutants = path,
                                          .no_waves = true};
    enum assay_error e;

    snprintf(path, sizeof path, "%s/counting.v", k->c->folder);
    if (!write_text(k, path, why))
        return ASSAY_ENVIRONMENT;
    e = assay_campaign_build(k->c, &variant, plan, why, WHY);
    unlink(path);
    return e;
}

static bool next_run(void *any, unsigned *which)
{
    struct counting *k = any;

    *which = 0;
    if (k->begun)
        return false;
    return k->begun = true;
}

static bool done_run(void *any, unsigned which, const struct assay_mutant_result *r)
{
    struct counting *k = any;

    (void)which;
    k->result = *r;
    return true;
}

static void tick(void *any)
{
    (void)any;
}

/* Take over the counts, if the design completed all runs. */
static bool take(struct counting *k, char *why)
{
    if (k->result.verdict != ASSAY_MUTANT_SURVIVED) {
        snprintf(why, WHY, "%s: the design with counters is %s: expected it to pass",
                 k->c->block->model->name, assay_mutant_verdict_name(k->result.verdict));
        return false;
    }
    for (size_t i = 0; i < k->n; ++i) {
        struct assay_mutate_entry *e = &k->c->entry[k->member[i]];

        e->counted = true;
        e->infected = k->count[i + 1];
        if (k->c->store && !assay_mutate_store_add(k->c, k->member[i], why, WHY))
            return false;
    }
    return true;
}

static enum assay_error run(struct counting *k, struct assay_mutant_plan *plan, char *why)
{
    const struct assay_mutant_trials trials = {plan, 1, next_run, done_run, tick, k};

    if (!assay_verilator_count(plan->handle, k->count, k->n + 1, why, WHY))
        return ASSAY_ENVIRONMENT;
    if (!assay_mutant_try_all(&trials))
        return ASSAY_OK; /* interrupted */
    return take(k, why) ? ASSAY_OK : ASSAY_ENVIRONMENT;
}

static enum assay_error count_batch(struct counting *k, char *why)
{
    struct assay_mutant_plan plan = {.block = k->c->block,
                                     .params = k->c->params,
                                     .run = k->c->run,
                                     .n_runs = k->c->n_runs + k->c->n_longer};
    const size_t size = (BATCH + 1) * sizeof *k->count;
    enum assay_error e;

    k->count = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (k->count == MAP_FAILED) {
        snprintf(why, WHY, "%s", strerror(errno));
        return ASSAY_ENVIRONMENT;
    }
    e = open_variant(k, &plan, why);
    if (e == ASSAY_OK) {
        e = run(k, &plan, why);
        assay_verilator_close(plan.handle);
    }
    munmap(k->count, size);
    return e;
}

int assay_campaign_infect(struct assay_campaign *c)
{
    struct counting *k = calloc(1, sizeof *k);
    char *why = calloc(1, WHY);
    enum assay_error e = k && why ? ASSAY_OK : ASSAY_ENVIRONMENT;
    size_t from = 0;

    while (e == ASSAY_OK && from < c->n && !assay_interrupted()) {
        *k = (struct counting){.c = c};
        fill(k, &from);
        if (k->n)
            e = count_batch(k, why);
    }
    if (e)
        assay_print_error("%s", why && *why ? why : "out of memory");
    free(k);
    free(why);
    if (e == ASSAY_BAD_INPUT)
        return EXIT_EQUAL; /* the survivors keep their verdict */
    return e ? (int)e : assay_interrupted_status();
}
