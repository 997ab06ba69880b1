#include "gateway/scenarios.h"

#include <string.h>

#include "gateway/traffic.h"

/* --- random, and outstanding: the same on all identifiers at once --- */

static void random_begin(void *any, const struct assay_stim_env *env)
{
    gateway_traffic_begin(any, env, false);
}

static void outstanding_begin(void *any, const struct assay_stim_env *env)
{
    gateway_traffic_begin(any, env, true);
}

static bool traffic_next(void *any, unsigned stream, void *payload)
{
    return gateway_traffic_next(any, stream, payload);
}

static void traffic_observe(void *any, unsigned stream, const void *payload)
{
    gateway_traffic_observe(any, stream, payload);
}

static void traffic_restart(void *any)
{
    gateway_traffic_restart(any);
}

/* --- sizes: full rounds of every legal operation and type, from one thread up to all, one after
 * another; ends by itself --- */

struct sizes_ctx {
    struct gateway_params params;
    struct assay_rng values;
    uint32_t corner;
    uint32_t op, type, size; /* of this round; the size is 1, 2, 4, ... or one less than these */
    uint32_t sent;           /* messages of this round */
    bool asked, configured;  /* its configuration has been offered, transferred */
    uint64_t open, over;     /* rounds started, rounds ended */
    uint32_t fences;
};

static void sizes_begin(void *any, const struct assay_stim_env *env)
{
    struct sizes_ctx *c = any;

    memcpy(&c->params, env->params->v, sizeof c->params);
    assay_rng_init(&c->values, env->seed, "gateway.values");
    c->corner = env->knobs.corner;
    c->size = 1;
}

static bool sizes_over(const struct sizes_ctx *c)
{
    return c->op == GATEWAY_OPS;
}

static void next_round(struct sizes_ctx *c)
{
    c->sent = 0;
    c->asked = c->configured = false;
    ++c->open;
    c->size = c->size & (c->size - 1) || c->size < 3 ? c->size + 1 : 2 * c->size - 1;
    if (c->size <= c->params.threads)
        return;
    c->size = 1;
    do {
        if (++c->type == GATEWAY_TYPES) {
            c->type = 0;
            ++c->op;
        }
    } while (!sizes_over(c) && !gateway_legal(c->op, c->type));
}

/* Sets the count by configuration in every other
 * round, and wherever a message cannot express it. */
static bool by_config(const struct sizes_ctx *c)
{
    return c->size > 128 || c->open & 1;
}

static uint8_t sizes_id(const struct sizes_ctx *c)
{
    return (uint8_t)(c->open % c->params.barriers);
}

/* Returns the first slot of the round's group, which
 * is at the bottom or at the top of all slots. */
static uint32_t sizes_first(const struct sizes_ctx *c)
{
    return c->open >> 2 & 1 ? c->params.threads - c->size : 0;
}

static bool sizes_next(void *any, unsigned stream, void *payload)
{
    struct sizes_ctx *c = any;
    struct gateway_msg *m = payload;
    struct gateway_cfg *cfg = payload;
    struct gateway_ack *ack = payload;
    struct gateway_fields f;

    if (stream == GATEWAY_ACK_STREAM && c->fences) {
        ack->id = 0;
        while (!(c->fences >> ack->id & 1))
            ++ack->id;
        return true;
    }
    if (sizes_over(c))
        return false;
    if (stream == GATEWAY_CFG_STREAM && by_config(c) && !c->asked && c->over == c->open) {
        cfg->id = sizes_id(c);
        cfg->count = (uint16_t)c->size;
        cfg->placed = c->open >> 1 & 1;
        cfg->first = (uint8_t)sizes_first(c);
        c->asked = true;
        return true;
    }
    if (stream != GATEWAY_MSG_STREAM || c->over != c->open || (by_config(c) && !c->configured))
        return false;
    memset(&f, 0, sizeof f);
    f.op = (uint8_t)c->op;
    f.type = (uint8_t)c->type;
    f.id = sizes_id(c);
    f.fence = c->open & 3;
    f.cen = !by_config(c);
    f.cnt = f.cen ? c->size & 127 : 0;
    f.mask = assay_rng_u32(&c->values);
    f.value = gateway_draw_value(&c->values, c->corner, f.type);
    *m = gateway_pack((uint8_t)(sizes_first(c) + c->sent), &f);
    if (++c->sent == c->size)
        next_round(c);
    return true;
}

