#include "stimulus/script.h"

#include <stdlib.h>
#include <string.h>

static bool no_transaction(void *ctx, unsigned stream, void *payload)
{
    (void)ctx;
    (void)stream;
    (void)payload;
    return false;
}

const struct assay_scenario assay_script_scenario = {
    .name = "transactions",
    .summary = "transactions from a file",
    .next = no_transaction,
};

void assay_script_init(struct assay_script *s, const struct assay_block *b,
                       const struct assay_params *params)
{
    memset(s, 0, sizeof *s);
    s->block = b;
    s->params = *params;
}

void assay_script_free(struct assay_script *s)
{
    for (size_t i = 0; i < ASSAY_MAX_STREAMS; ++i) {
        free(s->stream[i].item);
        free(s->stream[i].payload);
        free(s->stream[i].run);
    }
    free(s->reset);
    free(s->change);
    memset(s, 0, sizeof *s);
}

/* Makes room for one more element. */
static bool grow(void *array, size_t n, size_t *room, size_t size)
{
    void *old, *larger;
    size_t wanted = *room ? 2 * *room : 16;

    if (n < *room)
        return true;
    memcpy(&old, array, sizeof old);
    larger = realloc(old, wanted * (size ? size : 1));
    if (!larger)
        return false;
    memcpy(array, &larger, sizeof larger);
    *room = wanted;
    return true;
}

bool assay_script_add_item(struct assay_script *s, unsigned stream, uint64_t gap,
                           const void *payload)
{
    struct assay_script_stream *t = &s->stream[stream];
    const size_t size = s->block->model->streams[stream].payload_size;

    if (!grow(&t->item, t->n_items, &t->room_items, sizeof *t->item) ||
        !grow(&t->payload, t->n_items, &t->room_payloads, size))
        return false;
    t->item[t->n_items] =
        (struct assay_script_item){.gap = gap, .section = s->n_resets ? s->n_resets - 1 : 0};
    memcpy(t->payload + t->n_items * size, payload, size);
    ++t->n_items;
    return true;
}

bool assay_script_add_ready(struct assay_script *s, unsigned stream, uint64_t length, bool ready)
{
    struct assay_script_stream *t = &s->stream[stream];

    if (length == 0)
        return true;
    if (t->n_runs && t->run[t->n_runs - 1].ready == ready) {
        t->run[t->n_runs - 1].length += length;
        return true;
    }
    if (!grow(&t->run, t->n_runs, &t->room_runs, sizeof *t->run))
        return false;
    t->run[t->n_runs++] = (struct assay_script_run){length, ready};
    return true;
}

bool assay_script_add_reset(struct assay_script *s, uint64_t cycle, uint64_t length)
{
    if (!grow(&s->reset, s->n_resets, &s->room_resets, sizeof *s->reset))
        return false;
    s->reset[s->n_resets++] = (struct assay_script_reset){cycle, length};
    return true;
}

bool assay_script_add_change(struct assay_script *s, uint64_t cycle, uint32_t port,
                             const uint32_t *value)
{
    struct assay_script_change *c;

    if (!grow(&s->change, s->n_changes, &s->room_changes, sizeof *s->change))
        return false;
    c = &s->change[s->n_changes++];
    c->cycle = cycle;
    c->port = port;
    memcpy(c->value, value, sizeof c->value);
    return true;
}

/* Returns NULL if there is nothing to copy, or if out of memory, which also clears *ok. */
static void *duplicate(const void *from, size_t n, size_t size, size_t *room, bool *ok)
{
    void *copy;

    *room = n;
    if (n == 0)
        return NULL;
    copy = malloc(n * (size ? size : 1));
    if (copy)
        memcpy(copy, from, n * size);
    else
        *ok = false;
    return copy;
}

