/*
 * test_snapshot.c - snapshots by fork: the window before a failure in runs of any length, crashes,
 * evaluations that do not end, and no child left behind. The DUT is the golden model with one
 * fault. Its "waveform" is a file with one empty section, next to a log of the traced cycles.
 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "dotmul/dotmul.h"
#include "engine/lockstep.h"
#include "engine/snapshot.h"
#include "unit/folder.h"

static struct {
    uint64_t flip_ready_at, crash_at, loop_at;
    uint64_t kill_at; /* killed while it is traced */
} wrong;

static char wave_path[PATH_MAX], log_path[PATH_MAX];

struct dut {
    struct dotmul_state state;
    uint64_t cycle, transactions;
    FILE *log;
};

/* A DUT that crashed is not called again, so the test has to free it. */
static struct dut *newest;

static void *dut_create(void)
{
    const struct dotmul_params p = {.n = 4, .k = 2, .duplex = 0};
    struct dut *d = calloc(1, sizeof *d);

    if (d)
        dotmul_init(&d->state, &p);
    newest = d;
    return d;
}

static void dut_destroy(void *any)
{
    if (any == newest)
        newest = NULL;
    free(any);
}

static void dut_eval(void *any, const void *in, void *any_out)
{
    struct dut *d = any;
    struct dotmul_outputs *out = any_out;

    if (d->cycle == wrong.crash_at)
        raise(SIGSEGV);
    if (d->log && d->cycle == wrong.kill_at)
        raise(SIGKILL);
    while (d->cycle == wrong.loop_at)
        ++*(volatile uint64_t *)&d->transactions;
    dotmul_step(&d->state, in, out);
    if (d->cycle == wrong.flip_ready_at)
        out->op_ready ^= 1;
    if (d->log)
        fprintf(d->log, "%llu %d %d\n", (unsigned long long)d->cycle, out->op_ready,
                out->res_valid);
}

static unsigned dut_edge(void *any)
{
    struct dut *d = any;

    ++d->cycle;
    return 0;
}

static int dut_trace_open(void *any, const char *path)
{
    static const unsigned char section[9] = {0, 0, 0, 0, 0, 0, 0, 0, 8};
    struct dut *d = any;
    FILE *f = fopen(path, "wb");

    if (!f)
        return errno;
    fwrite(section, 1, sizeof section, f);
    fclose(f);
    d->log = fopen(log_path, "w");
    return d->log ? 0 : errno;
}

static void dut_trace_expect(void *any, const void *expected, uint64_t transactions)
{
    (void)expected;
    ((struct dut *)any)->transactions = transactions;
}

static void dut_trace_close(void *any)
{
    struct dut *d = any;

    fclose(d->log);
    d->log = NULL;
}

static const struct assay_dut_ops dut_ops = {
    .abi = ASSAY_DUT_ABI,
    .in_size = sizeof(struct dotmul_inputs),
    .out_size = sizeof(struct dotmul_outputs),
    .block = "dotmul",
    .create = dut_create,
    .destroy = dut_destroy,
    .eval = dut_eval,
    .edge = dut_edge,
    .trace_open = dut_trace_open,
    .trace_expect = dut_trace_expect,
    .trace_close = dut_trace_close,
};

static struct assay_config config_of(uint64_t cycles)
{
    struct assay_config c = {.seed = 5, .cycles = cycles, .ops = &dut_ops, .backend = "test"};

    c.block = assay_block_find("dotmul");
    c.params = c.block->model->sets[1].params;
    c.scenario = &c.block->scenarios[0];
    c.knobs = c.scenario->knobs;
    c.trace = ASSAY_TRACE_FAIL;
    c.trace_path = wave_path;
    c.catch_crashes = true;
    wrong.flip_ready_at = wrong.crash_at = wrong.loop_at = wrong.kill_at = UINT64_MAX;
    remove(wave_path);
    remove(log_path);
    return c;
}

static struct assay_lockstep *opened(const struct assay_config *c)
{
    char why[256] = "";
    struct assay_lockstep *ls = assay_lockstep_open(c, why, sizeof why);

    assert_string_equal(why, "");
    return ls;
}

static void no_children(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* Asserts that the log holds cycles first..last without a gap. */
static void check_log(uint64_t first, uint64_t last)
{
    FILE *f = fopen(log_path, "r");
    unsigned long long cycle;
    uint64_t next = first;
    char line[64];

    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        cycle = strtoull(line, NULL, 10);
        assert_int_equal(cycle, next);
        ++next;
    }
    fclose(f);
    assert_int_equal(next, last + 1);
}

