#include "core/interp_bar.h"

#include <assert.h>

#include "predicate/interp_value.h"

/* Operations and types of barrier messages. */
enum {
    OP_NONE,
    OP_ADD,
    OP_SUB,
    OP_AND,
    OP_OR,
    OP_XOR,
    OP_MIN,
    OP_MAX,
    OP_PRODUCT,
    OP_MEAN,
    OP_VARIANCE,
    OP_RANGE,
    OP_PREDICATE
};
enum { U32, S32, F32, U64, S64, U32_PAIR, S32_PAIR, F32_PAIR, F16_PAIR, BF16_PAIR };

/* Arithmetic instructions, and the types of red and cvt. */
enum { FADD = 14, FSUB = 15, FMUL = 16, FDIV = 43, CVT = 44 };
enum { TYPE_U32 = 1, TYPE_F32 = 2, TYPE_F16 = 3, TYPE_BF16 = 4 };

/* --- floats --- */

static uint32_t with(uint32_t op, uint32_t a, uint32_t b)
{
    bool known;

    return interp_value(op, 0, 0, a, b, 0, false, &known);
}

static uint32_t convert(uint32_t x, uint32_t from, uint32_t to)
{
    bool known;

    return interp_value(CVT, from, to, x, 0, 0, false, &known);
}

static uint32_t node(uint32_t op, uint32_t left, uint32_t right)
{
    return op == OP_MIN       ? interp_combine(1, TYPE_F32, left, right)
           : op == OP_MAX     ? interp_combine(2, TYPE_F32, left, right)
           : op == OP_PRODUCT ? with(FMUL, left, right)
                              : with(FADD, left, right);
}

/* Reduces over a tree with a power of two of places. Places without a warp are skipped. */
static uint32_t tree(uint32_t op, const uint32_t *x, uint32_t n, uint32_t places)
{
    const uint32_t half = places / 2;

    if (n == 1)
        return (x[0] & 0x7FFFFFFF) > 0x7F800000 ? 0x7FC00000 : x[0];
    if (n <= half)
        return tree(op, x, n, half);
    return node(op, tree(op, x, half, half), tree(op, x + half, n - half, half));
}

static uint32_t merge_f32(uint32_t op, const uint32_t *x, uint32_t n)
{
    const uint32_t count = convert(n, TYPE_U32, TYPE_F32);
    uint32_t mean, squares[16];

    switch (op) {
    case OP_SUB:
        return with(FSUB, 0, tree(OP_ADD, x, n, 16));
    case OP_RANGE:
        return with(FSUB, tree(OP_MAX, x, n, 16), tree(OP_MIN, x, n, 16));
    case OP_MEAN:
    case OP_VARIANCE:
        mean = with(FDIV, tree(OP_ADD, x, n, 16), count);
        if (op == OP_MEAN)
            return mean;
        for (uint32_t i = 0; i < n; ++i) {
            squares[i] = with(FSUB, x[i], mean);
            squares[i] = with(FMUL, squares[i], squares[i]);
        }
        return with(FDIV, tree(OP_ADD, squares, n, 16), count);
    default:
        return tree(op, x, n, 16);
    }
}

/* --- integers --- */

static bool less(uint64_t a, uint64_t b, bool is_signed)
{
    const uint64_t top = is_signed ? UINT64_C(1) << 63 : 0;

    return (a ^ top) < (b ^ top);
}

/* Mean, rounded toward zero, and variance of values that were sign- or zero-extended to 64 bits;
 * the variance of 32-bit values only. All sums are exact. A barrier has at least one value. */
__extension__ typedef __int128 big;

static big extended(uint64_t x, bool is_signed)
{
    return is_signed ? (big)(int64_t)x : (big)x;
}

static uint64_t mean(bool is_signed, const uint64_t *x, uint32_t n)
{
    big sum = 0;

    for (uint32_t i = 0; i < n; ++i)
        sum += extended(x[i], is_signed);
    return (uint64_t)(sum / n);
}

static uint64_t variance(bool is_signed, const uint64_t *x, uint32_t n)
{
    big sum = 0, squares = 0;

    assert(n > 0);
    for (uint32_t i = 0; i < n; ++i) {
        sum += extended(x[i], is_signed);
        squares += extended(x[i], is_signed) * extended(x[i], is_signed);
    }
    return (uint64_t)((n * squares - sum * sum) / ((big)n * n));
}

