/* test_netlist.c - which lines drive a net, and where two versions diverge (sim/netlist.h,
 * diagnose/explain.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "diagnose/explain.h"
#include "sim/netlist.h"

/*
 * top: y = u.q; at an edge `if (en) r <= a & b; else r <= 0;`, w = r | a. u: q = d, where d is w.
 */
static const char xml[] =
    "<?xml version=\"1.0\" ?><verilator_xml><files>"
    "<file id=\"c\" filename=\"top.v\"/><file id=\"d\" filename=\"u.v\"/></files><netlist>"
    "<module loc=\"c,1,8,1,11\" name=\"top\" origName=\"top\" topModule=\"1\">"
    "<var loc=\"c,2,1,2,2\" name=\"clk\" dtype_id=\"1\"/><var loc=\"c,2,1,2,2\" name=\"a\" "
    "dtype_id=\"1\"/>"
    "<var loc=\"c,2,1,2,2\" name=\"b\" dtype_id=\"1\"/><var loc=\"c,2,1,2,2\" name=\"en\" "
    "dtype_id=\"1\"/>"
    "<var loc=\"c,3,1,3,2\" name=\"y\" dtype_id=\"1\"/><var loc=\"c,4,1,4,2\" name=\"r\" "
    "dtype_id=\"1\"/>"
    "<var loc=\"c,5,1,5,2\" name=\"w\" dtype_id=\"1\"/>"
    "<instance loc=\"c,6,1,6,2\" name=\"u\" defName=\"u\" origName=\"u\">"
    "<port loc=\"c,6,3,6,4\" name=\"d\" direction=\"in\" portIndex=\"1\"><varref loc=\"c,6,3,6,4\" "
    "name=\"w\" dtype_id=\"1\"/></port>"
    "<port loc=\"c,6,5,6,6\" name=\"q\" direction=\"out\" portIndex=\"2\"><varref "
    "loc=\"c,6,5,6,6\" name=\"y\" dtype_id=\"1\"/></port>"
    "</instance>"
    "<always loc=\"c,7,1,7,2\"><sentree loc=\"c,7,1,7,2\"><senitem loc=\"c,7,1,7,2\" "
    "edgeType=\"POS\">"
    "<varref loc=\"c,7,1,7,2\" name=\"clk\" dtype_id=\"1\"/></senitem></sentree>"
    "<if loc=\"c,8,1,8,3\"><varref loc=\"c,8,4,8,5\" name=\"en\" dtype_id=\"1\"/>"
    "<begin><assigndly loc=\"c,9,1,9,2\" dtype_id=\"1\"><and loc=\"c,9,3,9,4\" dtype_id=\"1\">"
    "<varref loc=\"c,9,3,9,4\" name=\"a\" dtype_id=\"1\"/><varref loc=\"c,9,5,9,6\" name=\"b\" "
    "dtype_id=\"1\"/></and>"
    "<varref loc=\"c,9,1,9,2\" name=\"r\" dtype_id=\"1\"/></assigndly></begin>"
    "<begin><assigndly loc=\"c,10,1,10,2\" dtype_id=\"1\"><const loc=\"c,10,3,10,4\" "
    "name=\"1&apos;h0\" dtype_id=\"1\"/>"
    "<varref loc=\"c,10,1,10,2\" name=\"r\" dtype_id=\"1\"/></assigndly></begin></if></always>"
    "<contassign loc=\"c,11,1,11,2\" dtype_id=\"1\"><or loc=\"c,11,3,11,4\" dtype_id=\"1\">"
    "<varref loc=\"c,11,3,11,4\" name=\"r\" dtype_id=\"1\"/><varref loc=\"c,11,5,11,6\" name=\"a\" "
    "dtype_id=\"1\"/></or>"
    "<varref loc=\"c,11,1,11,2\" name=\"w\" dtype_id=\"1\"/></contassign></module>"
    "<module loc=\"d,1,8,1,9\" name=\"u\" origName=\"u\">"
    "<var loc=\"d,2,1,2,2\" name=\"d\" dtype_id=\"1\"/><var loc=\"d,3,1,3,2\" name=\"q\" "
    "dtype_id=\"1\"/>"
    "<contassign loc=\"d,4,1,4,2\" dtype_id=\"1\"><varref loc=\"d,4,3,4,4\" name=\"d\" "
    "dtype_id=\"1\"/>"
    "<varref loc=\"d,4,1,4,2\" name=\"q\" dtype_id=\"1\"/></contassign></module>"
    "<typetable loc=\"a,0,0,0,0\"><basicdtype loc=\"c,2,1,2,2\" id=\"1\" "
    "name=\"logic\"/></typetable>"
    "</netlist></verilator_xml>";

