/* test_wrapper.c - the module around a user's RTL, and the RTL's ports against block.yaml
 * (attach/wrapper.h, attach/check.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "attach/check.h"
#include "attach/wrapper.h"

static char why[4096];

static struct assay_description *describe(const char *text)
{
    struct assay_description *d;

    if (assay_describe_text("b/block.yaml", text, strlen(text), &d, why, sizeof why) != ASSAY_OK)
        fail_msg("%s", why);
    return d;
}

/* Writes the wrapper with default parameters. */
static void wrapper_of(const char *yaml, struct assay_text *t)
{
    struct assay_description *d = describe(yaml);

    if (!assay_wrapper_write(d, d->set[0].value, t, why, sizeof why))
        fail_msg("%s", why);
    assay_describe_free(d);
}

static void assert_holds(const struct assay_text *t, const char *part)
{
    if (!strstr(assay_text_get(t), part))
        fail_msg("no '%s' in:\n%s", part, assay_text_get(t));
}

static void test_names(void **state)
{
    static const char text[] = "!full && count[3:0] != 8'hF0 | rise(done)";
    static const char *const names[] = {"full", "count", "done"};
    const char *at = text;
    size_t n;
    bool inverted;

    (void)state;
    for (size_t i = 0; i < 3; ++i, at += n) {
        at = assay_wrapper_name(at, &n);
        assert_non_null(at);
        assert_int_equal(n, strlen(names[i]));
        assert_memory_equal(at, names[i], n);
    }
    assert_null(assay_wrapper_name(at, &n));
    at = assay_wrapper_input(" ! wr_n ", &n, &inverted);
    assert_true(inverted);
    assert_int_equal(n, 4);
    assert_memory_equal(at, "wr_n", 4);
    assert_non_null(assay_wrapper_input("wr", &n, &inverted));
    assert_false(inverted);
    assert_null(assay_wrapper_input("a & b", &n, &inverted));
    assert_null(assay_wrapper_input("8'h0", &n, &inverted));
}

static void test_ready_valid(void **state)
{
    struct assay_text t = {0};

    (void)state;
    wrapper_of("name: b\n"
               "top: core\n"
               "parameters: {depth: 4, w: {verilog: WIDTH_OF, default: 8}}\n"
               "clock: [clk_a, clk_b]\n"
               "reset: {pin: rst_n, active: low}\n"
               "streams:\n"
               "  push: {direction: sink, valid: '!wr_n', ready: '!full', fields: {data: {pin: d, "
               "width: w}}}\n"
               "  start: {direction: sink, offer: when_ready, valid: go, ready: '!busy', fields: "
               "{x: {pin: x, width: 1}}}\n"
               "  pop: {direction: source, valid: '!empty', ready: rd, fields: {data: {pin: q, "
               "width: w}}}\n"
               "pins:\n"
               "  mode: {direction: in, width: 2, value: 3}\n"
               "  level: {direction: out, width: 3}\n",
               &t);
    assert_holds(&t, "module assay_b (\n    input wire clk,\n    input wire rst,\n");
    assert_holds(&t, "input wire [7:0] push_data");
    assert_holds(&t, "output wire push_ready");
    assert_holds(&t, "core #(.DEPTH(4), .WIDTH_OF(8)) dut (");
    assert_holds(&t, ".clk_a(clk),\n        .clk_b(clk),\n        .rst_n(~rst)");
    assert_holds(&t, ".wr_n(~(push_valid))");
    assert_holds(&t, "assign push_ready = !dut.full;");
    assert_holds(&t, ".d(push_data)");
    assert_holds(&t, ".go((start_valid & start_ready))");
    assert_holds(&t, "assign pop_valid = !dut.empty;");
    assert_holds(&t, ".rd(pop_ready)");
    assert_holds(&t, "assign pop_data = dut.q;");
    assert_holds(&t, ".mode(64'd3)");
    assert_holds(&t, "assign level = dut.level;");
    assay_text_free(&t);
}

