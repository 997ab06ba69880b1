/* instructions.c - the table of instructions. */
#include "predicate/instructions.h"

#define TO(kind) (1u << PREDICATE_TO_##kind)

enum {
    NOTHING = TO(NONE),
    TO_R = TO(R),
    TO_U = TO(U),
    VALUE = TO(R) | TO(U),
    BOOLEAN = TO(P) | TO(UP),
    TO_UP = TO(UP)
};

enum {
    NO = PREDICATE_TAKES_NONE,
    ANY = PREDICATE_TAKES_ANY,
    EVEN = PREDICATE_TAKES_EVEN,
    HELD = PREDICATE_TAKES_HELD,
    BOTH = PREDICATE_TAKES_EVEN_HELD,
    OF_R = PREDICATE_TAKES_R,
    PRED = PREDICATE_TAKES_PREDICATE,
    OF_P = PREDICATE_TAKES_P,
    MODS = PREDICATE_TAKES_MODIFIER
};

#define INTEGER(name, a, b, c)                                                     \
    {                                                                              \
        name, VALUE, a, b, c, PREDICATE_IN_NONE, PREDICATE_ANY_GUARD, false, false \
    }
#define FLOAT(name, a, b, c)                                                      \
    {                                                                             \
        name, VALUE, a, b, c, PREDICATE_IN_NONE, PREDICATE_ANY_GUARD, false, true \
    }
#define VOTE(name)                                                                      \
    {                                                                                   \
        name, TO_UP, NO, NO, OF_P, PREDICATE_IN_NONE, PREDICATE_ANY_GUARD, false, false \
    }
/* The modifier is in c. */
#define WITH_C(name, to, a, b)                                                  \
    {                                                                           \
        name, to, a, b, MODS, PREDICATE_IN_C, PREDICATE_ANY_GUARD, false, false \
    }
#define FLOW(name, guards, scalar)                                          \
    {                                                                       \
        name, NOTHING, NO, NO, NO, PREDICATE_IN_NONE, guards, scalar, false \
    }
/* Executed by the warp as a whole. */
#define WARP(name, to, a, b, c, modifier)                              \
    {                                                                  \
        name, to, a, b, c, modifier, PREDICATE_EVEN_GUARD, true, false \
    }

