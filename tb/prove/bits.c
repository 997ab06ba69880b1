#include "prove/bits.h"

#include <stdlib.h>
#include <string.h>

void bits_constant(uint32_t n, uint64_t value, aig_lit *out)
{
    for (uint32_t i = 0; i < n; ++i)
        out[i] = i < 64 ? (aig_lit)(value >> i & 1) : AIG_FALSE;
}

bool bits_are_constant(uint32_t n, const aig_lit *a, uint64_t *value)
{
    *value = 0;
    for (uint32_t i = 0; i < n; ++i) {
        if (!aig_is_constant(a[i]))
            return false;
        if (i < 64)
            *value |= (uint64_t)a[i] << i;
    }
    return true;
}

void bits_mux(struct aig *g, aig_lit c, uint32_t n, const aig_lit *a, const aig_lit *b,
              aig_lit *out)
{
    for (uint32_t i = 0; i < n; ++i)
        out[i] = aig_mux(g, c, a[i], b[i]);
}

void bits_extend(uint32_t from, const aig_lit *a, aig_lit fill, uint32_t to, aig_lit *out)
{
    memmove(out, a, (from < to ? from : to) * sizeof *out);
    for (uint32_t i = from; i < to; ++i)
        out[i] = fill;
}

aig_lit bits_add(struct aig *g, uint32_t n, const aig_lit *a, const aig_lit *b, aig_lit carry,
                 aig_lit *out)
{
    for (uint32_t i = 0; i < n; ++i) {
        const aig_lit half = aig_xor(g, a[i], b[i]);
        const aig_lit both = aig_and(g, a[i], b[i]);

        out[i] = aig_xor(g, half, carry);
        carry = aig_or(g, both, aig_and(g, half, carry));
    }
    return carry;
}

aig_lit bits_subtract(struct aig *g, uint32_t n, const aig_lit *a, const aig_lit *b, aig_lit *out)
{
    aig_lit inverted[BITS_MOST];

    for (uint32_t i = 0; i < n; ++i)
        inverted[i] = aig_not(b[i]);
    return aig_not(bits_add(g, n, a, inverted, AIG_TRUE, out));
}

void bits_negate_if(struct aig *g, aig_lit c, uint32_t n, const aig_lit *a, aig_lit *out)
{
    aig_lit flipped[BITS_MOST], zero[BITS_MOST];

    bits_constant(n, 0, zero);
    for (uint32_t i = 0; i < n; ++i)
        flipped[i] = aig_xor(g, a[i], c);
    bits_add(g, n, flipped, zero, c, out);
}

/* The last input that the bits depend on; 0 if they are constant. */
static uint32_t last_input(const struct aig *g, uint32_t n, const aig_lit *a)
{
    bool *const in = aig_cone(g, a, n);
    uint32_t last = g->n - 1;

    while (last && !(in[last] && aig_is_input(g, last)))
        --last;
    free(in);
    return last;
}

/* Whether b is to be the multiplier, whose bits select rows. A constant is, as its zeros need no
 * rows. Otherwise it is the factor of later inputs, as in a product that is written in the order of
 * the module's ports; a compiler may exchange the factors. */
static bool is_multiplier(const struct aig *g, uint32_t n, const aig_lit *a, const aig_lit *b)
{
    uint64_t unused;

    if (bits_are_constant(n, a, &unused) || bits_are_constant(n, b, &unused))
        return !bits_are_constant(n, a, &unused);
    return last_input(g, n, a) <= last_input(g, n, b);
}

/* The bits of `a` as a number with a sign: those above are copies of the last. */
static uint32_t signed_width(uint32_t n, const aig_lit *a)
{
    while (n > 1 && a[n - 2] == a[n - 1])
        --n;
    return n;
}

/* out = a * b: a row for each bit of b. */
static void add_rows(struct aig *g, uint32_t n, const aig_lit *a, const aig_lit *b, aig_lit *out)
{
    aig_lit sum[BITS_MOST], row[BITS_MOST];

    bits_constant(n, 0, sum);
    for (uint32_t i = 0; i < n; ++i) {
        if (b[i] == AIG_FALSE)
            continue;
        for (uint32_t k = 0; k < n; ++k)
            row[k] = k < i ? AIG_FALSE : aig_and(g, a[k - i], b[i]);
        bits_add(g, n, sum, row, AIG_FALSE, sum);
    }
    memcpy(out, sum, n * sizeof *out);
}

