/*
 * add.c - fp_add equals assay_f32_add and assay_f32_sub.
 *
 * Each part of the proof fixes the distance of the exponents, by which both sides shift. Two
 * subnormals, which the model normalises, have separate parts: one per position of a's leading bit.
 *
 *     top:    fp_add
 *     rtl:    rtl/lib/fp_add.v rtl/lib/fp_round.v
 *     model:  model/numerics/f32_add.c
 *     in:     sub a:32 b:32
 *     out:    y:32
 *     vary:   sub a_sign b_sign a_fraction:23 b_fraction:23 lower:8 more:8 apart:5 b_above tiny
 *     each:   apart b_above tiny
 *     slow
 *     plant:  tb/fp/faults/add_cancel_negative.patch
 */
#include <assert.h>

#include "numerics/internal.h"

bool spec(const uint32_t *in, uint32_t *out);
bool inputs_of(const uint32_t *var, uint32_t *in);
bool variables_of(const uint32_t *in, uint32_t *var);

enum { SUB, A_SIGN, B_SIGN, A_FRACTION, B_FRACTION, LOWER, MORE, APART, B_ABOVE, TINY };

/* Stands for this distance of the exponent fields and all greater ones. */
enum { FAR = 31 };

/*
 * The RTL has one adder for both operations, and so has the model: selecting between two adders
 * would take twice the gates.
 */
bool spec(const uint32_t *in, uint32_t *out)
{
    out[0] = assay_f32_add(in[1], in[2] ^ in[0] << 31);
    assert(assay_f32_sub(in[1], in[2]) == assay_f32_add(in[1], in[2] ^ 0x80000000));
    return true;
}

/* A fraction of n bits, the highest of which is 1. */
static uint32_t of_bits(uint32_t fraction, uint32_t n)
{
    return n ? 1U << (n - 1) | (fraction & ((1U << (n - 1)) - 1)) : 0;
}

/*
 * `apart` is the distance of the exponent fields. For two subnormals, which are `tiny`, it is the
 * number of significant bits of a's fraction.
 */
bool inputs_of(const uint32_t *var, uint32_t *in)
{
    const bool tiny = var[TINY];
    const uint32_t distance = var[APART] + (var[APART] == FAR ? var[MORE] : 0);
    const uint32_t lower = tiny ? 0 : var[LOWER];
    const uint32_t higher = tiny ? 0 : lower + distance;
    const uint32_t a_exp = var[B_ABOVE] ? lower : higher;
    const uint32_t b_exp = var[B_ABOVE] ? higher : lower;
    const uint32_t a_fraction = tiny ? of_bits(var[A_FRACTION], var[APART]) : var[A_FRACTION];

    in[0] = var[SUB];
    in[1] = var[A_SIGN] << 31 | (a_exp & 0xFF) << 23 | (a_fraction & 0x7FFFFF);
    in[2] = var[B_SIGN] << 31 | (b_exp & 0xFF) << 23 | var[B_FRACTION];
    if (tiny)
        return var[APART] < 24 && !var[B_ABOVE];
    return higher != 0 && higher < 256 && (distance != 0 || !var[B_ABOVE]);
}

bool variables_of(const uint32_t *in, uint32_t *var)
{
    const uint32_t a_exp = in[1] >> 23 & 0xFF, b_exp = in[2] >> 23 & 0xFF;
    const bool b_above = a_exp < b_exp;
    const uint32_t distance = b_above ? b_exp - a_exp : a_exp - b_exp;

    var[SUB] = in[0];
    var[A_SIGN] = in[1] >> 31;
    var[B_SIGN] = in[2] >> 31;
    var[A_FRACTION] = in[1] & 0x7FFFFF;
    var[B_FRACTION] = in[2] & 0x7FFFFF;
    var[LOWER] = b_above ? a_exp : b_exp;
    var[MORE] = distance < FAR ? 0 : distance - FAR;
    var[APART] = distance < FAR ? distance : FAR;
    var[B_ABOVE] = b_above;
    var[TINY] = !a_exp && !b_exp;
    if (var[TINY])
        var[APART] = var[A_FRACTION] ? 64 - leading_zeros(var[A_FRACTION]) : 0;
    return true;
}
