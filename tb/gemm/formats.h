/* formats.h - elements in the formats of matrix units: access to them in matrices, and rounding. */
#ifndef ASSAY_GEMM_FORMATS_H
#define ASSAY_GEMM_FORMATS_H

#include <stddef.h>
#include <stdint.h>

#include "type/assay_fdot_type.h"

/* Bytes of an unpacked element: 1, 2 or 4. */
size_t assay_format_size(enum assay_fdot_format f);

/* Read and write element i of a matrix. */
uint32_t assay_format_get(const void *matrix, enum assay_fdot_format f, size_t i);
void assay_format_put(void *matrix, enum assay_fdot_format f, size_t i, uint32_t pattern);

/*
 * The pattern nearest to a number, ties to even, rounded once; for tf32 that of the nearest f32,
 * whose low 13 bits a matrix unit ignores. A number beyond the format becomes an infinity, with
 * e4m3 a NaN, and with e2m1, which has neither, its greatest number; `beyond` is then incremented.
 * A NaN becomes a NaN; it must not be converted to e2m1.
 */
uint32_t assay_format_round(double x, enum assay_fdot_format to, size_t *beyond);

/* The number that a pattern represents; for tf32 without the low 13 bits. */
double assay_format_value(enum assay_fdot_format f, uint32_t pattern);

#endif
