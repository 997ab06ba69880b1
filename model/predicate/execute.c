/* execute.c - guards, sources and what an instruction gives in a lane. */
#include "numerics/numerics.h"
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
    case PREDICATE_LID:
        return lane;
    default:
        return 0;
    }
}

static uint32_t shift_right(uint32_t a, uint32_t n, bool arithmetic)
{
    return arithmetic && a >> 31 ? ~(~a >> n) : a >> n;
}

/* -1, 0 or 1, or 2 for unordered. */
static int order(uint8_t type, uint32_t a, uint32_t b)
{
    if (type == PREDICATE_F32) {
        switch (assay_f32_compare(a, b)) {
        case ASSAY_F32_LESS:
            return -1;
        case ASSAY_F32_EQUAL:
            return 0;
        case ASSAY_F32_GREATER:
            return 1;
        default:
            return 2;
        }
    }
    if (type == PREDICATE_S32) { /* the signed order is the unsigned one moved by 2^31 */
        a ^= UINT32_C(1) << 31;
        b ^= UINT32_C(1) << 31;
    }
    return (a > b) - (a < b);
}

static bool holds(uint8_t condition, int how)
{
    switch (condition) {
    case PREDICATE_EQ:
    case PREDICATE_Z:
        return how == 0;
    case PREDICATE_NE:
    case PREDICATE_NZ:
        return how != 0;
    case PREDICATE_LT:
        return how == -1;
    case PREDICATE_GE:
        return how == 0 || how == 1;
    case PREDICATE_GT:
        return how == 1;
    default:
        return how == -1 || how == 0;
    }
}

uint32_t predicate_result(const struct predicate_state *s, const struct predicate_word *w,
                          uint32_t lane)
{
    const uint32_t sign = UINT32_C(1) << 31;
    const uint32_t a = predicate_source(s, w, w->ak, w->ai, lane);
    const uint32_t b = predicate_source(s, w, w->bk, w->bi, lane);

    switch (w->op) {
    case PREDICATE_MOV:
        return a;
    case PREDICATE_ADD:
        return a + b;
    case PREDICATE_SUB:
        return a - b;
    case PREDICATE_MUL:
        return a * b;
    case PREDICATE_AND:
        return a & b;
    case PREDICATE_OR:
        return a | b;
    case PREDICATE_XOR:
        return a ^ b;
    case PREDICATE_SHL:
        return a << (b & 31);
    case PREDICATE_SHR:
        return shift_right(a, b & 31, false);
    case PREDICATE_SAR:
        return shift_right(a, b & 31, true);
    case PREDICATE_MIN:
        return (a ^ sign) < (b ^ sign) ? a : b;
    case PREDICATE_MAX:
        return (a ^ sign) < (b ^ sign) ? b : a;
    case PREDICATE_SEL:
        return (w->ck == 1 ? s->p[w->ci] >> lane & 1 : s->up[w->ci]) ? a : b;
    case PREDICATE_FADD:
        return assay_f32_add(a, b);
    case PREDICATE_FSUB:
        return assay_f32_sub(a, b);
    case PREDICATE_FMUL:
        return assay_f32_mul(a, b);
    case PREDICATE_FFMA:
        return assay_f32_fma(a, b, predicate_source(s, w, w->ck, w->ci, lane));
    case PREDICATE_CMP: /* b of kind none is 0 */
        return holds(w->ci, order(w->ck, a, b));
    default:
        return 0;
    }
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
