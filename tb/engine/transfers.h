/*
 * transfers.h - the loop of levels `transfers` and `none`, which the design steers; inside the engine.
 *
 * In each cycle: inputs are driven, the DUT settles, and what its pins show is a transfer is one. Accepted
 * transfers of sinks go to the model, in the order of the table; then those of sources are judged. README.md
 * has the rules.
 *
 * transfers.c has the cycle, transfers_open.c what is there before the first, ahead.c and part.h
 * several at a time, pair.c two designs, expected.c what the model expects and what becomes of it,
 * judge.c what is held against the design's pins, kinds.c the streams that have no handshake there,
 * and plain.c outputs outside streams.
 */
#ifndef ASSAY_TRANSFERS_H
#define ASSAY_TRANSFERS_H

#include <string.h>

#include "engine/above.h"
#include "engine/credit.h"
#include "engine/engine.h"
#include "engine/expect.h"
#include "engine/histogram.h"

enum { ASSAY_NO_STREAM = -1 };
#define ASSAY_NO_REQUEST UINT32_MAX

/* An accepted transfer of a block with `outstanding`, kept while responses to it are expected. Of these
 * each (struct assay_expected) has the cycle of its request in `since`, its stream in `from`, its payload as
 * note, and in `filler` whether the drain made it: its responses are judged, and not waited for. */
struct assay_request {
    uint32_t left; /* responses; in one that is free: the next free one */
    uint32_t stream;
};

struct assay_flow {
    const struct assay_stream *pins;
    uint64_t *care;                   /* of the payload: the bits of its fields */
    size_t words;                     /* that `care` has */
    uint64_t care_first, care_second; /* its first two */
    struct assay_above *above;        /* of its fields */
    size_t n_above;
    uint64_t above_word[2];     /* the same of a payload's first 16 bytes */
    struct assay_expect expect; /* of a source */
    uint64_t together;          /* mask of the sinks of its join; itself alone without one */
    bool word;                  /* its payload has eight bytes, and it has no `match` */
    bool in_order; /* a transfer is right when it has the bits of the oldest that is expected */
    uint64_t timeout;
    uint64_t waited; /* cycles in which a source that claims never to wait did */
    uint64_t last;   /* cycle of the last transfer */
    struct assay_timing timing;
};

/* While the model is told of one transfer. */
struct assay_emit {
    struct assay_flow *const
        *quick; /* of each source of which an expected transfer needs no more than a
                                      * place in the queue; NULL of the others */
    uint64_t clock, cycle;
    const uint8_t *payload; /* accepted */
    size_t payload_size;
    struct assay_expected_of
        of; /* `request` is ASSAY_NO_REQUEST for blocks without `outstanding`, and
                                  * until there is one */
    struct assay_lockstep *ls;
    struct assay_transfers *t;
};

/* RTL against RTL: two locksteps, each with its own handshakes. The one that leads runs the other. */
struct assay_pair {
    struct assay_share share;
    struct assay_lockstep *side[ASSAY_SIDES];
    struct assay_pair_flow {
        struct assay_expect ahead
            [ASSAY_SIDES]; /* what a side has put out, and the other not yet; behind a payload its cycle */
        uint64_t made[ASSAY_SIDES]; /* transfers since the last reset */
        uint64_t last[ASSAY_SIDES]; /* clock of the last one */
        uint64_t compared;
    } * flow;                     /* of each stream */
    uint64_t moved[ASSAY_SIDES];  /* cycle of the last transfer of a side */
    uint64_t behind[ASSAY_SIDES]; /* clock of its last one in which it caught up on a sink */
    uint64_t longest;             /* cycles of silence before a source of either went on */
    uint64_t paused_in;           /* cycle since which stimulus pauses; UINT64_MAX: it does not */
    uint64_t untiring;            /* streams whose transfers say nothing of how a side gets on */
    bool following;               /* the side that follows is in its cycle */
    bool silent;                  /* at the end of the cycle before, as far as somebody asked */
    uint8_t *scratch;             /* room for a payload and its cycle */

    /* Outputs outside streams with a condition: pair_plain.c. */
    struct assay_pair_shown {
        bool there
            [ASSAY_SIDES]; /* the condition has held since the side's last transfer of a sink */
        uint8_t *last[ASSAY_SIDES];              /* what was shown then: as in the queue */
        struct assay_expect before[ASSAY_SIDES]; /* what the other side has not got to */
    } * shown; /* of each of those that the locksteps watch; NULL: there is none */
};

