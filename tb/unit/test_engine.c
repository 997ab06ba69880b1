/*
 * test_engine.c - the lockstep engine on faulty DUTs made of the golden model.
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

#include "base/home.h"
#include "diagnose/report.h"
#include "engine/driver.h"
#include "stimulus/replay.h"
#include "unit/engine_dut.h"
#include "unit/random.h"

/* Returns the first cycle from `from` on, outside reset, in which a result is valid. Finds it with
 * the model alone. */
static uint64_t cycle_with_result(uint64_t seed, uint64_t from)
{
    struct assay_config c = config_of(seed, from + 1000);
    struct assay_lockstep *ls;
    struct assay_moment m;
    uint64_t cycle = from;

    c.ops = NULL;
    ls = opened(&c);
    assay_lockstep_run(ls, from);
    for (;; ++cycle) {
        assay_lockstep_run(ls, 1);
        assert_true(assay_lockstep_moment(ls, cycle, &m));
        if (((const struct dotmul_outputs *)m.expected)->res_valid &&
            !((const struct dotmul_inputs *)m.in)->rst)
            break;
    }
    assay_lockstep_close(ls);
    return cycle;
}

static void test_equal_run_passes(void **state)
{
    struct assay_config c = config_of(random_seed(7), 5000);
    struct assay_lockstep *ls = opened(&c);
    const struct assay_result *r;

    (void)state;
    nothing_wrong();
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_PASS);
    r = assay_lockstep_finish(ls);
    assert_int_equal(r->verdict, ASSAY_PASS);
    assert_int_equal(r->cycles, 5000);
    assert_int_equal(r->compared, 5000 - in_reset);
    assert_true(r->resets >= 2);
    assert_true(r->transactions > 1000);
    assay_lockstep_close(ls);
}

/* Checks everything that a report must say, in both forms. */
static void check_report(const struct assay_lockstep *ls, uint64_t cycle)
{
    char *text = NULL, wanted[64], page[4096] = "";
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);

    assert_non_null(f);
    assay_report_text(f, ls, "assay run dotmul --seed 3");
    assay_report_json(f, ls, "assay run dotmul --seed 3", NULL, NULL);
    fclose(f);
    snprintf(wanted, sizeof wanted, "MISMATCH at cycle %llu, after transaction",
             (unsigned long long)cycle);
    assert_non_null(strstr(text, wanted));
    assert_non_null(strstr(text, "dotmul (n=4,k=2,duplex=0), scenario random, seed 3"));
    assert_non_null(strstr(text, "res_p"));
    assert_non_null(strstr(text, "bits     3\n"));
    assert_non_null(strstr(text, "last transactions (cycle, stream; outputs as expected):"));
    assert_non_null(strstr(text, " (res)\n")); /* as counted by `after transaction` */
    assert_non_null(strstr(text, "  op     a="));
    assert_non_null(strstr(text, "reproduce:  assay run dotmul --seed 3"));
    assert_int_equal(sscanf(strstr(text, "contract:   "), "contract:   %4095s", page), 1);
    assert_int_equal(access(page, R_OK), 0);
    assert_non_null(strstr(page, "model/dotmul/README.md"));
    snprintf(wanted, sizeof wanted, "\"fail_cycle\":%llu", (unsigned long long)cycle);
    assert_non_null(strstr(text, wanted));
    assert_non_null(strstr(text, "\"port\":\"res_p\""));
    free(text);
}

/* The path that a report prints can be opened from any folder, and the page is the block's. */
static void test_every_block_has_its_contract(void **state)
{
    char path[4096], line[1024], title[80], home[4096], here[4096];

    (void)state;
    for (size_t i = 0; assay_blocks[i]; ++i) {
        FILE *f = fopen(assay_block_contract(assay_blocks[i], path, sizeof path), "r");

        if (!f)
            fail_msg("%s: no contract at %s", assay_blocks[i]->model->name, path);
        assert_non_null(fgets(line, sizeof line, f));
        fclose(f);
        snprintf(title, sizeof title, "# %s", assay_blocks[i]->model->name);
        if (strncmp(line, title, strlen(title)) != 0 || !strchr(": \n", line[strlen(title)]))
            fail_msg("%s: expected a page with the title '%s', found %s", path, title, line);
    }
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(assay_home(home, sizeof home)), 0);
    assert_string_equal(assay_block_contract(assay_blocks[0], path, sizeof path),
                        "model/dotmul/README.md");
    assert_int_equal(chdir("model"), 0);
    assert_int_equal(assay_block_contract(assay_blocks[0], path, sizeof path)[0], '/');
    assert_int_equal(chdir(here), 0);
}

