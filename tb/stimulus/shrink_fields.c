/* shrink_fields.c - reduces payloads: clears whole ones, then fields, halves of fields, single
 * bits. */
#include <string.h>

#include "stimulus/shrink_steps.h"

enum { NARROW = 5 }; /* for a field of up to this many bits, every smaller value is tried */

/* The item that a candidate changes. */
struct place {
    unsigned stream;
    size_t item;
};

static bool exists(const struct assay_shrink *s, struct place at)
{
    return at.item < s->best.stream[at.stream].n_items;
}

static void get(const struct assay_shrink *s, struct place at, const struct assay_port *p,
                uint32_t value[ASSAY_VALUE_WORDS])
{
    assay_script_get(s->best.block, p, assay_script_payload(&s->best, at.stream, at.item), value);
}

static bool is_zero(const uint32_t *value, unsigned low, unsigned n)
{
    for (unsigned i = low; i < low + n; ++i)
        if (value[i / 32] >> i % 32 & 1)
            return false;
    return true;
}

/* Builds the candidate in which an item of stream 0 has another payload. Of the items that its
 * unit no longer needs, up to `skip` are dropped from the front of each stream and the rest from
 * the back. Returns false if the payload needs more items than there are, or if out of memory.
 * *same: a larger `skip` makes no difference. */
static bool refit(struct assay_shrink *s, size_t item, const void *payload, uint32_t skip,
                  struct assay_script *candidate, bool *same)
{
    const struct assay_script *best = &s->best;
    const struct assay_block *b = best->block;
    const void *old = assay_script_payload(best, 0, item);
    uint32_t before[ASSAY_MAX_STREAMS] = {0}, after[ASSAY_MAX_STREAMS] = {0};
    struct assay_units u;
    struct assay_cut c;
    bool ok = true;

    b->needs(&best->params, old, before);
    b->needs(&best->params, payload, after);
    *same = true;
    for (size_t i = 1; i < b->model->n_streams; ++i) {
        if (after[i] > before[i])
            return false;
        *same &= before[i] - after[i] <= skip;
    }
    if (!assay_units_find(best, &u))
        return assay_shrink_no_memory(s);
    if (!assay_cut_open(&c, best)) {
        assay_units_free(&u);
        return assay_shrink_no_memory(s);
    }
    for (size_t i = 1; i < b->model->n_streams; ++i) {
        uint32_t index = 0; /* within the unit */

        for (size_t j = 0; j < best->stream[i].n_items; ++j) {
            const uint32_t surplus = before[i] - after[i];
            const uint32_t first = skip < surplus ? skip : surplus;

            if (u.of[i][j] != u.of[0][item])
                continue;
            c.drop[i][j] = index < first || index >= first + after[i];
            ++index;
        }
    }
    c.close = true;
    ok = assay_cut_apply(&c, best, candidate);
    if (ok)
        memcpy(assay_script_payload(candidate, 0, item), payload,
               b->model->streams[0].payload_size);
    else
        assay_shrink_no_memory(s);
    assay_cut_close(&c);
    assay_units_free(&u);
    return ok;
}

/* Tries an item with another payload. */
static bool try_payload(struct assay_shrink *s, struct place at, const void *payload)
{
    const struct assay_block *b = s->best.block;
    struct assay_script candidate;
    bool same = false;

    if (b->needs && at.stream == 0) {
        for (uint32_t skip = 0; !same; ++skip) {
            if (!refit(s, at.item, payload, skip, &candidate, &same))
                return false;
            if (assay_shrink_try(s, &candidate, false))
                return true;
        }
        return false;
    }
    if (!assay_script_copy(&candidate, &s->best))
        return assay_shrink_no_memory(s);
    memcpy(assay_script_payload(&candidate, at.stream, at.item), payload,
           b->model->streams[at.stream].payload_size);
    return assay_shrink_try(s, &candidate, false);
}

static bool try_value(struct assay_shrink *s, struct place at, const struct assay_port *p,
                      const uint32_t value[ASSAY_VALUE_WORDS])
{
    const struct assay_block *b = s->best.block;
    struct assay_script scratch; /* holds a copy of one item */
    bool ok;

    assay_script_init(&scratch, b, &s->best.params);
    ok = assay_script_add_item(&scratch, at.stream, 0,
                               assay_script_payload(&s->best, at.stream, at.item));
    if (!ok)
        return assay_shrink_no_memory(s);
    assay_script_set(b, p, assay_script_payload(&scratch, at.stream, 0), value);
    ok = try_payload(s, at, assay_script_payload(&scratch, at.stream, 0));
    assay_script_free(&scratch);
    return ok;
}