/* What is wrong in a cycle; the first counts. */
struct assay_finding {
    enum assay_verdict verdict; /* ASSAY_PASS: nothing */
    enum assay_mismatch kind;
    int stream;
};

/* A stream in up to 64 cycles, a bit each. */
struct assay_words {
    uint64_t valid, ready, both;
    uint64_t left; /* of a claim never to wait: something is expected at the end of the cycle */
    uint64_t large_min, large_max; /* of its latencies, before the transfers that are judged now */
};

/* Cycles that the DUT has done and that are judged together, in slots side by side. */
enum { ASSAY_PART = 64 };
struct assay_part {
    uint64_t first; /* cycle */
    size_t slot;    /* of the first */
    unsigned n;
    bool open;               /* it is being judged */
    bool reset;              /* rst is high in one of its cycles */
    const uint8_t *in, *out; /* of the first */
    size_t in_size, out_size;
    uint64_t accepted, given;   /* cycles with a transfer of any sink, of any source */
    uint64_t clocked;           /* cycles that `clock` of struct assay_transfers counts */
    uint64_t clock;             /* before the first */
    uint8_t before[ASSAY_PART]; /* of each cycle: how many before it are in `clocked` */
};

struct assay_transfers {
    struct assay_flow *flow; /* of each stream */
    uint64_t sinks, sources; /* masks */
    /* Where the sources' pins are, for the look at them in each cycle. */
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
    uint64_t claims;  /* sources that claim never to wait for ready */
    uint64_t stalled; /* sources that had valid without ready in the cycle before */
    uint64_t clock;   /* cycles outside reset in which every source had its ready and, until the run
                       * drains, every enable was high: what has to come may need both */
    uint64_t progress; /* clock of the last transfer */
    uint64_t partial;  /* clock of the last look at which a sink had no offer */
    uint64_t next_due; /* no expected transfer is due at an earlier clock */
    uint64_t left;     /* expected transfers, of all sources; without those to fillers */
    bool judges;       /* there is a model */
    struct assay_finding found;

    uint64_t enables, every_cycle, adapters; /* streams with these rules */
    uint64_t filled, taken;                  /* of this cycle: fillers, and what `drive` took */
    uint8_t *other_state, *other_out;        /* for a second look at pins that are X */

    struct assay_request *request;
    uint32_t n_requests, room_requests, free_request;

    /* Outputs outside streams that are compared under a condition. */
    struct assay_watched {
        const struct assay_port *port;
        uint32_t when; /* its condition's place in the outputs */
        uint64_t compared;
    } * watched;
    size_t n_watched;
    uint8_t *wanted; /* outputs, as the model expects those */

    struct assay_credit credit;
    bool bounded;                                /* `credit` is in use */
    struct assay_flow *quick[ASSAY_MAX_STREAMS]; /* of struct assay_emit, in a part */
    struct assay_flow *none[ASSAY_MAX_STREAMS];  /* else: NULL */
    uint64_t owed; /* responses that the model would expect now, of one side of a pair */

    struct assay_rng withhold;
    int withheld; /* stream whose ready is withheld until it shows its valid, or ASSAY_NO_STREAM */
    int to_withhold; /* the same from the next cycle on */

    uint64_t stop_at; /* cycle after the last of the stimulus */
    bool draining;
    uint64_t drain_from, quiet, longest; /* `longest`: latency so far, from the drain on */
    uint64_t left_before;                /* `left` in the cycle of the drain before */
    bool in_reset;                       /* rst was high in the cycle before */
    uint8_t *scratch;                    /* room for a payload */

    bool ahead;        /* the DUT may be ahead of what is judged */
    bool in_step;      /* what is judged depends on what the model knew then */
    bool apart;        /* what is judged of a source depends on it alone */
    bool one_sink;     /* it is in no join, and nothing is bounded */
    uint64_t *corners; /* assay_engine_corners */
    uint64_t unjudged; /* first cycle that it is ahead; UINT64_MAX: it is not */
    struct assay_part part;
    struct assay_words *words; /* of each stream, in `part` */
    bool own[ASSAY_RING];      /* slots whose expected outputs are not just what the design shows */
};

/* The clock at the start of a cycle of a part. */
static inline uint64_t assay_part_clock(const struct assay_part *p, unsigned k)
{
    return p->clock + p->before[k];
}

/* NULL when memory is out. */
struct assay_transfers *assay_transfers_open(struct assay_lockstep *ls);
void assay_transfers_close(struct assay_transfers *t, const struct assay_block *b);

