/* part_accept.c - tells the model what was accepted in a part. */
#include "engine/part.h"

/* Sets the time to cycle `k` of the part, in `ls` as well in case the model does not return. */
static inline void set_time(struct assay_emit *emit, const struct assay_part *p, unsigned k)
{
    emit->ls->cycle = emit->cycle = p->first + k;
    emit->clock = assay_part_clock(p, k);
}

static struct assay_emit emit_of(struct assay_lockstep *ls)
{
    struct assay_transfers *t = ls->transfers_of;

    return (struct assay_emit){.ls = ls, .t = t, .quick = t->quick};
}

/* For blocks with `one_sink` of struct assay_transfers. */
struct one_sink {
    struct assay_emit emit;
    void (*on)(void *state, unsigned stream, const void *payload, struct assay_emit *emit);
    unsigned stream;
    const uint8_t *payload; /* of the part's first cycle */
};

static struct one_sink open_sink(struct assay_lockstep *ls, const struct assay_part *p)
{
    const struct assay_transfers *t = ls->transfers_of;
    const unsigned stream = (unsigned)__builtin_ctzll(t->sinks);
    const struct assay_stream *pins = t->flow[stream].pins;
    struct one_sink s = {emit_of(ls), ls->config.block->hooks->on, stream, p->in + pins->payload};

    s.emit.payload_size = pins->payload_size;
    s.emit.of = (struct assay_expected_of){.request = ASSAY_NO_REQUEST, .from = (uint16_t)stream};
    return s;
}

static inline void accept_one(struct one_sink *s, const struct assay_part *p, unsigned k)
{
    set_time(&s->emit, p, k);
    s->emit.payload = s->payload + k * p->in_size;
    s->on(s->emit.ls->state, s->stream, s->emit.payload, &s->emit);
}

static unsigned accept_all(struct assay_lockstep *ls, const struct assay_part *p, uint64_t cycles)
{
    const struct assay_transfers *t = ls->transfers_of;
    struct one_sink s = open_sink(ls, p);
    unsigned n = p->n;

    ls->in_model = true;
    for (uint64_t m = cycles; m; m &= m - 1) {
        const unsigned k = (unsigned)__builtin_ctzll(m);

        accept_one(&s, p, k);
        if (__builtin_expect(t->found.verdict != ASSAY_PASS, 0)) {
            n = k + 1;
            break;
        }
    }
    ls->in_model = false;
    return n;
}

unsigned assay_part_in_step(struct assay_lockstep *ls, const struct assay_part *p)
{
    const struct assay_transfers *t = ls->transfers_of;
    const unsigned source = (unsigned)__builtin_ctzll(t->sources);
    struct one_sink s = open_sink(ls, p);

    for (uint64_t m = p->accepted | p->given; m; m &= m - 1) {
        const unsigned k = (unsigned)__builtin_ctzll(m);

        if (p->accepted >> k & 1) {
            ls->in_model = true;
            accept_one(&s, p, k);
            ls->in_model = false;
        }
        if (p->given >> k & 1)
            assay_part_judge_one(ls, p, k, source);
        if (__builtin_expect(t->found.verdict != ASSAY_PASS, 0))
            return k + 1;
    }
    return p->n;
}

/* Accepts a sink's transfer in the cycle for which `emit` has the time. */
static inline void accept_of(struct assay_emit *emit, const struct assay_sink_pins *s,
                             const uint8_t *in)
{
    struct assay_lockstep *ls = emit->ls;

    if (s->joined || emit->t->bounded) {
        assay_transfers_take(emit, s->stream, in + s->payload);
        return;
    }
    emit->payload = in + s->payload;
    emit->payload_size = s->payload_size;
    emit->of = (struct assay_expected_of){.request = ASSAY_NO_REQUEST, .from = (uint16_t)s->stream};
    ls->in_model = true;
    ls->config.block->hooks->on(ls->state, s->stream, emit->payload, emit);
    ls->in_model = false;
}

unsigned assay_part_accept(struct assay_lockstep *ls, const struct assay_part *p, uint64_t cycles)
{
    const struct assay_transfers *t = ls->transfers_of;
    struct assay_emit emit;

    if (t->one_sink)
        return accept_all(ls, p, cycles);
    emit = emit_of(ls);
    for (uint64_t m = cycles; m; m &= m - 1) {
        const unsigned k = (unsigned)__builtin_ctzll(m);

        set_time(&emit, p, k);
        for (const struct assay_sink_pins *s = t->sink; s < t->sink + t->n_sinks; ++s)
            if (t->words[s->stream].both >> k & 1)
                accept_of(&emit, s, p->in + k * p->in_size);
        if (t->found.verdict != ASSAY_PASS)
            return k + 1;
    }
    return p->n;
}
