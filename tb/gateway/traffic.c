#include "gateway/traffic.h"

#include <string.h>

void gateway_traffic_begin(struct gateway_traffic *t, const struct assay_stim_env *env,
                           bool everywhere)
{
    memcpy(&t->params, env->params->v, sizeof t->params);
    t->knobs = env->knobs;
    t->everywhere = everywhere;
    assay_rng_init(&t->msg, env->seed, "gateway.msg");
    assay_rng_init(&t->values, env->seed, "gateway.values");
    assay_rng_init(&t->near, env->seed, "gateway.near");
    assay_rng_init(&t->ties, env->seed, "gateway.ties");
    assay_rng_init(&t->types, env->seed, "gateway.types");
    assay_rng_init(&t->cfg, env->seed, "gateway.cfg");
    assay_rng_init(&t->abort, env->seed, "gateway.abort");
    assay_rng_init(&t->ack, env->seed, "gateway.ack");
    assay_rng_init(&t->fresh, env->seed, "gateway.fresh");
    t->summing = GATEWAY_NONE;
    gateway_init(&t->seen, &t->params);
}

void gateway_traffic_restart(struct gateway_traffic *t)
{
    gateway_reset(&t->seen);
    t->fences = 0;
    t->want = 0;
    t->is_fresh = true;
    t->summing = GATEWAY_NONE;
}

/* --- which thread is where --- */

static bool waits(const struct gateway_traffic *t, uint32_t thread)
{
    return t->seen.waiting[thread / GATEWAY_BEAT] >> thread % GATEWAY_BEAT & 1;
}

/* Returns a thread that is not waiting, searching upward from
 * a random one, or GATEWAY_MAX_THREADS if all are waiting. */
static uint32_t draw_thread(struct gateway_traffic *t)
{
    const uint32_t from = assay_rng_below(&t->msg, t->params.threads);

    for (uint32_t i = 0; i < t->params.threads; ++i) {
        const uint32_t thread = (from + i) & (t->params.threads - 1);

        if (!waits(t, thread))
            return thread;
    }
    return GATEWAY_MAX_THREADS;
}

/* Returns an identifier in the given stage, searching upward from a random one, or GATEWAY_NONE. */
static uint8_t draw_id(struct gateway_traffic *t, struct assay_rng *r, uint8_t stage)
{
    const uint32_t from = assay_rng_below(r, t->params.barriers);

    for (uint32_t i = 0; i < t->params.barriers; ++i) {
        const uint32_t id = (from + i) & (t->params.barriers - 1);

        if (t->seen.round[id].stage == stage)
            return (uint8_t)id;
    }
    return GATEWAY_NONE;
}

/* Returns the number of threads that are not waiting, minus those that open rounds still need. */
static int32_t spare(const struct gateway_traffic *t)
{
    int32_t n = (int32_t)t->params.threads;

    for (uint32_t id = 0; id < t->params.barriers; ++id) {
        const struct gateway_round *r = &t->seen.round[id];

        n -= r->stage == GATEWAY_OPEN ? r->count : r->arrived;
    }
    return n;
}

/* --- messages --- */

static void draw_want(struct gateway_traffic *t)
{
    const uint32_t threads = t->params.threads, kind = assay_rng_below(&t->msg, 16);

    if (t->everywhere)
        t->want = threads > t->params.barriers ? threads / t->params.barriers : 1;
    else if (kind < 12) /* many small rounds, as a bug is easy to read in them */
        t->want = 1 + (kind > (threads < 8 ? 9 : 6));
    else if (kind == 12)
        t->want = 1 + assay_rng_below(&t->msg, 4);
    else if (kind == 13)
        t->want = 1 + assay_rng_below(&t->msg, threads / 2);
    else
        t->want = kind == 14 ? threads : 1 + assay_rng_below(&t->msg, threads);
    if (t->want > 2 && threads < 8 && assay_rng_below(&t->msg, 16))
        t->want = 2;
    t->patient = t->want == threads || kind & 1;
}

/* Returns a thread of a group with a place that is
 * not waiting, or GATEWAY_MAX_THREADS if all are. */
static uint32_t draw_member(struct gateway_traffic *t, uint32_t first, uint32_t count)
{
    const uint32_t from = assay_rng_below(&t->msg, count);

    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t thread = first + (from + i) % count;

        if (!waits(t, thread))
            return thread;
    }
    return GATEWAY_MAX_THREADS;
}

/* Whether the configured group can assemble, that is, no
 * open group with a place also needs one of its slots. */
