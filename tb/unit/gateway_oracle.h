/*
 * gateway_oracle.h - results of gateway's reductions in host arithmetic: integers over the sorted
 * set of values in 128 bits, f32 by a recursive tree of host floats. Neither knows the order in
 * which values arrive.
 */
#ifndef GATEWAY_ORACLE_H
#define GATEWAY_ORACLE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "unit/gateway_round.h"
#include "unit/host_words.h"

__extension__ typedef __int128 big;
__extension__ typedef unsigned __int128 ubig;

/* --- oracle for integers --- */

static inline int compare_big(const void *a, const void *b)
{
    const big x = *(const big *)a, y = *(const big *)b;

    return (x > y) - (x < y);
}

static inline uint64_t integer_oracle(uint32_t op, const struct group *g, unsigned bits,
                                      unsigned shift, bool is_signed)
{
    const ubig modulus = (ubig)1 << bits;
    const big n = g->n ? g->n : 1; /* never 0, but clang-tidy cannot know that */
    big v[256], sum = 0, squares = 0;
    ubig product = 1;
    uint64_t all = UINT64_MAX, any = 0, odd = 0;

    for (uint32_t i = 0; i < g->n; ++i) {
        v[i] = bits == 64 ? (big)g->value[i] : (big)(uint32_t)(g->value[i] >> shift);
        if (is_signed && v[i] >= (big)(modulus / 2))
            v[i] -= (big)modulus;
    }
    qsort(v, g->n, sizeof *v, compare_big);
    for (uint32_t i = 0; i < g->n; ++i) {
        sum += v[i];
        if (bits == 32)
            squares += v[i] * v[i];
        product = product * ((ubig)v[i] % modulus) % modulus;
        all &= (uint64_t)v[i];
        any |= (uint64_t)v[i];
        odd ^= (uint64_t)v[i];
    }
    switch (op) {
    case GATEWAY_ADD:
        return (uint64_t)((ubig)sum % modulus);
    case GATEWAY_SUB:
        return (uint64_t)((ubig)-sum % modulus);
    case GATEWAY_AND:
        return (uint64_t)(all % modulus);
    case GATEWAY_OR:
        return (uint64_t)(any % modulus);
    case GATEWAY_XOR:
        return (uint64_t)(odd % modulus);
    case GATEWAY_MIN:
        return (uint64_t)((ubig)v[0] % modulus);
    case GATEWAY_MAX:
        return (uint64_t)((ubig)v[g->n - 1] % modulus);
    case GATEWAY_PRODUCT:
        return (uint64_t)product;
    case GATEWAY_MEAN:
        return (uint64_t)((ubig)(sum / n) % modulus);
    case GATEWAY_VARIANCE:
        return (uint64_t)((n * squares - sum * sum) / (n * n));
    default:
        return (uint64_t)(v[g->n - 1] - v[0]);
    }
}

/* --- oracle for f32 --- */

static inline float host_op(uint32_t op, float a, float b)
{
    if (op == GATEWAY_ADD)
        return a + b;
    if (op == GATEWAY_PRODUCT)
        return a * b;
    if (isnan(a))
        return b;
    if (isnan(b))
        return a;
    if (a == b) /* zeros: -0 is less than +0 */
        return (op == GATEWAY_MIN) == (signbit(a) != 0) ? a : b;
    return (op == GATEWAY_MIN) == (a < b) ? a : b;
}

/* Computes the node over slots from..from+n-1. Returns false if it is absent. */
static inline bool node(uint32_t op, const float *x, const bool *there, uint32_t from, uint32_t n,
                        float *out)
{
    float left, right;
    bool has_left, has_right;

    if (n == 1) {
        *out = x[from];
        return there[from];
    }
    has_left = node(op, x, there, from, n / 2, &left);
    has_right = node(op, x, there, from + n / 2, n / 2, &right);
    if (has_left && has_right)
        *out = host_op(op, left, right);
    else
        *out = has_left ? left : right;
    return has_left || has_right;
}

/* Returns the value of a 16-bit pattern with `exponent` exponent bits. */
static inline float host16(uint32_t bits, int exponent)
{
    const int fraction = 15 - exponent, bias = (1 << (exponent - 1)) - 1;
    const int e = (int)(bits >> fraction & ((1u << exponent) - 1));
    const float m = (float)(bits & ((1u << fraction) - 1)), one = ldexpf(1.0f, fraction);
    float x = e ? ldexpf(one + m, e - bias - fraction) : ldexpf(m, 1 - bias - fraction);

    if (e == (1 << exponent) - 1)
        x = m != 0.0f ? NAN : INFINITY;
    return bits >> 15 & 1 ? -x : x;
}

