/* test_predicate_launch.c - what a program requires of its launcher: .arg with its rules, and
 * .group. */
#include "unit/asm_bench.h"

static void test_refused(void **unused)
{
    (void)unused;
    refused(".arg x, c0", 1, 1, "expected .target core before it");
    refused(".target core\n.arg x, r0", 2, 9, "expected a constant, c0 to c15");
    refused(".target core\n.arg x, c0\n.arg y, c0", 3, 9, "has an .arg already: x, c0");
    refused(".target core\n.arg x, c0\n.arg x, c1", 3, 9, "has an .arg already: x, c0");
    refused(".target core\n.group rows, 513", 2, 14, "expected a number up to 512");
    refused(".target core\n.group heads, 1", 2, 8, "expected local, rows, bars, lanes or warps");
    refused(".group warps, 1", 1, 1, "expected .target core before it");
    refused(".target core\n.group lanes, 6", 2, 15, "expected 4, 8, 16 or 32");
    refused(".target core\n.group warps, 0", 2, 15, "expected a number from 1 to 16");
    refused(".target core\n.group rows, 8\n.group rows, 4", 3, 8, "rows again, after line 2");
    refused(".target core\n.group rows, 0\n.group rows, 4", 3, 8, "rows again, after line 2");
    refused(".target core\n.const c0, 5\n.arg x, c0", 3, 9, "c0 has a value from line 2");
    refused(".target core\n.arg x, c0\n.const c0, 5", 3, 8, "c0 has an .arg on line 2");
    refused(".target core\n.arg a.b, c0", 2, 6, "name 'a.b': expected letters, digits and _");
    refused(".target core\n.arg 1, c0", 2, 6, "a letter first");
    refused(".target core\n.arg _c, c0", 2, 6, "a letter first");
    refused(".target core\n.arg n, c0, about, 4", 2, 13, "expected is, multiple, least, most or");
    refused(".target core\n.arg n, c0, least", 2, 18, "expected a comma");
    refused(".target core\n.arg n, c0, least,", 2, 19, "expected a whole number");
    refused(".target core\n.arg n, c0, least, 1.5", 2, 20, "expected a whole number");
    refused(".target core\n.arg n, c0, least, 2147483648", 2, 20, "below 2147483648");
    refused(".target core\n.arg n, c0, least, 1, least, 2", 2, 23, "least again");
    refused(".target core\n.arg n, c0, multiple, 0", 2, 13, "expected a number above 0");
    refused(".target core\n.arg n, c0, multiple, -8", 2, 13, "expected a number above 0");
    refused(".target core\n.arg n, c0, multiple, -1 * lanes", 2, 13, "expected a number above 0");
    refused(".target core\n.arg n, c0, multiple, 0 * lanes", 2, 13, "expected a number above 0");
    refused(".target core\n.arg n, c0, is, lanes * -8", 2, 25, "expected lanes, warps or groups");
    refused(".target core\n.arg n, c0, is, -2147483649 * lanes", 2, 17, "");
    refused(".target core\n.arg n, c0, is, lanes * lanes", 2, 25, "lanes again");
    refused(".target core\n.arg n, c0, is, lanes * 2", 2, 25, "expected lanes, warps or groups");
    refused(".target core\n.arg n, c0, power, 2", 2, 20, "expected is, multiple");
}

static bool holds(uint32_t arg, uint32_t rule, int64_t number)
{
    const struct predicate_rule *r = &a.arg[arg].rule[rule];

    return predicate_rule_holds(r, predicate_rule_bound(r, 8, 2, 3), number);
}

