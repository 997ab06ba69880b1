/* shrink_stalls.c - reduces stalls and resets: clears gaps, sets readies to 1, removes time. */
#include <string.h>

#include "stimulus/shrink_steps.h"

static bool copied(struct assay_shrink *s, struct assay_script *candidate)
{
    return assay_script_copy(candidate, &s->best) || assay_shrink_no_memory(s);
}

/* --- gaps --- */

enum {
    ALL = ASSAY_MAX_STREAMS,
    MOST_RUNS = 64, /* stalls of one stream that are tried as its only stall */
    FINEST = 128    /* the smallest share of the run whose removal is tried is 1/FINEST */
};

/* Sets all gaps of a stream, or of all streams, to 0. */
static bool no_gaps(struct assay_shrink *s, unsigned stream)
{
    struct assay_script candidate;
    bool any = false;

    if (!copied(s, &candidate))
        return false;
    for (unsigned i = 0; i < s->best.block->model->n_streams; ++i) {
        for (size_t j = 0; (stream == ALL || stream == i) && j < candidate.stream[i].n_items; ++j) {
            any |= candidate.stream[i].item[j].gap != 0;
            candidate.stream[i].item[j].gap = 0;
        }
    }
    if (any)
        return assay_shrink_try(s, &candidate, false);
    assay_script_free(&candidate);
    return false;
}

static bool try_gap(struct assay_shrink *s, unsigned stream, size_t item, uint64_t gap)
{
    struct assay_script candidate;

    if (!copied(s, &candidate))
        return false;
    candidate.stream[stream].item[item].gap = gap;
    return assay_shrink_try(s, &candidate, false);
}

/* Reduces one gap: to 0; otherwise halves it as often as possible and then decrements it. */
static bool smaller_gap(struct assay_shrink *s, unsigned stream, size_t item)
{
    const struct assay_script_stream *t = &s->best.stream[stream];
    const uint64_t before = t->item[item].gap;

    if (before == 0)
        return false;
    if (try_gap(s, stream, item, 0))
        return true;
    while (item < t->n_items && t->item[item].gap > 1 &&
           try_gap(s, stream, item, t->item[item].gap / 2))
        ;
    while (item < t->n_items && t->item[item].gap > 1 &&
           try_gap(s, stream, item, t->item[item].gap - 1))
        ;
    return item >= t->n_items || t->item[item].gap < before;
}

static bool gaps(struct assay_shrink *s)
{
    bool smaller = no_gaps(s, ALL);

    for (unsigned i = 0; i < s->best.block->model->n_streams; ++i) {
        smaller |= no_gaps(s, i);
        for (size_t j = 0; j < s->best.stream[i].n_items && !assay_shrink_over(s); ++j)
            smaller |= smaller_gap(s, i, j);
    }
    return smaller;
}

/* --- readies --- */

static bool always_ready(const struct assay_script_stream *t)
{
    return t->n_runs == 0 || (t->n_runs == 1 && t->run[0].ready);
}

/* Makes a source, or all sources, ready in every cycle. */
static bool no_stalls(struct assay_shrink *s, unsigned stream)
{
    struct assay_script candidate;
    bool any = false;

    if (!copied(s, &candidate))
        return false;
    for (unsigned i = 0; i < s->best.block->model->n_streams; ++i) {
        if (stream == ALL || stream == i) {
            any |= !always_ready(&candidate.stream[i]);
            candidate.stream[i].n_runs = 0;
        }
    }
    if (any)
        return assay_shrink_try(s, &candidate, false);
    assay_script_free(&candidate);
    return false;
}

/* Gives one run another length and value. Adjacent runs of the same value are merged. */
static bool try_run(struct assay_shrink *s, unsigned stream, size_t run, uint64_t length,
                    bool ready)
{
    const struct assay_script_stream *t = &s->best.stream[stream];
    struct assay_script candidate;
    bool ok = true;

    if (!copied(s, &candidate))
        return false;
    candidate.stream[stream].n_runs = 0;
    for (size_t i = 0; i < t->n_runs; ++i)
        ok = ok && assay_script_add_ready(&candidate, stream, i == run ? length : t->run[i].length,
                                          i == run ? ready : t->run[i].ready);
    if (ok)
        return assay_shrink_try(s, &candidate, false);
    assay_script_free(&candidate);
    return assay_shrink_no_memory(s);
}

/* Makes a source not ready from one of its runs to the end. This replaces several stalls by one,
 * and other reductions do not move it away from what it holds up. */
static bool stall_from(struct assay_shrink *s, unsigned stream, size_t run)
{
    const struct assay_script_stream *t = &s->best.stream[stream];
    struct assay_script candidate;
    uint64_t length = 0;
    bool ok = true;

    if (run + 1 >= t->n_runs || !copied(s, &candidate))
        return false;
    for (size_t i = run; i < t->n_runs; ++i)
        length += t->run[i].length;
    candidate.stream[stream].n_runs = run;
    ok = assay_script_add_ready(&candidate, stream, length, false);
    if (ok)
        return assay_shrink_try(s, &candidate, false);
    assay_script_free(&candidate);
    return assay_shrink_no_memory(s);
}

static bool one_stall(struct assay_shrink *s, unsigned stream)
{
    const struct assay_script_stream *t = &s->best.stream[stream];

    for (size_t i = 0; i + 1 < t->n_runs && i < MOST_RUNS && !assay_shrink_over(s); ++i)
        if ((i == 0 || !t->run[i].ready) && stall_from(s, stream, i))
            return true;
    return false;
}

