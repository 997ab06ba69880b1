/*
 * test_predicate_stimulus.c - words that a single field makes illegal, and operands that were drawn
 * together.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "numerics/numerics.h"
#include "predicate/related.h"
#include "predicate/spoiled.h"
#include "unit/random.h"

enum { SEED = 19, WORDS = 20000, PROGRAMS = 1000, LANES = 4 };

/* --- spoiled words --- */

static bool traps(uint64_t word, bool core)
{
    struct predicate_decoded d;

    (core ? predicate_decode_any : predicate_decode)(word, &d);
    return d.trap != 0;
}

/* Whether another value of `bits` bits from `at` on makes the word legal. */
static bool mends(uint64_t word, uint32_t at, uint32_t bits, bool core)
{
    const uint64_t rest = word & ~(((UINT64_C(1) << bits) - 1) << at);

    for (uint64_t i = 0; i < 1u << bits; ++i)
        if (!traps(rest | i << at, core))
            return true;
    return false;
}

enum { FIELDS = 11, OF_IMM = 4, ALL = FIELDS + OF_IMM };
static const uint8_t at[ALL] = {0, 6, 11, 12, 15, 19, 22, 26, 29, 33, 36, 40, 44, 54, 62};
static const uint8_t bits[ALL] = {6, 3, 1, 3, 4, 3, 4, 3, 4, 3, 4, 4, 4, 4, 2};

/* Bit f of the result, for each operation: a word was wrong only in field f. */
static void walk(bool core, uint32_t lone[64])
{
    uint32_t turn = 0;

    rng_begin(SEED);
    memset(lone, 0, 64 * sizeof lone[0]);
    for (uint32_t i = 0; i < WORDS; ++i) {
        const uint64_t word = predicate_spoiled_word(&random_stream, core, &turn);

        assert_true(traps(word, core));
        for (uint32_t f = 0; f < ALL; ++f)
            if (mends(word, at[f], bits[f], core))
                lone[word & 63] |= 1u << f;
    }
}

enum { GK = 1 << 1, ZERO = 1 << 2, DK = 1 << 3, DI = 1 << 4, AK = 1 << 5, AI = 1 << 6 };
enum { BK = 1 << 7, BI = 1 << 8, CK = 1 << 9, CI = 1 << 10, ATOM = 1 << 11, TYPE = 1 << 12 };
enum { SUM = 1 << 13, END = 1 << 14 };

static void expect_lone(const uint32_t *lone, uint32_t op, uint32_t fields)
{
    if ((lone[op] & fields) != fields)
        fail_msg("operation %u: no word is wrong only in the fields %x: expected one each", op,
                 fields & ~lone[op]);
}

static void test_spoiled(void **unused)
{
    uint32_t lone[64];

    (void)unused;
    walk(false, lone);
    for (uint32_t op = 1; op <= PREDICATE_OWN_OPS; ++op)
        expect_lone(lone, op, GK | ZERO | DK | AK | BK);
    expect_lone(lone, PREDICATE_ST, DI | AI | BI | CK | CI);
    expect_lone(lone, PREDICATE_LD, AI | BI | CK | CI);
    expect_lone(lone, PREDICATE_CMP, DI | AI | BI | CK | CI);
    expect_lone(lone, PREDICATE_CVT, AI | CK | CI);
    expect_lone(lone, PREDICATE_RED, CK | CI);
    expect_lone(lone, PREDICATE_VOTE_ANY, CK | CI);
    walk(true, lone);
    for (uint32_t op = 1; op < PREDICATE_OPS; ++op)
        expect_lone(lone, op, GK | ZERO | DK | AK | BK);
    expect_lone(lone, PREDICATE_ATOM, AI | BI | CK | ATOM | TYPE | SUM | END);
    expect_lone(lone, PREDICATE_BAR, AI | BI | CK | CI | ATOM | TYPE | SUM | END);
    expect_lone(lone, PREDICATE_MOVE, AI | BI | CK | CI | ATOM | TYPE | SUM | END);
    expect_lone(lone, PREDICATE_FENCE, CK | CI);
}

/* --- related operands --- */

static double number(uint32_t x)
{
    float f;

    memcpy(&f, &x, sizeof f);
    return (double)f;
}

struct seen {
    uint32_t fmas, broken, cancelled, zeros, infinite;
};

static void look(const struct predicate_word *w, const uint32_t v[3], struct seen *s)
{
    const double a = number(v[0]), b = number(v[1]), c = number(v[2]);

    switch (w->op) {
    case PREDICATE_FFMA:
        ++s->fmas;
        s->cancelled += c != 0 && a * b == -c;
        s->broken += fabs(c) < fabs(a * b) * 0x1p-46 &&
                     assay_f32_fma(v[0], v[1], v[2]) != assay_f32_mul(v[0], v[1]);
        break;
    case PREDICATE_CMP:
        s->zeros += w->ck == PREDICATE_F32 && a == 0 && b == 0 && v[0] != v[1];
        break;
    case PREDICATE_FDIV:
        s->infinite += b == 0 || isinf(a);
        break;
    default:
        break;
    }
}

/* A draw sets all values that a program is started with, whatever the memory held. */
static void test_related_is_whole(void **unused)
{
    static struct predicate_related x[2];

    (void)unused;
    for (uint32_t lanes = LANES; lanes <= PREDICATE_RELATED_LANES; lanes *= 2)
        for (uint32_t i = 0; i < 200; ++i) {
            for (uint32_t n = 0; n < 2; ++n) {
                memset(&x[n], n ? 0x55 : 0xAA, sizeof x[n]);
                assay_rng_init(&random_stream, i, "related");
                predicate_related_draw(&random_stream, 30, lanes, &x[n]);
            }
            assert_int_equal(x[0].values, x[1].values);
            assert_memory_equal(x[0].code, x[1].code, x[0].length * sizeof x[0].code[0]);
            assert_memory_equal(x[0].c, x[1].c, x[0].values * sizeof x[0].c[0]);
            for (uint32_t l = 0; l < lanes; ++l)
                assert_memory_equal(x[0].r[l], x[1].r[l], x[0].values * sizeof x[0].r[0][0]);
        }
}

static void test_related(void **unused)
{
    static struct predicate_related x;
    struct seen seen = {0};

    (void)unused;
    rng_begin(SEED);
    for (uint32_t i = 0; i < PROGRAMS; ++i) {
        predicate_related_draw(&random_stream, 30, LANES, &x);
        assert_int_equal(x.values, PREDICATE_RELATED_VALUES);
        assert_true(x.length <= PREDICATE_RELATED_WORDS);
        for (uint32_t n = 0; n < x.length; ++n) {
            struct predicate_decoded d;

            predicate_decode(x.code[n], &d);
            assert_int_equal(d.trap, 0);
            if (d.w.ak == PREDICATE_C)
                look(&d.w, &x.c[d.w.ai], &seen);
            for (uint32_t l = 0; l < LANES && d.w.ak == PREDICATE_R; ++l)
                look(&d.w, &x.r[l][d.w.ai], &seen);
        }
    }
    print_message("of %u ffma: %u ties broken by lost bits, %u cancelled; %u compares of zeros; %u "
                  "infinite quotients\n",
                  seen.fmas, seen.broken, seen.cancelled, seen.zeros, seen.infinite);
    assert_true(seen.broken > seen.fmas / 1000);
    assert_true(seen.cancelled > seen.fmas / 1000);
    assert_true(seen.zeros > 0);
    assert_true(seen.infinite > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_spoiled),
                                       cmocka_unit_test(test_related_is_whole),
                                       cmocka_unit_test(test_related)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
