/*
 * test_depthcull_soundness.c - each coarse test of depthcull with examples by hand, the
 * counterexamples of soundness.md, and the search for others.
 */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "depthcull/planes.h"
#include "depthcull/soundness.h"
#include "unit/depthcull_image.h"

struct known {
    uint32_t func, decision, test;
    float s[3], d[3];
};

/* Examples with destination plane d, in f32 and in fixed point (values times 256). The tests are
 * those enabled after reset. */
static const struct known known[] = {
    {DEPTHCULL_LESS, DEPTHCULL_CULL, DEPTHCULL_RANGE, {1, 1, 900}, {1, 1, 100}},
    {DEPTHCULL_LESS, DEPTHCULL_PASS, DEPTHCULL_RANGE, {1, 1, 100}, {1, 1, 900}},
    {DEPTHCULL_LEQUAL, DEPTHCULL_CULL, DEPTHCULL_RANGE, {0, 0, 900}, {0, 0, 100}},
    {DEPTHCULL_LESS, DEPTHCULL_CULL, DEPTHCULL_RANGE, {0, 0, 100}, {0, 0, 100}},
    {DEPTHCULL_EQUAL, DEPTHCULL_PASS, DEPTHCULL_SLOPE, {9, 9, 100}, {9, 9, 100}},
    {DEPTHCULL_NOTEQUAL, DEPTHCULL_CULL, DEPTHCULL_SLOPE, {9, 9, 100}, {9, 9, 100}},
    {DEPTHCULL_LESS, DEPTHCULL_CULL, DEPTHCULL_SLOPE, {9, 9, 101}, {8, 9, 100}},
    {DEPTHCULL_GEQUAL, DEPTHCULL_PASS, DEPTHCULL_SLOPE, {9, 9, 101}, {8, 9, 100}},
    {DEPTHCULL_LEQUAL, DEPTHCULL_PASS, DEPTHCULL_SLOPE, {8, 8, 100}, {9, 9, 100}},
    {DEPTHCULL_GREATER, DEPTHCULL_CULL, DEPTHCULL_SLOPE, {8, 8, 100}, {9, 9, 100}},
    {DEPTHCULL_LESS, DEPTHCULL_CULL, DEPTHCULL_XEND, {8, 9, 200}, {9, 8, 180}},
    {DEPTHCULL_GREATER, DEPTHCULL_CULL, DEPTHCULL_XEND, {9, 8, 180}, {8, 9, 200}},
    {DEPTHCULL_LESS, DEPTHCULL_CULL, DEPTHCULL_YEND, {9, 8, 2200}, {8, 9, 2180}},
    {DEPTHCULL_GREATER, DEPTHCULL_CULL, DEPTHCULL_YEND, {8, 9, 2180}, {9, 8, 2200}},
    {DEPTHCULL_LESS, DEPTHCULL_CULL, DEPTHCULL_END3, {8, 8, 2200}, {9, 9, 2170}},
    {DEPTHCULL_GREATER, DEPTHCULL_CULL, DEPTHCULL_END3, {9, 9, 2170}, {8, 8, 2200}},
    {DEPTHCULL_LESS, DEPTHCULL_AMBIGUOUS, DEPTHCULL_NONE, {8, 8, 100}, {7, 9, 101}},
    {DEPTHCULL_LEQUAL, DEPTHCULL_AMBIGUOUS, DEPTHCULL_NONE, {9, 9, 101}, {8, 9, 100}},
    {DEPTHCULL_NEVER, DEPTHCULL_CULL, DEPTHCULL_BY_FUNC, {8, 8, 100}, {9, 9, 101}},
    {DEPTHCULL_ALWAYS, DEPTHCULL_PASS, DEPTHCULL_BY_FUNC, {8, 8, NAN}, {9, 9, 101}},
};

static uint64_t coef(const struct depthcull_params *p, float f)
{
    uint32_t pattern;

    if (p->fixed)
        return isnan(f) ? 0 : (uint64_t)(int64_t)(f * 256) & 0xFFFFFFFFFF;
    memcpy(&pattern, &f, sizeof pattern);
    return pattern;
}

