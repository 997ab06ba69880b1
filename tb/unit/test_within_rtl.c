/*
 * test_within_rtl.c - mutants that never show outside their module, and memories that are cut.
 * The designs are dotmul with a part that decides when it is ready; of each mutant of the part it
 * is known whether the part shows it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "mutate/instances.h"
#include "mutate/prove.h"
#include "prover_fixture.h"

/* PART: an instance that decides when the design is ready. PART_OF: its module, which counts 0,
 * 1, 2 and shows the count. */
#define PART(ports) "wire go; part u_part (" ports ", .x(op_valid), .y(go)); " PART_GO
#define PART_GO "assign op_ready = (~res_valid | res_ready) & go;"
#define SAME ".clk(clk), .rst(rst)"
#define PART_OF(name, clk, count, shown)                                                       \
    "endmodule module " name "(input wire " clk ", input wire rst, input wire x, "             \
    "output wire y); reg [1:0] c; always @(posedge " clk ") c <= " count "; assign y = " shown \
    "; endmodule"
#define COUNTS "rst | c == 2 ? 0 : c + x"
#define COUNTING(shown) PART_OF("part", "clk", COUNTS, shown)

/* A module within another one that never passes it a 3. */
#define INNER(shown)                                                                       \
    "endmodule module part(input wire clk, input wire rst, input wire x, output wire y); " \
    "reg [1:0] c; always @(posedge clk) c <= " COUNTS "; inner u_inner (clk, rst, c, y); " \
    "endmodule module inner(input wire clk, input wire rst, input wire [1:0] c, "          \
    "output reg y); always @(posedge clk) y <= " shown "; endmodule"

struct part {
    const char *name, *ready, *gold, *gate, *module;
    enum assay_proof proof;
};

/* An initial value that changes while rst is 1, or in a module that has no reset. */
#define MOVES "/* moves */"

static bool is_not_held(const struct part *c)
{
    return strstr(c->ready, MOVES) || strstr(c->gold, MOVES);
}

static void try_parts(const struct fixture *f, const struct part *cases, size_t n, bool memories)
{
    size_t wrong = 0;

    for (size_t i = 0; i < n; ++i) {
        struct assay_prover p = prover_of(f);
        struct assay_text gold = {0}, gate = {0};
        enum assay_proof proof;
        char why[WHY] = "";

        p.seconds = 2;
        replace_top(f->text, cases[i].ready, cases[i].gold, &gold);
        replace_top(f->text, cases[i].ready, cases[i].gate, &gate);
        open_prover(&p, gold.s);
        if ((strstr(p.no_instances, "initial values") != NULL) != is_not_held(&cases[i]))
            fail_msg("%s: \"%s\"", cases[i].name, p.no_instances);
        assert_int_equal(p.memories, memories);
        p.contract = false;
        assert_int_equal(assay_prover_try(&p, gate.s, cases[i].module, &proof, why, sizeof why),
                         ASSAY_OK);
        if (proof != cases[i].proof) {
            print_error("%s: proof %d, expected %d (%s)\n", cases[i].name, (int)proof,
                        (int)cases[i].proof, why);
            ++wrong;
        }
        assay_prover_close(&p);
        assay_text_free(&gold);
        assay_text_free(&gate);
    }
    assert_int_equal(wrong, 0);
}

