/*
 * test_predicate_branches.c - the golden model of predicate: guards, votes, counters and branches.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/predicate_driver.h"

/* --- guards, sense and counters --- */

static void test_guards(void **unused)
{
    static const uint8_t kinds[] = {PREDICATE_ALWAYS, PREDICATE_IF_P, PREDICATE_IF_NOT_P,
                                    PREDICATE_IF_UP, PREDICATE_IF_NOT_UP};
    /* P0 = 0b0110; UP0 is set; indexed by sense */
    static const uint32_t want[2][5] = {{15, 6, 9, 15, 0}, {15, 9, 6, 0, 15}};

    (void)unused;
    for (uint32_t sense = 0; sense < 2; ++sense) {
        for (uint32_t k = 0; k < 5; ++k) {
            const uint64_t code[] = {if_(kinds[k], 0, mov(TO_R(1), IMM, 1)), quit()};
            uint32_t got = 0;

            boot(LANES);
            put(PREDICATE_AT_P, 0, 0, 6);
            put(PREDICATE_AT_UP, 0, 0, 1);
            begin(code, 2, sense, 0);
            finish();
            for (uint32_t n = 0; n < LANES; ++n)
                got |= (uint32_t)get(PREDICATE_AT_R, 1, n) << n;
            assert_int_equal(got, want[sense][k]);
            assert_int_equal(out.n_pred, k == 1 || k == 2 ? LANES : 0);
            assert_int_equal(out.n_uniform, k >= 3);
            assert_int_equal(out.n_disabled, k == 0 ? 0 : k < 3 ? 2 : want[sense][k] ? 0 : LANES);
        }
    }
}

static void test_votes(void **unused)
{
    /* P0 and the guard P1; results of all, any and none; 2: nothing is written */
    static const struct {
        uint8_t p, guard, want[3];
    } votes[] = {{15, 15, {1, 1, 0}}, {6, 15, {0, 1, 0}}, {0, 15, {0, 0, 1}},
                 {6, 6, {1, 1, 0}},   {6, 9, {0, 0, 1}},  {6, 0, {2, 2, 2}}};

    (void)unused;
    for (uint32_t i = 0; i < LENGTH(votes); ++i) {
        for (uint8_t k = 0; k < 3; ++k) {
            const uint8_t op = (uint8_t)(PREDICATE_VOTE_ALL + k);
            const uint64_t code[] = {if_(PREDICATE_IF_P, 1, op3(op, TO_UP(2), 0, 0, 0, 0, 1, 0, 0)),
                                     quit()};

            for (uint8_t before = 0; before < 2; ++before) {
                boot(LANES);
                put(PREDICATE_AT_P, 0, 0, votes[i].p);
                put(PREDICATE_AT_P, 1, 0, votes[i].guard);
                put(PREDICATE_AT_UP, 2, 0, before);
                begin(code, 2, false, 0);
                finish();
                assert_int_equal(get(PREDICATE_AT_UP, 2, 0),
                                 votes[i].want[k] == 2 ? before : votes[i].want[k]);
            }
        }
    }
}

/* --- branches --- */

/* Odd lanes go one way, even lanes the other, and they reconverge. */
static void test_divergence(void **unused)
{
    const uint64_t code[] = {
        /* 0 */ op2(PREDICATE_AND, TO_R(1), LID, IMM, 1),
        /* 1 */ cmp(TO_P(1), R(1), PREDICATE_EQ, 1),
        /* 2 */ go(PREDICATE_SSY, 8),
        /* 3 */ if_(PREDICATE_IF_P, 1, go(PREDICATE_BRA, 6)),
        /* 4 */ mov(TO_R(2), IMM, 10),
        /* 5 */ go(PREDICATE_JOIN, 0),
        /* 6 */ mov(TO_R(2), IMM, 11),
        /* 7 */ go(PREDICATE_JOIN, 0),
        /* 8 */ op2(PREDICATE_ADD, TO_R(2), R(2), LID, 0),
        /* 9 */ quit(),
    };
    bool went[2] = {false, false};

    (void)unused;
    boot(LANES);
    begin(code, LENGTH(code), false, 0);
    do {
        tick();
        if (out.pc == 6)
            went[0] = out.active == 0xA && out.depth == 2;
        if (out.pc == 4)
            went[1] = out.active == 0x5 && out.depth == 1;
    } while (out.busy);
    assert_true(went[0] && went[1]);
    assert_int_equal(out.n_bra_divergent, 1);
    assert_int_equal(out.n_bra_uniform, 0);
    assert_int_equal(out.n_pred, LANES);
    assert_int_equal(out.n_disabled, 6); /* bra and the two movs; join is scalar */
    for (uint32_t n = 0; n < LANES; ++n)
        assert_int_equal(get(PREDICATE_AT_R, 2, n), 10 + n % 2 + n);
}

