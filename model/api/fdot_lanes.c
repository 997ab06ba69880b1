#include "api/fdot_lanes.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Loops over columns have a constant length and no branches, to let compilers vectorise them. */
#define BODY static inline __attribute__((always_inline))

enum { N = FDOT_LANES, MOST_DOWN = 31 };

struct addend {
    int32_t sig[N], exp[N]; /* with F fraction bits, or 23 if that is more */
    int32_t infinite[N];    /* -1: infinite or NaN */
};

/* All ones if x is not 0. */
BODY int32_t mask(int x)
{
    return -(int32_t)(x != 0);
}

BODY int32_t least(int32_t x, int32_t y)
{
    return x < y ? x : y;
}

/* x, negated where `negative` is -1. */
BODY int32_t with_sign(int32_t x, int32_t negative)
{
    return (x ^ negative) - negative;
}

BODY void take_c(int half, unsigned up, const uint32_t *c, struct addend *to)
{
    const unsigned frac = half ? 10 : 23;
    const int32_t top = half ? 31 : 255, bias = half ? 15 : 127, fraction = (1 << frac) - 1;

    for (unsigned j = 0; j < N; ++j) {
        const int32_t negative = mask((c[j] >> (half ? 15 : 31)) & 1);
        const int32_t field = (int32_t)(c[j] >> frac) & top;
        const int32_t normal = mask(field != 0);
        const int32_t sig = ((int32_t)c[j] & fraction) | (normal & (fraction + 1));
        const int32_t exp = field + 1 + normal - bias;

        to->sig[j] = with_sign(sig << (23 - frac + up), negative);
        to->exp[j] = sig ? exp : -126;
        to->infinite[j] = mask(field == top);
    }
}

/* x shifted down by `down` bits, rounding toward zero. */
BODY int32_t cut(int32_t x, int32_t down)
{
    const int32_t negative = x >> 31;

    return with_sign(with_sign(x, negative) >> least(down, MOST_DOWN), negative);
}

/* f32: the magnitude truncated to 24 bits; with e8m13, to fourteen. Clearing every bit that lies
 * 24 places below a 1 clears the bit worth half of the last place: the conversion then rounds
 * down. */
BODY void to_f32(uint32_t keep, unsigned fraction, const int32_t *sum, const int32_t *exp,
                 uint32_t *d, int32_t *unusual)
{
    for (unsigned j = 0; j < N; ++j) {
        const int32_t negative = sum[j] >> 31;
        int32_t magnitude = with_sign(sum[j], negative), result, field;
        float x;

        magnitude &= ~(magnitude >> 24);
        x = (float)magnitude;
        memcpy(&result, &x, sizeof result);
        field = (result >> 23) + exp[j] - (int32_t)fraction;
        result = (result & 0x7FFFFF) | (int32_t)((uint32_t)field << 23);
        unusual[j] |= mask(sum[j] != 0) & mask((uint32_t)(field - 1) >= 254);
        d[j] = ((uint32_t)(result | (negative & INT32_MIN)) & keep) & (uint32_t)mask(sum[j] != 0);
    }
}

/* f16: the upper 24 bits of the magnitude, with the last one set if a 1 was cut off below it,
 * round as the whole magnitude does. */
BODY void to_f16(unsigned fraction, const int32_t *sum, const int32_t *exp, uint32_t *d,
                 int32_t *unusual)
{
    for (unsigned j = 0; j < N; ++j) {
        const int32_t negative = sum[j] >> 31;
        const int32_t whole = with_sign(sum[j], negative), large = mask(whole >> 24);
        const int32_t few = whole >> 7 | ((whole & 0x7F) != 0);
        uint32_t bits;
        int32_t field;
        float x = (float)((large & few) | (~large & whole));

        memcpy(&bits, &x, sizeof bits);
        field = (int32_t)(bits >> 23) + (large & 7) + exp[j] - (int32_t)fraction - 127 + 15;
        bits = (bits & 0x7FFFFF) | (uint32_t)field << 23;
        bits = (bits + 0xFFF + (bits >> 13 & 1)) >> 13;
        unusual[j] |= mask(sum[j] != 0) & mask((uint32_t)(field - 1) >= 30);
        d[j] = ((bits & 0x7FFF) | ((uint32_t)negative & 0x8000)) & (uint32_t)mask(sum[j] != 0);
    }
}

/* The terms of a group. Gives the greatest exponent, and two sums, each less than 2^31: of c
 * with the first half of the products, and of the other half. `below` is an additional shift
 * down for c. */
typedef void add_terms(unsigned n, const struct fdot_left *a, const struct fdot_right *b,
                       const struct addend *c, int32_t below, int32_t greatest[N], int32_t low[N],
                       int32_t high[N]);

BODY void add_products(unsigned from, unsigned to, const struct fdot_left *a,
                       const struct fdot_right *b, const int32_t *greatest, int32_t *sum)
{
    for (unsigned k = from; k < to; ++k)
        for (unsigned j = 0; j < N; ++j)
            sum[j] += cut(a[k].sig * b[k].sig[j], greatest[j] - a[k].exp - b[k].exp[j]);
}