static void sizes_observe(void *any, unsigned stream, const void *payload)
{
    struct sizes_ctx *c = any;
    const struct gateway_fence *fence = payload;
    const struct gateway_ack *ack = payload;
    const struct gateway_wb *wb = payload;

    if (stream == GATEWAY_CFG_STREAM)
        c->configured = true;
    else if (stream == GATEWAY_FENCE_STREAM)
        c->fences |= UINT32_C(1) << fence->id;
    else if (stream == GATEWAY_ACK_STREAM)
        c->fences &= ~(UINT32_C(1) << ack->id);
    else if (stream == GATEWAY_WB_STREAM && wb->last)
        ++c->over;
}

static bool sizes_done(const void *any)
{
    const struct sizes_ctx *c = any;

    return sizes_over(c) && c->over == c->open;
}

/* --- round: a single round as requested --- */

uint64_t gateway_round_value(uint32_t type, uint32_t thread)
{
    return gateway_is_float(type) ? 0x3F800000 + thread : thread + 1;
}

struct round_ctx {
    struct gateway_one_round round;
    uint32_t threads;
    uint32_t sent;
    bool configured, over;
};

static void round_begin(void *any, const struct assay_stim_env *env)
{
    static const struct gateway_one_round plain = {.op = GATEWAY_ADD, .count = 4};
    struct round_ctx *c = any;

    c->round = env->user ? *(const struct gateway_one_round *)env->user : plain;
    c->threads = env->params->v[1];
}

static bool round_next(void *any, unsigned stream, void *payload)
{
    struct round_ctx *c = any;
    struct gateway_cfg *cfg = payload;
    struct gateway_msg *m = payload;
    struct gateway_fields f;

    if (stream == GATEWAY_CFG_STREAM && !c->configured) {
        cfg->id = 0;
        cfg->count = c->round.count;
        cfg->placed = 1;
        cfg->first = 0;
        c->configured = true;
        return true;
    }
    if (stream != GATEWAY_MSG_STREAM || c->sent == c->round.count || !c->configured)
        return false;
    memset(&f, 0, sizeof f);
    f.op = c->round.op;
    f.type = c->round.type;
    f.mask = 0xFFFFFFFF;
    f.value = gateway_round_value(f.type, c->sent);
    *m = gateway_pack((uint8_t)c->sent++, &f);
    return true;
}

static void round_observe(void *any, unsigned stream, const void *payload)
{
    struct round_ctx *c = any;
    const struct gateway_wb *wb = payload;

    if (stream == GATEWAY_WB_STREAM && wb->last)
        c->over = true;
}

static bool round_done(const void *any)
{
    const struct round_ctx *c = any;

    return c->over;
}

const struct assay_scenario gateway_scenarios[GATEWAY_SCENARIOS] = {
    {
        .name = "random",
        .summary = "rounds of all kinds interleaved, forwards, aborts, malformed messages, resets",
        .knobs = {.stall = 40, .illegal = 10, .corner = 30, .resets = 1},
        .ctx_size = sizeof(struct gateway_traffic),
        .begin = random_begin,
        .next = traffic_next,
        .observe = traffic_observe,
        .restart = traffic_restart,
    },
    {
        .name = "outstanding",
        .summary = "rounds on all identifiers at once",
        .knobs = {.stall = 40, .illegal = 2, .corner = 30, .resets = 1},
        .ctx_size = sizeof(struct gateway_traffic),
        .begin = outstanding_begin,
        .next = traffic_next,
        .observe = traffic_observe,
        .restart = traffic_restart,
    },
    {
        .name = "sizes",
        .summary = "every operation and type in rounds of one thread up to all of them",
        .knobs = {.stall = 0, .corner = 10},
        .ctx_size = sizeof(struct sizes_ctx),
        .begin = sizes_begin,
        .next = sizes_next,
        .observe = sizes_observe,
        .done = sizes_done,
    },
    {
        .name = "round",
        .summary = "one round at full rate",
        .knobs = {.stall = 0},
        .ctx_size = sizeof(struct round_ctx),
        .begin = round_begin,
        .next = round_next,
        .observe = round_observe,
        .done = round_done,
    },
};
