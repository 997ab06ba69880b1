/* observe.c - keeps track of the state of the block, from its transfers. */
#include "gateway/traffic.h"

/* Some rounds of floats are aborted a few cycles after a value, while the adders are busy with the
 * round. */
static void choose_abort(struct gateway_traffic *t, uint8_t id)
{
    if (assay_rng_below(&t->fresh, 8))
        return;
    t->summing = id;
    t->abort_in = assay_rng_below(&t->fresh, 8);
}

static void saw_message(struct gateway_traffic *t, const struct gateway_msg *m)
{
    struct gateway_round *r = &t->seen.round[m->data[2] >> 24 & 15];

    if (m->kind != GATEWAY_BARRIER || gateway_check(&t->seen, m) != GATEWAY_OK)
        return;
    if (r->stage == GATEWAY_FREE) {
        const struct gateway_fields f = gateway_unpack(m);

        r->stage = GATEWAY_OPEN;
        r->terms = gateway_terms(m);
        r->first = f;
        r->arrived = 0; /* the members of the previous round have all been released */
        r->count = f.cen ? (uint16_t)gateway_named_count(f.cnt) : t->seen.config[f.id].count;
        r->placed = !f.cen && t->seen.config[f.id].placed;
        r->place = t->seen.config[f.id].first;
    }
    t->seen.waiting[m->sender / GATEWAY_BEAT] |= UINT32_C(1) << m->sender % GATEWAY_BEAT;
    r->member[m->sender / GATEWAY_BEAT] |= UINT32_C(1) << m->sender % GATEWAY_BEAT;
    if (++r->arrived == r->count)
        r->stage = GATEWAY_READY;
    if (r->arrived > 1 && gateway_is_float(r->first.type))
        choose_abort(t, r->first.id);
}

static void saw_beat(struct gateway_traffic *t, const struct gateway_wb *b)
{
    struct gateway_round *r = &t->seen.round[b->id];

    for (uint32_t rest = r->member[b->beat]; rest; rest &= rest - 1)
        --r->arrived; /* counts the members that are still waiting */
    t->seen.waiting[b->beat] &= ~r->member[b->beat];
    r->member[b->beat] = 0;
    if (b->last)
        r->stage = GATEWAY_FREE;
}

void gateway_traffic_observe(struct gateway_traffic *t, unsigned stream, const void *payload)
{
    const struct gateway_cfg *cfg = payload;
    const struct gateway_abort *abort = payload;
    const struct gateway_ack *ack = payload;
    const struct gateway_fence *fence = payload;

    switch (stream) {
    case GATEWAY_MSG_STREAM:
        saw_message(t, payload);
        break;
    case GATEWAY_CFG_STREAM:
        if (cfg->id < t->params.barriers)
            t->seen.config[cfg->id] = (struct gateway_config){cfg->count, cfg->placed, cfg->first};
        break;
    case GATEWAY_ABORT_STREAM:
        if (abort->id < t->params.barriers && t->seen.round[abort->id].stage == GATEWAY_OPEN)
            t->seen.round[abort->id].stage = GATEWAY_READY;
        break;
    case GATEWAY_ACK_STREAM:
        t->fences &= ~(UINT32_C(1) << ack->id);
        break;
    case GATEWAY_FENCE_STREAM:
        t->fences |= UINT32_C(1) << fence->id;
        break;
    case GATEWAY_WB_STREAM:
        saw_beat(t, payload);
        break;
    default:
        break;
    }
}
