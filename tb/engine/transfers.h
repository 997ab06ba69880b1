/*
 * transfers.h - the loop of levels `transfers` and `none`, in which the design steers the run;
 * internal to the engine.
 *
 * In each cycle, inputs are driven, the DUT settles, and its pins show which transfers happen.
 * Accepted transfers of sinks go to the model, in the order of the table; then the transfers of
 * sources are judged. README.md has the rules.
 *
 * transfers.c has the cycle, transfers_open.c the set-up, ahead.c and part.h run and judge several
 * cycles at a time, pair.c compares two designs, expected.c keeps what the model expects, judge.c
 * checks the design's pins, kinds.c handles streams without a handshake on the pins, and plain.c
 * outputs outside streams.
 */
#ifndef ASSAY_TRANSFERS_H
#define ASSAY_TRANSFERS_H

#include <string.h>

#include "engine/above.h"
#include "engine/credit.h"
#include "engine/engine.h"
#include "engine/expect.h"
#include "engine/histogram.h"

enum {
    ASSAY_NO_STREAM = -1,
    ASSAY_QUIET = 64 /* least number of cycles without a transfer that count as silence */
};
#define ASSAY_NO_REQUEST UINT32_MAX

/* An accepted transfer of a block with `outstanding`, kept while responses to it are expected. Each
 * response (struct assay_expected) records the cycle of its request in `since`, the request's
 * stream in `from` and its payload as the note. `filler` marks requests that the drain made: their
 * responses are judged, but the run does not wait for them. */
struct assay_request {
    uint32_t left; /* responses still expected; in a free entry: the next free one */
    uint32_t stream;
};

struct assay_flow {
    const struct assay_stream *pins;
    uint64_t *care;                   /* of the payload: mask of the bits of its fields */
    size_t words;                     /* words in `care` */
    uint64_t care_first, care_second; /* its first two words */
    struct assay_above *above;        /* of the payload's fields */
    size_t n_above;
    uint64_t above_word[2];     /* the same for the first 16 bytes of a payload */
    struct assay_expect expect; /* expected transfers of a source */
    uint64_t together;          /* mask of the sinks of its join; only itself without one */
    bool word;                  /* its payload is eight bytes long, and it has no `match` */
    bool in_order; /* a transfer is right if it has the bits of the oldest expected one */
    uint64_t timeout;
    uint64_t waited; /* cycles for which a source that claims never to wait has waited */
    uint64_t last;   /* cycle of the last transfer */
    struct assay_timing timing;
};

