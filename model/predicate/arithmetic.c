/* arithmetic.c - results of instructions from their operands. */
#include "numerics/numerics.h"
#include "predicate/warp.h"
#include "type/bits.h"

static uint32_t shift_right(uint32_t a, uint32_t n, bool arithmetic)
{
    return arithmetic && a >> 31 ? ~(~a >> n) : a >> n;
}

/* The order of a and b: -1, 0 or 1; 2 if unordered. */
static int order(uint8_t type, uint32_t a, uint32_t b)
{
    if (type == PREDICATE_F32) {
        switch (assay_f32_compare(a, b)) {
        case ASSAY_F32_LESS:
            return -1;
        case ASSAY_F32_EQUAL:
            return 0;
        case ASSAY_F32_GREATER:
            return 1;
        default:
            return 2;
        }
    }
    if (type == PREDICATE_S32) { /* the signed order is the unsigned one shifted by 2^31 */
        a ^= UINT32_C(1) << 31;
        b ^= UINT32_C(1) << 31;
    }
    return (a > b) - (a < b);
}

static bool holds(uint8_t condition, int how)
{
    switch (condition) {
    case PREDICATE_EQ:
    case PREDICATE_Z:
        return how == 0;
    case PREDICATE_NE:
    case PREDICATE_NZ:
        return how != 0;
    case PREDICATE_LT:
        return how == -1;
    case PREDICATE_GE:
        return how == 0 || how == 1;
    case PREDICATE_GT:
        return how == 1;
    default:
        return how == -1 || how == 0;
    }
}

/*
 * The upper half of the product of two 32-bit numbers, extended to 64 bits and multiplied modulo
 * 2^64.
 */
static uint32_t high_product(uint32_t a, uint32_t b, bool is_signed)
{
    const uint64_t sign = UINT64_C(0xFFFFFFFF) << 32;
    const uint64_t x = is_signed && a >> 31 ? sign | a : a;
    const uint64_t y = is_signed && b >> 31 ? sign | b : b;

    return (uint32_t)(x * y >> 32);
}

static uint32_t byte_of(uint32_t x, unsigned i, bool is_signed)
{
    const uint32_t byte = x >> (8 * i) & 0xFF;

    return is_signed && byte >> 7 ? byte - 0x100 : byte;
}

static uint32_t dot(uint32_t a, uint32_t b, uint32_t c, bool a_signed, bool b_signed)
{
    for (unsigned i = 0; i < 4; ++i)
        c += byte_of(a, i, a_signed) * byte_of(b, i, b_signed);
    return c;
}

static uint32_t leading_zeros(uint32_t x)
{
    return x ? (uint32_t)__builtin_clz(x) : 32;
}

/* b[13:8] bits of a, starting at bit b[4:0]. Bits beyond bit 31 are cut off. */
static uint32_t extract(uint32_t a, uint32_t b, bool is_signed)
{
    const uint32_t from = b & 31, asked = b >> 8 & 63, there = 32 - from;
    const uint32_t length = asked < there ? asked : there;
    uint32_t mask, x;

    if (length == 0)
        return 0;
    mask = UINT32_MAX >> (32 - length);
    x = a >> from & mask;
    return is_signed && x >> (length - 1) & 1 ? x | ~mask : x;
}

/*
 * Each nibble of c selects a byte of {b, a}, or, if its bit 3 is set, eight copies of that byte's
 * sign.
 */
static uint32_t permute(uint32_t a, uint32_t b, uint32_t c)
{
    const uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t y = 0;

    for (unsigned i = 0; i < 4; ++i) {
        const uint32_t choice = c >> (4 * i) & 15;
        const uint32_t byte = (uint32_t)(bytes >> (8 * (choice & 7))) & 0xFF;

        y |= (choice & 8 ? (byte >> 7) * 0xFF : byte) << (8 * i);
    }
    return y;
}

static uint32_t integer(const struct predicate_word *w, uint32_t a, uint32_t b, uint32_t c)
{
    switch (w->op) {
    case PREDICATE_MAD:
        return a * b + c;
    case PREDICATE_MULHI:
        return high_product(a, b, true);
    case PREDICATE_MULHU:
        return high_product(a, b, false);
    case PREDICATE_DP4A_SS:
    case PREDICATE_DP4A_SU:
    case PREDICATE_DP4A_US:
    case PREDICATE_DP4A_UU:
        return dot(a, b, c, w->op == PREDICATE_DP4A_SS || w->op == PREDICATE_DP4A_SU,
                   w->op == PREDICATE_DP4A_SS || w->op == PREDICATE_DP4A_US);
    case PREDICATE_CLZ:
        return leading_zeros(a);
    case PREDICATE_POPC:
        return count_ones(a);
    case PREDICATE_BFE:
        return extract(a, b, w->ck == PREDICATE_S32);
    case PREDICATE_PRMT:
        return permute(a, b, c);
    case PREDICATE_MINU:
        return a < b ? a : b;
    case PREDICATE_MAXU:
        return a < b ? b : a;
    default:
        return 0;
    }
}

static uint32_t real(const struct predicate_word *w, uint32_t a, uint32_t b, uint32_t c)
{
    switch (w->op) {
    case PREDICATE_FADD:
        return assay_f32_add(a, b);
    case PREDICATE_FSUB:
        return assay_f32_sub(a, b);
    case PREDICATE_FMUL:
        return assay_f32_mul(a, b);
    case PREDICATE_FFMA:
        return assay_f32_fma(a, b, c);
    case PREDICATE_FMIN:
        return assay_f32_min(a, b);
    case PREDICATE_FMAX:
        return assay_f32_max(a, b);
    case PREDICATE_FDIV:
        return assay_f32_div(a, b);
    case PREDICATE_CVT:
        return predicate_convert(a, w->ck, w->ci & 7, (w->ci & PREDICATE_TOWARD_ZERO) != 0);
    default:
        return integer(w, a, b, c);
    }
}

uint32_t predicate_compute(const struct predicate_word *w, uint32_t a, uint32_t b, uint32_t c,
                           bool choice)
{
    const uint32_t sign = UINT32_C(1) << 31;

    switch (w->op) {
    case PREDICATE_MOV:
        return a;
    case PREDICATE_ADD:
        return a + b;
    case PREDICATE_SUB:
        return a - b;
    case PREDICATE_MUL:
        return a * b;
    case PREDICATE_AND:
        return a & b;
    case PREDICATE_OR:
        return a | b;
    case PREDICATE_XOR:
        return a ^ b;
    case PREDICATE_SHL:
        return a << (b & 31);
    case PREDICATE_SHR:
        return shift_right(a, b & 31, false);
    case PREDICATE_SAR:
        return shift_right(a, b & 31, true);
    case PREDICATE_MIN:
        return (a ^ sign) < (b ^ sign) ? a : b;
    case PREDICATE_MAX:
        return (a ^ sign) < (b ^ sign) ? b : a;
    case PREDICATE_SEL:
        return choice ? a : b;
    case PREDICATE_CMP: /* b of kind none is 0 */
        return holds(w->ci, order(w->ck, a, b));
    default:
        return real(w, a, b, c);
    }
}
