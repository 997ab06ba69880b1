/*
 * test_shrink.c - shrinking runs of dotmul to the operations that a bug needs.
 */
#include "unit/dotmul_bugs.h"
#include "unit/shrink_bench.h"

#include "engine/block.h"

static const struct dotmul_op *op(const struct assay_shrink *s, size_t i)
{
    return assay_script_payload(&s->best, 0, i);
}

static void test_one_operand(void **state)
{
    (void)state;
    bug = BAD_OPERAND;
    for (uint64_t seed = 1; seed <= 8; ++seed) {
        struct assay_shrink s = shrink_of(&dotmul_ops, "default", seed);

        shrunk(&s);
        assert_int_equal(s.verdict, ASSAY_MISMATCH);
        assert_string_equal(s.port->name, "res_p");
        assert_int_equal(s.size.units, 1);
        assert_int_equal(op(&s, 0)->a, 0x5B);
        assert_int_equal(op(&s, 0)->dot, 1);
        assert_int_equal(op(&s, 0)->b | op(&s, 0)->a_signed | op(&s, 0)->b_signed, 0);
        assert_int_equal(s.best.n_resets, 1);
        assert_int_equal(s.fail_cycle, s.best.reset[0].length + 1);
        assay_shrink_free(&s);
    }
}

static void test_stall(void **state)
{
    struct assay_shrink s = shrink_of(&dotmul_ops, "default", 3);

    (void)state;
    bug = BAD_STALL;
    shrunk(&s);
    assert_int_equal(s.size.units, 1);
    assert_int_equal(s.fail_cycle, ASSAY_RESET_CYCLES + 4); /* valid, then three cycles */
    assert_int_equal(op(&s, 0)->a | op(&s, 0)->b, 0);
    assay_shrink_free(&s);
}

/* The last reset is not enough: the cause lies before it. */
static void test_cause_before_the_reset(void **state)
{
    struct assay_shrink s = shrink_of(&dotmul_ops, "default", 5);

    (void)state;
    bug = BAD_RESET;
    shrunk(&s);
    assert_int_equal(s.size.units, 2);
    assert_int_equal(s.best.n_resets, 2);
    assert_int_equal(op(&s, 0)->a, 0xFF);
    assert_int_equal(op(&s, 1)->a, 0);
    assert_int_equal(s.best.reset[1].cycle, ASSAY_RESET_CYCLES + 1);
    assay_shrink_free(&s);
}

/* Returns true if the three operations cancel each other out, or two of them do. */
static bool cancels(const struct assay_shrink *s, size_t i, size_t j, size_t k)
{
    const unsigned a = op(s, i)->a & 31u, b = op(s, j)->a & 31u, c = op(s, k)->a & 31u;

    return a == b || b == c || a == c || (a ^ b ^ c) == 0;
}

/* None of the operations before it can be dropped alone: only those that cancel each other out, and
 * these are rarely neighbours. */
static void test_only_together(void **state)
{
    (void)state;
    bug = BAD_SUM;
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        struct assay_shrink s = shrink_of(&dotmul_ops, "default", seed);
        size_t last;

        shrunk(&s);
        last = s.size.units - 1;
        assert_int_equal(op(&s, last)->b, 0x5A);
        for (size_t i = 0; i < last; ++i)
            for (size_t j = i + 1; j < last; ++j)
                for (size_t k = j + 1; k < last; ++k)
                    assert_false(cancels(&s, i, j, k));
        assay_shrink_free(&s);
    }
}

/* One operation arms the bug and another triggers it. Neither can be dropped, unless one takes over
 * the other's field. */
static void test_field_taken_over(void **state)
{
    (void)state;
    bug = BAD_ARMED;
    for (uint64_t seed = 1; seed <= 8; ++seed) {
        struct assay_shrink s = shrink_of(&dotmul_ops, "default", seed);

        shrunk(&s);
        assert_int_equal(s.size.units, 1);
        assert_int_equal(op(&s, 0)->b, 0x5A);
        assert_int_equal(op(&s, 0)->a_signed, 1);
        assay_shrink_free(&s);
    }
}

static void test_two_in_a_row(void **state)
{
    struct assay_shrink s = shrink_of(&dotmul_ops, "default", 6);

    (void)state;
    bug = BAD_PAIR;
    shrunk(&s);
    assert_int_equal(s.size.units, 2);
    assert_int_equal(op(&s, 0)->a_signed & op(&s, 1)->a_signed, 1);
    assert_int_equal(op(&s, 0)->a | op(&s, 1)->a, 0);
    assert_int_equal(s.best.stream[0].item[1].gap, 0);
    assay_shrink_free(&s);
}

static void test_other_verdicts(void **state)
{
    struct assay_shrink s = shrink_of(&dotmul_ops, "default", 7);

    (void)state;
    bug = BAD_UNKNOWN;
    shrunk(&s);
    assert_int_equal(s.verdict, ASSAY_UNKNOWN);
    assert_int_equal(s.size.units, 1);
    assert_int_equal(op(&s, 0)->b, 0x40);
    assay_shrink_free(&s);

    s = shrink_of(&dotmul_ops, "default", 8);
    bug = BAD_STOP;
    shrunk(&s);
    assert_int_equal(s.verdict, ASSAY_STOPPED);
    assert_null(s.port);
    assert_int_equal(s.size.units, 1);
    assert_int_equal(op(&s, 0)->b, 0x77);
    assay_shrink_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_operand),
        cmocka_unit_test(test_stall),
        cmocka_unit_test(test_cause_before_the_reset),
        cmocka_unit_test(test_only_together),
        cmocka_unit_test(test_field_taken_over),
        cmocka_unit_test(test_two_in_a_row),
        cmocka_unit_test(test_other_verdicts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