/* Clears bits low..low+n-1 of a field or, failing that, each half separately. */
static bool clear_bits(struct assay_shrink *s, struct place at, const struct assay_port *p,
                       unsigned low, unsigned n)
{
    uint32_t value[ASSAY_VALUE_WORDS];
    bool smaller;

    if (assay_shrink_over(s) || !exists(s, at))
        return false;
    get(s, at, p, value);
    if (is_zero(value, low, n))
        return false;
    for (unsigned i = low; i < low + n; ++i)
        value[i / 32] &= ~(UINT32_C(1) << i % 32);
    if (try_value(s, at, p, value))
        return true;
    if (n == 1)
        return false;
    smaller = clear_bits(s, at, p, low + n / 2, n - n / 2);
    return clear_bits(s, at, p, low, n / 2) || smaller;
}

/* Tries every smaller value, the smallest first. */
static bool lower_value(struct assay_shrink *s, struct place at, const struct assay_port *p)
{
    uint32_t value[ASSAY_VALUE_WORDS], old;

    get(s, at, p, value);
    old = value[0];
    for (value[0] = 0; value[0] < old && !assay_shrink_over(s); ++value[0])
        if (try_value(s, at, p, value))
            return true;
    return false;
}

/* Sets a flag of stream 0 that saves transfers, such as "no operand". */
static bool raise_flag(struct assay_shrink *s, struct place at, const struct assay_port *p)
{
    const struct assay_block *b = s->best.block;
    void *payload = assay_script_payload(&s->best, at.stream, at.item);
    uint32_t before[ASSAY_MAX_STREAMS] = {0}, after[ASSAY_MAX_STREAMS] = {0};
    uint32_t value[ASSAY_VALUE_WORDS], flag[ASSAY_VALUE_WORDS] = {1};
    uint64_t saved = 0;

    get(s, at, p, value);
    if (value[0])
        return false;
    b->needs(&s->best.params, payload, before);
    assay_script_set(b, p, payload, flag);
    b->needs(&s->best.params, payload, after);
    assay_script_set(b, p, payload, value);
    for (size_t i = 0; i < b->model->n_streams; ++i) {
        if (after[i] > before[i])
            return false;
        saved += before[i] - after[i];
    }
    return saved && try_value(s, at, p, flag);
}

static bool shrink_field(struct assay_shrink *s, struct place at, const struct assay_port *p,
                         unsigned width)
{
    if (assay_shrink_over(s) || !exists(s, at))
        return false;
    if (width == 1 && at.stream == 0 && s->best.block->needs)
        return raise_flag(s, at, p) || lower_value(s, at, p);
    return width <= NARROW ? lower_value(s, at, p) : clear_bits(s, at, p, 0, width);
}

/* Clears all payloads of a stream at once. */
static bool clear_stream(struct assay_shrink *s, unsigned stream)
{
    const struct assay_script_stream *t = &s->best.stream[stream];
    const size_t size = t->n_items * s->best.block->model->streams[stream].payload_size;
    struct assay_script candidate;
    bool zero = true;

    for (size_t i = 0; i < size && zero; ++i)
        zero = t->payload[i] == 0;
    if (zero)
        return false;
    if (!assay_script_copy(&candidate, &s->best))
        return assay_shrink_no_memory(s);
    memset(candidate.stream[stream].payload, 0, size);
    return assay_shrink_try(s, &candidate, false);
}

bool assay_shrink_fields(struct assay_shrink *s)
{
    const struct assay_block *b = s->best.block;
    unsigned width[ASSAY_MAX_PORTS];
    bool smaller = false;

    b->model->widths(&s->best.params, width);
    for (unsigned i = 0; i < b->model->n_streams; ++i) {
        if (!b->needs || i > 0)
            smaller |= clear_stream(s, i);
        for (size_t j = 0; j < s->best.stream[i].n_items; ++j)
            for (size_t k = 0; k < b->model->n_ports; ++k)
                if (b->model->ports[k].stream == (int)i && b->model->ports[k].role == ASSAY_PAYLOAD)
                    smaller |= shrink_field(s, (struct place){i, j}, &b->model->ports[k], width[k]);
    }
    return smaller;
}

/* Tries every smaller value of a wide field whose value would fit a narrow one. Clearing bits
 * does not get from 8 to 5. */
static bool lower_small(struct assay_shrink *s, struct place at, const struct assay_port *p,
                        unsigned width)
{
    uint32_t value[ASSAY_VALUE_WORDS];

    if (width <= NARROW || assay_shrink_over(s) || !exists(s, at))
        return false;
    get(s, at, p, value);
    return is_zero(value, NARROW, width - NARROW) && lower_value(s, at, p);
}

bool assay_shrink_values(struct assay_shrink *s)
{
    const struct assay_block *b = s->best.block;
    unsigned width[ASSAY_MAX_PORTS];
    bool smaller = false;

    b->model->widths(&s->best.params, width);
    for (unsigned i = 0; i < b->model->n_streams; ++i)
        for (size_t j = 0; j < s->best.stream[i].n_items; ++j)
            for (size_t k = 0; k < b->model->n_ports; ++k)
                if (b->model->ports[k].stream == (int)i && b->model->ports[k].role == ASSAY_PAYLOAD)
                    smaller |= lower_small(s, (struct place){i, j}, &b->model->ports[k], width[k]);
    return smaller;
}
