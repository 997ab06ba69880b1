/*
 * test_shrink.c - shrinking, on DUTs made of the golden model with one planted bug.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "dotmul/dotmul.h"
#include "dpas/dpas.h"
#include "engine/driver.h"
#include "stimulus/replay.h"
#include "stimulus/shrink.h"
#include "stimulus/shrink_steps.h"

/* --- dotmul with a selectable bug --- */

enum bug {
    NO_BUG,
    BAD_OPERAND, /* one operand in one mode gives a wrong product */
    BAD_STALL,   /* a result that waits for three cycles changes */
    BAD_RESET,   /* what an operation before a reset left behind shows after the reset */
    BAD_PAIR,    /* two operations in successive cycles, both of signed operands */
    BAD_SUM,   /* one operand, if the low bits of all before it since the reset add up to a value */
    BAD_ARMED, /* one operand, once any operand was signed, even of the same operation */
    BAD_LATE,  /* results are wrong after 9000 cycles */
    BAD_UNKNOWN, /* an X for one operand */
    BAD_STOP     /* $finish for one operand */
};

static enum bug bug;

struct dotmul_dut {
    struct dotmul_state state;
    struct dotmul_inputs in;
    struct dotmul_op last; /* operation whose result is valid */
    uint32_t waited, cycles;
    bool marked, was_reset, wrong, pair, stop, cancelled, armed, fires;
    uint8_t sum;
};

static void *dotmul_create(void)
{
    const struct dotmul_params p = {.n = 4, .k = 2, .duplex = 0};
    struct dotmul_dut *d = calloc(1, sizeof *d);

    if (d)
        dotmul_init(&d->state, &p);
    return d;
}

/* Returns true if the bug changes the result, given the state before this cycle. */
static bool is_wrong(const struct dotmul_dut *d, const struct dotmul_outputs *out)
{
    if (!out->res_valid)
        return false;
    switch (bug) {
    case BAD_OPERAND:
        return d->last.a == 0x5B && d->last.dot;
    case BAD_STALL:
        return d->waited >= 3;
    case BAD_RESET:
        return d->was_reset;
    case BAD_PAIR:
        return d->pair;
    case BAD_SUM:
        return d->cancelled;
    case BAD_ARMED:
        return d->fires;
    case BAD_LATE:
        return d->cycles > 9000;
    default:
        return false;
    }
}

static void dotmul_eval(void *any, const void *any_in, void *any_out)
{
    struct dotmul_dut *d = any;
    const struct dotmul_inputs *in = any_in;
    struct dotmul_outputs *out = any_out;
    const bool flowing = d->last.a_signed;
    bool taken;

    dotmul_step(&d->state, in, out);
    taken = in->op_valid && out->op_ready && !in->rst;
    ++d->cycles;
    if (is_wrong(d, out))
        out->res.p ^= 0x10;
    d->stop = bug == BAD_STOP && taken && in->op.b == 0x77;
    d->wrong = bug == BAD_UNKNOWN && out->res_valid && d->last.b == 0x40;
    d->waited = out->res_valid && !in->res_ready ? d->waited + 1 : 0;
    if (in->rst) {
        d->was_reset |= d->marked;
        memset(&d->last, 0, sizeof d->last);
        d->sum = 0;
        d->armed = false;
    } else if (taken) {
        d->cancelled = d->sum == 31 && in->op.b == 0x5A;
        d->sum ^= in->op.a & 31;
        d->armed |= in->op.a_signed;
        d->fires = d->armed && in->op.b == 0x5A;
        d->marked |= in->op.a == 0xFF;
        d->pair = out->res_valid && flowing && in->op.a_signed;
        d->last = in->op;
    }
}

static unsigned dotmul_edge(void *any)
{
    return ((struct dotmul_dut *)any)->stop ? ASSAY_DUT_FINISHED : 0;
}

