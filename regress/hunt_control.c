/* hunt_control.c - runs for a bug: how one is started, what its end says, and the runs of the
 * unchanged RTL, without which a bug that "fails" shows nothing. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/destination.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/message.h"
#include "regress/hunt.h"
#include "regress/output.h"

void assay_hunt_task(const struct assay_hunt *h, const struct assay_hunt_fault *f,
                     const char *fault, uint64_t cycles, const char *folder, struct assay_task *t)
{
    assay_task_arg(t, "run");
    assay_task_arg(t, "%s", h->reference);
    assay_task_arg(t, "--params=%s", h->values);
    assay_task_arg(t, "--scenario=%s", f->scenario);
    if (fault)
        assay_task_arg(t, "--fault=%s", fault);
    assay_task_arg(t, "--cycles=%" PRIu64, cycles);
    assay_task_arg(t, "--seed=%" PRIu64, f->seed);
    /* Not reaching the end does not count as finding the fault. */
    if (f->ends)
        assay_task_arg(t, "--allow-partial");
    assay_task_arg(t, "--trace=never");
    if (h->c->check_x)
        assay_task_arg(t, "--check-x");
    assay_task_arg(t, "--out=%s/%s", h->folder, folder);
    assay_task_arg(t, "--json");
}

static bool is_verdict(const cJSON *json, enum assay_verdict v)
{
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "verdict");

    return cJSON_IsString(name) && strcmp(name->valuestring, assay_verdict_name(v)) == 0;
}

enum assay_hunt_end assay_hunt_end(const struct assay_task_end *end, const cJSON *json)
{
    if (!end->started || !json)
        return HUNT_RUN_BROKEN;
    /* A run that ends before anything was compared also exits with a failure, but it has found
     * nothing; and a model that breaks its own rules says nothing about the RTL. */
    if (end->exit == EXIT_EQUAL || is_verdict(json, ASSAY_NOTHING))
        return HUNT_RUN_EQUAL;
    if (end->exit == EXIT_MISMATCH && !is_verdict(json, ASSAY_BAD_MODEL))
        return HUNT_RUN_DIFFERS;
    return HUNT_RUN_BROKEN;
}

uint64_t assay_hunt_fail_cycle(const cJSON *json)
{
    const cJSON *cycle = cJSON_GetObjectItemCaseSensitive(json, "fail_cycle");

    return cJSON_IsNumber(cycle) && cycle->valuedouble > 0 ? (uint64_t)cycle->valuedouble : 0;
}

/* A scenario and a seed with which faults were caught, and up to which cycle. `of`: one of them. */
struct control {
    const struct assay_hunt_fault *of;
    uint64_t cycle, fail_cycle;
    bool ended;
    enum assay_hunt_end end;
};

struct controls {
    struct assay_hunt *h;
    struct control *one;
    size_t n, begun;
};

static bool is_of(const struct control *c, const struct assay_hunt_fault *f)
{
    return c->of->seed == f->seed && strcmp(c->of->scenario, f->scenario) == 0;
}

static void collect(struct controls *k)
{
    for (size_t i = 0; i < k->h->n; ++i) {
        const struct assay_hunt_fault *f = &k->h->fault[i];
        size_t c = 0;

        if (f->state != HUNT_CAUGHT)
            continue;
        while (c < k->n && !is_of(&k->one[c], f))
            ++c;
        if (c == k->n)
            k->one[k->n++] = (struct control){.of = f};
        if (f->cycle > k->one[c].cycle)
            k->one[c].cycle = f->cycle;
    }
}

static const char *path_of(const struct controls *k, size_t i, const char *what,
                           char path[ASSAY_HUNT_PATH])
{
    assay_path(path, ASSAY_HUNT_PATH, "%s/.unchanged/%zu.%s", k->h->folder, i, what);
    return path;
}