/* A loop with as many trips as the lane's number plus one takes two stack entries. */
static void test_loop(void **unused)
{
    const uint64_t code[] = {
        /* 0 */ mov(TO_R(1), LID, 0),
        /* 1 */ go(PREDICATE_SSY, 7),
        /* 2 */ op2(PREDICATE_ADD, TO_R(2), R(2), IMM, 1),
        /* 3 */ op2(PREDICATE_SUB, TO_R(1), R(1), IMM, 1),
        /* 4 */ cmp(TO_P(0), R(1), PREDICATE_GE, 0),
        /* 5 */ if_(PREDICATE_IF_P, 0, go(PREDICATE_BRA, 2)),
        /* 6 */ go(PREDICATE_JOIN, 0),
        /* 7 */ quit(),
    };
    uint32_t deepest = 0;

    (void)unused;
    boot(32);
    begin(code, LENGTH(code), false, 0);
    do {
        tick();
        deepest = out.depth > deepest ? out.depth : deepest;
    } while (out.busy);
    assert_true(out.done);
    assert_int_equal(deepest, 2);
    assert_int_equal(out.n_bra_divergent, 31);
    for (uint32_t n = 0; n < 32; ++n)
        assert_int_equal(get(PREDICATE_AT_R, 2, n), n + 1);
}

/* A branch to itself goes backwards: the lanes that leave go on first. */
static void test_to_itself(void **unused)
{
    const uint64_t code[] = {go(PREDICATE_SSY, 3), if_(PREDICATE_IF_P, 0, go(PREDICATE_BRA, 1)),
                             quit(), quit()};

    (void)unused;
    boot(LANES);
    put(PREDICATE_AT_P, 0, 0, 3);
    watch(code, LENGTH(code), 20);
    assert_int_equal(out.trap, PREDICATE_LIMIT);
    assert_int_equal(out.trap_pc, 1);
    assert_int_equal(out.active, 3);
    assert_int_equal(out.depth, 1);
    assert_int_equal(out.n_bra_divergent, 1);
}

/* One test per warp, where a branch by lanes takes one test per lane. */
static void test_uniform_branch(void **unused)
{
    const uint64_t uniform[] = {cmp(TO_UP(0), U(0), PREDICATE_EQ, 0),
                                if_(PREDICATE_IF_UP, 0, go(PREDICATE_BRA, 2)), quit()};
    const uint64_t lanes[] = {cmp(TO_P(0), U(0), PREDICATE_EQ, 0),
                              if_(PREDICATE_IF_P, 0, go(PREDICATE_BRA, 2)), quit()};

    (void)unused;
    boot(32);
    WATCH(uniform);
    assert_int_equal(out.n_uniform, 1);
    assert_int_equal(out.n_pred, 0);
    assert_int_equal(out.n_bra_uniform, 1);
    assert_int_equal(out.n_scalar, 2);
    assert_int_equal(out.n_vector, 1);
    WATCH(lanes);
    assert_int_equal(out.n_uniform, 0);
    assert_int_equal(out.n_pred, 32);
    assert_int_equal(out.n_bra_uniform, 1);
    assert_int_equal(out.n_vector, 3);
}

static void test_exit(void **unused)
{
    const uint64_t code[] = {
        /* 0 */ go(PREDICATE_SSY, 5),
        /* 1 */ if_(PREDICATE_IF_P, 0, go(PREDICATE_BRA, 3)),
        /* 2 */ quit(), /* lanes without P0; none is left: back to the entry */
        /* 3 */ mov(TO_R(1), IMM, 1),
        /* 4 */ go(PREDICATE_JOIN, 0), /* the entry of the bra, whose lanes run 2, is on top */
        /* 5 */ mov(TO_R(2), IMM, 2),
        /* 6 */ quit(),
    };

    (void)unused;
    boot(LANES);
    put(PREDICATE_AT_P, 0, 0, 3);
    WATCH(code);
    assert_true(out.done);
    assert_int_equal(out.active, 0);
    assert_int_equal(out.depth, 0);
    assert_int_equal(out.pc, 6);
    for (uint32_t n = 0; n < LANES; ++n) {
        assert_int_equal(get(PREDICATE_AT_R, 1, n), n < 2 ? 1 : 0);
        assert_int_equal(get(PREDICATE_AT_R, 2, n), n < 2 ? 2 : 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guards),         cmocka_unit_test(test_votes),
        cmocka_unit_test(test_divergence),     cmocka_unit_test(test_loop),
        cmocka_unit_test(test_uniform_branch), cmocka_unit_test(test_to_itself),
        cmocka_unit_test(test_exit),
    };

    return cmocka_run_group_tests_name("predicate branches", tests, NULL, NULL);
}