static void lines_behind_a_pin(void **state)
{
    struct assay_netlist n;
    char text[200];

    (void)state;
    assert_true(assay_netlist_read(xml, &n));
    assert_int_not_equal(assay_netlist_find(&n, "top.u.q"), ASSAY_NO_NET);
    assert_int_equal(assay_netlist_find(&n, "top.u.r"), ASSAY_NO_NET);
    assay_netlist_drivers(&n, "y", 3, text, sizeof text); /* through the port of the instance */
    assert_string_equal(text, "u.v:4");
    assay_netlist_drivers(&n, "r", 3, text, sizeof text);
    assert_string_equal(text, "top.v:9, top.v:10");
    assay_netlist_drivers(&n, "r", 1, text, sizeof text);
    assert_string_equal(text, "top.v:9");
    assay_netlist_drivers(&n, "nothing", 3, text, sizeof text);
    assert_string_equal(text, "");
    assay_netlist_free(&n);
}

/* y is a constant, which Verilator puts into an initial block; r has a start value and is also set
 * at an edge. */
static void what_is_set_at_the_start(void **state)
{
    static const char starts[] =
        "<verilator_xml><files><file id=\"c\" filename=\"t.v\"/></files><netlist>"
        "<module loc=\"c,1,8,1,11\" name=\"t\" topModule=\"1\"><var loc=\"c,2,1,2,2\" name=\"y\"/>"
        "<var loc=\"c,3,1,3,2\" name=\"r\"/>"
        "<initial loc=\"c,4,1,4,2\"><assign loc=\"c,4,1,4,2\"><const loc=\"c,4,3,4,4\" "
        "name=\"1&apos;h0\"/><varref loc=\"c,4,1,4,2\" name=\"y\"/></assign></initial>"
        "<initialstatic loc=\"c,3,1,3,2\"><assign loc=\"c,3,1,3,2\"><const loc=\"c,3,3,3,4\" "
        "name=\"1&apos;h0\"/><varref loc=\"c,3,1,3,2\" name=\"r\"/></assign></initialstatic>"
        "<always loc=\"c,5,1,5,2\"><sentree><senitem edgeType=\"POS\"/></sentree>"
        "<assigndly loc=\"c,55,1,55,2\"><varref loc=\"c,5,3,5,4\" name=\"y\"/>"
        "<varref loc=\"c,5,1,5,2\" name=\"r\"/></assigndly>"
        "<assigndly loc=\"c,5,1,5,2\"><varref loc=\"c,5,3,5,4\" name=\"y\"/>"
        "<varref loc=\"c,5,1,5,2\" name=\"r\"/></assigndly></always></module></netlist>"
        "</verilator_xml>";
    struct assay_netlist n;
    char text[200];

    (void)state;
    assert_true(assay_netlist_read(starts, &n));
    assay_netlist_drivers(&n, "y", 3, text, sizeof text);
    assert_string_equal(text, "t.v:4");
    assay_netlist_drivers(&n, "r", 3, text,
                          sizeof text); /* one line number is a prefix of the other */
    assert_string_equal(text, "t.v:55, t.v:5");
    assay_netlist_free(&n);
}

