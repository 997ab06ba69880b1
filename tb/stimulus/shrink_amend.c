/* shrink_amend.c - removes an item while amending the others, for runs of a few items, none of
 * which can be removed as it is. */
#include "stimulus/shrink_steps.h"

enum { LEAST_ITEMS = 4, MOST_ITEMS = 8, WORD = 32 };

/* A nonzero field of an item. */
struct spot {
    unsigned stream;
    size_t item;
    const struct assay_port *field;
    unsigned width;
};

static bool is_field(const struct assay_port *p, unsigned stream)
{
    return p->stream == (int)stream && p->role == ASSAY_PAYLOAD;
}

static void get(const struct assay_script *s, const struct spot *at,
                uint32_t value[ASSAY_VALUE_WORDS])
{
    assay_script_get(s->block, at->field, assay_script_payload(s, at->stream, at->item), value);
}

static void set(const struct assay_script *s, const struct spot *at, uint32_t word)
{
    const uint32_t value[ASSAY_VALUE_WORDS] = {word};

    assay_script_set(s->block, at->field, assay_script_payload(s, at->stream, at->item), value);
}

/* --- remove one item, move another --- */

static void swap_payloads(const struct assay_script *s, unsigned stream, size_t i, size_t j)
{
    const size_t size = s->block->model->streams[stream].payload_size;
    uint8_t *a = assay_script_payload(s, stream, i), *b = assay_script_payload(s, stream, j);

    for (size_t k = 0; k < size; ++k) {
        const uint8_t byte = a[k];

        a[k] = b[k];
        b[k] = byte;
    }
}

/* Moves item `from` to position `to`. The items in between move by one place; the times stay. */
static bool try_moved(struct assay_shrink *s, unsigned stream, size_t gone, size_t from, size_t to)
{
    struct assay_script whole;

    if (!assay_script_copy(&whole, &s->best))
        return assay_shrink_no_memory(s);
    for (size_t i = from; i < to; ++i)
        swap_payloads(&whole, stream, i, i + 1);
    for (size_t i = from; i > to; --i)
        swap_payloads(&whole, stream, i, i - 1);
    return assay_shrink_try_dropped(s, &whole, stream, gone);
}

static bool moves(struct assay_shrink *s, unsigned stream)
{
    const size_t n = s->best.stream[stream].n_items;

    for (size_t gone = 0; gone < n; ++gone)
        for (size_t from = 0; from < n; ++from)
            for (size_t to = 0; to < n && !assay_shrink_over(s); ++to)
                if (from != to && try_moved(s, stream, gone, from, to))
                    return true;
    return false;
}

/* --- remove one item, let another replace it --- */

/* Sets every field of this width that holds `old` to `word`. */
static void rename_all(const struct assay_script *s, const unsigned *widths, unsigned width,
                       uint32_t old, uint32_t word)
{
    const struct assay_model_block *m = s->block->model;
    struct spot at;
    uint32_t value[ASSAY_VALUE_WORDS];

    for (at.stream = 0; at.stream < m->n_streams; ++at.stream)
        for (at.item = 0; at.item < s->stream[at.stream].n_items; ++at.item)
            for (size_t k = 0; k < m->n_ports; ++k) {
                at.field = &m->ports[k];
                if (!is_field(at.field, at.stream) || widths[k] != width)
                    continue;
                get(s, &at, value);
                if (value[0] == old)
                    set(s, &at, word);
            }
}

/* ORs the fields of item `gone` into those of item `to`, except for one field. */
static void unite(const struct assay_script *s, unsigned stream, size_t to, size_t gone,
                  const struct assay_port *but)
{
    const struct assay_model_block *m = s->block->model;
    uint32_t value[ASSAY_VALUE_WORDS], other[ASSAY_VALUE_WORDS];

    for (size_t k = 0; k < m->n_ports; ++k) {
        const struct assay_port *p = &m->ports[k];

        if (!is_field(p, stream) || p == but)
            continue;
        assay_script_get(s->block, p, assay_script_payload(s, stream, to), value);
        assay_script_get(s->block, p, assay_script_payload(s, stream, gone), other);
        for (size_t i = 0; i < ASSAY_VALUE_WORDS; ++i)
            value[i] |= other[i];
        assay_script_set(s->block, p, assay_script_payload(s, stream, to), value);
    }
}

/* Tries without item `gone`. Its number, such as an address or a tag, is replaced everywhere by
 * that of item `to`. */
