/*
 * fdot_lanes.h - a group of a profile's products for sixteen columns of D at once, in 32-bit
 * integers.
 *
 * Computes the usual case and reports for each column whether it was one: operands and c are
 * finite, the sum fits in 32 bits, and the result is zero or a normal number. The other columns are
 * left to fdot_group.
 */
#ifndef ASSAY_API_FDOT_LANES_H
#define ASSAY_API_FDOT_LANES_H

#include <stdint.h>

#include "fdot/arithmetic.h"

enum { FDOT_LANES = 16 };

/*
 * Elements of A, and of sixteen columns of B, for one k. A product is a.sig * b.sig * 2^(a.exp +
 * b.exp - F). Significands are shifted up in advance to give products F fraction bits; exponents
 * are as stored, plus that of the scale.
 */
struct fdot_left {
    int32_t sig, exp;
};
struct fdot_right {
    int32_t sig[FDOT_LANES], exp[FDOT_LANES];
};

/*
 * Computes *d from *c, both patterns in the formats of `output`; `rule` is the kind's, with F not
 * 0. Sets `unusual` to -1 for a column whose d is meaningless, else to 0.
 */
typedef void fdot_lanes(enum assay_fdot_output output, const struct fdot_rule *rule,
                        const struct fdot_left *a, const struct fdot_right *b,
                        const uint32_t c[FDOT_LANES], uint32_t d[FDOT_LANES],
                        int32_t unusual[FDOT_LANES]);

/*
 * For every processor, and with AVX2; NULL if the processor does not have it. Both need rounding to
 * nearest.
 */
fdot_lanes fdot_lanes_plain;
fdot_lanes *fdot_lanes_avx2(void);

#endif
