/*
 * driver.h - keeps the protocol of a block's streams while a scenario supplies the transactions.
 *
 * A sink's valid rises when the scenario has a transaction and the stall pattern allows; valid and
 * payload then hold until the transfer. A source's ready follows the stall pattern. Stall patterns
 * come in phases of random length and density, so that full rate, sparse and nearly blocked traffic
 * all occur on every stream, in every combination.
 */
#ifndef ASSAY_DRIVER_H
#define ASSAY_DRIVER_H

#include "engine/block.h"
#include "engine/credit.h"
#include "engine/fit.h"
#include "engine/share.h"

enum {
    ASSAY_RESET_CYCLES = 2
}; /* rst high at the start and at each later reset, unless the block says */

struct assay_driver_stream {
    struct assay_rng rng;
    uint32_t density; /* stalls in 256 */
    uint32_t left;    /* cycles of this phase */
    bool held;        /* sink: a transaction is offered */
    bool no_ready;    /* source: ready is always high */
};

struct assay_driver {
    const struct assay_block *block;
    const struct assay_scenario *scenario;
    void *ctx; /* the scenario's */
    struct assay_stim_env env;
    void *in; /* struct <block>_inputs being driven */
    struct assay_rng resets;
    uint64_t next_reset;         /* cycle; UINT64_MAX: none */
    uint32_t reset_cycles;       /* that rst is high in a reset */
    uint32_t reset_left;         /* cycles that rst stays high */
    struct assay_credit *credit; /* for streams with `outstanding`; NULL: none */
    size_t turn;                 /* stream that is asked first in the next cycle */
    /* The run comes to its end: nothing new is offered, every source is ready, no reset. `companions`:
     * a bit for each sink that may offer one transaction all the same, for one that waits for it. */
    bool draining;
    uint64_t companions;
    struct assay_driver_stream stream[ASSAY_MAX_STREAMS];
    struct assay_fit fit;
    bool unfit; /* the scenario has driven what does not fit its pin; whoever reads it lowers it */
    size_t unfit_part; /* as in fit.h */
    /* Transactions are from here, for this side, and the scenario is the leading one's; NULL: the scenario's. */
    struct assay_share *share;
    unsigned side;
};

/* `share` is NULL where there is one side alone. False when memory is out. */
bool assay_driver_open(struct assay_driver *d, const struct assay_block *b,
                       const struct assay_scenario *s, const struct assay_stim_env *env,
                       struct assay_share *share, unsigned side);
void assay_driver_close(struct assay_driver *d);

/* Inputs of the next cycle; `transfers` is the transfer mask of the one before (0 for the first).
 * Returns d->in. */
const void *assay_driver_cycle(struct assay_driver *d, uint64_t cycle, uint64_t transfers);

#endif
