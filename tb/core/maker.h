/* maker.h - shared by the files of the program generator (program.h). */
#ifndef CORE_MAKER_H
#define CORE_MAKER_H

#include "core/program.h"
#include "predicate/instructions.h"
#include "predicate/maker.h"
#include "predicate/program.h"

/* Registers in addition to those of predicate/program.h and predicate/maker.h. */
enum {
    CORE_WIDE = 12,   /* R: address of the lane's first word in buffer CORE_WIDES */
    CORE_INBOX = 12,  /* U, and the next one: written by messages; read only after recv */
    CORE_SCRATCH = 14 /* U, and the next one: temporaries of a statement */
};

/* The buffers, and the first of the constants that hold their addresses. Lower constants are
 * random values. C15 is 0, and in programs of random words C14 is the number of the group's
 * barriers. */
enum { CORE_OWN, CORE_WIDES, CORE_IN, CORE_GROUPS, CORE_ATOMS, CORE_DUMP };
enum { CORE_C_FIRST = 8, CORE_C_BARS = 14, CORE_C_ZERO = 15 };

enum {
    CORE_OWN_BYTES = 48,  /* per lane, contiguous for each lane */
    CORE_WIDE_WORDS = 4,  /* per lane, interleaved over the lanes */
    CORE_IN_BYTES = 1024, /* never written */
    CORE_GROUP_WORDS = 2, /* per lane; read by other lanes of the group after a barrier */
    CORE_ATOM_WORDS = 8,  /* one word for each operation whose order does not matter */
    CORE_DUMP_WORDS = 32, /* per lane */
    /* Local memory holds this many words for each lane itself, then those that the group reads,
     * both interleaved over the lanes, and then CORE_ATOM_WORDS. */
    CORE_LOCAL_WORDS = 2
};

/* State of the words that others read: not accessed, being written, or being read. */
enum core_phase { CORE_APART, CORE_WRITES, CORE_READS };

struct core_maker {
    struct predicate_maker m;
    struct core_program *p;
    uint32_t lanes;
    enum core_phase phase;
    bool offload;
    /* Messages under way access the warp's own words and rows, so statements leave them alone. */
    bool lent;
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

/* Offsets in local memory, from the group's first byte. */
static inline uint32_t core_local_shared(const struct core_maker *k)
{
    return 4 * CORE_LOCAL_WORDS * core_group_lanes(k);
}

static inline uint32_t core_local_atoms(const struct core_maker *k)
{
    return core_local_shared(k) + 4 * CORE_GROUP_WORDS * core_group_lanes(k);
}

/* --- instruction words: kind and number of each source --- */

#define CORE_R(n) PREDICATE_R, (uint8_t)(n)
#define CORE_U(n) PREDICATE_U, (uint8_t)(n)
#define CORE_C(n) PREDICATE_C, (uint8_t)(n)
#define CORE_B(n) PREDICATE_C, (uint8_t)(CORE_C_FIRST + (n)) /* address of a buffer */
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

/* Returns a random number from 0 to n - 1. */
static inline uint8_t core_draw(struct core_maker *k, uint32_t n)
{
    return (uint8_t)assay_rng_below(k->m.r, n);
}

/* --- statements --- */

/* Emits an access or an atomic (program_memory.c). */
void core_random_access(struct core_maker *k);

/* Emits something that the warps of a group do together, or a warp with another unit: phases,
 * messages, barriers with a reduction, rows (program_group.c). Needs `uniform` and `alike`. */
void core_random_meeting(struct core_maker *k);

/* Emits a barrier. `fence` is encoded as in the instruction; 0: none. */
void core_barrier(struct core_maker *k, uint32_t fence);

#endif
