/*
 * lockstep.h - golden model and DUT, driven with the same stimulus and compared.
 *
 *     struct assay_lockstep *ls = assay_lockstep_open(&config, why, sizeof why);
 *     assay_lockstep_run(ls, UINT64_MAX);
 *     ... assay_lockstep_result(ls) ...
 *     assay_lockstep_close(ls);
 *
 * At level `cycle`, in each cycle: inputs are driven to model and DUT with clk low, everything settles, all outputs
 * are sampled and compared under the care mask, coverage is sampled, and the edge advances both. The
 * care mask is: payload while its expected valid is high, everything else always; nothing while rst
 * is high, when a block may still show its state of before.
 *
 * A two-state DUT is run some cycles at a time and compared afterwards: it may have gone up to 127 cycles
 * past the one that failed, and what it printed or counted there stays.
 *
 * At levels `transfers` and `none` the design steers: README.md has the rules, and says where it runs ahead like
 * that. When config.cycles are over the run goes on without new stimulus until all that is expected has come.
 *
 * A DUT that does not return from a cycle is left, within config.settle seconds, or within a second or so
 * once SIGINT or its like has come (base/signals.h). The run is over then.
 */
#ifndef ASSAY_LOCKSTEP_H
#define ASSAY_LOCKSTEP_H

#include "engine/block.h"
#include "engine/dut.h"
#include "engine/histogram.h"

enum assay_verdict {
    ASSAY_PASS,
    ASSAY_MISMATCH, /* an output differs */
    ASSAY_UNKNOWN,  /* a compared output has an X or Z */
    ASSAY_HANG, /* no transfer on any stream for config.hang cycles; at levels `transfers` and `none`: of
                 * which each has an offer that is not taken */
    ASSAY_STOPPED,   /* the RTL stopped by itself: $finish, $error, $fatal, an assertion */
    ASSAY_CRASHED,   /* a signal such as SIGSEGV in the DUT */
    ASSAY_UNSETTLED, /* the evaluation of a cycle did not end */
    ASSAY_NOTHING,   /* nothing was compared */
    ASSAY_FAILED, /* a scenario's own check failed, or it drove a pin with more bits than it has */
    ASSAY_BAD_MODEL, /* the model did what it must not: result.why */
    ASSAY_INCOMPLETE /* a scenario with an end did not reach it within config.cycles, or
                      * assay_lockstep_incomplete */
};

/* "pass", "mismatch", "unknown", "hang", "stopped", "crashed", "does-not-settle", "nothing-compared",
 * "failed", "bad-model", "incomplete" */
const char *assay_verdict_name(enum assay_verdict v);

/* What is wrong with the transfers of result.stream, for MISMATCH at level `transfers`. */
enum assay_mismatch {
    ASSAY_DIFFERS,    /* a payload is not the one that was expected */
    ASSAY_UNEXPECTED, /* a transfer, and none was expected */
    ASSAY_MISSING,    /* an expected transfer did not come in time */
    ASSAY_NOT_HELD,   /* valid fell, or the payload changed, before the transfer */
    ASSAY_WAITS       /* valid waited for ready, against the stream's claim */
};

/* "differs", "unexpected", "missing", "not-held", "waits" */
const char *assay_mismatch_name(enum assay_mismatch m);

/* Whether it is of one cycle, result.fail_cycle: all but PASS, NOTHING and INCOMPLETE. */
bool assay_verdict_at_cycle(enum assay_verdict v);

enum {
    ASSAY_HISTORY = 96,         /* cycles kept for reports */
    ASSAY_DEFAULT_HANG = 10000, /* cycles */
    ASSAY_RESTLESS =
        10000, /* cycles, beside those of the silence itself, for which two sides may not come to rest */
    ASSAY_DEFAULT_WINDOW = 200, /* cycles of waveform before a failure */
    /* The same where the request of what is wrong came before those, at level `transfers`. */
    ASSAY_LONGEST_WINDOW = 20000,
    ASSAY_BEFORE_REQUEST = 8, /* and cycles before that */
    ASSAY_TRACE_AFTER = 8,    /* and after it */
};

enum assay_trace {
    ASSAY_TRACE_NEVER,
    ASSAY_TRACE_FAIL, /* the window around a failure, from a snapshot: free while nothing fails */
    ASSAY_TRACE_ALWAYS
};

struct assay_script;
struct assay_credit;
struct assay_share;

/* What inputs written out wait for. */
struct assay_player_pace {
    struct assay_credit *credit; /* NULL: the block bounds none */
    struct assay_share *share;   /* of two sides, of which this is one; NULL: there is one alone */
    unsigned side;
};

/* Inputs written out, in place of the scenario's: stimulus/script.h has them. */
struct assay_player_ops {
    void *(*open)(const struct assay_script *); /* NULL when memory is out */
    void (*close)(void *player);
    /* Inputs of the next cycle; `transfers` is the transfer mask of the one before (0 for the first). */
    const void *(*cycle)(void *player, uint64_t cycle, uint64_t transfers,
                         const struct assay_player_pace *pace);
};

