/* asm_names.c - mnemonics with their modifiers, and the fields that instructions ignore. */
#include <string.h>

#include "predicate/asm_internal.h"

const char *const predicate_type_names[PREDICATE_TYPES] = {"s32", "u32", "f32", "f16", "bf16"};
const char *const predicate_special_names[PREDICATE_SPECIALS] = {"lid", "warp", "warps", "group",
                                                                 "groups"};

static const char *const conditions[8] = {"eq", "ne", "lt", "ge", "gt", "le", "z", "nz"};
static const char *const sizes[PREDICATE_SIZES] = {"", ".s8", ".u8", ".s16", ".u16"};
static const char *const reds[PREDICATE_REDS] = {"add", "min", "max", "and", "or", "xor"};
static const char *const atoms[PREDICATE_ATOMS] = {
    "", "", "", "exch", "add", "and", "or", "xor", "min", "max", "minu", "maxu", "cas", "fadd"};
static const char *const scopes[4] = {"", ".local", ".global", ".all"};
static const char *const bar_ops[PREDICATE_BAR_BY + 1] = {
    "",    "add",     "sub",  "and",      "or",    "xor",       "min",
    "max", "product", "mean", "variance", "range", "predicate", [PREDICATE_BAR_BY] = "by"};
static const char *const bar_types[PREDICATE_BAR_TYPES] = {
    "u32", "s32", "f32", "u64", "s64", "u32x2", "s32x2", "f32x2", "f16x2", "bf16x2"};
static const char *const items[3] = {"8", "16", "32"};
static const char *const packs[PREDICATE_PACKS] = {"compress", "expand", "mask"};

static void name_bar(uint32_t m, char text[PREDICATE_MNEMONIC])
{
    const uint32_t op = m & 15, type = m >> PREDICATE_BAR_TYPE & 15;

    if (op)
        snprintf(text, PREDICATE_MNEMONIC, "bar.%s.%s%s", bar_ops[op], bar_types[type],
                 scopes[m >> PREDICATE_BAR_FENCE & 3]);
    else
        snprintf(text, PREDICATE_MNEMONIC, "bar%s", scopes[m >> PREDICATE_BAR_FENCE & 3]);
}

void predicate_mnemonic(uint8_t op, uint32_t m, char text[PREDICATE_MNEMONIC])
{
    const char *name = predicate_instructions[op].name;
    const uint32_t ck = m & 7, ci = m >> 3;

    switch (op) {
    case PREDICATE_CMP:
        snprintf(text, PREDICATE_MNEMONIC, "%s.%s.%s", name, conditions[ci],
                 predicate_type_names[ck]);
        break;
    case PREDICATE_BFE:
        snprintf(text, PREDICATE_MNEMONIC, "%s.%s", name, predicate_type_names[ck]);
        break;
    case PREDICATE_RED:
        snprintf(text, PREDICATE_MNEMONIC, "%s.%s.%s", name, reds[ci], predicate_type_names[ck]);
        break;
    case PREDICATE_CVT:
        snprintf(text, PREDICATE_MNEMONIC, "%s.%s.%s%s", name, predicate_type_names[ci & 7],
                 predicate_type_names[ck], ci & PREDICATE_TOWARD_ZERO ? ".rz" : "");
        break;
    case PREDICATE_LD:
    case PREDICATE_LDU:
        snprintf(text, PREDICATE_MNEMONIC, "%s%s%s", name, sizes[ci & 7],
                 ci & PREDICATE_LOCAL ? ".local" : "");
        break;
    case PREDICATE_ST:
        snprintf(text, PREDICATE_MNEMONIC, "%s%s%s", name, sizes[m & 7],
                 m & PREDICATE_LOCAL ? ".local" : "");
        break;
    case PREDICATE_ATOM:
        snprintf(text, PREDICATE_MNEMONIC, "%s.%s%s", name, atoms[m & 15],
                 m & PREDICATE_ATOM_LOCAL ? ".local" : "");
        break;
    case PREDICATE_FENCE:
        snprintf(text, PREDICATE_MNEMONIC, "%s%s", name, scopes[ci]);
        break;
    case PREDICATE_BAR:
        name_bar(m, text);
        break;
    case PREDICATE_MOVE:
        snprintf(text, PREDICATE_MNEMONIC, "%s.%s.%s%s", name,
                 m & PREDICATE_MOVE_OUT ? "out" : "in", items[m & 3],
                 m & PREDICATE_MOVE_NARROW ? ".narrow" : "");
        break;
    case PREDICATE_ROW:
        snprintf(text, PREDICATE_MNEMONIC, "%s.%s", name, ci == PREDICATE_ROW_PUT ? "put" : "get");
        break;
    case PREDICATE_PACK:
        snprintf(text, PREDICATE_MNEMONIC, "%s.%s", name, packs[ci]);
        break;
    default:
        snprintf(text, PREDICATE_MNEMONIC, "%s", name);
        break;
    }
}

static bool begins(const char *at, uint32_t length, const char *name)
{
    const uint32_t n = (uint32_t)strlen(name);

    return length >= n && predicate_is(at, n, name);
}

bool predicate_find_mnemonic(const char *at, uint32_t length, struct predicate_word *w)
{
    char text[PREDICATE_MNEMONIC];

    for (int i = 1; i < PREDICATE_OPS; ++i) {
        const uint8_t op = (uint8_t)i;

        if (!begins(at, length, predicate_instructions[op].name))
            continue;
        for (uint32_t m = 0; m < predicate_modifiers(op); ++m) {
            if (!predicate_good_modifier(op, m))
                continue;
            predicate_mnemonic(op, m, text);
            if (predicate_is(at, length, text)) {
                w->op = op;
                predicate_set_modifier(w, m);
                return true;
            }
        }
    }
    return false;
}

static bool numbered(uint8_t kind)
{
    return kind == PREDICATE_R || kind == PREDICATE_U || kind == PREDICATE_C ||
           kind == PREDICATE_SPECIAL;
}

struct predicate_word predicate_canonical(const struct predicate_word *w)
{
    const struct predicate_instruction n = predicate_takes(w);
    const bool c = predicate_is_source(n.c);
    struct predicate_word x = *w;

    if (!x.gk)
        x.gi = 0;
    if (!x.dk && n.modifier != PREDICATE_IN_DI)
        x.di = 0;
    if (!numbered(x.ak))
        x.ai = 0;
    if (!numbered(x.bk))
        x.bi = 0;
    if ((c && !numbered(x.ck)) || n.c == PREDICATE_TAKES_NONE)
        x.ci = 0;
    if (x.op == PREDICATE_BRA || x.op == PREDICATE_SSY)
        x.imm &= PREDICATE_TARGET;
    else if (n.modifier != PREDICATE_IN_IMM && !predicate_is_immediate(x.ak) &&
             !predicate_is_immediate(x.bk) && !(c && predicate_is_immediate(x.ck)))
        x.imm = 0;
    return x;
}