/* A wrong ready and a wrong valid are listed before their possible consequences. */
static void test_causes_come_first(void **state)
{
    const uint64_t cycle = cycle_with_result(3, 1234);
    struct assay_config c = config_of(3, 100000);
    struct assay_lockstep *ls = opened(&c);
    const struct assay_result *r;

    (void)state;
    nothing_wrong();
    wrong.flip_p_at = wrong.drop_ready_at = wrong.drop_valid_at = (long)cycle;
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_MISMATCH);
    r = assay_lockstep_finish(ls);
    assert_int_equal(r->n_differences, 3);
    assert_string_equal(r->difference[0].port->name, "res_valid");
    assert_int_equal(r->difference[0].width, 1);
    assert_int_equal(r->difference[0].expected[0], 1);
    assert_string_equal(r->difference[1].port->name, "op_ready");
    assert_string_equal(r->difference[2].port->name, "res_p");
    assert_int_equal(r->difference[2].expected[0] ^ r->difference[2].actual[0], 8);
    assay_lockstep_close(ls);
}

static void test_wrong_payload_is_caught_in_its_cycle(void **state)
{
    const uint64_t cycle = cycle_with_result(3, 1234);
    struct assay_config c = config_of(3, 100000);
    struct assay_lockstep *ls = opened(&c);
    const struct assay_result *r;

    (void)state;
    nothing_wrong();
    wrong.flip_p_at = (long)cycle;
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_MISMATCH);
    r = assay_lockstep_finish(ls);
    assert_int_equal(r->fail_cycle, cycle);
    assert_int_equal(r->cycles, cycle + 1);
    assert_int_equal(r->n_differences, 1);
    assert_string_equal(r->difference[0].port->name, "res_p");
    assert_int_equal(r->difference[0].width, 16);
    assert_int_equal(r->difference[0].expected[0] ^ r->difference[0].actual[0], 8);
    check_report(ls, cycle);
    assay_lockstep_close(ls);
}

static void test_wrong_ready_is_caught_in_its_cycle(void **state)
{
    struct assay_config c = config_of(4, 100000);
    struct assay_lockstep *ls = opened(&c);
    const struct assay_result *r;

    (void)state;
    nothing_wrong();
    wrong.drop_ready_at = 700;
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_MISMATCH);
    r = assay_lockstep_finish(ls);
    assert_int_equal(r->fail_cycle, 700);
    assert_string_equal(r->difference[0].port->name, "op_ready");
    assay_lockstep_close(ls);
}

/* Payload may have any value while its valid is low. It is the only thing that the care mask
 * hides. */
static void test_payload_without_valid_is_not_compared(void **state)
{
    struct assay_config c = config_of(random_seed(5), 20000);
    struct assay_lockstep *ls = opened(&c);

    (void)state;
    nothing_wrong();
    wrong.unknown_always = true;
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_PASS);
    assay_lockstep_close(ls);
}

static void test_unknown_is_caught(void **state)
{
    const uint64_t cycle = cycle_with_result(6, 900);
    struct assay_config c = config_of(6, 100000);
    struct assay_lockstep *ls = opened(&c);
    const struct assay_result *r;

    (void)state;
    nothing_wrong();
    wrong.unknown_at = (long)cycle;
    assay_lockstep_run(ls, UINT64_MAX);
    r = assay_lockstep_finish(ls);
    assert_int_equal(r->verdict, ASSAY_UNKNOWN);
    assert_int_equal(r->fail_cycle, cycle);
    assert_int_equal(r->n_differences, 1);
    assert_string_equal(r->difference[0].port->name, "res_p");
    assert_int_equal(r->difference[0].unknown[0], 32);
    assay_lockstep_close(ls);
}

static void test_stop_is_reported(void **state)
{
    struct assay_config c = config_of(8, 100000);
    struct assay_lockstep *ls = opened(&c);

    (void)state;
    nothing_wrong();
    wrong.stop_at = 333;
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_STOPPED);
    assert_int_equal(assay_lockstep_result(ls)->fail_cycle, 333);
    assay_lockstep_close(ls);
}

