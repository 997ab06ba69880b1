/* test_plain.c - designs that are identified by their text as it is written (sim/plain.h). */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/plain.h"
#include "unit/folder.h"
#include "unit/put_file.h"

/* The key of a list, "" if its text is not enough. */
static const char *key_of(const char *text_of_list)
{
    static char keys[2][ASSAY_KEY_SIZE];
    static unsigned turn;
    char *const key = keys[turn++ % 2], why[512];
    struct assay_hash *const h = assay_hash_begin();
    struct assay_filelist list;
    bool plain;

    put_text("list.f", text_of_list);
    if (!assay_filelist_read("list.f", &list, why, sizeof why))
        fail_msg("%s", why);
    assert_non_null(h);
    plain = assay_plain_hash(&list, h);
    assert_true(assay_hash_end(h, key));
    assay_filelist_free(&list);
    return plain ? key : "";
}

static void assert_other(const char *a, const char *b)
{
    const char *const x = key_of(a), *const y = key_of(b);

    assert_string_not_equal(x, "");
    assert_string_not_equal(y, "");
    assert_string_not_equal(x, y);
}

static void test_what_counts(void **state)
{
    char before[ASSAY_KEY_SIZE];

    (void)state;
    put_text("a.v", "module a; endmodule\n");
    put_text("b.v", "`ifdef X\n`endif\nmodule b; endmodule\n");
    put_text("same.v", "module a; endmodule\n");
    assert_string_equal(key_of("a.v\n"), key_of("same.v\n"));
    assert_other("a.v\n", "b.v\n");
    assert_other("a.v b.v\n", "b.v a.v\n");
    assert_other("a.v\n", "a.v same.v\n");
    assert_other("a.v\n", "+define+X a.v\n");
    assert_other("+define+X a.v\n", "+define+X=1 a.v\n");
    assert_other("+define+X+Y a.v\n", "+define+XY a.v\n");
    assert_other("+define+X+Y a.v\n", "+define+Y+X a.v\n");
    snprintf(before, sizeof before, "%s", key_of("a.v\n"));
    put_text("a.v", "module a;  endmodule\n");
    assert_string_not_equal(key_of("a.v\n"), before);
}

/* Where one source ends and the next begins. */
static void test_ends(void **state)
{
    (void)state;
    put_text("a.v", "wire x = 1");
    put_text("b.v", "2\n");
    put_text("c.v", "wire x = 12");
    put_text("d.v", "\n");
    assert_other("a.v b.v\n", "c.v d.v\n");
}

static void test_what_is_not_enough(void **state)
{
    static const char *const texts[] = {
        "`include \"c.vh\"\n",
        "`define J(x, y) x``y\n",
        "`define READ(what) `what\n`READ(include) \"c.vh\"\n",
        "`define ID(x) x\n`ID(`inc)lude \"c.vh\"\n",
        "`define X(y=`inc) y\n`X()lude \"c.vh\"\n",
        "`inc\rlude \"c.vh\"\n",
        "`ifdef\r\n`endif\n",
        "`LAST\n",
        "`define X\n",
        "`undef X\n",
        "`line 7 \"e.v\" 0\n",
        "module d; initial $display(`__FILE__); endmodule\n",
        "` include \"c.vh\"\n",
        "`ifdefinclude\n",
        "`else$\n",
        "wire \\a\"b ; `include \"c.vh\" // \"\n",
        "wire \\a//b ;\n",
        "/* `include */ `include \"c.vh\"\n",
        "/*/ `include \"c.vh\"\n",
        "// a comment\n`include \"c.vh\"\n",
        "initial $display(\"\\\"\", \"//\"); `include \"c.vh\"\n",
        "initial $display(\"\n`include \"c.vh\"\n",
        "initial $display(\"",
        "/* no end",
        "// a comment \\\n/*\n`include \"c.vh\"\n// */\n",
        "`",
    };
    static const char nul[] = "`inc\0lude \"c.vh\"\n";

    (void)state;
    put_text("a.v", "module a; endmodule\n");
    assert_string_not_equal(key_of("a.v\n"), "");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        put_text("d.v", texts[i]);
        if (*key_of("d.v\n") || *key_of("a.v d.v\n"))
            fail_msg("expected to need a preprocessor: %s", texts[i]);
    }
    put_file("d.v", nul, sizeof nul - 1);
    assert_string_equal(key_of("d.v\n"), "");
    assert_string_equal(key_of("a.v -v a.v\n"), "");
    assert_string_equal(key_of("a.v -y .\n"), "");
}

static void test_what_is_enough(void **state)
{
    static const char *const texts[] = {
        "",
        "`default_nettype none\nmodule d; endmodule\n`default_nettype wire",
        "`timescale 1ns/1ps\n`ifdef X\n`elsif Y\n`else\n`endif\n`resetall\n",
        "// `include \"c.vh\", \"\n/* `FILE, \" // */ wire a = b / c; /**/ wire d; //",
        "initial $display(\"` // /* \\\" `include\");\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        put_text("d.v", texts[i]);
        if (!*key_of("+define+X=`include d.v\n"))
            fail_msg("expected no need of a preprocessor: %s", texts[i]);
    }
}

static void test_unreadable(void **state)
{
    char gone[] = "gone.v", *names[] = {gone};
    const struct assay_filelist list = {.sources = {names, 1}};
    struct assay_hash *const h = assay_hash_begin();
    char key[ASSAY_KEY_SIZE];

    (void)state;
    assert_false(assay_plain_hash(&list, h));
    assert_true(assay_hash_end(h, key));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_counts),        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_what_is_not_enough), cmocka_unit_test(test_what_is_enough),
        cmocka_unit_test(test_unreadable),
    };

    return cmocka_run_group_tests_name("plain", tests, folder_enter, folder_close);
}