struct assay_config {
    const struct assay_block *block;
    struct assay_params params;
    const struct assay_scenario *scenario;
    struct assay_knobs knobs;
    uint64_t seed;
    uint64_t cycles; /* including those in reset; UINT64_MAX for a scenario that ends by itself */
    uint64_t hang;   /* 0: assay_default_hang */
    /* At levels without cycles: goes on after `cycles` while the design takes transactions written out, or one waits for it. */
    bool whole;
    void *user; /* handed to the scenario */
    /* Seconds of processor time for the evaluation of a cycle. 0: those of ASSAY_SETTLE in the
     * environment, where 0 is any, or else 10. */
    double settle;

    const struct assay_dut_ops *ops; /* NULL: the model alone (backend model) */
    /* Other RTL in place of the model: what it puts out is what is expected. NULL: the model. */
    const struct assay_dut_ops *against;
    /* What reports call `against` and `ops` then, such as "old" and "new", and where they are from. */
    const char *side[2], *side_of[2];
    const char *backend; /* name for reports */

    bool cover; /* sample functional coverage */

    bool allow_partial; /* a scenario with an end need not reach it */

    /* Waveform. With ASSAY_TRACE_FAIL snapshots are kept by fork, so the process must have no threads. */
    enum assay_trace trace;
    /* Cycles. 0: ASSAY_DEFAULT_WINDOW, or at level `transfers` as many as show the request as well. */
    uint64_t window;
    const char *trace_path; /* FST; needed unless trace is ASSAY_TRACE_NEVER */
    /* Turn a signal in the DUT into ASSAY_CRASHED. The handlers of SIGSEGV and its like are the
     * engine's while it runs. */
    bool catch_crashes;

    /* Transactions written out, in place of the scenario's; assay_script_play sets both. NULL: none. */
    const struct assay_player_ops *player;
    const struct assay_script *script;

    /* Inputs recorded by assay_lockstep_record, in place of the scenario, which is asked nothing then;
     * used again from the start when they run out (they begin with a reset). For measurements. */
    const uint8_t *recorded;
    uint64_t n_recorded;

    /* Called every few ten thousand cycles; returning false stops the run early. May be NULL. */
    bool (*progress)(void *arg, uint64_t cycle);
    void *progress_arg;
    uint32_t progress_every; /* cycles; 0: 65536 */
};

/* Cycles without a transfer that make a hang, where config.hang does not say. */
uint64_t assay_default_hang(const struct assay_block *b);

/* One differing output. */
struct assay_difference {
    const struct assay_port *port;
    unsigned width;
    uint32_t expected[ASSAY_VALUE_WORDS];
    uint32_t actual[ASSAY_VALUE_WORDS];
    uint32_t unknown[ASSAY_VALUE_WORDS];          /* bits that are X or Z */
    uint32_t expected_unknown[ASSAY_VALUE_WORDS]; /* the same of what is expected, in other RTL */
};

struct assay_result {
    enum assay_verdict verdict;
    uint64_t cycles;   /* run, resets included */
    uint64_t compared; /* in which outputs were compared */
    uint64_t transfers[ASSAY_MAX_STREAMS];
    uint64_t transactions; /* transfers on source streams: finished work that was compared */
    uint64_t resets;
    double seconds; /* in the cycle loop; wall clock */
    /* Of RTL against RTL at level `transfers`, where a side did not come to rest within ASSAY_RESTLESS cycles: resets, and
     * new values of pins outside streams, that were given up; and whether it was still moving at the end. */
    uint64_t resets_lost, plain_lost;
    bool restless;
    bool interrupted;
    bool in_cycle; /* interrupted in the evaluation of the next cycle, which did not end */

    uint64_t fail_cycle; /* when the verdict is none of PASS, NOTHING and INCOMPLETE */
    int signal;          /* for CRASHED; 0: the model called exit */
    bool in_model; /* for CRASHED, UNSETTLED and STOPPED: it was the model, or config.against */
    bool in_init;  /* from its `init` */
    bool in_hooks; /* for CRASHED and UNSETTLED, with config.against: it was the model beside it */
    /* For BAD_MODEL, and for FAILED where the stimulus does not fit its pins; else "". */
    char why[256];

    /* At levels `transfers` and `none`. */
    uint64_t drained; /* cycles after those of config.cycles, until nothing was left to come */
    enum assay_mismatch kind; /* for MISMATCH */
    int stream;               /* that the verdict is about; -1: none */
    bool has_request;         /* the transfer on a sink that the expected one answers is known: */
    unsigned request_stream;
    uint64_t request_cycle;
    const void *request_payload;
    uint64_t silent; /* for NOTHING: mask of streams on which nothing was compared */
    const struct assay_port *silent_pin; /* for NOTHING: an output whose condition never held */
    /* For MISMATCH with config.against: the transfer on `stream`, and when each side made it; `against` first. */
    uint64_t
        transfer; /* 1: the first since the start or the last reset; 0: it is not of a transfer */
    bool made[2];
    uint64_t made_in[2]; /* cycle */

    /* The waveform that was written, NULL if none; wave_error: if one was asked for, why not, else "". */
    const char *waveform;
    uint64_t wave_from, wave_to; /* its cycles */
    char wave_error[256];

