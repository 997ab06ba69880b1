/* gateway.c - the block, cycle by cycle. */
#include "gateway/gateway.h"

#include <stddef.h>
#include <string.h>

#include "type/bits.h"

const char *gateway_check_params(const struct gateway_params *p)
{
    if (p->barriers == 0 || p->barriers > GATEWAY_MAX_BARRIERS || (p->barriers & (p->barriers - 1)))
        return "barriers must be 1, 2, 4, 8 or 16";
    if (p->threads < 4 || p->threads > GATEWAY_MAX_THREADS || (p->threads & (p->threads - 1)))
        return "threads must be a power of two from 4 to 256";
    if (p->alus == 0 || p->alus > GATEWAY_MAX_ALUS)
        return "alus must be 1 to 16";
    return NULL;
}

void gateway_init(struct gateway_state *s, const struct gateway_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
    gateway_reset(s);
}

void gateway_reset(struct gateway_state *s)
{
    const struct gateway_params p = s->params;

    memset(s, 0, offsetof(struct gateway_state, value));
    s->params = p;
    for (uint32_t id = 0; id < GATEWAY_MAX_BARRIERS; ++id)
        s->config[id].count = (uint16_t)p.threads;
    s->at[GATEWAY_FREE] = (UINT32_C(1) << p.barriers) - 1;
    s->f32.id = s->divider.id = s->fence.id = s->sending = GATEWAY_NONE;
    s->taken[0].id = s->taken[1].id = GATEWAY_NONE;
}

/* --- identifiers and the order of completion --- */

static void move_to(struct gateway_state *s, uint32_t id, uint8_t stage)
{
    const uint32_t bit = UINT32_C(1) << id;

    s->at[s->round[id].stage] &= ~bit;
    s->at[stage] |= bit;
    s->round[id].stage = stage;
}

/* Marks a round as complete, or as aborted before completion. */
static void complete(struct gateway_state *s, uint32_t id, uint8_t stage)
{
    s->older[id] = (uint16_t)s->busy;
    s->busy |= UINT32_C(1) << id;
    move_to(s, id, stage);
}

static void release(struct gateway_state *s, uint32_t id)
{
    const uint16_t others = (uint16_t) ~(1u << id);

    s->busy &= others;
    for (uint32_t i = 0; i < GATEWAY_MAX_BARRIERS; ++i)
        s->older[i] &= others;
    move_to(s, id, GATEWAY_FREE);
}

/*
 * The identifier in `bits`, all of which must be busy, that completed first; GATEWAY_NONE if bits
 * is 0.
 */
static uint8_t oldest(const struct gateway_state *s, uint32_t bits)
{
    uint32_t id;

    if (bits == 0)
        return GATEWAY_NONE;
    do {
        id = (uint32_t)__builtin_ctz(bits);
        bits &= bits - 1;
    } while (s->older[id] & bits); /* an older one is still in bits */
    return (uint8_t)id;
}

static uint64_t *values_of(struct gateway_state *s, uint32_t id)
{
    return s->value + id * s->params.threads;
}

/* The next stage of a complete round that has no fence pending. */
static uint8_t after_fence(const struct gateway_state *s, uint32_t id)
{
    const struct gateway_round *r = &s->round[id];

    if (r->aborted)
        return GATEWAY_READY;
    if (s->floats >> id & 1 && !gateway_tree_has_root(&s->tree[id], s->params.threads))
        return GATEWAY_TREE;
    return gateway_divides(r->first.op) ? GATEWAY_CALC : GATEWAY_READY;
}

/* Updates s->ready after a change of a tree. */
static void look_at_tree(struct gateway_state *s, uint32_t id)
{
    const uint32_t bit = UINT32_C(1) << id;

    s->ready &= ~bit;
    if (!s->round[id].aborted && gateway_tree_ready(&s->tree[id], &s->params))
        s->ready |= bit;
}

/* --- abort --- */

static bool can_abort(const struct gateway_state *s, uint32_t id)
{
    return id < s->params.barriers && s->round[id].stage != GATEWAY_FREE &&
           s->round[id].stage != GATEWAY_SENDING;
}

