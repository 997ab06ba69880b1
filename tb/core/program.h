/*
 * program.h - random race-free launches for core.
 *
 * A program is nested if/else, loops with a trip count of their own in every lane or one of the warp,
 * guarded instructions, accesses of all sizes, atomics and exits, like the structured ones of predicate; and
 * what warps do together: phases between barriers in which lanes write what others read afterwards,
 * messages, barriers with a reduction. It initialises its registers and local memory, and at its end
 * stores registers and predicates of each lane to memory. An interpreter of scalar threads (interp.h)
 * knows what it leaves.
 */
#ifndef CORE_PROGRAM_H
#define CORE_PROGRAM_H

#include "base/rng.h"
#include "core/interp.h"
#include "predicate/predicate.h"

enum { CORE_PROGRAM_WORDS = 1024, CORE_PROGRAM_BUFFERS = 6 };
/* The R for old values of atomics, which depend on order: the only register that does. */
enum { CORE_PROGRAM_JUNK = 13 };

struct core_maker;

/* What a launch may have. */
struct core_program_limits {
    uint32_t lanes, warps; /* of the core */
    uint32_t words;        /* at least 256 */
    uint32_t threads;      /* at most so many lanes in all groups, but there is one group */
    uint32_t groups;       /* at most, 0: 8 */
    uint32_t barriers;     /* identifiers of a group, at most */
    bool offload;          /* with dpas, move, row and pack */
    bool displaced;        /* some begin behind words that are never reached */
    void (*units)(
        struct core_maker *k); /* emits them (maker.h); NULL: such that offload.h stands in for */
    uint32_t warp_rows;        /* that a warp has for them; 0: 2 */
};

struct core_buffer {
    uint32_t at, bytes;
};

struct core_program {
    uint64_t code[CORE_PROGRAM_WORDS];
    uint32_t length, entry; /* what is before the entry is never reached */
    bool sense;
    uint32_t groups;
    uint32_t warps, local_bytes, barriers, rows; /* of a group */
    uint32_t c[16];
    /* Ascending; between two of them there are bytes that nobody may touch. */
    struct core_buffer buffer[CORE_PROGRAM_BUFFERS];
};

/* Global memory begins at CORE_PROGRAM_BASE and ends with the last buffer. */
enum { CORE_PROGRAM_BASE = 0x1000 };

void core_program_draw(struct assay_rng *r, const struct core_program_limits *l,
                       struct core_program *p);

/* Bytes from CORE_PROGRAM_BASE on. */
uint32_t core_program_bytes(const struct core_program *p);

/* What global memory starts with. */
void core_program_fill(struct assay_rng *r, const struct core_program *p, uint32_t *global);

/* The launch as the interpreter has it, with `global` as its memory. */
void core_program_to_interp(const struct core_program *p, uint32_t lanes, uint32_t *global,
                            struct core_interp *m);

#endif
