/* execute.c - guards, sources and what an instruction gives in its lanes. */
#include "predicate/internal.h"

uint32_t predicate_guard_lanes(const struct predicate_state *s, const struct predicate_word *w)
{
    const uint32_t flip =
        (w->gk == PREDICATE_IF_NOT_P || w->gk == PREDICATE_IF_NOT_UP) != s->sense ? s->all : 0;

    switch (w->gk) {
    case PREDICATE_IF_P:
    case PREDICATE_IF_NOT_P:
        return s->p[w->gi] ^ flip;
    case PREDICATE_IF_UP:
    case PREDICATE_IF_NOT_UP:
        return (s->up[w->gi] ? s->all : 0) ^ flip;
    default:
        return s->all;
    }
}

uint32_t predicate_source(const struct predicate_state *s, const struct predicate_word *w,
                          uint8_t kind, uint8_t i, uint32_t lane)
{
    switch (kind) {
    case PREDICATE_R:
        return s->r[i][lane];
    case PREDICATE_U:
        return s->u[i];
    case PREDICATE_C:
        return s->c[i];
    case PREDICATE_IMM:
        return (w->imm ^ 0x800000) - 0x800000;
    case PREDICATE_IMM_HIGH:
        return w->imm << 8;
    case PREDICATE_SPECIAL: /* one warp, one group: their numbers are 0 */
        return i == PREDICATE_LANE ? lane : i == PREDICATE_WARPS || i == PREDICATE_GROUPS ? 1 : 0;
    default:
        return 0;
    }
}

uint32_t predicate_result(const struct predicate_state *s, const struct predicate_word *w,
                          uint32_t lane)
{
    const bool choice =
        w->op == PREDICATE_SEL && (w->ck == 1 ? s->p[w->ci] >> lane & 1 : s->up[w->ci]);

    return predicate_compute(w, predicate_source(s, w, w->ak, w->ai, lane),
                             predicate_source(s, w, w->bk, w->bi, lane),
                             predicate_source(s, w, w->ck, w->ci, lane), choice);
}

uint32_t predicate_vote(const struct predicate_state *s, const struct predicate_word *w,
                        uint32_t exec)
{
    const uint32_t set = s->p[w->ci] & exec;

    switch (w->op) {
    case PREDICATE_VOTE_ALL:
        return set == exec;
    case PREDICATE_VOTE_ANY:
        return set != 0;
    default:
        return set == 0;
    }
}

/* --- red: pairs of neighbours, pairs of these, and so on --- */

static struct predicate_word step_of(const struct predicate_word *w)
{
    static const uint8_t ops[PREDICATE_REDS][3] = {
        [PREDICATE_RED_ADD] = {PREDICATE_ADD, PREDICATE_ADD, PREDICATE_FADD},
        [PREDICATE_RED_MIN] = {PREDICATE_MIN, PREDICATE_MINU, PREDICATE_FMIN},
        [PREDICATE_RED_MAX] = {PREDICATE_MAX, PREDICATE_MAXU, PREDICATE_FMAX},
        [PREDICATE_RED_AND] = {PREDICATE_AND, PREDICATE_AND, 0},
        [PREDICATE_RED_OR] = {PREDICATE_OR, PREDICATE_OR, 0},
        [PREDICATE_RED_XOR] = {PREDICATE_XOR, PREDICATE_XOR, 0}};

    return (struct predicate_word){.op = ops[w->ci][w->ck]};
}

/* What a lane counts as that does not execute. */
static uint32_t neutral(const struct predicate_word *w)
{
    static const uint32_t values[PREDICATE_REDS][3] = {
        [PREDICATE_RED_ADD] = {0, 0, 0x80000000},
        [PREDICATE_RED_MIN] = {0x7FFFFFFF, 0xFFFFFFFF, 0x7FC00000},
        [PREDICATE_RED_MAX] = {0x80000000, 0, 0x7FC00000},
        [PREDICATE_RED_AND] = {0xFFFFFFFF, 0xFFFFFFFF, 0}};

    return values[w->ci][w->ck];
}

uint32_t predicate_reduce(const struct predicate_state *s, const struct predicate_word *w,
                          uint32_t exec)
{
    const struct predicate_word step = step_of(w);
    uint32_t v[PREDICATE_MAX_LANES] = {0};

    for (uint32_t n = 0; n < s->params.lanes; ++n)
        v[n] = exec >> n & 1 ? s->r[w->ai][n] : neutral(w);
    for (uint32_t apart = 1; apart < s->params.lanes; apart *= 2)
        for (uint32_t n = 0; n < s->params.lanes; n += 2 * apart)
            v[n] = predicate_compute(&step, v[n], v[n + apart], 0, false);
    return v[0];
}

uint32_t predicate_lane_read(const struct predicate_state *s, const struct predicate_word *w)
{
    return s->r[w->ai][predicate_source(s, w, w->bk, w->bi, 0) % s->params.lanes];
}

/* --- ld and st --- */

uint32_t predicate_address(const struct predicate_state *s, const struct predicate_word *w,
                           uint32_t lane)
{
    return predicate_source(s, w, w->ak, w->ai, lane) + predicate_source(s, w, w->bk, w->bi, lane);
}

uint8_t predicate_address_trap(uint32_t address, uint32_t bytes)
{
    if (address >= PREDICATE_BYTES)
        return PREDICATE_ADDRESS;
    return address % bytes ? PREDICATE_MISALIGNED : PREDICATE_NO_TRAP;
}

uint32_t predicate_bytes(const struct predicate_word *w)
{
    switch ((w->op == PREDICATE_ST ? w->di : w->ci) & 7) {
    case PREDICATE_S8:
    case PREDICATE_U8:
        return 1;
    case PREDICATE_S16:
    case PREDICATE_U16:
        return 2;
    default:
        return 4;
    }
}