static bool try_renamed(struct assay_shrink *s, unsigned stream, size_t to, size_t gone,
                        size_t port, const unsigned *widths, bool unites)
{
    const struct assay_port *field = &s->best.block->model->ports[port];
    const struct spot a = {stream, to, field, widths[port]},
                      b = {stream, gone, field, widths[port]};
    uint32_t word[ASSAY_VALUE_WORDS], old[ASSAY_VALUE_WORDS];
    struct assay_script whole;

    get(&s->best, &a, word);
    get(&s->best, &b, old);
    if (word[0] == old[0])
        return false;
    if (!assay_script_copy(&whole, &s->best))
        return assay_shrink_no_memory(s);
    if (unites)
        unite(&whole, stream, to, gone, field);
    rename_all(&whole, widths, widths[port], old[0], word[0]);
    return assay_shrink_try_dropped(s, &whole, stream, gone);
}

static bool renames(struct assay_shrink *s, unsigned stream, const unsigned *widths)
{
    const struct assay_model_block *m = s->best.block->model;
    const size_t n = s->best.stream[stream].n_items;

    for (size_t k = 0; k < m->n_ports; ++k) {
        if (!is_field(&m->ports[k], stream) || widths[k] > WORD || widths[k] == 1)
            continue;
        for (size_t to = 0; to < n; ++to)
            for (size_t gone = 0; gone < n && !assay_shrink_over(s); ++gone)
                if (gone != to && (try_renamed(s, stream, to, gone, k, widths, false) ||
                                   try_renamed(s, stream, to, gone, k, widths, true)))
                    return true;
    }
    return false;
}

/* --- remove one item, change one or two fields of another --- */

/* Lists the nonzero fields of an item. Returns how many there are. */
static size_t spots_of(const struct assay_script *s, unsigned stream, size_t item,
                       const unsigned *widths, struct spot *list)
{
    const struct assay_model_block *m = s->block->model;
    size_t n = 0;

    for (size_t k = 0; k < m->n_ports; ++k) {
        const struct spot at = {stream, item, &m->ports[k], widths[k]};
        uint32_t value[ASSAY_VALUE_WORDS];

        if (!is_field(at.field, stream) || at.width > WORD)
            continue;
        get(s, &at, value);
        if (value[0])
            list[n++] = at;
    }
    return n;
}

/* Sets both fields to 0 or 1, one bit of `values` for each. */
static bool try_changed(struct assay_shrink *s, unsigned stream, size_t gone, const struct spot *a,
                        const struct spot *b, unsigned values)
{
    struct assay_script whole;

    if (!assay_script_copy(&whole, &s->best))
        return assay_shrink_no_memory(s);
    set(&whole, a, values & 1);
    set(&whole, b, values >> 1);
    return assay_shrink_try_dropped(s, &whole, stream, gone);
}

static bool changes_of(struct assay_shrink *s, unsigned stream, size_t gone,
                       const struct spot *list, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        for (size_t j = i; j < n; ++j)
            for (unsigned values = 0; values < 4 && !assay_shrink_over(s); ++values)
                if ((i != j || values == 0 || values == 3) &&
                    try_changed(s, stream, gone, &list[i], &list[j], values))
                    return true;
    return false;
}

/* Tries without item `gone`, with changes to each of the other items. */
static bool changes(struct assay_shrink *s, unsigned stream, size_t gone, const unsigned *widths)
{
    const struct assay_script *best = &s->best;
    struct spot list[ASSAY_MAX_PORTS];

    for (unsigned i = 0; i < best->block->model->n_streams; ++i)
        for (size_t j = 0; j < best->stream[i].n_items; ++j) {
            if (i == stream && j == gone)
                continue;
            if (changes_of(s, stream, gone, list, spots_of(best, i, j, widths, list)))
                return true;
        }
    return false;
}

static bool amend(struct assay_shrink *s, unsigned stream, const unsigned *widths)
{
    const size_t n = s->best.stream[stream].n_items;

    if (moves(s, stream) || renames(s, stream, widths))
        return true;
    for (size_t gone = 0; gone < n && !assay_shrink_over(s); ++gone)
        if (changes(s, stream, gone, widths))
            return true;
    return false;
}

bool assay_shrink_amends(struct assay_shrink *s)
{
    const struct assay_block *b = s->best.block;
    const size_t items = assay_script_items(&s->best);
    unsigned widths[ASSAY_MAX_PORTS];

    if (b->needs || items < LEAST_ITEMS || items > MOST_ITEMS)
        return false; /* with `needs`, another payload would need other items */
    b->model->widths(&s->best.params, widths);
    for (unsigned i = 0; i < b->model->n_streams; ++i)
        if (!assay_shrink_over(s) && amend(s, i, widths))
            return true;
    return false;
}
