/* decode.c - instruction words: fields, legality, class, registers read and written. */
#include <string.h>

#include "predicate/internal.h"

void predicate_unpack(uint64_t x, struct predicate_word *w)
{
    w->op = x & 63;
    w->gk = x >> 6 & 7;
    w->gi = x >> 9 & 3;
    w->zero = x >> 11 & 1;
    w->dk = x >> 12 & 7;
    w->di = x >> 15 & 15;
    w->ak = x >> 19 & 7;
    w->ai = x >> 22 & 15;
    w->bk = x >> 26 & 7;
    w->bi = x >> 29 & 15;
    w->ck = x >> 33 & 7;
    w->ci = x >> 36 & 15;
    w->imm = (uint32_t)(x >> 40);
}

uint64_t predicate_pack(const struct predicate_word *w)
{
    return (uint64_t)w->op | (uint64_t)w->gk << 6 | (uint64_t)w->gi << 9 | (uint64_t)w->zero << 11 |
           (uint64_t)w->dk << 12 | (uint64_t)w->di << 15 | (uint64_t)w->ak << 19 |
           (uint64_t)w->ai << 22 | (uint64_t)w->bk << 26 | (uint64_t)w->bi << 29 |
           (uint64_t)w->ck << 33 | (uint64_t)w->ci << 36 | (uint64_t)w->imm << 40;
}

/* What an operation takes: destinations as a mask of kinds; a and b; c. */
enum { NO = 0, SRC = 1, PRED = 2, LANE_PRED = 3, COND = 4 };

#define TO(kind) (1u << (kind))

struct shape {
    uint8_t to, a, b, c;
};

enum {
    NOTHING = TO(PREDICATE_TO_NONE),
    VALUE = TO(PREDICATE_TO_R) | TO(PREDICATE_TO_U),
    BOOLEAN = TO(PREDICATE_TO_P) | TO(PREDICATE_TO_UP)
};

static struct shape shape_of(uint8_t op)
{
    switch (op) {
    case PREDICATE_MOV:
        return (struct shape){VALUE, SRC, NO, NO};
    case PREDICATE_SEL:
        return (struct shape){VALUE, SRC, SRC, PRED};
    case PREDICATE_FFMA:
        return (struct shape){VALUE, SRC, SRC, SRC};
    case PREDICATE_CMP:
        return (struct shape){BOOLEAN, SRC, SRC, COND};
    case PREDICATE_VOTE_ALL:
    case PREDICATE_VOTE_ANY:
    case PREDICATE_VOTE_NONE:
        return (struct shape){TO(PREDICATE_TO_UP), NO, NO, LANE_PRED};
    case PREDICATE_BRA:
    case PREDICATE_SSY:
    case PREDICATE_JOIN:
    case PREDICATE_EXIT:
        return (struct shape){NOTHING, NO, NO, NO};
    case PREDICATE_LD:
        return (struct shape){TO(PREDICATE_TO_R), SRC, SRC, NO};
    case PREDICATE_ST:
        return (struct shape){NOTHING, SRC, SRC, SRC};
    default:
        if (op >= PREDICATE_ADD && op <= PREDICATE_FMUL)
            return (struct shape){VALUE, SRC, SRC, NO};
        return (struct shape){0, NO, NO, NO};
    }
}

static bool good_source(uint8_t shape, uint8_t kind)
{
    return shape == SRC ? kind != PREDICATE_NONE && kind != PREDICATE_BAD : kind == PREDICATE_NONE;
}

static bool good_c(uint8_t shape, const struct predicate_word *w)
{
    switch (shape) {
    case PRED:
        return (w->ck == 1 || w->ck == 2) && w->ci < PREDICATE_PREDS;
    case LANE_PRED:
        return w->ck == 1 && w->ci < PREDICATE_PREDS;
    case COND:
        return w->ck <= PREDICATE_F32 && w->ci <= PREDICATE_NZ;
    default:
        return good_source(shape, w->ck);
    }
}

