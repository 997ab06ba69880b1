/* operands.h - groups of products that test the arithmetic thoroughly. */
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
 * Draws a group for an operation that fdot_rule accepts; elements beyond its K are not changed.
 * `corner` is the percentage of elements that are zeros, ends of the range, infinities and NaNs.
 * The others form patterns that are hard for the sum: every exponent, products that cancel,
 * products that lose what F cuts off next to a large one, a c that cancels what was cut, c at every
 * distance, carries from many equal products, both ends of the result's range.
 */
void fdot_draw_operands(struct assay_rng *r, const struct fdot_kind *kind, uint32_t corner,
                        struct fdot_operands *o);

#endif
