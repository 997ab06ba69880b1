/* shrink_items.c - removes transactions: whole units, then items of single streams. */
#include "stimulus/shrink_steps.h"

enum {
    MANY = 128,          /* least number of units for which short sequences are tried alone */
    MOST_SEQUENCES = 64, /* sequences of each length that are tried there */
};

/* Ways to close the hole that dropped items leave, in the order in which they are tried. */
enum hole {
    HOLE_TIME,  /* the time is removed too, on all streams and readies */
    HOLE_CLOSE, /* later items move up, on each stream separately; readies stay */
    HOLE_STAYS, /* later items keep their times */
    HOLES
};

/* Tries without units `begin` to `end` - 1. */
static bool try_without(struct assay_shrink *s, const struct assay_units *u, uint32_t begin,
                        uint32_t end, enum hole hole)
{
    const struct assay_script *best = &s->best;
    struct assay_script candidate;
    uint64_t from = UINT64_MAX, to = UINT64_MAX;
    struct assay_cut c;
    bool ok;

    if (!assay_cut_open(&c, best))
        return assay_shrink_no_memory(s);
    for (size_t i = 0; i < best->block->model->n_streams; ++i)
        for (size_t j = 0; j < best->stream[i].n_items; ++j)
            c.drop[i][j] = u->of[i][j] >= begin && u->of[i][j] < end;
    c.close = hole == HOLE_CLOSE;
    if (hole == HOLE_TIME) {
        for (uint32_t i = begin; i < end; ++i)
            from = u->first[i] < from ? u->first[i] : from;
        for (uint32_t i = end; i < u->n; ++i)
            to = u->first[i] < to ? u->first[i] : to;
        /* Nothing precedes the first unit, so the wait before it is removed too. */
        if (begin == 0 && best->n_resets)
            from = best->reset[0].cycle + best->reset[0].length;
        if (to != UINT64_MAX && to > from) {
            c.at = from;
            c.cycles = to - from;
        }
    }
    ok = assay_cut_apply(&c, best, &candidate);
    assay_cut_close(&c);
    return ok ? assay_shrink_try(s, &candidate, true) : assay_shrink_no_memory(s);
}

/* Tries units `begin` to `end` - 1 alone, starting in the first cycle and running not much
 * longer than they took. */
static bool try_alone(struct assay_shrink *s, const struct assay_units *u, uint32_t begin,
                      uint32_t end)
{
    const struct assay_script *best = &s->best;
    const uint64_t start = best->n_resets ? best->reset[0].cycle + best->reset[0].length : 0;
    uint64_t first = UINT64_MAX, last = 0;
    struct assay_script candidate;
    struct assay_cut c;
    bool ok;

    if (!assay_cut_open(&c, best))
        return assay_shrink_no_memory(s);
    for (size_t i = 0; i < best->block->model->n_streams; ++i)
        for (size_t j = 0; j < best->stream[i].n_items; ++j)
            c.drop[i][j] = u->of[i][j] < begin || u->of[i][j] >= end;
    for (uint32_t i = begin; i < end; ++i) {
        first = u->first[i] < first ? u->first[i] : first;
        last = u->first[i] > last ? u->first[i] : last;
    }
    c.at = start;
    c.cycles = first > start ? first - start : 0;
    ok = assay_cut_apply(&c, best, &candidate);
    assay_cut_close(&c);
    if (!ok)
        return assay_shrink_no_memory(s);
    if (last - c.cycles < candidate.cycles)
        candidate.cycles = last - c.cycles;
    return assay_shrink_try(s, &candidate, true);
}

/* Tries short sequences of consecutive units near the end, the shortest first, for failures to
 * which the last units alone do not suffice. Removing units in chunks would be costly there,
 * since what follows them would make every trial long. */
static void short_sequences(struct assay_shrink *s)
{
    struct assay_units u;
    bool found = false;

    if (!assay_units_find(&s->best, &u)) {
        assay_shrink_no_memory(s);
        return;
    }
    for (uint32_t size = 1; size <= u.n / 4 && !found; size *= 2) {
        const uint32_t step = size > 1 ? size / 2 : 1;

        for (uint32_t i = 0, end = u.n;
             i < MOST_SEQUENCES && end >= size && !found && !assay_shrink_over(s);
             ++i, end -= step) {
            found = try_alone(s, &u, end - size, end);
            if (end < step)
                break;
        }
    }
    assay_units_free(&u);
}

/* A quick start: tries only the last units, doubling their number each time. Earlier ones are
 * rarely needed, and the short runs that find this out are cheap. */
void assay_shrink_tail(struct assay_shrink *s)
{
    struct assay_units u;
    bool found = false;

    if (!assay_units_find(&s->best, &u)) {
        assay_shrink_no_memory(s);
        return;
    }
    for (enum hole hole = 0; hole < HOLES; ++hole)
        for (uint32_t kept = 1; !found && kept < u.n && !assay_shrink_over(s); kept *= 2)
            found = try_without(s, &u, 0, u.n - kept, hole);
    assay_units_free(&u);
    if (s->size.units > MANY && s->best.n_resets <= 1)
        short_sequences(s);
}

/* Makes one pass with chunks of the given size. */
static bool chunks(struct assay_shrink *s, uint32_t size)
{
    struct assay_units u;
    bool smaller = false;

    if (!assay_units_find(&s->best, &u))
        return assay_shrink_no_memory(s);
    for (uint32_t begin = 0; begin < u.n && !assay_shrink_over(s);) {
        const uint32_t end = size < u.n - begin ? begin + size : u.n;
        bool found = false;

        for (enum hole hole = 0; hole < HOLES && !found; ++hole)
            found = try_without(s, &u, begin, end, hole);
        if (!found) {
            begin = end;
            continue;
        }
        smaller = true;
        assay_units_free(&u);
        if (!assay_units_find(&s->best, &u))
            return assay_shrink_no_memory(s);
    }
    assay_units_free(&u);
    return smaller;
}

bool assay_shrink_units(struct assay_shrink *s)
{
    bool smaller = false;

    for (uint64_t size = s->size.units / 2; size > 0 && !assay_shrink_over(s); size /= 2)
        smaller |= chunks(s, (uint32_t)size);
    while (s->size.units > 1 && !assay_shrink_over(s) && chunks(s, 1))
        smaller = true;
    return smaller;
}

/* Tries without `n` items of one stream. */
static bool try_without_items(struct assay_shrink *s, unsigned stream, size_t begin, size_t n,
                              bool close)
{
    struct assay_script candidate;
    struct assay_cut c;
    bool ok;

    if (!assay_cut_open(&c, &s->best))
        return assay_shrink_no_memory(s);
    for (size_t i = begin; i < begin + n && i < s->best.stream[stream].n_items; ++i)
        c.drop[stream][i] = 1;
    c.close = close;
    ok = assay_cut_apply(&c, &s->best, &candidate);
    assay_cut_close(&c);
    return ok ? assay_shrink_try(s, &candidate, true) : assay_shrink_no_memory(s);
}

bool assay_shrink_streams(struct assay_shrink *s)
{
    bool smaller = false;

    for (unsigned i = 0; i < s->best.block->model->n_streams; ++i) {
        const struct assay_script_stream *t = &s->best.stream[i];

        for (size_t size = t->n_items; size > 0; size /= 2) {
            for (size_t at = 0; at < t->n_items && !assay_shrink_over(s);) {
                if (try_without_items(s, i, at, size, true) ||
                    try_without_items(s, i, at, size, false))
                    smaller = true;
                else
                    at += size;
            }
        }
    }
    return smaller;
}
