/*
 * engine.h - internals of a lockstep, for the files that make up the engine.
 */
#ifndef ASSAY_ENGINE_H
#define ASSAY_ENGINE_H

#include "engine/cover.h"
#include "engine/driver.h"
#include "engine/join.h"
#include "engine/lockstep.h"
#include "engine/snapshot.h"

/* How many cycles the model may run ahead of the compare, and how many slots are kept;
 * powers of two. */
enum { ASSAY_AHEAD = 128, ASSAY_RING = 256 };

struct assay_lockstep {
    struct assay_config config;
    struct assay_result result;
    struct assay_pair *pair; /* for config.against at level `transfers`; shared by both sides */
    struct assay_transfers *transfers_of; /* levels `transfers` and `none`; NULL at level `cycle` */
    struct assay_joins joins;             /* transfers that the model receives together */
    struct assay_driver driver;           /* source of the inputs, unless there is a player or
                                           * config.recorded */
    void *player;                         /* from config.player; NULL: none */
    struct assay_cover cover;
    void *cover_ctx;
    void *state; /* golden model */
    void *dut;
    void *other;     /* DUT of config.against, whose outputs then are `expected` */
    unsigned *width; /* of each port */

    /* Rings of one slot per cycle: the last ASSAY_HISTORY cycles, so that a failure can be shown
     * without running again, and the cycles that the model is ahead. */
    uint8_t *in, *expected, *actual, *unknown;
    uint8_t *expected_unknown;        /* NULL: the expected outputs have no X */
    const uint8_t *in_of[ASSAY_RING]; /* points into `in` or config.recorded; contiguous in both */
    uint64_t mask[ASSAY_RING];        /* transfers of the cycles that are counted next */

    uint64_t cycle;            /* next cycle of the DUT */
    uint64_t ahead;            /* next cycle of the model */
    uint64_t counted;          /* next cycle of compare, counters and coverage */
    enum assay_verdict ending; /* verdict with which the model's last cycle ends the run;
                                * ASSAY_PASS: it does not */
    bool unfit;                /* the scenario drove a value that does not fit its pin */
    uint64_t unfit_at;         /* cycle in which it did */
    char unfit_why[256];
    bool done;              /* the scenario has ended */
    uint64_t recorded_at;   /* index of the next inputs in config.recorded */
    uint64_t last_progress; /* cycle of the last transfer */
    uint64_t next_report;   /* cycle of the next call of config.progress */
    uint64_t next_event;    /* next cycle that needs more than to be run */
    uint64_t transfers;     /* mask of the model's previous cycle */
    uint64_t sources;       /* mask of source streams */
    bool in_reset;          /* rst was high in the last cycle counted */
    bool over;              /* stopped by a failure, the scenario's end or an interrupt */
    bool in_cycle;          /* a scenario's `observe` is being called */
    bool finished;          /* the scenario has been given the last outputs */
    bool dut_lost;          /* the DUT did not return and must not be called again */
    bool other_lost;
    bool in_dut;     /* the DUT is running */
    bool in_model;   /* code of the block is running; at level `cycle` not noted for built-in
                      * blocks, but for config.against as well */
    bool in_init;    /* the model's `init` is running */
    bool in_hooks;   /* at level `cycle` with config.against: hooks of the
                      * model are running */
    bool begun;      /* `init` has been called */
    uint8_t *blamed; /* storage of result.request_payload */
    struct assay_stood *stood; /* one for each stream; NULL: inputs are recorded */

    struct assay_snapshots snapshots;
    uint64_t next_snapshot;  /* cycle; UINT64_MAX: none */
    double last_snapshot;    /* time of the last one */
    uint64_t snapshot_cycle; /* cycle of the last one */
    bool traced;             /* a waveform is open */
    bool woken;              /* this process is a woken snapshot, carrying out `order` */
    bool stopped;            /* the RTL ended the simulation */
    struct assay_order order;
};

/* Opens a lockstep as one side of a pair; assay_lockstep_open calls it for all others,
 * with `pair` NULL. */
struct assay_lockstep *assay_lockstep_open_side(const struct assay_config *config,
                                                struct assay_pair *pair, char *why,
                                                size_t why_size);

/* --- shared.c: common to the loops of all levels --- */

/* Calls the model's `init`, on zeroed memory. */
void assay_engine_init(struct assay_lockstep *ls);
/* Ends the run with this verdict, in the last cycle that was run. */
void assay_engine_fail(struct assay_lockstep *ls, enum assay_verdict v);
/* The inputs of the model's next cycle. */
const uint8_t *assay_engine_inputs(struct assay_lockstep *ls);
/* Shows the scenario a cycle's transfers. If its own check fails, the run ends after this cycle,
 * unless the DUT ends it first. */
void assay_engine_observe(struct assay_lockstep *ls, const void *in, const void *out);
/* Updates coverage and counters for all cycles before the DUT's next one. */
void assay_engine_count(struct assay_lockstep *ls);
/* The same for cycles outside reset whose handshakes are known; without corners. */
void assay_engine_count_some(struct assay_lockstep *ls, const uint64_t *handshakes);
/* The transfers of a cycle that is still kept. */
uint64_t assay_engine_transfers(const struct assay_lockstep *ls, size_t slot);
/* The counters of the block's corners (corners.h); NULL: corners are not counted. */
uint64_t *assay_engine_corners(const struct assay_lockstep *ls);

/* --- cycles.c: the loop of level `cycle` --- */

/* Runs to cycle `to`, or until something ends the run before that. */
void assay_cycles_some(struct assay_lockstep *ls, uint64_t to);
/* Runs the DUT up to the model's cycle. */
void assay_cycles_catch_up(struct assay_lockstep *ls);
/* Compares the cycles that both have done; a difference ends the run in its cycle. */
void assay_cycles_compare(struct assay_lockstep *ls);

/* --- reference.c: other RTL in place of the model --- */

/* Runs one cycle of the other RTL in place of the model: from `in`, which the model's hooks may
 * amend, to the outputs and transfers of the slot. */
void assay_reference_step(struct assay_lockstep *ls, size_t slot, uint8_t *in);

/* --- standing.c: how long each stream has waited --- */

/* State of a stream after the last counted cycle. */
struct assay_stood {
    uint64_t next;  /* cycle after the last transfer; 0: there was none */
    uint64_t since; /* cycle since which valid has had its value */
    bool known;     /* `since` is valid: the last cycle had no transfer */
    bool valid;
    uint8_t *payload; /* of the last transfer; as many bytes follow, with its X or Z bits */
};

/* False if out of memory. */
bool assay_stood_open(struct assay_lockstep *ls);
void assay_stood_close(struct assay_lockstep *ls);
/* Notes `n` cycles from ls->counted on; `moved` is the mask of streams with a transfer in them. */
void assay_stood_note(struct assay_lockstep *ls, uint64_t n, uint64_t moved);

/* --- moment.c: the cycles that are kept --- */

/* Lists the outputs that differ in the result. Returns whether there is any. */
bool assay_engine_differences(struct assay_lockstep *ls, const struct assay_moment *m);

/* --- wave.c: snapshots and waveforms --- */

/* Called before the first cycle. */
void assay_wave_begin(struct assay_lockstep *ls);
/* Called at every event; takes a snapshot when one is due, or carries out the order of a woken
 * one. */
void assay_wave_event(struct assay_lockstep *ls);
/* Called in a woken snapshot that lost its DUT. Does not return. */
_Noreturn void assay_wave_cut(struct assay_lockstep *ls);
/* Called when the run is over; after a failure, gets the waveform. */
void assay_wave_end(struct assay_lockstep *ls);

#endif
