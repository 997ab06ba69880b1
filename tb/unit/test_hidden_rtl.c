/*
 * test_hidden_rtl.c - mutants that the contract hides. The changes are in dotmul, and for each it
 * is known whether a compared output shows it: the prover must give the same answer. Then the
 * conditions under which no proof is attempted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "mutate/contract.h"
#include "mutate/prove.h"
#include "prover_fixture.h"

static const char valid_reset[] = "if (rst) res_valid <= 1'b0;";
static const char valid[] = "else if (op_ready) res_valid <= op_valid;";
static const char payload[] = "if (op_valid & op_ready) res_p <= p;";

/* The replacement of a line of dotmul_block, and the expected answer of the prover. */
struct change {
    const char *name, *line, *instead;
    enum assay_proof proof;
};

#define COUNT(bits, at)                                                                 \
    "if (op_valid & op_ready) res_p <= p ^ (count == " at "); reg [" bits ":0] count; " \
    "always @(posedge clk) count <= rst ? 0 : count + (op_valid & op_ready);"

static const struct change changes[] = {
    {"nothing", payload, "if (op_ready & op_valid) res_p <= p;", ASSAY_PROOF_EQUAL},
    {"the payload follows an idle input", payload, "if (op_ready) res_p <= p;", ASSAY_PROOF_HIDDEN},
    {"an idle payload is cleared", payload, "if (op_ready) res_p <= op_valid ? p : 0;",
     ASSAY_PROOF_HIDDEN},
    {"ready is 0 in reset", ready, "assign op_ready = (~res_valid | res_ready) & ~rst;",
     ASSAY_PROOF_HIDDEN},
    {"an offer that changes", payload,
     "if (op_valid & op_ready) res_p <= p ^ (waits & op_a != was); reg waits; reg [N*K-1:0] was; "
     "always @(posedge clk) begin waits <= op_valid & ~op_ready & ~rst; was <= op_a; end",
     ASSAY_PROOF_HIDDEN},
    {"an offer that is taken back", valid,
     "else if (op_ready) res_valid <= op_valid | waits; reg waits; "
     "always @(posedge clk) waits <= op_valid & ~op_ready & ~rst;",
     ASSAY_PROOF_HIDDEN},
    {"an offer of the cycle after another", payload,
     "if (op_valid & op_ready) res_p <= p ^ (follows & op_a != was); reg follows; "
     "reg [N*K-1:0] was; always @(posedge clk) begin follows <= op_valid & op_ready & ~rst; "
     "was <= op_a; end",
     ASSAY_PROOF_OPEN},
    {"valid without a transfer", valid, "else if (op_ready) res_valid <= 1'b1;", ASSAY_PROOF_OPEN},
    {"the payload of a result that waits", payload, "if (op_valid) res_p <= p;", ASSAY_PROOF_OPEN},
    {"the payload stays", payload, "if (op_valid & op_ready & ~res_valid) res_p <= p;",
     ASSAY_PROOF_OPEN},
    {"no reset of valid", valid_reset, "if (1'b0) res_valid <= 1'b0;", ASSAY_PROOF_OPEN},
    {"ready waits for valid", ready, "assign op_ready = (~res_valid | res_ready) & op_valid;",
     ASSAY_PROOF_OPEN},
    {"what was there before the first reset", payload,
     "if (op_valid & op_ready) res_p <= p ^ start; reg start; "
     "always @(posedge clk) start <= start;",
     ASSAY_PROOF_OPEN},
    {"a register that nothing writes", payload,
     "if (op_valid & op_ready) res_p <= p ^ never; reg never;", ASSAY_PROOF_OPEN},
    {"a second reset", payload,
     "if (op_valid & op_ready) res_p <= p ^ twice; reg once = 0, twice = 0; "
     "always @(posedge clk) begin once <= once | op_valid & ~rst; twice <= twice | once & rst; end",
     ASSAY_PROOF_OPEN},
    {"the transfer after 12 others", payload, COUNT("7", "12"), ASSAY_PROOF_OPEN},
    {"the transfer after a million others", payload, COUNT("31", "1000000"), ASSAY_PROOF_OPEN},
    {"a transfer that never comes", payload,
     "if (op_valid & op_ready) res_p <= p ^ (count == 3); reg [1:0] count; "
     "always @(posedge clk) count <= rst | count == 2 ? 0 : count + (op_valid & op_ready);",
     ASSAY_PROOF_HIDDEN},
};

