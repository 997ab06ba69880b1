/*
 * test_shrink_commands.c - shrinking runs of dpas, whose commands go with their operands, and the
 * files that hold the result.
 */
#include "unit/shrink_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dpas/dpas.h"
#include "stimulus/replay.h"

/* --- dpas with a bug: no saturation when src1 is s8, or no ready for a third row of src1 --- */

static bool slow_row;

static void *dpas_create(void)
{
    const struct dpas_params p = {.lanes = 4, .depth = 2, .max_sd = DPAS_SHALLOW};
    struct dpas_state *s = calloc(1, sizeof *s);

    if (s)
        dpas_init(s, &p);
    return s;
}

static void dpas_eval(void *any, const void *any_in, void *any_out)
{
    struct dpas_outputs *out = any_out;
    const bool third = ((struct dpas_state *)any)->load_row == 2;
    struct dpas_inputs in;

    memcpy(&in, any_in, sizeof in);
    if (!slow_row && in.cmd.src1_type == DPAS_S8)
        in.cmd.saturate = 0;
    dpas_step(any, &in, out);
    if (slow_row && third)
        out->src1_ready = 0;
}

static void dpas_eval_good(void *any, const void *in, void *out)
{
    dpas_step(any, in, out);
}

static unsigned dpas_edge(void *any)
{
    (void)any;
    return 0;
}

static const struct assay_dut_ops dpas_ops = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct dpas_inputs),
    .out_size = sizeof(struct dpas_outputs),
    .block = "dpas",
    .create = dpas_create,
    .destroy = free,
    .eval = dpas_eval,
    .edge = dpas_edge,
};

static const struct assay_dut_ops dpas_good = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct dpas_inputs),
    .out_size = sizeof(struct dpas_outputs),
    .block = "dpas",
    .create = dpas_create,
    .destroy = free,
    .eval = dpas_eval_good,
    .edge = dpas_edge,
};

/* --- runs --- */

/* Asserts that the written file fails like the best script, and passes without the bug. */
static void passes_when_repaired(struct assay_shrink *s, const struct assay_dut_ops *good)
{
    struct assay_config c = s->config;
    struct assay_script script;
    struct assay_result r;
    struct assay_lockstep *ls;
    char why[256] = "";

    assert_true(assay_shrink_complete(s, &script));
    assert_int_equal(run_script(s, &script, &r), s->verdict);
    assert_int_equal(r.fail_cycle, s->fail_cycle);
    c.ops = good;
    assay_script_play(&c, &script);
    c.cycles = script.cycles;
    ls = assay_lockstep_open(&c, why, sizeof why);
    assert_non_null(ls);
    assay_lockstep_run(ls, UINT64_MAX);
    r = *assay_lockstep_finish(ls);
    assert_int_equal(r.verdict, ASSAY_PASS);
    assert_true(r.transactions > 0);
    assay_lockstep_close(ls);
    assay_script_free(&script);
}

static void test_command_with_its_operands(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; ++seed) {
        struct assay_shrink s = shrink_of(&dpas_ops, "smallest", seed);
        const struct dpas_cmd *cmd;

        shrunk(&s);
        assert_string_equal(s.port->name, "dst_data");
        assert_int_equal(s.size.units, 1);
        assert_int_equal(s.best.stream[0].n_items, 1);
        cmd = assay_script_payload(&s.best, 0, 0);
        assert_int_equal(cmd->src1_type, DPAS_S8);
        assert_int_equal(cmd->saturate, 1);
        assert_int_equal(cmd->rc, 1);
        assert_in_range(cmd->sd, 1, 2); /* it may take a second slice to overflow */
        assert_int_equal(cmd->tag, 0);
        assert_int_equal(s.size.transactions, 2 + cmd->sd + !cmd->src0_null);
        passes_when_repaired(&s, &dpas_good);
        assay_shrink_free(&s);
    }
}

/* It fails before its command has all operands. */
static void test_command_cut_short(void **state)
{
    struct assay_shrink s = shrink_of(&dpas_ops, "smallest", 1);

    (void)state;
    slow_row = true;
    shrunk(&s);
    assert_string_equal(s.port->name, "src1_ready");
    assert_int_equal(s.size.units, 1);
    assert_true(s.best.stream[1].n_items <= 3);
    passes_when_repaired(&s, &dpas_good);
    assay_shrink_free(&s);
    slow_row = false;
}

/* --- files --- */

static size_t saved(const struct assay_shrink *s, char text[4096])
{
    const char *path = "test-shrink.replay";
    char why[512];
    size_t size;
    FILE *f;

    assert_true(assay_replay_save_script(&s->best, NULL, NULL, path, why, sizeof why));
    f = fopen(path, "r");
    assert_non_null(f);
    size = fread(text, 1, 4095, f);
    text[size] = '\0';
    fclose(f);
    remove(path);
    return size;
}

static void test_same_result_each_time(void **state)
{
    struct assay_shrink a = shrink_of(&dpas_ops, "smallest", 4);
    struct assay_shrink b = shrink_of(&dpas_ops, "smallest", 4);
    char first[4096], second[4096];

    (void)state;
    shrunk(&a);
    shrunk(&b);
    assert_int_equal(a.trials, b.trials);
    assert_int_equal(saved(&a, first), saved(&b, second));
    assert_string_equal(first, second);
    assay_shrink_free(&a);
    assay_shrink_free(&b);
}

/* A transactions file that fails can be shrunk like any run, and a minimal one stays unchanged. */
static void test_again(void **state)
{
    struct assay_shrink a = shrink_of(&dpas_ops, "smallest", 5), b;
    char first[4096], second[4096];

    (void)state;
    shrunk(&a);
    b = shrink_of(&dpas_ops, "smallest", 0);
    assay_script_play(&b.config, &a.best);
    b.config.cycles = a.best.cycles;
    shrunk(&b);
    saved(&a, first);
    saved(&b, second);
    assert_string_equal(first, second);
    assay_shrink_free(&b);
    assay_shrink_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_command_with_its_operands),
        cmocka_unit_test(test_command_cut_short),
        cmocka_unit_test(test_same_result_each_time),
        cmocka_unit_test(test_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
