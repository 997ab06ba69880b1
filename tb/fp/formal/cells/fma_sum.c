/*
 * fma_sum.c - fp_fma gives its rounder the sum that the model computes of the same product and c,
 * and the model's sum is the same if one of them is shifted up by a bit (see fma.h).
 *
 * The product and the distance of the exponents are cut out: for them, see fma_product.c. Each part
 * of the proof fixes the distance, or is for all that are further apart. The model's last step is
 * replaced: it keeps what it is given.
 *
 *     top:    fp_fma
 *     rtl:    rtl/lib/fp_fma.v rtl/lib/fp_round.v
 *     cut:    product product_zero difference
 *     in:     a:32 b:32 c:32 product.i:48 product_zero.i difference.i:10
 *     show:   nan inf sign exp sum
 *     out:    nan inf sign exp:9 sum:52
 *     except: y
 *     vary:   apart:8 beyond:9 a:32 b:32 c:32 product:48 product_zero
 *     each:   apart
 *     slow
 *     plant:  tb/fp/faults/fma_sticky_lost.patch
 */
#include "fp/formal/cells/fma.h"

static struct f32_sum kept, kept_c;
static bool adds;

static uint32_t keep(uint32_t sign, int32_t exp, uint64_t sig)
{
    kept = (struct f32_sum){sign, exp, sig};
    return 0;
}

static uint32_t keep_both(uint32_t sign, int32_t exp, uint64_t sig, uint32_t c_sign, int32_t c_exp,
                          uint64_t c_sig)
{
    kept_c = (struct f32_sum){c_sign, c_exp, c_sig};
    adds = true;
    return keep(sign, exp, sig);
}

#define round_pack(sign, exp, sig, ...) keep(sign, exp, sig)
#define f32_round_sum keep_both
#include "numerics/f32_fma.c"
#undef round_pack
#undef f32_round_sum

enum { A, B, C, PRODUCT, PRODUCT_ZERO = PRODUCT + 2, DIFFERENCE };

bool inputs_of(const uint32_t *var, uint32_t *in);
bool variables_of(const uint32_t *in, uint32_t *var);

/* --- parts --- */

/* The distance is `apart - MIDDLE`; at both ends, it is `beyond` further than that. */
enum { APART, BEYOND, OTHERS, MIDDLE = 128, LOWEST = -MIDDLE, HIGHEST = MIDDLE - 1 };

static int32_t distance(const uint32_t *in)
{
    return (int32_t)(in[DIFFERENCE] ^ 0x200) - 0x200;
}

bool inputs_of(const uint32_t *var, uint32_t *in)
{
    int32_t d = (int32_t)var[APART] - MIDDLE;

    if (d == LOWEST)
        d -= (int32_t)var[BEYOND];
    else if (d == HIGHEST)
        d += (int32_t)var[BEYOND];
    for (uint32_t i = A; i < DIFFERENCE; ++i)
        in[i] = var[OTHERS + i];
    in[DIFFERENCE] = (uint32_t)d & 0x3FF;
    return d >= -512 && d < 512;
}

bool variables_of(const uint32_t *in, uint32_t *var)
{
    const int32_t d = distance(in);

    var[APART] = (uint32_t)((d < LOWEST ? LOWEST : d > HIGHEST ? HIGHEST : d) + MIDDLE);
    var[BEYOND] = (uint32_t)(d < LOWEST ? LOWEST - d : d > HIGHEST ? d - HIGHEST : 0);
    for (uint32_t i = A; i < DIFFERENCE; ++i)
        var[OTHERS + i] = in[i];
    return true;
}

/* --- the model --- */

/* Asserts what f32_round_sum or round_pack gets. */
static void check_terms(struct product p, uint32_t c)
{
    kept = kept_c = (struct f32_sum){0, 0, 0};
    adds = false;
    add(p, c);
    assert(adds == (significand(c) != 0));
    if (!adds) {
        check_shifted(kept, p.sign, p.exp, p.sig, 0);
    } else {
        check_shifted(kept, p.sign, p.exp - 14, p.sig << 14, 0);
        check_shifted(kept_c, c >> 31, (int32_t)effective(c) - 150 - 38,
                      (uint64_t)significand(c) << 38, shift_of(c));
    }
}

/* The sum of p * 2^(e-173) and c * 2^(f-150), as f32_round_sum rounds it. */
static struct f32_sum sum_of(uint32_t p_sign, uint64_t p, int32_t e, uint32_t c_sign, uint64_t c,
                             int32_t f)
{
    return f32_add_terms(p_sign, e - 173 - 14, p << 14, c_sign, f - 150 - 38, c << 38);
}

/* --- what the rounder takes of a number --- */

struct rounded {
    uint32_t sign; /* 0 if the number is */
    uint64_t integer;
    bool lost;
};

/* A number in units of 2^unit. */
static struct rounded in_units(struct f32_sum sum, int32_t unit)
{
    const int32_t below = unit - sum.exp;
    struct rounded r = {sum.sig ? sum.sign : 0, 0, sum.sig != 0};

    if (below < 0) {
        r.integer = sum.sig << -below;
        r.lost = false;
    } else if (below < 64) {
        r.integer = sum.sig >> below;
        r.lost = r.integer << below != sum.sig;
    }
    return r;
}

static void check_same(struct rounded a, struct rounded b)
{
    assert(a.sign == b.sign);
    assert(a.integer == b.integer);
    assert(a.lost == b.lost);
}

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t a = in[A], b = in[B], p_sign = (a ^ b) >> 31, c_sign = in[C] >> 31;
    const uint64_t p = in[PRODUCT] | (uint64_t)in[PRODUCT + 1] << 32, c = significand(in[C]);
    const int32_t e = (int32_t)(effective(a) + effective(b)) - 127, f = (int32_t)effective(in[C]);
    /* The sum depends on no more of e and f than the distance: here f is 0. */
    const int32_t d = distance(in), unit = (d < 0 ? 0 : d) - 176;
    const struct rounded sum = in_units(sum_of(p_sign, p, d, c_sign, c, 0), unit);

    /* For all inputs, also those of which nothing is claimed below: fma.h needs this of P and C
     * however far they are shifted. */
    check_terms((struct product){p_sign, d - 173, p}, in[C]);
    if (p >> 47 == 0)
        check_same(sum, in_units(sum_of(p_sign, 2 * p, d - 1, c_sign, c, 0), unit));
    if (c >> 23 == 0)
        check_same(sum, in_units(sum_of(p_sign, p, d, c_sign, 2 * c, -1), unit));
    if (c == 0)
        check_same(sum, in_units((struct f32_sum){p_sign, d - 173, p}, unit));

    out[0] = out[1] = 0;
    out[2] = sum.sign;
    out[3] = (uint32_t)(d < 0 ? f : e) + 1;
    out[4] = (uint32_t)sum.integer | sum.lost;
    out[5] = (uint32_t)(sum.integer >> 32);
    if (!f32_is_finite(a) || !f32_is_finite(b) || !f32_is_finite(in[C]) || in[PRODUCT_ZERO] ||
        d != e - f || !is_product(p, a, b))
        return false;
    assert(is_enough(out[3], sum.integer, sum.lost));
    return true;
}