/* --- runs without progress --- */

static bool no_transaction(void *ctx, unsigned stream, void *payload)
{
    (void)ctx;
    (void)stream;
    (void)payload;
    return false;
}

static const struct assay_scenario silent = {.name = "silent", .next = no_transaction};

static void test_nothing_compared_fails(void **state)
{
    struct assay_config c = config_of(9, 500);
    struct assay_lockstep *ls;

    (void)state;
    nothing_wrong();
    c.scenario = &silent;
    ls = opened(&c);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_PASS);
    assert_int_equal(assay_lockstep_finish(ls)->verdict, ASSAY_NOTHING);
    assay_lockstep_close(ls);

    c = config_of(9, ASSAY_RESET_CYCLES); /* reset only */
    ls = opened(&c);
    assay_lockstep_run(ls, UINT64_MAX);
    assert_int_equal(assay_lockstep_finish(ls)->verdict, ASSAY_NOTHING);
    assay_lockstep_close(ls);
}

static void test_hang_is_detected(void **state)
{
    struct assay_config c = config_of(10, 100000);
    struct assay_lockstep *ls;

    (void)state;
    nothing_wrong();
    c.scenario = &silent;
    c.hang = 250;
    ls = opened(&c);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_HANG);
    assert_int_equal(assay_lockstep_result(ls)->fail_cycle, 250);
    assay_lockstep_close(ls);
}

/* Streams are silent, but the scenario reports activity, up to a cycle. */
static bool goes_on(const void *ctx, const void *out)
{
    static uint64_t cycles;

    (void)ctx;
    (void)out;
    return ++cycles < 1000;
}

static void test_what_moves_in_silence_is_no_hang(void **state)
{
    static const struct assay_scenario moving = {
        .name = "moving", .next = no_transaction, .moves = goes_on};
    struct assay_config c = config_of(10, 100000);
    struct assay_lockstep *ls;

    (void)state;
    nothing_wrong();
    c.scenario = &moving;
    c.hang = 250;
    ls = opened(&c);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_HANG);
    assert_int_equal(assay_lockstep_result(ls)->fail_cycle, 998 + 250); /* the 999th is cycle 998 */
    assay_lockstep_close(ls);
}

static void test_dead_dut_is_caught_after_reset(void **state)
{
    struct assay_config c = config_of(11, 1000);
    struct assay_lockstep *ls = opened(&c);

    (void)state;
    nothing_wrong();
    wrong.dead = true;
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_MISMATCH);
    assert_int_equal(assay_lockstep_result(ls)->fail_cycle, ASSAY_RESET_CYCLES);
    assay_lockstep_close(ls);
}

/* --- several cycles at a time ---
 *
 * A four-state DUT is compared cycle by cycle. A two-state one runs some cycles before the compare
 * looks at them; that must not show. */

static void same_result(const struct assay_config *c)
{
    struct assay_dut_ops two_state = dut_ops;
    struct assay_config fast = *c;
    struct assay_lockstep *one = opened(c), *many;
    const struct assay_result *a, *b;

    two_state.unknown = NULL;
    fast.ops = &two_state;
    many = opened(&fast);
    assay_lockstep_run(one, UINT64_MAX);
    assay_lockstep_run(many, 1); /* shifts the groups of cycles that the engine would choose */
    assay_lockstep_run(many, UINT64_MAX);
    a = assay_lockstep_finish(one);
    b = assay_lockstep_finish(many);
    assert_int_equal(a->verdict, b->verdict);
    assert_int_equal(a->fail_cycle, b->fail_cycle);
    assert_int_equal(a->cycles, b->cycles);
    assert_int_equal(a->compared, b->compared);
    assert_int_equal(a->resets, b->resets);
    assert_int_equal(a->transactions, b->transactions);
    assert_memory_equal(a->transfers, b->transfers, sizeof a->transfers);
    assert_int_equal(a->n_differences, b->n_differences);
    for (size_t i = 0; i < a->n_differences; ++i)
        assert_memory_equal(a->difference[i].actual, b->difference[i].actual,
                            sizeof a->difference[i].actual);
    for (uint64_t back = 1; back <= ASSAY_HISTORY && back <= a->cycles; ++back) {
        struct assay_moment x, y;

        assert_true(assay_lockstep_moment(one, a->cycles - back, &x));
        assert_true(assay_lockstep_moment(many, a->cycles - back, &y));
        assert_memory_equal(x.in, y.in, c->block->model->in_size);
        assert_memory_equal(x.expected, y.expected, c->block->model->out_size);
        assert_memory_equal(x.actual, y.actual, c->block->model->out_size);
    }
    assay_lockstep_close(one);
    assay_lockstep_close(many);
}