static void test_changes(void **state)
{
    const struct fixture *f = *state;
    struct assay_prover p = prover_of(f);
    size_t wrong = 0;

    open_prover(&p, f->text);
    if (!p.contract)
        fail_msg("%s", p.no_contract);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; ++i) {
        struct assay_text gate = {0};
        enum assay_proof proof;
        char why[WHY];

        replace(f->text, changes[i].line, changes[i].instead, &gate);
        if (assay_prover_try(&p, gate.s, "dotmul_block", &proof, why, sizeof why))
            fail_msg("%s", why);
        if (proof != changes[i].proof) {
            print_error("%s: proof %d, expected %d\n", changes[i].name, (int)proof,
                        (int)changes[i].proof);
            ++wrong;
        }
        assay_text_free(&gate);
    }
    assay_prover_close(&p);
    assert_int_equal(wrong, 0);
}

/* The deciding fact is in another module than the mutant: a bf16 group has 8 products, so a design
 * for 4 does not use the bf16 path. */
static void test_whole_design(void **state)
{
    static const char bf16[] = "{x16[15], x16[14:0], 3'd0, &x16[14:7], 8'd0};",
                      f16[] = "{x16[15], 3'd0, x16[14:0], &x16[14:10], 8'd112};";
    struct fixture f = *(const struct fixture *)*state;
    struct assay_text same = {0}, other = {0};
    struct assay_prover p;
    enum assay_proof proof;
    char why[WHY];

    f.block = assay_block_find("fdot");
    assert_non_null(f.block);
    f.text = text_of(f.block, &f.params);
    p = prover_of(&f);
    replace(f.text, bf16, "{x16[15], x16[14:0], 3'd0, &x16[14:7], 8'd1};", &same);
    replace(f.text, f16, "{x16[15], 3'd0, x16[14:0], &x16[14:10], 8'd113};", &other);
    open_prover(&p, f.text);
    assert_true(p.abc);
    p.contract = false;
    assert_int_equal(assay_prover_try(&p, same.s, "fdot_operand", &proof, why, sizeof why),
                     ASSAY_OK);
    assert_int_equal(proof, ASSAY_PROOF_EQUAL);
    assert_int_equal(assay_prover_try(&p, other.s, "fdot_operand", &proof, why, sizeof why),
                     ASSAY_OK);
    assert_int_equal(proof, ASSAY_PROOF_OPEN);
    assay_prover_close(&p);
    assay_text_free(&same);
    assay_text_free(&other);
    free(f.text);
}

#define WITH(declared) declared " assign op_ready = (~res_valid | res_ready) & go;"
#define KEPT(value)                                                             \
    "endmodule (* keep_hierarchy *) module kept(input wire x, output wire y); " \
    "assign y = " value "; endmodule"
#define CHOICE(qualifier, value)                                                          \
    WITH("reg [2:0] c; always @* " qualifier " case (1'b1) op_a[0] & op_b[0]: c = " value \
         "; op_b[0]: c = 7; default: c = 0; endcase wire go = c != 2;")

/* What Yosys reads differently from a simulator: a kept instance, division by zero, and case labels
 * that are not exclusive although they promise to be. */
static void test_read_otherwise(void **state)
{
    static const char of_kept[] = WITH("wire go; kept u_kept (.x(op_a[0]), .y(go));"),
                      end[] = "endmodule";
    static const struct {
        const char *gold_ready, *gold_end, *gate_ready, *gate_end, *module;
        enum assay_proof proof;
    } cases[] = {
        {of_kept, KEPT("x"), of_kept, KEPT("~x"), "kept", ASSAY_PROOF_OPEN},
        {of_kept, KEPT("x"), of_kept, KEPT("x & 1'b1"), "kept", ASSAY_PROOF_EQUAL},
        {WITH("wire [N*K-1:0] q = op_b != 0 ? op_a / op_b : {N*K{1'b1}}; wire go = &q;"), end,
         WITH("wire [N*K-1:0] q = op_a / op_b; wire go = &q;"), end, "dotmul_block",
         ASSAY_PROOF_OPEN},
        {WITH("wire [N*K-1:0] q = op_a / 3; wire go = &q;"), end,
         WITH("wire [N*K-1:0] q = op_a / 3; wire go = &q & 1'b1;"), end, "dotmul_block",
         ASSAY_PROOF_EQUAL},
        {CHOICE("unique", "3"), end, CHOICE("unique", "2"), end, "dotmul_block", ASSAY_PROOF_OPEN},
        {CHOICE("(* parallel_case *)", "3"), end, CHOICE("(* parallel_case *)", "2"), end,
         "dotmul_block", ASSAY_PROOF_OPEN},
        {CHOICE("unique", "3"), end, CHOICE("unique", "1 + 2"), end, "dotmul_block",
         ASSAY_PROOF_EQUAL},
    };
    const struct fixture *f = *state;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct assay_prover p = prover_of(f);
        struct assay_text gold = {0}, gate = {0};
        enum assay_proof proof;
        char why[WHY];

        p.seconds = 2;
        replace_top(f->text, cases[i].gold_ready, cases[i].gold_end, &gold);
        replace_top(f->text, cases[i].gate_ready, cases[i].gate_end, &gate);
        open_prover(&p, gold.s);
        assert_int_equal(assay_prover_try(&p, gate.s, cases[i].module, &proof, why, sizeof why),
                         ASSAY_OK);
        if (proof != cases[i].proof)
            fail_msg("case %zu: proof %d, expected %d", i, (int)proof, (int)cases[i].proof);
        assay_prover_close(&p);
        assay_text_free(&gold);
        assay_text_free(&gate);
    }
}