/* A cycle. */
void assay_transfers_cycle(struct assay_lockstep *ls);
/* Sinks whose offer is not taken in the cycle with these inputs. */
uint64_t assay_transfers_offers(const struct assay_lockstep *ls, const uint8_t *in);
/* Run to cycle `to`, or to what ends the run before. */
void assay_transfers_some(struct assay_lockstep *ls, uint64_t to);
/* Ends a run that passed as ASSAY_NOTHING where a stream had nothing. */
void assay_transfers_finish(struct assay_lockstep *ls);

/* The parts of a cycle: its inputs, what becomes of its transfers, and its end if it was the last. */
enum {
    ASSAY_LOOK = 16, /* cycles from one look for a hang to the next */
    /* For how many times `hang`, and cycles more, an offer may wait while another sink has none. */
    ASSAY_PATIENCES = 8,
    ASSAY_PATIENCE = 1024
};
const uint8_t *assay_transfers_inputs(struct assay_lockstep *ls, size_t slot);
void assay_transfers_judge(struct assay_lockstep *ls, size_t slot);
void assay_transfers_end(struct assay_lockstep *ls, bool stopped);

/* --- ahead.c --- */

/* Whether the DUT may be ahead: nothing that drives it looks at the model. */
void assay_ahead_open(struct assay_lockstep *ls);
/* The same as assay_transfers_some, while nothing drains and no waveform is open. */
void assay_ahead_some(struct assay_lockstep *ls, uint64_t to);
/* After a function that did not return: judge and count what there is of cycles before. `ls` is a void pointer
 * for assay_guard_run. */
void assay_ahead_lost(void *ls);

/* --- expected.c --- */

/* The model is told of an accepted transfer. */
void assay_transfers_accept(struct assay_lockstep *ls, unsigned stream, const uint8_t *payload);
/* The same where `emit` has the time of it. */
void assay_transfers_take(struct assay_emit *emit, unsigned stream, const uint8_t *payload);
/* One response fewer to a request of a block with `outstanding`. */
void assay_transfers_credit(struct assay_transfers *t, uint32_t request);
/* A request, with those of its join, is under way no longer. */
void assay_transfers_release(struct assay_transfers *t, unsigned stream);
/* The model did what it must not. */
void assay_transfers_bad_model(struct assay_lockstep *ls, const char *why);
/* The same where nothing is expected of it: only its state goes on. */
void assay_transfers_tell(struct assay_lockstep *ls, unsigned stream, const uint8_t *payload);
/* The first cycle of a part from a cycle on. */
static inline unsigned assay_part_from(const struct assay_part *p, uint64_t cycle)
{
    return cycle > p->first ? (unsigned)(cycle - p->first) : 0;
}

/* In a part: something was expected of a source from `since` to before `cycle`, which is in the part. */
static inline void assay_part_left(struct assay_transfers *t, unsigned stream, uint64_t since,
                                   uint64_t cycle)
{
    t->words[stream].left |= (UINT64_C(1) << (cycle - t->part.first)) -
                             (UINT64_C(1) << assay_part_from(&t->part, since));
}

/* A response to a request has come. */
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
/* Discard what is expected; the model begins anew. */
void assay_transfers_reset(struct assay_lockstep *ls);
/* What a design without latency would show. */
void assay_transfers_ideal(struct assay_lockstep *ls, const uint8_t *in, uint8_t *out);
/* Put the request of an expected transfer into the result. */
void assay_transfers_blame(struct assay_lockstep *ls, const struct assay_flow *f, uint64_t number);

/* --- pair.c --- */

/* Before the lockstep's driver is opened. False when memory is out. */
bool assay_pair_open(struct assay_lockstep *ls);
void assay_pair_close(struct assay_lockstep *ls);
/* The lockstep that follows, when the one that leads is open. False with a message. */
bool assay_pair_follow(struct assay_lockstep *ls, char *why, size_t why_size);
/* A side is in reset. */
void assay_pair_reset(struct assay_pair *p);
/* A transfer of a source. */
void assay_pair_judge(struct assay_lockstep *ls, size_t slot, unsigned stream);
/* The stimulus of the side that leads has ended. */
void assay_pair_drain(struct assay_pair *p);
/* The other side's cycle, and what is between the two, when that of the side that leads has been judged. */
void assay_pair_cycle(struct assay_lockstep *ls);
/* Whether a lockstep follows, and what ends the run there: it ends it on the side that leads. */
static inline bool assay_pair_follows(const struct assay_lockstep *ls)
{
    return ls->pair && ls != ls->pair->side[ASSAY_LEADS];
}
void assay_pair_pass_on(struct assay_lockstep *ls, bool stopped);
/* Another waveform, of the side that follows, if it makes any: its path is that of the run's. */
void assay_pair_trace(struct assay_lockstep *ls, const char *path);
void assay_pair_trace_close(struct assay_lockstep *ls);
/* Whether a stream has had something to compare. */
bool assay_pair_compared(const struct assay_pair *p, unsigned stream);