/* Mutants in a module of a design about which nothing is proved as a whole. */
static void test_parts(void **state)
{
    static const struct part cases[] = {
        {"a state that the part never has", PART(SAME), COUNTING("c != 1"),
         COUNTING("c != 1 & c != 3"), "part", ASSAY_PROOF_HIDDEN},
        {"a state that it has", PART(SAME), COUNTING("c != 1"), COUNTING("c != 1 & c != 2"), "part",
         ASSAY_PROOF_OPEN},
        {"another name of its clock", PART(".tick(clk), .rst(rst)"),
         PART_OF("part", "tick", COUNTS, "c != 1"),
         PART_OF("part", "tick", COUNTS, "c != 1 & c != 3"), "part", ASSAY_PROOF_HIDDEN},
        {"a second reset", PART(SAME), COUNTING("c != 1"),
         COUNTING("c != 1 & ~(once & rst); reg once = 0; always @(posedge clk) "
                  "once <= once | x & ~rst"),
         "part", ASSAY_PROOF_OPEN},
        {"no reset", PART(SAME), PART_OF("part", "clk", "c == 2 ? 0 : c + x", "c != 1"),
         PART_OF("part", "clk", "c == 2 ? 0 : c + x", "c != 1 & c != 3"), "part", ASSAY_PROOF_OPEN},
        {"a reset of its own", PART(".clk(clk), .rst(rst & op_a[0])"), COUNTING("c != 1"),
         COUNTING("c != 1 & c != 3"), "part", ASSAY_PROOF_OPEN},
        {"another clock", PART(".clk(op_a[0]), .rst(rst)"), COUNTING("c != 1"),
         COUNTING("c != 1 & c != 3"), "part", ASSAY_PROOF_OPEN},
        {"one of two instances without a reset",
         "wire go, b; part u_b (.clk(clk), .rst(1'b0), .x(op_valid), .y(b)); part u_part (" SAME
         ", .x(b), .y(go)); " PART_GO,
         COUNTING("c != 1"), COUNTING("c != 1 & c != 3"), "part", ASSAY_PROOF_OPEN},
        {"a register that nothing writes", PART(SAME), COUNTING("c != 1; reg s"),
         COUNTING("c != 1 ^ s & c == 3; reg s"), "part", ASSAY_PROOF_HIDDEN},
        {"a state that the part around it never has", PART(SAME), INNER("c[0]"),
         INNER("c[0] & ~c[1]"), "inner", ASSAY_PROOF_HIDDEN},
        {"a state that the part around it has", PART(SAME), INNER("c[0]"), INNER("c[0] | c[1]"),
         "inner", ASSAY_PROOF_OPEN},
    };

    try_parts(*state, cases, sizeof cases / sizeof cases[0], false);
}

/* A part that has a 3 if the upper bit of `e` is 1, and a second output. */
#define WITH(e, z) PART(SAME ", .e(" e "), .z(" z ")")
#define TIED(y, z)                                                                              \
    "endmodule module part(input wire clk, input wire rst, input wire x, input wire [1:0] e, "  \
    "output wire y, output reg z); reg [1:0] c; always @(posedge clk) c <= rst | c == 2 ? 0 : " \
    "e[1] ? 3 : c + x; assign y = " y "; always @(posedge clk) z <= " z "; endmodule"

/* Inputs that are constant wherever the module is used. */
static void test_ties(void **state)
{
    static const struct part cases[] = {
        {"a bit that is tied to 0", WITH("{1'b0, op_a[0]}", ""), TIED("c != 1 & e[0]", "x"),
         TIED("c != 1 & c != 3 & e[0]", "x"), "part", ASSAY_PROOF_HIDDEN},
        {"a bit that is tied to 1", WITH("{1'b1, op_a[0]}", ""), TIED("c != 1", "x"),
         TIED("c != 1 & c != 3", "x"), "part", ASSAY_PROOF_OPEN},
        {"a bit that is not tied", WITH("{op_a[0], 1'b0}", ""), TIED("c != 1", "x"),
         TIED("c != 1 & c != 3", "x"), "part", ASSAY_PROOF_OPEN},
        {"a bit that one of two instances does not tie",
         "wire go, b; part u_b (" SAME ", .x(op_valid), .e({op_a[0], 1'b0}), .y(b), .z()); "
         "part u_part (" SAME ", .x(b), .e(2'b00), .y(go), .z()); " PART_GO,
         TIED("c != 1", "x"), TIED("c != 1 & c != 3", "x"), "part", ASSAY_PROOF_OPEN},
    };

    try_parts(*state, cases, sizeof cases / sizeof cases[0], false);
}