static int dotmul_unknown(void *any, void *any_mask)
{
    const struct dotmul_dut *d = any;
    struct dotmul_outputs *mask = any_mask;

    memset(mask, 0, sizeof *mask);
    mask->res.p = d->wrong ? 4 : 0;
    return d->wrong;
}

static const struct assay_dut_ops dotmul_ops = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct dotmul_inputs),
    .out_size = sizeof(struct dotmul_outputs),
    .block = "dotmul",
    .create = dotmul_create,
    .destroy = free,
    .eval = dotmul_eval,
    .edge = dotmul_edge,
    .unknown = dotmul_unknown,
};

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

static struct assay_shrink shrink_of(const struct assay_dut_ops *ops, const char *params,
                                     uint64_t seed)
{
    struct assay_shrink s = {.config = {.seed = seed, .cycles = 1000000, .backend = "test"}};
    char why[256] = "";

    s.config.block = assay_block_find(ops->block);
    assert_true(assay_params_parse(s.config.block, params, &s.config.params, why, sizeof why));
    s.config.scenario = &s.config.block->scenarios[0];
    s.config.knobs = s.config.scenario->knobs;
    s.config.ops = ops;
    return s;
}

/* The first port that differed in the last run of a script. */
static const struct assay_port *differs;

static enum assay_verdict run_script(const struct assay_shrink *s,
                                     const struct assay_script *script, struct assay_result *result)
{
    struct assay_config c = s->config;
    struct assay_lockstep *ls;
    char why[256] = "";

    assay_script_play(&c, script);
    c.cycles = script->cycles;
    ls = assay_lockstep_open(&c, why, sizeof why);
    assert_non_null(ls);
    assay_lockstep_run(ls, UINT64_MAX);
    *result = *assay_lockstep_result(ls);
    differs = result->n_differences ? result->difference[0].port : NULL;
    result->difference = NULL;
    assay_lockstep_close(ls);
    return result->verdict;
}

/* Asserts that the best script still fails like the whole run, in its last cycle, and has the
 * stated size. */
static void still_fails(const struct assay_shrink *s)
{
    struct assay_result r;

    assert_int_equal(run_script(s, &s->best, &r), s->verdict);
    assert_int_equal(r.fail_cycle, s->fail_cycle);
    assert_int_equal(s->best.cycles, s->fail_cycle + 1);
    assert_ptr_equal(differs, s->port);
    assert_int_equal(assay_script_items(&s->best), s->size.transactions);
    assert_true(s->size.transactions <= s->first.transactions);
}

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

static void shrunk(struct assay_shrink *s)
{
    char why[256] = "";

    if (assay_shrink_run(s, why, sizeof why) != ASSAY_SHRUNK)
        fail_msg("%s", why);
    assert_false(s->stopped || s->out_of_time);
    still_fails(s);
}

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

/* --- interruptions --- */

static uint64_t stop_after;

static bool stops(void *arg, const struct assay_shrink *s)
{
    (void)arg;
    return s->trials < stop_after;
}

static void test_interrupted(void **state)
{
    char why[256];

    (void)state;
    bug = BAD_OPERAND;
    for (stop_after = 3; stop_after < 40; stop_after += 4) {
        struct assay_shrink s = shrink_of(&dotmul_ops, "default", 2);

        s.progress = stops;
        assert_int_equal(assay_shrink_run(&s, why, sizeof why), ASSAY_SHRUNK);
        assert_true(s.stopped);
        assert_true(s.trials <= stop_after);
        still_fails(&s);
        assay_shrink_free(&s);
    }
    for (stop_after = 0; stop_after < 2; ++stop_after) {
        struct assay_shrink s = shrink_of(&dotmul_ops, "default", 2);

        s.progress = stops;
        assert_int_equal(assay_shrink_run(&s, why, sizeof why), ASSAY_SHRINK_INTERRUPTED);
        assert_non_null(strstr(why, "stopped before"));
        assay_shrink_free(&s);
    }
}

