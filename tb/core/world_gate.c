/* world_gate.c - the gateway: barriers, and writes to other warps. */
#include <string.h>

#include "core/interp_bar.h"
#include "core/world_internal.h"

enum { OP_NONE = 0, OP_AND = 3, OP_XOR = 5, OP_MEAN = 9, OP_VARIANCE = 10, OP_PREDICATE = 12 };
enum { F32 = 2, U64 = 3, S64 = 4, F32_PAIR = 7, TYPES = 10 };
enum { REFUSED = 4, DISAGREES = 6, ABORTED = 7, WRITTEN = 8 };

static void reply(struct core_world *w, struct core_reply r)
{
    core_world_add(w, &w->replies)->reply = r;
    ++w->counts.replies;
}

/* --- barriers --- */

static bool is_legal(uint32_t op, uint32_t type)
{
    const bool is_float = type == F32 || type >= F32_PAIR;

    if (op > OP_PREDICATE || type >= TYPES)
        return false;
    return !(op >= OP_AND && op <= OP_XOR && is_float) && !(op == OP_VARIANCE && type > F32);
}

/* Operations whose results are quotients, and so mostly small. */
static bool is_divided(uint32_t op, uint32_t type)
{
    return (op == OP_VARIANCE && type != F32) || (op == OP_MEAN && (type == U64 || type == S64));
}

static void complete(struct core_world *w, struct core_world_round *round)
{
    round->stage = round->fence ? CORE_ROUND_FENCE : CORE_ROUND_READY;
    round->due = core_world_due(w);
    if (core_world_seldom(w, 5 * w->mix.strays)) /* long enough for a cycle limit to expire */
        round->due += assay_rng_below(&w->r, 400);
    ++w->counts.rounds;
}

/* The real gateway does not take a message for a busy identifier. Here it has already been
 * taken, so it is held. */
static void hold(struct core_world *w, struct core_world_held *held, const struct core_gate *g)
{
    if (held->n == CORE_WORLD_WARPS)
        w->wrong = "more barrier messages than warps";
    else
        held->gate[held->n++] = *g;
}

static void barrier(struct core_world *w, const struct core_gate *g)
{
    const uint32_t fence = g->data[0] & 3, id = g->data[2] >> 24 & 15, op = g->data[2] & 15,
                   type = g->data[2] >> 4 & 15;
    const struct core_world_slot *slot = &w->slot[g->sender];
    struct core_world_round *round = &w->round[id];
    const bool open = round->stage == CORE_ROUND_OPEN;

    if (!open && round->stage != CORE_ROUND_FREE) {
        hold(w, &w->held[id], g);
        return;
    }
    if (!is_legal(op, type) || (w->mix.errors && core_world_seldom(w, 100))) {
        reply(w, (struct core_reply){.thread = g->sender, .status = REFUSED, .id = (uint8_t)id});
        return;
    }
    if (open && (round->fence != fence || round->op != op ||
                 (op != OP_NONE && op != OP_PREDICATE && round->type != type))) {
        reply(w, (struct core_reply){.thread = g->sender, .status = DISAGREES, .id = (uint8_t)id});
        return;
    }
    if (!open)
        *round = (struct core_world_round){.stage = CORE_ROUND_OPEN,
                                           .op = op,
                                           .type = type,
                                           .fence = fence,
                                           .first = slot->first,
                                           .warps = slot->warps};
    if (round->first != slot->first || round->mask >> g->sender & 1) {
        w->wrong = "a barrier message of a warp that has nothing to say there";
        return;
    }
    round->mask |= 1u << g->sender;
    round->sum += (uint32_t)__builtin_popcount(g->data[1]);
    round->value[g->sender - round->first] = g->data[4] | (uint64_t)g->data[5] << 32;
    if (++round->arrived == round->warps)
        complete(w, round);
}

void core_world_take_gate(struct core_world *w, const struct core_gate *g)
{
    if (g->sender >= w->params.warps || !w->slot[g->sender].used) {
        w->wrong = "a message to the gateway from a slot that is not in use";
        return;
    }
    if (g->kind == 0) {
        barrier(w, g);
        return;
    }
    if (g->data[1] >= w->params.warps) {
        w->wrong = "a write to a warp that there is not";
        return;
    }
    reply(w, (struct core_reply){.thread = (uint8_t)g->data[1],
                                 .status = WRITTEN,
                                 .reg = (uint8_t)g->data[2],
                                 .data = g->data[4]});
}

/* An unsolicited reply: a write for a generation that is over, or a reply to a warp that does
 * not exist. */
