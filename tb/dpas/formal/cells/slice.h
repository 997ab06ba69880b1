/* slice.h - the slices of commands, and the form in which the units get them. */
#ifndef DPAS_FORMAL_SLICE_H
#define DPAS_FORMAL_SLICE_H

#include <stdbool.h>
#include <string.h>

#include "dotmul/dotmul.h"
#include "dpas/dpas.h"

/* The formats of the units. */
enum { INTEGERS, BF16, F16, F32, SLICE_BITS = 38 };

/* Element k of a slice of integers: eight of 4 bits, or four of 8. */
static inline int16_t slice_element(uint32_t slice, bool ops8, bool is_signed, uint32_t k)
{
    const uint32_t bits = ops8 ? 4 : 8, sign = is_signed ? 1u << (bits - 1) : 0;
    const uint32_t x = slice >> bits * k & ((1u << bits) - 1);

    return (int16_t)((int32_t)(x ^ sign) - (int32_t)sign);
}

/* The operation of the multiplier of byte i. */
static inline struct dotmul_op slice_byte(uint32_t src1, uint32_t src2, bool ops8, bool signed1,
                                          bool signed2, uint32_t i)
{
    return (struct dotmul_op){.a = src2 >> 8 * i & 0xFF,
                              .b = src1 >> 8 * i & 0xFF,
                              .dot = ops8,
                              .a_signed = signed2,
                              .b_signed = signed1};
}

/* What the control of an operand says of it. `pack`: log2 of the slices in 32 bits. */
struct slice_kind {
    uint32_t format, grouped, ops8, is_signed, pack;
};

/* Set the members of d that the unpacking functions read, for either operand, except sd. Returns
 * false if there is no such command. */
static inline bool slice_describe(const struct slice_kind *kind, struct dpas_decoded *d)
{
    static const uint8_t types[] = {0, DPAS_BF16, DPAS_F16, DPAS_F32};
    const uint32_t ops = kind->ops8 ? 8 : 4, bits = 32 / ops >> kind->pack;

    memset(d, 0, sizeof *d);
    d->cmd.exec_size = 1;
    d->per_row = (uint8_t)(1u << kind->pack);
    if (kind->format == INTEGERS) {
        d->ops = (uint8_t)ops;
        d->bits1 = d->bits2 = (uint8_t)bits;
        d->sign1 = d->sign2 = kind->is_signed && bits ? (uint8_t)(1u << (bits - 1)) : 0;
        return bits >= 2 && !kind->grouped;
    }
    d->is_float = 1;
    d->ops = kind->format == F32 ? 1 : 2;
    d->fraction = kind->grouped ? 24 : 0;
    d->cmd.src1_type = d->cmd.src2_type = types[kind->format];
    return kind->pack == 0;
}

/* The form in which the units take a slice of these elements. */
static inline uint64_t slice_form(const struct dpas_decoded *d, const uint32_t *element)
{
    const uint32_t size = 32u / d->ops;
    uint64_t slice = 0;

    if (d->ops == 1)
        return element[0];
    for (uint32_t k = 0; k < d->ops; ++k) {
        if (!d->is_float)
            slice |= (uint64_t)(element[k] & ((1u << size) - 1)) << size * k;
        else if (d->fraction)
            slice |= (uint64_t)element[k] << 16 * k;
        else
            slice |= (uint64_t)(element[k] >> 13) << 19 * k;
    }
    return slice;
}

/* Set bits [at + SLICE_BITS - 1 : at] of a vector that is 0 there. */
static inline void slice_set(uint32_t *vector, uint32_t at, uint64_t slice)
{
    for (uint32_t i = 0; i < SLICE_BITS; ++i, ++at)
        vector[at / 32] |= (uint32_t)(slice >> i & 1) << at % 32;
}

#endif