/* Lines 3 and 4 are replaced by one, two are added after 6, and 9 is removed. */
static void lines_of_a_patched_copy(void **state)
{
    struct assay_patched_hunk hunks[] = {{3, 2, 3, 1}, {7, 0, 6, 2}, {9, 1, 10, 0}};
    const struct assay_patched p = {hunks, 3}, none = {NULL, 0};
    static const unsigned was[] = {1, 2, 3, 5, 6, 6, 6, 7, 8, 10, 11};
    bool changed;

    (void)state;
    for (unsigned line = 1; line <= sizeof was / sizeof was[0]; ++line) {
        assert_int_equal(assay_patched_line(&p, line, &changed), was[line - 1]);
        assert_int_equal(changed, line == 3 || line == 6 || line == 7);
    }
    assert_int_equal(assay_patched_line(&none, 12, &changed), 12);
    assert_false(changed);
}

static void other_texts_are_refused(void **state)
{
    struct assay_netlist n;

    (void)state;
    assert_false(assay_netlist_read("", &n));
    assert_false(assay_netlist_read("<verilator_xml><netlist></netlist></verilator_xml>", &n));
}

/* At an edge: `if (c) r <= c; else if (c) r <= c; ...`, and in the last else branch r <= d, in
 * line 9. */
static char *else_ifs(unsigned most)
{
    struct assay_text t = {0};
    char *text;

    assay_text_add(&t, "<verilator_xml><files><file id=\"c\" filename=\"top.v\"/></files><netlist>"
                       "<module loc=\"c,1,8,1,11\" name=\"top\" topModule=\"1\">"
                       "<var loc=\"c,2,1,2,2\" name=\"c\"/><var loc=\"c,2,1,2,2\" name=\"d\"/>"
                       "<var loc=\"c,2,1,2,2\" name=\"r\"/>"
                       "<always loc=\"c,5,1,5,2\"><sentree><senitem edgeType=\"POS\"/></sentree>");
    for (unsigned i = 0; i < most; ++i)
        assay_text_addf(&t,
                        "<if loc=\"c,%u,1,1,2\"><varref name=\"c\"/><begin>"
                        "<assigndly loc=\"c,%u,1,1,2\"><varref name=\"c\"/><varref name=\"r\"/>"
                        "</assigndly></begin><begin>",
                        10 + 2 * i, 11 + 2 * i);
    assay_text_add(&t, "<assigndly loc=\"c,9,1,9,2\"><varref name=\"d\"/><varref name=\"r\"/>"
                       "</assigndly>");
    for (unsigned i = 0; i < most; ++i)
        assay_text_add(&t, "</begin></if>");
    assay_text_add(&t, "</always></module></netlist></verilator_xml>");
    text = strdup(assay_text_get(&t));
    assay_text_free(&t);
    return text;
}

static void a_long_chain_of_else_ifs(void **state)
{
    enum { BRANCHES = 1000 };
    char *text = else_ifs(BRANCHES), lines[200];
    const struct assay_net *r;
    struct assay_netlist n;
    unsigned guards = 0;

    (void)state;
    assert_true(assay_netlist_read(text, &n));
    assay_netlist_drivers(&n, "r", 2, lines, sizeof lines);
    assert_string_equal(lines, "top.v:11, top.v:13");
    r = &n.net[assay_netlist_find(&n, "top.r")];
    assert_int_equal(r->n_drivers, BRANCHES + 1);
    assert_int_equal(r->driver[BRANCHES].line, 9);
    for (const struct assay_guard_of *g = r->driver[BRANCHES].guard; g; g = g->outer, ++guards)
        assert_true(g->negated);
    assert_int_equal(guards, BRANCHES);
    assert_false(r->driver[0].guard->negated);
    assert_null(r->driver[0].guard->outer);
    assay_netlist_free(&n);
    free(text);

    text = else_ifs(10001); /* two tags each */
    assert_false(assay_netlist_read(text, &n));
    free(text);
}

