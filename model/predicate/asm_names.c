/* asm_names.c - names of operations, and what each ignores. */
#include "predicate/asm_internal.h"

const struct predicate_name predicate_names[PREDICATE_OPS] = {
    [PREDICATE_MOV] = {"mov", PREDICATE_TAKES_VALUES, 1, false},
    [PREDICATE_ADD] = {"add", PREDICATE_TAKES_VALUES, 2, false},
    [PREDICATE_SUB] = {"sub", PREDICATE_TAKES_VALUES, 2, false},
    [PREDICATE_MUL] = {"mul", PREDICATE_TAKES_VALUES, 2, false},
    [PREDICATE_AND] = {"and", PREDICATE_TAKES_VALUES, 2, false},
    [PREDICATE_OR] = {"or", PREDICATE_TAKES_VALUES, 2, false},
    [PREDICATE_XOR] = {"xor", PREDICATE_TAKES_VALUES, 2, false},
    [PREDICATE_SHL] = {"shl", PREDICATE_TAKES_VALUES, 2, false},
    [PREDICATE_SHR] = {"shr", PREDICATE_TAKES_VALUES, 2, false},
    [PREDICATE_SAR] = {"sar", PREDICATE_TAKES_VALUES, 2, false},
    [PREDICATE_MIN] = {"min", PREDICATE_TAKES_VALUES, 2, false},
    [PREDICATE_MAX] = {"max", PREDICATE_TAKES_VALUES, 2, false},
    [PREDICATE_SEL] = {"sel", PREDICATE_TAKES_SEL, 2, false},
    [PREDICATE_FADD] = {"fadd", PREDICATE_TAKES_VALUES, 2, true},
    [PREDICATE_FSUB] = {"fsub", PREDICATE_TAKES_VALUES, 2, true},
    [PREDICATE_FMUL] = {"fmul", PREDICATE_TAKES_VALUES, 2, true},
    [PREDICATE_FFMA] = {"ffma", PREDICATE_TAKES_VALUES, 3, true},
    [PREDICATE_CMP] = {"cmp", PREDICATE_TAKES_CMP, 2, false},
    [PREDICATE_VOTE_ALL] = {"vote.all", PREDICATE_TAKES_VOTE, 0, false},
    [PREDICATE_VOTE_ANY] = {"vote.any", PREDICATE_TAKES_VOTE, 0, false},
    [PREDICATE_VOTE_NONE] = {"vote.none", PREDICATE_TAKES_VOTE, 0, false},
    [PREDICATE_BRA] = {"bra", PREDICATE_TAKES_TARGET, 0, false},
    [PREDICATE_SSY] = {"ssy", PREDICATE_TAKES_TARGET, 0, false},
    [PREDICATE_JOIN] = {"join", PREDICATE_TAKES_NOTHING, 0, false},
    [PREDICATE_LD] = {"ld", PREDICATE_TAKES_VALUES, 2, false},
    [PREDICATE_ST] = {"st", PREDICATE_TAKES_ST, 3, false},
    [PREDICATE_EXIT] = {"exit", PREDICATE_TAKES_NOTHING, 0, false},
};

const char *const predicate_conditions[8] = {"eq", "ne", "lt", "ge", "gt", "le", "z", "nz"};
const char *const predicate_types[3] = {"s32", "u32", "f32"};

static bool numbered(uint8_t kind)
{
    return kind == PREDICATE_R || kind == PREDICATE_U || kind == PREDICATE_C;
}

static bool immediate(uint8_t kind)
{
    return kind == PREDICATE_IMM || kind == PREDICATE_IMM_HIGH;
}

struct predicate_word predicate_canonical(const struct predicate_word *w)
{
    struct predicate_word x = *w;
    const bool c = w->op == PREDICATE_FFMA || w->op == PREDICATE_ST; /* c is a source */

    if (!x.gk)
        x.gi = 0;
    if (!x.dk)
        x.di = 0;
    if (!numbered(x.ak))
        x.ai = 0;
    if (!numbered(x.bk))
        x.bi = 0;
    if (!x.ck && x.op != PREDICATE_CMP)
        x.ci = 0;
    if (c && !numbered(x.ck))
        x.ci = 0;
    if (x.op == PREDICATE_BRA || x.op == PREDICATE_SSY)
        x.imm &= 0xFF;
    else if (!immediate(x.ak) && !immediate(x.bk) && !(c && immediate(x.ck)))
        x.imm = 0;
    return x;
}
