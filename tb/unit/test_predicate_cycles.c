/*
 * test_predicate_cycles.c - the golden model of predicate: the cycles of README.md, derived by
 * hand.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/predicate_driver.h"

/* --- cycles --- */

static void test_latency(void **unused)
{
    const uint64_t vector[] = {mov(TO_R(1), IMM, 5), op2(PREDICATE_ADD, TO_R(2), R(1), IMM, 3),
                               quit()};
    const uint64_t scalar[] = {mov(TO_U(1), IMM, 5), op2(PREDICATE_ADD, TO_U(2), U(1), IMM, 3),
                               quit()};
    const uint64_t twice[] = {mov(TO_R(1), IMM, 5), mov(TO_R(1), IMM, 6), quit()};
    const uint64_t freely[] = {mov(TO_R(1), IMM, 5), mov(TO_R(2), IMM, 6), mov(TO_R(3), IMM, 6),
                               quit()};
    const uint64_t predicate[] = {cmp(TO_P(1), LID, PREDICATE_LT, 2),
                                  if_(PREDICATE_IF_P, 1, quit()), quit()};

    (void)unused;
    boot(LANES);
    WATCH(vector);
    assert_int_equal(issues(), 0x31); /* 0, 4, and exit in 5 */
    assert_int_equal(seen[3].rv, 1);
    assert_int_equal(seen[2].rv | seen[4].rv, 0);
    assert_int_equal(seen[7].rv & seen[8].rv, 1);
    assert_int_equal(cycle, 9);
    assert_true(out.done);
    assert_int_equal(out.n_stalls, 3);
    assert_int_equal(get(PREDICATE_AT_R, 2, 3), 8);

    WATCH(scalar);
    assert_int_equal(issues(), 0x9); /* 0, and 3 with exit beside it */
    assert_int_equal(seen[3].issue, PREDICATE_SCALAR | PREDICATE_VECTOR);
    assert_int_equal(seen[2].rs, 1);
    assert_int_equal(seen[5].rs, 1);
    assert_int_equal(seen[6].rv, 1);
    assert_int_equal(cycle, 7);
    assert_int_equal(out.n_pairs, 1);
    assert_int_equal(get(PREDICATE_AT_U, 2, 0), 8);

    WATCH(twice); /* waits for a pending destination, too */
    assert_int_equal(issues(), 0x31);
    WATCH(freely);
    assert_int_equal(issues(), 0xF);
    WATCH(predicate);
    assert_int_equal(issues(), 0x31);
}

static void test_memory(void **unused)
{
    const uint64_t all[] = {op3(PREDICATE_ST, 0, 0, PLACE, IMM, LID, 400),
                            op2(PREDICATE_LD, TO_R(3), PLACE, IMM, 400), quit()};
    const uint64_t one[] = {if_(PREDICATE_IF_P, 0, op2(PREDICATE_LD, TO_R(4), PLACE, IMM, 400)),
                            quit()};

    (void)unused;
    boot(LANES);
    WATCH(all); /* each holds issue for four cycles */
    assert_int_equal(issues(), 1 << 0 | 1 << 5 | 1 << 10);
    for (uint32_t n = 0; n < LANES; ++n) {
        assert_int_equal(seen[1 + n].mem & seen[6 + n].mem, 1);
        assert_int_equal(seen[1 + n].lane, n);
        assert_int_equal(seen[6 + n].lane, n);
        assert_int_equal(get(PREDICATE_AT_R, 3, n), n);
        assert_int_equal(get(PREDICATE_AT_DATA, 100 + n, 0), n);
    }
    assert_int_equal(seen[0].mem | seen[5].mem | seen[10].mem, 0);
    assert_int_equal(seen[6].rv & seen[11].rv & seen[13].rv, 1);

    put(PREDICATE_AT_P, 0, 0, 4);
    WATCH(one);
    assert_int_equal(issues(), 5);
    assert_int_equal(seen[1].lane, 2);
    assert_int_equal(seen[3].rv, 1);
    assert_int_equal(get(PREDICATE_AT_R, 4, 2), 2);
    assert_int_equal(get(PREDICATE_AT_R, 4, 3), 0);
    put(PREDICATE_AT_P, 0, 0, 0); /* without lanes it still takes a cycle */
    WATCH(one);
    assert_int_equal(issues(), 5);
    assert_int_equal(seen[1].mem, 0);
    assert_int_equal(seen[3].rv, 1);
}

/* --- pairs --- */

struct couple {
    uint64_t first, second;
    bool pair;
};

