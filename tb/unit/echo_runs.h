/*
 * echo_runs.h - runs of the echo block that pass, and runs that end in a mismatch.
 */
#ifndef UNIT_ECHO_RUNS_H
#define UNIT_ECHO_RUNS_H

#include "diagnose/report.h"
#include "echo_block.h"

static inline void passes(const struct assay_config *c)
{
    struct assay_lockstep *ls = opened(c);
    const struct assay_result *r = echo_finish(ls);

    if (r->verdict != ASSAY_PASS) {
        assay_report_text(stderr, ls, "");
        fail_msg("expected a pass");
    }
    assert_true(r->transactions > 100);
    assert_true(assay_lockstep_timing(ls, ECHO_RSP)->compared >= r->transactions);
    assay_lockstep_close(ls);
}

/* Runs until a mismatch of this kind on rsp. Returns its cycle. */
static inline uint64_t mismatches(const struct assay_config *c, enum assay_mismatch kind)
{
    struct assay_lockstep *ls = opened(c);
    const struct assay_result *r = echo_finish(ls);
    uint64_t cycle = r->fail_cycle;

    if (r->verdict != ASSAY_MISMATCH || r->kind != kind) {
        assay_report_text(stderr, ls, "");
        fail_msg("expected a mismatch, %s", assay_mismatch_name(kind));
    }
    assert_int_equal(r->stream, ECHO_RSP);
    assert_int_equal(r->cycles, r->fail_cycle + 1);
    assay_lockstep_close(ls);
    return cycle;
}

static inline void unknown_on(const struct assay_config *c, const char *port)
{
    struct assay_lockstep *ls = opened(c);
    const struct assay_result *r = echo_finish(ls);

    assert_int_equal(r->verdict, ASSAY_UNKNOWN);
    assert_true(r->n_differences >= 1);
    assert_string_equal(r->difference[0].port->name, port);
    assay_lockstep_close(ls);
}

#endif