/* Cycle 1: en, a and b are 1; r and w take `r` at the edge. */
static char *wave(const char *r_name, const char *r)
{
    char text[2000];

    snprintf(
        text, sizeof text,
        "$timescale 1ps $end $scope module ref $end $var wire 1 y y $end $upscope $end\n"
        "$scope module top $end $var wire 1 y y $end $scope module top $end\n"
        "$var wire 1 ! clk $end $var wire 1 a a $end $var wire 1 b b $end $var wire 1 e en $end\n"
        "$var wire 1 r %s $end $var wire 1 w w $end $var wire 1 y y $end\n"
        "$scope module u $end $var wire 1 w d $end $var wire 1 y q $end $upscope $end\n"
        "$upscope $end $upscope $end $enddefinitions $end\n"
        "#0\n$dumpvars\n0!\n0a\n0b\n0e\n0r\n0w\n0y\n$end\n"
        "#10\n1a\n1b\n1e\n1w\n1y\n#15\n%sr\n#20\n0a\n0b\n%sw\n%sy\n#25\n",
        r_name, r, r, r);
    return strdup(text);
}

static void explain(const char *good_name, struct assay_explained *e)
{
    struct assay_netlist n;
    struct assay_vcd bad, good;

    assert_true(assay_netlist_read(xml, &n));
    assert_true(assay_vcd_read(wave("r", "0"), &bad));
    assert_true(assay_vcd_read(wave(good_name, "1"), &good));
    assert_true(assay_explain(&n, &bad, &good, e));
    assay_vcd_free(&bad);
    assay_vcd_free(&good);
    assay_netlist_free(&n);
}

static void the_register_that_differs_first(void **state)
{
    struct assay_explained e;

    (void)state;
    explain("r", &e);
    assert_int_equal(e.n_roots, 1); /* w, d, q and y depend on it */
    assert_string_equal(e.root[0].path, "top.r");
    assert_int_equal(e.root[0].cycle, 1);
    assert_true(e.root[0].is_register);
    assert_int_equal(e.root[0].hidden, ASSAY_NO_NET);
    assert_int_equal(e.hidden, 0);
    assert_string_equal(e.root[0].bad, "0");
    assert_string_equal(e.root[0].good, "1");
    assert_int_equal(e.line[0].line, 9); /* en is 1, so line 10 does not set it */
    assert_false(e.line[0].condition);
    assert_int_equal(e.line[1].line, 8);
    assert_true(e.line[1].condition);
    assert_int_equal(e.n_lines, 2);
}

static void a_register_with_another_name(void **state)
{
    struct assay_explained e;

    (void)state;
    explain("renamed", &e);
    assert_int_equal(e.alone, 1);
    assert_string_equal(e.root[0].path, "top.w");
    assert_int_equal(e.root[0].cycle, 2);
    assert_false(e.root[0].is_register);
    assert_int_equal(e.line[0].line, 11); /* followed by what sets r */
    assert_int_equal(e.line[1].line, 9);
}

/* An array that does not begin at index 0: each element is a signal of its own. */
static void an_element_of_an_array(void **state)
{
    struct assay_explained e;
    struct assay_netlist n;
    struct assay_vcd bad, good;

    (void)state;
    assert_true(assay_netlist_read(xml, &n));
    assert_true(assay_vcd_read(wave("r[2]", "0"), &bad));
    assert_true(assay_vcd_read(wave("r[2]", "1"), &good));
    assert_true(assay_explain(&n, &bad, &good, &e));
    assert_int_equal(e.hidden, 0);
    assert_int_equal(e.n_roots, 1);
    assert_string_equal(e.root[0].path, "top.r[2]");
    assert_int_equal(e.root[0].cycle, 1);
    assert_true(e.root[0].is_register);
    assert_int_equal(e.line[0].line, 9);
    assay_vcd_free(&bad);
    assay_vcd_free(&good);
    assay_netlist_free(&n);
}

/*
 * A user's design `u` in the module that Assay generates around it: assay_u: q = u.q, u.d = d. u:
 * at an edge r <= d; q = r.
 */
