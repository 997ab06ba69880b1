/*
 * test_picture.c - the text picture of a failure.
 */
#include "unit/picture_bench.h"

static void test_text_of_a_narrow_port(void **state)
{
    struct assay_lockstep *ls;
    const struct assay_difference *d;
    char *text, value[32];
    const char *expected, *actual, *marks;
    int column;

    (void)state;
    choose("dotmul", "default");
    ls = failed_run("res_p", 5, 700, true);
    d = &assay_lockstep_result(ls)->difference[0];
    text = picture_of(ls, NULL);
    snprintf(value, sizeof value, ">%ld<", fake.at);
    has(text, value);
    column = column_of(line_of(text, value), '>') + 1;
    expected = expected_line(text, "res_p");
    actual = next_line(expected);
    marks = next_line(actual);
    snprintf(value, sizeof value, "%04x\n", d->expected[0]);
    assert_memory_equal(expected + column, value, 5);
    snprintf(value, sizeof value, "%04x\n", d->actual[0]);
    assert_memory_equal(actual + column, value, 5);
    assert_int_equal(column_of(marks, '^'), column + 2);
    assert_memory_equal(marks + column, "  ^\n", 4);
    assert_true(strstr(text, "\nres\n") < strstr(text, "\npins\n"));
    assert_true(strstr(text, "\npins\n") < strstr(text, "\nop\n"));
    has(text, "▁");
    has(text, "▔");
    free(text);
    assay_lockstep_close(ls);
}

static void test_text_of_a_wide_port(void **state)
{
    struct assay_lockstep *ls;
    const struct assay_difference *d;
    char *text, value[32];
    const char *expected, *actual;
    int column;

    (void)state;
    choose("dpas", "default");
    ls = failed_run("dst_data", 37, 2000, true);
    d = &assay_lockstep_result(ls)->difference[0];
    text = picture_of(ls, NULL);
    snprintf(value, sizeof value, ">%ld<", fake.at);
    column = column_of(line_of(text, value), '>') + 1;
    expected = expected_line(text, "dst_data[63:32]");
    actual = next_line(expected);
    snprintf(value, sizeof value, "%08x\n", d->expected[1]);
    assert_memory_equal(expected + column, value, 9);
    snprintf(value, sizeof value, "%08x\n", d->actual[1]);
    assert_memory_equal(actual + column, value, 9);
    assert_int_equal(column_of(next_line(actual), '^'), column + 6);
    has_not(text, "dst_data[31:0]");
    for (const char *line = text; *line; line = next_line(line)) { /* a character is one column */
        int columns = 0;

        for (const char *c = line; *c != '\n'; ++c)
            columns += (*c & 0xc0) != 0x80;
        if (columns > 100)
            fail_msg("%d columns:\n%s", columns, line);
    }
    free(text);
    assay_lockstep_close(ls);
}

static void test_text_of_many_words(void **state)
{
    struct assay_lockstep *ls;
    char *text;

    (void)state;
    choose("dpas", "smallest");
    fake.bit2 = 127;
    ls = failed_run("dst_data", 1, 2000, true);
    text = picture_of(ls, NULL);
    has(text, "dst_data[31:0] ");
    has(text, "dst_data[127:96] ");
    has_not(text, "dst_data[63:32]");
    free(text);
    assay_lockstep_close(ls);
}

/* A wrong ready, drawn as a wave; in ASCII every column is one byte. */
static void test_text_of_a_wave(void **state)
{
    const struct assay_picture ascii = {.ascii = true, .cycles = 4};
    struct assay_lockstep *ls;
    char *text, value[32];
    const char *expected, *actual;
    int column;

    (void)state;
    choose("dotmul", "default");
    ls = failed_run("op_ready", 0, 300, false);
    text = picture_of(ls, &ascii);
    for (const char *c = text; *c; ++c)
        assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
    snprintf(value, sizeof value, ">%ld", fake.at);
    column = column_of(line_of(text, value), '>') + 1;
    expected = expected_line(text, "op_ready");
    actual = next_line(expected);
    assert_true(expected[column] == '~' ? actual[column] == '_' : actual[column] == '~');
    assert_int_equal(column_of(next_line(actual), '^'), column);
    snprintf(value, sizeof value, " %ld", fake.at - 3);
    has(text, value);
    snprintf(value, sizeof value, " %ld ", fake.at - 4);
    has_not(line_of(text, "  cycle"), value);
    free(text);
    assay_lockstep_close(ls);
}

