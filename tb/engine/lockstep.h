/*
 * lockstep.h - golden model and DUT, driven with the same stimulus and compared.
 *
 *     struct assay_lockstep *ls = assay_lockstep_open(&config, why, sizeof why);
 *     assay_lockstep_run(ls, UINT64_MAX);
 *     ... assay_lockstep_result(ls) ...
 *     assay_lockstep_close(ls);
 *
 * At level `cycle`, each cycle drives the inputs to model and DUT with clk low, lets everything
 * settle, samples all outputs and compares them under the care mask, samples coverage, and advances
 * both by the edge. The care mask is: payload while its expected valid is high, everything else
 * always, and nothing while rst is high, when a block may still show its previous state.
 *
 * A two-state DUT runs several cycles at a time and is compared afterwards: it may have run up to
 * 127 cycles past the failing one, and whatever it printed or counted there remains.
 *
 * At levels `transfers` and `none` the design steers the run: README.md has the rules, and says
 * when the DUT runs ahead in the same way. After config.cycles the run continues without new
 * stimulus until everything that is expected has come.
 *
 * A DUT that does not return from a cycle is abandoned within config.settle seconds, or within
 * about two seconds of SIGINT or a similar signal (base/signals.h). The run is over then.
 */
#ifndef ASSAY_LOCKSTEP_H
#define ASSAY_LOCKSTEP_H

#include "engine/block.h"
#include "engine/dut.h"
#include "engine/histogram.h"

enum assay_verdict {
    ASSAY_PASS,
    ASSAY_MISMATCH,  /* an output differs */
    ASSAY_UNKNOWN,   /* a compared output has an X or Z */
    ASSAY_HANG,      /* no transfer on any stream for config.hang cycles; at levels `transfers` and
                      * `none` only cycles count in which an offer is not taken */
    ASSAY_STOPPED,   /* the RTL stopped by itself: $finish, $error, $fatal, an assertion */
    ASSAY_CRASHED,   /* a signal such as SIGSEGV in the DUT */
    ASSAY_UNSETTLED, /* the evaluation of a cycle did not end */
    ASSAY_NOTHING,   /* nothing was compared */
    ASSAY_FAILED,    /* a scenario's own check failed, or it drove a value too wide for its pin */
    ASSAY_BAD_MODEL, /* the model broke a rule: see result.why */
    ASSAY_INCOMPLETE /* a scenario with an end did not reach it within config.cycles, or
                      * assay_lockstep_incomplete was called */
};

/* "pass", "mismatch", "unknown", "hang", "stopped", "crashed", "does-not-settle",
 * "nothing-compared", "failed", "bad-model", "incomplete" */
const char *assay_verdict_name(enum assay_verdict v);

/* What is wrong with the transfers of result.stream; for MISMATCH at level `transfers`. */
enum assay_mismatch {
    ASSAY_DIFFERS,    /* a payload is not the expected one */
    ASSAY_UNEXPECTED, /* a transfer came that was not expected */
    ASSAY_MISSING,    /* an expected transfer did not come in time */
    ASSAY_NOT_HELD,   /* valid fell, or the payload changed, before the transfer */
    ASSAY_WAITS       /* valid waited for ready, against the stream's claim */
};

/* "differs", "unexpected", "missing", "not-held", "waits" */
const char *assay_mismatch_name(enum assay_mismatch m);

/* Whether the verdict belongs to one cycle, result.fail_cycle: true for all but PASS,
 * NOTHING and INCOMPLETE. */
bool assay_verdict_at_cycle(enum assay_verdict v);

enum {
    ASSAY_HISTORY = 96,         /* cycles kept for reports */
    ASSAY_DEFAULT_HANG = 10000, /* cycles */
    ASSAY_RESTLESS = 10000, /* cycles, in addition to the silence itself, that two sides may take
                             * to come to rest */
    ASSAY_DEFAULT_WINDOW = 200, /* cycles of waveform before a failure */
    /* The same at level `transfers`, if the request of the wrong or missing response is older. */
    ASSAY_LONGEST_WINDOW = 20000,
    ASSAY_BEFORE_REQUEST = 8, /* cycles before that request */
    ASSAY_TRACE_AFTER = 8,    /* cycles after the failure */
};