static bool stray_reply(struct core_world *w, struct core_reply *r)
{
    if (!core_world_seldom(w, w->mix.strays))
        return false;
    if (assay_rng_percent(&w->r, 50)) {
        r->thread = (uint8_t)assay_rng_below(&w->r, w->params.warps);
        r->status = WRITTEN;
        r->reg = (uint8_t)((w->generation[r->thread] + 4 + assay_rng_below(&w->r, 8)) << 4);
    } else {
        r->thread = (uint8_t)(w->params.warps + assay_rng_below(&w->r, 256 - w->params.warps));
        r->status = (uint8_t)assay_rng_below(&w->r, 11);
    }
    r->id = (uint8_t)assay_rng_below(&w->r, 16);
    r->reg |= (uint8_t)assay_rng_below(&w->r, 16);
    r->data = (uint32_t)assay_rng_u64(&w->r);
    return true;
}

bool core_world_answer_gate(struct core_world *w, struct core_reply *r)
{
    uint32_t i;

    memset(r, 0, sizeof *r);
    if (stray_reply(w, r))
        return true;
    if (!core_world_pick(w, &w->replies, false, &i))
        return false;
    *r = w->replies.wait[i].reply;
    core_world_remove(&w->replies, i);
    return true;
}

/* Ends a round and processes the messages held meanwhile. */
static void release(struct core_world *w, uint32_t id)
{
    const struct core_world_held held = w->held[id];

    w->round[id].stage = CORE_ROUND_FREE;
    memset(&w->held[id], 0, sizeof w->held[id]);
    for (uint32_t i = 0; i < held.n; ++i)
        barrier(w, &held.gate[i]);
    if (held.aborted)
        core_world_take_abort(w, id);
}

/* The round in `stage` that is due first; NULL: none. */
static struct core_world_round *next_round(struct core_world *w, enum core_world_stage stage)
{
    struct core_world_round *found = NULL;

    for (uint32_t i = 0; i < CORE_WORLD_IDS; ++i) {
        struct core_world_round *round = &w->round[i];

        if (round->stage == stage && round->due <= w->now && (!found || round->due < found->due))
            found = round;
    }
    return found;
}

bool core_world_broadcast(struct core_world *w, struct core_wb *wb)
{
    struct core_world_round *round, done;

    memset(wb, 0, sizeof *wb);
    if (w->beat) { /* for threads 32 and above */
        w->beat = false;
        wb->id = (uint8_t)assay_rng_below(&w->r, CORE_WORLD_IDS);
        wb->beat = (uint8_t)(1 + assay_rng_below(&w->r, 7));
        wb->mask = (uint32_t)assay_rng_u64(&w->r);
        wb->last = 1;
        return true;
    }
    round = next_round(w, CORE_ROUND_READY);
    if (!round)
        return false;
    wb->id = (uint8_t)(round - w->round);
    wb->mask = round->mask;
    w->beat = w->mix.strays && assay_rng_percent(&w->r, 20);
    wb->last = !w->beat;
    done = *round;
    release(w, wb->id);
    if (done.aborted) {
        wb->status = ABORTED;
        return true;
    }
    if (w->mix.more)
        wb->status = core_world_status(w);
    wb->sum = (uint16_t)done.sum;
    if (!core_interp_merge(done.op, done.type, done.value, done.warps, done.sum, &wb->result))
        w->wrong = "a barrier operation that is not known";
    if (!w->computes && is_divided(done.op, done.type))
        wb->result = assay_rng_u64(&w->r);
    return true;
}

bool core_world_ask_fence(struct core_world *w, struct core_fence *fence)
{
    struct core_world_round *round = next_round(w, CORE_ROUND_FENCE);

    if (!round)
        return false;
    fence->id = (uint8_t)(round - w->round);
    fence->scope = (uint8_t)round->fence;
    round->stage = CORE_ROUND_ASKED;
    return true;
}

void core_world_take_ack(struct core_world *w, uint32_t id)
{
    if (w->round[id].stage != CORE_ROUND_ASKED) {
        w->wrong = "an acknowledgement of a fence that was not asked for";
        return;
    }
    w->round[id].stage = CORE_ROUND_READY;
    w->round[id].due = core_world_due(w);
}

void core_world_take_abort(struct core_world *w, uint32_t id)
{
    struct core_world_round *round = &w->round[id];

    ++w->counts.aborts;
    w->held[id].aborted = w->held[id].n != 0;
    if (round->stage == CORE_ROUND_FREE)
        return;
    round->aborted = true;
    if (round->stage != CORE_ROUND_ASKED) {
        round->stage = CORE_ROUND_READY;
        round->due = core_world_due(w);
    }
}