/* An extra valid: its payload is shown, but not marked. */
static void test_text_of_unasked_payload(void **state)
{
    struct assay_lockstep *ls;
    char *text;
    const char *expected;

    (void)state;
    choose("dotmul", "default");
    ls = failed_run("res_valid", 0, 300, false);
    text = picture_of(ls, NULL);
    assert_int_equal(column_of(next_line(next_line(expected_line(text, "res_valid"))), '^'),
                     column_of(line_of(text, ">"), '>') + 1);
    expected = expected_line(text, "res_p");
    assert_int_equal(strchr(expected, '\n')[-1], '-');
    assert_int_not_equal(strchr(next_line(expected), '\n')[-1], '-');
    assert_int_equal(column_of(next_line(next_line(expected)), '^'), -1);
    free(text);
    assay_lockstep_close(ls);
}

static void test_text_of_unknown_bits(void **state)
{
    const struct assay_picture colour = {.colour = true};
    struct assay_lockstep *ls;
    char *text;

    (void)state;
    choose("dotmul", "default");
    fake.unknown = true;
    ls = failed_run("res_p", 9, 400, true);
    assert_int_equal(assay_lockstep_result(ls)->verdict, ASSAY_UNKNOWN);
    text = picture_of(ls, NULL);
    assert_int_equal(strchr(next_line(expected_line(text, "res_p")), '\n')[-3], 'x');
    has(text, "; unknown in ");
    free(text);
    text = picture_of(ls, &colour);
    has(text, "\033[1;7;31m");
    has(text, "\033[0m\n");
    has_not(text, "^");
    free(text);
    assay_lockstep_close(ls);
}

/* X bits that are not compared are shown as x, too: in reset, and in payload without valid. */
static void test_text_of_unknown_bits_not_compared(void **state)
{
    const struct assay_picture wide = {.cycles = 8, .width = 200, .ascii = true};
    struct assay_lockstep *ls;
    char *text;
    const char *expected;
    int rst;

    (void)state;
    choose("dotmul", "default");
    config.seed = 1;
    fake.powered = true;
    ls = failed_run("res_p", 5, 4, true);
    assert_in_range(fake.at, 2, 7); /* early enough for the picture to include the reset */
    assert_int_equal(assay_lockstep_result(ls)->verdict, ASSAY_MISMATCH);
    text = picture_of(ls, &wide);
    rst = column_of(line_of(text, "  cycle"), '0');
    /* op_ready is otherwise correct, but still has its line of actual values. */
    expected = expected_line(text, "op_ready");
    assert_true(rst > 0);
    assert_int_equal(column_of(expected + rst, 'x'), -1);
    assert_int_equal(column_of(next_line(expected), 'x'), rst);
    free(text);
    assay_lockstep_close(ls);

    /* A payload that has its own line: the cycles before its valid. */
    choose("dotmul", "default");
    fake.powered = true;
    ls = failed_run("res_p", 5, (uint64_t)cycle_with("res_p", 300, false), true);
    text = picture_of(ls, &wide);
    expected = expected_line(text, "res_p");
    assert_true(column_of(expected, '-') > 0);
    assert_true(column_of(next_line(expected), 'x') > 0);
    assert_int_equal(column_of(next_line(expected), '-'), -1);
    assert_int_equal(assay_lockstep_result(ls)->verdict, ASSAY_MISMATCH);
    free(text);
    assay_lockstep_close(ls);
}