enum assay_trace {
    ASSAY_TRACE_NEVER,
    ASSAY_TRACE_FAIL, /* the window around a failure, from a snapshot; costs nothing
                       * while nothing fails */
    ASSAY_TRACE_ALWAYS
};

struct assay_script;
struct assay_credit;
struct assay_share;

/* What scripted inputs may wait for. */
struct assay_player_pace {
    struct assay_credit *credit; /* NULL: the block has no limits */
    struct assay_share *share;   /* of two sides, of which this is one; NULL: there is only one */
    unsigned side;
};

/* Scripted inputs, in place of the scenario's: implemented by stimulus/script.h. */
struct assay_player_ops {
    void *(*open)(const struct assay_script *); /* NULL if out of memory */
    void (*close)(void *player);
    /* Returns the inputs of the next cycle. `transfers` is the transfer mask of the previous cycle
     * (0 for the first). */
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
    /* At levels without cycles: continue past `cycles` while the design takes scripted
     * transactions, or one waits to be taken. */
    bool whole;
    void *user; /* passed to the scenario */
    /* Seconds of processor time for the evaluation of a cycle. 0: from ASSAY_SETTLE in the
     * environment, where 0 means no limit, or else 10. */
    double settle;

    const struct assay_dut_ops *ops; /* NULL: run the model alone (backend model) */
    /* Other RTL in place of the model: its outputs are what is expected. NULL: use the model. */
    const struct assay_dut_ops *against;
    /* What reports then call `against` and `ops`, such as "old" and "new", and where
     * they come from. */
    const char *side[2], *side_of[2];
    const char *backend; /* name for reports */

    bool cover; /* sample functional coverage */

    bool allow_partial; /* a scenario with an end need not reach it */

    /* Waveform. ASSAY_TRACE_FAIL takes snapshots by fork, so the process must not have threads. */
    enum assay_trace trace;
    /* Cycles. 0: ASSAY_DEFAULT_WINDOW, or more at level `transfers` if that is needed
     * to show the request. */
    uint64_t window;
    const char *trace_path; /* FST; needed unless trace is ASSAY_TRACE_NEVER */
    /* Turn a signal in the DUT into ASSAY_CRASHED. The engine then owns the handlers of SIGSEGV and
     * similar signals while it runs. */
    bool catch_crashes;

    /* Scripted transactions, in place of the scenario's; assay_script_play sets both. NULL:
     * none. */
    const struct assay_player_ops *player;
    const struct assay_script *script;

    /* Inputs recorded by assay_lockstep_record, in place of the scenario, which is not called then.
     * They start again from the beginning when they run out (they begin with a reset). For
     * measurements. */
    const uint8_t *recorded;
    uint64_t n_recorded;

    /* Called every `progress_every` cycles; returning false ends the run early. May be NULL. */
    bool (*progress)(void *arg, uint64_t cycle);
    void *progress_arg;
    uint32_t progress_every; /* cycles; 0: 65536 */
};

/* Number of cycles without a transfer that count as a hang if config.hang is 0. */
uint64_t assay_default_hang(const struct assay_block *b);

/* Whether runs that must start alike need a process each, forked before the first of them: the
 * model may keep data from run to run (assay_block.apart), or the process belongs to the simulator
 * (ops.leave). Such a simulator has one DUT, which starts a run with what the previous run left in
 * it. */
bool assay_config_apart(const struct assay_config *c);

/* One output that differs. */
struct assay_difference {
    const struct assay_port *port;
    unsigned width;
    uint32_t expected[ASSAY_VALUE_WORDS];
    uint32_t actual[ASSAY_VALUE_WORDS];
    uint32_t unknown[ASSAY_VALUE_WORDS];          /* bits that are X or Z */
    uint32_t expected_unknown[ASSAY_VALUE_WORDS]; /* the same for the expected value, if it comes
                                                   * from other RTL */
};

