#include "predicate/related.h"

#include <string.h>

#include "fp/operands.h"
#include "numerics/numerics.h"
#include "predicate/random_word.h"

enum { SET = 3, MANY_LANES = 8, HALVE = 1 << 23 };
#define SIGN UINT32_C(0x80000000)

static uint8_t conversion(uint8_t from, uint8_t to)
{
    switch (from) {
    case PREDICATE_S32:
        return FP_S32_TO_F32;
    case PREDICATE_U32:
        return FP_U32_TO_F32;
    case PREDICATE_F16:
        return FP_F16_TO_F32;
    case PREDICATE_BF16:
        return FP_BF16_TO_F32;
    default:
        return to == PREDICATE_F16    ? FP_F32_TO_F16
               : to == PREDICATE_BF16 ? FP_F32_TO_BF16
                                      : FP_CODES;
    }
}

/* The operation of block fp that has the same difficult operands; FP_CODES: there is none. */
static uint8_t alike(const struct predicate_word *w)
{
    static const uint8_t of_red[] = {FP_ADD, FP_MIN, FP_MAX};

    switch (w->op) {
    case PREDICATE_FADD:
        return FP_ADD;
    case PREDICATE_FSUB:
        return FP_SUB;
    case PREDICATE_FMUL:
        return FP_MUL;
    case PREDICATE_FFMA:
        return FP_FMA;
    case PREDICATE_FDIV:
        return FP_DIV;
    case PREDICATE_FMIN:
        return FP_MIN;
    case PREDICATE_FMAX:
        return FP_MAX;
    case PREDICATE_CMP:
        return w->ck == PREDICATE_F32 ? FP_CMP : FP_CODES;
    case PREDICATE_RED:
        return w->ck == PREDICATE_F32 ? of_red[w->ci] : FP_CODES;
    case PREDICATE_CVT:
        return conversion(w->ck, w->ci & 7);
    default:
        return FP_CODES;
    }
}

/* An f32 to be converted to an integer: an integer, one and a half, or the f32 beside it. */
static uint32_t near_integer(struct assay_rng *r, uint32_t corner)
{
    struct fp_op op = {.code = FP_S32_TO_F32};
    uint32_t x;

    fp_draw_operands(r, corner, &op);
    x = assay_rng_percent(r, 50) ? assay_s32_to_f32((int32_t)op.a) : assay_u32_to_f32(op.a);
    if (x && assay_rng_percent(r, 50))
        x -= HALVE;
    return x == 0 || assay_rng_percent(r, 50) ? x : x + assay_rng_below(r, 3) - 1;
}

static void draw_integers(struct assay_rng *r, uint32_t corner, const struct predicate_word *w,
                          uint32_t v[SET])
{
    for (uint32_t i = 0; i < SET; ++i)
        v[i] = predicate_random_value(r, corner);
    if (w->op == PREDICATE_BFE && assay_rng_percent(r, 70)) { /* every place and length */
        v[1] = assay_rng_below(r, 32);
        v[1] |= assay_rng_below(r, 64) << 8;
    } else if (assay_rng_percent(r, 40))
        v[1] = v[0] + assay_rng_below(r, 3) - 1;
    else if (assay_rng_percent(r, 20))
        v[1] = v[0] ^ UINT32_C(1) << assay_rng_below(r, 32);
}

static void draw_values(struct assay_rng *r, uint32_t corner, const struct predicate_word *w,
                        uint32_t v[SET])
{
    struct fp_op op = {.code = alike(w)};

    if (op.code == FP_CODES && w->op == PREDICATE_CVT) {
        op.code = FP_F32_TO_F16;
        fp_draw_operands(r, corner, &op);
        if (assay_rng_percent(r, 70))
            op.a = near_integer(r, corner);
    } else if (op.code == FP_CODES) {
        draw_integers(r, corner, w, v);
        return;
    } else {
        fp_draw_operands(r, corner, &op);
    }
    v[0] = op.a;
    v[1] = op.b;
    v[2] = op.c;
    if (op.code == FP_CMP && op.a % 16 == 5) { /* zeros of both signs are equal */
        v[0] = op.a << 27 & SIGN;
        v[1] = ~v[0] & SIGN;
    }
}