static void test_text_of_an_x_among_digits_left_out(void **state)
{
    const struct assay_port port = {.name = "wide"};
    const struct assay_window_row row = {.port = &port, .width = 64};
    uint32_t value[ASSAY_VALUE_WORDS] = {0x89abcdef, 0x01234567};
    uint32_t unknown[ASSAY_VALUE_WORDS] = {0};
    char text[ASSAY_VALUE_TEXT];

    (void)state;
    assay_window_text(&row, value, unknown, 8, text);
    assert_string_equal(text, "012..def");
    unknown[1] = 1;
    assay_window_text(&row, value, unknown, 8, text);
    assert_string_equal(text, "012.xdef");
    unknown[1] = UINT32_C(1) << 31;
    assay_window_text(&row, value, unknown, 8, text);
    assert_string_equal(text, "x12..def");
}

/* There is nothing to show for the cycle in which the DUT crashed: no value of an earlier cycle may
 * appear in it. */
static void test_text_of_a_crash(void **state)
{
    struct assay_lockstep *ls;
    struct assay_moment m;
    char *text;

    (void)state;
    choose("dotmul", "default");
    ops.unknown = NULL;
    config.catch_crashes = true;
    fake.crash = 700;
    ls = opened();
    assay_lockstep_run(ls, UINT64_MAX);
    assert_int_equal(assay_lockstep_result(ls)->verdict, ASSAY_CRASHED);
    assert_int_equal(assay_lockstep_result(ls)->fail_cycle, 700);
    assert_true(assay_lockstep_moment(ls, 700, &m));
    assert_null(m.actual);
    assert_true(assay_lockstep_moment(ls, 699, &m));
    assert_non_null(m.actual);
    text = picture_of(ls, NULL);
    has(text, "; crashed in 700");
    has_not(text, "^");
    has_not(text, "actual");
    free(text);
    assay_lockstep_close(ls);
    dut_destroy(newest);
}

static void test_text_leaves_out_what_has_no_room(void **state)
{
    const struct assay_picture few = {.lines = 5}, narrow = {.width = 40}, tiny = {.width = 1};
    struct assay_lockstep *ls;
    char *text;

    (void)state;
    choose("dpas", "default");
    ls = failed_run("rsp_status", 2, 500, true);
    text = picture_of(ls, &few);
    has(text, "rsp_status"); /* however little space there is */
    has(text, "  rst");
    has(text, "omitted for lack of space: ");
    has(text, " signals)\n");
    has_not(text, "src2_data");
    free(text);
    text = picture_of(ls, &narrow);
    has(text, "rsp_status");
    free(text);
    text = picture_of(ls, &tiny);
    has(text, "rsp_status");
    free(text);
    assay_lockstep_close(ls);
}

static void test_text_of_runs_that_did_not_fail(void **state)
{
    struct assay_lockstep *ls;
    char *text, path[] = "test-picture-none.svg", why[256] = "";

    (void)state;
    choose("dotmul", "default");
    ls = opened();
    text = picture_of(ls, NULL);
    has(text, "no cycle was run");
    free(text);
    assert_false(assay_picture_svg(ls, path, why, sizeof why));
    has(why, "no cycle was run");
    assay_lockstep_run(ls, 3);
    text = picture_of(ls, NULL);
    has(text, "signals, cycles 0 to 2:\n");
    has_not(text, "^");
    has_not(text, "actual");
    free(text);
    assay_lockstep_close(ls);

    config.ops = NULL; /* with the model alone */
    ls = opened();
    assay_lockstep_run(ls, 500);
    text = picture_of(ls, NULL);
    has(text, "signals, cycles 492 to 499:\n");
    has_not(text, "actual");
    free(text);
    assay_lockstep_close(ls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_of_a_narrow_port),
        cmocka_unit_test(test_text_of_a_wide_port),
        cmocka_unit_test(test_text_of_many_words),
        cmocka_unit_test(test_text_of_a_wave),
        cmocka_unit_test(test_text_of_unasked_payload),
        cmocka_unit_test(test_text_of_unknown_bits),
        cmocka_unit_test(test_text_of_unknown_bits_not_compared),
        cmocka_unit_test(test_text_of_an_x_among_digits_left_out),
        cmocka_unit_test(test_text_of_a_crash),
        cmocka_unit_test(test_text_leaves_out_what_has_no_room),
        cmocka_unit_test(test_text_of_runs_that_did_not_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
