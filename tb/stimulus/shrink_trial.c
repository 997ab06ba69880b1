/* shrink_trial.c - runs and records candidates, in a separate process if the model or the DUT may
 * keep data from run to run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/apart.h"
#include "base/clock.h"
#include "stimulus/script_pipe.h"
#include "stimulus/shrink_steps.h"

enum { PROGRESS_EVERY = 4096, WHY_SIZE = 256 };

bool assay_shrink_over(const struct assay_shrink *s)
{
    return s->stopped || s->out_of_time || s->no_memory || *s->wrong;
}

bool assay_shrink_no_memory(struct assay_shrink *s)
{
    s->no_memory = true;
    return false;
}

static void check_time(struct assay_shrink *s)
{
    if (s->progress && !s->progress(s->progress_arg, s))
        s->stopped = true;
    if (s->deadline > 0 && assay_now() > s->deadline)
        s->out_of_time = true;
}

bool assay_shrink_goes_on(void *any)
{
    check_time(any);
    return !assay_shrink_over(any);
}

static bool on_progress(void *any, uint64_t cycle)
{
    (void)cycle;
    return assay_shrink_goes_on(any);
}

/* --- a run --- */

static void run_here(struct assay_shrink *s, const struct assay_config *config,
                     struct assay_outcome *o)
{
    struct assay_config c = *config;
    const struct assay_result *r;
    struct assay_lockstep *ls;
    char why[256];

    memset(o, 0, sizeof *o);
    c.cover = false;
    c.trace = ASSAY_TRACE_NEVER;
    c.progress = on_progress;
    c.progress_arg = s;
    c.progress_every = PROGRESS_EVERY;
    ls = assay_lockstep_open(&c, why, sizeof why);
    if (!ls) {
        o->no_memory = true;
        return;
    }
    assay_lockstep_run(ls, UINT64_MAX);
    r = assay_lockstep_result(ls);
    o->verdict = r->verdict;
    o->port = r->n_differences ? r->difference[0].port : NULL;
    o->cycle = r->fail_cycle;
    o->kind = r->kind;
    o->stream = r->stream;
    o->of_model = r->in_model;
    for (size_t i = 0; i < r->n_differences; ++i) {
        const size_t at = (size_t)(r->difference[i].port - c.block->model->ports);

        o->ports[at / 64] |= UINT64_C(1) << at % 64;
    }
    o->complete = !r->interrupted;
    assay_lockstep_close(ls);
}

/* The pointers are valid in both processes, because the child is a copy of the same memory. */
struct job {
    struct assay_shrink *s;
    const struct assay_config *config;
    uint64_t from, to;
};

static void run_job(void *any, FILE *answer)
{
    const struct job *j = any;
    struct assay_outcome o;

    run_here(j->s, j->config, &o);
    fwrite(&o, sizeof o, 1, answer);
}

static bool apart(const struct job *j, void (*work)(void *, FILE *), void **text, size_t *size)
{
    const struct assay_dut_ops *ops = j->config->ops;
    struct job copy = *j;
    const struct assay_apart a = {
        .work = work,
        .arg = &copy,
        .go_on = assay_shrink_goes_on,
        .go_on_arg = j->s,
        .leave = ops ? ops->leave : NULL,
        .silent = true,
    };

    return assay_apart_run(&a, text, size);
}

bool assay_shrink_trial(struct assay_shrink *s, const struct assay_config *config,
                        struct assay_outcome *o)
{
    const struct job j = {.s = s, .config = config};
    size_t size;
    void *text;

    memset(o, 0, sizeof *o);
    if (!assay_config_apart(config)) {
        run_here(s, config, o);
    } else if (apart(&j, run_job, &text, &size)) {
        o->no_memory = size != sizeof *o;
        if (size == sizeof *o)
            memcpy(o, text, sizeof *o);
        free(text);
    } else {
        o->no_memory = !assay_shrink_over(s);
    }
    ++s->trials;
    check_time(s);
    return o->no_memory ? assay_shrink_no_memory(s) : o->complete;
}

/* --- recording --- */

static void record_job(void *any, FILE *answer)
{
    const struct job *j = any;
    struct assay_script script;
    uint64_t start = 0;
    char why[WHY_SIZE] = "";
    bool good;

    good = assay_script_record(j->config, j->from, j->to, &script, &start, why, sizeof why);
    fwrite(why, sizeof why, 1, answer);
    fwrite(&start, sizeof start, 1, answer);
    if (good) {
        assay_script_send(&script, answer);
        assay_script_free(&script);
    }
}

bool assay_shrink_record(struct assay_shrink *s, const struct assay_config *config, uint64_t from,
                         uint64_t to, struct assay_script *script, uint64_t *start, char *why,
                         size_t why_size)
{
    const struct job j = {.s = s, .config = config, .from = from, .to = to};
    const size_t head = WHY_SIZE + sizeof *start;
    const char *at;
    size_t size;
    void *text;
    bool good;

    if (!assay_config_apart(config))
        return assay_script_record(config, from, to, script, start, why, why_size);
    if (!apart(&j, record_job, &text, &size)) {
        snprintf(why, why_size, "the run ended before it was written down");
        return false;
    }
    if (size < head) { /* a model may end its process with status 0 */
        free(text);
        snprintf(why, why_size, "the run ended before it was written down");
        return false;
    }
    snprintf(why, why_size, "%s", (const char *)text);
    memcpy(start, (const char *)text + WHY_SIZE, sizeof *start);
    at = (const char *)text + head;
    good = assay_script_receive(script, config->block, &at, (const char *)text + size);
    if (!good && !*why)
        snprintf(why, why_size, "out of memory for the recorded run");
    free(text);
    return good;
}
