/* formats.h - elements in the formats of matrix units: their place in a matrix, numbers rounded to them. */
#ifndef ASSAY_GEMM_FORMATS_H
#define ASSAY_GEMM_FORMATS_H

#include <stddef.h>
#include <stdint.h>

#include "type/assay_fdot_type.h"

/* Bytes that an element has to itself: 1, 2 or 4. */
size_t assay_format_size(enum assay_fdot_format f);

/* Element i of a matrix. */
uint32_t assay_format_get(const void *matrix, enum assay_fdot_format f, size_t i);
void assay_format_put(void *matrix, enum assay_fdot_format f, size_t i, uint32_t pattern);

/*
 * The pattern nearest to a number, ties to even, rounded once; of tf32 that of the nearest f32, of whose low 13 bits
 * a matrix unit takes no notice. What is beyond the format becomes infinity, with e4m3 NaN, with e2m1, which has
 * neither, its greatest number, and `beyond` is incremented. A NaN becomes a NaN; e2m1 takes none.
 */
uint32_t assay_format_round(double x, enum assay_fdot_format to, size_t *beyond);

/* The number that a pattern stands for; of tf32 without the low 13 bits. */
double assay_format_value(enum assay_fdot_format f, uint32_t pattern);

#endif