static unsigned calls, stop_in;

static bool stops_in_call(void *arg, const struct assay_shrink *s)
{
    (void)arg;
    (void)s;
    return ++calls < stop_in;
}

/* Interruptions at any moment, even while a child process writes the result: nothing is lost, and
 * it is not reported as out of memory. */
static void test_interrupted_anywhere(void **state)
{
    unsigned kept = 0;

    (void)state;
    bug = BAD_LATE;
    for (stop_in = 1; stop_in < 150; ++stop_in) {
        struct assay_shrink s = shrink_of(&dotmul_ops, "default", 2);
        struct assay_block block = *s.config.block;
        char why[256] = "";
        enum assay_shrink_end end;

        block.apart = true;
        s.config.block = &block;
        calls = 0;
        s.progress = stops_in_call;
        end = assay_shrink_run(&s, why, sizeof why);
        if (end != ASSAY_SHRUNK && end != ASSAY_SHRINK_INTERRUPTED)
            fail_msg("stopped in call %u: %s", stop_in, why);
        assert_true(s.stopped);
        if (end == ASSAY_SHRUNK)
            still_fails(&s);
        kept += end == ASSAY_SHRUNK;
        assay_shrink_free(&s);
    }
    assert_true(kept > 50);
}

static void ends_its_process(void *state, const void *in, void *out, uint64_t *transfers, size_t n)
{
    (void)state;
    (void)in;
    (void)out;
    (void)transfers;
    (void)n;
    _exit(0);
}

/* A user's model may call exit: the answer of its process is empty. */
static void test_model_that_exits(void **state)
{
    struct assay_shrink s = shrink_of(&dotmul_ops, "default", 1);
    struct assay_block block = *s.config.block;
    struct assay_model_block model = *block.model;
    struct assay_script script = {0};
    char why[256] = "";
    uint64_t start;

    (void)state;
    model.steps = ends_its_process;
    block.model = &model;
    block.apart = true;
    s.config.block = &block;
    assert_false(assay_shrink_record(&s, &s.config, 0, 10, &script, &start, why, sizeof why));
    assert_string_equal(why, "the run ended before it was written down");
    assay_script_free(&script);
    assay_shrink_free(&s);
}

static void test_out_of_time(void **state)
{
    struct assay_shrink s = shrink_of(&dotmul_ops, "default", 2);
    char why[256];

    (void)state;
    bug = BAD_OPERAND;
    s.seconds = 1e-9;
    assert_int_equal(assay_shrink_run(&s, why, sizeof why), ASSAY_SHRUNK);
    assert_true(s.out_of_time);
    still_fails(&s);
    assay_shrink_free(&s);
}

static void test_nothing_to_shrink(void **state)
{
    struct assay_shrink s = shrink_of(&dotmul_ops, "default", 1);
    char why[256];

    (void)state;
    bug = NO_BUG;
    s.config.cycles = 3000;
    assert_int_equal(assay_shrink_run(&s, why, sizeof why), ASSAY_SHRINK_PASSES);
    assert_string_equal(why, "does not fail: nothing to shrink");
    assay_shrink_free(&s);

    s = shrink_of(&dotmul_ops, "default", 1);
    s.config.scenario = &assay_script_scenario; /* has no transactions */
    s.config.hang = 100;
    assert_int_equal(assay_shrink_run(&s, why, sizeof why), ASSAY_SHRINK_UNSUITABLE);
    assert_non_null(strstr(why, "fails with hang"));
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
        cmocka_unit_test(test_command_with_its_operands),
        cmocka_unit_test(test_command_cut_short),
        cmocka_unit_test(test_same_result_each_time),
        cmocka_unit_test(test_again),
        cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_interrupted_anywhere),
        cmocka_unit_test(test_model_that_exits),
        cmocka_unit_test(test_out_of_time),
        cmocka_unit_test(test_nothing_to_shrink),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
