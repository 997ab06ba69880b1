/*
 * predicate.h - golden model of predicate, a SIMT core slice with uniform predicates.
 *
 * Architecture, encoding and the cycle contract are those of README.md beside this file.
 */
#ifndef PREDICATE_MODEL_H
#define PREDICATE_MODEL_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "predicate/predicate_pins.h"

enum {
    PREDICATE_MAX_LANES = 32,
    PREDICATE_WORDS = 256, /* of instruction memory */
    PREDICATE_DATA = 1024, /* words of data memory */
    PREDICATE_BYTES = 4 * PREDICATE_DATA,
    PREDICATE_TARGET = 0xFFF, /* the bits of a target in the immediate */
    PREDICATE_REGS = 16,      /* R of a lane, U, C */
    PREDICATE_PREDS = 4,      /* P of a lane, UP */
    PREDICATE_STACK = 8,      /* entries */
    PREDICATE_VECTOR_LATENCY = 3,
    PREDICATE_SCALAR_LATENCY = 2,
    PREDICATE_DIVIDE_HOLD = 28 /* cycles for which fdiv holds issue */
};

/* Operations. Those from PREDICATE_LDU on are the core's alone. */
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
    PREDICATE_DP4A_SS, /* signs of a and b */
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
    PREDICATE_OPS,                        /* from here on: none, like 0 */
    PREDICATE_OWN_OPS = PREDICATE_LDU - 1 /* 1 to this one are predicate's */
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

/* Kinds of a source; the last is an illegal one. */
enum {
    PREDICATE_NONE,
    PREDICATE_R,
    PREDICATE_U,
    PREDICATE_C,
    PREDICATE_IMM,      /* extended by its sign */
    PREDICATE_IMM_HIGH, /* moved up by 8 bits */
    PREDICATE_SPECIAL,
    PREDICATE_BAD
};

/* Numbers of a special source. All but the lane index are the same in all lanes; the block predicate is
 * the only warp of the only group. */
enum {
    PREDICATE_LANE,
    PREDICATE_WARP,  /* in its group */
    PREDICATE_WARPS, /* of the group */
    PREDICATE_GROUP,
    PREDICATE_GROUPS, /* of the launch */
    PREDICATE_SPECIALS
};

/* Types, in the place of ck: of cmp and red the first three, of bfe the first two, of cvt what it converts
 * from. cvt has what it converts to in ci, and a bit for rounding toward zero. */
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

/* What ld and ldu (in ci) and st (in di) access, and where: local memory is the core's. */
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

enum predicate_host_op {
    PREDICATE_NOTHING,
    PREDICATE_WRITE,
    PREDICATE_READ,
    PREDICATE_START,
    PREDICATE_CLEAR
};