static void test_other_kinds(void **state)
{
    struct assay_text t = {0};

    (void)state;
    wrapper_of("name: b\n"
               "reset: none\n"
               "level: transfers\n"
               "streams:\n"
               "  a: {direction: sink, kind: always, valid: ce, fields: {x: 4}}\n"
               "  r: {direction: source, kind: always, after: 3, fields: {y: 4}}\n"
               "  now: {direction: source, kind: pull, delay: 0, valid: '!e0', ready: rd0, fields: "
               "{z: 1}}\n"
               "  late: {direction: source, kind: pull, delay: 1, valid: '!e1', ready: rd1, "
               "fields: {z: 1}}\n"
               "  done: {direction: source, kind: valid_only, valid: 'rise(fin) | rise(err)', "
               "fields: {z: 1}}\n"
               "  msg:\n"
               "    direction: sink\n"
               "    ready: idle\n"
               "    drives: {init: 'valid & first', next: 'valid & !first'}\n"
               "    fields: {first: {pin: none, width: 1}, block: {pin: blk, width: 8}}\n",
               &t);
    assert_holds(&t, ".ce(a_valid)");
    assert_holds(&t, "assign a_ready = 1'b1;");
    assert_holds(&t, "wire r_enable = a_valid;");
    assert_holds(&t, "assign r_valid = r_filled[2] & r_enable;");
    assert_holds(&t, ".rd0(now_ready & now_there)");
    assert_holds(&t, "assign now_valid = now_there;");
    assert_holds(&t, "late_taken <= late_ready & late_there & ~rst;");
    assert_holds(&t, "late_kept <= late_valid & ~late_ready & ~rst;");
    assert_holds(&t, "assign late_valid = late_taken | late_kept;");
    assert_holds(&t, "wire level0 = dut.fin;");
    assert_holds(&t, "assign done_valid = (level0 & ~before0) | (level1 & ~before1);");
    assert_holds(&t, ".init(msg_valid & msg_first)");
    assert_holds(&t, ".next(msg_valid & !msg_first)");
    assert_null(strstr(assay_text_get(&t), ".msg_valid("));
    assert_null(strstr(assay_text_get(&t), ".rst("));
    assay_text_free(&t);
}

static void test_refused(void **state)
{
    struct assay_text t = {0};
    struct assay_description *d =
        describe("name: b\n"
                 "streams:\n"
                 "  s: {direction: sink, valid: 'a & c', fields: {x: 1}}\n");

    (void)state;
    assert_false(assay_wrapper_write(d, d->set[0].value, &t, why, sizeof why));
    assert_non_null(
        strstr(why, "b/block.yaml:3: valid of s, 'a & c': expected the name of an input"));
    assay_text_free(&t);
    assay_describe_free(d);
}

static void test_check(void **state)
{
    struct assay_rtl_port all[] = {
        {"clk", ASSAY_RTL_INPUT, 1, "b.v:1"},  {"rst", ASSAY_RTL_INPUT, 1, "b.v:1"},
        {"wr", ASSAY_RTL_INPUT, 1, "b.v:2"},   {"full", ASSAY_RTL_OUTPUT, 1, "b.v:3"},
        {"data", ASSAY_RTL_INPUT, 8, "b.v:4"}, {"level", ASSAY_RTL_OUTPUT, 3, "b.v:5"},
    };
    const struct assay_rtl_ports ports = {.v = all, .n = 6};
    struct assay_description *d = describe("name: b\n"
                                           "streams:\n"
                                           "  s: {direction: sink, valid: wr, ready: '!full', "
                                           "fields: {d: {pin: data, width: 8}}}\n"
                                           "pins: {level: {direction: out, width: 3}}\n");
    const uint32_t *none = d->set[0].value;

    (void)state;
    if (!assay_check_ports(d, none, &ports, why, sizeof why))
        fail_msg("%s", why);
    all[2].direction = ASSAY_RTL_OUTPUT;
    all[4].width = 7;
    strcpy(all[5].name, "other");
    assert_false(assay_check_ports(d, none, &ports, why, sizeof why));
    assert_non_null(strstr(why, "b/block.yaml:3: pin wr is an output at b.v:2: expected an input"));
    assert_non_null(strstr(why, "pin data is 7 bits wide at b.v:4: expected 8"));
    assert_non_null(strstr(why, "pin level is missing in module b: expected an output of 3 bits"));
    assert_non_null(strstr(
        why, "b.v:5: port other is not in b/block.yaml: expected this output of 3 bits there"));
    all[3].direction = ASSAY_RTL_INOUT;
    all[1].width = 0;
    assert_false(assay_check_ports(d, none, &ports, why, sizeof why));
    assert_non_null(
        strstr(why, "b.v:3: port full is an inout: expected inputs and outputs, packed"));
    assert_non_null(strstr(why, "b.v:1: port rst is not a vector of bits"));
    assay_describe_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),       cmocka_unit_test(test_ready_valid),
        cmocka_unit_test(test_other_kinds), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_check),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
