/*
 * shrink_bench.h - runs to shrink, and what holds for every shrunk one.
 */
#ifndef SHRINK_BENCH_H
#define SHRINK_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stimulus/shrink.h"

static inline struct assay_shrink shrink_of(const struct assay_dut_ops *ops, const char *params,
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

static inline enum assay_verdict run_script(const struct assay_shrink *s,
                                            const struct assay_script *script,
                                            struct assay_result *result)
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
static inline void still_fails(const struct assay_shrink *s)
{
    struct assay_result r;

    assert_int_equal(run_script(s, &s->best, &r), s->verdict);
    assert_int_equal(r.fail_cycle, s->fail_cycle);
    assert_int_equal(s->best.cycles, s->fail_cycle + 1);
    assert_ptr_equal(differs, s->port);
    assert_int_equal(assay_script_items(&s->best), s->size.transactions);
    assert_true(s->size.transactions <= s->first.transactions);
}

static inline void shrunk(struct assay_shrink *s)
{
    char why[256] = "";

    if (assay_shrink_run(s, why, sizeof why) != ASSAY_SHRUNK)
        fail_msg("%s", why);
    assert_false(s->stopped || s->out_of_time);
    still_fails(s);
}

#endif
