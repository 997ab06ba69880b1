/* part_accept.c - what was accepted in a part: the model is told of it. */
#include "engine/part.h"

/* The time of a cycle of the part; `ls` has it as well, for a model that does not return. */
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

/* Of one stream, the only sink, without a join and without a bound. */
static unsigned accept_one(struct assay_lockstep *ls, const struct assay_part *p, unsigned stream,
                           uint64_t cycles)
{
    const struct assay_transfers *t = ls->transfers_of;
    const struct assay_stream *pins = t->flow[stream].pins;
    const uint8_t *const payload = p->in + pins->payload;
    const size_t size = p->in_size;
    void (*const on)(void *, unsigned, const void *, struct assay_emit *) =
        ls->config.block->hooks->on;
    void *const state = ls->state;
    struct assay_emit emit = emit_of(ls);

    emit.payload_size = pins->payload_size;
    emit.of = (struct assay_expected_of){.request = ASSAY_NO_REQUEST, .from = (uint16_t)stream};
    ls->in_model = true;
    for (uint64_t m = cycles; m; m &= m - 1) {
        const unsigned k = (unsigned)__builtin_ctzll(m);

        set_time(&emit, p, k);
        emit.payload = payload + k * size;
        on(state, stream, emit.payload, &emit);
        if (__builtin_expect(t->found.verdict != ASSAY_PASS, 0)) {
            ls->in_model = false;
            return k + 1;
        }
    }
    ls->in_model = false;
    return p->n;
}

unsigned assay_part_accept(struct assay_lockstep *ls, const struct assay_part *p, uint64_t cycles)
{
    const struct assay_transfers *t = ls->transfers_of;
    struct assay_emit emit;

    if (t->one_sink)
        return accept_one(ls, p, (unsigned)__builtin_ctzll(t->sinks), cycles);
    emit = emit_of(ls);
    for (uint64_t m = cycles; m; m &= m - 1) {
        const unsigned k = (unsigned)__builtin_ctzll(m);

        set_time(&emit, p, k);
        for (uint64_t s = t->sinks; s; s &= s - 1) {
            const unsigned i = (unsigned)__builtin_ctzll(s);

            if (t->words[i].both >> k & 1)
                assay_transfers_take(&emit, i, p->in + k * p->in_size + t->flow[i].pins->payload);
        }
        if (t->found.verdict != ASSAY_PASS)
            return k + 1;
    }
    return p->n;
}