static bool can_sit(const struct gateway_traffic *t, uint8_t id)
{
    const struct gateway_config c = t->seen.config[id];

    if (!c.placed || c.count == 0 || c.first + c.count > (int32_t)t->params.threads ||
        spare(t) < c.count)
        return false;
    for (uint32_t i = 0; i < t->params.barriers; ++i) {
        const struct gateway_round *r = &t->seen.round[i];

        if (r->stage == GATEWAY_OPEN && r->placed && r->place < c.first + c.count &&
            c.first < r->place + r->count)
            return false;
    }
    return true;
}

/* Draws the first round after a reset. What the adders held when the reset began could spoil only
 * the value of a round of floats with a single arrival, right after the reset, and on the
 * identifier that the reset has left in the adders, which is mostly 0. */
static void draw_fresh(struct gateway_traffic *t, uint8_t *id)
{
    t->is_fresh = false;
    if (assay_rng_below(&t->fresh, 4) == 0)
        return;
    t->want = 1;
    t->with_float = true;
    if (assay_rng_below(&t->fresh, 2) && t->seen.round[0].stage == GATEWAY_FREE)
        *id = 0;
}

/* Draws the fields of a round's first message, for t->want arrivals or for the configured group. */
static struct gateway_fields draw_round(struct gateway_traffic *t, uint8_t id)
{
    const struct gateway_config *c = &t->seen.config[id];
    const bool sits = can_sit(t, id) && assay_rng_below(&t->msg, 4);
    struct gateway_fields f = {.id = id};

    do {
        f.op = (uint8_t)assay_rng_below(&t->msg, GATEWAY_OPS);
        f.type = (uint8_t)assay_rng_below(&t->msg, GATEWAY_TYPES);
    } while (!gateway_legal(f.op, f.type) || (t->with_float && !gateway_is_float(f.type)));
    t->with_float = false;
    t->tie[id] = gateway_is_short(f.type) && (f.op == GATEWAY_ADD || f.op == GATEWAY_SUB) &&
                 assay_rng_below(&t->ties, 3) == 0;
    if (t->tie[id] && t->want == 2 && spare(t) > 2)
        t->want = 3;
    f.fence = assay_rng_below(&t->msg, 3) ? 0 : (uint8_t)assay_rng_below(&t->msg, 4);
    f.cen = !sits && t->want <= 128 && (c->placed || t->want != c->count);
    f.cnt = f.cen ? t->want & 127 : (uint8_t)assay_rng_below(&t->msg, 128);
    return f;
}

static void fill(struct gateway_traffic *t, struct gateway_fields *f)
{
    const uint64_t bits = assay_rng_u64(&t->values);
    uint64_t *last = &t->last[f->id % GATEWAY_MAX_BARRIERS];
    uint8_t *tie = &t->tie[f->id % GATEWAY_MAX_BARRIERS];

    f->mask = bits & 7 ? (uint32_t)(bits >> 32) : bits & 8 ? 0xFFFFFFFF : 0;
    f->value = gateway_draw_value(&t->values, t->knobs.corner, f->type);
    if (*tie > 1 && gateway_is_short(f->type))
        f->value = gateway_draw_tie(&t->ties, f->type, *last, *tie > 2);
    else if (assay_rng_below(&t->near, 3) == 0)
        f->value = gateway_draw_near(&t->near, f->type, *last);
    if (*tie && ++*tie > 3)
        *tie = 0;
    *last = f->value;
}

/* Randomizes the bits that the block must ignore. */
static void litter(struct gateway_traffic *t, struct gateway_msg *m)
{
    const uint64_t a = assay_rng_u64(&t->values), b = assay_rng_u64(&t->values);

    m->data[0] |= (uint32_t)a & ~UINT32_C(3);
    m->data[2] |= (uint32_t)(a >> 32) & UINT32_C(0xF0FF0000);
    m->data[3] = (uint32_t)b;
    m->data[6] = (uint32_t)(b >> 32);
    m->data[7] = ~(uint32_t)b;
}

static bool ignores_type(uint32_t op)
{
    return op == GATEWAY_OP_NONE || op == GATEWAY_PREDICATE;
}

