/*
 * instructions.h - the table of instructions: what each takes, who executes it, and what its modifiers
 * mean. Decoder, assembler, disassembler and the uniformity pass go by it.
 */
#ifndef PREDICATE_INSTRUCTIONS_H
#define PREDICATE_INSTRUCTIONS_H

#include "predicate/word.h"

/* What may stand in the place of a source. */
enum predicate_shape {
    PREDICATE_TAKES_NONE,
    PREDICATE_TAKES_ANY,
    PREDICATE_TAKES_EVEN,      /* the same in all lanes */
    PREDICATE_TAKES_HELD,      /* no immediate: its bits have another meaning */
    PREDICATE_TAKES_EVEN_HELD, /* both */
    PREDICATE_TAKES_R,
    PREDICATE_TAKES_PREDICATE, /* c: P (ck 1) or UP (ck 2) */
    PREDICATE_TAKES_P,         /* c: P */
    PREDICATE_TAKES_MODIFIER   /* c */
};

/* Where the modifier is. */
enum predicate_place {
    PREDICATE_IN_NONE,
    PREDICATE_IN_C,  /* ck, and ci above it */
    PREDICATE_IN_DI, /* of what has no destination */
    PREDICATE_IN_IMM
};

/* Guards: of every kind, not P, none. */
enum predicate_guards { PREDICATE_ANY_GUARD, PREDICATE_EVEN_GUARD, PREDICATE_NO_GUARD };

struct predicate_instruction {
    char name[12];    /* empty: there is none of that number */
    uint8_t to;       /* destinations, a bit for each kind */
    uint8_t a, b, c;  /* enum predicate_shape */
    uint8_t modifier; /* enum predicate_place */
    uint8_t guards;
    bool scalar; /* of the scalar class without a U or UP destination */
    bool f32;    /* its immediates are shown as f32 */
};

/* By enum predicate_op. */
extern const struct predicate_instruction predicate_instructions[PREDICATE_OPS];

/* The row of an instruction, with what depends on its modifier: cmp with zero has no b, only atom.cas
 * has a c. A row without a name for an unknown operation. */
struct predicate_instruction predicate_takes(const struct predicate_word *w);

/* The modifier of a word. */
uint32_t predicate_modifier(const struct predicate_word *w);
void predicate_set_modifier(struct predicate_word *w, uint32_t modifier);
bool predicate_good_modifier(uint8_t op, uint32_t modifier);
/* How many values a modifier has, good ones and others. */
uint32_t predicate_modifiers(uint8_t op);

static inline bool predicate_is_source(uint8_t shape)
{
    return shape >= PREDICATE_TAKES_ANY && shape <= PREDICATE_TAKES_R;
}

static inline bool predicate_is_immediate(uint8_t kind)
{
    return kind == PREDICATE_IMM || kind == PREDICATE_IMM_HIGH;
}

/* A source that may differ between lanes. */
static inline bool predicate_of_lanes(uint8_t kind, uint8_t i)
{
    return kind == PREDICATE_R || (kind == PREDICATE_SPECIAL && i == PREDICATE_LANE);
}

/* --- what the modifiers of the core's instructions say --- */

/* As the operations of slm. */
enum predicate_atom {
    PREDICATE_ATOM_EXCH = 3,
    PREDICATE_ATOM_ADD,
    PREDICATE_ATOM_AND,
    PREDICATE_ATOM_OR,
    PREDICATE_ATOM_XOR,
    PREDICATE_ATOM_MIN,
    PREDICATE_ATOM_MAX,
    PREDICATE_ATOM_MINU,
    PREDICATE_ATOM_MAXU,
    PREDICATE_ATOM_CAS,
    PREDICATE_ATOM_FADD,
    PREDICATE_ATOMS
};
enum { PREDICATE_ATOM_LOCAL = 16 };

enum { PREDICATE_FENCE_LOCAL = 1, PREDICATE_FENCE_GLOBAL, PREDICATE_FENCE_ALL };

/* bar, in imm: operation and type of the gateway and the fence; then what goes with them. */
enum {
    PREDICATE_BAR_BY = 15,   /* in the place of the operation: it comes from a U */
    PREDICATE_BAR_TYPE = 4,  /* from this bit on */
    PREDICATE_BAR_FENCE = 8, /* 2 bits as of fence, 0 for none */
    PREDICATE_BAR_MODIFIER = 0x3FF,
    PREDICATE_BAR_HAS_P = 1 << 10,
    PREDICATE_BAR_P = 11,
    PREDICATE_BAR_HAS_SUM = 1 << 13,
    PREDICATE_BAR_SUM = 14, /* number of the U of the predicate sum */
    PREDICATE_BAR_OP = 18,  /* number of the U with the operation */
    PREDICATE_BAR_END = 22,
    PREDICATE_BAR_OPS = 13,
    PREDICATE_BAR_TYPES = 10
};

/* row, in ci: from a row to an R, or back. */
enum { PREDICATE_ROW_GET, PREDICATE_ROW_PUT };

/* move, in imm: bits of an item, direction, narrowing. */
enum { PREDICATE_MOVE_OUT = 4, PREDICATE_MOVE_NARROW = 8 };

enum { PREDICATE_COMPRESS, PREDICATE_EXPAND, PREDICATE_MASK, PREDICATE_PACKS };

#endif