const struct predicate_instruction predicate_instructions[PREDICATE_OPS] = {
    [PREDICATE_MOV] = INTEGER("mov", ANY, NO, NO),
    [PREDICATE_ADD] = INTEGER("add", ANY, ANY, NO),
    [PREDICATE_SUB] = INTEGER("sub", ANY, ANY, NO),
    [PREDICATE_MUL] = INTEGER("mul", ANY, ANY, NO),
    [PREDICATE_AND] = INTEGER("and", ANY, ANY, NO),
    [PREDICATE_OR] = INTEGER("or", ANY, ANY, NO),
    [PREDICATE_XOR] = INTEGER("xor", ANY, ANY, NO),
    [PREDICATE_SHL] = INTEGER("shl", ANY, ANY, NO),
    [PREDICATE_SHR] = INTEGER("shr", ANY, ANY, NO),
    [PREDICATE_SAR] = INTEGER("sar", ANY, ANY, NO),
    [PREDICATE_MIN] = INTEGER("min", ANY, ANY, NO),
    [PREDICATE_MAX] = INTEGER("max", ANY, ANY, NO),
    [PREDICATE_SEL] = INTEGER("sel", ANY, ANY, PRED),
    [PREDICATE_FADD] = FLOAT("fadd", ANY, ANY, NO),
    [PREDICATE_FSUB] = FLOAT("fsub", ANY, ANY, NO),
    [PREDICATE_FMUL] = FLOAT("fmul", ANY, ANY, NO),
    [PREDICATE_FFMA] = FLOAT("ffma", ANY, ANY, ANY),
    [PREDICATE_CMP] = WITH_C("cmp", BOOLEAN, ANY, ANY),
    [PREDICATE_VOTE_ALL] = VOTE("vote.all"),
    [PREDICATE_VOTE_ANY] = VOTE("vote.any"),
    [PREDICATE_VOTE_NONE] = VOTE("vote.none"),
    [PREDICATE_BRA] = FLOW("bra", PREDICATE_ANY_GUARD, false),
    [PREDICATE_SSY] = FLOW("ssy", PREDICATE_NO_GUARD, true),
    [PREDICATE_JOIN] = FLOW("join", PREDICATE_NO_GUARD, true),
    [PREDICATE_LD] = WITH_C("ld", TO_R, ANY, ANY),
    [PREDICATE_ST] = {"st", NOTHING, ANY, ANY, ANY, PREDICATE_IN_DI, PREDICATE_ANY_GUARD, false,
                      false},
    [PREDICATE_EXIT] = FLOW("exit", PREDICATE_ANY_GUARD, false),
    [PREDICATE_MAD] = INTEGER("mad", ANY, ANY, ANY),
    [PREDICATE_MULHI] = INTEGER("mulhi", ANY, ANY, NO),
    [PREDICATE_MULHU] = INTEGER("mulhu", ANY, ANY, NO),
    [PREDICATE_DP4A_SS] = INTEGER("dp4a.s8.s8", ANY, ANY, ANY),
    [PREDICATE_DP4A_SU] = INTEGER("dp4a.s8.u8", ANY, ANY, ANY),
    [PREDICATE_DP4A_US] = INTEGER("dp4a.u8.s8", ANY, ANY, ANY),
    [PREDICATE_DP4A_UU] = INTEGER("dp4a.u8.u8", ANY, ANY, ANY),
    [PREDICATE_CLZ] = INTEGER("clz", ANY, NO, NO),
    [PREDICATE_POPC] = INTEGER("popc", ANY, NO, NO),
    [PREDICATE_BFE] = WITH_C("bfe", VALUE, ANY, ANY),
    [PREDICATE_PRMT] = INTEGER("prmt", ANY, ANY, ANY),
    [PREDICATE_MINU] = INTEGER("minu", ANY, ANY, NO),
    [PREDICATE_MAXU] = INTEGER("maxu", ANY, ANY, NO),
    [PREDICATE_FMIN] = FLOAT("fmin", ANY, ANY, NO),
    [PREDICATE_FMAX] = FLOAT("fmax", ANY, ANY, NO),
    [PREDICATE_FDIV] = FLOAT("fdiv", ANY, ANY, NO),
    [PREDICATE_CVT] = WITH_C("cvt", VALUE, ANY, NO),
    [PREDICATE_RED] = WITH_C("red", TO_U, OF_R, NO),
    [PREDICATE_READLANE] = {"readlane", TO_U, OF_R, EVEN, NO, PREDICATE_IN_NONE,
                            PREDICATE_ANY_GUARD, false, false},
    [PREDICATE_LDU] = WITH_C("ldu", TO_U, ANY, ANY),
    [PREDICATE_ATOM] = {"atom", TO_R, HELD, HELD, NO, PREDICATE_IN_IMM, PREDICATE_ANY_GUARD, false,
                        false},
    [PREDICATE_FENCE] = WARP("fence", NOTHING, NO, NO, MODS, PREDICATE_IN_C),
    [PREDICATE_BAR] = WARP("bar", NOTHING | TO_U, BOTH, NO, NO, PREDICATE_IN_IMM),
    [PREDICATE_MSG] = WARP("msg", NOTHING, EVEN, EVEN, NO, PREDICATE_IN_DI),
    [PREDICATE_RECV] = WARP("recv", NOTHING, EVEN, NO, NO, PREDICATE_IN_NONE),
    [PREDICATE_DPAS] = WARP("dpas", NOTHING, EVEN, EVEN, EVEN, PREDICATE_IN_NONE),
    [PREDICATE_MOVE] = WARP("move", NOTHING, BOTH, BOTH, BOTH, PREDICATE_IN_IMM),
    [PREDICATE_ROW] = WITH_C("row", TO_R, EVEN, NO),
    [PREDICATE_PACK] = WITH_C("pack", TO_R, ANY, ANY),
    [PREDICATE_WAIT] = WARP("wait", NOTHING, EVEN, NO, NO, PREDICATE_IN_NONE),
};

/* The 64-bit types: u64, s64 and the pairs of 32-bit values. */
static bool bar_is_wide(uint32_t imm)
{
    const uint32_t type = imm >> PREDICATE_BAR_TYPE & 15;

    return type >= 3 && type <= 7;
}

struct predicate_instruction predicate_takes(const struct predicate_word *w)
{
    struct predicate_instruction n = {.name = ""};

