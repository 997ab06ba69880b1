/*
 * instructions.h - the table of instructions: operands, executing unit, and the meaning of
 * modifiers. Used by the decoder, the assembler, the disassembler and the uniformity pass.
 */
#ifndef PREDICATE_INSTRUCTIONS_H
#define PREDICATE_INSTRUCTIONS_H

#include "predicate/word.h"

/* What a source operand may be. */
enum predicate_shape {
    PREDICATE_TAKES_NONE,
    PREDICATE_TAKES_ANY,
    PREDICATE_TAKES_EVEN,      /* a value that is equal in all lanes */
    PREDICATE_TAKES_HELD,      /* no immediate: the immediate field has another meaning */
    PREDICATE_TAKES_EVEN_HELD, /* both */
    PREDICATE_TAKES_R,
    PREDICATE_TAKES_PREDICATE, /* c: P (ck 1) or UP (ck 2) */
    PREDICATE_TAKES_P,         /* c: P */
    PREDICATE_TAKES_MODIFIER   /* c is the modifier */
};

/* Where the modifier is encoded. */
enum predicate_place {
    PREDICATE_IN_NONE,
    PREDICATE_IN_C,  /* ck, with ci above it */
    PREDICATE_IN_DI, /* in instructions without a destination */
    PREDICATE_IN_IMM
};

/* Allowed guards: any kind, all kinds except P, none. */
enum predicate_guards { PREDICATE_ANY_GUARD, PREDICATE_EVEN_GUARD, PREDICATE_NO_GUARD };

struct predicate_instruction {
    char name[12];    /* empty: no instruction has this number */
    uint8_t to;       /* allowed destinations, one bit per kind */
    uint8_t a, b, c;  /* enum predicate_shape */
    uint8_t modifier; /* enum predicate_place */
    uint8_t guards;
    bool scalar; /* belongs to the scalar class even without a U or UP destination */
    bool f32;    /* its immediates are printed as f32 */
};

/* Indexed by enum predicate_op. */
extern const struct predicate_instruction predicate_instructions[PREDICATE_OPS];

/* The row of an instruction, adjusted for its modifier: cmp with zero has no b, and only
 * atom.cas has a c. For an unknown operation, a row without a name. */
struct predicate_instruction predicate_takes(const struct predicate_word *w);

/* The modifier of a word. */
uint32_t predicate_modifier(const struct predicate_word *w);
void predicate_set_modifier(struct predicate_word *w, uint32_t modifier);
bool predicate_good_modifier(uint8_t op, uint32_t modifier);
/* Number of values of an operation's modifier, legal or not. */
uint32_t predicate_modifiers(uint8_t op);

static inline bool predicate_is_source(uint8_t shape)
{
    return shape >= PREDICATE_TAKES_ANY && shape <= PREDICATE_TAKES_R;
}

static inline bool predicate_is_immediate(uint8_t kind)
{
    return kind == PREDICATE_IMM || kind == PREDICATE_IMM_HIGH;
}

/* True for a source that may differ between lanes. */
static inline bool predicate_of_lanes(uint8_t kind, uint8_t i)
{
    return kind == PREDICATE_R || (kind == PREDICATE_SPECIAL && i == PREDICATE_LANE);
}

/* --- modifiers of the core's instructions --- */

/* The numbers are those of slm's operations. */
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

/* bar, in imm: the gateway's operation and type, the fence, then the fields that accompany them. */
enum {
    PREDICATE_BAR_BY = 15,   /* instead of an operation: it is taken from a U */
    PREDICATE_BAR_TYPE = 4,  /* lowest bit of the field */
    PREDICATE_BAR_FENCE = 8, /* 2 bits, as in the instruction fence; 0 for none */
    PREDICATE_BAR_MODIFIER = 0x3FF,
    PREDICATE_BAR_HAS_P = 1 << 10,
    PREDICATE_BAR_P = 11,
    PREDICATE_BAR_HAS_SUM = 1 << 13,
    PREDICATE_BAR_SUM = 14, /* number of the U that receives the predicate sum */
    PREDICATE_BAR_OP = 18,  /* number of the U that holds the operation */
    PREDICATE_BAR_END = 22,
    PREDICATE_BAR_OPS = 13,
    PREDICATE_BAR_TYPES = 10
};

/* row, in ci: from a row to an R, or vice versa. */
enum { PREDICATE_ROW_GET, PREDICATE_ROW_PUT };

/* move, in imm: bits of an item (0 to 2: 8, 16, 32), direction, narrowing. */
enum { PREDICATE_MOVE_OUT = 4, PREDICATE_MOVE_NARROW = 8 };

enum { PREDICATE_COMPRESS, PREDICATE_EXPAND, PREDICATE_MASK, PREDICATE_PACKS };

#endif
