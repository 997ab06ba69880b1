/* operands.h - operands for fp that test its corner cases, from lists and random. */
#ifndef FP_OPERANDS_H
#define FP_OPERANDS_H

#include "base/rng.h"
#include "fp/fp.h"

enum { FP_CORNERS = 60, FP_FEW_CORNERS = 24, FP_CONVERTED_CORNERS = 60, FP_INT_CORNERS = 28 };

/* f32 patterns; the first FP_FEW_CORNERS are a selection for triples. */
extern const uint32_t fp_corners[FP_CORNERS];

/* f32 patterns at the edges of f16 and bf16. */
extern const uint32_t fp_converted_corners[FP_CONVERTED_CORNERS];

/* 32-bit integers, read as u32 or s32. */
extern const uint32_t fp_int_corners[FP_INT_CORNERS];

/*
 * Draws a, b and c for op->code. `corner` is the percentage of operands taken from the lists; the
 * others have the shapes that are hard for the operation: cancellation, ties, far alignments, runs
 * of ones, results at an end of the range.
 */
void fp_draw_operands(struct assay_rng *r, uint32_t corner, struct fp_op *op);

#endif