/* `beyond`: cycles of the run after the failure. */
static void check_window(uint64_t fail_at, uint64_t window, uint64_t beyond)
{
    struct assay_config c = config_of(fail_at + beyond);
    struct assay_lockstep *ls;
    const struct assay_result *r;
    const uint64_t from = fail_at > window ? fail_at - window : 0;

    c.window = window;
    wrong.flip_ready_at = fail_at;
    ls = opened(&c);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_MISMATCH);
    r = assay_lockstep_finish(ls);
    assert_int_equal(r->fail_cycle, fail_at);
    assert_string_equal(r->wave_error, "");
    assert_non_null(r->waveform);
    assert_string_equal(r->waveform, wave_path);
    assert_int_equal(r->wave_from, from);
    assert_int_equal(r->wave_to, fail_at + ASSAY_TRACE_AFTER);
    check_log(from, fail_at + ASSAY_TRACE_AFTER);
    assay_lockstep_close(ls);
    no_children();
}

static void test_window_before_a_failure(void **state)
{
    (void)state;
    check_window(2, 50, 1000);
    check_window(123, 50, 1); /* the failure is in the run's last cycle, as in a replay */
    check_window(200000, 200, 1000);
    check_window(6000000, 1000, 1000); /* many snapshots into the run */
}

static void test_passing_run_leaves_nothing(void **state)
{
    struct assay_config c = config_of(500000);
    struct assay_lockstep *ls = opened(&c);

    (void)state;
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_PASS);
    assert_null(assay_lockstep_finish(ls)->waveform);
    assay_lockstep_close(ls);
    no_children();
    assert_int_equal(access(wave_path, F_OK), -1);
}

static void test_run_closed_in_the_middle(void **state)
{
    struct assay_config c = config_of(500000);
    struct assay_lockstep *ls = opened(&c);

    (void)state;
    assert_int_equal(assay_lockstep_run(ls, 1000), ASSAY_PASS);
    assay_lockstep_close(ls);
    no_children();
}

static void test_trace_never(void **state)
{
    struct assay_config c = config_of(5000);
    struct assay_lockstep *ls;

    (void)state;
    c.trace = ASSAY_TRACE_NEVER;
    wrong.flip_ready_at = 4000;
    ls = opened(&c);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_MISMATCH);
    assert_null(assay_lockstep_result(ls)->waveform);
    assert_string_equal(assay_lockstep_result(ls)->wave_error, "");
    assay_lockstep_close(ls);
    assert_int_equal(access(wave_path, F_OK), -1);
}

static void test_trace_always(void **state)
{
    struct assay_config c = config_of(300);
    struct assay_lockstep *ls;

    (void)state;
    c.trace = ASSAY_TRACE_ALWAYS;
    ls = opened(&c);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_PASS);
    assert_non_null(assay_lockstep_result(ls)->waveform);
    assay_lockstep_close(ls);
    check_log(0, 299);
}

static void test_waveform_that_cannot_be_written(void **state)
{
    struct assay_config c = config_of(5000);
    struct assay_lockstep *ls;

    (void)state;
    c.trace_path = "no/such/folder/x.fst";
    wrong.flip_ready_at = 3000;
    ls = opened(&c);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_MISMATCH);
    assert_int_equal(assay_lockstep_result(ls)->fail_cycle, 3000);
    assert_null(assay_lockstep_result(ls)->waveform);
    assert_non_null(strstr(assay_lockstep_result(ls)->wave_error, "No such file"));
    assay_lockstep_close(ls);
    no_children();
}

static void test_crash(void **state)
{
    struct assay_config c = config_of(5000);
    struct assay_lockstep *ls;
    const struct assay_result *r;

    (void)state;
    wrong.crash_at = 2500;
    ls = opened(&c);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_CRASHED);
    r = assay_lockstep_finish(ls);
    assert_int_equal(r->fail_cycle, 2500);
    assert_int_equal(r->signal, SIGSEGV);
    assert_non_null(r->waveform);
    check_log(2300, 2499); /* up to the cycle before the crash */
    assay_lockstep_close(ls);
    free(newest);
    no_children();
}

/* A child that is killed while it writes the waveform leaves no partial file. */
static void test_killed_copy(void **state)
{
    struct assay_config c = config_of(5000);
    struct assay_lockstep *ls;

    (void)state;
    wrong.flip_ready_at = 2500;
    wrong.kill_at = 2450;
    ls = opened(&c);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_MISMATCH);
    assert_null(assay_lockstep_result(ls)->waveform);
    assert_non_null(strstr(assay_lockstep_result(ls)->wave_error, "killed by signal 9 (Killed)"));
    assert_int_equal(access(wave_path, F_OK), -1);
    assay_lockstep_close(ls);
    no_children();
}

