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
    CORE_INBOX = 12,  /* U, and the next one: what messages write; read after recv only */
    CORE_SCRATCH = 14 /* U, and the next one: for parts of a statement */
};

/* Buffers, and the constants that they begin at. Constants below are random values; C15 is 0, and in words at random
 * C14 the number of the group's barriers. */
enum { CORE_OWN, CORE_WIDES, CORE_IN, CORE_GROUPS, CORE_ATOMS, CORE_DUMP };
enum { CORE_C_FIRST = 8, CORE_C_BARS = 14, CORE_C_ZERO = 15 };

enum {
    CORE_OWN_BYTES = 48,  /* of a lane, lanes one after the other */
    CORE_WIDE_WORDS = 4,  /* of a lane, lanes side by side */
    CORE_IN_BYTES = 1024, /* nobody writes */
    CORE_GROUP_WORDS = 2, /* of a lane: others of its group read them after a barrier */
    CORE_ATOM_WORDS = 8,  /* a word for each operation that knows no order */
    CORE_DUMP_WORDS = 32, /* of a lane */
    /* Of local memory: a lane's own, what its group reads, side by side; and CORE_ATOM_WORDS. */
    CORE_LOCAL_WORDS = 2
};

/* What others read: not touched, written, or read. */
enum core_phase { CORE_APART, CORE_WRITES, CORE_READS };

struct core_maker {
    struct predicate_maker m;
    struct core_program *p;
    uint32_t lanes;
    enum core_phase phase;
    bool offload;
    void (*units)(struct core_maker *k);
};

static inline struct core_maker *core_maker_of(struct predicate_maker *m)
{
    return m->arg;
}

static inline uint32_t core_group_lanes(const struct core_maker *k)
{
    return k->lanes * k->p->warps;
}

static inline uint32_t core_all_lanes(const struct core_maker *k)
{
    return core_group_lanes(k) * k->p->groups;
}

/* Local memory, from the group's first byte on. */
static inline uint32_t core_local_shared(const struct core_maker *k)
{
    return 4 * CORE_LOCAL_WORDS * core_group_lanes(k);
}

static inline uint32_t core_local_atoms(const struct core_maker *k)
{
    return core_local_shared(k) + 4 * CORE_GROUP_WORDS * core_group_lanes(k);
}

/* --- words; kind and number of each source --- */

#define CORE_R(n) PREDICATE_R, (uint8_t)(n)
#define CORE_U(n) PREDICATE_U, (uint8_t)(n)
#define CORE_C(n) PREDICATE_C, (uint8_t)(n)
#define CORE_B(n) PREDICATE_C, (uint8_t)(CORE_C_FIRST + (n)) /* where a buffer begins */
#define CORE_S(n) PREDICATE_SPECIAL, (uint8_t)(n)
#define CORE_IMM PREDICATE_IMM, 0
#define CORE_HIGH PREDICATE_IMM_HIGH, 0
#define CORE_NONE PREDICATE_NONE, 0
#define CORE_TO_R(n) PREDICATE_TO_R, (uint8_t)(n)
#define CORE_TO_U(n) PREDICATE_TO_U, (uint8_t)(n)
#define CORE_TO_P(n) PREDICATE_TO_P, (uint8_t)(n)
#define CORE_TO_UP(n) PREDICATE_TO_UP, (uint8_t)(n)
#define CORE_TO_NONE PREDICATE_TO_NONE, 0

static inline struct predicate_word core_word(uint8_t op, uint8_t dk, uint8_t di, uint8_t ak,
                                              uint8_t ai, uint8_t bk, uint8_t bi, uint8_t ck,
                                              uint8_t ci, uint32_t imm)
{
    return (struct predicate_word){.op = op,
                                   .dk = dk,
                                   .di = di,
                                   .ak = ak,
                                   .ai = ai,
                                   .bk = bk,
                                   .bi = bi,
                                   .ck = ck,
                                   .ci = ci,
                                   .imm = imm & 0xFFFFFF};
}

static inline void core_emit(struct core_maker *k, uint8_t op, uint8_t dk, uint8_t di, uint8_t ak,
                             uint8_t ai, uint8_t bk, uint8_t bi, uint8_t ck, uint8_t ci,
                             uint32_t imm)
{
    const struct predicate_word w = core_word(op, dk, di, ak, ai, bk, bi, ck, ci, imm);

    predicate_emit(&k->m, &w);
}

/* Of 0 to n - 1. */
static inline uint8_t core_draw(struct core_maker *k, uint32_t n)
{
    return (uint8_t)assay_rng_below(k->m.r, n);
}

/* --- statements --- */

/* Accesses, and atomics (program_memory.c). */
void core_random_access(struct core_maker *k);

/* What all warps of a group do together, or a warp with another unit: phases, messages, barriers with a
 * reduction, rows (program_group.c). Needs `uniform` and `alike`. */
void core_random_meeting(struct core_maker *k);

/* A barrier; `fence` as of the instruction, 0 for none. */
void core_barrier(struct core_maker *k, uint32_t fence);

#endif
