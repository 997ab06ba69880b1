/* activate.c - activation functions of results. */
#include "compute_block/compute_block.h"
#include "numerics/numerics.h"

enum { F32_ONE = 0x3F800000, SIGN_SHIFT = 31 };

/* floor(x * 2^shift) for a finite x >= 0 less than 2^(6 - shift), computed on its bits. */
static uint32_t segment(uint32_t x, int32_t shift)
{
    const int32_t exponent = (int32_t)(x >> 23) - 127 + shift;

    return exponent < 0 ? 0 : ((x & 0x7FFFFF) | 0x800000) >> (23 - exponent);
}

/* There are 2^shift segments per unit. */
static uint32_t piecewise(const struct cb_table *t, uint32_t x, int32_t shift)
{
    const uint32_t end = (uint32_t)(127 + 6 - shift) << 23; /* 2^(6 - shift) */
    uint32_t i;

    if (x >= end)
        return F32_ONE;
    i = segment(x, shift);
    return assay_f32_fma(t->slope[i], x, t->icept[i]);
}

uint32_t cb_activate(uint8_t act, uint8_t acc_type, uint32_t x)
{
    const uint32_t sign = x >> SIGN_SHIFT, size = x & 0x7FFFFFFF;

    if (act == CB_ACT_NONE)
        return x;
    if (acc_type != DPAS_ACC_F32)
        return sign ? 0 : x;
    if (assay_f32_is_nan(x))
        return ASSAY_F32_NAN;
    switch (act) {
    case CB_ACT_RELU:
        return sign ? 0 : x;
    case CB_ACT_SIGMOID:
        x = piecewise(&cb_sigmoid_table, size, 3);
        return sign ? assay_f32_sub(F32_ONE, x) : x;
    default:
        return piecewise(&cb_tanh_table, size, 4) | sign << SIGN_SHIFT;
    }
}

/* The low `bits` bits as a number in two's complement. */
static int64_t extend(uint64_t x, uint32_t bits)
{
    const uint64_t sign = UINT64_C(1) << (bits - 1);

    return (int64_t)((x & (2 * sign - 1)) ^ sign) - (int64_t)sign;
}

/* x / 2^n rounded to nearest, ties away from zero; |x| <= 2^32, n <= 32. */
static int64_t divide(int64_t x, uint32_t n)
{
    const uint64_t size = x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
    const uint64_t half = (UINT64_C(1) << n) >> 1;
    const int64_t quotient = (int64_t)((size + half) >> n);

    return x < 0 ? -quotient : quotient;
}

int64_t cb_scale(uint32_t x, uint32_t m, uint32_t shift)
{
    const int64_t s = extend(shift, 6);
    const uint32_t left = s > 0 ? (uint32_t)s : 0, right = s < 0 ? (uint32_t)-s : 0;
    const uint64_t scaled = ((uint64_t)extend(x, 32) << left) * (uint64_t)extend(m, 32);

    return divide(extend((scaled + (UINT64_C(1) << 30)) >> 31, 33), right);
}

uint32_t cb_requantise(const struct compute_block_msg *msg, uint32_t x, uint32_t m, uint32_t shift)
{
    const int64_t low = extend(msg->low, 16), high = extend(msg->high, 16);
    const int64_t y = cb_scale(x, m, shift) + extend(msg->offset, 16);

    return (uint32_t)(y < low ? low : y > high ? high : y);
}