    /* For MISMATCH and UNKNOWN. */
    struct assay_difference *difference; /* the lockstep's, until it is closed */
    size_t n_differences;
};

/* What was measured of a stream at levels `transfers` and `none`. */
struct assay_timing {
    struct assay_histogram
        latency; /* of a source: cycles from the request that a transfer answers */
    struct assay_histogram interval; /* cycles from one transfer to the next; 1 is full rate */
    uint64_t compared;               /* transfers judged, of a source; accepted, of a sink */
    uint64_t
        wait_checks; /* cycles in which valid came while ready was low, of a source that claims to */
};

struct assay_lockstep;

/* NULL with a message in `why`. */
struct assay_lockstep *assay_lockstep_open(const struct assay_config *config, char *why,
                                           size_t why_size);

/* Run at most `cycles` more. Returns the verdict so far (ASSAY_PASS while nothing is wrong). */
enum assay_verdict assay_lockstep_run(struct assay_lockstep *ls, uint64_t cycles);

/* The final judgement: a run that passed but compared nothing becomes ASSAY_NOTHING, and one whose
 * scenario did not reach its end ASSAY_INCOMPLETE. */
const struct assay_result *assay_lockstep_finish(struct assay_lockstep *ls);

/* What happened so far. */
const struct assay_result *assay_lockstep_result(const struct assay_lockstep *ls);

/* A scenario's own check failed (called from observe or after the run). */
void assay_lockstep_fail(struct assay_lockstep *ls);

/* A run that has passed was of a part of what it was to do (called after assay_lockstep_finish). */
void assay_lockstep_incomplete(struct assay_lockstep *ls);

/* NULL at level `cycle`. */
const struct assay_timing *assay_lockstep_timing(const struct assay_lockstep *ls, unsigned stream);

const struct assay_config *assay_lockstep_config(const struct assay_lockstep *ls);
/* "expected" and "actual", or the names of the two sides. */
const char *assay_side_name(const struct assay_config *c, bool actual);
const void *assay_lockstep_scenario(const struct assay_lockstep *ls); /* its context */
const struct assay_cover *assay_lockstep_cover(const struct assay_lockstep *ls);

/* Write the line and toggle counts of the DUT so far; false with a message in `why`, also if the DUT
 * counts nothing. */
bool assay_lockstep_code_coverage(struct assay_lockstep *ls, const char *path, char *why,
                                  size_t why_size);

/* Inputs and outputs of a past cycle, at most ASSAY_HISTORY back; false if it is not kept. `actual` is
 * NULL without a DUT, and in the cycle in which the DUT crashed. `unknown` has a 1 for each bit of
 * `actual` that was X or Z, compared or not. */
struct assay_moment {
    const void *in, *expected, *actual, *unknown;
    const void *expected_unknown; /* the same of `expected`, with config.against; NULL: none */
    /* What steered the run, and its transfers: the model's outputs at level `cycle`, else the design's. */
    const void *out;
    const void *out_unknown; /* its bits that are X or Z; NULL: none */
    uint64_t transfers;      /* none in reset */
};
bool assay_lockstep_moment(const struct assay_lockstep *ls, uint64_t cycle, struct assay_moment *m);

/* At level `transfers`: how many transfers the model has expected on a source since the run began; and one of those
 * that it has in the last cycle, by number from 0 on. *from is the sink whose transfer led to it. */
uint64_t assay_lockstep_expected(const struct assay_lockstep *ls, unsigned source);
const void *assay_lockstep_expectation(const struct assay_lockstep *ls, unsigned source,
                                       uint64_t number, unsigned *from);

/* How a stream stands at the end of a run. */
struct assay_standing {
    bool valid, ready; /* in the last cycle */
    uint64_t since;    /* cycle: valid has been like that from there on, without a transfer */
    bool moved;        /* it has had a transfer: */
    uint64_t last;     /* cycle of the last one */
    const void *payload, *unknown; /* its bits that are X or Z */
    /* Of a source at level `transfers`: transfers that are expected of it and have not come, and of the oldest the cycle in which that was
     * known, with the sink whose transfer it answers; of RTL against RTL that in which the other side made it, and -1. */
    uint64_t outstanding, known_in;
    int from;
};
/* Of RTL against RTL at level `transfers` on the side that the verdict is about. False in a run of recorded inputs, which is for
 * measurements. */
bool assay_lockstep_standing(const struct assay_lockstep *ls, unsigned stream,
                             struct assay_standing *s);

/* Write the inputs of cycles 0..n-1 of a run of `config` to `inputs`, n times the block's in_size: against
 * the model alone, or at levels without cycles against the DUT, which they depend on. */
bool assay_lockstep_record(const struct assay_config *config, uint8_t *inputs, uint64_t n,
                           char *why, size_t why_size);

void assay_lockstep_close(struct assay_lockstep *ls);

/* A pin's value in a struct, as words. */
void assay_port_get(const struct assay_port *p, const void *side,
                    uint32_t value[ASSAY_VALUE_WORDS]);

#endif
