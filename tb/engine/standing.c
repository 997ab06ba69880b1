/* standing.c - how long each stream has waited, and its last transfer. A hang is reported when
 * those cycles are no longer kept. */
#include <stdlib.h>
#include <string.h>

#include "engine/transfers.h"

bool assay_stood_open(struct assay_lockstep *ls)
{
    const struct assay_model_block *m = ls->config.block->model;

    if (ls->config.recorded)
        return true;
    ls->stood = calloc(m->n_streams + 1, sizeof *ls->stood);
    for (size_t i = 0; ls->stood && i < m->n_streams; ++i) {
        ls->stood[i].payload = calloc(m->streams[i].payload_size + 1, 2);
        if (!ls->stood[i].payload)
            return false;
    }
    return ls->stood != NULL;
}

void assay_stood_close(struct assay_lockstep *ls)
{
    for (size_t i = 0; ls->stood && i < ls->config.block->model->n_streams; ++i)
        free(ls->stood[i].payload);
    free(ls->stood);
}

/* The pins of a cycle that is kept. */
struct pins {
    const uint8_t *in, *out, *unknown; /* X or Z bits of `out`; NULL: none */
};

static struct pins pins_of(const struct assay_lockstep *ls, uint64_t cycle)
{
    const size_t slot = cycle & (ASSAY_RING - 1), at = slot * ls->config.block->model->out_size;
    const uint8_t *const unknown = ls->transfers_of ? ls->unknown : ls->expected_unknown;

    return (struct pins){ls->in_of[slot], (ls->transfers_of ? ls->actual : ls->expected) + at,
                         unknown ? unknown + at : NULL};
}

/* Keeps the payload of the last transfer, followed by its X or Z bits. */
static void keep_payload(struct assay_stood *stood, const struct assay_stream *s,
                         const struct pins *p)
{
    memcpy(stood->payload, (s->sink ? p->in : p->out) + s->payload, s->payload_size);
    if (!s->sink && p->unknown)
        memcpy(stood->payload + s->payload_size, p->unknown + s->payload, s->payload_size);
}

static bool valid_in(const struct assay_stream *s, const struct pins *p)
{
    return (s->sink ? p->in : p->out)[s->valid] & 1;
}

static bool ready_in(const struct assay_stream *s, const struct pins *p)
{
    return (s->sink ? p->out : p->in)[s->ready] & 1;
}

static bool moves_in(const struct assay_stream *s, const struct pins *p)
{
    return !p->in[0] && valid_in(s, p) && ready_in(s, p);
}

/* Updates a stream from the cycles from `first` to before `end`; `moved`: it has a transfer
 * there. */
static void note(struct assay_lockstep *ls, size_t stream, uint64_t first, uint64_t end, bool moved)
{
    const struct assay_stream *s = &ls->config.block->model->streams[stream];
    struct assay_stood *stood = &ls->stood[stream];
    struct pins p = pins_of(ls, end - 1);
    const bool valid = valid_in(s, &p);
    bool same = true; /* valid has been as at the end, so far */
    uint64_t since = end;

    if (!moved && stood->known && stood->valid == valid)
        return;
    for (uint64_t cycle = end; cycle-- > first && (same || moved);) {
        p = pins_of(ls, cycle);
        if (moved && moves_in(s, &p)) {
            keep_payload(stood, s, &p);
            stood->next = cycle + 1;
            moved = same = false;
        }
        same = same && valid_in(s, &p) == valid;
        since = same ? cycle : since;
    }
    stood->known = since < end;
    stood->valid = valid;
    stood->since = since;
}

void assay_stood_note(struct assay_lockstep *ls, uint64_t n, uint64_t moved)
{
    for (size_t i = 0; ls->stood && n && i < ls->config.block->model->n_streams; ++i)
        note(ls, i, ls->counted, ls->counted + n, moved >> i & 1);
}

/* Fills in what is still expected of a source. */
static void outstanding(const struct assay_lockstep *ls, unsigned stream, struct assay_standing *s)
{
    const struct assay_expect *q = NULL;

    s->from = -1;
    if (ls->transfers_of && !ls->config.block->model->streams[stream].sink)
        q = ls->pair ? &ls->pair->flow[stream].ahead[!ls->driver.side]
                     : &ls->transfers_of->flow[stream].expect;
    if (!q || !q->left)
        return;
    s->outstanding = q->left;
    if (ls->pair) {
        s->known_in = assay_pair_cycle_of(q, q->first);
        return;
    }
    s->known_in = assay_expect_at(q, q->first)->since;
    s->from = assay_expect_at(q, q->first)->of.from;
}

bool assay_lockstep_standing(const struct assay_lockstep *ls, unsigned stream,
                             struct assay_standing *s)
{
    const struct assay_lockstep *of =
        ls->pair && ls->result.in_model ? ls->pair->side[ASSAY_FOLLOWS] : ls;
    const struct assay_stream *pins = &ls->config.block->model->streams[stream];
    const struct assay_stood *stood = of->stood ? &of->stood[stream] : NULL;
    struct pins p;

    memset(s, 0, sizeof *s);
    if (!stood || !of->counted)
        return false;
    p = pins_of(of, of->counted - 1);
    s->valid = valid_in(pins, &p);
    s->ready = ready_in(pins, &p);
    s->since = stood->since;
    s->moved = stood->next != 0;
    s->last = stood->next - s->moved;
    s->payload = stood->payload;
    s->unknown = stood->payload + pins->payload_size;
    outstanding(of, stream, s);
    return true;
}