static bool next(void *any, struct assay_task *t)
{
    struct controls *k = any;
    char path[ASSAY_HUNT_PATH];
    const size_t i = k->begun;

    if (i == k->n)
        return false;
    ++k->begun;
    t->tag = i;
    t->out = assay_task_text(t, "%s", path_of(k, i, "stdout", path));
    t->err = assay_task_text(t, "%s", path_of(k, i, "stderr", path));
    assay_hunt_task(k->h, k->one[i].of, NULL, k->one[i].cycle + 1, ".unchanged", t);
    return true;
}

static bool done(void *any, size_t tag, const struct assay_task_end *end)
{
    struct controls *k = any;
    struct control *c = &k->one[tag];
    char path[ASSAY_HUNT_PATH];
    cJSON *json;

    if (end->stopped)
        return true;
    json = end->started ? assay_output_json(path_of(k, tag, "stdout", path)) : NULL;
    c->ended = true;
    c->end = assay_hunt_end(end, json);
    c->fail_cycle = assay_hunt_fail_cycle(json);
    cJSON_Delete(json);
    return true;
}

/* Why the fault `f`, which was caught, says nothing. */
static void say_why(const struct controls *k, size_t i, struct assay_hunt_fault *f)
{
    const struct control *c = &k->one[i];
    char path[ASSAY_HUNT_PATH];
    struct assay_text t = {0};

    assay_text_addf(&t, "the RTL without the bug %s, with scenario %s and seed %" PRIu64,
                    c->end == HUNT_RUN_DIFFERS ? "fails as well" : "could not be run", f->scenario,
                    f->seed);
    if (c->end == HUNT_RUN_DIFFERS)
        assay_text_addf(&t, " at cycle %" PRIu64, c->fail_cycle);
    assay_text_addf(&t, ": expected it to pass until cycle %" PRIu64, f->cycle);
    if (c->end != HUNT_RUN_DIFFERS) {
        assay_text_add(&t, "\n");
        assay_hunt_reason(path_of(k, i, "stderr", path), &t);
    }
    snprintf(f->why, sizeof f->why, "%s", assay_text_get(&t));
    assay_text_free(&t);
}

/* A fault that was caught before the unchanged RTL fails stays so. */
static void judge(struct controls *k, size_t i)
{
    const struct control *c = &k->one[i];

    for (size_t j = 0; j < k->h->n; ++j) {
        struct assay_hunt_fault *f = &k->h->fault[j];

        if (f->state != HUNT_CAUGHT || !is_of(c, f))
            continue;
        if (!c->ended) {
            f->state = HUNT_WAITING;
        } else if (c->end == HUNT_RUN_BROKEN ||
                   (c->end == HUNT_RUN_DIFFERS && f->cycle >= c->fail_cycle)) {
            f->state = HUNT_BROKEN;
            say_why(k, i, f);
            assay_hunt_tell(k->h, f);
        }
    }
}

int assay_hunt_control(struct assay_hunt *h, unsigned at_once)
{
    struct controls k = {.h = h, .one = calloc(h->n + 1, sizeof *k.one)};
    const struct assay_pool pool = {.at_once = at_once, .next = next, .done = done, .arg = &k};
    char path[ASSAY_HUNT_PATH], why[ASSAY_HUNT_PATH + 256];
    int signal = -1;

    if (k.one) {
        collect(&k);
        assay_path(path, sizeof path, "%s/.unchanged", h->folder);
        if (!assay_destination_make_folder(path, why, sizeof why))
            signal = assay_pool_run(&pool);
        else
            assay_print_error("%s", why);
    } else {
        assay_print_error("out of memory");
    }
    for (size_t i = 0; i < k.n; ++i)
        judge(&k, i);
    for (size_t i = 0; !k.one && i < h->n; ++i)
        if (h->fault[i].state == HUNT_CAUGHT)
            h->fault[i].state = HUNT_WAITING;
    free(k.one);
    return signal;
}
