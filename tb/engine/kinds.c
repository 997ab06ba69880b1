/* kinds.c - streams whose transfers are not handshakes on the design's pins: enables and
 * adapters. */
#include <stdlib.h>
#include <string.h>

#include "engine/transfers.h"

bool assay_kinds_open(struct assay_transfers *t, const struct assay_block *b)
{
    for (unsigned i = 0; b->rules && i < b->model->n_streams; ++i) {
        const struct assay_stream_rules *r = &b->rules[i];
        const uint64_t bit = UINT64_C(1) << i;

        if (b->model->streams[i].sink) {
            t->enables |= r->always ? bit : 0;
            t->every_cycle |= r->every_cycle ? bit : 0;
        }
        t->adapters |= r->adapter && b->hooks ? bit : 0;
    }
    if (!(t->adapters & t->sources))
        return true;
    t->other_state = calloc(1, b->model->state_size + 1);
    t->other_out = calloc(2, b->model->out_size);
    return t->other_state && t->other_out;
}

void assay_kinds_close(struct assay_transfers *t)
{
    free(t->other_state);
    free(t->other_out);
}

/* Adds an enabled cycle that the stimulus did not ask for. It repeats the previous
 * payload, which the model may change or refuse; it cannot refuse one if the design takes
 * a payload in every cycle. */
static void enable(struct assay_lockstep *ls, unsigned stream, uint8_t *in)
{
    const struct assay_transfer_hooks *h = ls->config.block->hooks;
    struct assay_transfers *t = ls->transfers_of;
    const struct assay_stream *s = t->flow[stream].pins;
    const uint64_t bit = UINT64_C(1) << stream;
    bool legal = true;

    if (in[s->valid])
        return;
    if (assay_pair_follows(ls)) { /* the same payload in the same number of cycles */
        in[s->valid] = assay_share_next(&ls->pair->share, ASSAY_FOLLOWS, stream, in + s->payload);
        return;
    }
    if (h && h->legal)
        legal = h->legal(ls->state, stream, in + s->payload);
    if (!legal && !(t->every_cycle & bit))
        return;
    if (ls->pair && !assay_share_put(&ls->pair->share, stream, in + s->payload))
        return;
    in[s->valid] = 1;
    t->filled |= t->draining ? bit : 0;
}

static void drive_adapters(struct assay_lockstep *ls, uint8_t *in)
{
    const struct assay_transfer_hooks *h = ls->config.block->hooks;
    struct assay_transfers *t = ls->transfers_of;

    for (uint64_t m = t->adapters & t->sinks; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);
        const struct assay_stream *s = t->flow[i].pins;
        const bool offered = in[s->valid] && !in[0];

        if (h->drive(ls->state, i, offered ? in + s->payload : NULL, in) && offered)
            t->taken |= UINT64_C(1) << i;
    }
}

void assay_kinds_drive(struct assay_lockstep *ls, uint8_t *in)
{
    struct assay_transfers *t = ls->transfers_of;
    const bool drains = ls->pair ? ls->pair->share.fill : t->draining && t->left;
    const uint64_t drained = drains ? t->enables : 0;

    t->filled = t->taken = 0;
    for (uint64_t m = in[0] ? 0 : t->every_cycle | drained; m; m &= m - 1)
        enable(ls, (unsigned)__builtin_ctzll(m), in);
    drive_adapters(ls, in);
}

void assay_kinds_recorded(struct assay_lockstep *ls, size_t slot)
{
    const size_t size = ls->config.block->model->in_size;
    struct assay_transfers *t = ls->transfers_of;
    uint8_t *in = ls->in + slot * size; /* unused, because recorded inputs are stored elsewhere */

    memcpy(in, ls->in_of[slot], size);
    t->filled = t->taken = 0;
    ls->in_model = true;
    drive_adapters(ls, in);
    ls->in_model = false;
}

static bool any_unknown(const struct assay_lockstep *ls, const uint8_t *unknown)
{
    uint64_t any = 0;

    if (!ls->config.ops->unknown)
        return false;
    for (size_t i = 0; i < ls->config.block->model->out_size; ++i)
        any |= unknown[i];
    return any != 0;
}

/* X or Z pins must not matter: the sample must be the same with them as 0, as in `out`, and as 1.
 * The payload is written to t->scratch. */
static bool sample_either(struct assay_lockstep *ls, unsigned stream, const uint8_t *out,
                          const uint8_t *unknown)
{
    const struct assay_model_block *model = ls->config.block->model;
    const struct assay_transfer_hooks *h = ls->config.block->hooks;
    struct assay_transfers *t = ls->transfers_of;
    const size_t size = t->flow[stream].pins->payload_size;
    uint8_t *const ones = t->other_out;
    uint8_t *const payload = t->other_out + model->out_size; /* big enough: a source's payload is
                                                              * part of the outputs */
    bool came, also;

    for (size_t i = 0; i < model->out_size; ++i)
        ones[i] = out[i] | unknown[i];
    memset(payload, 0, size);
    memcpy(t->other_state, ls->state, model->state_size);
    also = h->sample(t->other_state, stream, ones, payload);
    came = h->sample(ls->state, stream, out, t->scratch);
    if (came != also || memcmp(t->other_state, ls->state, model->state_size) != 0 ||
        (came && memcmp(t->scratch, payload, size) != 0))
        assay_transfers_found(t, ASSAY_UNKNOWN, ASSAY_DIFFERS, (int)stream);
    return came;
}

static void sample(struct assay_lockstep *ls, unsigned stream, uint8_t *out, const uint8_t *unknown)
{
    const struct assay_transfer_hooks *h = ls->config.block->hooks;
    struct assay_transfers *t = ls->transfers_of;
    const struct assay_stream *s = t->flow[stream].pins;
    bool came;

    memset(t->scratch, 0, s->payload_size);
    ls->in_model = true;
    came = any_unknown(ls, unknown) ? sample_either(ls, stream, out, unknown)
                                    : h->sample(ls->state, stream, out, t->scratch);
    ls->in_model = false;
    out[s->valid] = came;
    if (came)
        memcpy(out + s->payload, t->scratch, s->payload_size);
}

void assay_kinds_sample(struct assay_lockstep *ls, size_t slot)
{
    const size_t size = ls->config.block->model->out_size;
    struct assay_transfers *t = ls->transfers_of;
    uint8_t *out = ls->actual + slot * size;

    for (uint64_t m = t->adapters & t->sinks; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);

        out[t->flow[i].pins->ready] = t->taken >> i & 1;
    }
    for (uint64_t m = ls->config.ops ? t->adapters & t->sources : 0; m; m &= m - 1)
        sample(ls, (unsigned)__builtin_ctzll(m), out, ls->unknown + slot * size);
}
