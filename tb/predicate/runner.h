/* runner.h - `assay run predicate --program FILE`: one program, with its results and counters. */
#ifndef PREDICATE_RUNNER_H
#define PREDICATE_RUNNER_H

#include "engine/block.h"
#include "predicate/load.h"

extern const struct assay_program predicate_program_runner;

/* A run of a program and its results. */
struct predicate_run {
    char path[512];
    struct predicate_assembly assembly;
    bool passed; /* it went through the uniformity pass */
    struct predicate_uniform uniform;
    uint32_t lanes;
    struct predicate_outputs last;                         /* outputs of the last cycle */
    uint32_t values[PREDICATE_OUTS * PREDICATE_MAX_LANES]; /* of the .out registers */
    uint32_t n_values, n_data;
    uint32_t first[PREDICATE_DATA], data[PREDICATE_DATA]; /* data memory before and after */
};

/* Cycles in which the program ran. */
uint32_t predicate_run_cycles(const struct predicate_run *r);

#endif
