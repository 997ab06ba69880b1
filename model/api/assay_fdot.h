/*
 * assay_fdot.h - dot products with the arithmetic of real matrix units, bit for bit.
 *
 * A matrix unit does not compute a chain of fused multiply-adds. It takes a group of K products and
 * the sum so far, c, shifts them all to the greatest exponent among them, truncates them below F
 * fraction bits, adds exactly, and rounds once. K, F and the rounding differ between generations,
 * and so do the results for the same product of matrices. This header computes them:
 *
 *     const struct assay_fdot hopper = {.profile = ASSAY_FDOT_HOPPER,
 *                                       .a_format = ASSAY_FDOT_E4M3,
 *                                       .b_format = ASSAY_FDOT_E4M3,
 *                                       .output = ASSAY_FDOT_OUT_E8M13};
 *     status = assay_fdot(&hopper, n, a, b, NULL, NULL, c, &d);
 *
 * Profiles, with the number of products in a group (K) and the number of fraction bits kept (F):
 *
 *     profile             formats                        K    F   output
 *     volta               f16                            4   23   f32, f16, f32_c16
 *     turing              f16                            8   24   f32, f16
 *     ampere, ada         f16                            8   24   f32, f16
 *                         bf16                           8   24   f32
 *                         tf32                           4   24   f32
 *     ada                 e4m3, e5m2 in any mix         16   13   e8m13, f16
 *     hopper, blackwell   f16                           16   25   f32, f16
 *                         bf16                          16   25   f32
 *                         tf32                           8   25   f32
 *     hopper              e4m3, e5m2 in any mix         32   13   e8m13, f16
 *     blackwell           e4m3, e5m2, e2m1 in any mix   32   25   f32, f16
 *     blackwell_scaled    e4m3, e5m2, e2m1 in any mix   32   25   f32
 *     cdna1, cdna2        f16                            4    -   f32
 *                         bf16                           2    -   f32
 *                         bf16_1k                        4    -   f32
 *     cdna3               f16, bf16                      8   24   f32
 *
 * The formats of the two operands come from the same line. cdna1 and cdna2 round each step to f32,
 * to nearest even: products, then sums of pairs, then the addition of c. model/fdot/README.md has
 * the definition, the details of zeros, NaNs and overflow, and the sources: MMA-Sim [arXiv
 * 2511.10909], Khattak and Mikaitis [arXiv 2512.07004]. e2m1 in groups of 32 is not validated by
 * any public model.
 *
 * Nothing here depends on the host's floating point, there are no globals, and nothing is
 * allocated.
 */
#ifndef ASSAY_FDOT_API_H
#define ASSAY_FDOT_API_H

#include <stddef.h>
#include <stdint.h>

#include "assay_export.h"
#include "assay_fdot_type.h"
#include "assay_model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct assay_fdot {
    enum assay_fdot_profile profile;
    enum assay_fdot_format a_format, b_format;
    enum assay_fdot_output output;
};

struct assay_fdot_shape {
    unsigned group;    /* K, products in a group */
    unsigned fraction; /* F, fraction bits kept by the alignment; 0: every step is rounded */
    int scaled;        /* whether each group has a scale for each operand */
};

/*
 * Gives the shape of an operation. ASSAY_MODEL_RANGE: no such profile, format or output;
 * ASSAY_MODEL_UNSUPPORTED: they do not go together.
 */
ASSAY_API int assay_fdot_measure(const struct assay_fdot *op, struct assay_fdot_shape *shape);

/*
 * *d = c + sum over i < n of a[i] * b[i], in groups of K in ascending order; the result of one
 * group is the c of the next. A short last group is padded with +0.
 *
 * An element is a pattern in the low bits of a word: 4 bits for e2m1, 8 for e4m3 and e5m2, 16 for
 * f16 and bf16, 32 for tf32. a_scales and b_scales hold one e8m0 pattern per group, with the value
 * 2^(s-127); 0xFF is NaN. They are NULL for profiles without scales. c and *d are patterns of f32,
 * or of f16 in the low 16 bits: *d with output f16, c with f16 and with f32_c16.
 *
 * n is 0 to ASSAY_FDOT_MAX. With n = 0 there is no group, and nothing is rounded: *d is c
 * unchanged; with f32_c16 it is the value of c as an f32, and 0x7FC00000 for any NaN. A group of
 * zeros can give other bits: +0 for a c of -0, and 0x7FFFFFFF or 0x7FFF for a NaN.
 *
 * Errors, all detected before *d is written: those of assay_fdot_measure; ASSAY_MODEL_NULL, a
 * required pointer is NULL; ASSAY_MODEL_RANGE, bits above an element or above an f16 c, n too
 * large, or scales for a profile without them.
 */
enum { ASSAY_FDOT_MAX = 1 << 24 };
ASSAY_API int assay_fdot(const struct assay_fdot *op, size_t n, const uint32_t *a,
                         const uint32_t *b, const uint8_t *a_scales, const uint8_t *b_scales,
                         uint32_t c, uint32_t *d);

#ifdef __cplusplus
}
#endif

#endif