static void test_many_cycles_at_a_time(void **state)
{
    struct assay_config c = config_of(random_seed(12), 3333);

    (void)state;
    nothing_wrong();
    same_result(&c);
    for (long at = 1000; at < 1300; at += 7) {
        nothing_wrong();
        wrong.drop_ready_at = at;
        same_result(&c);
        wrong.stop_at = at + 3; /* after the mismatch, which is what is reported */
        same_result(&c);
        wrong.stop_at = at - 1;
        same_result(&c);
        wrong.stop_at = at;
        same_result(&c);
    }
    nothing_wrong();
    c.scenario = &silent;
    c.hang = 333;
    same_result(&c);
}

/* --- recorded inputs --- */

static bool always_failed(const void *ctx)
{
    (void)ctx;
    return true;
}

static void test_recorded_inputs(void **state)
{
    enum { RECORDED = 500, CYCLES = 2222 };
    struct assay_config c = config_of(random_seed(13), CYCLES);
    struct assay_scenario failing = c.scenario[0];
    uint8_t *inputs = calloc(RECORDED, c.block->model->in_size);
    struct assay_lockstep *ls;
    struct assay_moment m;
    char why[256] = "";

    (void)state;
    nothing_wrong();
    assert_non_null(inputs);
    assert_true(assay_lockstep_record(&c, inputs, RECORDED, why, sizeof why));
    c.recorded = inputs;
    c.n_recorded = RECORDED;
    failing.failed = always_failed; /* but it is not called */
    c.scenario = &failing;
    ls = opened(&c);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_PASS);
    assert_int_equal(assay_lockstep_result(ls)->cycles, CYCLES);
    for (uint64_t i = CYCLES - ASSAY_HISTORY; i < CYCLES; ++i) {
        assert_true(assay_lockstep_moment(ls, i, &m));
        assert_memory_equal(m.in, inputs + i % RECORDED * c.block->model->in_size,
                            c.block->model->in_size);
    }
    assay_lockstep_close(ls);
    same_result(&c);
    wrong.drop_ready_at = 1777;
    same_result(&c);

    nothing_wrong();
    memset(inputs, 0, RECORDED * c.block->model->in_size);
    inputs[0] = 1; /* one cycle in reset, then nothing */
    c.hang = 700;
    same_result(&c);
    ls = opened(&c);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_HANG);
    assert_int_equal(assay_lockstep_result(ls)->fail_cycle, 700);
    assay_lockstep_close(ls);
    free(inputs);
}

/* --- refused configurations --- */

static void test_dut_of_another_block_is_refused(void **state)
{
    struct assay_config c = config_of(1, 100);
    struct assay_dut_ops other = dut_ops;
    char why[256] = "";

    (void)state;
    other.out_size += 1;
    c.ops = &other;
    assert_null(assay_lockstep_open(&c, why, sizeof why));
    assert_non_null(strstr(why, "expected dotmul"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_run_passes),
        cmocka_unit_test(test_every_block_has_its_contract),
        cmocka_unit_test(test_causes_come_first),
        cmocka_unit_test(test_wrong_payload_is_caught_in_its_cycle),
        cmocka_unit_test(test_wrong_ready_is_caught_in_its_cycle),
        cmocka_unit_test(test_payload_without_valid_is_not_compared),
        cmocka_unit_test(test_unknown_is_caught),
        cmocka_unit_test(test_stop_is_reported),
        cmocka_unit_test(test_nothing_compared_fails),
        cmocka_unit_test(test_hang_is_detected),
        cmocka_unit_test(test_what_moves_in_silence_is_no_hang),
        cmocka_unit_test(test_dead_dut_is_caught_after_reset),
        cmocka_unit_test(test_many_cycles_at_a_time),
        cmocka_unit_test(test_recorded_inputs),
        cmocka_unit_test(test_dut_of_another_block_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