/* x -= c * (y << by), for `y` of n - by bits. */
static void take_if(struct aig *g, aig_lit c, uint32_t n, const aig_lit *y, uint32_t by, aig_lit *x)
{
    aig_lit part[BITS_MOST];

    for (uint32_t i = by; i < n; ++i)
        part[i] = aig_and(g, c, y[i - by]);
    bits_subtract(g, n - by, x + by, part + by, x + by);
}

/* Numbers with a sign, of words or more: the product of their bits without signs, less a correction
 * for each negative number. So it shares the gates of a product without signs. */
static void multiply_words(struct aig *g, uint32_t n, const aig_lit *a, uint32_t a_width,
                           const aig_lit *b, uint32_t b_width, aig_lit *out)
{
    aig_lit p[BITS_MOST], q[BITS_MOST];

    bits_extend(a_width, a, AIG_FALSE, n, p);
    bits_extend(b_width, b, AIG_FALSE, n, q);
    add_rows(g, n, p, q, out);
    take_if(g, a[a_width - 1], n, q, a_width, out);
    take_if(g, b[b_width - 1], n, p, b_width, out);
}

void bits_multiply(struct aig *g, uint32_t n, const aig_lit *a, const aig_lit *b, aig_lit *out)
{
    enum { WORD = 32 };
    const bool swap = !is_multiplier(g, n, a, b);
    const aig_lit *const x = swap ? b : a, *const y = swap ? a : b;
    const uint32_t x_width = signed_width(n, x), y_width = signed_width(n, y);
    const uint32_t width = x_width + y_width < n ? x_width + y_width : n;
    const bool signs = !aig_is_constant(x[n - 1]) && !aig_is_constant(y[n - 1]);

    if (!signs) {
        add_rows(g, n, x, y, out);
    } else if (x_width >= WORD && y_width >= WORD && x_width + y_width <= n) {
        multiply_words(g, n, x, x_width, y, y_width, out);
    } else { /* the product's sign, and no rows for copies of it */
        add_rows(g, width, x, y, out);
        bits_extend(width, out, out[width - 1], n, out);
    }
}

void bits_divide(struct aig *g, uint32_t n, const aig_lit *a, const aig_lit *b, aig_lit *quotient,
                 aig_lit *remainder)
{
    aig_lit rest[BITS_MOST + 1], wide[BITS_MOST + 1], less[BITS_MOST + 1], digit[BITS_MOST];

    bits_constant(n + 1, 0, rest);
    for (uint32_t i = n; i-- > 0;) {
        aig_lit under;

        memmove(rest + 1, rest, n * sizeof *rest);
        rest[0] = a[i];
        bits_extend(n, b, AIG_FALSE, n + 1, wide);
        for (uint32_t k = 0; k <= n; ++k)
            wide[k] = aig_not(wide[k]);
        under = aig_not(bits_add(g, n + 1, rest, wide, AIG_TRUE, less));
        digit[i] = aig_not(under);
        bits_mux(g, under, n + 1, rest, less, rest);
    }
    if (quotient)
        memcpy(quotient, digit, n * sizeof *quotient);
    if (remainder)
        memcpy(remainder, rest, n * sizeof *remainder);
}

/* Bit i of `a` shifted by a fixed distance. */
static aig_lit moved(enum bits_shift kind, uint32_t n, const aig_lit *a, aig_lit fill, uint32_t i,
                     uint32_t by)
{
    if (kind == BITS_LEFT)
        return i < by ? AIG_FALSE : a[i - by];
    return i + by < n ? a[i + by] : fill;
}