/* Outputs that nothing reads, wherever the module is used. */
static void test_reads(void **state)
{
    static const struct {
        const char *ready;
        bool reads;
    } cases[] = {
        {WITH("2'b00", ""), false},
        {"wire z; " WITH("2'b00", "z") " wire unused = &{z, op_dot};", false},
        {"wire z; " WITH("2'b00", "z") " wire also = z; wire unused = also;", false},
        {"wire z, go; part u_part (" SAME ", .x(op_valid), .e(2'b00), .y(go), .z(z)); "
         "assign op_ready = (~res_valid | res_ready) & go & ~z;",
         true},
        {"wire z; " WITH("{2{z}}", "z"), true},
        {"wire go; part u_part (" SAME ", .x(op_valid), .e(2'b00), .z(op_ready));", true},
        {"wire go, b, z; part u_b (" SAME ", .x(op_valid), .e(2'b00), .y(b), .z(z)); "
         "part u_part (" SAME ", .x(b & z), .e(2'b00), .y(go), .z()); " PART_GO,
         true},
    };
    const struct fixture *const f = *state;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct assay_prover p = prover_of(f);
        struct assay_text gold = {0};

        replace_top(f->text, cases[i].ready, TIED("c != 1", "c == 2"), &gold);
        open_prover(&p, gold.s);
        if (assay_instances_reads(&p, "part", "z") != cases[i].reads)
            fail_msg("case %zu", i);
        assay_prover_close(&p);
        assay_text_free(&gold);
    }
}

/* A module within another one that passes it `c`; `more` is after the instance. */
#define PASSING(c, more, shown)                                                                 \
    "endmodule module part(input wire clk, input wire rst, input wire x, output wire y); "      \
    "reg [1:0] c; always @(posedge clk) c <= " COUNTS "; inner u_inner (clk, rst, " c           \
    ", y); " more "endmodule module inner(input wire clk, input wire rst, input wire [1:0] c, " \
    "output reg y); always @(posedge clk) y <= " shown "; endmodule"
#define SECOND "wire z; inner u_second (clk, rst, c, z); "

/* Values that a module is never passed, whatever the registers around it hold. */
static void test_around(void **state)
{
    static const struct part cases[] = {
        {"a bit that is never passed", PART(SAME), PASSING("{1'b0, c[0]}", "", "c[0]"),
         PASSING("{1'b0, c[0]}", "", "c[0] & ~c[1]"), "inner", ASSAY_PROOF_EQUAL},
        {"a bit that is passed", PART(SAME), PASSING("c", "", "c[0] | c[1]"),
         PASSING("c", "", "c[0]"), "inner", ASSAY_PROOF_OPEN},
        {"a bit that a second instance is passed, and shows nobody", PART(SAME),
         PASSING("{1'b0, c[0]}", SECOND, "c[0]"), PASSING("{1'b0, c[0]}", SECOND, "c[0] & ~c[1]"),
         "inner", ASSAY_PROOF_EQUAL},
        {"a bit that another part passes",
         "wire go, b; inner u_b (clk, rst, {op_valid, op_valid}, b); part u_part (" SAME
         ", .x(b), .y(go)); " PART_GO,
         PASSING("{1'b0, c[0]}", "", "c[0]"), PASSING("{1'b0, c[0]}", "", "c[0] & ~c[1]"), "inner",
         ASSAY_PROOF_OPEN},
    };

    try_parts(*state, cases, sizeof cases / sizeof cases[0], false);
}

/* A register beside the part, which follows it when `when` and shows its value. */
#define BESIDE(when, ports)                                                                     \
    "wire go; part u_part (" ports ", .x(op_valid), .y(go)); reg [1:0] k = 2; "                 \
    "always @(posedge clk) if (" when ") k <= k + {1'b0, go}; assign op_ready = (~res_valid | " \
    "res_ready) & go & k != 1;"
