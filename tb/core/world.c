#include "core/world.h"

#include <string.h>

#include "core/world_internal.h"

void core_world_begin(struct core_world *w, const struct core_params *params,
                      const struct core_world_mix *mix, uint64_t seed)
{
    memset(w, 0, sizeof *w);
    w->params = *params;
    w->mix = *mix;
    assay_rng_init(&w->r, seed, "core.world");
}

void core_world_reset(struct core_world *w)
{
    w->mem.n = w->locals.n = w->replies.n = w->notes.n = w->values.n = 0;
    memset(w->generation, 0, sizeof w->generation);
    memset(w->round, 0, sizeof w->round);
    memset(w->held, 0, sizeof w->held);
    memset(w->slot, 0, sizeof w->slot);
    w->beat = w->odd_start = false;
    w->launch.groups = w->started = w->ended = 0;
}

void core_world_launch(struct core_world *w, const struct core_world_launch *launch)
{
    w->launch = *launch;
    w->started = w->ended = 0;
    core_world_choose_bases(w);
}

bool core_world_is_over(const struct core_world *w)
{
    return w->ended == w->launch.groups;
}

void core_world_tick(struct core_world *w)
{
    ++w->now;
}

/* --- queues --- */

bool core_world_seldom(struct core_world *w, uint32_t permille)
{
    return permille && assay_rng_below(&w->r, 1000) < permille;
}

uint64_t core_world_due(struct core_world *w)
{
    return w->now + w->mix.least + assay_rng_below(&w->r, w->mix.most - w->mix.least + 1);
}

struct core_world_wait *core_world_add(struct core_world *w, struct core_world_queue *q)
{
    if (q->n == CORE_WORLD_QUEUE) {
        w->wrong = "more under way than there can be";
        --q->n;
    }
    q->wait[q->n].due = core_world_due(w);
    q->wait[q->n].number = w->number++;
    return &q->wait[q->n++];
}

bool core_world_pick(struct core_world *w, const struct core_world_queue *q, bool any, uint32_t *i)
{
    const uint32_t from = any && q->n ? assay_rng_below(&w->r, q->n) : 0;

    for (uint32_t n = 0; n < (any ? q->n : q->n ? 1 : 0); ++n) {
        *i = (from + n) % q->n;
        if (q->wait[*i].due <= w->now)
            return true;
    }
    return false;
}

void core_world_remove(struct core_world_queue *q, uint32_t i)
{
    memmove(&q->wait[i], &q->wait[i + 1], (q->n - i - 1) * sizeof *q->wait);
    --q->n;
}

uint32_t *core_world_word(struct core_world *w, uint32_t at)
{
    return at - w->base < w->bytes ? &w->global[(at - w->base) / 4] : NULL;
}

/* --- streams --- */

bool core_world_next(struct core_world *w, unsigned stream, void *payload)
{
    switch (stream) {
    case core_stream_start:
        return core_world_start(w, payload);
    case core_stream_mem_rsp:
        return core_world_answer_mem(w, payload);
    case core_stream_local_rsp:
        return core_world_answer_local(w, payload);
    case core_stream_wb:
        return core_world_broadcast(w, payload);
    case core_stream_reply:
        return core_world_answer_gate(w, payload);
    case core_stream_fence:
        return core_world_ask_fence(w, payload);
    case core_stream_note:
        return core_world_note(w, payload);
    case core_stream_value:
        return core_world_value(w, payload);
    default:
        return false;
    }
}

void core_world_observe(struct core_world *w, unsigned stream, const void *payload)
{
    switch (stream) {
    case core_stream_start:
        core_world_started(w, payload);
        break;
    case core_stream_end:
        core_world_take_end(w, payload);
        break;
    case core_stream_mem:
        core_world_take_mem(w, payload);
        break;
    case core_stream_local:
        core_world_take_local(w, payload);
        break;
    case core_stream_gate:
        core_world_take_gate(w, payload);
        break;
    case core_stream_ack:
        core_world_take_ack(w, ((const struct core_ack *)payload)->id);
        break;
    case core_stream_abort:
        core_world_take_abort(w, ((const struct core_abort *)payload)->id);
        break;
    case core_stream_off:
        core_world_take_off(w, payload);
        break;
    default:
        break;
    }
}