/* Changes runs of 0 to 1, then shortens any run: halves it as often as possible, then decrements
 * it. */
static bool shorter_runs(struct assay_shrink *s, unsigned stream)
{
    const struct assay_script_stream *t = &s->best.stream[stream];
    bool smaller = false;

    for (size_t i = 0; i < t->n_runs && !assay_shrink_over(s); ++i)
        if (!t->run[i].ready)
            smaller |= try_run(s, stream, i, t->run[i].length, true);
    /* The length of the last run has no effect: a ready keeps its last value. */
    for (size_t i = 0; i + 1 < t->n_runs && !assay_shrink_over(s); ++i) {
        while (i + 1 < t->n_runs && t->run[i].length > 1 &&
               try_run(s, stream, i, t->run[i].length / 2, t->run[i].ready))
            smaller = true;
        while (i + 1 < t->n_runs && t->run[i].length > 1 &&
               try_run(s, stream, i, t->run[i].length - 1, t->run[i].ready))
            smaller = true;
    }
    return smaller;
}

bool assay_shrink_stalls(struct assay_shrink *s)
{
    bool smaller = gaps(s);

    smaller |= no_stalls(s, ALL);
    for (unsigned i = 0; i < s->best.block->model->n_streams; ++i) {
        if (s->best.block->model->streams[i].sink || always_ready(&s->best.stream[i]))
            continue;
        smaller |= no_stalls(s, i);
        smaller |= one_stall(s, i);
        smaller |= shorter_runs(s, i);
    }
    return smaller;
}

/* --- time --- */

/* Removes some cycles. What follows them on any stream moves up by as many. */
static bool without_time(struct assay_shrink *s, uint64_t at, uint64_t cycles)
{
    const uint64_t before = s->best.cycles;
    struct assay_script candidate;
    struct assay_cut c;
    bool ok;

    if (!assay_cut_open(&c, &s->best))
        return assay_shrink_no_memory(s);
    c.at = at;
    c.cycles = cycles;
    ok = assay_cut_apply(&c, &s->best, &candidate);
    assay_cut_close(&c);
    if (!ok)
        return assay_shrink_no_memory(s);
    return assay_shrink_try(s, &candidate, false) && s->best.cycles < before;
}

bool assay_shrink_time(struct assay_shrink *s)
{
    const uint64_t begin = s->best.n_resets ? s->best.reset[0].length : 0;
    const uint64_t least = s->best.cycles / FINEST + 1;
    bool smaller = false;

    for (uint64_t size = s->best.cycles / 2; size >= least; size /= 2) {
        for (uint64_t at = begin; at < s->best.cycles && !assay_shrink_over(s);) {
            if (without_time(s, at, size))
                smaller = true;
            else
                at += size;
        }
    }
    return smaller;
}

/* --- resets --- */

/* Removes a reset. `join`: the items of its section join those of the section before; otherwise
 * they replace them. */
static bool without_reset(struct assay_shrink *s, size_t reset, bool join)
{
    struct assay_script candidate;

    if (!copied(s, &candidate))
        return false;
    --candidate.n_resets;
    for (size_t i = reset; i < candidate.n_resets; ++i)
        candidate.reset[i] = candidate.reset[i + 1];
    for (size_t i = 0; i < candidate.block->model->n_streams; ++i) {
        struct assay_script_stream *t = &candidate.stream[i];
        const size_t size = candidate.block->model->streams[i].payload_size;
        size_t n = 0;

        for (size_t j = 0; j < t->n_items; ++j) {
            if (!join && t->item[j].section == reset - 1)
                continue;
            if (t->item[j].section >= reset)
                --t->item[j].section;
            memmove(t->payload + n * size, t->payload + j * size, size);
            t->item[n++] = t->item[j];
        }
        t->n_items = n;
    }
    return assay_shrink_try(s, &candidate, true);
}

/* Shortens the time before a reset: halves it as often as possible, then removes single cycles. */
static bool earlier_reset(struct assay_shrink *s, size_t reset)
{
    bool smaller = false;

    for (uint64_t part = 2; reset < s->best.n_resets && !assay_shrink_over(s);) {
        const struct assay_script_reset *r = &s->best.reset[reset], *last = r - 1;
        const uint64_t idle = r->cycle - last->cycle - last->length;
        struct assay_script candidate;
        struct assay_cut c;
        bool ok;

        if (idle == 0)
            break;
        if (!assay_cut_open(&c, &s->best))
            return assay_shrink_no_memory(s);
        c.cycles = part == 2 ? (idle + 1) / 2 : 1;
        c.at = r->cycle - c.cycles;
        ok = assay_cut_apply(&c, &s->best, &candidate);
        assay_cut_close(&c);
        if (!ok)
            return assay_shrink_no_memory(s);
        if (assay_shrink_try(s, &candidate, false))
            smaller = true;
        else if (part == 1)
            break;
        else
            part = 1;
    }
    return smaller;
}

bool assay_shrink_resets(struct assay_shrink *s)
{
    bool smaller = false;

    for (size_t i = s->best.n_resets; i-- > 1 && !assay_shrink_over(s);) {
        if (i < s->best.n_resets && (without_reset(s, i, false) || without_reset(s, i, true)))
            smaller = true;
        else if (i < s->best.n_resets)
            smaller |= earlier_reset(s, i);
    }
    return smaller;
}