/* The register in a module of its own. */
#define OUTSIDE(pins, when)                                                                      \
    "wire go, on; part u_part (" SAME ", .x(op_valid), .y(go)); other u_other (.clk(clk), " pins \
    ", .go(go), .on(on)); assign op_ready = (~res_valid | res_ready) & on;" when
#define OTHER(shown, when)                                              \
    COUNTING(shown)                                                     \
    " module other(input wire clk, input wire rst, input wire go, "     \
    "output wire on); reg [1:0] k = 2; always @(posedge clk) if (" when \
    ") k <= k + {1'b0, go}; assign on = k != 1; endmodule"

/* Initial values in the design: the part's outputs during the reset must not change them. */
static void test_starts(void **state)
{
    static const struct part cases[] = {
        {"a register that the reset holds", BESIDE("~rst", SAME), COUNTING("c != 1"),
         COUNTING("c != 1 & c != 3"), "part", ASSAY_PROOF_HIDDEN},
        {"a register that it holds, and a state that the part has", BESIDE("~rst", SAME),
         COUNTING("c != 1"), COUNTING("c != 1 & c != 2"), "part", ASSAY_PROOF_OPEN},
        {"a register that takes the part's output during the reset", BESIDE("1", SAME) MOVES,
         COUNTING("c != 1"), COUNTING("c != 1 & c != 3"), "part", ASSAY_PROOF_OPEN},
        {"a register that is held in some resets", BESIDE("~rst | op_valid", SAME) MOVES,
         COUNTING("c != 1"), COUNTING("c != 1 & c != 3"), "part", ASSAY_PROOF_OPEN},
        {"a register in another module", OUTSIDE(".rst(rst)", ""), OTHER("c != 1", "~rst"),
         OTHER("c != 1 & c != 3", "~rst"), "part", ASSAY_PROOF_HIDDEN},
        {"one that the reset does not reach", OUTSIDE(".rst(1'b0)", MOVES), OTHER("c != 1", "~rst"),
         OTHER("c != 1 & c != 3", "~rst"), "part", ASSAY_PROOF_OPEN},
        {"one that the reset does not hold", OUTSIDE(".rst(rst)", MOVES), OTHER("c != 1", "1"),
         OTHER("c != 1 & c != 3", "1"), "part", ASSAY_PROOF_OPEN},
        {"one that the reset sets to another value", OUTSIDE(".rst(rst)", MOVES),
         OTHER("c != 1", "1) if (rst) k <= 3; else if (1"),
         OTHER("c != 1 & c != 3", "1) if (rst) k <= 3; else if (1"), "part", ASSAY_PROOF_OPEN},
        {"one that the reset sets to the same value", OUTSIDE(".rst(rst)", ""),
         OTHER("c != 1", "1) if (rst) k <= 2; else if (1"),
         OTHER("c != 1 & c != 3", "1) if (rst) k <= 2; else if (1"), "part", ASSAY_PROOF_HIDDEN},
    };

    try_parts(*state, cases, sizeof cases / sizeof cases[0], false);
}

/* A part that keeps words in a memory: it writes `word` at `to`, and shows a bit of the word at
 * `from`. */
#define KEEPS(when, to, word, from, shown)                                                 \
    "endmodule module part(input wire clk, input wire rst, input wire x, output wire y); " \
    "reg [7:0] m [0:255]; reg [7:0] a; reg [1:0] c; wire [7:0] r = m[" from "]; "          \
    "always @(posedge clk) begin a <= rst ? 0 : a + x; c <= " COUNTS "; "                  \
    "if (" when ") m[" to "] <= " word "; end assign y = " shown "; endmodule"
#define STARTS(word, from)                                                         \
    KEEPS("0", "a", "a", "c",                                                      \
          "r[0] & (" from "); integer i; initial for (i = 0; i < 256; i = i + 1) " \
          "m[i] = " word)