static void test_known(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        const struct depthcull_params *p = &sets[set];

        for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
            const struct known *k = &known[i];
            struct depthcull_tile tile;
            struct depthcull_job job;
            struct depthcull_verdict verdict;

            memset(&job, 0, sizeof job);
            depthcull_make_clear(p, 0, &tile);
            full(p, &job.prim);
            job.prim.func = (uint8_t)k->func;
            tile.kind = DEPTHCULL_PLANES;
            job.prim.cx = coef(p, k->s[0]);
            job.prim.cy = coef(p, k->s[1]);
            job.prim.cref = coef(p, k->s[2]);
            depthcull_make_job(p, &job);
            depthcull_make_plane(p, coef(p, k->d[0]), coef(p, k->d[1]), coef(p, k->d[2]),
                                 &tile.plane[0]);
            depthcull_decide(p, depthcull_reset_enable(p), &job, &tile, &verdict);
            if (verdict.decision != k->decision || verdict.test != k->test)
                fail_msg("set %u, line %zu: decision %u by %u", set, i, verdict.decision,
                         verdict.test);
        }
    }
}

/* The counterexamples of soundness.md: the test claims GE, but one pixel contradicts it. */
static void test_counterexamples(void **unused)
{
    const struct depthcull_params *p = &sets[1];
    const struct depthcull_coefs end_s = {{coef(p, 0x1.a8001ap-2f), coef(p, -0x1.2459d8p-4f),
                                           coef(p, 0x1.632aacp-9f)}},
                                 end_d = {{coef(p, 0x1.a8001ap-2f), coef(p, -0x1.2459cep-4f),
                                           coef(p, 0x1.6324d4p-9f)}};
    const struct depthcull_coefs c5_s = {{coef(p, -1), coef(p, 0.5f), coef(p, 93)}},
                                 c5_d = {{coef(p, -2), coef(p, 0), coef(p, 100)}};
    uint32_t pixel = 99;
    bool applied;

    (void)unused;
    assert_true(depthcull_is_wrong(p, DEPTHCULL_END, &end_s, &end_d, &pixel, &applied));
    assert_int_equal(pixel, 2 * 8 + 5);
    assert_true(depthcull_is_wrong(p, DEPTHCULL_CLAIM5, &c5_s, &c5_d, &pixel, &applied));
    assert_int_equal(pixel, 0);
}

/* The search finds the counterexamples by itself, and none against the sound tests. */
static void test_search(void **unused)
{
    struct assay_rng rng;

    (void)unused;
    random_begin(&rng, 1, "test");
    for (uint32_t set = 0; set < SETS; ++set) {
        const struct depthcull_params *p = &sets[set];

        for (uint32_t test = DEPTHCULL_RANGE; test <= DEPTHCULL_CLAIM5; ++test) {
            const bool sound = test <= DEPTHCULL_END3 || (test == DEPTHCULL_END && p->fixed);
            uint32_t wrong = 0, found = 0;

            for (uint32_t i = 0; i < 30000; ++i) {
                struct depthcull_coefs s, d;
                uint32_t pixel;
                bool applied;

                depthcull_draw_pair(&rng, p, test, &s, &d);
                wrong += depthcull_is_wrong(p, test, &s, &d, &pixel, &applied);
                found += applied;
            }
            if ((wrong == 0) != sound || found < 100)
                fail_msg("set %u, test %u: %u wrong of %u", set, test, wrong, found);
        }
    }
}

/* The same for the search that does not use the model; the model confirms what it finds. */
static void test_fast_search(void **unused)
{
    struct assay_rng rng;

    (void)unused;
    random_begin(&rng, 1, "test");
    for (uint32_t set = 0; set < 3; ++set) {
        const struct depthcull_params *p = &sets[set];

        for (uint32_t rule = 0; rule < DEPTHCULL_RULES; ++rule) {
            struct depthcull_found f = {0};
            struct depthcull_coefs s, d;
            uint32_t pixel;
            bool applied;

            depthcull_search_pairs(&rng, p->tw, p->th, (enum depthcull_rule)rule, 500, &f);
            if (f.pairs != 500 * DEPTHCULL_LANES || f.applied < 1000 ||
                (rule < DEPTHCULL_R_SOUND && f.wrong))
                fail_msg("set %u, %s: %u wrong of %u", set, depthcull_rule_names[rule],
                         (unsigned)f.wrong, (unsigned)f.applied);
            if (rule != DEPTHCULL_R_END && rule != DEPTHCULL_R_CLAIM5)
                continue;
            for (int i = 0; i < 3; ++i) {
                s.c[i] = coef(p, f.example[i]);
                d.c[i] = coef(p, f.example[3 + i]);
            }
            assert_true(f.wrong);
            assert_true(
                depthcull_is_wrong(p, rule == DEPTHCULL_R_END ? DEPTHCULL_END : DEPTHCULL_CLAIM5,
                                   &s, &d, &pixel, &applied));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_counterexamples),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_fast_search),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
