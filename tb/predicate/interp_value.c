#include "predicate/interp_value.h"

#include <math.h>
#include <string.h>

static float as_float(uint32_t x)
{
    float f;

    memcpy(&f, &x, sizeof f);
    return f;
}

static uint32_t as_word(float f)
{
    uint32_t x;

    memcpy(&x, &f, sizeof x);
    return isnan(f) ? 0x7FC00000u : x;
}

static int64_t as_signed(uint32_t x)
{
    return x < 0x80000000u ? (int64_t)x : (int64_t)x - 0x100000000;
}

bool interp_compare(uint32_t type, uint32_t condition, uint32_t a, uint32_t b)
{
    double x, y;

    if (type == 2) {
        x = (double)as_float(a);
        y = (double)as_float(b);
    } else {
        x = type == 0 ? (double)as_signed(a) : (double)a;
        y = type == 0 ? (double)as_signed(b) : (double)b;
    }
    switch (condition) {
    case 0:
    case 6:
        return x == y;
    case 1:
    case 7:
        return x != y;
    case 2:
        return x < y;
    case 3:
        return x >= y;
    case 4:
        return x > y;
    default:
        return x <= y;
    }
}

/* Like fminf and fmaxf, but with -0 less than +0. */
static uint32_t extreme(uint32_t a, uint32_t b, bool max)
{
    const float x = as_float(a), y = as_float(b);

    if (isnan(x))
        return as_word(y);
    if (isnan(y))
        return a;
    if (x == 0 && y == 0)
        return max ? a & b : a | b;
    return (max ? x > y : x < y) ? a : b;
}

/* --- cvt: every source value is exact as a double --- */

static double half(uint32_t x)
{
    const double sign = x >> 15 & 1 ? -1 : 1, fraction = x & 0x3FF;
    const int exponent = x >> 10 & 31;

    if (exponent == 31)
        return fraction != 0 ? (double)NAN : sign * (double)INFINITY;
    return sign * (exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24));
}

static double real_of(uint32_t type, uint32_t x)
{
    switch (type) {
    case 0:
        return (double)as_signed(x);
    case 1:
        return (double)x;
    case 3:
        return half(x);
    case 4:
        return (double)as_float(x << 16);
    default:
        return (double)as_float(x);
    }
}

/* rint rounds to even in the default rounding mode. */
static double whole(double x, bool cut)
{
    return cut ? trunc(x) : rint(x);
}

static uint32_t to_integer(double x, bool is_signed, bool cut)
{
    const double least = is_signed ? -2147483648.0 : 0,
                 most = is_signed ? 2147483647.0 : 4294967295.0;
    const double y = isnan(x) ? 0 : isinf(x) ? x : whole(x, cut);

    return (uint32_t)(int64_t)(y < least ? least : y > most ? most : y);
}

/* `bits`: bits of the significand; `least`, `most`: exponents of the smallest and largest normal
 * numbers. */
static uint32_t to_float(double x, int bits, int least, int most, bool cut)
{
    const uint32_t top = (uint32_t)(2 * most + 1) << (bits - 1);
    const uint32_t sign = signbit(x) ? (bits == 24 ? 0x80000000u : 0x8000u) : 0;
    double units;
    int exponent;

    if (isnan(x))
        return top | 1u << (bits - 2);
    if (isinf(x))
        return sign | top;
    if (x == 0)
        return sign;
    exponent = ilogb(x) < least ? least : ilogb(x);
    units = whole(ldexp(fabs(x), bits - 1 - exponent), cut);
    if (ldexp(units, exponent - bits + 1) >= ldexp(1, most + 1))
        return sign | (cut ? top - 1 : top);
    if (units >= ldexp(1, bits)) { /* rounding carried */
        units /= 2;
        ++exponent;
    }
    if (units < ldexp(1, bits - 1))
        return sign | (uint32_t)units;
    return sign | ((uint32_t)(exponent - least + 1) << (bits - 1)) |
           ((uint32_t)units & ((1u << (bits - 1)) - 1));
}

static uint32_t convert(uint32_t x, uint32_t from, uint32_t to, bool cut)
{
    const double value = real_of(from, x);

    switch (to) {
    case 0:
    case 1:
        return to_integer(value, to == 0, cut);
    case 3:
        return to_float(value, 11, -14, 15, cut);
    case 4:
        return to_float(value, 8, -126, 127, cut);
    default:
        return to_float(value, 24, -126, 127, cut);
    }
}

/* --- integers --- */

static uint32_t dot(uint32_t a, uint32_t b, uint32_t c, bool a_signed, bool b_signed)
{
    int64_t sum = as_signed(c);

    for (int i = 0; i < 4; ++i) {
        const int x = a >> (8 * i) & 255, y = b >> (8 * i) & 255;

        sum += (a_signed && x > 127 ? x - 256 : x) * (b_signed && y > 127 ? y - 256 : y);
    }
    return (uint32_t)(uint64_t)sum;
}