static const char around[] =
    "<?xml version=\"1.0\" ?><verilator_xml><files>"
    "<file id=\"c\" filename=\"made/assay_u.v\"/><file id=\"d\" filename=\"u.v\"/></files><netlist>"
    "<module loc=\"c,1,8,1,11\" name=\"assay_u\" origName=\"assay_u\" topModule=\"1\">"
    "<var loc=\"c,2,1,2,2\" name=\"clk\" dtype_id=\"1\" dir=\"input\"/>"
    "<var loc=\"c,3,1,3,2\" name=\"d\" dtype_id=\"1\" dir=\"input\"/>"
    "<var loc=\"c,4,1,4,2\" name=\"q\" dtype_id=\"1\" dir=\"output\"/>"
    "<instance loc=\"c,6,1,6,2\" name=\"u\" defName=\"u\" origName=\"u\">"
    "<port loc=\"c,6,1,6,2\" name=\"clk\" direction=\"in\" portIndex=\"1\"><varref "
    "loc=\"c,6,1,6,2\" name=\"clk\" dtype_id=\"1\"/></port>"
    "<port loc=\"c,7,1,7,2\" name=\"d\" direction=\"in\" portIndex=\"2\"><varref "
    "loc=\"c,7,1,7,2\" name=\"d\" dtype_id=\"1\"/></port>"
    "<port loc=\"c,8,1,8,2\" name=\"q\" direction=\"out\" portIndex=\"3\"><varref "
    "loc=\"c,8,1,8,2\" name=\"q\" dtype_id=\"1\"/></port></instance></module>"
    "<module loc=\"d,1,8,1,9\" name=\"u\" origName=\"u\">"
    "<var loc=\"d,2,1,2,2\" name=\"clk\" dtype_id=\"1\" dir=\"input\"/>"
    "<var loc=\"d,3,1,3,2\" name=\"d\" dtype_id=\"1\" dir=\"input\"/>"
    "<var loc=\"d,4,1,4,2\" name=\"q\" dtype_id=\"1\" dir=\"output\"/>"
    "<var loc=\"d,5,1,5,2\" name=\"r\" dtype_id=\"1\"/>"
    "<always loc=\"d,6,1,6,2\"><sentree loc=\"d,6,1,6,2\"><senitem loc=\"d,6,1,6,2\" "
    "edgeType=\"POS\">"
    "<varref loc=\"d,6,1,6,2\" name=\"clk\" dtype_id=\"1\"/></senitem></sentree>"
    "<assigndly loc=\"d,7,1,7,2\" dtype_id=\"1\"><varref loc=\"d,7,3,7,4\" name=\"d\" "
    "dtype_id=\"1\"/>"
    "<varref loc=\"d,7,1,7,2\" name=\"r\" dtype_id=\"1\"/></assigndly></always>"
    "<contassign loc=\"d,8,1,8,2\" dtype_id=\"1\"><varref loc=\"d,8,3,8,4\" name=\"r\" "
    "dtype_id=\"1\"/>"
    "<varref loc=\"d,8,1,8,2\" name=\"q\" dtype_id=\"1\"/></contassign></module>"
    "<typetable loc=\"a,0,0,0,0\"><basicdtype loc=\"c,2,1,2,2\" id=\"1\" "
    "name=\"logic\"/></typetable>"
    "</netlist></verilator_xml>";

/* Cycle 1: d is 1, r takes `r` at the edge, and the bench answers with `d` in the next cycle. */
static char *wave_around(const char *d_name, const char *r, const char *d)
{
    char text[2000];

    snprintf(text, sizeof text,
             "$timescale 1ps $end $scope module assay_u $end\n"
             "$var wire 1 ! clk $end $var wire 1 d d $end $var wire 1 q q $end\n"
             "$scope module u $end $var wire 1 ! clk $end $var wire 1 e %s $end\n"
             "$var wire 1 q q $end $var wire 1 r r $end $upscope $end\n"
             "$upscope $end $enddefinitions $end\n"
             "#0\n$dumpvars\n0!\n0d\n0e\n0q\n0r\n$end\n"
             "#10\n1d\n1e\n#15\n%sr\n%sq\n#20\n%sd\n%se\n#25\n",
             d_name, r, r, d, d);
    return strdup(text);
}

