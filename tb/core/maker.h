/* maker.h - between the files of the generator (program.h). */
#ifndef CORE_MAKER_H
#define CORE_MAKER_H

#include "core/program.h"
#include "predicate/instructions.h"
#include "predicate/maker.h"
#include "predicate/program.h"

/* Registers beside those of predicate/program.h and predicate/maker.h. */
enum {
    CORE_WIDE = 12,   /* R: address of the lane's first word in the buffer WIDE */
    CORE_JUNK = 13,   /* R: old values that depend on order; never read */
    CORE_INBOX = 12,  /* U, and the next one: what messages write; read after recv only */
    CORE_SCRATCH = 14 /* U, and the next one: for parts of a statement */
};

/* Constants. Those below are random values. */
enum {
    CORE_C_OWN = 8,
    CORE_C_WIDE,
    CORE_C_IN,
    CORE_C_GROUP,
    CORE_C_ATOMS,
    CORE_C_DUMP,
    CORE_C_BARRIER, /* identifier, relative to the group */
    CORE_C_ZERO
};

/* Buffers, and what local memory has. */
enum {
    CORE_OWN_BYTES = 48,   /* of a lane, one after the other */
    CORE_WIDE_WORDS = 4,   /* of a lane, lanes side by side */
    CORE_IN_BYTES = 1024,  /* nobody writes */
    CORE_GROUP_WORDS = 2,  /* of a lane: others of its group read them after a barrier */
    CORE_ATOMS = 8,        /* words, a word for each operation that knows no order */
    CORE_DUMP_WORDS = 32,  /* of a lane */
    CORE_LOCAL_WORDS = 2,  /* of a lane; then as many as of the group's buffer; then CORE_ATOMS */
    CORE_LOCAL_LANE = 4 * (CORE_LOCAL_WORDS + CORE_GROUP_WORDS)
};

/* What a phase allows: to write what others read, or to read it. */
enum core_phase { CORE_APART, CORE_WRITES, CORE_READS };

struct core_maker {
    struct predicate_maker m;
    const struct core_program_limits *limits;
    struct core_program *p;
    enum core_phase phase;
    bool last_one; /* lane 0 must stay: there are barriers to come */
};

static inline struct core_maker *core_maker_of(struct predicate_maker *m)
{
    return m->arg;
}

/* Lanes of a group, and of the launch. */
uint32_t core_group_lanes(const struct core_maker *k);
uint32_t core_all_lanes(const struct core_maker *k);

/* --- single instructions (program.c); kind and number of each source --- */

#define CORE_R(n) PREDICATE_R, (n)
#define CORE_U(n) PREDICATE_U, (n)
#define CORE_C(n) PREDICATE_C, (n)
#define CORE_S(n) PREDICATE_SPECIAL, (n)
#define CORE_IMM PREDICATE_IMM, 0
#define CORE_NO PREDICATE_NONE, 0

/* An operation to R (dk PREDICATE_TO_R) or U; `imm` for its sources of that kind. */
void core_op(struct core_maker *k, uint8_t op, uint8_t dk, uint32_t di, uint8_t ak, uint32_t ai,
             uint8_t bk, uint32_t bi, uint8_t ck, uint32_t ci, uint32_t imm);

/* R14 = base + (number of the lane in its group, or of lane `which` there) * bytes; clobbers R14 only. */
void core_lane_address(struct core_maker *k, uint32_t bytes);

/* --- statements --- */

/* Accesses (program_memory.c). */
void core_random_access(struct core_maker *k);
/* What only warps of one way can do (program_group.c): a barrier and what leads to it, messages. Needs
 * `alike` and `uniform`. */
void core_random_meeting(struct core_maker *k);
/* A barrier that waits for the accesses of all. */
void core_barrier(struct core_maker *k, uint32_t fence);

#endif