static bool legal(const struct predicate_word *w, struct shape t)
{
    const bool unguarded = w->op == PREDICATE_SSY || w->op == PREDICATE_JOIN;
    const bool boolean = w->dk == PREDICATE_TO_P || w->dk == PREDICATE_TO_UP;

    return !w->zero && w->gk < PREDICATE_GUARDS && !(unguarded && w->gk) &&
           (t.to >> w->dk & 1) != 0 && !(boolean && w->di >= PREDICATE_PREDS) &&
           good_source(t.a, w->ak) && good_source(t.b, w->bk) && good_c(t.c, w);
}

static uint64_t register_bit(uint8_t kind, uint8_t i)
{
    switch (kind) {
    case PREDICATE_TO_R:
        return UINT64_C(1) << i;
    case PREDICATE_TO_U:
        return UINT64_C(1) << (16 + i);
    case PREDICATE_TO_P:
        return UINT64_C(1) << (32 + i);
    case PREDICATE_TO_UP:
        return UINT64_C(1) << (36 + i);
    default:
        return 0;
    }
}

static uint64_t source_bit(uint8_t shape, uint8_t kind, uint8_t i)
{
    switch (shape) {
    case SRC: /* R and U have the same numbers as destinations have */
        return kind <= PREDICATE_U ? register_bit(kind, i) : 0;
    case PRED:
    case LANE_PRED:
        return register_bit(kind == 1 ? PREDICATE_TO_P : PREDICATE_TO_UP, i);
    default:
        return 0;
    }
}

static bool p_guard(const struct predicate_word *w)
{
    return w->gk == PREDICATE_IF_P || w->gk == PREDICATE_IF_NOT_P;
}

static bool per_lane(const struct predicate_word *w, struct shape t)
{
    return p_guard(w) || w->ak == PREDICATE_R || w->ak == PREDICATE_LID || w->bk == PREDICATE_R ||
           w->bk == PREDICATE_LID ||
           (t.c == SRC && (w->ck == PREDICATE_R || w->ck == PREDICATE_LID)) ||
           (t.c == PRED && w->ck == 1);
}

void predicate_decode(uint64_t word, struct predicate_decoded *d)
{
    struct shape t;
    bool uniform, vote;

    memset(d, 0, sizeof *d);
    predicate_unpack(word, &d->w);
    t = shape_of(d->w.op);
    if (d->w.op == PREDICATE_CMP && (d->w.ci & 7) >= PREDICATE_Z)
        t.b = NO;
    if (!legal(&d->w, t)) {
        d->trap = PREDICATE_ILLEGAL;
        return;
    }
    vote = t.c == LANE_PRED;
    uniform = (d->w.dk == PREDICATE_TO_U || d->w.dk == PREDICATE_TO_UP) && !vote;
    if (uniform && per_lane(&d->w, t)) {
        d->trap = PREDICATE_NOT_UNIFORM;
        return;
    }
    d->control = d->w.op == PREDICATE_BRA || d->w.op == PREDICATE_SSY ||
                 d->w.op == PREDICATE_JOIN || d->w.op == PREDICATE_EXIT;
    d->memory = d->w.op == PREDICATE_LD || d->w.op == PREDICATE_ST;
    d->unit = uniform || d->w.op == PREDICATE_SSY || d->w.op == PREDICATE_JOIN ||
                      (d->w.op == PREDICATE_BRA && !p_guard(&d->w))
                  ? PREDICATE_SCALAR
                  : PREDICATE_VECTOR;
    d->writes = register_bit(d->w.dk, d->w.di);
    d->reads = source_bit(t.a, d->w.ak, d->w.ai) | source_bit(t.b, d->w.bk, d->w.bi) |
               source_bit(t.c, d->w.ck, d->w.ci);
    if (d->w.gk)
        d->reads |= register_bit(p_guard(&d->w) ? PREDICATE_TO_P : PREDICATE_TO_UP, d->w.gi);
}