static uint32_t zeros_above(uint32_t x)
{
    uint32_t n = 0;

    while (n < 32 && !(x >> (31 - n) & 1))
        ++n;
    return n;
}

static uint32_t ones(uint32_t x)
{
    uint32_t n = 0;

    for (int i = 0; i < 32; ++i)
        n += x >> i & 1;
    return n;
}

/* Copies bit by bit. Beyond the end of the field come copies of its last bit, or 0. */
static uint32_t field_of(uint32_t a, uint32_t b, bool is_signed)
{
    const uint32_t from = b % 32, length = b / 256 % 64;
    const uint32_t end = from + length < 32 ? from + length : 32;
    uint32_t y = 0;

    if (length == 0)
        return 0;
    for (uint32_t i = 0; i < 32; ++i) {
        if (from + i < end)
            y |= (a >> (from + i) & 1) << i;
        else if (is_signed)
            y |= (a >> (end - 1) & 1) << i;
    }
    return y;
}

static uint32_t permuted(uint32_t a, uint32_t b, uint32_t c)
{
    const uint8_t bytes[8] = {(uint8_t)a,         (uint8_t)(a >> 8), (uint8_t)(a >> 16),
                              (uint8_t)(a >> 24), (uint8_t)b,        (uint8_t)(b >> 8),
                              (uint8_t)(b >> 16), (uint8_t)(b >> 24)};
    uint32_t y = 0;

    for (int i = 3; i >= 0; --i) {
        const uint32_t choice = c / (1u << (4 * i)) % 16;

        y = y * 256 + (choice < 8 ? bytes[choice] : bytes[choice - 8] < 128 ? 0 : 255);
    }
    return y;
}

uint32_t interp_combine(uint32_t op, uint32_t type, uint32_t a, uint32_t b)
{
    const bool less = type == 0 ? as_signed(a) < as_signed(b) : a < b;

    switch (op) {
    case 0:
        return type == 2 ? as_word(as_float(a) + as_float(b)) : a + b;
    case 1:
        return type == 2 ? extreme(a, b, false) : less ? a : b;
    case 2:
        return type == 2 ? extreme(a, b, true) : less ? b : a;
    case 3:
        return a & b;
    case 4:
        return a | b;
    default:
        return a ^ b;
    }
}

static uint32_t more(uint32_t op, uint32_t ck, uint32_t ci, uint32_t a, uint32_t b, uint32_t c)
{
    switch (op) {
    case 28:
        return (uint32_t)((uint64_t)a * b + c);
    case 29:
        return (uint32_t)((uint64_t)(as_signed(a) * as_signed(b)) >> 32);
    case 30:
        return (uint32_t)((uint64_t)a * b >> 32);
    case 31:
    case 32:
    case 33:
    case 34:
        return dot(a, b, c, op <= 32, op % 2 == 1);
    case 35:
        return zeros_above(a);
    case 36:
        return ones(a);
    case 37:
        return field_of(a, b, ck == 0);
    case 38:
        return permuted(a, b, c);
    case 39:
        return a < b ? a : b;
    case 40:
        return a > b ? a : b;
    case 41:
    case 42:
        return extreme(a, b, op == 42);
    case 43:
        return as_word(as_float(a) / as_float(b));
    default:
        return convert(a, ck, ci % 8, ci >= 8);
    }
}

uint32_t interp_value(uint32_t op, uint32_t ck, uint32_t ci, uint32_t a, uint32_t b, uint32_t c,
                      bool choice, bool *known)
{
    const unsigned n = b % 32;

    *known = (op >= 1 && op <= 17) || (op >= 28 && op <= INTERP_LAST_VALUE);
    switch (op) {
    case 1:
        return a;
    case 2:
        return a + b;
    case 3:
        return a - b;
    case 4:
        return a * b;
    case 5:
        return a & b;
    case 6:
        return a | b;
    case 7:
        return a ^ b;
    case 8:
        return (uint32_t)((uint64_t)a << n);
    case 9:
        return a >> n;
    case 10: { /* rounds down */
        const int64_t unit = (int64_t)1 << n, x = as_signed(a);
        const int64_t rest = ((x % unit) + unit) % unit;

        return (uint32_t)((x - rest) / unit);
    }
    case 11:
        return as_signed(a) < as_signed(b) ? a : b;
    case 12:
        return as_signed(a) > as_signed(b) ? a : b;
    case 13:
        return choice ? a : b;
    case 14:
        return as_word(as_float(a) + as_float(b));
    case 15:
        return as_word(as_float(a) - as_float(b));
    case 16:
        return as_word(as_float(a) * as_float(b));
    case 17:
        return as_word(fmaf(as_float(a), as_float(b), as_float(c)));
    default:
        return more(op, ck, ci, a, b, c);
    }
}
