/*
 * program.h - random race-free launches for core.
 *
 * A program consists of nested if/else, loops whose trip count is per lane or per warp, guarded
 * instructions, accesses of all sizes, atomics and exits, like the structured programs of
 * predicate. It also has what warps do together: phases between barriers in which lanes write what
 * others read afterwards, messages, and barriers with a reduction. It initialises its registers and
 * local memory, and at the end stores the registers and predicates of each lane to memory. An
 * interpreter of scalar threads (interp.h) predicts the result.
 */
#ifndef CORE_PROGRAM_H
#define CORE_PROGRAM_H

#include "base/rng.h"
#include "core/interp.h"
#include "predicate/predicate.h"

enum { CORE_PROGRAM_WORDS = 1024, CORE_PROGRAM_BUFFERS = 6 };
/* The R that receives old values from atomics. It is the only register that depends on order. */
enum { CORE_PROGRAM_JUNK = 13 };

struct core_maker;

/* Limits of a launch. */
struct core_program_limits {
    uint32_t lanes, warps; /* of the core */
    uint32_t words;        /* at least 256 */
    uint32_t threads;      /* lanes in all groups, at most; but there is always one group */
    uint32_t groups;       /* at most; 0: 8 */
    uint32_t barriers;     /* barrier identifiers per group, at most */
    bool offload;          /* use dpas, move, row and pack */
    bool displaced;        /* some programs start after words that are never reached */
    void (*units)(struct core_maker *k); /* emits them (maker.h); NULL: those of offload.h */
    uint32_t warp_rows;                  /* rows per warp for them; 0: 2 */
};

struct core_buffer {
    uint32_t at, bytes;
};

struct core_program {
    uint64_t code[CORE_PROGRAM_WORDS];
    uint32_t length, entry; /* words before the entry are never reached */
    bool sense;
    uint32_t groups;
    uint32_t warps, local_bytes, barriers, rows; /* per group */
    uint32_t c[16];
    /* Ascending. Bytes between two buffers must not be accessed. */
    struct core_buffer buffer[CORE_PROGRAM_BUFFERS];
};

/* Global memory begins at CORE_PROGRAM_BASE and ends with the last buffer. */
enum { CORE_PROGRAM_BASE = 0x1000 };

void core_program_draw(struct assay_rng *r, const struct core_program_limits *l,
                       struct core_program *p);

/* Number of bytes of global memory. */
uint32_t core_program_bytes(const struct core_program *p);

/* Fills global memory with its initial contents. */
void core_program_fill(struct assay_rng *r, const struct core_program *p, uint32_t *global);

/* Describes the launch to the interpreter, with `global` as its memory. */
void core_program_to_interp(const struct core_program *p, uint32_t lanes, uint32_t *global,
                            struct core_interp *m);

#endif
