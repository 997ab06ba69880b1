/*
 * differential.h - scenario: each random program as it is and after the uniformity pass.
 *
 * Both start from the same registers and memory. The data memory and the .out registers that they
 * leave must be the same; a plain program (program.h) is also held against the interpreter, which
 * runs one lane after the other. What differs fails the run and is told in its report.
 */
#ifndef PREDICATE_DIFFERENTIAL_H
#define PREDICATE_DIFFERENTIAL_H

#include "engine/block.h"
#include "predicate/interp.h"
#include "predicate/load.h"

/* A program is run twice, and the memory and .out registers are read after each run. */
enum {
    PREDICATE_TWO_RUNS = 2 * PREDICATE_LOAD_MOST + 8 * PREDICATE_DATA,
    PREDICATE_MOST_READS = PREDICATE_DATA + PREDICATE_OUTS * PREDICATE_MAX_LANES
};

struct predicate_differential {
    struct assay_rng r;
    uint32_t lanes;
    struct predicate_assembly before, after;
    struct predicate_uniform uniform;
    struct interp oracle;
    bool plain;
    uint32_t u[PREDICATE_REGS]; /* what the host writes to U at first */

    struct predicate_host op[PREDICATE_TWO_RUNS];
    uint32_t n, next;

    /* The read-out of the first run, and how far the reads of both are. */
    uint32_t seen[PREDICATE_MOST_READS];
    uint32_t reads, at;
    bool second, over; /* over: both were read */

    uint64_t programs, plain_programs; /* compared; of these with the interpreter */
    uint64_t compares, promoted, moved;
    bool failed;
    char why[160];
};

void predicate_differential_begin(void *ctx, const struct assay_stim_env *env);
bool predicate_differential_next(void *ctx, unsigned stream, void *payload);
void predicate_differential_observe(void *ctx, unsigned stream, const void *payload);
bool predicate_differential_failed(const void *ctx);
void predicate_differential_report(const void *ctx, FILE *f);

#endif
