/*
 * test_transfers_rtl.c - level `transfers` on RTL: dotmul with its arithmetic as an untimed model.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"
#include "base/process.h"
#include "diagnose/vacuity.h"
#include "dotmul/dotmul.h"
#include "engine/lockstep.h"
#include "sim/backend.h"
#include "stimulus/random_transactions.h"
#include "stimulus/shrink.h"

static struct dotmul_params params;

static void init(void *state, const struct assay_params *p)
{
    (void)state;
    memcpy(&params, p->v, sizeof params);
}

static void on(void *state, unsigned stream, const void *payload, struct assay_emit *emit)
{
    const struct dotmul_res res = {.p = dotmul(&params, payload)};

    (void)state;
    assert_int_equal(stream, 0);
    assay_emit(emit, 1, &res);
}

static const struct assay_transfer_hooks hooks = {.on = on};
static struct assay_model_block pins;
static struct assay_block block;

struct rtl {
    const struct assay_dut_ops *ops;
    void *handle;
};

static struct rtl opened(const char *fault)
{
    struct assay_variant v = {.block = assay_block_find("dotmul"), .fault = fault};
    struct rtl r;
    char why[4096] = "";

    assert_true(assay_params_parse(v.block, "smallest", &v.params, why, sizeof why));
    if (assay_verilator_open(&v, true, &r.ops, &r.handle, why, sizeof why) != ASSAY_OK)
        fail_msg("%s", why);
    block = *v.block;
    pins = *v.block->model;
    pins.init = init;
    pins.step = NULL;
    pins.steps = NULL;
    pins.agree = NULL;
    block.model = &pins;
    block.level = ASSAY_COMPARE_TRANSFERS;
    block.cover = NULL;
    block.cover_begin = NULL;
    block.n_groups = block.n_scenarios = 0;
    block.hooks = &hooks;
    block.timeout = 100;
    assay_random_complete(&block);
    return r;
}

static struct assay_config config_of(const struct rtl *r)
{
    struct assay_config c = {.block = &block, .seed = 1, .cycles = 20000, .ops = r->ops};
    char why[256];

    assert_true(assay_params_parse(&block, "smallest", &c.params, why, sizeof why));
    c.backend = "verilator";
    c.scenario = &block.scenarios[0];
    c.knobs = c.scenario->knobs;
    c.cover = true;
    return c;
}

static struct assay_lockstep *finished(const struct assay_config *c)
{
    char why[256] = "";
    struct assay_lockstep *ls = assay_lockstep_open(c, why, sizeof why);

    assert_string_equal(why, "");
    assert_non_null(ls);
    assay_lockstep_run(ls, UINT64_MAX);
    assay_lockstep_finish(ls);
    return ls;
}

static void test_passes(void **state)
{
    const struct rtl r = opened(NULL);
    struct assay_config c = config_of(&r);
    struct assay_lockstep *ls = finished(&c);
    struct assay_vacuity v = {.config = c};
    struct assay_text t = {0};
    char why[512];

    (void)state;
    assert_int_equal(assay_lockstep_result(ls)->verdict, ASSAY_PASS);
    assert_true(assay_lockstep_result(ls)->transactions > 5000);
    assert_int_equal(assay_histogram_min(&assay_lockstep_timing(ls, 1)->latency), 1);
    assay_lockstep_close(ls);
    if (assay_vacuity_run(&v, why, sizeof why) != ASSAY_VACUITY_DONE)
        fail_msg("%s", why);
    assert_int_equal(v.bits, 10);
    assay_vacuity_names(&v, false, &t);
    assert_string_equal(assay_text_get(&t), "");
    assay_text_free(&t);
    assay_vacuity_free(&v);
    assay_verilator_close(r.handle);
}

/* Asserts that the run finds the failing cycle, its waveform, and a smallest case. */
static void finds(const char *fault, enum assay_mismatch kind, uint64_t transactions)
{
    const struct rtl r = opened(fault);
    struct assay_config c = config_of(&r);
    char wave[] = "/tmp/assay-test-transfers-XXXXXX", why[512] = "", path[64];
    char *read[] = {"fst2vcd", path, NULL};
    struct assay_output vcd = {0};
    struct assay_shrink s = {.config = c};
    struct assay_lockstep *ls;

    assert_non_null(mkdtemp(wave));
    snprintf(path, sizeof path, "%s/x.fst", wave);
    c.trace = ASSAY_TRACE_FAIL;
    c.trace_path = path;
    ls = finished(&c);
    assert_int_equal(assay_lockstep_result(ls)->verdict, ASSAY_MISMATCH);
    assert_int_equal(assay_lockstep_result(ls)->kind, kind);
    assert_string_equal(assay_lockstep_result(ls)->wave_error, "");
    assert_non_null(assay_lockstep_result(ls)->waveform);
    assert_int_equal(assay_process(read, NULL, &vcd), 0);
    assert_non_null(strstr(vcd.text, "mismatch_res_p"));
    free(vcd.text);
    remove(path);
    remove(wave);
    assay_lockstep_close(ls);
    if (assay_shrink_run(&s, why, sizeof why) != ASSAY_SHRUNK)
        fail_msg("%s: %s", fault, why);
    assert_in_range(s.trials, 1, 200);
    assert_int_equal(s.size.transactions, transactions);
    assay_shrink_free(&s);
    assay_verilator_close(r.handle);
}

static void test_faults(void **state)
{
    (void)state;
    finds("wide_sign_everywhere", ASSAY_DIFFERS, 1);
    finds("valid_dropped", ASSAY_NOT_HELD, 1);
    finds("payload_moves", ASSAY_NOT_HELD, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_faults),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
