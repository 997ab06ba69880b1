/* expected.c - requests, and the responses that the model expects to them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/transfers.h"

/* While the model is told of one transfer. */
struct assay_emit {
    struct assay_lockstep *ls;
    unsigned from;
    const uint8_t *payload;
    uint32_t request; /* ASSAY_NO_REQUEST: it has emitted nothing yet */
};

static uint8_t *payload_of(const struct assay_transfers *t, uint32_t request)
{
    return t->request_payload + request * t->request_size;
}

/* Room for one more. False when memory is out. */
static bool more_requests(struct assay_transfers *t)
{
    const uint32_t room = t->room_requests ? 2 * t->room_requests : 64;
    struct assay_request *request = realloc(t->request, room * sizeof *request);
    uint8_t *payload;

    if (!request)
        return false;
    t->request = request;
    payload = realloc(t->request_payload, room * (t->request_size ? t->request_size : 1));
    if (!payload)
        return false;
    t->request_payload = payload;
    t->room_requests = room;
    return true;
}

static uint32_t take_request(struct assay_transfers *t)
{
    uint32_t r = t->free_request;

    if (r != ASSAY_NO_REQUEST) {
        t->free_request = t->request[r].left;
        return r;
    }
    if (t->n_requests == t->room_requests && !more_requests(t))
        return ASSAY_NO_REQUEST;
    return t->n_requests++;
}

static void bad_model(struct assay_lockstep *ls, const char *why)
{
    if (ls->transfers_of->found.verdict == ASSAY_PASS)
        snprintf(ls->result.why, sizeof ls->result.why, "%s", why);
    assay_transfers_found(ls->transfers_of, ASSAY_BAD_MODEL, ASSAY_DIFFERS, ASSAY_NO_STREAM);
}

/* Name the field with the bits that its width has no room for. */
static void too_wide(struct assay_lockstep *ls, unsigned stream, const uint8_t *payload)
{
    const struct assay_block *b = ls->config.block;
    uint32_t value[ASSAY_VALUE_WORDS];
    char why[256];

    for (size_t i = 0; i < b->model->n_ports; ++i) {
        struct assay_port p = b->model->ports[i];
        unsigned bit = 32 * ASSAY_VALUE_WORDS;

        if (p.stream != (int)stream || p.role != ASSAY_PAYLOAD)
            continue;
        p.offset -= b->model->streams[stream].payload;
        assay_port_get(&p, payload, value);
        while (bit > ls->width[i] && !(value[(bit - 1) / 32] >> (bit - 1) % 32 & 1))
            --bit;
        if (bit == ls->width[i])
            continue;
        snprintf(why, sizeof why,
                 "the model emitted %s with bit %u set: expected a value of %u bits", p.name,
                 bit - 1, ls->width[i]);
        bad_model(ls, why);
        return;
    }
}

/* Field by field, as the model has just written them: a processor waits when it reads across. */
static bool has_bits_above(const struct assay_flow *f, const uint8_t *payload)
{
    uint64_t any = 0;

    for (const struct assay_above *a = f->above; a < f->above + f->n_above; ++a)
        any |= assay_small_word(payload + a->offset, a->size) & a->bits;
    return any != 0;
}

/* Keep the transfer that the model is told of. False when memory is out. */
static bool begin_request(struct assay_emit *emit)
{
    struct assay_transfers *t = emit->ls->transfers_of;
    struct assay_request *r;

    emit->request = take_request(t);
    if (emit->request == ASSAY_NO_REQUEST)
        return false;
    r = &t->request[emit->request];
    r->cycle = emit->ls->cycle;
    r->stream = emit->from;
    r->left = 0;
    r->filler = t->filled >> emit->from & 1;
    assay_small_copy(payload_of(t, emit->request), emit->payload,
                     t->flow[emit->from].pins->payload_size);
    return true;
}

