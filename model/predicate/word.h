/*
 * word.h - the instruction set: operations, the fields of a word, and what issue needs to know
 * about a word. README.md and instructions.md describe the instructions.
 */
#ifndef PREDICATE_WORD_H
#define PREDICATE_WORD_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PREDICATE_TARGET = 0xFFF, /* bits of the target within the immediate */
    PREDICATE_REGS = 16,      /* number of R of a lane, of U, of C */
    PREDICATE_PREDS = 4       /* number of P of a lane, of UP */
};

/* Operations. Those from PREDICATE_LDU on exist only in core. */
enum predicate_op {
    PREDICATE_MOV = 1,
    PREDICATE_ADD,
    PREDICATE_SUB,
    PREDICATE_MUL,
    PREDICATE_AND,
    PREDICATE_OR,
    PREDICATE_XOR,
    PREDICATE_SHL,
    PREDICATE_SHR,
    PREDICATE_SAR,
    PREDICATE_MIN,
    PREDICATE_MAX,
    PREDICATE_SEL,
    PREDICATE_FADD,
    PREDICATE_FSUB,
    PREDICATE_FMUL,
    PREDICATE_FFMA,
    PREDICATE_CMP,
    PREDICATE_VOTE_ALL,
    PREDICATE_VOTE_ANY,
    PREDICATE_VOTE_NONE,
    PREDICATE_BRA,
    PREDICATE_SSY,
    PREDICATE_JOIN,
    PREDICATE_LD,
    PREDICATE_ST,
    PREDICATE_EXIT,
    PREDICATE_MAD,
    PREDICATE_MULHI,
    PREDICATE_MULHU,
    PREDICATE_DP4A_SS, /* signedness of a and b */
    PREDICATE_DP4A_SU,
    PREDICATE_DP4A_US,
    PREDICATE_DP4A_UU,
    PREDICATE_CLZ,
    PREDICATE_POPC,
    PREDICATE_BFE,
    PREDICATE_PRMT,
    PREDICATE_MINU,
    PREDICATE_MAXU,
    PREDICATE_FMIN,
    PREDICATE_FMAX,
    PREDICATE_FDIV,
    PREDICATE_CVT,
    PREDICATE_RED,
    PREDICATE_READLANE,
    PREDICATE_LDU,
    PREDICATE_ATOM,
    PREDICATE_FENCE,
    PREDICATE_BAR,
    PREDICATE_MSG,
    PREDICATE_RECV,
    PREDICATE_DPAS,
    PREDICATE_MOVE,
    PREDICATE_ROW,
    PREDICATE_PACK,
    PREDICATE_WAIT,
    PREDICATE_OPS,                        /* from here on: illegal, like 0 */
    PREDICATE_OWN_OPS = PREDICATE_LDU - 1 /* 1 to this one exist in predicate */
};

enum predicate_guard {
    PREDICATE_ALWAYS,
    PREDICATE_IF_P,
    PREDICATE_IF_NOT_P,
    PREDICATE_IF_UP,
    PREDICATE_IF_NOT_UP,
    PREDICATE_GUARDS
};

/* Kinds of a destination. */
enum { PREDICATE_TO_NONE, PREDICATE_TO_R, PREDICATE_TO_U, PREDICATE_TO_P, PREDICATE_TO_UP };

/* Kinds of a source; the last one is illegal. */
enum {
    PREDICATE_NONE,
    PREDICATE_R,
    PREDICATE_U,
    PREDICATE_C,
    PREDICATE_IMM,      /* sign-extended */
    PREDICATE_IMM_HIGH, /* shifted up by 8 bits */
    PREDICATE_SPECIAL,
    PREDICATE_BAD
};

/* Numbers of special sources. All except the lane index are equal in all lanes; in the block
 * predicate, the warp is the only one of the only group. */
enum {
    PREDICATE_LANE,
    PREDICATE_WARP,  /* number within its group */
    PREDICATE_WARPS, /* number of warps in the group */
    PREDICATE_GROUP,
    PREDICATE_GROUPS, /* number of groups in the launch */
    PREDICATE_SPECIALS
};

/* Types, in ck: cmp and red take the first three, bfe the first two; for cvt it is the type to
 * convert from. cvt has the type to convert to in ci, with a bit for rounding toward zero. */
enum {
    PREDICATE_S32,
    PREDICATE_U32,
    PREDICATE_F32,
    PREDICATE_F16,
    PREDICATE_BF16,
    PREDICATE_TYPES
};
enum { PREDICATE_TOWARD_ZERO = 8 };

/* Operations of red, in ci. */
enum {
    PREDICATE_RED_ADD,
    PREDICATE_RED_MIN,
    PREDICATE_RED_MAX,
    PREDICATE_RED_AND,
    PREDICATE_RED_OR,
    PREDICATE_RED_XOR,
    PREDICATE_REDS
};

/*
 * Sizes that ld and ldu (in ci) and st (in di) access, and which memory: only core has local
 * memory.
 */
enum { PREDICATE_B32, PREDICATE_S8, PREDICATE_U8, PREDICATE_S16, PREDICATE_U16, PREDICATE_SIZES };
enum { PREDICATE_LOCAL = 8 };

/* Conditions of cmp, in ci. */
enum {
    PREDICATE_EQ,
    PREDICATE_NE,
    PREDICATE_LT,
    PREDICATE_GE,
    PREDICATE_GT,
    PREDICATE_LE,
    PREDICATE_Z,
    PREDICATE_NZ
};

enum predicate_trap {
    PREDICATE_NO_TRAP,
    PREDICATE_ILLEGAL,
    PREDICATE_NOT_UNIFORM,
    PREDICATE_OVERFLOW,
    PREDICATE_UNDERFLOW,
    PREDICATE_BEYOND,
    PREDICATE_ADDRESS,
    PREDICATE_LIMIT,
    PREDICATE_MISALIGNED
};

/* Bits of the pin issue. */
enum { PREDICATE_SCALAR = 1, PREDICATE_VECTOR = 2 };

/* The fields of an instruction word. */
struct predicate_word {
    uint8_t op, gk, gi, zero, dk, di, ak, ai, bk, bi, ck, ci;
    uint32_t imm;
};

void predicate_unpack(uint64_t word, struct predicate_word *w);
uint64_t predicate_pack(const struct predicate_word *w);

/* What issue needs to know about a word. Registers are bits: R in 0 to 15, U in 16 to 31, P in
 * 32 to 35, UP in 36 to 39. */
struct predicate_decoded {
    struct predicate_word w;
    uint64_t reads; /* sources and guard */
    uint64_t writes;
    uint8_t trap;    /* trap caused by its issue in any state; else 0 */
    uint8_t unit;    /* PREDICATE_SCALAR or PREDICATE_VECTOR */
    uint8_t control; /* bra, ssy, join, exit */
    uint8_t memory;  /* ld, st */
    uint8_t outside; /* its value, if it has one, arrives later, from outside the units */
    uint8_t cross;   /* vote, red, readlane: values of several lanes give a single value */
};

/* Decodes by the whole instruction set: instructions of any block are legal. */
void predicate_decode_any(uint64_t word, struct predicate_decoded *d);
/* Decodes for the block predicate: instructions that exist only in core are illegal. */
void predicate_decode(uint64_t word, struct predicate_decoded *d);
/* True for a legal instruction that the block predicate does not have. */
bool predicate_lacks(const struct predicate_word *w);

#ifdef __cplusplus
}
#endif

#endif