struct assay_result {
    enum assay_verdict verdict;
    uint64_t cycles;   /* cycles run, including resets */
    uint64_t compared; /* cycles in which outputs were compared */
    uint64_t transfers[ASSAY_MAX_STREAMS];
    uint64_t transactions; /* transfers on source streams: work that was finished and compared */
    uint64_t resets;
    double seconds; /* wall-clock time in the cycle loop */
    /* For RTL against RTL at level `transfers`, if a side did not come to rest within
     * ASSAY_RESTLESS cycles: how many resets, and how many changes of pins outside streams, were
     * given up; and whether the side was still moving at the end. */
    uint64_t resets_lost, plain_lost;
    bool restless;
    bool interrupted;
    bool in_cycle; /* interrupted during the evaluation of the next cycle, which did not end */

    uint64_t fail_cycle; /* for all verdicts except PASS, NOTHING and INCOMPLETE */
    int signal;          /* for CRASHED; 0: the model called exit */
    bool in_model;       /* for CRASHED, UNSETTLED and STOPPED: in the model or config.against */
    bool in_init;        /* in the model's `init` */
    bool in_hooks;       /* for CRASHED and UNSETTLED with config.against: in the model's hooks */
    /* For BAD_MODEL, and for FAILED if the stimulus does not fit its pins; else "". */
    char why[256];

    /* At levels `transfers` and `none`. */
    uint64_t drained;         /* cycles after config.cycles, until nothing more was expected */
    enum assay_mismatch kind; /* for MISMATCH */
    int stream;               /* stream of the verdict; -1: none */
    bool has_request;         /* the request that the expected transfer answers is known: */
    unsigned request_stream;
    uint64_t request_cycle;
    const void *request_payload;
    uint64_t silent; /* for NOTHING: mask of the streams on which nothing was compared */
    const struct assay_port *silent_pin; /* for NOTHING: an output whose condition never held */
    /* For MISMATCH with config.against: the number of the transfer on `stream`, whether each side
     * made it, and when; `against` comes first. */
    uint64_t transfer; /* 1: the first since the start or the last reset; 0: not about
                        * a transfer */
    bool made[2];
    uint64_t made_in[2]; /* cycle */

    /* The waveform that was written, or NULL. wave_error says why it was not if one
     * was requested; else "". */
    const char *waveform;
    uint64_t wave_from, wave_to; /* its first and last cycle */
    char wave_error[256];

    /* For MISMATCH and UNKNOWN. */
    struct assay_difference *difference; /* owned by the lockstep; valid until it is closed */
    size_t n_differences;
};

/* Measurements of a stream at levels `transfers` and `none`. */
struct assay_timing {
    struct assay_histogram latency;  /* of a source: cycles from the request to its response */
    struct assay_histogram interval; /* cycles from one transfer to the next; 1 is full rate */
    uint64_t compared;               /* source: transfers judged; sink: transfers accepted */
    uint64_t wait_checks;            /* cycles that confirmed the claim never to wait for ready */
};

struct assay_lockstep;

/* NULL with a message in `why`. */
struct assay_lockstep *assay_lockstep_open(const struct assay_config *config, char *why,
                                           size_t why_size);

/* Runs at most `cycles` more cycles. Returns the verdict so far (ASSAY_PASS while
 * nothing is wrong). */
enum assay_verdict assay_lockstep_run(struct assay_lockstep *ls, uint64_t cycles);

/* The final judgement. A run that passed but compared nothing becomes ASSAY_NOTHING, and one whose
 * scenario did not reach its end becomes ASSAY_INCOMPLETE. */
const struct assay_result *assay_lockstep_finish(struct assay_lockstep *ls);

/* The result so far. */
const struct assay_result *assay_lockstep_result(const struct assay_lockstep *ls);

