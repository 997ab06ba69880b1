/*
 * same_runs.h - compares two runs of one configuration at level `transfers` in everything that a
 * run reports.
 */
#ifndef TEST_SAME_RUNS_H
#define TEST_SAME_RUNS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/cover.h"
#include "engine/lockstep.h"

static void same_timing(const struct assay_lockstep *a, const struct assay_lockstep *b)
{
    const size_t n = assay_lockstep_config(a)->block->model->n_streams;

    for (unsigned i = 0; i < n; ++i)
        assert_memory_equal(assay_lockstep_timing(a, i), assay_lockstep_timing(b, i),
                            sizeof(struct assay_timing));
}

static void same_moments(const struct assay_lockstep *a, const struct assay_lockstep *b,
                         uint64_t cycles)
{
    const struct assay_model_block *model = assay_lockstep_config(a)->block->model;
    const uint64_t kept = cycles < ASSAY_HISTORY ? cycles : ASSAY_HISTORY;

    for (uint64_t cycle = cycles - kept; cycle < cycles; ++cycle) {
        struct assay_moment x, y;

        assert_true(assay_lockstep_moment(a, cycle, &x));
        assert_true(assay_lockstep_moment(b, cycle, &y));
        assert_memory_equal(x.in, y.in, model->in_size);
        assert_memory_equal(x.expected, y.expected, model->out_size);
        assert_int_equal(x.actual == NULL, y.actual == NULL);
        if (x.actual)
            assert_memory_equal(x.actual, y.actual, model->out_size);
        assert_int_equal(x.transfers, y.transfers);
    }
}

static void same_result(const struct assay_model_block *model, const struct assay_result *x,
                        const struct assay_result *y)
{
    assert_string_equal(assay_verdict_name(x->verdict), assay_verdict_name(y->verdict));
    assert_int_equal(x->kind, y->kind);
    assert_int_equal(x->stream, y->stream);
    assert_int_equal(x->fail_cycle, y->fail_cycle);
    assert_int_equal(x->cycles, y->cycles);
    assert_int_equal(x->compared, y->compared);
    assert_memory_equal(x->transfers, y->transfers, sizeof x->transfers);
    assert_int_equal(x->transactions, y->transactions);
    assert_int_equal(x->resets, y->resets);
    assert_int_equal(x->drained, y->drained);
    assert_int_equal(x->silent, y->silent);
    assert_int_equal(x->in_model, y->in_model);
    assert_int_equal(x->signal, y->signal);
    assert_string_equal(x->why, y->why);
    assert_int_equal(x->n_differences, y->n_differences);
    assert_int_equal(x->has_request, y->has_request);
    if (!x->has_request)
        return;
    assert_int_equal(x->request_stream, y->request_stream);
    assert_int_equal(x->request_cycle, y->request_cycle);
    assert_memory_equal(x->request_payload, y->request_payload,
                        model->streams[x->request_stream].payload_size);
}

/* Both runs must have ended. */
static inline void same_runs(const struct assay_lockstep *a, const struct assay_lockstep *b)
{
    const struct assay_cover *x = assay_lockstep_cover(a), *y = assay_lockstep_cover(b);

    same_result(assay_lockstep_config(a)->block->model, assay_lockstep_result(a),
                assay_lockstep_result(b));
    same_timing(a, b);
    same_moments(a, b, assay_lockstep_result(a)->cycles);
    assert_int_equal(x->n, y->n);
    assert_memory_equal(x->count, y->count, x->n * sizeof x->count[0]);
}

#endif