static void neither_pins_of_the_bench_nor_the_module_around(void **state)
{
    struct assay_explained e;
    struct assay_netlist n;
    struct assay_vcd bad, good;

    (void)state;
    assert_true(assay_netlist_read(around, &n));
    assert_true(n.net[assay_netlist_find(&n, "assay_u.d")].is_input);
    assert_false(n.net[assay_netlist_find(&n, "assay_u.q")].is_input);
    assert_false(n.net[assay_netlist_find(&n, "assay_u.u.d")].is_input);
    assert_true(assay_vcd_read(wave_around("d", "0", "1"), &bad));
    /* u.d, which r depends on, has another name here: the connection that drives it is in the
     * surrounding module. */
    assert_true(assay_vcd_read(wave_around("renamed", "1", "0"), &good));
    assert_true(assay_explain(&n, &bad, &good, &e));
    assert_int_equal(e.alone, 1);
    assert_int_equal(e.differ, 4); /* the two names of q, r, and the bench's d */
    assert_int_equal(e.n_roots, 1);
    assert_string_equal(e.root[0].path, "assay_u.u.r");
    assert_int_equal(e.n_lines, 1);
    assert_string_equal(n.file[e.line[0].file], "u.v");
    assert_int_equal(e.line[0].line, 7);
    assay_vcd_free(&bad);
    assay_vcd_free(&good);
    assay_netlist_free(&n);
}

/* The format of Icarus: the top module is the instance `dut`, next to its pins. r is missing, as if
 * it were a memory. w is `w`. */
static char *wave_of_icarus(const char *w)
{
    char text[2000];

    snprintf(
        text, sizeof text,
        "$timescale 1ns $end $scope module assay_top $end $var reg 1 ! clk $end\n"
        "$var reg 1 a a $end $var reg 1 b b $end $var reg 1 e en $end $var wire 1 w y $end\n"
        "$scope module dut $end $var wire 1 ! clk $end $var wire 1 a a $end\n"
        "$var wire 1 b b $end $var wire 1 e en $end $var wire 1 w w $end $var wire 1 w y $end\n"
        "$scope module u $end $var wire 1 w d $end $var wire 1 w q $end $upscope $end\n"
        "$upscope $end $scope module ref $end $var reg 1 - y $end $upscope $end\n"
        "$upscope $end $enddefinitions $end\n"
        "#0\n$dumpvars\n0!\n0a\n0b\n0e\nxw\n0-\n$end\n#10\n1a\n1b\n1e\n1w\n#20\n0a\n%sw\n#25\n",
        w);
    return strdup(text);
}

static void a_register_in_no_waveform(void **state)
{
    struct assay_explained e;
    struct assay_netlist n;
    struct assay_vcd bad, good;

    (void)state;
    assert_true(assay_netlist_read(xml, &n));
    assert_true(assay_vcd_read(wave_of_icarus("x"), &bad));
    assert_true(assay_vcd_read(wave_of_icarus("1"), &good));
    assert_true(assay_explain(&n, &bad, &good, &e));
    assert_int_equal(e.hidden, 1);
    assert_int_equal(e.alone, 0);
    assert_int_equal(e.compared, 8); /* all but r */
    assert_int_equal(e.n_roots, 1);
    assert_string_equal(e.root[0].path, "top.w");
    assert_int_equal(e.root[0].cycle, 2);
    assert_string_equal(e.root[0].bad, "x");
    assert_string_equal(e.root[0].good, "1");
    assert_int_equal(e.root[0].hidden, assay_netlist_find(&n, "top.r"));
    assert_int_equal(e.line[0].line, 11);
    assert_int_equal(e.line[1].line, 9);
    assay_vcd_free(&bad);
    assay_vcd_free(&good);
    assay_netlist_free(&n);
}