/* Rounds to 16 bits: to nearest, ties to even. */
static inline uint32_t pattern16(uint32_t bits, int exponent)
{
    const uint32_t top = ((1u << exponent) - 1) << (15 - exponent);
    const double x = fabs((double)as_float(bits));
    /* The value that would follow the greatest number decides where infinity begins. */
    const double beyond = ldexp(1.0, (1 << (exponent - 1)));
    uint32_t low = 0, high = top;

    if (isnan(x))
        return top | 1u << (14 - exponent);
    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;

        if ((double)host16(middle, exponent) <= x)
            low = middle;
        else
            high = middle;
    }
    if (!isinf(x)) {
        const double under = x - (double)host16(low, exponent);
        const double over = (high == top ? beyond : (double)host16(high, exponent)) - x;

        high = under < over || (under == over && !(low & 1)) ? low : high;
    }
    return high | (bits >> 31) << 15;
}

static inline float host_value(uint64_t value, uint32_t type, uint32_t high)
{
    if (type == GATEWAY_F16_PAIR || type == GATEWAY_BF16_PAIR)
        return host16((uint32_t)(value >> 16 * high) & 0xFFFF, type == GATEWAY_F16_PAIR ? 5 : 8);
    return as_float((uint32_t)(value >> 32 * high));
}

static inline uint32_t float_oracle(uint32_t threads, uint32_t op, uint32_t type,
                                    const struct group *g, uint32_t high)
{
    float x[256] = {0}, a, b, m;
    const float n = (float)g->n;
    bool there[256] = {false};

    for (uint32_t i = 0; i < g->n; ++i) {
        x[g->slot[i]] = host_value(g->value[i], type, high);
        there[g->slot[i]] = true;
    }
    switch (op) {
    case GATEWAY_ADD:
    case GATEWAY_PRODUCT:
    case GATEWAY_MIN:
    case GATEWAY_MAX:
        node(op, x, there, 0, threads, &a);
        return canonical_bits(a);
    case GATEWAY_RANGE:
        node(GATEWAY_MAX, x, there, 0, threads, &a);
        node(GATEWAY_MIN, x, there, 0, threads, &b);
        return canonical_bits(a - b);
    default:
        break;
    }
    node(GATEWAY_ADD, x, there, 0, threads, &a);
    if (op == GATEWAY_SUB)
        return canonical_bits(0.0f - a);
    m = a / n;
    if (op == GATEWAY_MEAN)
        return canonical_bits(m);
    for (uint32_t i = 0; i < threads; ++i) {
        const float d = x[i] - m;

        x[i] = d * d;
    }
    node(GATEWAY_ADD, x, there, 0, threads, &a);
    return canonical_bits(a / n);
}

static inline uint64_t oracle(uint32_t threads, uint32_t op, uint32_t type, const struct group *g)
{
    const bool is_signed = type == GATEWAY_S32 || type == GATEWAY_S64 || type == GATEWAY_S32_PAIR;
    uint64_t sum = 0;

    if (op == GATEWAY_OP_NONE || op == GATEWAY_PREDICATE) {
        for (uint32_t i = 0; i < g->n; ++i)
            for (uint32_t m = g->mask[i]; m; m >>= 1)
                sum += m & 1;
        return op == GATEWAY_PREDICATE ? sum : 0;
    }
    switch (type) {
    case GATEWAY_U32:
    case GATEWAY_S32:
        return integer_oracle(op, g, 32, 0, is_signed);
    case GATEWAY_U64:
    case GATEWAY_S64:
        return integer_oracle(op, g, 64, 0, is_signed);
    case GATEWAY_U32_PAIR:
    case GATEWAY_S32_PAIR:
        return integer_oracle(op, g, 32, 32, is_signed) << 32 |
               integer_oracle(op, g, 32, 0, is_signed);
    case GATEWAY_F32:
        return float_oracle(threads, op, type, g, 0);
    case GATEWAY_F32_PAIR:
        return (uint64_t)float_oracle(threads, op, type, g, 1) << 32 |
               float_oracle(threads, op, type, g, 0);
    default:
        return pattern16(float_oracle(threads, op, type, g, 1), type == GATEWAY_F16_PAIR ? 5 : 8)
                   << 16 |
               pattern16(float_oracle(threads, op, type, g, 0), type == GATEWAY_F16_PAIR ? 5 : 8);
    }
}

#endif
