#include "fdot/scenarios.h"

#include <assert.h>
#include <string.h>

#include "fdot/operands.h"

/* --- shared by both scenarios --- */

enum { KINDS = 64 };

/* The operations of a block with k products. */
struct kinds {
    uint32_t k, n;
    struct fdot_kind kind[KINDS];
};

static void find_kinds(struct kinds *k, uint32_t products)
{
    enum { ALL = 7 * 6 * 6 * 4 };
    struct fdot_rule rule;

    k->k = products;
    for (unsigned i = 0; i < ALL; ++i) {
        const struct fdot_kind kind = {
            (enum assay_fdot_profile)(i % 7), (enum assay_fdot_format)(i / 7 % 6),
            (enum assay_fdot_format)(i / 42 % 6), (enum assay_fdot_output)(i / 252)};

        if (fdot_rule(&kind, &rule) && rule.group <= products) {
            assert(k->n < KINDS); /* an operation left out would never be tested */
            k->kind[k->n++] = kind;
        }
    }
}

static unsigned width(uint32_t format)
{
    return format == ASSAY_FDOT_TF32 ? 32 : format < ASSAY_FDOT_TF32 ? 16 : 8;
}

void fdot_put(uint32_t *side, uint32_t format, unsigned i, uint32_t pattern)
{
    const unsigned at = width(format) * i;

    side[at / 32] |= pattern << at % 32;
}

/* Puts the elements of a group onto the pins, with random bits where they must be ignored. */
static void put_group(struct assay_rng *r, uint32_t k, uint32_t format, unsigned group,
                      const uint32_t *element, uint32_t *side)
{
    const unsigned bits = width(format), used = group * bits / 32, words = k < 8 ? k : 8;
    const uint32_t high = format == ASSAY_FDOT_E2M1 ? 0xF0F0F0F0 : 0;
    const unsigned each = 32 / bits;

    for (unsigned i = 0; i < used; ++i, element += each)
        side[i] = bits == 32   ? element[0]
                  : bits == 16 ? element[0] | element[1] << 16
                               : element[0] | element[1] << 8 | element[2] << 16 | element[3] << 24;
    for (unsigned i = 0; i < used && high; ++i)
        side[i] |= assay_rng_u32(r) & high;
    for (unsigned i = used; i < words; ++i)
        side[i] = assay_rng_u32(r);
}

static void put_kind(const struct fdot_kind *kind, struct fdot_op *op)
{
    op->profile = (uint8_t)kind->profile;
    op->a_format = (uint8_t)kind->a_format;
    op->b_format = (uint8_t)kind->b_format;
    op->output = (uint8_t)kind->output;
}

/* --- random --- */

enum { CODES = 8 * 8 * 8 * 4, CODES_STEP = 1229 }; /* an odd step visits every code */

struct random_ctx {
    struct assay_rng kind, operands, tag;
    uint32_t illegal, corner;
    uint32_t code; /* next code to send, whether or not it is an operation */
    struct kinds kinds;
};

static void random_begin(void *any, const struct assay_stim_env *env)
{
    struct random_ctx *c = any;

    assay_rng_init(&c->kind, env->seed, "fdot.kind");
    assay_rng_init(&c->operands, env->seed, "fdot.operands");
    assay_rng_init(&c->tag, env->seed, "fdot.tag");
    c->illegal = env->knobs.illegal;
    c->corner = env->knobs.corner;
    c->code = assay_rng_below(&c->kind, CODES);
    find_kinds(&c->kinds, env->params->v[0]);
}

/*
 * Sends all codes in turn, which covers each of them in a short run. Most are not operations, or
 * have more than k products.
 */
static void put_code(struct random_ctx *c, struct fdot_op *op)
{
    op->profile = (uint8_t)(c->code & 7);
    op->a_format = (uint8_t)(c->code >> 3 & 7);
    op->b_format = (uint8_t)(c->code >> 6 & 7);
    op->output = (uint8_t)(c->code >> 9);
    c->code = (c->code + CODES_STEP) % CODES;
}

