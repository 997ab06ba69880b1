/* decode.c - instruction words: fields, legality, class, registers that are read and written. */
#include <string.h>

#include "predicate/instructions.h"

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

static bool good_source(uint8_t shape, uint8_t kind, uint8_t i)
{
    if (shape == PREDICATE_TAKES_NONE)
        return kind == PREDICATE_NONE;
    if (kind == PREDICATE_NONE || kind == PREDICATE_BAD ||
        (kind == PREDICATE_SPECIAL && i >= PREDICATE_SPECIALS))
        return false;
    switch (shape) {
    case PREDICATE_TAKES_EVEN:
        return !predicate_of_lanes(kind, i);
    case PREDICATE_TAKES_HELD:
        return !predicate_is_immediate(kind);
    case PREDICATE_TAKES_EVEN_HELD:
        return !predicate_of_lanes(kind, i) && !predicate_is_immediate(kind);
    case PREDICATE_TAKES_R:
        return kind == PREDICATE_R;
    default:
        return true;
    }
}

static bool good_c(uint8_t shape, const struct predicate_word *w)
{
    switch (shape) {
    case PREDICATE_TAKES_PREDICATE:
        return (w->ck == 1 || w->ck == 2) && w->ci < PREDICATE_PREDS;
    case PREDICATE_TAKES_P:
        return w->ck == 1 && w->ci < PREDICATE_PREDS;
    case PREDICATE_TAKES_MODIFIER:
        return true;
    default:
        return good_source(shape, w->ck, w->ci);
    }
}

/* Unused bits of bar's immediate must be 0. */
static bool good_rest(const struct predicate_word *w)
{
    const uint32_t imm = w->imm;

    if (w->op != PREDICATE_BAR)
        return true;
    return imm >> PREDICATE_BAR_END == 0 &&
           !(!(imm & PREDICATE_BAR_HAS_P) && imm >> PREDICATE_BAR_P & 3) &&
           !(!(imm & PREDICATE_BAR_HAS_SUM) && imm >> PREDICATE_BAR_SUM & 15) &&
           !((imm & 15) != PREDICATE_BAR_BY && imm >> PREDICATE_BAR_OP & 15);
}

static bool p_guard(const struct predicate_word *w)
{
    return w->gk == PREDICATE_IF_P || w->gk == PREDICATE_IF_NOT_P;
}

static bool good_guard(const struct predicate_word *w, uint8_t guards)
{
    switch (guards) {
    case PREDICATE_NO_GUARD:
        return w->gk == PREDICATE_ALWAYS;
    case PREDICATE_EVEN_GUARD:
        return w->gk < PREDICATE_GUARDS && !p_guard(w);
    default:
        return w->gk < PREDICATE_GUARDS;
    }
}

static bool legal(const struct predicate_word *w, const struct predicate_instruction *n)
{
    const bool boolean = w->dk == PREDICATE_TO_P || w->dk == PREDICATE_TO_UP;

    return n->name[0] && !w->zero && good_guard(w, n->guards) && (n->to >> w->dk & 1) != 0 &&
           !(boolean && w->di >= PREDICATE_PREDS) && good_source(n->a, w->ak, w->ai) &&
           good_source(n->b, w->bk, w->bi) && good_c(n->c, w) &&
           predicate_good_modifier(w->op, predicate_modifier(w)) && good_rest(w);
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
    if (predicate_is_source(shape)) /* R and U: same numbers as destinations */
        return kind <= PREDICATE_U ? register_bit(kind, i) : 0;
    if (shape == PREDICATE_TAKES_PREDICATE || shape == PREDICATE_TAKES_P)
        return register_bit(kind == 1 ? PREDICATE_TO_P : PREDICATE_TO_UP, i);
    return 0;
}

static bool differs(uint8_t shape, uint8_t kind, uint8_t i)
{
    return predicate_is_source(shape) && predicate_of_lanes(kind, i);
}

static bool per_lane(const struct predicate_word *w, const struct predicate_instruction *n)
{
    return p_guard(w) || differs(n->a, w->ak, w->ai) || differs(n->b, w->bk, w->bi) ||
           differs(n->c, w->ck, w->ci) || (n->c == PREDICATE_TAKES_PREDICATE && w->ck == 1);
}

/* Adds what bar reads and writes in addition to its sources and its destination. */
static void more_of_bar(struct predicate_decoded *d, const struct predicate_instruction *n)
{
    const uint32_t imm = d->w.imm;

    if (n->c != PREDICATE_TAKES_NONE) /* the result has 64 bits */
        d->writes |= register_bit(PREDICATE_TO_U, (d->w.di + 1) & 15);
    if (imm & PREDICATE_BAR_HAS_P)
        d->reads |= register_bit(PREDICATE_TO_P, imm >> PREDICATE_BAR_P & 3);
    if (imm & PREDICATE_BAR_HAS_SUM)
        d->writes |= register_bit(PREDICATE_TO_U, imm >> PREDICATE_BAR_SUM & 15);
    if ((imm & 15) == PREDICATE_BAR_BY)
        d->reads |= register_bit(PREDICATE_TO_U, imm >> PREDICATE_BAR_OP & 15);
}

void predicate_decode_any(uint64_t word, struct predicate_decoded *d)
{
    struct predicate_instruction n;
    bool uniform;

    memset(d, 0, sizeof *d);
    predicate_unpack(word, &d->w);
    n = predicate_takes(&d->w);
    if (!legal(&d->w, &n)) {
        d->trap = PREDICATE_ILLEGAL;
        return;
    }
    d->cross =
        n.c == PREDICATE_TAKES_P || d->w.op == PREDICATE_RED || d->w.op == PREDICATE_READLANE;
    uniform = (d->w.dk == PREDICATE_TO_U || d->w.dk == PREDICATE_TO_UP) && !d->cross;
    if (uniform && per_lane(&d->w, &n)) {
        d->trap = PREDICATE_NOT_UNIFORM;
        return;
    }
    d->control = d->w.op == PREDICATE_BRA || d->w.op == PREDICATE_SSY ||
                 d->w.op == PREDICATE_JOIN || d->w.op == PREDICATE_EXIT;
    d->memory = d->w.op == PREDICATE_LD || d->w.op == PREDICATE_ST;
    d->outside = d->memory || d->w.op >= PREDICATE_LDU;
    d->unit = uniform || n.scalar || (d->w.op == PREDICATE_BRA && !p_guard(&d->w))
                  ? PREDICATE_SCALAR
                  : PREDICATE_VECTOR;
    d->writes = register_bit(d->w.dk, d->w.di);
    d->reads = source_bit(n.a, d->w.ak, d->w.ai) | source_bit(n.b, d->w.bk, d->w.bi) |
               source_bit(n.c, d->w.ck, d->w.ci);
    if (d->w.gk)
        d->reads |= register_bit(p_guard(&d->w) ? PREDICATE_TO_P : PREDICATE_TO_UP, d->w.gi);
    if (d->w.op == PREDICATE_BAR)
        more_of_bar(d, &n);
}

bool predicate_lacks(const struct predicate_word *w)
{
    return w->op > PREDICATE_OWN_OPS ||
           ((w->op == PREDICATE_LD) && (w->ci & PREDICATE_LOCAL) != 0) ||
           ((w->op == PREDICATE_ST) && (w->di & PREDICATE_LOCAL) != 0);
}

void predicate_decode(uint64_t word, struct predicate_decoded *d)
{
    predicate_decode_any(word, d);
    if (predicate_lacks(&d->w)) {
        struct predicate_decoded nothing = {.w = d->w, .trap = PREDICATE_ILLEGAL};

        *d = nothing;
    }
}