/* Returns the identifier that no unit may take up in this cycle, as a bit; usually 0. */
static uint32_t abort_round(struct gateway_state *s, const struct gateway_inputs *in)
{
    const uint8_t id = in->abort.id;
    struct gateway_round *r;

    s->abort_done = in->abort_valid && can_abort(s, id);
    if (!s->abort_done || s->round[id].aborted)
        return 0;
    r = &s->round[id];
    r->aborted = 1;
    s->ready &= ~(UINT32_C(1) << id);
    if (r->stage == GATEWAY_OPEN)
        complete(s, id, GATEWAY_READY);
    else if (r->stage != GATEWAY_OFFERED && r->stage != GATEWAY_SENT)
        move_to(s, id, GATEWAY_READY);
    return UINT32_C(1) << id;
}

/* --- write-back --- */

static void load_beat(struct gateway_state *s, uint8_t beat)
{
    s->wb.beat = beat;
    s->wb.mask = s->round[s->sending].member[beat];
    s->wb.last = (beat + 1u) * GATEWAY_BEAT >= s->params.threads;
}

static void start_broadcast(struct gateway_state *s, uint8_t id)
{
    const struct gateway_round *r = &s->round[id];

    s->sending = id;
    move_to(s, id, GATEWAY_SENDING);
    s->wb.id = id;
    s->wb.status = r->aborted ? GATEWAY_ABORTED : GATEWAY_OK;
    s->wb.sum = r->aborted ? 0 : r->sum;
    s->wb.result = 0; /* until gateway_step reduces the values */
    load_beat(s, 0);
}

/* Returns the identifier whose broadcast begins, or GATEWAY_NONE. */
static uint8_t broadcast(struct gateway_state *s, bool ready, uint32_t killed)
{
    uint8_t next;

    if (s->sending != GATEWAY_NONE) {
        if (!ready)
            return GATEWAY_NONE;
        s->waiting[s->wb.beat] &= ~s->wb.mask;
        if (!s->wb.last) {
            load_beat(s, (uint8_t)(s->wb.beat + 1));
            return GATEWAY_NONE;
        }
        release(s, s->sending);
        s->sending = GATEWAY_NONE;
    }
    next = oldest(s, s->at[GATEWAY_READY] & ~killed);
    if (next != GATEWAY_NONE)
        start_broadcast(s, next);
    return next;
}

/* --- dividers --- */

static void after_division(struct gateway_state *s, uint8_t id)
{
    struct gateway_round *r = &s->round[id];

    if (!(s->floats >> id & 1) || r->first.op != GATEWAY_VARIANCE || r->second) {
        move_to(s, id, GATEWAY_READY);
        return;
    }
    r->second = 1;
    gateway_tree_again(&s->tree[id], s->params.threads, r->member);
    look_at_tree(s, id);
    move_to(s, id, GATEWAY_TREE);
}

/* `kind` is the set of identifiers that belong to this unit. */
static void run_unit(struct gateway_state *s, struct gateway_unit *u, uint32_t kind,
                     uint32_t killed)
{
    if (u->id == GATEWAY_NONE) {
        u->id = oldest(s, s->at[GATEWAY_CALC] & kind & ~killed);
        if (u->id != GATEWAY_NONE) {
            const struct gateway_round *r = &s->round[u->id];

            u->left =
                (uint16_t)gateway_work(r->first.op, r->first.type, r->member, values_of(s, u->id));
            move_to(s, u->id, GATEWAY_WORK);
        }
    } else if (killed >> u->id & 1) {
        u->id = GATEWAY_NONE;
    } else if (--u->left == 0) {
        after_division(s, u->id);
        u->id = GATEWAY_NONE;
    }
}

/* --- adders --- */

/* Chooses the round to serve and takes its nodes. If there is none, n and squared are 0. */
static struct gateway_taken take_nodes(struct gateway_state *s)
{
    struct gateway_taken taken = {.id = GATEWAY_NONE};

