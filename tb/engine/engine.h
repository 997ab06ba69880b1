/*
 * engine.h - the inside of a lockstep, for the files that make up the engine.
 */
#ifndef ASSAY_ENGINE_H
#define ASSAY_ENGINE_H

#include "engine/cover.h"
#include "engine/driver.h"
#include "engine/join.h"
#include "engine/lockstep.h"
#include "engine/snapshot.h"

/* How many cycles the model may be ahead of the compare, and the slots that are kept; powers of two. */
enum { ASSAY_AHEAD = 128, ASSAY_RING = 256 };

struct assay_lockstep {
    struct assay_config config;
    struct assay_result result;
    struct assay_pair *pair; /* with config.against at level `transfers`; both sides have it */
    struct assay_transfers *transfers_of; /* levels `transfers` and `none`; NULL at level `cycle` */
    struct assay_joins joins;             /* transfers that the model gets together */
    struct assay_driver driver; /* inputs come from here, from the player or from config.recorded */
    void *player;               /* of config.player; NULL: none */
    struct assay_cover cover;
    void *cover_ctx;
    void *state; /* golden model */
    void *dut;
    void *other;     /* of config.against, whose outputs are then `expected` */
    unsigned *width; /* of each port */

    /* The last ASSAY_HISTORY cycles, so that a failure can be shown without running again, and those that
     * the model is ahead; a slot each. */
    uint8_t *in, *expected, *actual, *unknown;
    uint8_t *expected_unknown;        /* NULL: the expected outputs have no X */
    const uint8_t *in_of[ASSAY_RING]; /* in `in` or in config.recorded; side by side in both */
    uint64_t mask[ASSAY_RING];        /* transfers; those of the cycles that are counted next */

    uint64_t cycle;            /* the next of the DUT */
    uint64_t ahead;            /* the next of the model */
    uint64_t counted;          /* the next of compare, counters and coverage */
    enum assay_verdict ending; /* of the model's last cycle: how it ends the run, ASSAY_PASS: not */
    bool unfit;                /* the scenario drove a pin with what does not fit */
    uint64_t unfit_at;         /* cycle */
    char unfit_why[256];
    bool done;              /* the scenario has ended */
    uint64_t recorded_at;   /* next of config.recorded */
    uint64_t last_progress; /* cycle of the last transfer */
    uint64_t next_report;   /* cycle of the next call of config.progress */
    uint64_t next_event;    /* the next cycle at which anything but a cycle happens */
    uint64_t transfers;     /* of the model's previous cycle */
    uint64_t sources;       /* mask of source streams */
    bool in_reset;          /* rst was high in the last cycle counted */
    bool over;              /* a failure, the scenario's end or an interrupt */
    bool in_cycle;          /* a scenario's observe is being called */
    bool finished;          /* the scenario has seen the last outputs */
    bool dut_lost;          /* it did not return: not to be called again */
    bool other_lost;
    bool in_dut; /* it is at work */
    bool
        in_model; /* functions of the block's are; at level `cycle` kept for attached blocks alone */
    bool in_init;              /* the model's `init` is */
    bool in_hooks;             /* at level `cycle`, beside config.against: hooks of the model are */
    bool begun;                /* `init` was called */
    uint8_t *blamed;           /* result.request_payload */
    struct assay_stood *stood; /* of each stream; NULL: inputs are recorded */

    struct assay_snapshots snapshots;
    uint64_t next_snapshot;  /* cycle; UINT64_MAX: none */
    double last_snapshot;    /* time */
    uint64_t snapshot_cycle; /* of the last one */
    bool traced;             /* a waveform is open */
    bool woken;              /* this process is a snapshot that carries out `order` */
    bool stopped;            /* the RTL has ended the simulation */
    struct assay_order order;
};

/* A lockstep that is a side of a pair, which follows; assay_lockstep_open is the others'. */
struct assay_lockstep *assay_lockstep_open_side(const struct assay_config *config,
                                                struct assay_pair *pair, char *why,
                                                size_t why_size);

/* --- shared.c: what the loops of all levels do --- */

/* The model begins, on zeroed memory. */
void assay_engine_init(struct assay_lockstep *ls);
/* In the last of the cycles run. */
void assay_engine_fail(struct assay_lockstep *ls, enum assay_verdict v);
/* Inputs of the next cycle of the model. */
const uint8_t *assay_engine_inputs(struct assay_lockstep *ls);
/* The scenario's view of a cycle's transfers. A check of its own that fails ends the run after this cycle
 * unless the DUT does so before. */
void assay_engine_observe(struct assay_lockstep *ls, const void *in, const void *out);
/* Coverage and counters of the cycles before the DUT's next. */
void assay_engine_count(struct assay_lockstep *ls);
/* The same where none of them is in reset and their handshakes are known; without corners. */
void assay_engine_count_some(struct assay_lockstep *ls, const uint64_t *handshakes);
/* The transfers of a cycle that is kept. */
uint64_t assay_engine_transfers(const struct assay_lockstep *ls, size_t slot);
/* The counters of the block's corners (corners.h); NULL: they are not counted. */
uint64_t *assay_engine_corners(const struct assay_lockstep *ls);

/* --- cycles.c: the loop of level `cycle` --- */

/* Run to cycle `to`, or to what ends the run before. */
void assay_cycles_some(struct assay_lockstep *ls, uint64_t to);
/* The cycles that both have done. After a difference the run is at the end of its cycle. */
/* The DUT goes on to where the model is. */
void assay_cycles_catch_up(struct assay_lockstep *ls);
void assay_cycles_compare(struct assay_lockstep *ls);

/* --- reference.c: other RTL in place of the model --- */

/* A cycle of it, in place of the model's: the outputs and transfers of a slot from its inputs, which the model's hooks
 * amend. */
void assay_reference_step(struct assay_lockstep *ls, size_t slot, uint8_t *in);

/* --- standing.c: how streams stand --- */

/* Of a stream, at the end of what is counted. */
struct assay_stood {
    uint64_t next;  /* cycle after the last transfer; 0: there was none */
    uint64_t since; /* cycle: valid has been as it is */
    bool known;     /* that there is such a valid: the last cycle had no transfer */
    bool valid;
    uint8_t *payload; /* of the last transfer, and behind it as many bytes: bits that are X or Z */
};

/* False when memory is out. */
bool assay_stood_open(struct assay_lockstep *ls);
void assay_stood_close(struct assay_lockstep *ls);
/* Cycles that are being counted, `n` of them from ls->counted on; `moved`: mask of the streams with a transfer in one of them. */
void assay_stood_note(struct assay_lockstep *ls, uint64_t n, uint64_t moved);

/* --- moment.c: the cycles kept --- */

/* Name the outputs that differ. Returns whether any does. */
bool assay_engine_differences(struct assay_lockstep *ls, const struct assay_moment *m);

/* --- wave.c: snapshots and waveforms --- */

/* Before the first cycle. */
void assay_wave_begin(struct assay_lockstep *ls);
/* A cycle that wave.c asked for in next_snapshot, or that is in the order of a woken snapshot. */
void assay_wave_event(struct assay_lockstep *ls);
/* In a woken snapshot that lost its DUT. Does not return. */
_Noreturn void assay_wave_cut(struct assay_lockstep *ls);
/* The run is over; after a failure, get the waveform. */
void assay_wave_end(struct assay_lockstep *ls);

#endif
