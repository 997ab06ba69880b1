/* test_start.c - start values: Verilator's sources, its names for variables, and where these are
 * declared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "diagnose/start_cause.h"
#include "sim/declared.h"
#include "sim/start_sources.h"

static void rewritten(const char *text, size_t n, const char *wanted)
{
    struct assay_text t = {0};

    assert_int_equal(assay_start_source(text, &t), n);
    assert_string_equal(assay_text_get(&t), wanted);
    assay_text_free(&t);
}

static void test_sources(void **state)
{
    (void)state;
    rewritten("", 0, "");
    rewritten("    vlSelf->a = 0;\n", 0, "    vlSelf->a = 0;\n");
    rewritten("{\n    vlSelf->clk = VL_RAND_RESET_I(1);\n    vlSelf->q = VL_RAND_RESET_Q(44);\n}",
              2,
              "{\n    vlSelf->clk = assay_start_I(vlSelf->name(), \"clk\", 1);\n"
              "    vlSelf->q = assay_start_Q(vlSelf->name(), \"q\", 44);\n}");
    rewritten("{ vlSelf->m[__Vi0] = VL_RAND_RESET_I(8); }", 1,
              "{ vlSelf->m[__Vi0] = assay_start_I(vlSelf->name(), \"m[__Vi0]\", 8); }");
    rewritten(
        "{ VL_RAND_RESET_W(100, vlSelf->w[__Vi0][__Vi1]); }", 1,
        "{ assay_start_W(vlSelf->name(), \"w[__Vi0][__Vi1]\", 100, vlSelf->w[__Vi0][__Vi1]); }");
    rewritten("    vlSelf->x = (7U & \n        VL_RAND_RESET_I(3));", 1,
              "    vlSelf->x = (7U & \n        assay_start_I(vlSelf->name(), \"x\", 3));");
    rewritten("; f = VL_RAND_RESET_I(3); vlSelf->a = f;", 1,
              "; f = assay_start_I(\"\", \"\", 3); vlSelf->a = f;");
}

static void named(const char *scope, const char *name, bool literal, const char *wanted)
{
    char path[256];

    assert_int_equal(assay_start_name(scope, name, "top", path, sizeof path), literal);
    assert_string_equal(path, wanted);
}

static void test_names(void **state)
{
    (void)state;
    named("block", "q", false, "top.q");
    named("block", "top__DOT__fsm", false, "top.fsm");
    named("block", "top__DOT__gen__BRA__1__KET____DOT__k", false, "top.gen[1].k");
    named("block.top.gen[0].u", "__PVT__mem[__Vi0]", false, "top.gen[0].u.mem");
    named("block.top.u0", "q", false, "top.u0.q");
    named("block", "top__DOT__a___05Fb", false, "top.a__b");
    named("block", "top__DOT____Vxrand_h9b4a7c25__0", true, "top");
    named("block.top.u0", "__Vxrand_h9b4a7c25__0", true, "top.u0");
}

static const char xml[] =
    "<verilator_xml><files><file id=\"a\" filename=\"&lt;built-in&gt;\"/><file id=\"c\" "
    "filename=\"a &amp; b.sv\"/></files>"
    "<netlist>"
    "<module loc=\"c,1,8,1,11\" name=\"sub__W8\" origName=\"sub\">"
    "<var loc=\"c,2,8,2,9\" name=\"q\"/></module>"
    "<module loc=\"c,9,8,9,11\" name=\"top\" origName=\"top\" topModule=\"1\">"
    "<var loc=\"c,10,8,10,9\" name=\"q\"/>"
    "<begin loc=\"c,12,1,12,2\" name=\"gen\"/>"
    "<begin loc=\"c,12,1,12,2\" name=\"gen[0]\"><begin loc=\"c,12,1,12,2\"><var "
    "loc=\"c,13,1,13,2\" "
    "name=\"k\"/></begin>"
    "<instance loc=\"c,14,1,14,2\" name=\"u\" defName=\"sub__W8\"><port name=\"q\"/></instance>"
    "</begin>"
    "<var loc=\"c,20,8,20,9\" name=\"gen\"/>"
    "</module></netlist></verilator_xml>";

static void declared(const char *path, unsigned long line)
{
    char file[64] = "";
    unsigned long at = 0;

    assert_int_equal(assay_declared_in(xml, path, file, sizeof file, &at), line != 0);
    assert_int_equal(at, line);
    assert_string_equal(file, line ? "a & b.sv" : "");
}

static void test_declared(void **state)
{
    (void)state;
    declared("top.q", 10);
    declared("top.gen[0].k", 13);
    declared("top.gen[0].u.q", 2);
    declared("top.gen", 20);
    declared("top.u.q", 0);
    declared("top.gen[0].u", 0);
    declared("top.gen[0].u.q.r", 0);
    declared("top", 0);
    declared("other.q", 0);
    declared("", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sources),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_declared),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