    for (uint32_t bits = s->ready; bits; bits &= bits - 1) {
        const uint32_t id = (uint32_t)__builtin_ctz(bits);

        if (taken.id == GATEWAY_NONE || s->tree[id].opened < s->tree[taken.id].opened)
            taken.id = (uint8_t)id;
    }
    if (taken.id != GATEWAY_NONE) {
        gateway_tree_take(&s->tree[taken.id], &s->params, &taken);
        look_at_tree(s, taken.id);
    }
    return taken;
}

/* Nodes taken two cycles ago are formed from the next cycle on. */
static void put_nodes(struct gateway_state *s, const struct gateway_taken *taken)
{
    struct gateway_tree *t = &s->tree[taken->id % GATEWAY_MAX_BARRIERS];

    if (taken->id == GATEWAY_NONE || s->round[taken->id].aborted)
        return;
    for (uint32_t i = 0; i < taken->n; ++i)
        gateway_tree_there(t, s->params.threads, taken->node[i]);
    if (taken->squared)
        gateway_tree_squared(t, s->params.threads, s->round[taken->id].member);
    look_at_tree(s, taken->id);
    if (s->round[taken->id].stage == GATEWAY_TREE)
        move_to(s, taken->id, after_fence(s, taken->id));
}

/* --- fences --- */

static void run_fences(struct gateway_state *s, const struct gateway_inputs *in, uint32_t killed)
{
    uint8_t next;

    if (in->ack_valid && in->ack.id < s->params.barriers &&
        s->round[in->ack.id].stage == GATEWAY_SENT)
        move_to(s, in->ack.id, after_fence(s, in->ack.id));
    if (s->fence.id != GATEWAY_NONE) {
        if (!in->fence_ready)
            return;
        move_to(s, s->fence.id, GATEWAY_SENT);
        s->fence.id = GATEWAY_NONE;
    }
    next = oldest(s, s->at[GATEWAY_FENCE] & ~killed);
    if (next != GATEWAY_NONE) {
        s->fence.id = next;
        s->fence.scope = s->round[next].first.fence;
        move_to(s, next, GATEWAY_OFFERED);
    }
}

/* --- messages --- */

static void open_round(struct gateway_state *s, const struct gateway_msg *m)
{
    const struct gateway_fields f = gateway_unpack(m);
    const struct gateway_config c = s->config[f.id];
    const uint32_t bit = UINT32_C(1) << f.id;
    struct gateway_round *r = &s->round[f.id];

    memset(r, 0, sizeof *r);
    move_to(s, f.id, GATEWAY_OPEN);
    r->terms = gateway_terms(m);
    r->first = f;
    r->count = f.cen ? (uint16_t)gateway_named_count(f.cnt) : c.count;
    r->placed = !f.cen && c.placed;
    r->place = r->placed ? c.first : 0;
    s->floats &= ~bit;
    if (f.op == GATEWAY_OP_NONE || f.op == GATEWAY_PREDICATE || !gateway_is_float(f.type))
        return;
    s->floats |= bit;
    gateway_tree_open(&s->tree[f.id], s->params.threads, r->place,
                      r->placed ? r->place + r->count - 1u : s->params.threads - 1);
    s->tree[f.id].opened = s->opened++;
}

static void arrive(struct gateway_state *s, const struct gateway_msg *m)
{
    const uint32_t word = m->sender / GATEWAY_BEAT;
    const uint32_t bit = UINT32_C(1) << m->sender % GATEWAY_BEAT;
    const uint32_t id = m->data[2] >> 24 & 15;
    struct gateway_round *r = &s->round[id];

    if (r->stage == GATEWAY_FREE)
        open_round(s, m);
    r->member[word] |= bit;
    s->waiting[word] |= bit;
    r->sum = (uint16_t)(r->sum + count_ones(m->data[1]));
    values_of(s, id)[m->sender] = (uint64_t)m->data[5] << 32 | m->data[4];
    ++r->arrived;
    if (s->floats >> id & 1) {
        gateway_tree_there(&s->tree[id], s->params.threads, m->sender);
        if (r->arrived == r->count)
            gateway_tree_close(&s->tree[id], s->params.threads);
        look_at_tree(s, id);
    }
    if (r->arrived == r->count)
        complete(s, id, r->first.fence ? GATEWAY_FENCE : after_fence(s, id));
}

