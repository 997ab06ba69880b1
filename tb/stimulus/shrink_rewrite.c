/* shrink_rewrite.c - writes the contents of a memory directly, by the block's `rewrite`, in
 * place of the transfers that produced them: operands that came from a bus, results of earlier
 * work. Removing those transfers one by one changes the effect of later ones, so none of them
 * can go. */
#include <stdlib.h>
#include <string.h>

#include "stimulus/shrink_steps.h"

enum {
    LEAST_UNITS = 4, /* with fewer units there is little to gain */
    MOST_UNITS = 48, /* limits the trials for one memory */
    MOST_MEMORIES = 32,
    MOST_ATTEMPTS = 8 /* candidates that still fail, each of which is then reduced */
};

/* Memory contents at various times, each as a script of nothing but the transfers that write
 * them. */
struct memories {
    struct assay_script held[MOST_MEMORIES]; /* oldest first */
    size_t n;
};

static void forget(struct memories *m)
{
    for (size_t i = 0; i < m->n; ++i)
        assay_script_free(&m->held[i]);
    m->n = 0;
}

static bool equal(const struct assay_script *a, const struct assay_script *b)
{
    for (unsigned i = 0; i < a->block->model->n_streams; ++i) {
        const size_t size = a->block->model->streams[i].payload_size;

        if (a->stream[i].n_items != b->stream[i].n_items ||
            (a->stream[i].n_items &&
             memcmp(a->stream[i].payload, b->stream[i].payload, a->stream[i].n_items * size) != 0))
            return false;
    }
    return true;
}

/* Notes the memory contents unless they are empty or equal to the last ones noted. Keeps the
 * latest MOST_MEMORIES. */
static bool note(const struct assay_script *best, const void *state, struct memories *m)
{
    struct assay_script held;
    size_t at = 0;
    unsigned stream;
    void *payload = malloc(best->block->model->in_size);
    bool ok = payload != NULL;

    assay_script_init(&held, best->block, &best->params);
    while (ok && best->block->rewrite(state, &at, &stream, payload))
        ok = assay_script_add_item(&held, stream, 0, payload);
    free(payload);
    if (!ok || assay_script_items(&held) == 0 || (m->n && equal(&held, &m->held[m->n - 1]))) {
        assay_script_free(&held);
        return ok;
    }
    if (m->n == MOST_MEMORIES) {
        assay_script_free(&m->held[0]);
        memmove(&m->held[0], &m->held[1], --m->n * sizeof m->held[0]);
    }
    m->held[m->n++] = held;
    return true;
}

/* Collects the memory contents in the course of the best. Returns false if out of memory. */
static bool find(const struct assay_shrink *s, struct memories *m)
{
    const struct assay_model_block *model = s->best.block->model;
    struct assay_config c = s->config;
    void *state = calloc(1, model->state_size), *out = calloc(1, model->out_size);
    struct assay_lockstep *ls;
    struct assay_moment now;
    char why[256];
    bool ok = state && out;

    c.ops = NULL;
    c.cover = false;
    c.trace = ASSAY_TRACE_NEVER;
    c.progress = NULL;
    c.hang = UINT64_MAX;
    assay_script_play(&c, &s->best);
    c.cycles = s->best.cycles;
    ls = ok ? assay_lockstep_open(&c, why, sizeof why) : NULL;
    ok = ls != NULL;
    if (ok)
        model->init(state, &s->best.params);
    for (uint64_t cycle = 0; ok && cycle < c.cycles; ++cycle) {
        assay_lockstep_run(ls, 1);
        if (assay_shrink_over(s) || !assay_lockstep_moment(ls, cycle, &now))
            break;
        model->step(state, now.in, out);
        ok = note(&s->best, state, m);
    }
    if (ls)
        assay_lockstep_close(ls);
    free(state);
    free(out);
    return ok;
}

/* Number of items of the stream with the most. */
static uint64_t length_of(const struct assay_script *held)
{
    uint64_t most = 0;

    for (unsigned i = 0; i < held->block->model->n_streams; ++i)
        most = held->stream[i].n_items > most ? held->stream[i].n_items : most;
    return most;
}