bool assay_script_copy(struct assay_script *to, const struct assay_script *from)
{
    bool ok = true;

    assay_script_init(to, from->block, &from->params);
    to->cycles = from->cycles;
    to->bounded = from->bounded;
    for (size_t i = 0; i < from->block->model->n_streams; ++i) {
        const struct assay_script_stream *f = &from->stream[i];
        struct assay_script_stream *t = &to->stream[i];

        t->n_items = f->n_items;
        t->item = duplicate(f->item, f->n_items, sizeof *f->item, &t->room_items, &ok);
        t->payload = duplicate(f->payload, f->n_items, from->block->model->streams[i].payload_size,
                               &t->room_payloads, &ok);
        t->n_runs = f->n_runs;
        t->run = duplicate(f->run, f->n_runs, sizeof *f->run, &t->room_runs, &ok);
    }
    to->n_resets = from->n_resets;
    to->reset = duplicate(from->reset, from->n_resets, sizeof *from->reset, &to->room_resets, &ok);
    to->n_changes = from->n_changes;
    to->change =
        duplicate(from->change, from->n_changes, sizeof *from->change, &to->room_changes, &ok);
    if (!ok)
        assay_script_free(to);
    return ok;
}

void *assay_script_payload(const struct assay_script *s, unsigned stream, size_t item)
{
    return s->stream[stream].payload + item * s->block->model->streams[stream].payload_size;
}

bool assay_script_has_pins(const struct assay_script *s)
{
    const struct assay_block *b = s->block;

    for (size_t i = 0; b->rules && i < b->model->n_streams; ++i)
        if (b->rules[i].adapter && b->model->streams[i].sink)
            return false;
    return s->n_changes > 0;
}

size_t assay_script_items(const struct assay_script *s)
{
    size_t n = 0;

    for (size_t i = 0; i < ASSAY_MAX_STREAMS; ++i)
        n += s->stream[i].n_items;
    return n;
}

static bool before(const struct assay_script_item *a, const struct assay_script_item *b)
{
    return a->section != b->section ? a->section < b->section : a->offered < b->offered;
}

bool assay_script_in_order(const struct assay_script *s, size_t next[ASSAY_MAX_STREAMS],
                           unsigned *stream, size_t *item)
{
    bool found = false;

    for (unsigned i = 0; i < s->block->model->n_streams; ++i) {
        const struct assay_script_stream *t = &s->stream[i];

        if (next[i] == t->n_items)
            continue;
        if (found && !before(&t->item[next[i]], &s->stream[*stream].item[next[*stream]]))
            continue;
        *stream = i;
        found = true;
    }
    if (found)
        *item = next[*stream]++;
    return found;
}

uint64_t assay_script_earliest(const struct assay_script *s, unsigned stream, size_t item,
                               uint64_t free[ASSAY_MAX_STREAMS])
{
    const struct assay_script_item *const i = &s->stream[stream].item[item];
    uint64_t at;

    if (item == 0 || i[-1].section != i->section)
        free[stream] = s->n_resets ? s->reset[i->section].cycle + s->reset[i->section].length : 0;
    if (__builtin_add_overflow(free[stream], i->gap, &at))
        at = UINT64_MAX;
    free[stream] = at < UINT64_MAX ? at + 1 : at;
    return at;
}

void assay_port_set(const struct assay_port *p, void *side, const uint32_t value[ASSAY_VALUE_WORDS])
{
    uint8_t *at = (uint8_t *)side + p->offset;
    const uint16_t half = (uint16_t)value[0];
    const uint64_t wide = value[0] | (uint64_t)value[1] << 32;

    switch (p->size) {
    case 1:
        *at = (uint8_t)value[0];
        break;
    case 2:
        memcpy(at, &half, 2);
        break;
    case 8:
        memcpy(at, &wide, 8);
        break;
    default:
        memcpy(at, value, p->size);
    }
}

/* The port with its offset relative to the payload. */
static struct assay_port in_payload(const struct assay_block *b, const struct assay_port *p)
{
    struct assay_port q = *p;

    q.offset -= b->model->streams[p->stream].payload;
    return q;
}

void assay_script_get(const struct assay_block *b, const struct assay_port *p, const void *payload,
                      uint32_t value[ASSAY_VALUE_WORDS])
{
    const struct assay_port q = in_payload(b, p);

    assay_port_get(&q, payload, value);
}

void assay_script_set(const struct assay_block *b, const struct assay_port *p, void *payload,
                      const uint32_t value[ASSAY_VALUE_WORDS])
{
    const struct assay_port q = in_payload(b, p);

    assay_port_set(&q, payload, value);
}