/* In a design that never accepts an input, anything could be proved. */
static void test_nothing_reached(void **state)
{
    const struct fixture *f = *state;
    struct assay_prover p = prover_of(f);
    struct assay_text gold = {0}, gate = {0};
    enum assay_proof proof;
    char why[WHY];

    p.seconds = 2;
    replace(f->text, ready, "assign op_ready = 1'b0;", &gold);
    replace(gold.s, payload, "res_p <= 1;", &gate);
    open_prover(&p, gold.s);
    assert_false(p.contract);
    assert_non_null(strstr(p.no_contract, "no inputs"));
    assert_int_equal(assay_prover_try(&p, gate.s, "dotmul_block", &proof, why, sizeof why),
                     ASSAY_OK);
    assert_int_equal(proof, ASSAY_PROOF_OPEN);
    assay_prover_close(&p);
    assay_text_free(&gold);
    assay_text_free(&gate);
}

/* --- blocks with another comparison --- */

static const struct assay_block *compared_as;
static bool more;

/* Compares payload even while valid is 0, or never. */
static size_t agree_otherwise(const void *in, const void *expected, const void *actual, size_t n)
{
    if (more)
        return n && memcmp(expected, actual, compared_as->model->out_size) == 0;
    (void)in;
    return n;
}

static void test_other_masks(void **state)
{
    const struct fixture *f = *state;
    struct assay_model_block model = *f->block->model;
    struct assay_block block = *f->block;
    struct assay_stream_rules rules[2] = {{.match = 0}, {.adapter = true}};
    char why[WHY];

    for (size_t i = 0; assay_blocks[i]; ++i)
        if (!assay_contract_holds(assay_blocks[i], why, sizeof why))
            fail_msg("%s", why);
    compared_as = f->block;
    model.agree = agree_otherwise;
    block.model = &model;
    for (int i = 0; i < 2; ++i) {
        more = i;
        assert_false(assay_contract_holds(&block, why, sizeof why));
        assert_string_equal(why, "dotmul: its outputs are compared by a function of its own");
    }
    block = *f->block;
    block.rules = rules;
    assert_false(assay_contract_holds(&block, why, sizeof why));
    assert_string_equal(why, "dotmul: its model reads pins directly, in `sample` or `drive`");
    block = *f->block;
    block.level = ASSAY_COMPARE_NONE;
    assert_false(assay_contract_holds(&block, why, sizeof why));
    assert_string_equal(why, "dotmul: at level none nothing is compared");
}

/* Nothing is proved for a block whose comparison is unknown. */
static void test_declines(void **state)
{
    const struct fixture *f = *state;
    struct assay_model_block model = *f->block->model;
    struct assay_block block = *f->block;
    struct assay_prover p = prover_of(f);
    struct assay_text gate = {0};
    enum assay_proof proof;
    char why[WHY];

    compared_as = f->block;
    more = true;
    model.agree = agree_otherwise;
    block.model = &model;
    p.block = &block;
    open_prover(&p, f->text);
    assert_false(p.contract);
    assert_non_null(strstr(p.no_contract, "a function of its own"));
    replace(f->text, payload, "if (op_ready) res_p <= p;", &gate);
    assert_int_equal(assay_prover_try(&p, gate.s, "dotmul_block", &proof, why, sizeof why),
                     ASSAY_OK);
    assert_int_equal(proof, ASSAY_PROOF_OPEN);
    assay_prover_close(&p);
    assay_text_free(&gate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes),         cmocka_unit_test(test_whole_design),
        cmocka_unit_test(test_nothing_reached), cmocka_unit_test(test_other_masks),
        cmocka_unit_test(test_declines),        cmocka_unit_test(test_read_otherwise),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
