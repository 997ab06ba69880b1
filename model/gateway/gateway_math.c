/* gateway_math.c - the result of a round's values, and the cycles to compute it. */
#include "gateway/gateway.h"

#include "numerics/numerics.h"
#include "type/bits.h"

/* --- 128-bit integers --- */

struct wide {
    uint64_t lo, hi;
};

static struct wide wide_add(struct wide a, struct wide b)
{
    const uint64_t lo = a.lo + b.lo;
    const struct wide r = {lo, a.hi + b.hi + (lo < a.lo)};

    return r;
}

static struct wide wide_sub(struct wide a, struct wide b)
{
    const struct wide r = {a.lo - b.lo, a.hi - b.hi - (a.lo < b.lo)};

    return r;
}

static bool wide_less(struct wide a, struct wide b)
{
    return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}

/* The product; 128 bits hold every product that occurs here. */
static struct wide wide_mul(struct wide a, uint64_t b)
{
    const uint64_t al = a.lo & 0xFFFFFFFF, ah = a.lo >> 32;
    const uint64_t bl = b & 0xFFFFFFFF, bh = b >> 32;
    const uint64_t low = al * bl, mid = ah * bl + (low >> 32);
    const uint64_t cross = al * bh + (mid & 0xFFFFFFFF);
    const struct wide r = {cross << 32 | (low & 0xFFFFFFFF),
                           ah * bh + (mid >> 32) + (cross >> 32) + a.hi * b};

    return r;
}

/* a / b in 32-bit digits; b is small, and the quotient must fit in 64 bits. */
static uint64_t wide_div(struct wide a, uint32_t b)
{
    const uint32_t digit[4] = {(uint32_t)(a.hi >> 32), (uint32_t)a.hi, (uint32_t)(a.lo >> 32),
                               (uint32_t)a.lo};
    uint64_t rest = 0, quotient = 0;

    for (int i = 0; i < 4; ++i) {
        rest = rest << 32 | digit[i];
        quotient = quotient << 32 | rest / b;
        rest %= b;
    }
    return quotient;
}

/* --- one value of a type --- */

/* The part of a value that is read: all of it, or half of a pair. */
struct view {
    bool is_signed;
    uint8_t bits;  /* 32 or 64 */
    uint8_t shift; /* of the half */
};

static uint64_t pick(uint64_t value, struct view v)
{
    return v.bits == 64 ? value : value >> v.shift & 0xFFFFFFFF;
}

static bool negative(uint64_t x, struct view v)
{
    return v.is_signed && x >> (v.bits - 1);
}

static uint64_t trim(uint64_t x, struct view v)
{
    return v.bits == 64 ? x : x & 0xFFFFFFFF;
}

/* |x| for a negative x. */
static uint64_t magnitude(uint64_t x, struct view v)
{
    return trim(0 - x, v);
}

/* x + bias orders as unsigned as x does in its type. */
static uint64_t bias(struct view v)
{
    return v.is_signed ? UINT64_C(1) << (v.bits - 1) : 0;
}

/* --- integers --- */

/* Totals from which every operation is computed. */
struct totals {
    uint32_t n;
    struct wide plus, minus;         /* sums of positive values, of magnitudes of negative ones */
    struct wide squares;             /* for a variance only */
    uint64_t product, all, any, odd; /* odd: exclusive or */
    uint64_t least, greatest;        /* biased */
};

static const struct totals no_totals = {.product = 1, .all = UINT64_MAX, .least = UINT64_MAX};

/* Adds one value to the totals. */
static inline void add_value(struct totals *t, uint32_t op, uint64_t value, struct view v)
{
    const uint64_t x = pick(value, v), biased = trim(x + bias(v), v);
    const bool below = negative(x, v);
    const struct wide m = {below ? magnitude(x, v) : x, 0};

    ++t->n;
    if (below)
        t->minus = wide_add(t->minus, m);
    else
        t->plus = wide_add(t->plus, m);
    if (op == GATEWAY_VARIANCE)
        t->squares = wide_add(t->squares, wide_mul(m, m.lo));
    t->product *= x;
    t->all &= x;
    t->any |= x;
    t->odd ^= x;
    t->least = biased < t->least ? biased : t->least;
    t->greatest = biased > t->greatest ? biased : t->greatest;
}

static struct totals total(uint32_t op, const uint32_t *member, const uint64_t *value,
                           struct view v)
{
    struct totals t = no_totals;