/* A mismatch. Whether it is the first that is wrong in a run that is not made again. `stream` may be ASSAY_NO_STREAM. */
bool assay_pair_wrong(struct assay_pair *p, enum assay_mismatch kind, int stream);
/* The cycle in which a side has put out a transfer that the other has not. */
uint64_t assay_pair_cycle_of(const struct assay_expect *q, uint64_t number);

/* --- pair_rest.c: when both sides are at rest --- */

/* Streams that move by themselves: with a transfer in every cycle, and what such ones may lead to. */
uint64_t assay_pair_untiring(const struct assay_share *share);
/* What the transfers of a cycle of both say of how they get on. */
void assay_pair_note(struct assay_pair *p);
/* What waits for rest happens, or is given up. */
void assay_pair_rest(struct assay_pair *p);
/* In a pause, and without an enable that would move it: what came out of enabled cycles of the pause need not come on both sides. */
bool assay_pair_excused(const struct assay_pair *p, const struct assay_expect *q);

/* --- pair_plain.c: outputs outside streams --- */

/* False when memory is out. */
bool assay_pair_plain_open(struct assay_pair *p);
void assay_pair_plain_close(struct assay_pair *p);
/* What both sides show in a cycle. */
void assay_pair_plain_note(struct assay_pair *p);
/* Before a reset and the like. What they show last counts if they are silent. */
void assay_pair_plain_rest(struct assay_pair *p);

/* --- kinds.c --- */

/* False when memory is out. */
bool assay_kinds_open(struct assay_transfers *t, const struct assay_block *b);
void assay_kinds_close(struct assay_transfers *t);
/* The inputs of a cycle, before the design has them: enables, and the pins that adapters drive. */
void assay_kinds_drive(struct assay_lockstep *ls, uint8_t *in);
/* What adapters took of recorded inputs. */
void assay_kinds_recorded(struct assay_lockstep *ls, size_t slot);
/* Put the handshakes of adapters among the design's outputs; outside reset. */
void assay_kinds_sample(struct assay_lockstep *ls, size_t slot);

/* --- plain.c --- */

/* False when memory is out. */
bool assay_plain_open(struct assay_transfers *t, const struct assay_block *b);
void assay_plain_close(struct assay_transfers *t);
/* Outputs outside streams whose condition holds, after the cycle's transfers. */
void assay_plain_judge(struct assay_lockstep *ls, size_t slot);
/* Whether an output outside streams was compared, or its condition is X, in a cycle. */
bool assay_plain_concerned(const struct assay_lockstep *ls, const struct assay_port *p,
                           const struct assay_moment *m);

/* --- judge.c --- */

/* The expected outputs of a slot, to be written to: a copy of what the design shows, until then. */
uint8_t *assay_judge_expected(struct assay_lockstep *ls, size_t slot);

/* Whether two payloads have the same bits in their fields. Behind both, up to seven bytes are read. */
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

static inline void assay_transfers_found(struct assay_transfers *t, enum assay_verdict verdict,
                                         enum assay_mismatch kind, int stream)
{
    if (t->found.verdict == ASSAY_PASS)
        t->found = (struct assay_finding){verdict, kind, stream};
}

/* An X or Z in a pin that steers. */
void assay_judge_control(struct assay_lockstep *ls, size_t slot);
/* Sources that were stalled have kept valid and payload. `valid`: mask of those that are high. */
void assay_judge_held(struct assay_lockstep *ls, size_t slot, uint64_t valid);
/* A transfer of a source that is not plainly right. */
void assay_judge_transfer(struct assay_lockstep *ls, size_t slot, unsigned stream);
/* Expected transfers have come in time. */
void assay_judge_due(struct assay_lockstep *ls, size_t slot);
/* The clock at which the next has to have come; UINT64_MAX: none. */
uint64_t assay_judge_next_due(const struct assay_transfers *t);
/* Sources that claim it do not wait for ready. */
void assay_judge_waits(struct assay_lockstep *ls, size_t slot, uint64_t valid, uint64_t ready);

#endif
