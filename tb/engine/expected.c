/* expected.c - requests, and the responses that the model expects to them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/transfers.h"

/* Makes room for more requests. False if out of memory. */
static bool more_requests(struct assay_transfers *t)
{
    const uint32_t room = t->room_requests ? 2 * t->room_requests : 64;
    struct assay_request *request = realloc(t->request, room * sizeof *request);

    if (!request)
        return false;
    t->request = request;
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

void assay_transfers_bad_model(struct assay_lockstep *ls, const char *why)
{
    if (!ls->transfers_of || ls->transfers_of->found.verdict == ASSAY_PASS)
        snprintf(ls->result.why, sizeof ls->result.why, "%s", why);
    if (!ls->transfers_of) { /* level `cycle` */
        ls->ending = ASSAY_BAD_MODEL;
        return;
    }
    assay_transfers_found(ls->transfers_of, ASSAY_BAD_MODEL, ASSAY_DIFFERS, ASSAY_NO_STREAM);
}

/* Rare cases are kept out of line, so that assay_emit stays short. */
#define RARE __attribute__((noinline, cold))

/* Names the field that has bits above its width. */
RARE static void too_wide(struct assay_lockstep *ls, unsigned stream, const uint8_t *payload)
{
    const struct assay_block *b = ls->config.block;
    uint32_t value[ASSAY_VALUE_WORDS];
    char why[256];

    for (size_t i = 0; i < b->model->n_ports; ++i) {
        struct assay_port p = b->model->ports[i];
        unsigned bits;

        if (p.stream != (int)stream || p.role != ASSAY_PAYLOAD)
            continue;
        p.offset -= b->model->streams[stream].payload;
        assay_port_get(&p, payload, value);
        bits = assay_value_bits(value);
        if (bits <= ls->width[i])
            continue;
        snprintf(why, sizeof why,
                 "the model emitted %s with bit %u set: expected a value of %u bits", p.name,
                 bits - 1, ls->width[i]);
        assay_transfers_bad_model(ls, why);
        return;
    }
}

static inline bool has_bits_above(const struct assay_flow *f, const uint8_t *payload)
{
    uint64_t word[2];

    switch (f->expect.payload_size) {
    case 1:
    case 2:
    case 4:
    case 8:
        return assay_small_bytes(payload, f->expect.payload_size) & f->above_word[0];
    case 16:
        memcpy(word, payload, 16);
        return (word[0] & f->above_word[0]) | (word[1] & f->above_word[1]);
    default:
        return assay_above_any(f->above, f->above + f->n_above, payload);
    }
}

/* Counts a response to the transfer that the model is being told of. False if out of memory. */
RARE static bool count_response(struct assay_emit *emit, struct assay_transfers *t)
{
    if (emit->of.request == ASSAY_NO_REQUEST) {
        emit->of.request = take_request(t);
        if (emit->of.request == ASSAY_NO_REQUEST)
            return false;
        t->request[emit->of.request] = (struct assay_request){0, emit->of.from};
    }
    ++t->request[emit->of.request].left;
    return true;
}

void assay_transfers_credit(struct assay_transfers *t, uint32_t request)
{
    struct assay_request *r = &t->request[request];

    if (--r->left)
        return;
    assay_transfers_release(t, r->stream);
    r->left = t->free_request;
    t->free_request = request;
}

/* Decides whether to withhold ready from a source that claims never to wait for it. */
RARE static void may_withhold(struct assay_transfers *t, unsigned stream)
{
    if (t->withheld == ASSAY_NO_STREAM &&
        (t->flow[stream].timing.wait_checks == 0 || assay_rng_below(&t->withhold, 32) == 0))
        t->to_withhold = (int)stream;
}

RARE static void no_source(struct assay_lockstep *ls, unsigned stream)
{
    char why[128];

    snprintf(why, sizeof why,
             "the model emitted on stream %u of %zu: expected the index of a source", stream,
             ls->config.block->model->n_streams);
    assay_transfers_bad_model(ls, why);
}

RARE static void no_memory(struct assay_lockstep *ls)
{
    assay_transfers_bad_model(ls, "out of memory for what the model expects");
}

/* Handles everything but the usual cases. */
__attribute__((noinline)) static void emit_other(struct assay_emit *emit, unsigned stream,
                                                 const void *payload)
{
    struct assay_transfers *t = emit->t;
    struct assay_expected *e = NULL;
    struct assay_flow *f;

    if (!t->judges) { /* compared with other RTL: the model only shapes the stimulus */
        ++t->owed;
        return;
    }
    if (stream >= ASSAY_MAX_STREAMS || !(t->sources >> stream & 1)) {
        no_source(emit->ls, stream);
        return;
    }
    f = &t->flow[stream];
    if (has_bits_above(f, payload))
        too_wide(emit->ls, stream, payload);
    if (!t->bounded || count_response(emit, t))
        e = assay_expect_append(&f->expect, payload);
    if (!e) {
        no_memory(emit->ls);
        return;
    }
    e->due = emit->clock + f->timeout + 1;
    e->since = emit->cycle;
    e->of = emit->of;
    assay_small_copy(assay_expect_note_of(&f->expect, f->expect.end - 1), emit->payload,
                     emit->payload_size);
    t->left += !emit->of.filler;
    t->next_due = e->due < t->next_due ? e->due : t->next_due;
    if (t->claims >> stream & 1 && !emit->ls->config.recorded)
        may_withhold(t, stream);
}

/* Fills the next entry of the queue, except for payload and note. */
static inline struct assay_expected *write_entry(const struct assay_emit *emit,
                                                 const struct assay_flow *f)
{
    struct assay_expected *e = assay_expect_at(&f->expect, f->expect.end);

    e->due = emit->clock + f->timeout + 1;
    e->since = emit->cycle;
    e->of = emit->of;
    return e;
}

static inline bool has_room(const struct assay_expect *q)
{
    return q->end - q->first != q->room;
}

/* Adds a payload of up to eight bytes, in answer to one of up to eight bytes. Payload and note have
 * room for eight. */
static inline void write_word(struct assay_emit *emit, struct assay_flow *f, uint64_t word,
                              uint64_t note)
{
    struct assay_expected *e = write_entry(emit, f);

    memcpy(e + 1, &word, sizeof word);
    memcpy((uint8_t *)e + f->expect.note_at, &note, sizeof note);
    ++f->expect.end;
    ++f->expect.left;
}

/* Handles payloads of any size. */
__attribute__((noinline)) static void emit_sized(struct assay_emit *emit, unsigned stream,
                                                 const void *payload)
{
    struct assay_flow *const f = stream < ASSAY_MAX_STREAMS ? emit->quick[stream] : NULL;
    struct assay_expected *e;

    if (!f || !has_room(&f->expect) || has_bits_above(f, payload)) {
        emit_other(emit, stream, payload);
        return;
    }
    if (!f->expect.chain && assay_small_is_word(f->expect.payload_size) &&
        assay_small_is_word(emit->payload_size)) {
        write_word(emit, f, assay_small_bytes(payload, f->expect.payload_size),
                   assay_small_bytes(emit->payload, emit->payload_size));
        return;
    }
    e = write_entry(emit, f);
    assay_small_copy(e + 1, payload, f->expect.payload_size);
    assay_small_copy((uint8_t *)e + f->expect.note_at, emit->payload, emit->payload_size);
    if (f->expect.chain)
        assay_expect_link(&f->expect, f->expect.end);
    ++f->expect.end;
    ++f->expect.left;
}

/* The usual case in a part: there is room in the queue, and the entry needs no bookkeeping. t->left
 * and t->next_due are corrected at the end of the part. */
void assay_emit(struct assay_emit *emit, unsigned stream, const void *payload)
{
    struct assay_flow *const f = stream < ASSAY_MAX_STREAMS ? emit->quick[stream] : NULL;
    uint64_t word, note;

    if (!f || !f->word || emit->payload_size != sizeof note) {
        emit_sized(emit, stream, payload);
        return;
    }
    memcpy(&word, payload, sizeof word);
    if (!has_room(&f->expect) || word & f->above_word[0]) {
        emit_other(emit, stream, payload);
        return;
    }
    memcpy(&note, emit->payload, sizeof note);
    write_word(emit, f, word, note);
}

/* Delivers the oldest transfers of a join once each of its streams has one. False if it waits for
 * another stream. */
static bool deliver_join(struct assay_lockstep *ls, unsigned stream, const uint8_t *payload,
                         struct assay_emit *emit)
{
    const struct assay_block *b = ls->config.block;
    const bool in_model = ls->in_model, last = assay_joins_completes(&ls->joins, stream);
    const void *oldest[ASSAY_MAX_STREAMS];

    if (!last && !assay_joins_add(&ls->joins, stream, payload)) {
        assay_transfers_bad_model(ls, "out of memory for transfers that wait for others");
        return false;
    }
    if (!assay_joins_oldest(&ls->joins, stream, last ? payload : NULL, oldest))
        return false;
    ls->in_model = true;
    b->hooks->on_join(ls->state, b->rules[stream].join, oldest, emit);
    ls->in_model = in_model;
    assay_joins_take(&ls->joins, stream, last);
    return true;
}

void assay_transfers_tell(struct assay_lockstep *ls, unsigned stream, const uint8_t *payload)
{
    static struct assay_transfers none; /* for level `cycle` */
    struct assay_transfers *t = ls->transfers_of ? ls->transfers_of : &none;
    struct assay_emit emit = {.ls = ls, .t = t, .quick = t->none};
    const struct assay_block *b = ls->config.block;
    const bool in_model = ls->in_model;

    if (!b->hooks)
        return;
    ls->in_model = true;
    if (b->rules && b->rules[stream].join)
        deliver_join(ls, stream, payload, &emit);
    else if (b->hooks->on)
        b->hooks->on(ls->state, stream, payload, &emit);
    ls->in_model = in_model;
}

void assay_transfers_release(struct assay_transfers *t, unsigned stream)
{
    for (uint64_t m = t->flow[stream].together; m; m &= m - 1)
        assay_credit_give(&t->credit, (unsigned)__builtin_ctzll(m));
}

void assay_transfers_take(struct assay_emit *emit, unsigned stream, const uint8_t *payload)
{
    struct assay_lockstep *ls = emit->ls;
    struct assay_transfers *t = emit->t;
    const struct assay_block *b = ls->config.block;
    const bool joined = t->judges && b->rules && b->rules[stream].join;
    bool told = true;

    emit->payload = payload;
    emit->payload_size = t->flow[stream].pins->payload_size;
    emit->of = (struct assay_expected_of){
        .request = ASSAY_NO_REQUEST, .from = (uint16_t)stream, .filler = t->filled >> stream & 1};
    if (joined) {
        told = deliver_join(ls, stream, payload, emit);
    } else if (t->judges && b->hooks->on) {
        ls->in_model = true;
        b->hooks->on(ls->state, stream, payload, emit);
        ls->in_model = false;
    } else if (ls->pair && b->hooks) {
        assay_transfers_tell(ls, stream, payload);
    }
    if (!told || !t->bounded || ls->pair || emit->of.request != ASSAY_NO_REQUEST)
        return;
    if (joined)
        assay_transfers_release(t, stream);
    else
        assay_credit_give(&t->credit, stream);
}

void assay_transfers_accept(struct assay_lockstep *ls, unsigned stream, const uint8_t *payload)
{
    struct assay_transfers *t = ls->transfers_of;
    struct assay_emit emit = {
        .ls = ls, .t = t, .quick = t->none, .clock = t->clock, .cycle = ls->cycle};

    assay_transfers_take(&emit, stream, payload);
}

void assay_transfers_reset(struct assay_lockstep *ls)
{
    struct assay_transfers *t = ls->transfers_of;
    const struct assay_block *b = ls->config.block;

    for (size_t i = 0; i < b->model->n_streams; ++i) {
        assay_expect_clear(&t->flow[i].expect);
        t->flow[i].waited = 0;
    }
    assay_joins_clear(&ls->joins);
    t->left = t->owed = 0;
    t->n_requests = 0;
    t->free_request = ASSAY_NO_REQUEST;
    t->next_due = UINT64_MAX;
    t->withheld = t->to_withhold = ASSAY_NO_STREAM;
    if (t->bounded)
        assay_credit_reset(&t->credit);
    if (ls->cycle == 0 || !b->model->init)
        return; /* the model has only just been started */
    assay_engine_init(ls);
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

void assay_transfers_blame(struct assay_lockstep *ls, const struct assay_flow *f, uint64_t number)
{
    const struct assay_expected *e = assay_expect_at(&f->expect, number);
    struct assay_result *r = &ls->result;

    if (ls->woken || r->has_request)
        return;
    r->has_request = true;
    r->request_stream = e->of.from;
    r->request_cycle = e->since;
    memcpy(ls->blamed, assay_expect_note_of(&f->expect, number),
           ls->transfers_of->flow[e->of.from].pins->payload_size);
    r->request_payload = ls->blamed;
}

uint64_t assay_lockstep_expected(const struct assay_lockstep *ls, unsigned source)
{
    return ls->transfers_of->flow[source].expect.end;
}

const void *assay_lockstep_expectation(const struct assay_lockstep *ls, unsigned source,
                                       uint64_t number, unsigned *from)
{
    const struct assay_expect *q = &ls->transfers_of->flow[source].expect;

    *from = assay_expect_at(q, number)->of.from;
    return assay_expect_payload(q, number);
}
