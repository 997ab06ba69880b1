/*
 * gemm.h - a whole matrix product, D = A * B, through a block that multiplies matrices.
 *
 * The product (struct assay_gemm) is independent of the block that computes it (struct
 * assay_gemm_array): the array's scenario divides the product into pieces that its block accepts,
 * and assembles the results. `assay gemm` finds arrays in the table in tb/cli/cmd_gemm.c.
 *
 *     struct assay_gemm g = {.a = ..., .b = ..., .d = ..., .a_type = ..., .m = ..., .k = ..., ...};
 *     config.scenario = array->scenario;
 *     config.user = &g;
 *     config.cycles = UINT64_MAX;
 *     ... run ...
 *     if (g.done == g.total && !g.failed) ... g.d holds the product ...
 */
#ifndef ASSAY_GEMM_H
#define ASSAY_GEMM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/assay_fdot.h"
#include "engine/block.h"
#include "type/assay_type.h"

struct assay_gemm {
    /* Set by the caller and not changed. Matrices are row-major; m, k and n are at least 1. */
    enum assay_type a_type, b_type; /* u8 and s8 in any mix, or a float type with itself */
    const void *a;                  /* m x k */
    const void *b;                  /* k x n */
    size_t m, k, n;
    bool sparse; /* skip products with a zero, if the array can */
    bool strict; /* then give the result of the full chain, whatever the zeros are multiplied by */
    uint32_t *d; /* m x n, output; s32 modulo 2^32, or patterns of f32 */
    /* The arithmetic of a matrix unit, for an array that supports it, or NULL. If it is not
     * NULL, elements and D are as in assay_gemm.h, and the types must be f32. */
    const struct assay_fdot *numerics;
    const uint8_t *a_scales, *b_scales;

    /* Set by the scenario; may be read while it runs. */
    uint64_t total; /* units of work in the product: commands, tiles */
    uint64_t done;  /* units completed */
    bool failed;    /* the block gave a wrong answer, which ends the run */
    char why[128];  /* what was wrong */
};

/* A number to print beside a finished product. */
struct assay_gemm_count {
    const char *name; /* "commands"; also a key in JSON, hence without blanks */
    uint64_t value;
};

enum { ASSAY_GEMM_COUNTS = 8 };

/* How a block multiplies matrices. */
struct assay_gemm_array {
    const char *name;  /* name on the command line */
    const char *block; /* name in assay_blocks */
    const char *unit;  /* what `total` counts: "command" */
    bool sparse;       /* whether it can skip products with a zero */
    /* Takes a struct assay_gemm as its user data, and ends by itself. No knob but stall is used. */
    const struct assay_scenario *scenario;
    /* True if the block multiplies these two types. */
    bool (*takes)(enum assay_type a, enum assay_type b);
    /* The most multiply-accumulates in one cycle. */
    double (*peak)(const struct assay_gemm *g, const struct assay_params *params);
    /* Sets up to ASSAY_GEMM_COUNTS numbers about the finished product; returns how many. */
    size_t (*counts)(const struct assay_gemm *g, const struct assay_params *params,
                     struct assay_gemm_count *count);
};

/* The name on the command line: "int8", "bf16". */
const char *assay_gemm_type_name(enum assay_type t);

/*
 * Element i of a matrix, given the size of its elements (1, 2 or 4 bytes) or their type; and
 * whether it is a zero of either sign.
 */
uint32_t assay_gemm_element_of(const void *matrix, size_t size, size_t i);
uint32_t assay_gemm_element(const void *matrix, enum assay_type t, size_t i);
bool assay_gemm_is_zero(const void *matrix, enum assay_type t, size_t i);

/* For `takes`: u8 and s8 in any mix, or a float type with itself. */
bool assay_gemm_usual_types(enum assay_type a, enum assay_type b);

/* Multiply-accumulates of the product, without padding. */
double assay_gemm_work(const struct assay_gemm *g);

/*
 * The type's pattern nearest to a number, ties to even; rounded once. `infinite` is incremented if
 * a finite number becomes an infinity. A NaN becomes the type's canonical NaN.
 */
uint32_t assay_gemm_round(double x, enum assay_type to, size_t *infinite);

/* The result of comparing D with the product by definition. */
struct assay_gemm_check {
    size_t differing; /* elements of D that differ from the product */
    size_t row, col;  /* position of the first, row by row */
    uint32_t got;
    uint32_t expected;  /* the product's value there, modulo 2^32 or as f32 */
    size_t wrapped;     /* integers: elements whose exact value is outside s32 */
    size_t not_numbers; /* floats: elements that are NaN or infinite */
};

/*
 * Compares D with the product by definition, without any model of a block: integers in 64 bits;
 * floats as chains acc = fma(a, b, acc) from +0 over ascending k, by the host's fmaf, without the
 * products that have a zero if g->sparse and not g->strict. False if out of memory.
 */
bool assay_gemm_verify(const struct assay_gemm *g, struct assay_gemm_check *c);

#endif
