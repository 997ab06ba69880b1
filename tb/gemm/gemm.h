/*
 * gemm.h - a whole matrix product, D = A * B, through a block that multiplies matrices.
 *
 * The product (struct assay_gemm) is one thing, the block that computes it (struct assay_gemm_array)
 * another: the array's scenario cuts the product into what its block takes, and puts the results
 * together. `assay gemm` knows arrays by the table in tb/cli/cmd_gemm.c.
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
    /* Set by the caller and left alone. Matrices are row by row; m, k and n are at least 1. */
    enum assay_type a_type, b_type; /* u8 and s8 in any mix, or a float with its like */
    const void *a;                  /* m x k */
    const void *b;                  /* k x n */
    size_t m, k, n;
    bool sparse; /* skip products with a zero, where the array can */
    bool strict; /* then give what the full chain gives, whatever the zeros face */
    uint32_t *d; /* m x n, written; s32 modulo 2^32, or patterns of f32 */
    /* NULL, or whose arithmetic, for an array that has it. Elements and D are then as in assay_gemm.h, the types are
     * f32. */
    const struct assay_fdot *numerics;
    const uint8_t *a_scales, *b_scales;

    /* Set by the scenario; may be read while it runs. */
    uint64_t total; /* units of work of the product: commands, tiles */
    uint64_t done;  /* of which everything came back */
    bool failed;    /* the block answered other than it should; the run then ends */
    char why[128];  /* in what way */
};

/* A number to print beside a finished product. */
struct assay_gemm_count {
    const char *name; /* "commands"; as a key in JSON, so without blanks */
    uint64_t value;
};

enum { ASSAY_GEMM_COUNTS = 8 };

/* How a block multiplies matrices. */
struct assay_gemm_array {
    const char *name;  /* as on the command line */
    const char *block; /* of assay_blocks */
    const char *unit;  /* what `total` counts: "command" */
    bool sparse;       /* it can skip products with a zero */
    /* Takes a struct assay_gemm as its user data, and ends by itself. Knobs other than stall are not
     * used. */
    const struct assay_scenario *scenario;
    /* Whether the block multiplies these types with each other. */
    bool (*takes)(enum assay_type a, enum assay_type b);
    /* Multiply-accumulates in one cycle at best. */
    double (*peak)(const struct assay_gemm *g, const struct assay_params *params);
    /* Fill in up to ASSAY_GEMM_COUNTS numbers about the finished product; returns how many. */
    size_t (*counts)(const struct assay_gemm *g, const struct assay_params *params,
                     struct assay_gemm_count *count);
};

/* As on the command line: "int8", "bf16". */
const char *assay_gemm_type_name(enum assay_type t);

/* Element i of a matrix, by the size of its elements, 1, 2 or 4 bytes, or by their type; and whether it is a zero, of either sign. */
uint32_t assay_gemm_element_of(const void *matrix, size_t size, size_t i);
uint32_t assay_gemm_element(const void *matrix, enum assay_type t, size_t i);
bool assay_gemm_is_zero(const void *matrix, enum assay_type t, size_t i);

/* Multiply-accumulates of the product, padding not counted. */
double assay_gemm_work(const struct assay_gemm *g);

/*
 * The type's pattern nearest to a number, ties to even; rounded once. `infinite` is incremented if
 * a finite number becomes an infinity. A NaN becomes the type's canonical one.
 */
uint32_t assay_gemm_round(double x, enum assay_type to, size_t *infinite);

/* How D compares with the product by its definition. */
struct assay_gemm_check {
    size_t differing; /* elements of D that are not the product's */
    size_t row, col;  /* of the first, row by row */
    uint32_t got;
    uint32_t expected;  /* what the product is there, modulo 2^32 or as f32 */
    size_t wrapped;     /* integers: elements whose exact value is outside s32 */
    size_t not_numbers; /* floats: elements that are NaN or infinite */
};

/*
 * Compare D with the product by its definition, without any model of a block: integers in 64 bits;
 * floats as chains acc = fma(a, b, acc) from +0 over ascending k, by the host's fmaf, without the
 * products that have a zero if g->sparse and not g->strict. False when memory is out.
 */
bool assay_gemm_verify(const struct assay_gemm *g, struct assay_gemm_check *c);

#endif