    if (w->op >= PREDICATE_OPS)
        return n;
    n = predicate_instructions[w->op];
    if (w->op == PREDICATE_CMP && (w->ci & 7) >= PREDICATE_Z)
        n.b = NO;
    if (w->op == PREDICATE_ATOM && (w->imm & 15) == PREDICATE_ATOM_CAS)
        n.c = HELD;
    if (w->op == PREDICATE_BAR && (w->imm & 15)) {
        n.to = TO_U;
        n.b = BOTH;
        n.c = bar_is_wide(w->imm) ? BOTH : NO;
    } else if (w->op == PREDICATE_BAR) {
        n.to = NOTHING;
    }
    if (w->op == PREDICATE_ROW && w->ci == PREDICATE_ROW_PUT) {
        n.to = NOTHING;
        n.b = ANY;
    }
    return n;
}

uint32_t predicate_modifier(const struct predicate_word *w)
{
    if (w->op >= PREDICATE_OPS)
        return 0;
    switch (predicate_instructions[w->op].modifier) {
    case PREDICATE_IN_C:
        return w->ck | (uint32_t)w->ci << 3;
    case PREDICATE_IN_DI:
        return w->di;
    case PREDICATE_IN_IMM:
        return w->op == PREDICATE_BAR ? w->imm & PREDICATE_BAR_MODIFIER : w->imm;
    default:
        return 0;
    }
}

void predicate_set_modifier(struct predicate_word *w, uint32_t modifier)
{
    switch (predicate_instructions[w->op].modifier) {
    case PREDICATE_IN_C:
        w->ck = modifier & 7;
        w->ci = modifier >> 3 & 15;
        break;
    case PREDICATE_IN_DI:
        w->di = modifier & 15;
        break;
    case PREDICATE_IN_IMM:
        w->imm |= modifier;
        break;
    default:
        break;
    }
}

uint32_t predicate_modifiers(uint8_t op)
{
    switch (predicate_instructions[op].modifier) {
    case PREDICATE_IN_C:
        return 128;
    case PREDICATE_IN_DI:
        return 16;
    case PREDICATE_IN_IMM:
        return op == PREDICATE_BAR ? PREDICATE_BAR_MODIFIER + 1 : 32;
    default:
        return 1;
    }
}

static bool good_bar(uint32_t m)
{
    const uint32_t op = m & 15, type = m >> PREDICATE_BAR_TYPE & 15;

    return (op < PREDICATE_BAR_OPS || op == PREDICATE_BAR_BY) &&
           type < (op ? PREDICATE_BAR_TYPES : 1) && m <= PREDICATE_BAR_MODIFIER;
}

bool predicate_good_modifier(uint8_t op, uint32_t m)
{
    const uint32_t ck = m & 7, ci = m >> 3;

    switch (op) {
    case PREDICATE_CMP:
        return ck <= PREDICATE_F32 && ci <= PREDICATE_NZ;
    case PREDICATE_BFE:
        return ck <= PREDICATE_U32 && ci == 0;
    case PREDICATE_RED:
        return ck <= PREDICATE_F32 && ci < PREDICATE_REDS &&
               !(ck == PREDICATE_F32 && ci >= PREDICATE_RED_AND);
    case PREDICATE_CVT:
        return ck < PREDICATE_TYPES && (ci & 7) < PREDICATE_TYPES && ck != (ci & 7);
    case PREDICATE_LD:
    case PREDICATE_LDU:
        return ck == 0 && (ci & 7) < PREDICATE_SIZES;
    case PREDICATE_ST:
        return (m & 7) == PREDICATE_B32 || (m & 7) == PREDICATE_U8 || (m & 7) == PREDICATE_U16;
    case PREDICATE_ATOM:
        return (m & 15) >= PREDICATE_ATOM_EXCH && (m & 15) < PREDICATE_ATOMS &&
               m < 2 * PREDICATE_ATOM_LOCAL;
    case PREDICATE_FENCE:
        return ck == 0 && ci >= PREDICATE_FENCE_LOCAL && ci <= PREDICATE_FENCE_ALL;
    case PREDICATE_BAR:
        return good_bar(m);
    case PREDICATE_MOVE:
        return (m & 3) < 3 && m < 16;
    case PREDICATE_ROW:
        return ck == 0 && ci <= PREDICATE_ROW_PUT;
    case PREDICATE_PACK:
        return ck == 0 && ci < PREDICATE_PACKS;
    default:
        return true;
    }
}