void bits_shift(struct aig *g, enum bits_shift kind, uint32_t n, const aig_lit *a,
                const aig_lit *by, aig_lit *out)
{
    const aig_lit fill = kind == BITS_RIGHT_SIGNED ? a[n - 1] : AIG_FALSE;
    aig_lit now[BITS_MOST], next[BITS_MOST], beyond = AIG_FALSE;
    uint32_t bit;

    memcpy(now, a, n * sizeof *now);
    for (bit = 0; bit < n && (UINT32_C(1) << bit) < n; ++bit) {
        for (uint32_t i = 0; i < n; ++i)
            next[i] = aig_mux(g, by[bit], moved(kind, n, now, fill, i, UINT32_C(1) << bit), now[i]);
        memcpy(now, next, n * sizeof *now);
    }
    for (; bit < n; ++bit)
        beyond = aig_or(g, beyond, by[bit]);
    for (uint32_t i = 0; i < n; ++i)
        out[i] = aig_mux(g, beyond, fill, now[i]);
}

/* The conjunction in pairs of neighbours, pairs of pairs and so on, as Yosys makes it, so that both
 * sides share the test for zero. Changes term[]. */
static aig_lit all_of(struct aig *g, uint32_t n, aig_lit *term)
{
    while (n > 1) {
        for (uint32_t i = 0; i < n; i += 2)
            term[i / 2] = i + 1 < n ? aig_and(g, term[i], term[i + 1]) : term[i];
        n = (n + 1) / 2;
    }
    return n ? term[0] : AIG_TRUE;
}

aig_lit bits_any(struct aig *g, uint32_t n, const aig_lit *a)
{
    aig_lit term[2 * BITS_MOST];

    for (uint32_t i = 0; i < n; ++i)
        term[i] = aig_not(a[i]);
    return aig_not(all_of(g, n, term));
}

aig_lit bits_equal(struct aig *g, uint32_t n, const aig_lit *a, const aig_lit *b)
{
    aig_lit term[BITS_MOST];

    for (uint32_t i = 0; i < n; ++i)
        term[i] = aig_not(aig_xor(g, a[i], b[i]));
    return all_of(g, n, term);
}

aig_lit bits_equal_to(struct aig *g, uint32_t n, const aig_lit *a, uint64_t b)
{
    aig_lit constant[BITS_MOST];

    bits_constant(n, b, constant);
    return bits_equal(g, n, a, constant);
}

aig_lit bits_less(struct aig *g, uint32_t n, const aig_lit *a, const aig_lit *b, bool is_signed)
{
    aig_lit less = AIG_FALSE;

    for (uint32_t i = 0; i < n; ++i) {
        /* Where the bits differ, the one with 0 is less; for the sign bit, the one with 1. */
        const aig_lit higher = is_signed && i == n - 1 ? a[i] : b[i];

        less = aig_mux(g, aig_xor(g, a[i], b[i]), higher, less);
    }
    return less;
}

void bits_leading_zeros(struct aig *g, uint32_t n, const aig_lit *a, aig_lit *out)
{
    const aig_lit none = aig_not(bits_any(g, n, a));
    aig_lit half[2 * BITS_MOST], count[BITS_MOST], all[BITS_MOST];
    uint32_t width = 1, bit = 0;

    while (width < n) {
        width *= 2;
        ++bit;
    }
    for (uint32_t i = 0; i < width; ++i) /* pad with ones, which stop the count */
        half[i] = i < width - n ? AIG_TRUE : a[i - (width - n)];
    bits_constant(n, 0, count);
    while (width > 1) {
        aig_lit low;

        width /= 2;
        low = aig_not(bits_any(g, width, half + width));
        if (--bit < n)
            count[bit] = low;
        bits_mux(g, low, width, half, half + width, half);
    }
    bits_constant(n, n, all);
    bits_mux(g, none, n, all, count, out);
}

void bits_count_ones(struct aig *g, uint32_t n, const aig_lit *a, aig_lit *out)
{
    aig_lit sum[BITS_MOST], one[BITS_MOST];

    bits_constant(n, 0, sum);
    for (uint32_t i = 0; i < n; ++i) {
        bits_constant(n, 0, one);
        one[0] = a[i];
        bits_add(g, n, sum, one, AIG_FALSE, sum);
    }
    memcpy(out, sum, n * sizeof *out);
}