/* A reduction begins with pairs of lanes, so its sources are in two lanes. */
static void draw_lanes(struct assay_rng *r, uint32_t corner, uint32_t lanes,
                       const struct predicate_word *w, uint32_t at, struct predicate_related *x)
{
    for (uint32_t n = 0; n < lanes; ++n) {
        uint32_t v[SET];

        draw_values(r, corner, w, v);
        memcpy(&x->r[n][at], v, sizeof v);
        if (w->op == PREDICATE_RED && n + 1 < lanes) {
            memcpy(&x->r[++n][at], v, sizeof v);
            x->r[n][at] = v[1];
        }
    }
}

static uint8_t draw_operation(struct assay_rng *r)
{
    static const uint8_t of_floats[] = {
        PREDICATE_FFMA, PREDICATE_FFMA, PREDICATE_FFMA, PREDICATE_FFMA, PREDICATE_FADD,
        PREDICATE_FSUB, PREDICATE_FMUL, PREDICATE_FMUL, PREDICATE_FMIN, PREDICATE_FMAX,
        PREDICATE_CMP,  PREDICATE_CMP,  PREDICATE_CVT,  PREDICATE_CVT,  PREDICATE_CVT,
        PREDICATE_RED,  PREDICATE_RED,  PREDICATE_RED,  PREDICATE_FDIV};

    return assay_rng_percent(r, 80) ? of_floats[assay_rng_below(r, sizeof of_floats)]
                                    : predicate_random_arithmetic(r);
}

static struct predicate_word draw_word(struct assay_rng *r)
{
    const uint8_t op = draw_operation(r);
    struct predicate_word w = predicate_random_word(r, op,
                                                    op == PREDICATE_CMP   ? PREDICATE_TO_P
                                                    : op == PREDICATE_RED ? PREDICATE_TO_U
                                                                          : PREDICATE_TO_R);

    if (op == PREDICATE_RED && w.ci <= PREDICATE_RED_MAX && assay_rng_percent(r, 40))
        w.ck = PREDICATE_F32;
    if (op == PREDICATE_CMP && assay_rng_percent(r, 60))
        w.ck = PREDICATE_F32;
    return w;
}

static void emit(struct predicate_related *x, struct predicate_word w, uint8_t kind, uint32_t at)
{
    const struct predicate_instruction n = predicate_takes(&w);

    if (predicate_is_source(n.a)) {
        w.ak = kind;
        w.ai = (uint8_t)at;
    }
    if (predicate_is_source(n.b)) {
        w.bk = kind;
        w.bi = (uint8_t)(at + 1);
    }
    if (predicate_is_source(n.c)) {
        w.ck = kind;
        w.ci = (uint8_t)(at + 2);
    }
    if (w.dk == PREDICATE_TO_R)
        w.di = PREDICATE_RELATED_VALUES; /* the only R that is not a source */
    x->code[x->length++] = predicate_pack(&w);
}

/* The same with C, for a lane or for the warp. */
static void emit_constant(struct assay_rng *r, struct predicate_related *x, struct predicate_word w,
                          uint32_t at)
{
    if (w.op == PREDICATE_RED)
        return;
    if (w.op != PREDICATE_SEL && assay_rng_percent(r, 50))
        w.dk = w.dk == PREDICATE_TO_P ? PREDICATE_TO_UP : PREDICATE_TO_U;
    emit(x, w, PREDICATE_C, at);
}

void predicate_related_draw(struct assay_rng *r, uint32_t corner, uint32_t lanes,
                            struct predicate_related *x)
{
    const struct predicate_word end = {.op = PREDICATE_EXIT};

    x->length = 0;
    x->values = lanes > MANY_LANES ? 2 * SET : PREDICATE_RELATED_VALUES;
    for (uint32_t at = 0; at < x->values; at += SET) {
        const struct predicate_word w = draw_word(r);

        draw_lanes(r, corner, lanes, &w, at, x);
        draw_values(r, corner, &w, &x->c[at]);
        emit(x, w, PREDICATE_R, at);
        emit_constant(r, x, w, at);
    }
    x->code[x->length++] = predicate_pack(&end);
}