static void test_pairs(void **unused)
{
    const struct couple couples[] = {
        {mov(TO_R(1), LID, 0), mov(TO_U(1), IMM, 1), true},
        {mov(TO_U(1), IMM, 1), mov(TO_R(1), LID, 0), true},
        {mov(TO_R(1), LID, 0), mov(TO_R(2), IMM, 1), false},
        {mov(TO_U(1), IMM, 1), mov(TO_U(2), IMM, 1), false},
        {mov(TO_U(1), IMM, 1), mov(TO_R(2), U(1), 0), false}, /* reads it */
        {mov(TO_R(2), U(1), 0), mov(TO_U(1), IMM, 1), true},  /* overwrites its source */
        {cmp(TO_UP(1), IMM, PREDICATE_EQ, 1),                 /* its guard */
         if_(PREDICATE_IF_UP, 1, mov(TO_R(2), LID, 0)), false},
        {cmp(TO_UP(1), IMM, PREDICATE_EQ, 1), if_(PREDICATE_IF_UP, 2, mov(TO_R(2), LID, 0)), true},
        {cmp(TO_UP(1), IMM, PREDICATE_EQ, 1), /* the same place */
         op3(PREDICATE_VOTE_ALL, TO_UP(1), 0, 0, 0, 0, 1, 1, 0), false},
        {cmp(TO_UP(1), IMM, PREDICATE_EQ, 1),
         op3(PREDICATE_VOTE_ALL, TO_UP(2), 0, 0, 0, 0, 1, 1, 0), true},
        {cmp(TO_UP(1), IMM, PREDICATE_EQ, 1), /* reads it as data */
         op3(PREDICATE_SEL, TO_R(1), R(1), R(2), 2, 1, 0), false},
        {mov(TO_R(1), LID, 0), go(PREDICATE_BRA, 2), true},
        {mov(TO_R(1), LID, 0), go(PREDICATE_SSY, 2), true},
        {mov(TO_R(1), LID, 0), go(PREDICATE_JOIN, 0), false}, /* would trap */
        {mov(TO_U(1), IMM, 0), quit(), true},
        {mov(TO_U(1), IMM, 0), if_(PREDICATE_IF_P, 1, go(PREDICATE_BRA, 2)), true},
        {go(PREDICATE_BRA, 1), mov(TO_R(1), LID, 0), false},
        {go(PREDICATE_SSY, 1), mov(TO_R(1), LID, 0), false},
        {mov(TO_R(1), LID, 0), 0, false},                    /* illegal */
        {mov(TO_R(1), LID, 0), mov(TO_U(1), LID, 0), false}, /* not uniform */
        {op2(PREDICATE_LD, TO_R(1), PLACE, IMM, 0), mov(TO_U(1), IMM, 1), true},
        {op2(PREDICATE_LD, TO_R(1), PLACE, IMM, 4084), mov(TO_U(1), IMM, 1), false},
        {mov(TO_U(1), IMM, 1), op2(PREDICATE_LD, TO_R(1), PLACE, IMM, 4084), true},
    };

    (void)unused;
    for (uint32_t i = 0; i < LENGTH(couples); ++i) {
        const uint64_t code[] = {couples[i].first, couples[i].second, quit()};
        const uint64_t beyond[] = {couples[i].first};

        boot(LANES);
        WATCH(code);
        if ((seen[0].issue == 3) != couples[i].pair)
            fail_msg("couple %" PRIu32 ": %s", i, couples[i].pair ? "no pair" : "a pair");
        if (couples[i].pair)
            assert_true(out.n_scalar >= 1 && out.n_vector >= 1);
        boot(LANES); /* the second is beyond the end of the program */
        WATCH(beyond);
        assert_int_equal(out.n_pairs, 0);
    }
}

/* --- longer holds of issue --- */

