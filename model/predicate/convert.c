/* convert.c - cvt: conversions between s32, u32, f32, f16 and bf16, rounded once. */
#include "numerics/numerics.h"
#include "predicate/warp.h"

/* A number, significand * 2^exponent, or an infinity or NaN. */
struct number {
    bool negative, nan, infinite;
    uint64_t significand; /* less than 2^32 */
    int exponent;
};

struct format {
    int precision, least; /* bits of the significand; exponent of the smallest normal number */
    int bias;
};

static struct format format_of(uint8_t type)
{
    switch (type) {
    case PREDICATE_F16:
        return (struct format){11, -14, 15};
    case PREDICATE_BF16:
        return (struct format){8, -126, 127};
    default:
        return (struct format){24, -126, 127};
    }
}

static struct number of_f32(uint32_t x)
{
    struct number n = {.negative = assay_f32_is_negative(x),
                       .nan = assay_f32_is_nan(x),
                       .infinite = assay_f32_is_inf(x),
                       .significand = x & 0x7FFFFF,
                       .exponent = (int)(x >> 23 & 255) - 150};

    if (x >> 23 & 255)
        n.significand |= 0x800000;
    else
        n.exponent = -149;
    return n;
}

static struct number number_of(uint32_t a, uint8_t type)
{
    switch (type) {
    case PREDICATE_S32:
        return (struct number){.negative = a >> 31 != 0, .significand = a >> 31 ? 0 - a : a};
    case PREDICATE_U32:
        return (struct number){.significand = a};
    case PREDICATE_F16:
        return of_f32(assay_f16_to_f32((uint16_t)a));
    case PREDICATE_BF16:
        return of_f32(assay_bf16_to_f32((uint16_t)a));
    default:
        return of_f32(a);
    }
}

/* The significand in units of 2^quantum, rounded to nearest even or truncated. It does not
 * overflow: the quantum is at most 32 bits below the leading bit. */
static uint64_t in_units(const struct number *n, int quantum, bool toward_zero)
{
    const int down = quantum - n->exponent;
    uint64_t whole, rest, half;

    if (down <= 0)
        return n->significand << -down;
    if (down > 40) /* far less than half a unit */
        return 0;
    whole = n->significand >> down;
    rest = n->significand & ((UINT64_C(1) << down) - 1);
    half = UINT64_C(1) << (down - 1);
    if (!toward_zero && (rest > half || (rest == half && whole & 1)))
        ++whole;
    return whole;
}

static int highest(const struct number *n)
{
    return 63 - __builtin_clzll(n->significand) + n->exponent;
}

/* A number out of range becomes the nearest number of the type; NaN becomes 0. */
static uint32_t to_integer(const struct number *n, bool is_signed, bool toward_zero)
{
    const uint64_t most = is_signed     ? UINT64_C(0x7FFFFFFF) + n->negative
                          : n->negative ? 0
                                        : UINT64_C(0xFFFFFFFF);
    uint64_t magnitude;

    if (n->nan)
        return 0;
    if (n->infinite)
        magnitude = most;
    else if (n->significand == 0)
        magnitude = 0;
    else
        magnitude = highest(n) > 32 ? most : in_units(n, 0, toward_zero);
    magnitude = magnitude < most ? magnitude : most;
    return n->negative ? 0 - (uint32_t)magnitude : (uint32_t)magnitude;
}

static uint32_t to_float(const struct number *n, uint8_t type, bool toward_zero)
{
    const struct format f = format_of(type);
    const int fraction = f.precision - 1;
    const uint32_t infinity = (uint32_t)(2 * f.bias + 1) << fraction;
    const uint32_t sign = n->negative ? (type == PREDICATE_F32 ? 1u << 31 : 1u << 15) : 0;
    uint64_t units;
    int top;

    if (n->nan)
        return infinity | 1u << (fraction - 1);
    if (n->infinite)
        return sign | infinity;
    if (n->significand == 0)
        return sign;
    top = highest(n) > f.least ? highest(n) : f.least;
    units = in_units(n, top - fraction, toward_zero);
    /* The hidden bit adds one to this exponent, and so does a carry. */
    units += (uint64_t)(top + f.bias - 1) << fraction;
    if (units >= infinity)
        units = toward_zero ? infinity - 1 : infinity;
    return sign | (uint32_t)units;
}

uint32_t predicate_convert(uint32_t a, uint8_t from, uint8_t to, bool toward_zero)
{
    const struct number n = number_of(a, from);

    if (to <= PREDICATE_U32)
        return to_integer(&n, to == PREDICATE_S32, toward_zero);
    return to_float(&n, to, toward_zero);
}