/* A DUT that crashes after a mismatch: the mismatch is what is reported. */
static void test_crash_after_a_difference(void **state)
{
    struct assay_config c = config_of(5000);
    struct assay_lockstep *ls;

    (void)state;
    c.trace = ASSAY_TRACE_NEVER;
    for (uint64_t crash_at = 2510; crash_at < 2600; crash_at += 5) {
        wrong.flip_ready_at = 2509;
        wrong.crash_at = crash_at;
        ls = opened(&c);
        assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_MISMATCH);
        assert_int_equal(assay_lockstep_result(ls)->fail_cycle, 2509);
        assert_int_equal(assay_lockstep_result(ls)->n_differences, 1);
        assay_lockstep_close(ls);
        free(newest); /* NULL if the cycle of the crash was never reached */
        newest = NULL;
    }
}

static void test_no_end(void **state)
{
    struct assay_config c = config_of(5000);
    struct assay_lockstep *ls;
    const struct assay_result *r;
    struct assay_moment m;

    (void)state;
    wrong.loop_at = 2500;
    c.settle = 0.05;
    ls = opened(&c);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_UNSETTLED);
    r = assay_lockstep_finish(ls);
    assert_int_equal(r->fail_cycle, 2500);
    assert_int_equal(r->cycles, 2501);
    assert_int_equal(r->signal, 0);
    assert_true(assay_lockstep_moment(ls, 2500, &m) && !m.actual);
    assert_true(assay_lockstep_moment(ls, 2499, &m) && m.actual);
    assert_non_null(r->waveform);
    check_log(2300, 2499); /* up to the cycle before */
    assay_lockstep_close(ls);
    free(newest);
    no_children();
}

/* The same for an evaluation that does not end: the mismatch is reported, and the waveform ends
 * where the DUT does. */
static void test_no_end_after_a_difference(void **state)
{
    struct assay_config c = config_of(5000);
    struct assay_lockstep *ls;
    const struct assay_result *r;

    (void)state;
    wrong.flip_ready_at = 2500;
    wrong.loop_at = 2504;
    c.settle = 0.05;
    ls = opened(&c);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_MISMATCH);
    r = assay_lockstep_finish(ls);
    assert_int_equal(r->fail_cycle, 2500);
    assert_int_equal(r->n_differences, 1);
    assert_non_null(r->waveform);
    assert_int_equal(r->wave_to, 2503);
    check_log(2300, 2503);
    assay_lockstep_close(ls);
    free(newest);
    no_children();
}

/* An order is carried out once, by the right snapshot; the others end. */
static void test_orders(void **state)
{
    struct assay_snapshots s = {.n = 0};
    struct assay_order order = {.trace_from = 250};
    uint64_t cycle, began = 0;

    (void)state;
    for (cycle = 0; cycle <= 300; cycle += 100) {
        if (assay_snapshot_take(&s, cycle, &order))
            _exit((int)(cycle / 100) + 10 + (order.trace_to == 77 ? 100 : 0));
        assert_in_range(s.n, 1, ASSAY_SNAPSHOTS);
    }
    assert_int_equal(s.n, 2);
    order.trace_to = 77;
    assert_int_equal(assay_snapshot_wake(&s, &order, &began), 112);
    assert_int_equal(began, 200);
    assay_snapshots_drop(&s);
    assert_int_equal(assay_snapshot_wake(&s, &order, &began), ASSAY_NO_SNAPSHOT);
    no_children();
}

static int make_folder(void **state)
{
    if (folder_open(state) != 0)
        return -1;
    assay_path(wave_path, sizeof wave_path, "%s/w.fst", folder.path);
    assay_path(log_path, sizeof log_path, "%s/w.log", folder.path);
    return 0;
}

static int remove_folder(void **state)
{
    remove(wave_path);
    remove(log_path);
    return folder_close_empty(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_window_before_a_failure),
        cmocka_unit_test(test_passing_run_leaves_nothing),
        cmocka_unit_test(test_run_closed_in_the_middle),
        cmocka_unit_test(test_trace_never),
        cmocka_unit_test(test_trace_always),
        cmocka_unit_test(test_waveform_that_cannot_be_written),
        cmocka_unit_test(test_crash),
        cmocka_unit_test(test_killed_copy),
        cmocka_unit_test(test_crash_after_a_difference),
        cmocka_unit_test(test_no_end),
        cmocka_unit_test(test_no_end_after_a_difference),
        cmocka_unit_test(test_orders),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