/* `check` is from the start of the cycle; only barrier messages can be GATEWAY_OK. */
static void take_message(struct gateway_state *s, const struct gateway_msg *m, uint8_t check)
{
    struct gateway_reply *reply;

    if (check == GATEWAY_OK) {
        arrive(s, m);
        return;
    }
    reply = &s->reply[s->replies++];
    memset(reply, 0, sizeof *reply);
    reply->thread = m->sender;
    reply->status = check;
    if (m->kind == GATEWAY_BARRIER)
        reply->id = m->data[2] >> 24 & 15;
    if (check == GATEWAY_FORWARDED) {
        reply->thread = m->data[1] & 255;
        reply->reg = m->data[2] & 255;
        reply->data = m->data[4];
    }
}

static bool is_held(const struct gateway_state *s, const struct gateway_inputs *in)
{
    const uint32_t id = in->msg.data[2] >> 24 & 15;

    const uint8_t stage = s->round[id].stage;
    const bool aborts = (stage == GATEWAY_OPEN) & in->abort_valid & (in->abort.id == id);

    return in->msg_valid & (in->msg.kind == GATEWAY_BARRIER) & (id < s->params.barriers) &
           ((stage >= GATEWAY_FENCE) | aborts);
}

/* --- the cycle --- */

static void put_out(const struct gateway_state *s, const struct gateway_inputs *in,
                    struct gateway_outputs *out)
{
    out->msg_ready = s->replies < GATEWAY_REPLIES && !is_held(s, in);
    out->cfg_ready = 1;
    out->abort_ready = 1;
    out->ack_ready = 1;
    out->fence_valid = s->fence.id != GATEWAY_NONE;
    out->fence.id = s->fence.id & 15;
    out->fence.scope = s->fence.scope;
    out->wb_valid = s->sending != GATEWAY_NONE;
    out->wb = s->wb;
    out->reply_valid = s->replies > 0;
    out->reply = s->reply[0];
    out->abort_done = s->abort_done;
}

uint8_t gateway_edge(struct gateway_state *s, const struct gateway_inputs *in, uint8_t check)
{
    /* Conditional selects instead of branches, where the outcome is unpredictable. */
    const bool replied = (s->replies != 0) & in->reply_ready;
    const bool configured = in->cfg_valid & (in->cfg.id < s->params.barriers);
    const struct gateway_config config = {in->cfg.count, in->cfg.placed, in->cfg.first};
    struct gateway_taken taken;
    uint8_t begun = GATEWAY_NONE;
    uint32_t killed;

    /* Each step must see the stages as they were at the start: a step that takes up an
     * identifier precedes the step that hands it on. */
    killed = abort_round(s, in);
    taken = take_nodes(s);
    if (s->busy) {
        begun = broadcast(s, in->wb_ready, killed);
        if (s->at[GATEWAY_CALC] | s->at[GATEWAY_WORK] | killed) {
            run_unit(s, &s->f32, s->floats, killed);
            run_unit(s, &s->divider, ~s->floats, killed);
        }
    }
    put_nodes(s, &s->taken[1]);
    s->taken[1] = s->taken[0];
    s->taken[0] = taken;
    if (s->busy)
        run_fences(s, in, killed);
    s->reply[0] = s->reply[replied];
    s->replies = (uint8_t)(s->replies - replied);
    if (check != GATEWAY_NONE)
        take_message(s, &in->msg, check);
    if (configured)
        s->config[in->cfg.id] = config;
    return begun;
}

void gateway_step(struct gateway_state *s, const struct gateway_inputs *in,
                  struct gateway_outputs *out)
{
    uint8_t check = GATEWAY_NONE, begun;

    put_out(s, in, out);
    if (in->rst) {
        gateway_reset(s);
        return;
    }
    if (in->msg_valid && out->msg_ready)
        check = gateway_check(s, &in->msg);
    begun = gateway_edge(s, in, check);
    if (begun != GATEWAY_NONE && s->wb.status == GATEWAY_OK) {
        const struct gateway_round *r = &s->round[begun];

        s->wb.result = gateway_result(&s->params, r->first.op, r->first.type, r->member,
                                      values_of(s, begun), r->sum);
    }
}