static inline uint64_t assay_latest(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Context of one call of the model for an accepted transfer. */
struct assay_emit {
    /* Per source: its flow if an expected transfer only needs a place in the queue; else NULL. */
    struct assay_flow *const *quick;
    uint64_t clock, cycle;
    const uint8_t *payload; /* of the accepted transfer */
    size_t payload_size;
    struct assay_expected_of of; /* `request`: ASSAY_NO_REQUEST until there is one */
    struct assay_lockstep *ls;
    struct assay_transfers *t;
};

/* RTL against RTL: two locksteps, each with its own handshakes. The leading one runs the other. */
struct assay_pair {
    struct assay_share share;
    struct assay_lockstep *side[ASSAY_SIDES];
    struct assay_pair_flow {
        struct assay_expect ahead[ASSAY_SIDES]; /* made by this side only: payload, then cycle */
        uint64_t made[ASSAY_SIDES];             /* transfers since the last reset */
        uint64_t last[ASSAY_SIDES];             /* clock of the last transfer */
        uint64_t compared;
    } * flow;                     /* one for each stream */
    uint64_t moved[ASSAY_SIDES];  /* cycle of each side's last transfer */
    uint64_t behind[ASSAY_SIDES]; /* clock of the last sink transfer with which a side caught up */
    uint64_t longest;             /* most cycles of silence before a source of either
                                   * side moved again */
    uint64_t paused_in;           /* cycle since which stimulus has paused; UINT64_MAX: it does
                                   * not */
    uint64_t untiring;            /* streams whose transfers say nothing about a side's progress */
    bool following;               /* the following side is in its cycle */
    bool silent;                  /* both sides were silent in the previous cycle, if
                                   * that was checked */
    uint8_t *scratch;             /* room for a payload and its cycle */

    /* Outputs outside streams that have a condition: pair_plain.c. */
    struct assay_pair_shown {
        bool there[ASSAY_SIDES];    /* the condition has held since the side's last sink transfer */
        uint8_t *last[ASSAY_SIDES]; /* the last value shown since then: an
                                     * entry as in the queue */
        struct assay_expect before[ASSAY_SIDES]; /* values at points that the other
                                                  * side has not reached */
    } * shown; /* one for each output that the locksteps watch; NULL: there are none */
};

/* What is wrong in a cycle; only the first finding counts. */
struct assay_finding {
    enum assay_verdict verdict; /* ASSAY_PASS: nothing */
    enum assay_mismatch kind;
    int stream;
};

/* A stream in up to 64 cycles, one bit per cycle. */
struct assay_words {
    uint64_t valid, ready, both;
    uint64_t left; /* if it claims never to wait: cycles at whose end a transfer is expected */
    uint64_t large_min, large_max; /* of its latencies, before the transfers that are being
                                    * judged */
};

/* Cycles that the DUT has done and that are judged together, in contiguous slots. */
enum { ASSAY_PART = 64 };
struct assay_part {
    uint64_t first; /* cycle */
    size_t slot;    /* of the first */
    unsigned n;
    bool open;               /* it is being judged */
    bool reset;              /* rst is high in one of its cycles */
    const uint8_t *in, *out; /* of the first cycle */
    size_t in_size, out_size;
    uint64_t accepted, given;   /* cycles with a transfer of any sink; of any source */
    uint64_t clocked;           /* cycles that advance `clock` of struct assay_transfers */
    uint64_t clock;             /* `clock` before the first cycle */
    uint8_t before[ASSAY_PART]; /* per cycle: number of earlier cycles in `clocked` */
};

struct assay_transfers {
    struct assay_flow *flow; /* one for each stream */
    uint64_t sinks, sources; /* masks */
    /* Offsets of the sources' handshake pins, which are read in every cycle. */
    struct assay_source_pins {
        uint64_t bit;
        uint32_t valid, ready;
    } * source;
    size_t n_sources;
    struct assay_sink_pins {
        unsigned stream;
        uint32_t payload, payload_size;
        bool joined;
    } * sink;
    size_t n_sinks;
    uint64_t claims;   /* mask of sources that claim never to wait for ready */
    uint64_t stalled;  /* mask of sources that had valid without ready in the previous cycle */
    uint64_t clock;    /* cycles outside reset in which every source was ready and, until the drain,
                        * every enable was high: an expected transfer may need both */
    uint64_t progress; /* clock of the last transfer */
    uint64_t partial;  /* clock of the last check that found a sink without an offer */
    uint64_t next_due; /* no expected transfer is due at an earlier clock */
    uint64_t left;     /* expected transfers of all sources, without those to fillers */
    bool judges;       /* the model's expectations are compared */
    struct assay_finding found;

    uint64_t enables, every_cycle, adapters; /* masks of the streams with these rules */
    uint64_t filled, taken;                  /* of this cycle: fillers, and what `drive` took */
    uint8_t *other_state, *other_out;        /* for sampling outputs with X a second time */

    struct assay_request *request;
    uint32_t n_requests, room_requests, free_request;

    /* Outputs outside streams that are compared while a condition holds. */
    struct assay_watched {
        const struct assay_port *port;
        uint32_t when; /* offset of the condition in the outputs */
        uint64_t compared;
    } * watched;
    size_t n_watched;
    uint8_t *wanted; /* outputs, with the values that the model expects */

    struct assay_credit credit;
    bool bounded;                                /* `credit` is in use */
    struct assay_flow *quick[ASSAY_MAX_STREAMS]; /* for struct assay_emit, in a part */
    struct assay_flow *none[ASSAY_MAX_STREAMS];  /* the same outside a part: all NULL */
    uint64_t owed; /* on one side of a pair: responses that the model would expect now */

    struct assay_rng withhold;
    int withheld;    /* stream whose ready is withheld until it raises valid, or ASSAY_NO_STREAM */
    int to_withhold; /* the same from the next cycle on */

    uint64_t stop_at; /* cycle after the last stimulus */
    bool draining;
    uint64_t drain_from, quiet, longest; /* `longest`: largest latency so far, updated
                                          * from the drain on */
    uint64_t left_before;                /* `left` in the drain's previous cycle */
    bool in_reset;                       /* rst was high in the previous cycle */
    uint8_t *scratch;                    /* room for a payload */

    bool ahead;        /* the DUT may run ahead of the judging */
    bool in_step;      /* the judging depends on what the model knew at that time */
    bool apart;        /* a source can be judged without regard to the others */
    bool one_sink;     /* the only sink; it is in no join, and there are no limits */
    uint64_t *corners; /* assay_engine_corners */
    uint64_t unjudged; /* first cycle not yet judged; UINT64_MAX: all are */
    struct assay_part part;
    struct assay_words *words; /* of each stream in `part` */
    bool own[ASSAY_RING];      /* slots whose expected outputs are more than a copy of the
                                * design's */
};

/* `clock` at the start of cycle `k` of a part. */
static inline uint64_t assay_part_clock(const struct assay_part *p, unsigned k)
{
    return p->clock + p->before[k];
}

/* NULL if out of memory. */
struct assay_transfers *assay_transfers_open(struct assay_lockstep *ls);
void assay_transfers_close(struct assay_transfers *t, const struct assay_block *b);

/* Runs one cycle. */
void assay_transfers_cycle(struct assay_lockstep *ls);
/* Mask of the sinks whose offer is not taken in the cycle with these inputs. */
uint64_t assay_transfers_offers(const struct assay_lockstep *ls, const uint8_t *in);
/* Runs to cycle `to`, or until something ends the run before that. */
void assay_transfers_some(struct assay_lockstep *ls, uint64_t to);
/* Turns the verdict of a passing run into ASSAY_NOTHING if nothing was compared on a stream. */
void assay_transfers_finish(struct assay_lockstep *ls);

/* The parts of a cycle: its inputs, the judging of its transfers, and the end of the
 * run if it was the last. */
enum {
    ASSAY_LOOK = 16, /* cycles between two checks for a hang */
    /* An offer may wait for another sink's offer for ASSAY_PATIENCES times `hang`, plus
     * ASSAY_PATIENCE cycles. */
    ASSAY_PATIENCES = 8,
    ASSAY_PATIENCE = 1024
};
const uint8_t *assay_transfers_inputs(struct assay_lockstep *ls, size_t slot);
void assay_transfers_judge(struct assay_lockstep *ls, size_t slot);
void assay_transfers_end(struct assay_lockstep *ls, bool stopped);

/* --- ahead.c --- */

/* Decides whether the DUT may run ahead: only if nothing that drives it depends on the model. */
void assay_ahead_open(struct assay_lockstep *ls);
/* The same as assay_transfers_some, for as long as nothing drains and no waveform is open. */
void assay_ahead_some(struct assay_lockstep *ls, uint64_t to);
/* Call this after a function did not return: judges and counts the cycles before that. `ls` is a
 * void pointer for assay_guard_run. */
void assay_ahead_lost(void *ls);

/* --- expected.c --- */

/* Tells the model of an accepted transfer. */
void assay_transfers_accept(struct assay_lockstep *ls, unsigned stream, const uint8_t *payload);
/* The same if `emit` already has the time. */
void assay_transfers_take(struct assay_emit *emit, unsigned stream, const uint8_t *payload);
/* Counts off one response to a request of a block with `outstanding`. */
void assay_transfers_credit(struct assay_transfers *t, uint32_t request);
/* Gives back the credit of a request, and of the others of its join. */
void assay_transfers_release(struct assay_transfers *t, unsigned stream);
/* Ends the run as ASSAY_BAD_MODEL: the model broke a rule. */
void assay_transfers_bad_model(struct assay_lockstep *ls, const char *why);
/* Tells the model of a transfer when nothing is expected of it: only its state advances. */
void assay_transfers_tell(struct assay_lockstep *ls, unsigned stream, const uint8_t *payload);
/* The index in the part of a cycle; 0 for an earlier cycle. */
static inline unsigned assay_part_from(const struct assay_part *p, uint64_t cycle)
{
    return cycle > p->first ? (unsigned)(cycle - p->first) : 0;
}

/* In a part: notes that something was expected of a source from `since` until just before `cycle`,
 * which is in the part. */
static inline void assay_part_left(struct assay_transfers *t, unsigned stream, uint64_t since,
                                   uint64_t cycle)
{
    t->words[stream].left |= (UINT64_C(1) << (cycle - t->part.first)) -
                             (UINT64_C(1) << assay_part_from(&t->part, since));
}

/* Notes that the expected transfer `number` has come. */
static inline void assay_transfers_answered(struct assay_lockstep *ls, unsigned stream,
                                            uint64_t number)
{
    struct assay_transfers *t = ls->transfers_of;
    struct assay_flow *f = &t->flow[stream];
    const struct assay_expected *e = assay_expect_at(&f->expect, number);
    const uint64_t latency = ls->cycle - e->since;

    assay_histogram_add(&f->timing.latency, latency);
    t->longest = latency > t->longest ? latency : t->longest;
    t->left -= !e->of.filler;
    if (t->part.open && (t->claims >> stream & 1))
        assay_part_left(t, stream, e->since, ls->cycle);
    if (t->bounded)
        assay_transfers_credit(t, e->of.request);
    assay_expect_take(&f->expect, number);
}
/* Discards all expected transfers and restarts the model. */
void assay_transfers_reset(struct assay_lockstep *ls);
/* Writes the outputs of an ideal design, without latency. */
void assay_transfers_ideal(struct assay_lockstep *ls, const uint8_t *in, uint8_t *out);
/* Puts the request of an expected transfer into the result. */
void assay_transfers_blame(struct assay_lockstep *ls, const struct assay_flow *f, uint64_t number);

/* --- pair.c --- */

/* Call this before the lockstep's driver is opened. False if out of memory. */
bool assay_pair_open(struct assay_lockstep *ls);
void assay_pair_close(struct assay_lockstep *ls);
/* Opens the following lockstep, once the leading one is open. False with a message. */
bool assay_pair_follow(struct assay_lockstep *ls, char *why, size_t why_size);
/* Call this when a side is in reset. */
void assay_pair_reset(struct assay_pair *p);
/* Judges a source's transfer. */
void assay_pair_judge(struct assay_lockstep *ls, size_t slot, unsigned stream);
/* Call this when the leading side's stimulus has ended. */
void assay_pair_drain(struct assay_pair *p);
/* Runs the following side's cycle and compares, after the leading side's cycle was judged. */
void assay_pair_cycle(struct assay_lockstep *ls);
/* Whether a lockstep is the following side. assay_pair_pass_on passes whatever ends its run to the
 * leading side, which ends. */
static inline bool assay_pair_follows(const struct assay_lockstep *ls)
{
    return ls->pair && ls != ls->pair->side[ASSAY_LEADS];
}
void assay_pair_pass_on(struct assay_lockstep *ls, bool stopped);
/* Opens a second waveform, of the following side, if its simulator writes any; its name is derived
 * from the run's `path`. */
void assay_pair_trace(struct assay_lockstep *ls, const char *path);
void assay_pair_trace_close(struct assay_lockstep *ls);
/* Whether anything was compared on a stream. */
bool assay_pair_compared(const struct assay_pair *p, unsigned stream);

/* Notes a mismatch. Returns whether it is the run's first finding, and this is not a woken
 * snapshot. `stream` may be ASSAY_NO_STREAM. */
bool assay_pair_found_first(struct assay_pair *p, enum assay_mismatch kind, int stream);
/* The cycle in which a side made a transfer that the other side has not made. */
uint64_t assay_pair_cycle_of(const struct assay_expect *q, uint64_t number);

/* --- pair_rest.c: detects that both sides are at rest --- */

/* Mask of the streams that move by themselves: those with a transfer in every cycle, and the
 * sources that these may lead to. */
uint64_t assay_pair_untiring(const struct assay_share *share);
/* Updates the progress of both sides from the transfers of a cycle. */
void assay_pair_note(struct assay_pair *p);
/* Performs or gives up what waits for both sides to rest. */
void assay_pair_rest(struct assay_pair *p);
/* Whether the other side need not make the oldest transfer of `q`: it came out of enabled cycles of
 * a pause in which no more enables come. */
bool assay_pair_excused(const struct assay_pair *p, const struct assay_expect *q);

/* --- pair_plain.c: outputs outside streams --- */

/* False if out of memory. */
bool assay_pair_plain_open(struct assay_pair *p);
void assay_pair_plain_close(struct assay_pair *p);
/* Notes what both sides show in a cycle. */
void assay_pair_plain_note(struct assay_pair *p);
/* Call this before a reset and similar events. The last values shown count if both
 * sides are silent. */
void assay_pair_plain_rest(struct assay_pair *p);

/* --- kinds.c --- */

/* False if out of memory. */
bool assay_kinds_open(struct assay_transfers *t, const struct assay_block *b);
void assay_kinds_close(struct assay_transfers *t);
/* Completes the inputs of a cycle before the design gets them: enables, and the pins
 * that adapters drive. */
void assay_kinds_drive(struct assay_lockstep *ls, uint8_t *in);
/* Finds what adapters took of recorded inputs. */
void assay_kinds_recorded(struct assay_lockstep *ls, size_t slot);
/* Writes the handshakes of adapters into the design's outputs; outside reset. */
void assay_kinds_sample(struct assay_lockstep *ls, size_t slot);

/* --- plain.c --- */

/* False if out of memory. */
bool assay_plain_open(struct assay_transfers *t, const struct assay_block *b);
void assay_plain_close(struct assay_transfers *t);
/* Compares the outputs outside streams whose condition holds, after the cycle's transfers. */
void assay_plain_judge(struct assay_lockstep *ls, size_t slot);
/* Whether an output outside streams was compared in a cycle, or is a condition that was X. */
bool assay_plain_concerned(const struct assay_lockstep *ls, const struct assay_port *p,
                           const struct assay_moment *m);

/* --- judge.c --- */

/* The expected outputs of a slot, for writing: at the first call, a copy of the design's
 * outputs. */
uint8_t *assay_judge_expected(struct assay_lockstep *ls, size_t slot);

/* Whether two payloads have the same bits in their fields. Reads up to seven bytes
 * past the end of both. */
static inline bool assay_judge_equal(const struct assay_flow *f, const uint8_t *x, const uint8_t *y)
{
    uint64_t differ = 0, a, b;

    if (f->words == 1) {
        memcpy(&a, x, 8);
        memcpy(&b, y, 8);
        return ((a ^ b) & f->care_first) == 0;
    }
    if (f->words == 2) {
        memcpy(&a, x, 8);
        memcpy(&b, y, 8);
        differ = (a ^ b) & f->care_first;
        memcpy(&a, x + 8, 8);
        memcpy(&b, y + 8, 8);
        return (differ | ((a ^ b) & f->care_second)) == 0;
    }
    for (size_t i = 0; i < f->words; ++i) {
        memcpy(&a, x + 8 * i, 8);
        memcpy(&b, y + 8 * i, 8);
        differ |= (a ^ b) & f->care[i];
    }
    return differ == 0;
}

/* Whether the block's own comparison, if it has one, accepts a payload. The bits that are X or Z
 * must not matter: it must accept the payload with them as zeros and as ones. `unknown` is their
 * mask; NULL: there are none. */
bool assay_judge_accepts(struct assay_lockstep *ls, unsigned stream, const uint8_t *expected,
                         const uint8_t *actual, const uint8_t *unknown);

static inline void assay_transfers_found(struct assay_transfers *t, enum assay_verdict verdict,
                                         enum assay_mismatch kind, int stream)
{
    if (t->found.verdict == ASSAY_PASS)
        t->found = (struct assay_finding){verdict, kind, stream};
}

/* Finds an X or Z on a handshake output. */
void assay_judge_control(struct assay_lockstep *ls, size_t slot);
/* Checks that stalled sources have kept valid and payload. `valid` is the mask of
 * sources with valid high. */
void assay_judge_held(struct assay_lockstep *ls, size_t slot, uint64_t valid);
/* Judges a source's transfer that the quick comparison did not accept. */
void assay_judge_transfer(struct assay_lockstep *ls, size_t slot, unsigned stream);
/* Checks that expected transfers have come in time. */
void assay_judge_due(struct assay_lockstep *ls, size_t slot);
/* The clock at which the next expected transfer is due; UINT64_MAX: none is. */
uint64_t assay_judge_next_due(const struct assay_transfers *t);
/* Checks that sources that claim never to wait for ready do not. */
void assay_judge_waits(struct assay_lockstep *ls, size_t slot, uint64_t valid, uint64_t ready);

#endif
