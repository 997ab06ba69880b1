/* operands.h - groups of products that are worth trying. */
#ifndef FDOT_OPERANDS_H
#define FDOT_OPERANDS_H

#include "base/rng.h"
#include "fdot/arithmetic.h"

struct fdot_operands {
    uint32_t a[FDOT_MAX_GROUP], b[FDOT_MAX_GROUP];
    uint8_t a_scale, b_scale;
    uint32_t c;
};

/*
 * Draw a group for an operation that fdot_rule knows; what is above its K is left as it was. `corner` is the percentage of elements that are
 * zeros, ends of the range, infinities and NaNs. The others are in shapes that are hard for the sum: every exponent,
 * products that cancel, and that lose to a large one what F cuts off, a c that cancels what was
 * cut, c at every distance, carries from many equal products, both ends of the result's range.
 */
void fdot_draw_operands(struct assay_rng *r, const struct fdot_kind *kind, uint32_t corner,
                        struct fdot_operands *o);

#endif