static bool random_next(void *any, unsigned stream, void *payload)
{
    struct random_ctx *c = any;
    struct fdot_op *op = payload;
    struct fdot_kind kind = c->kinds.kind[assay_rng_below(&c->kind, c->kinds.n)];
    struct fdot_operands o;
    struct fdot_rule rule = {0, 0};

    (void)stream; /* op is the only sink */
    memset(op, 0, sizeof *op);
    fdot_draw_operands(&c->operands, &kind, c->corner, &o);
    fdot_rule(&kind, &rule);
    put_group(&c->operands, c->kinds.k, kind.a_format, rule.group, o.a, op->a);
    put_group(&c->operands, c->kinds.k, kind.b_format, rule.group, o.b, op->b);
    op->c = fdot_c_is_f16(kind.output) ? o.c | (assay_rng_u32(&c->operands) << 16) : o.c;
    op->a_scale = o.a_scale;
    op->b_scale = o.b_scale;
    op->tag = (uint8_t)(assay_rng_u64(&c->tag) >> 56);
    put_kind(&kind, op);
    if (assay_rng_percent(&c->kind, c->illegal))
        put_code(c, op);
    return true;
}

static void random_restart(void *any)
{
    (void)any; /* groups are independent of each other */
}

/* --- distances: one product with a c of each exponent and both signs, in each operation --- */

struct distances_ctx {
    struct kinds kinds;
    uint32_t index;
    uint64_t sent, done;
};

static void distances_begin(void *any, const struct assay_stim_env *env)
{
    struct distances_ctx *c = any;

    find_kinds(&c->kinds, env->params->v[0]);
}

/* 1.5 in each format. */
static const uint32_t one_and_half[6] = {0x3E00, 0x3FC0, 0x3FC00000, 0x3C, 0x3E, 3};

static bool distances_next(void *any, unsigned stream, void *payload)
{
    struct distances_ctx *c = any;
    struct fdot_op *op = payload;
    const uint32_t exp = c->index & 0xFF, sign = c->index >> 8 & 1;
    const uint32_t fraction = c->index >> 9 & 1 ? 0x7FFFFF : 0, at = c->index >> 10;
    const struct fdot_kind *kind = &c->kinds.kind[at];
    struct fdot_rule rule = {0, 0};
    unsigned lane;

    (void)stream;
    if (at == c->kinds.n)
        return false;
    memset(op, 0, sizeof *op);
    fdot_rule(kind, &rule);
    lane = c->index % rule.group;
    fdot_put(op->a, kind->a_format, lane, one_and_half[kind->a_format]);
    fdot_put(op->b, kind->b_format, lane, one_and_half[kind->b_format]);
    op->c = fdot_c_is_f16(kind->output)
                ? sign << 15 | (exp & 31) << 10 | (exp & 32 ? fraction & 0x3FF : 1)
                : sign << 31 | exp << 23 | fraction;
    op->a_scale = (uint8_t)(exp == 255 ? 254 : exp);
    op->b_scale = (uint8_t)(254 - op->a_scale);
    op->tag = (uint8_t)c->sent;
    put_kind(kind, op);
    ++c->sent;
    ++c->index;
    return true;
}

static void distances_observe(void *any, unsigned stream, const void *payload)
{
    struct distances_ctx *c = any;

    (void)payload;
    if (stream == fdot_stream_res)
        ++c->done;
}

static bool distances_done(const void *any)
{
    const struct distances_ctx *c = any;

    return c->index >> 10 == c->kinds.n && c->done == c->sent;
}

const struct assay_scenario fdot_scenarios[FDOT_SCENARIOS] = {
    {
        .name = "random",
        .summary = "random groups in shapes that are hard for the sum, stalls and resets",
        .knobs = {.stall = 50, .illegal = 5, .corner = 20, .resets = 1},
        .ctx_size = sizeof(struct random_ctx),
        .begin = random_begin,
        .next = random_next,
        .restart = random_restart,
    },
    {
        .name = "distances",
        .summary = "one product against a c with each exponent, in each operation",
        .knobs = {.stall = 0},
        .ctx_size = sizeof(struct distances_ctx),
        .begin = distances_begin,
        .next = distances_next,
        .observe = distances_observe,
        .done = distances_done,
    },
};