/* Draws a valid message for a thread that can send one. Returns false if there is none now. */
static bool draw_good(struct gateway_traffic *t, struct gateway_msg *m)
{
    uint32_t thread = draw_thread(t);
    const bool busy_too = assay_rng_below(&t->msg, 16) == 0;
    const uint8_t open = draw_id(t, &t->msg, GATEWAY_OPEN);
    uint8_t free_id = draw_id(t, &t->msg, GATEWAY_FREE);
    struct gateway_fields f;

    if (thread == GATEWAY_MAX_THREADS)
        return false;
    if (free_id == GATEWAY_NONE ||
        busy_too) { /* the message is held until the round there is over */
        const uint8_t busy = draw_id(t, &t->msg, GATEWAY_READY);

        free_id = busy != GATEWAY_NONE ? busy : free_id;
    }
    if (t->is_fresh)
        draw_fresh(t, &free_id);
    if (t->want == 0)
        draw_want(t);
    if (spare(t) < (int32_t)t->want && !t->patient && spare(t) > 0)
        t->want = (uint32_t)spare(t);
    if (free_id != GATEWAY_NONE && spare(t) >= (int32_t)t->want &&
        (open == GATEWAY_NONE || t->everywhere || assay_rng_below(&t->msg, 4) == 0)) {
        const struct gateway_config *c = &t->seen.config[free_id];

        f = draw_round(t, free_id);
        t->want = 0;
        if (!f.cen && c->placed && c->count && c->first + c->count <= (int32_t)t->params.threads)
            thread = draw_member(t, c->first, c->count);
    } else if (open != GATEWAY_NONE) {
        const struct gateway_round *r = &t->seen.round[open];

        f = r->first;
        if (ignores_type(f.op) && assay_rng_below(&t->types, 2))
            f.type = (uint8_t)assay_rng_below(&t->types, GATEWAY_TYPES);
        if (r->placed)
            thread = draw_member(t, r->place, r->count);
    } else {
        return false;
    }
    if (thread >= t->params.threads)
        return false;
    fill(t, &f);
    *m = gateway_pack((uint8_t)thread, &f);
    return true;
}

/* Makes one field of a message invalid, or several. */
static void spoil(struct gateway_traffic *t, struct gateway_msg *m)
{
    struct assay_rng *const r = &t->msg;
    struct gateway_fields f = gateway_unpack(m);
    uint8_t sender = m->sender;

    switch (assay_rng_below(r, 9)) {
    case 0:
        sender = (uint8_t)(t->params.threads + assay_rng_below(r, 4));
        break;
    case 1: /* often a thread that is waiting */
        sender = (uint8_t)assay_rng_below(r, t->params.threads);
        break;
    case 2:
        f.id = (uint8_t)assay_rng_below(r, 16);
        break;
    case 3:
        f.type = (uint8_t)(GATEWAY_TYPES + assay_rng_below(r, 16 - GATEWAY_TYPES));
        break;
    case 4:
        f.op = (uint8_t)assay_rng_below(r, 16);
        f.type = (uint8_t)assay_rng_below(r, 16);
        break;
    case 5:
        f.cen ^= 1;
        f.cnt = (uint8_t)assay_rng_below(r, 128);
        break;
    case 6:
        f.cnt = (uint8_t)(f.cnt ^ 1U << assay_rng_below(r, 7));
        break;
    case 7:
        f.fence ^= 1 + (uint8_t)assay_rng_below(r, 3);
        break;
    default:
        sender = (uint8_t)assay_rng_below(r, 256);
        for (int i = 0; i < 6; ++i)
            m->data[i] = assay_rng_u32(r);
        m->sender = sender;
        return;
    }
    *m = gateway_pack(sender, &f);
}

/* Draws a malformed message: a spoiled valid one, or an invented one if there is none to spoil. */
static void draw_bad(struct gateway_traffic *t, struct gateway_msg *m)
{
    if (!draw_good(t, m)) {
        const uint8_t id = draw_id(t, &t->msg, GATEWAY_OPEN);
        struct gateway_fields f = t->seen.round[id == GATEWAY_NONE ? 0 : id].first;

        fill(t, &f);
        *m = gateway_pack((uint8_t)assay_rng_below(&t->msg, t->params.threads), &f);
    }
    spoil(t, m);
}

static void draw_forward(struct gateway_traffic *t, struct gateway_msg *m)
{
    const uint64_t bits = assay_rng_u64(&t->msg);
    const uint32_t threads = t->params.threads;
    uint32_t sender = (uint32_t)bits & (threads - 1);
    uint32_t recipient = (uint32_t)(bits >> 8) & (threads - 1);

    if (assay_rng_percent(&t->msg, t->knobs.illegal)) {
        sender = bits >> 16 & 1 ? (uint32_t)(bits >> 20) & 255 : sender;
        recipient = bits >> 17 & 1 ? (uint32_t)(bits >> 28) & 255 : recipient;
    }
    *m = gateway_forward((uint8_t)sender, (uint8_t)recipient, (uint8_t)(bits >> 40),
                         (uint32_t)assay_rng_u64(&t->values));
    m->data[1] |= (uint32_t)(bits >> 32) << 8;
    m->data[2] |= (uint32_t)(bits >> 36) << 8;
}

