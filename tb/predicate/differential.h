/*
 * differential.h - scenario: runs each random program as it is and after the uniformity pass.
 *
 * Both runs start with the same registers and memory, and must leave the same data memory and .out
 * registers. A plain program (program.h) is also compared with the interpreter, which runs one lane
 * after the other. Any difference fails the run and is described in its report.
 */
#ifndef PREDICATE_DIFFERENTIAL_H
#define PREDICATE_DIFFERENTIAL_H

#include "engine/block.h"
#include "predicate/interp.h"
#include "predicate/load.h"

/* A program is run twice. The memory and the .out registers are read after each run. */
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
    uint32_t u[PREDICATE_REGS]; /* initial values of U, written by the host */

    struct predicate_host op[PREDICATE_TWO_RUNS];
    uint32_t n, next;

    /* Values read after the first run, and the number and position of the reads of each run. */
    uint32_t seen[PREDICATE_MOST_READS];
    uint32_t reads, at;
    bool second, over; /* over: the reads of both runs are complete */

    uint64_t programs, plain_programs; /* compared; of these also with the interpreter */
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
