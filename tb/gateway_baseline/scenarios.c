#include "gateway_baseline/scenarios.h"

#include "base/rng.h"
#include "gateway_baseline/gateway_baseline.h"
#include "gateway_baseline/one_group.h"

enum { REL = 1 };

/* --- random: groups of distinct threads, and now and then any sender and count --- */

/* One thread in LATE comes late: by a few cycles, or
 * long after memory has answered the previous ones. */
enum { LATE = 16 };

struct random_ctx {
    struct assay_rng rng, floats, pauses;
    uint32_t threads, distance, illegal, corner;
    uint32_t pause; /* cycles left until the next arrival */
    uint32_t last;  /* the last value drawn for a sum */
    uint32_t from,
        left; /* the slots from .. from + left - 1, modulo threads, remain in the group */
    uint8_t kind;
    uint16_t count;
};

static void random_begin(void *any, const struct assay_stim_env *env)
{
    struct random_ctx *c = any;

    assay_rng_init(&c->rng, env->seed, "gateway_baseline.arr");
    assay_rng_init(&c->floats, env->seed, "gateway_baseline.floats");
    assay_rng_init(&c->pauses, env->seed, "gateway_baseline.pauses");
    c->threads = env->params->v[0];
    c->distance = env->params->v[1];
    c->illegal = env->knobs.illegal;
    c->corner = env->knobs.corner;
}

static void random_restart(void *any)
{
    struct random_ctx *c = any;

    c->left = 0;
}

/* Draws a value for a sum: one that cancels most of the previous value, one that ties with it, one
 * that just overflows when added to a similar one, or `bits`. */
static uint32_t draw_float(struct random_ctx *c, uint32_t bits)
{
    const uint32_t low = (UINT32_C(1) << assay_rng_below(&c->floats, 24)) - 1;

    switch (assay_rng_below(&c->floats, 5)) {
    case 0:
    case 1:
        bits = (c->last ^ 0x80000000) ^ (bits & low);
        break;
    case 2:
        bits = c->last ^ (bits & low);
        break;
    case 3:
        bits = (c->last & 0x80000000) | (0x7E800000 + (bits & 0x00FFFFFF));
        break;
    default:
        break;
    }
    c->last = bits;
    return bits;
}

static uint32_t draw_pause(struct random_ctx *c)
{
    const uint32_t long_way = 2 * c->distance + 8;

    if (assay_rng_below(&c->pauses, LATE))
        return 0;
    return assay_rng_below(&c->pauses, assay_rng_below(&c->pauses, 2) ? 8 : long_way);
}

static bool random_next(void *any, unsigned stream, void *payload)
{
    static const uint32_t corners[] = {0,          1,          0x7FFFFFFF, 0x80000000,
                                       0xFFFFFFFF, 0x7F800000, 0xFF800000, 0x00000001};
    struct random_ctx *c = any;
    struct gateway_baseline_arr *a = payload;
    uint64_t bits;

    (void)stream;
    if (c->pause) {
        --c->pause;
        return false;
    }
    c->pause = draw_pause(c);
    bits = assay_rng_u64(&c->rng);
    if (c->left == 0) {
        c->from = assay_rng_below(&c->rng, c->threads);
        c->left = 1 + assay_rng_below(&c->rng, assay_rng_below(&c->rng, 4) ? 4 : c->threads);
        c->count = (uint16_t)c->left;
        c->kind = (uint8_t)assay_rng_below(&c->rng, 8);
        if (assay_rng_percent(&c->rng, c->illegal))
            c->count = (uint16_t)(bits & 3 ? assay_rng_below(&c->rng, 512) : bits >> 2 & 1);
    }
    a->kind = c->kind;
    a->count = c->count;
    a->sender = (uint8_t)((c->from + --c->left) % c->threads);
    a->data = (uint32_t)(bits >> 32);
    if (assay_rng_percent(&c->rng, c->corner))
        a->data = corners[bits & 7];
    else if (c->kind == BASELINE_ADD_F32)
        a->data = draw_float(c, a->data);
    if (assay_rng_percent(&c->rng, c->illegal))
        a->sender = (uint8_t)(bits >> 8);
    if (assay_rng_percent(&c->rng, c->illegal))
        a->kind = bits >> 16 & 7;
    return true;
}

/* --- group: a single group as requested --- */

struct group_ctx {
    struct gateway_baseline_one_group group;
    uint32_t sent;
    bool over;
};

static void group_begin(void *any, const struct assay_stim_env *env)
{
    static const struct gateway_baseline_one_group plain = {BASELINE_ADD, 4};
    struct group_ctx *c = any;

    c->group = env->user ? *(const struct gateway_baseline_one_group *)env->user : plain;
}

static bool group_next(void *any, unsigned stream, void *payload)
{
    struct group_ctx *c = any;
    struct gateway_baseline_arr *a = payload;

    (void)stream;
    if (c->sent == c->group.count)
        return false;
    a->kind = c->group.kind;
    a->count = c->group.count;
    a->data = c->group.kind == BASELINE_ADD_F32 ? 0x3F800000 + c->sent : c->sent + 1;
    a->sender = (uint8_t)c->sent++;
    return true;
}

static void group_observe(void *any, unsigned stream, const void *payload)
{
    struct group_ctx *c = any;
    const struct gateway_baseline_rel *rel = payload;

    if (stream == REL && rel->last)
        c->over = true;
}

static bool group_done(const void *any)
{
    const struct group_ctx *c = any;

    return c->over;
}

const struct assay_scenario gateway_baseline_scenarios[GATEWAY_BASELINE_SCENARIOS] = {
    {
        .name = "random",
        .summary = "groups of one thread up to all, every kind",
        .knobs = {.stall = 40, .illegal = 5, .corner = 20, .resets = 1},
        .ctx_size = sizeof(struct random_ctx),
        .begin = random_begin,
        .next = random_next,
        .restart = random_restart,
    },
    {
        .name = "group",
        .summary = "one group at full rate",
        .knobs = {.stall = 0},
        .ctx_size = sizeof(struct group_ctx),
        .begin = group_begin,
        .next = group_next,
        .observe = group_observe,
        .done = group_done,
    },
};