    for (uint32_t word = 0; word < GATEWAY_WORDS; ++word) {
        uint32_t slot = word * GATEWAY_BEAT;

        for (uint32_t rest = member[word]; rest; rest >>= 1, ++slot)
            if (rest & 1)
                add_value(&t, op, value[slot], v);
    }
    return t;
}

static struct wide absolute_sum(const struct totals *t)
{
    return wide_less(t->plus, t->minus) ? wide_sub(t->minus, t->plus) : wide_sub(t->plus, t->minus);
}

static uint64_t integer_mean(const struct totals *t)
{
    const uint64_t mean = wide_div(absolute_sum(t), t->n);

    return wide_less(t->plus, t->minus) ? 0 - mean : mean;
}

/* n*sum(x^2) - (sum x)^2 */
static struct wide integer_spread(const struct totals *t)
{
    const struct wide sum = absolute_sum(t);

    return wide_sub(wide_mul(t->squares, t->n), wide_mul(sum, sum.lo));
}

static uint64_t integer_variance(const struct totals *t)
{
    return wide_div(integer_spread(t), t->n * t->n);
}

/* The result of an operation from its totals. */
static uint64_t integer_of(uint32_t op, const struct totals *t, struct view v)
{
    switch (op) {
    case GATEWAY_ADD:
        return trim(t->plus.lo - t->minus.lo, v);
    case GATEWAY_SUB:
        return trim(t->minus.lo - t->plus.lo, v);
    case GATEWAY_AND:
        return trim(t->all, v);
    case GATEWAY_OR:
        return t->any;
    case GATEWAY_XOR:
        return t->odd;
    case GATEWAY_MIN:
        return trim(t->least - bias(v), v);
    case GATEWAY_MAX:
        return trim(t->greatest - bias(v), v);
    case GATEWAY_PRODUCT:
        return trim(t->product, v);
    case GATEWAY_MEAN:
        return trim(integer_mean(t), v);
    case GATEWAY_VARIANCE:
        return integer_variance(t);
    default: /* GATEWAY_RANGE */
        return t->greatest - t->least;
    }
}

static uint64_t integer(uint32_t op, const uint32_t *member, const uint64_t *value, struct view v)
{
    const struct totals t = total(op, member, value, v);

    return integer_of(op, &t, v);
}

/* --- f32 --- */

typedef uint32_t f32_op(uint32_t a, uint32_t b);

/*
 * The tree, evaluated as a binary counter: after slot i, part[l] holds the node of level l that
 * waits for its right neighbour if bit l of i+1 is set. If a node is absent, its neighbour is
 * passed on unchanged.
 */
static uint32_t tree(uint32_t threads, const uint32_t *member, const uint32_t *x, f32_op *op)
{
    uint32_t part[9] = {0};
    bool there[9] = {false};

    for (uint32_t slot = 0; slot < threads; ++slot) {
        uint32_t node = x[slot], level = 0;
        bool present = member[slot / GATEWAY_BEAT] >> slot % GATEWAY_BEAT & 1;

        for (; slot >> level & 1; ++level) {
            if (there[level]) {
                node = present ? op(part[level], node) : part[level];
                present = true;
            }
        }
        part[level] = node;
        there[level] = present;
        if (slot + 1 == threads)
            return node;
    }
    return 0;
}

static uint32_t number(const uint32_t *member)
{
    uint32_t n = 0;

    for (uint32_t word = 0; word < GATEWAY_WORDS; ++word)
        n += count_ones(member[word]);
    return n;
}

/* Half `high` of a value, converted to f32. */
static uint32_t to_f32(uint64_t value, uint32_t type, uint32_t high)
{
    if (type == GATEWAY_F16_PAIR)
        return assay_f16_to_f32((uint16_t)(value >> 16 * high));
    if (type == GATEWAY_BF16_PAIR)
        return assay_bf16_to_f32((uint16_t)(value >> 16 * high));
    return (uint32_t)(value >> 32 * high);
}

/* The difference or the range from the root of its tree; `least` is that of the second tree. */
static uint32_t difference_of(uint32_t op, uint32_t root, uint32_t least)
{
    return op == GATEWAY_SUB ? assay_f32_sub(0, root) : assay_f32_sub(root, least);
}