#define STARTED(when, from, shown)  \
    KEEPS(when, "a", "a ^ r", from, \
          shown "; integer i; initial for (i = 0; i < 256; i = i + 1) m[i] = i * 5")
#define FIRST MOVES "reg [1:0] f = 0; always @(posedge clk) f <= f + (f != 3)"
#define KEPT_WORDS KEEPS("x", "a", "a ^ r", "c", "r[0]")

/* Memories are too large for a proof, so that they are cut. */
static void test_memories(void **state)
{
    static const struct part cases[] = {
        {"nothing", PART(SAME), KEPT_WORDS, KEEPS("x", "a", "r ^ a", "c", "r[0]"), "part",
         ASSAY_PROOF_EQUAL},
        {"an address that is not written", PART(SAME), KEPT_WORDS,
         KEEPS("x", "x ? a : 8'd0", "a ^ r", "c", "r[0]"), "part", ASSAY_PROOF_EQUAL},
        {"a word that is not written", PART(SAME), KEPT_WORDS,
         KEEPS("x", "a", "x ? a ^ r : 0", "c", "r[0]"), "part", ASSAY_PROOF_EQUAL},
        {"another address", PART(SAME), KEPT_WORDS, KEEPS("x", "a ^ 1", "a ^ r", "c", "r[0]"),
         "part", ASSAY_PROOF_OPEN},
        {"another word", PART(SAME), KEPT_WORDS, KEEPS("x", "a", "a ^ ~r", "c", "r[0]"), "part",
         ASSAY_PROOF_OPEN},
        {"a write too many", PART(SAME), KEPT_WORDS, KEEPS("1", "a", "a ^ r", "c", "r[0]"), "part",
         ASSAY_PROOF_OPEN},
        {"no write", PART(SAME), KEPT_WORDS, KEEPS("0", "a", "a ^ r", "c", "r[0]"), "part",
         ASSAY_PROOF_OPEN},
        {"a write in a state that the part never has", PART(SAME), KEPT_WORDS,
         KEEPS("x | c == 3", "a", "a ^ r", "c", "r[0]"), "part", ASSAY_PROOF_HIDDEN},
        {"a write in a state that it has", PART(SAME), KEPT_WORDS,
         KEEPS("x | c == 2", "a", "a ^ r", "c", "r[0]"), "part", ASSAY_PROOF_OPEN},
        {"a word read in a state that the part never has", PART(SAME), KEPT_WORDS,
         KEEPS("x", "a", "a ^ r", "c == 3 ? a : c", "r[0]"), "part", ASSAY_PROOF_HIDDEN},
        {"a word read in a state that it has", PART(SAME), KEPT_WORDS,
         KEEPS("x", "a", "a ^ r", "c == 2 ? a : c", "r[0]"), "part", ASSAY_PROOF_OPEN},
        {"another word in the second cycle", PART(SAME),
         KEEPS("x | f == 1", "a", "f == 1 ? 0 : a ^ r", "c", "r[0]; " FIRST),
         KEEPS("x | f == 1", "a", "f == 1 ? 1 : a ^ r", "c", "r[0]; " FIRST), "part",
         ASSAY_PROOF_OPEN},
        {"initial words", PART(SAME), STARTS("i * 5", "x | a[0]"), STARTS("i * 5", "a[0] | x"),
         "part", ASSAY_PROOF_EQUAL},
        {"other initial words", PART(SAME), STARTS("i * 5", "x | a[0]"),
         STARTS("i * 7", "a[0] | x"), "part", ASSAY_PROOF_OPEN},
        {"another bit of a word", PART(SAME), KEPT_WORDS, KEEPS("x", "a", "a ^ r", "c", "r[1]"),
         "part", ASSAY_PROOF_OPEN},
        {"initial words, and a read in a state that the part never has", PART(SAME),
         STARTED("x & ~rst", "c", "r[0]"), STARTED("x & ~rst", "c == 3 ? a : c", "r[0]"), "part",
         ASSAY_PROOF_HIDDEN},
        {"initial words, and a read in a state that it has", PART(SAME),
         STARTED("x & ~rst", "c", "r[0]"), STARTED("x & ~rst", "c == 2 ? a : c", "r[0]"), "part",
         ASSAY_PROOF_OPEN},
        {"initial words, and a write that only the reset's first cycle can have", PART(SAME),
         STARTED("x & ~rst", "c", "r[0]"), STARTED("x & ~rst | c == 3", "c", "r[0]"), "part",
         ASSAY_PROOF_OPEN},
        {"initial words, and a write in a state that the part never has", PART(SAME),
         STARTED("x & ~rst", "c", "r[0]"), STARTED("x & ~rst | c == 3 & ~rst", "c", "r[0]"), "part",
         ASSAY_PROOF_HIDDEN},
        {"initial words that the reset may change, read later", PART(SAME) MOVES,
         STARTED("x", "c", "~rst & r[0]"), STARTED("x", "c == 3 ? a : c", "~rst & r[0]"), "part",
         ASSAY_PROOF_OPEN},
        {"initial words that the reset may change", PART(SAME) MOVES, STARTED("x", "c", "r[0]"),
         STARTED("x", "c == 3 ? a : c", "r[0]"), "part", ASSAY_PROOF_OPEN},
    };

    try_parts(*state, cases, sizeof cases / sizeof cases[0], true);
}

