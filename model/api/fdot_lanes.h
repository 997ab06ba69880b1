/*
 * fdot_lanes.h - a group of a profile's products for sixteen columns of D at once, in integers of 32 bits.
 *
 * It computes what is usual and says of each column whether it was: operands and c finite, a sum that 32 bits
 * hold, a result that is zero or a normal number. The others are for fdot_group.
 */
#ifndef ASSAY_API_FDOT_LANES_H
#define ASSAY_API_FDOT_LANES_H

#include <stddef.h>
#include <stdint.h>

#include "fdot/arithmetic.h"

enum { FDOT_LANES = 16 };

/*
 * Elements of A, and of sixteen columns of B, for one k. A product is a.sig * b.sig * 2^(a.exp + b.exp - F):
 * significands are shifted up beforehand, so that products have F fraction bits; exponents are as
 * stored, plus that of the scale.
 */
struct fdot_left {
    int32_t sig, exp;
};
struct fdot_right {
    int32_t sig[FDOT_LANES], exp[FDOT_LANES];
};

/*
 * *d from *c, patterns of `output`'s formats; `rule` is the kind's, with F not 0. `unusual` becomes -1
 * for a column whose d means nothing, else 0.
 */
typedef void fdot_lanes(enum assay_fdot_output output, const struct fdot_rule *rule,
                        const struct fdot_left *a, const struct fdot_right *b,
                        const uint32_t c[FDOT_LANES], uint32_t d[FDOT_LANES],
                        int32_t unusual[FDOT_LANES]);

/* For every processor, and with AVX2; NULL where the processor has none. Both need rounding to nearest. */
fdot_lanes fdot_lanes_plain;
fdot_lanes *fdot_lanes_avx2(void);

#endif