/* Merges values that were sign- or zero-extended to 64 bits. */
static bool merge_integers(uint32_t op, bool is_signed, const uint64_t *x, uint32_t n,
                           uint64_t *result)
{
    uint64_t least = x[0], most = x[0], sum = 0, product = 1, all = UINT64_MAX, any = 0, odd = 0;

    if (n == 0)
        return false;
    for (uint32_t i = 0; i < n; ++i) {
        least = less(x[i], least, is_signed) ? x[i] : least;
        most = less(most, x[i], is_signed) ? x[i] : most;
        sum += x[i];
        product *= x[i];
        all &= x[i];
        any |= x[i];
        odd ^= x[i];
    }
    switch (op) {
    case OP_ADD:
        *result = sum;
        return true;
    case OP_SUB:
        *result = 0 - sum;
        return true;
    case OP_AND:
        *result = all;
        return true;
    case OP_OR:
        *result = any;
        return true;
    case OP_XOR:
        *result = odd;
        return true;
    case OP_MIN:
        *result = least;
        return true;
    case OP_MAX:
        *result = most;
        return true;
    case OP_PRODUCT:
        *result = product;
        return true;
    case OP_MEAN:
        *result = mean(is_signed, x, n);
        return true;
    case OP_VARIANCE:
        *result = variance(is_signed, x, n);
        return true;
    case OP_RANGE:
        *result = most - least;
        return true;
    default:
        return false;
    }
}

static void extend(bool is_signed, const uint32_t *x, uint32_t n, uint64_t wide[16])
{
    for (uint32_t i = 0; i < n; ++i)
        wide[i] = is_signed && x[i] >> 31 ? x[i] | UINT64_C(0xFFFFFFFF00000000) : x[i];
}

static bool merge_32(uint32_t op, bool is_signed, const uint32_t *x, uint32_t n, uint32_t *result)
{
    uint64_t wide[16] = {0}, y;

    extend(is_signed, x, n, wide);
    if (!merge_integers(op, is_signed, wide, n, &y))
        return false;
    *result = (uint32_t)y;
    return true;
}

/* --- all types --- */

/* Merges one half of a pair, or a single 32-bit value. */
static bool merge_half(uint32_t op, uint32_t type, const uint32_t *x, uint32_t n, uint32_t *result)
{
    const uint32_t narrow = type == F16_PAIR ? TYPE_F16 : TYPE_BF16;
    uint32_t f32[16];

    if (type == F32 || type == F32_PAIR) {
        *result = merge_f32(op, x, n);
        return true;
    }
    if (type != F16_PAIR && type != BF16_PAIR)
        return merge_32(op, type == S32 || type == S32_PAIR, x, n, result);
    for (uint32_t i = 0; i < n; ++i)
        f32[i] = convert(x[i], narrow, TYPE_F32);
    *result = convert(merge_f32(op, f32, n), TYPE_F32, narrow);
    return true;
}

bool core_interp_merge(uint32_t op, uint32_t type, const uint64_t *value, uint32_t warps,
                       uint32_t sum, uint64_t *result)
{
    const uint32_t bits = type >= F16_PAIR ? 16 : 32;
    uint32_t half[16] = {0}, low, high = 0;

    *result = op == OP_PREDICATE ? sum : 0;
    if (op == OP_NONE || op == OP_PREDICATE)
        return true;
    if (type == U64 || type == S64)
        return op != OP_VARIANCE && merge_integers(op, type == S64, value, warps, result);
    for (uint32_t i = 0; i < warps; ++i)
        half[i] = (uint32_t)value[i] & (bits == 16 ? 0xFFFF : 0xFFFFFFFF);
    if (op == OP_VARIANCE && type != F32) {
        uint64_t wide[16] = {0};

        extend(type == S32, half, warps, wide); /* of 32-bit values only; the result has 64 bits */
        return type <= S32 && merge_integers(op, type == S32, wide, warps, result);
    }
    if (!merge_half(op, type, half, warps, &low))
        return false;
    for (uint32_t i = 0; i < warps; ++i)
        half[i] = (uint32_t)(value[i] >> bits) & (bits == 16 ? 0xFFFF : 0xFFFFFFFF);
    if (type >= U32_PAIR && !merge_half(op, type, half, warps, &high))
        return false;
    *result = (uint64_t)high << bits | low;
    return true;
}