static void test_divide(void **unused)
{
    const uint64_t vector[] = {op2(PREDICATE_FDIV, TO_R(1), R(2), R(3), 0), mov(TO_R(4), IMM, 1),
                               quit()};
    const uint64_t scalar[] = {op2(PREDICATE_FDIV, TO_U(1), U(2), U(3), 0),
                               op2(PREDICATE_ADD, TO_U(4), U(1), IMM, 0), quit()};
    const uint64_t both[] = {op2(PREDICATE_FDIV, TO_U(1), U(2), U(3), 0),
                             op2(PREDICATE_FDIV, TO_R(1), R(2), R(3), 0), quit()};
    const uint64_t load[] = {op2(PREDICATE_LD, TO_R(5), PLACE, IMM, 4096 - 4),
                             op2(PREDICATE_FDIV, TO_U(1), U(2), U(3), 0), quit()};
    const uint64_t after[] = {op2(PREDICATE_FDIV, TO_U(1), U(2), U(3), 0),
                              op2(PREDICATE_LD, TO_R(5), PLACE, IMM, 4096 - 4), quit()};

    (void)unused;
    boot(LANES);
    for (uint32_t n = 0; n < LANES; ++n) {
        put(PREDICATE_AT_R, 2, n, 0x3F800000); /* 1 */
        put(PREDICATE_AT_R, 3, n, 0x40400000); /* 3 */
    }
    put(PREDICATE_AT_U, 2, 0, 0x40400000);
    put(PREDICATE_AT_U, 3, 0, 0x40000000);
    WATCH(vector); /* holds issue in 1 to 28 */
    assert_true(issues() == (UINT64_C(1) | UINT64_C(3) << 29));
    assert_int_equal(seen[30].rv, 1);
    assert_int_equal(get(PREDICATE_AT_R, 1, 3), 0x3EAAAAAB);
    WATCH(scalar); /* the result retires in 29; the next one waits for it */
    assert_true(issues() == (UINT64_C(1) | UINT64_C(1) << 30));
    assert_int_equal(seen[29].rs, 1);
    assert_int_equal(get(PREDICATE_AT_U, 4, 0), 0x3FC00000);
    WATCH(both);
    assert_true(issues() == (UINT64_C(1) | UINT64_C(1) << 29));
    assert_int_equal(out.n_pairs, 1);
    assert_int_equal(seen[29].rs & seen[30].rv, 1);
    assert_int_equal(out.n_stalls, 28);

    WATCH(load); /* would trap, so it issues alone */
    assert_int_equal(out.trap, PREDICATE_ADDRESS);
    assert_int_equal(out.n_pairs, 0);
    boot(LANES);
    put(PREDICATE_AT_U, 2, 0, 0x40400000);
    put(PREDICATE_AT_U, 3, 0, 0x40000000);
    WATCH(after); /* what was issued with it drains */
    assert_int_equal(out.trap, PREDICATE_ADDRESS);
    assert_int_equal(out.n_pairs, 1);
    assert_int_equal(cycle, 30);
    assert_int_equal(get(PREDICATE_AT_U, 1, 0), 0x3FC00000);
}

static void test_reduce(void **unused)
{
    const uint64_t code[] = {
        op3(PREDICATE_RED, TO_U(1), R(15), 0, 0, PREDICATE_S32, PREDICATE_RED_ADD, 0),
        if_(PREDICATE_IF_P, 0,
            op3(PREDICATE_RED, TO_U(2), R(15), 0, 0, PREDICATE_U32, PREDICATE_RED_MAX, 0)),
        if_(PREDICATE_IF_P, 1,
            op3(PREDICATE_RED, TO_U(3), R(15), 0, 0, PREDICATE_S32, PREDICATE_RED_ADD, 0)),
        op2(PREDICATE_READLANE, TO_U(4), R(15), IMM, 66), /* modulo LANES */
        quit()};

    (void)unused;
    for (uint32_t lanes = 4, levels = 2; lanes <= 32; lanes *= 2, ++levels) {
        boot(lanes);
        put(PREDICATE_AT_P, 0, 0, 6);
        put(PREDICATE_AT_U, 3, 0, 77);
        WATCH(code);
        assert_true(issues() ==
                    (UINT64_C(1) | UINT64_C(1) << (levels + 1) | UINT64_C(1) << 2 * (levels + 1) |
                     UINT64_C(3) << 3 * (levels + 1)));
        assert_int_equal(seen[levels + 2].rv, 1);
        assert_int_equal(seen[levels + 1].rv, 0);
        assert_int_equal(get(PREDICATE_AT_U, 1, 0), 4 * (lanes * (lanes - 1) / 2));
        assert_int_equal(get(PREDICATE_AT_U, 2, 0), 8);
        assert_int_equal(get(PREDICATE_AT_U, 3, 0), 77); /* no lane executes */
        assert_int_equal(get(PREDICATE_AT_U, 4, 0), 4 * (66 % lanes));
    }
}

/* The order of the sum: neighbours first, then their sums. */
static void test_tree(void **unused)
{
    static const uint32_t values[4] = {0x4B800000, 0x3F800000, 0x3F800000, 0xCB800000};
    const uint64_t code[] = {
        op3(PREDICATE_RED, TO_U(1), R(1), 0, 0, PREDICATE_F32, PREDICATE_RED_ADD, 0), quit()};

    (void)unused;
    boot(LANES);
    for (uint32_t n = 0; n < 4; ++n)
        put(PREDICATE_AT_R, 1, n, values[n]);
    WATCH(code); /* 2^24 + 1 is 2^24; 1 - 2^24 is exact */
    assert_int_equal(get(PREDICATE_AT_U, 1, 0), 0x3F800000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_latency), cmocka_unit_test(test_memory), cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_divide),  cmocka_unit_test(test_reduce), cmocka_unit_test(test_tree),
    };

    return cmocka_run_group_tests_name("predicate cycles", tests, NULL, NULL);
}