static bool next_message(struct gateway_traffic *t, struct gateway_msg *m)
{
    if (assay_rng_below(&t->msg, 16) == 0) {
        draw_forward(t, m);
        return true;
    }
    if (assay_rng_percent(&t->msg, t->knobs.illegal))
        draw_bad(t, m);
    else if (!draw_good(t, m))
        return false;
    litter(t, m);
    return true;
}

/* --- the other streams --- */

/* Draws where the group sits, or that it may sit anywhere. */
static void draw_place(struct gateway_traffic *t, struct gateway_cfg *c)
{
    const uint32_t threads = t->params.threads;

    c->placed = assay_rng_below(&t->cfg, 2) & 1;
    c->first = (uint8_t)assay_rng_below(&t->cfg, 256);
    if (!c->placed || c->count > threads || assay_rng_percent(&t->cfg, t->knobs.illegal))
        return;
    if (c->count == threads && assay_rng_below(&t->cfg, 2))
        c->count = (uint16_t)(1 + assay_rng_below(&t->cfg, threads));
    c->first = (uint8_t)assay_rng_below(&t->cfg, threads - c->count + 1u);
}

static bool next_cfg(struct gateway_traffic *t, struct gateway_cfg *c)
{
    const uint32_t threads = t->params.threads;

    if (assay_rng_below(&t->cfg, 16))
        return false;
    c->id =
        (uint8_t)assay_rng_below(&t->cfg, assay_rng_below(&t->cfg, 4) ? t->params.barriers : 16);
    c->count = (uint16_t)(1 + assay_rng_below(&t->cfg, threads));
    if (threads < 8 && assay_rng_below(&t->cfg, 8))
        c->count = 1 + (c->count & 1);
    else if (assay_rng_below(&t->cfg, 4) == 0)
        c->count = (uint16_t)threads;
    if (assay_rng_percent(&t->cfg, t->knobs.illegal))
        c->count = assay_rng_below(&t->cfg, 2) ? (uint16_t)(threads + assay_rng_below(&t->cfg, 2))
                                               : (uint16_t)assay_rng_below(&t->cfg, 512);
    if (assay_rng_percent(&t->cfg, t->knobs.illegal) && assay_rng_below(&t->cfg, 4) == 0)
        c->count = 0;
    draw_place(t, c);
    return true;
}

/* Aborts some rounds for no reason, some rounds of floats while the adders work on them, and open
 * rounds that block progress when all threads wait. */
static bool next_abort(struct gateway_traffic *t, struct gateway_abort *a)
{
    const uint32_t pace = t->params.threads < 16 ? 32 : 2 * t->params.threads;
    const bool stuck = spare(t) < 0 && draw_id(t, &t->abort, GATEWAY_READY) == GATEWAY_NONE;
    uint8_t id = GATEWAY_NONE;

    if (t->summing != GATEWAY_NONE && t->abort_in-- == 0) {
        a->id = t->summing;
        t->summing = GATEWAY_NONE;
        return true;
    }
    if (assay_rng_below(&t->abort, stuck ? 16 : pace))
        return false;
    switch (stuck ? 1 : assay_rng_below(&t->abort, 4)) {
    case 0:
        break;
    case 1:
        id = draw_id(t, &t->abort, GATEWAY_OPEN);
        break;
    default:
        id = draw_id(t, &t->abort, GATEWAY_READY);
        break;
    }
    a->id = id != GATEWAY_NONE ? id : (uint8_t)assay_rng_below(&t->abort, 16);
    return true;
}

static bool next_ack(struct gateway_traffic *t, struct gateway_ack *a)
{
    uint32_t id = assay_rng_below(&t->ack, 16);

    if (assay_rng_below(&t->ack, 32) == 0) { /* mostly unsolicited */
        a->id = (uint8_t)(id & (assay_rng_below(&t->ack, 4) ? t->params.barriers - 1 : 15));
        return true;
    }
    if (t->fences == 0 || assay_rng_below(&t->ack, 8))
        return false;
    while (!(t->fences >> id & 1))
        id = (id + 1) & 15;
    a->id = (uint8_t)id;
    return true;
}

bool gateway_traffic_next(struct gateway_traffic *t, unsigned stream, void *payload)
{
    switch (stream) {
    case GATEWAY_MSG_STREAM:
        return next_message(t, payload);
    case GATEWAY_CFG_STREAM:
        return next_cfg(t, payload);
    case GATEWAY_ABORT_STREAM:
        return next_abort(t, payload);
    default:
        return next_ack(t, payload);
    }
}
