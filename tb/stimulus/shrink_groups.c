/* shrink_groups.c - removes transactions where none can go alone: several together that are not
 * adjacent, such as a request and its reply, or one whose role another takes over, such as a
 * jump to a jump. */
#include "stimulus/shrink_steps.h"

enum {
    MOST_PAIRS = 160,   /* most units for which all pairs are tried, */
    MOST_TRIPLES = 20,  /* and all triples: quadratic and cubic numbers of trials */
    MOST_TAKEOVERS = 40 /* most items of a stream */
};

static bool is_picked(const uint32_t *picked, uint32_t n, uint32_t unit)
{
    for (uint32_t i = 0; i < n; ++i)
        if (picked[i] == unit)
            return true;
    return false;
}

static bool try_without(struct assay_shrink *s, const struct assay_units *u, const uint32_t *picked,
                        uint32_t n, bool close)
{
    const struct assay_script *best = &s->best;
    struct assay_script candidate;
    struct assay_cut c;
    bool ok;

    if (!assay_cut_open(&c, best))
        return assay_shrink_no_memory(s);
    for (size_t i = 0; i < best->block->model->n_streams; ++i)
        for (size_t j = 0; j < best->stream[i].n_items; ++j)
            c.drop[i][j] = is_picked(picked, n, u->of[i][j]);
    c.close = close;
    ok = assay_cut_apply(&c, best, &candidate);
    assay_cut_close(&c);
    return ok ? assay_shrink_try(s, &candidate, true) : assay_shrink_no_memory(s);
}

/* Advances to the next choice of `n` out of `all`, in ascending order. Returns false after the
 * last. */
static bool advance(uint32_t *picked, uint32_t n, uint32_t all)
{
    uint32_t i = n;

    while (i > 0 && picked[i - 1] == all - n + i - 1)
        --i;
    if (i == 0)
        return false;
    ++picked[i - 1];
    for (; i < n; ++i)
        picked[i] = picked[i - 1] + 1;
    return true;
}

/* Tries every choice of `n` units once. After a success it continues with the choices not yet
 * tried, because what could not be removed before can rarely be removed afterwards. */
static bool without_some(struct assay_shrink *s, uint32_t n)
{
    uint32_t picked[3] = {0, 1, 2};
    struct assay_units u;
    bool smaller = false, more = true;

    if (!assay_units_find(&s->best, &u))
        return assay_shrink_no_memory(s);
    while (more && u.n > n && picked[0] + n <= u.n && !assay_shrink_over(s)) {
        if (!try_without(s, &u, picked, n, true) && !try_without(s, &u, picked, n, false)) {
            more = advance(picked, n, u.n);
            continue;
        }
        smaller = true;
        assay_units_free(&u);
        if (!assay_units_find(&s->best, &u))
            return assay_shrink_no_memory(s);
        for (uint32_t i = 1; i < n; ++i)
            picked[i] = picked[0] + i;
    }
    assay_units_free(&u);
    return smaller;
}

/* Copies one field of item `from` to item `to`. */
static void copy_field(const struct assay_script *s, const struct assay_port *field,
                       unsigned stream, size_t to, size_t from)
{
    uint32_t value[ASSAY_VALUE_WORDS];

    assay_script_get(s->block, field, assay_script_payload(s, stream, from), value);
    assay_script_set(s->block, field, assay_script_payload(s, stream, to), value);
}

/* Tries without item `gone`, one of whose fields goes to item `to`. `shift`: each item from `to`
 * on takes the field of the next instead. */
static bool try_takeover(struct assay_shrink *s, unsigned stream, size_t to, size_t gone,
                         const struct assay_port *field, bool shift)
{
    struct assay_script whole;

    if (!assay_script_copy(&whole, &s->best))
        return assay_shrink_no_memory(s);
    if (shift)
        for (size_t i = to; i < gone; ++i)
            copy_field(&whole, field, stream, i, i + 1);
    else
        copy_field(&whole, field, stream, to, gone);
    return assay_shrink_try_dropped(s, &whole, stream, gone);
}

/* Applies the first takeover on a stream that still shows the failure. Returns false if there is
 * none. */
static bool take_over(struct assay_shrink *s, unsigned stream)
{
    const struct assay_block *b = s->best.block;
    const size_t n = s->best.stream[stream].n_items;

    if (n > MOST_TAKEOVERS ||
        (stream == 0 && b->needs)) /* another payload would need other items */
        return false;
    for (size_t k = 0; k < b->model->n_ports; ++k) {
        const struct assay_port *field = &b->model->ports[k];

        if (field->stream != (int)stream || field->role != ASSAY_PAYLOAD)
            continue;
        for (size_t to = 0; to < n; ++to)
            for (size_t gone = 0; gone < n && !assay_shrink_over(s); ++gone)
                if ((gone != to && try_takeover(s, stream, to, gone, field, false)) ||
                    (gone > to + 1 && try_takeover(s, stream, to, gone, field, true)))
                    return true;
    }
    return false;
}

bool assay_shrink_takeovers(struct assay_shrink *s)
{
    bool smaller = false;

    for (unsigned i = 0; i < s->best.block->model->n_streams; ++i)
        while (!assay_shrink_over(s) && take_over(s, i))
            smaller = true;
    return smaller;
}

bool assay_shrink_groups(struct assay_shrink *s)
{
    bool smaller = false;

    while (!assay_shrink_over(s) && ((s->size.units <= MOST_PAIRS && without_some(s, 2)) ||
                                     (s->size.units <= MOST_TRIPLES && without_some(s, 3))))
        smaller = true;
    return smaller;
}