void assay_emit(struct assay_emit *emit, unsigned stream, const void *payload)
{
    struct assay_lockstep *ls = emit->ls;
    struct assay_transfers *t = ls->transfers_of;
    struct assay_flow *f;
    char why[128];

    if (stream >= ls->config.block->model->n_streams || !(t->sources >> stream & 1)) {
        snprintf(why, sizeof why,
                 "the model emitted on stream %u of %zu: expected the index of a source", stream,
                 ls->config.block->model->n_streams);
        bad_model(ls, why);
        return;
    }
    f = &t->flow[stream];
    if (has_bits_above(f, payload))
        too_wide(ls, stream, payload);
    if ((emit->request == ASSAY_NO_REQUEST && !begin_request(emit)) ||
        !assay_expect_add(&f->expect, payload, t->clock + f->timeout + 1, emit->request)) {
        bad_model(ls, "out of memory for what the model expects");
        return;
    }
    ++t->request[emit->request].left;
    t->left += !t->request[emit->request].filler;
    t->next_due = t->clock + f->timeout + 1 < t->next_due ? t->clock + f->timeout + 1 : t->next_due;
    if (t->claims >> stream & 1 && t->withheld == ASSAY_NO_STREAM &&
        (f->timing.wait_checks == 0 || assay_rng_below(&t->withhold, 32) == 0))
        t->to_withhold = (int)stream;
}

void assay_transfers_accept(struct assay_lockstep *ls, unsigned stream, const uint8_t *payload)
{
    struct assay_transfers *t = ls->transfers_of;
    struct assay_emit emit = {ls, stream, payload, ASSAY_NO_REQUEST};

    if (t->judges) {
        ls->in_model = true;
        ls->config.block->hooks->on(ls->state, stream, payload, &emit);
        ls->in_model = false;
    }
    if (t->bounded && emit.request == ASSAY_NO_REQUEST)
        assay_credit_give(&t->credit, stream);
}

void assay_transfers_reset(struct assay_lockstep *ls)
{
    struct assay_transfers *t = ls->transfers_of;
    const struct assay_block *b = ls->config.block;

    for (size_t i = 0; i < b->model->n_streams; ++i) {
        if (!b->model->streams[i].sink)
            assay_expect_clear(&t->flow[i].expect);
        t->flow[i].waited = 0;
    }
    t->left = 0;
    t->n_requests = 0;
    t->free_request = ASSAY_NO_REQUEST;
    t->next_due = UINT64_MAX;
    t->withheld = t->to_withhold = ASSAY_NO_STREAM;
    if (t->bounded)
        assay_credit_reset(&t->credit);
    if (ls->cycle == 0 || !b->model->init)
        return; /* it has just begun */
    ls->in_model = true;
    memset(ls->state, 0, b->model->state_size);
    b->model->init(ls->state, &ls->config.params);
    ls->in_model = false;
}

void assay_transfers_ideal(struct assay_lockstep *ls, const uint8_t *in, uint8_t *out)
{
    const struct assay_block *b = ls->config.block;

    memset(out, 0, b->model->out_size);
    for (size_t i = 0; !in[0] && i < b->model->n_streams; ++i) {
        const struct assay_flow *f = &ls->transfers_of->flow[i];

        if (f->pins->sink) {
            out[f->pins->ready] = 1;
        } else if (f->expect.left) {
            out[f->pins->valid] = 1;
            memcpy(out + f->pins->payload, assay_expect_payload(&f->expect, f->expect.first),
                   f->pins->payload_size);
        }
    }
}

void assay_transfers_blame(struct assay_lockstep *ls, uint32_t request)
{
    const struct assay_transfers *t = ls->transfers_of;
    struct assay_result *r = &ls->result;

    if (ls->woken || r->has_request)
        return;
    r->has_request = true;
    r->request_stream = t->request[request].stream;
    r->request_cycle = t->request[request].cycle;
    memcpy(ls->blamed, payload_of(t, request), t->flow[r->request_stream].pins->payload_size);
    r->request_payload = ls->blamed;
}
