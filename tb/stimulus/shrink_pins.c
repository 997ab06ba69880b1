/* shrink_pins.c - simplifies pins outside streams: removes changes, in ever finer chunks, and
 * lowers values to the minimum. */
#include <string.h>

#include "stimulus/shrink_steps.h"

enum { NARROW = 5 }; /* for a pin of up to this many bits, every smaller value is tried */

/* The minimum that block.yaml allows. */
static uint64_t least_of(const struct assay_block *b, uint32_t port)
{
    return b->plain ? b->plain[port].low : 0;
}

/* A measure of what is left. A step must reduce it, or the steps would never end. */
struct amount {
    size_t changes;
    long double values;
};

static struct amount measure(const struct assay_script *s)
{
    struct amount a = {.changes = s->n_changes};

    for (size_t i = 0; i < s->n_changes; ++i) {
        long double value = 0;

        for (size_t w = ASSAY_VALUE_WORDS; w-- > 0;)
            value = value * 4294967296.0L + s->change[i].value[w];
        a.values += value;
    }
    return a;
}

static bool is_less(struct amount a, struct amount b)
{
    return a.changes < b.changes || (a.changes == b.changes && a.values < b.values);
}

/* --- changes --- */

/* The first value of a pin that cannot be 0 must stay. */
static bool is_needed(const struct assay_script *s, size_t change)
{
    if (least_of(s->block, s->change[change].port) == 0)
        return false;
    for (size_t i = 0; i < change; ++i)
        if (s->change[i].port == s->change[change].port)
            return false;
    return true;
}

/* Tries without the `n` changes from `first` on. */
static bool drop(struct assay_shrink *s, size_t first, size_t n)
{
    struct assay_script candidate;
    size_t kept = 0;

    if (!assay_script_copy(&candidate, &s->best))
        return assay_shrink_no_memory(s);
    for (size_t i = 0; i < s->best.n_changes; ++i)
        if (i < first || i >= first + n || is_needed(&s->best, i))
            candidate.change[kept++] = s->best.change[i];
    if (kept == s->best.n_changes) {
        assay_script_free(&candidate);
        return false;
    }
    candidate.n_changes = kept;
    return assay_shrink_try(s, &candidate, false);
}

static void drop_chunks(struct assay_shrink *s, size_t size)
{
    for (size_t end = s->best.n_changes; end > 0 && !assay_shrink_over(s);) {
        const size_t first = end > size ? end - size : 0;

        drop(s, first, end - first);
        end = first < s->best.n_changes ? first : s->best.n_changes;
    }
}

/* --- values --- */

/* Identifies a change by its cycle and port, because its index moves when others are removed. */
struct place {
    uint64_t cycle;
    uint32_t port;
};

static struct assay_script_change *find(const struct assay_script *s, struct place at)
{
    for (size_t i = 0; i < s->n_changes; ++i)
        if (s->change[i].cycle == at.cycle && s->change[i].port == at.port)
            return &s->change[i];
    return NULL;
}

static bool try_value(struct assay_shrink *s, struct place at,
                      const uint32_t value[ASSAY_VALUE_WORDS])
{
    struct assay_script candidate;
    struct assay_script_change *c;

    if (!assay_script_copy(&candidate, &s->best))
        return assay_shrink_no_memory(s);
    c = find(&candidate, at);
    if (!c) {
        assay_script_free(&candidate);
        return false;
    }
    memcpy(c->value, value, sizeof c->value);
    return assay_shrink_try(s, &candidate, false);
}

/* Tries every smaller value, the smallest first. */
static void lower_value(struct assay_shrink *s, struct place at)
{
    const uint32_t old = find(&s->best, at)->value[0];
    uint32_t value[ASSAY_VALUE_WORDS] = {0};

    for (value[0] = (uint32_t)least_of(s->best.block, at.port);
         value[0] < old && !assay_shrink_over(s); ++value[0])
        if (try_value(s, at, value))
            return;
}

/* Clears bits low..low+n-1 or, failing that, each half separately. */
static void clear_bits(struct assay_shrink *s, struct place at, unsigned low, unsigned n)
{
    const struct assay_script_change *c = find(&s->best, at);
    uint32_t value[ASSAY_VALUE_WORDS], any = 0;

    if (!c || assay_shrink_over(s))
        return;
    memcpy(value, c->value, sizeof value);
    for (unsigned i = low; i < low + n; ++i) {
        any |= value[i / 32] >> i % 32 & 1;
        value[i / 32] &= ~(UINT32_C(1) << i % 32);
    }
    if (!any || try_value(s, at, value) || n == 1)
        return;
    clear_bits(s, at, low + n / 2, n - n / 2);
    clear_bits(s, at, low, n / 2);
}

/* Unless it is narrow, a pin whose minimum is not 0 gets either that minimum or the value that
 * it had. */
static void shrink_value(struct assay_shrink *s, struct place at, unsigned width)
{
    const uint64_t least = least_of(s->best.block, at.port);
    const struct assay_script_change *c = find(&s->best, at);
    uint32_t value[ASSAY_VALUE_WORDS] = {(uint32_t)least, (uint32_t)(least >> 32)};

    if (!c || memcmp(c->value, value, sizeof value) == 0)
        return;
    if (width <= NARROW)
        lower_value(s, at);
    else if (least)
        try_value(s, at, value);
    else
        clear_bits(s, at, 0, width);
}

static void shrink_values(struct assay_shrink *s)
{
    unsigned width[ASSAY_MAX_PORTS];

    s->best.block->model->widths(&s->best.params, width);
    for (size_t i = s->best.n_changes; i-- > 0 && !assay_shrink_over(s);)
        if (i < s->best.n_changes) {
            const struct assay_script_change *c = &s->best.change[i];

            shrink_value(s, (struct place){c->cycle, c->port}, width[c->port]);
        }
}

bool assay_shrink_pins(struct assay_shrink *s)
{
    const struct amount before = measure(&s->best);

    if (!assay_script_has_pins(&s->best))
        return false;
    for (size_t size = s->best.n_changes; size > 0 && !assay_shrink_over(s); size /= 2)
        drop_chunks(s, size);
    shrink_values(s);
    return is_less(measure(&s->best), before);
}