enum predicate_space {
    PREDICATE_AT_CODE,
    PREDICATE_AT_C,
    PREDICATE_AT_R,
    PREDICATE_AT_U,
    PREDICATE_AT_P,
    PREDICATE_AT_UP,
    PREDICATE_AT_DATA,
    PREDICATE_SPACES
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

/* What issue needs to know of a word. Registers are bits: R in 0 to 15, U in 16 to 31, P in 32 to 35,
 * UP in 36 to 39. */
struct predicate_decoded {
    struct predicate_word w;
    uint64_t reads; /* sources and guard */
    uint64_t writes;
    uint8_t trap;    /* 0 or the trap that its issue gives in any state */
    uint8_t unit;    /* PREDICATE_SCALAR or PREDICATE_VECTOR */
    uint8_t control; /* bra, ssy, join, exit */
    uint8_t memory;  /* ld, st */
    uint8_t outside; /* its value, if it has one, comes later and from outside the units */
    uint8_t cross;   /* vote, red, readlane: what several lanes have gives one value */
};

/* As the instruction set has it: any block's instruction is legal. */
void predicate_decode_any(uint64_t word, struct predicate_decoded *d);
/* As the block predicate has it: what is the core's alone is illegal. */
void predicate_decode(uint64_t word, struct predicate_decoded *d);
/* A legal instruction that the block predicate has not. */
bool predicate_lacks(const struct predicate_word *w);

struct predicate_entry {
    uint16_t pc;
    uint32_t mask;
};

/* The state of a warp that instructions see. Plain data, as all that has one. */
struct predicate_warp {
    uint32_t lanes, all;                  /* their number, their mask */
    uint32_t special[PREDICATE_SPECIALS]; /* but PREDICATE_LANE */
    uint8_t sense, depth;
    uint16_t pc;
    uint32_t active, exited;
    struct predicate_entry stack[PREDICATE_STACK];
    uint32_t p[PREDICATE_PREDS];
    uint8_t up[PREDICATE_PREDS];
    uint32_t r[PREDICATE_REGS][PREDICATE_MAX_LANES];
    uint32_t u[PREDICATE_REGS], c[PREDICATE_REGS];
};

/* An instruction in the vector pipe, its results worked out. */
struct predicate_vector {
    uint16_t pc;
    uint8_t dst, valid;
    uint32_t mask, pred;
    uint32_t data[PREDICATE_MAX_LANES];
};

struct predicate_scalar {
    uint16_t pc;
    uint8_t dst, valid, mask;
    uint32_t data;
};

/* The counters of a block. */
struct predicate_counts {
    uint32_t pred, uniform, scalar, vector, pairs, disabled, bra_uniform, bra_divergent;
};

/* A vector instruction while it holds issue: a ld or st, whose lanes that are left are in `todo`, or one
 * with `cycles` left and its result in `v`. */
struct predicate_held {
    uint8_t holds, memory, store, size, cycles;
    uint32_t todo;
    uint64_t writes; /* registers */
    struct predicate_vector v;
    uint32_t addr[PREDICATE_MAX_LANES], data[PREDICATE_MAX_LANES];
};

/* A fdiv of the scalar unit while it holds issue. */
struct predicate_held_scalar {
    uint8_t cycles;
    uint64_t writes;
    struct predicate_scalar e;
};

/* Plain data: memcpy copies it. */
struct predicate_state {
    struct predicate_params params;

    uint8_t running, finished, trap, issue, limited;
    uint16_t length, left, trap_pc;

    /* An instruction stands in the slot of the cycle in which it retires, modulo the size. */
    uint32_t now;
    struct predicate_vector vector[4];
    struct predicate_scalar scalar[4];
    uint64_t vector_writes[4], scalar_writes[4]; /* registers; 0 for an empty slot */
    struct predicate_held held;
    struct predicate_held_scalar held_scalar;
    uint8_t in_flight; /* in the pipes, what holds issue included */

    struct predicate_counts n;
    uint32_t n_stalls;

    uint8_t rdata_valid;
    struct predicate_rdata rdata;

    struct predicate_warp w;
    uint32_t data[PREDICATE_DATA];
    uint64_t code[PREDICATE_WORDS];
    uint8_t known[PREDICATE_WORDS]; /* decoded since it was written */
    struct predicate_decoded decoded[PREDICATE_WORDS];
};

/* NULL when the parameters are legal, else what is wrong. Everything below needs legal ones. */
const char *predicate_check_params(const struct predicate_params *p);

/* Power-up: memories and registers are zero. */
void predicate_init(struct predicate_state *s, const struct predicate_params *p);

/* What rst does: memories, R, U and C stay. */
void predicate_reset(struct predicate_state *s);

/*
 * One cycle: write *out, a function of the state and *in, then advance the state over the edge.
 * With in->rst set the state becomes the reset state. While rdata_valid is 0, rdata means nothing.
 */
void predicate_step(struct predicate_state *s, const struct predicate_inputs *in,
                    struct predicate_outputs *out);

#ifdef __cplusplus
}
#endif

#endif