/* Reports that a scenario's own check failed; called from `observe` or after the run. */
void assay_lockstep_fail(struct assay_lockstep *ls);

/* Marks a run that passed as incomplete; called after assay_lockstep_finish. */
void assay_lockstep_incomplete(struct assay_lockstep *ls);

/* NULL at level `cycle`. */
const struct assay_timing *assay_lockstep_timing(const struct assay_lockstep *ls, unsigned stream);

const struct assay_config *assay_lockstep_config(const struct assay_lockstep *ls);
/* "expected" and "actual", or the names of the two sides. */
const char *assay_side_name(const struct assay_config *c, bool actual);
const void *assay_lockstep_scenario(const struct assay_lockstep *ls); /* its context */
const struct assay_cover *assay_lockstep_cover(const struct assay_lockstep *ls);

/* Writes the DUT's line and toggle counts so far. False with a message in `why`, also if the DUT
 * counts nothing. */
bool assay_lockstep_code_coverage(struct assay_lockstep *ls, const char *path, char *why,
                                  size_t why_size);

/* Inputs and outputs of a past cycle, at most ASSAY_HISTORY back; false if it is no longer kept.
 * `actual` is NULL without a DUT, and in the cycle in which the DUT crashed. `unknown` has a 1 for
 * each bit of `actual` that was X or Z, compared or not. */
struct assay_moment {
    const void *in, *expected, *actual, *unknown;
    const void *expected_unknown; /* the same for `expected`, with config.against; NULL: none */
    /* The outputs that steered the run, and the transfers: the model's outputs at level `cycle`,
     * else the design's. */
    const void *out;
    const void *out_unknown; /* its X or Z bits; NULL: none */
    uint64_t transfers;      /* 0 in reset */
};
bool assay_lockstep_moment(const struct assay_lockstep *ls, uint64_t cycle, struct assay_moment *m);

/* At level `transfers`: assay_lockstep_expected returns how many transfers the model has expected
 * on a source since the run began. assay_lockstep_expectation returns the payload of one of them,
 * by number from 0 on, which must have been expected in the last cycle; *from is the sink whose
 * transfer led to it. */
uint64_t assay_lockstep_expected(const struct assay_lockstep *ls, unsigned source);
const void *assay_lockstep_expectation(const struct assay_lockstep *ls, unsigned source,
                                       uint64_t number, unsigned *from);

/* State of a stream at the end of a run. */
struct assay_standing {
    bool valid, ready; /* in the last cycle */
    uint64_t since;    /* cycle since which valid has had this value, without a transfer */
    bool moved;        /* it has had a transfer; the following are about the last one */
    uint64_t last;     /* its cycle */
    const void *payload, *unknown; /* `unknown`: its X or Z bits */
    /* For a source at level `transfers`: the number of transfers that are expected and have not
     * come; the cycle in which the oldest was first expected; and the sink whose transfer it
     * answers. For RTL against RTL, `known_in` is the cycle in which the other side made it, and
     * `from` is -1. */
    uint64_t outstanding, known_in;
    int from;
};
/* For RTL against RTL at level `transfers`, this is the side that the verdict is about. False for a
 * run of recorded inputs, which is only for measurements. */
bool assay_lockstep_standing(const struct assay_lockstep *ls, unsigned stream,
                             struct assay_standing *s);

/* Writes the inputs of cycles 0..n-1 of a run of `config` to `inputs`, n times the block's in_size.
 * The run uses only the model, or at levels without cycles the DUT, on which the inputs depend. */
bool assay_lockstep_record(const struct assay_config *config, uint8_t *inputs, uint64_t n,
                           char *why, size_t why_size);

void assay_lockstep_close(struct assay_lockstep *ls);

/* The value of a pin in a struct, as words. */
void assay_port_get(const struct assay_port *p, const void *side,
                    uint32_t value[ASSAY_VALUE_WORDS]);
/* The number of bits of a value up to the highest that is set. */
unsigned assay_value_bits(const uint32_t value[ASSAY_VALUE_WORDS]);

#endif