/* y = w0, w0 = w1, and so on; the last wire is the register r. The waveforms have neither r nor the
 * wires. */
static char *chain(unsigned wires)
{
    struct assay_text t = {0};
    char *text;

    assay_text_add(&t, "<verilator_xml><files><file id=\"c\" filename=\"top.v\"/></files><netlist>"
                       "<module loc=\"c,1,8,1,11\" name=\"top\" topModule=\"1\">"
                       "<var loc=\"c,2,1,2,2\" name=\"clk\"/><var loc=\"c,2,1,2,2\" name=\"y\"/>"
                       "<var loc=\"c,2,1,2,2\" name=\"r\"/>");
    for (unsigned i = 0; i < wires; ++i)
        assay_text_addf(&t, "<var loc=\"c,3,1,3,2\" name=\"w%u\"/>", i);
    for (unsigned i = 0; i <= wires; ++i) {
        char from[16], to[16];

        snprintf(from, sizeof from, "w%u", i);
        snprintf(to, sizeof to, "w%u", i - 1);
        assay_text_addf(&t,
                        "<contassign loc=\"c,4,1,4,2\"><varref loc=\"c,4,3,4,4\" name=\"%s\"/>"
                        "<varref loc=\"c,4,1,4,2\" name=\"%s\"/></contassign>",
                        i < wires ? from : "r", i ? to : "y");
    }
    assay_text_add(&t, "<always loc=\"c,5,1,5,2\"><sentree><senitem edgeType=\"POS\"/></sentree>"
                       "<assigndly loc=\"c,5,1,5,2\"><varref loc=\"c,5,3,5,4\" name=\"clk\"/>"
                       "<varref loc=\"c,5,1,5,2\" name=\"r\"/></assigndly></always></module>"
                       "</netlist></verilator_xml>");
    text = strdup(assay_text_get(&t));
    assay_text_free(&t);
    return text;
}

static char *wave_of_chain(const char *y)
{
    char text[400];

    snprintf(text, sizeof text,
             "$timescale 1ps $end $scope module top $end $scope module top $end\n"
             "$var wire 1 ! clk $end $var wire 1 y y $end $upscope $end $upscope $end\n"
             "$enddefinitions $end\n#0\n$dumpvars\n0!\n0y\n$end\n#20\n%sy\n#25\n",
             y);
    return strdup(text);
}

static void a_register_behind_many_wires(void **state)
{
    char *const text = chain(200);
    struct assay_explained e;
    struct assay_netlist n;
    struct assay_vcd bad, good;

    (void)state;
    assert_true(assay_netlist_read(text, &n));
    assert_true(assay_vcd_read(wave_of_chain("0"), &bad));
    assert_true(assay_vcd_read(wave_of_chain("1"), &good));
    assert_true(assay_explain(&n, &bad, &good, &e));
    assert_int_equal(e.n_roots, 1);
    assert_string_equal(e.root[0].path, "top.y");
    assert_int_equal(e.root[0].hidden, assay_netlist_find(&n, "top.r"));
    assay_vcd_free(&bad);
    assay_vcd_free(&good);
    assay_netlist_free(&n);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_behind_a_pin),
        cmocka_unit_test(what_is_set_at_the_start),
        cmocka_unit_test(lines_of_a_patched_copy),
        cmocka_unit_test(other_texts_are_refused),
        cmocka_unit_test(a_long_chain_of_else_ifs),
        cmocka_unit_test(the_register_that_differs_first),
        cmocka_unit_test(a_register_with_another_name),
        cmocka_unit_test(an_element_of_an_array),
        cmocka_unit_test(a_register_in_no_waveform),
        cmocka_unit_test(a_register_behind_many_wires),
        cmocka_unit_test(neither_pins_of_the_bench_nor_the_module_around),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