/* Appends the items of `held`, which take `later` cycles, and then those of `rest`. */
static bool append(struct assay_script *to, const struct assay_script *held,
                   const struct assay_script *rest, unsigned stream, uint64_t later)
{
    const struct assay_script_stream *h = &held->stream[stream], *r = &rest->stream[stream];
    bool ok = true;

    for (size_t i = 0; ok && i < h->n_items; ++i)
        ok = assay_script_add_item(to, stream, 0, assay_script_payload(held, stream, i));
    for (size_t i = 0; ok && i < r->n_items; ++i)
        ok = assay_script_add_item(to, stream, r->item[i].gap + (i ? 0 : later - h->n_items),
                                   assay_script_payload(rest, stream, i));
    ok = ok && (!r->n_runs || assay_script_add_ready(to, stream, later, r->run[0].ready));
    for (size_t i = 0; ok && i < r->n_runs; ++i)
        ok = assay_script_add_ready(to, stream, r->run[i].length, r->run[i].ready);
    return ok;
}

/* Prefixes `rest` with the transfers that write the memory contents. */
static bool join(const struct assay_script *held, const struct assay_script *rest,
                 struct assay_script *to)
{
    const uint64_t later = length_of(held);
    bool ok;

    assay_script_init(to, rest->block, &rest->params);
    to->cycles = rest->cycles + later;
    ok = assay_script_add_reset(to, rest->reset[0].cycle, rest->reset[0].length);
    for (unsigned i = 0; ok && i < rest->block->model->n_streams; ++i)
        ok = append(to, held, rest, i, later);
    for (size_t i = 0; ok && i < rest->n_changes; ++i) {
        const struct assay_script_change *c = &rest->change[i];

        ok = assay_script_add_change(to, c->cycle ? c->cycle + later : 0, c->port, c->value);
    }
    if (!ok)
        assay_script_free(to);
    return ok;
}

/* Tries without the first `gone` units, writing the memory contents instead. */
static bool try_memory(struct assay_shrink *s, const struct assay_units *u, uint32_t gone,
                       const struct assay_script *held)
{
    struct assay_script rest, candidate;
    struct assay_cut c;
    bool ok;

    if (!assay_cut_open(&c, &s->best))
        return assay_shrink_no_memory(s);
    for (size_t i = 0; i < s->best.block->model->n_streams; ++i)
        for (size_t j = 0; j < s->best.stream[i].n_items; ++j)
            c.drop[i][j] = u->of[i][j] < gone;
    c.close = true;
    ok = assay_cut_apply(&c, &s->best, &rest);
    assay_cut_close(&c);
    if (!ok)
        return assay_shrink_no_memory(s);
    ok = join(held, &rest, &candidate);
    assay_script_free(&rest);
    return ok ? assay_shrink_try(s, &candidate, true) : assay_shrink_no_memory(s);
}

/* Removes as many of the first units as possible, with the memory contents written instead. */
static bool try_all(struct assay_shrink *s, const struct assay_script *held)
{
    struct assay_units u;
    bool found = false;

    if (!assay_units_find(&s->best, &u))
        return assay_shrink_no_memory(s);
    for (uint32_t gone = u.n - 1; gone > 0 && !found && !assay_shrink_over(s); --gone)
        found = try_memory(s, &u, gone, held);
    assay_units_free(&u);
    return found;
}

/* Reduces the result. If it does not end up with fewer units than before, restores the former
 * best. */
static bool is_fewer(struct assay_shrink *s, struct assay_shrink *before)
{
    while (!assay_shrink_over(s) && (assay_shrink_units(s) || assay_shrink_streams(s)))
        ;
    if (s->size.units < before->size.units) {
        assay_script_free(&before->best);
        return true;
    }
    assay_script_free(&s->best);
    s->best = before->best;
    s->port = before->port;
    s->fail_cycle = before->fail_cycle;
    s->size = before->size;
    return false;
}

bool assay_shrink_rewrite(struct assay_shrink *s)
{
    const struct assay_block *b = s->best.block;
    struct memories m = {.n = 0};
    struct assay_shrink before;
    bool smaller = false;

    if (!b->rewrite || b->apart || b->level != ASSAY_COMPARE_CYCLE || s->best.n_resets != 1 ||
        s->size.units < LEAST_UNITS || s->size.units > MOST_UNITS)
        return false;
    if (!find(s, &m)) {
        forget(&m);
        return assay_shrink_no_memory(s);
    }
    for (size_t i = m.n, attempts = 0;
         i-- > 0 && !smaller && attempts < MOST_ATTEMPTS && !assay_shrink_over(s);) {
        before = *s;
        if (!assay_script_copy(&before.best, &s->best)) {
            assay_shrink_no_memory(s);
            break;
        }
        if (try_all(s, &m.held[i])) {
            ++attempts;
            smaller = is_fewer(s, &before);
        } else {
            assay_script_free(&before.best);
        }
    }
    forget(&m);
    return smaller;
}