/* A table of constants is none of the memories that are cut. */
#define TABLE(shown)                                                                               \
    "endmodule module part(input wire clk, input wire rst, input wire x, output wire y); "         \
    "reg [4:0] c; reg [7:0] t; always @(posedge clk) c <= rst ? 0 : c + x; always @* case (c) "    \
    "0: t = 3; 1: t = 7; 2: t = 9; 3: t = 5; 4: t = 6; 5: t = 2; 6: t = 31; 7: t = 17; 8: t = 0; " \
    "9: t = 4; 10: t = 45; 11: t = 1; 12: t = 8; 13: t = 99; 14: t = 12; 15: t = 13; 16: t = 14; " \
    "17: t = 64; 18: t = 15; 19: t = 77; default: t = 0; endcase assign y = t[0] ^ (" shown        \
    "); endmodule"

static void test_table(void **state)
{
    static const struct part cases[] = {
        {"nothing", PART(SAME), TABLE("x & rst"), TABLE("rst & x"), "part", ASSAY_PROOF_EQUAL},
        {"another output", PART(SAME), TABLE("x & rst"), TABLE("rst | x"), "part",
         ASSAY_PROOF_OPEN},
    };

    try_parts(*state, cases, sizeof cases / sizeof cases[0], false);
}

/* Yosys does not follow names into other modules, so nothing is proved of a design that has
 * some. */
static void test_references(void **state)
{
    const struct fixture *f = *state;
    struct assay_prover p = prover_of(f);
    struct assay_text gold = {0};
    char why[WHY] = "";

    replace_top(f->text,
                "assign op_ready = (~res_valid | res_ready) & u_part.c[0]; part u_part (" SAME
                ", .x(op_valid), .y());",
                COUNTING("c != 1"), &gold);
    assert_int_equal(assay_prover_open(&p, gold.s, why, sizeof why), ASSAY_BAD_INPUT);
    if (!strstr(why, "hierarchical references"))
        fail_msg("%s", why);
    assay_prover_close(&p);
    assay_text_free(&gold);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),  cmocka_unit_test(test_ties),
        cmocka_unit_test(test_reads),  cmocka_unit_test(test_around),
        cmocka_unit_test(test_starts), cmocka_unit_test(test_memories),
        cmocka_unit_test(test_table),  cmocka_unit_test(test_references),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