BODY void add_plain(unsigned n, const struct fdot_left *a, const struct fdot_right *b,
                    const struct addend *c, int32_t below, int32_t *greatest, int32_t *low,
                    int32_t *high)
{
    memcpy(greatest, c->exp, sizeof c->exp);
    for (unsigned k = 0; k < n; ++k)
        for (unsigned j = 0; j < N; ++j) {
            const int32_t exp = a[k].exp + b[k].exp[j];

            greatest[j] = exp > greatest[j] ? exp : greatest[j];
        }
    for (unsigned j = 0; j < N; ++j)
        low[j] = cut(c->sig[j], greatest[j] - c->exp[j] + below);
    memset(high, 0, N * sizeof *high);
    add_products(0, n / 2, a, b, greatest, low);
    add_products(n / 2, n, a, b, greatest, high);
}

BODY void group(enum assay_fdot_output output, const struct fdot_rule *rule,
                const struct fdot_left *a, const struct fdot_right *b, const uint32_t *c,
                uint32_t *d, int32_t *unusual, add_terms *add)
{
    const unsigned up = rule->fraction > 23 ? rule->fraction - 23 : 0;
    const int32_t below = rule->fraction < 23 ? 23 - (int32_t)rule->fraction : 0;
    int32_t greatest[N], low[N], high[N];
    struct addend addend;

    if (fdot_c_is_f16(output))
        take_c(1, up, c, &addend);
    else
        take_c(0, up, c, &addend);
    add(rule->group, a, b, &addend, below, greatest, low, high);
    for (unsigned j = 0; j < N; ++j) {
        const int32_t sum = (int32_t)((uint32_t)low[j] + (uint32_t)high[j]);

        unusual[j] = addend.infinite[j] | (((low[j] ^ sum) & (high[j] ^ sum)) >> 31) |
                     mask(sum == INT32_MIN);
        low[j] = sum & ~unusual[j];
    }
    if (output == ASSAY_FDOT_OUT_F16)
        to_f16(rule->fraction, low, greatest, d, unusual);
    else
        to_f32(output == ASSAY_FDOT_OUT_E8M13 ? 0xFFFFFC00 : 0xFFFFFFFF, rule->fraction, low,
               greatest, d, unusual);
}

void fdot_lanes_plain(enum assay_fdot_output output, const struct fdot_rule *rule,
                      const struct fdot_left *a, const struct fdot_right *b, const uint32_t *c,
                      uint32_t *d, int32_t *unusual)
{
    group(output, rule, a, b, c, d, unusual, add_plain);
}

#if defined(__x86_64__) && defined(__GNUC__)
#define AVX2 __attribute__((target("avx2")))

enum { VECTOR = 8 };

AVX2 BODY __m256i load(const int32_t *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

AVX2 BODY void store(int32_t *to, __m256i x)
{
    _mm256_storeu_si256((__m256i *)(void *)to, x);
}

/* The same as `cut`; a shift by 32 or more gives 0. */
AVX2 BODY __m256i cut_vector(__m256i x, __m256i down)
{
    return _mm256_sign_epi32(_mm256_srlv_epi32(_mm256_abs_epi32(x), down), x);
}

/* Significands, with their sign, have at most 16 bits: madd multiplies the low halves. */
AVX2 BODY __m256i add_vectors(unsigned from, unsigned to, const struct fdot_left *a,
                              const struct fdot_right *b, size_t at, __m256i greatest, __m256i sum)
{
    for (unsigned k = from; k < to; ++k) {
        const __m256i left = _mm256_set1_epi32(a[k].sig & 0xFFFF);
        const __m256i product = _mm256_madd_epi16(load(b[k].sig + at), left);
        const __m256i exp = _mm256_add_epi32(load(b[k].exp + at), _mm256_set1_epi32(a[k].exp));

        sum = _mm256_add_epi32(sum, cut_vector(product, _mm256_sub_epi32(greatest, exp)));
    }
    return sum;
}

AVX2 BODY void add_avx2(unsigned n, const struct fdot_left *a, const struct fdot_right *b,
                        const struct addend *c, int32_t below, int32_t *greatest, int32_t *low,
                        int32_t *high)
{
    for (size_t at = 0; at < N; at += VECTOR) {
        const __m256i c_exp = load(c->exp + at);
        __m256i most = c_exp, down;

        for (unsigned k = 0; k < n; ++k)
            most = _mm256_max_epi32(
                most, _mm256_add_epi32(load(b[k].exp + at), _mm256_set1_epi32(a[k].exp)));
        down = _mm256_add_epi32(_mm256_sub_epi32(most, c_exp), _mm256_set1_epi32(below));
        store(greatest + at, most);
        store(low + at, add_vectors(0, n / 2, a, b, at, most, cut_vector(load(c->sig + at), down)));
        store(high + at, add_vectors(n / 2, n, a, b, at, most, _mm256_setzero_si256()));
    }
}

AVX2 static void avx2(enum assay_fdot_output output, const struct fdot_rule *rule,
                      const struct fdot_left *a, const struct fdot_right *b, const uint32_t *c,
                      uint32_t *d, int32_t *unusual)
{
    group(output, rule, a, b, c, d, unusual, add_avx2);
}

fdot_lanes *fdot_lanes_avx2(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") ? avx2 : NULL;
}

#else

fdot_lanes *fdot_lanes_avx2(void)
{
    return NULL;
}

#endif