static uint32_t floating(uint32_t threads, uint32_t op, uint32_t type, const uint32_t *member,
                         const uint64_t *value, uint32_t high)
{
    uint32_t x[GATEWAY_MAX_THREADS], mean;
    const uint32_t n = assay_u32_to_f32(number(member));

    for (uint32_t slot = 0; slot < threads; ++slot)
        x[slot] = to_f32(value[slot], type, high);
    switch (op) {
    case GATEWAY_ADD:
        return tree(threads, member, x, assay_f32_add);
    case GATEWAY_SUB:
        return difference_of(op, tree(threads, member, x, assay_f32_add), 0);
    case GATEWAY_MIN:
        return tree(threads, member, x, assay_f32_min);
    case GATEWAY_MAX:
        return tree(threads, member, x, assay_f32_max);
    case GATEWAY_PRODUCT:
        return tree(threads, member, x, assay_f32_mul);
    case GATEWAY_RANGE:
        return difference_of(op, tree(threads, member, x, assay_f32_max),
                             tree(threads, member, x, assay_f32_min));
    default:
        break;
    }
    mean = assay_f32_div(tree(threads, member, x, assay_f32_add), n);
    if (op == GATEWAY_MEAN)
        return mean;
    for (uint32_t slot = 0; slot < threads; ++slot) { /* GATEWAY_VARIANCE */
        const uint32_t d = assay_f32_sub(x[slot], mean);

        x[slot] = assay_f32_mul(d, d);
    }
    return assay_f32_div(tree(threads, member, x, assay_f32_add), n);
}

/* The result in the type of the values, from one f32 result or from those of both halves. */
static uint64_t floats_of(uint32_t type, uint32_t low, uint32_t high)
{
    low = assay_f32_canonical(low);
    high = assay_f32_canonical(high);
    switch (type) {
    case GATEWAY_F32:
        return low;
    case GATEWAY_F16_PAIR:
        return (uint32_t)assay_f32_to_f16(high) << 16 | assay_f32_to_f16(low);
    case GATEWAY_BF16_PAIR:
        return (uint32_t)assay_f32_to_bf16(high) << 16 | assay_f32_to_bf16(low);
    default:
        return (uint64_t)high << 32 | low;
    }
}

static uint64_t floats(uint32_t threads, uint32_t op, uint32_t type, const uint32_t *member,
                       const uint64_t *value)
{
    const uint32_t low = floating(threads, op, type, member, value, 0);

    return floats_of(type, low,
                     type == GATEWAY_F32 ? 0 : floating(threads, op, type, member, value, 1));
}

static bool is_signed(uint32_t type)
{
    return type == GATEWAY_S32 || type == GATEWAY_S64 || type == GATEWAY_S32_PAIR;
}

/* --- rounds --- */

uint64_t gateway_result(const struct gateway_params *p, uint32_t op, uint32_t type,
                        const uint32_t *member, const uint64_t *value, uint32_t sum)
{
    const bool sign = is_signed(type);
    const struct view low = {sign, 32, 0}, high = {sign, 32, 32}, whole = {sign, 64, 0};

    if (op == GATEWAY_OP_NONE)
        return 0;
    if (op == GATEWAY_PREDICATE)
        return sum;
    switch (type) {
    case GATEWAY_U32:
    case GATEWAY_S32:
        return integer(op, member, value, low);
    case GATEWAY_U64:
    case GATEWAY_S64:
        return integer(op, member, value, whole);
    case GATEWAY_U32_PAIR:
    case GATEWAY_S32_PAIR:
        return integer(op, member, value, high) << 32 | integer(op, member, value, low);
    default:
        return floats(p->threads, op, type, member, value);
    }
}

/* --- cycles --- */

/* Number of octal digits, without leading zeros. */
static uint32_t digits(struct wide x)
{
    uint32_t n = 0;

    for (; x.lo || x.hi; ++n) {
        x.lo = x.lo >> 3 | x.hi << 61;
        x.hi >>= 3;
    }
    return n;
}

static uint32_t dividend_digits(uint32_t op, const uint32_t *member, const uint64_t *value,
                                struct view v)
{
    const struct totals t = total(op, member, value, v);

    return digits(op == GATEWAY_VARIANCE ? integer_spread(&t) : absolute_sum(&t));
}

uint32_t gateway_work(uint32_t op, uint32_t type, const uint32_t *member, const uint64_t *value)
{
    const bool sign = is_signed(type);
    const struct view low = {sign, 32, 0}, high = {sign, 32, 32}, whole = {sign, 64, 0};

    if (gateway_is_float(type))
        return 27;
    if (type == GATEWAY_U64 || type == GATEWAY_S64)
        return 2 + dividend_digits(op, member, value, whole);
    if (type == GATEWAY_U32_PAIR || type == GATEWAY_S32_PAIR)
        return 4 + dividend_digits(op, member, value, low) +
               dividend_digits(op, member, value, high);
    return (op == GATEWAY_VARIANCE ? 4 : 2) + dividend_digits(op, member, value, low);
}