/* The rules of a launch: their meaning, and that they survive an image and a text made from it. */
static void test_rules(void **unused)
{
    static const char text[] = ".target core\n.arg n, c0, multiple, 4 * lanes * warps * groups, "
                               "least, 1\n.arg m, c1, least, -3, most, 0x10, power\n"
                               ".arg lanes, c2, is, lanes\n.arg x, c3\n.arg all, c4, most, "
                               "2147483647 * groups\n.arg more, c5, most, 2147483647 * lanes * "
                               "warps * groups\n.group lanes, 8\n.group warps, 2\nexit\n";
    char *first, *second;

    (void)unused;
    assert_true(predicate_assemble(text, &a, &e));
    assert_true(holds(0, 0, 0) && holds(0, 0, 192) && holds(0, 0, -192));
    assert_false(holds(0, 0, 96) || holds(0, 0, 191));
    assert_true(holds(0, 1, 1) && !holds(0, 1, 0));
    assert_true(holds(1, 0, -3) && !holds(1, 0, -4));
    assert_true(holds(1, 1, 16) && !holds(1, 1, 17));
    assert_true(holds(1, 2, 1) && holds(1, 2, 16) && holds(1, 2, 1 << 30));
    assert_false(holds(1, 2, 0) || holds(1, 2, 24) || holds(1, 2, -16));
    assert_true(holds(2, 0, 8) && !holds(2, 0, 4));
    assert_int_equal(a.arg[3].n_rules, 0);
    assert_true(predicate_rule_bound(&a.arg[0].rule[0], 32, 16, UINT32_MAX) ==
                INT64_C(2048) * UINT32_MAX);
    assert_true(predicate_rule_bound(&a.arg[4].rule[0], 8, 1, UINT32_MAX) ==
                INT64_C(2147483647) * UINT32_MAX);
    assert_true(predicate_rule_bound(&a.arg[5].rule[0], 8, 1, 3) == INT64_C(2147483647) * 8 * 3);
    assert_true(predicate_rule_bound(&a.arg[5].rule[0], 32, 16, UINT32_MAX) == INT64_MAX);
    assert_int_equal(a.group.has[PREDICATE_GROUP_LANES], 8);
    assert_int_equal(a.group.has[PREDICATE_GROUP_WARPS], 2);
    first = text_of(&a, predicate_write_image);
    assert_non_null(strstr(first, "multiple, 4 * lanes * warps * groups, least, 1\n"));
    assert_non_null(strstr(first, "least, -3, most, 16, power\n"));
    assert_non_null(strstr(first, "is, lanes\n"));
    back_again(first, predicate_read_image);
    second = text_of(&b, predicate_write_text);
    back_again(second, predicate_assemble);
    free(second);
    second = text_of(&b, predicate_write_image);
    assert_string_equal(first, second);
    free(first);
    free(second);
}

/* Products of numbers below 1, for every rule that compares; they too survive an image and a
 * text. */
static void test_negative(void **unused)
{
    static const char text[] =
        ".target core\n.arg a, c0, is, -8 * lanes\n"
        ".arg b, c1, least, -1 * lanes * warps, most, 0 * groups\n"
        ".arg c, c2, most, -3\n.arg d, c3, least, -2147483648 * lanes * warps * groups\n"
        ".arg e, c4, is, -2147483648\nexit\n";
    const struct predicate_rule *least = &a.arg[3].rule[0];
    char *image;

    (void)unused;
    assert_true(predicate_assemble(text, &a, &e));
    assert_true(holds(0, 0, -64) && !holds(0, 0, 64) && !holds(0, 0, -8));
    assert_true(holds(1, 0, -16) && !holds(1, 0, -17));
    assert_true(holds(1, 1, 0) && holds(1, 1, -1) && !holds(1, 1, 1));
    assert_true(holds(2, 0, -3) && !holds(2, 0, -2));
    assert_true(holds(4, 0, INT32_MIN));
    assert_true(predicate_rule_bound(least, 8, 1, 3) == INT64_C(-2147483648) * 8 * 3);
    /* 2^31 * 32 * 2^27 is just representable; a bound that is not is below all numbers. */
    assert_true(predicate_rule_bound(least, 32, 1, UINT32_C(1) << 27) == INT64_MIN);
    assert_true(predicate_rule_bound(least, 32, 1, (UINT32_C(1) << 27) - 1) ==
                INT64_MIN + (INT64_C(1) << 36));
    assert_true(predicate_rule_bound(least, 32, 16, UINT32_MAX) == INT64_MIN);
    image = text_of(&a, predicate_write_image);
    assert_non_null(strstr(image, "is, -8 * lanes\n"));
    assert_non_null(strstr(image, "least, -1 * lanes * warps, most, 0 * groups\n"));
    back_again(image, predicate_read_image);
    free(image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_refused), cmocka_unit_test(test_rules),
                                       cmocka_unit_test(test_negative)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
