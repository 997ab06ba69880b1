/*
 * driver.h - keeps the protocol of a block's streams while a scenario supplies the transactions.
 *
 * A sink's valid rises when the scenario has a transaction and the stall pattern allows it; valid
 * and payload then hold until the transfer. A source's ready follows the stall pattern. Stall
 * patterns come in phases of random length and density, so that full-rate, sparse and nearly
 * blocked traffic all occur on every stream, in every combination.
 */
#ifndef ASSAY_DRIVER_H
#define ASSAY_DRIVER_H

#include "engine/block.h"
#include "engine/credit.h"
#include "engine/fit.h"
#include "engine/share.h"

struct assay_driver_stream {
    struct assay_rng rng;
    uint32_t density; /* stalled cycles in 256 */
    uint32_t left;    /* cycles left of this phase */
    bool held;        /* sink: a transaction is being offered */
    bool no_ready;    /* source: ready is always high */
};

struct assay_driver {
    const struct assay_block *block;
    const struct assay_scenario *scenario;
    void *ctx; /* the scenario's */
    struct assay_stim_env env;
    void *in; /* struct <block>_inputs being driven */
    struct assay_rng resets, reset_lengths;
    uint64_t next_reset;         /* cycle; UINT64_MAX: none */
    uint32_t reset_left;         /* cycles left of the current reset */
    struct assay_credit *credit; /* for streams with `outstanding`; NULL: there are none */
    size_t turn;                 /* stream that is asked first in the next cycle */
    /* The run drains: nothing new is offered, every source is ready, and there is no reset.
     * `companions` is a mask of the sinks that may still offer one transaction each, because an
     * offer on another sink may wait for it. */
    bool draining;
    uint64_t companions;
    struct assay_driver_stream stream[ASSAY_MAX_STREAMS];
    struct assay_fit fit;
    bool unfit; /* the scenario drove a value that does not fit its pin; the reader clears it */
    size_t unfit_part; /* part, as in fit.h */
    /* Shared transactions of two sides, of which this driver is `side`; the scenario belongs to the
     * leading side. NULL: transactions come straight from the scenario. */
    struct assay_share *share;
    unsigned side;
};

/* `share` is NULL if there is only one side. False if out of memory; closing is safe then, too. */
bool assay_driver_open(struct assay_driver *d, const struct assay_block *b,
                       const struct assay_scenario *s, const struct assay_stim_env *env,
                       struct assay_share *share, unsigned side);
void assay_driver_close(struct assay_driver *d);

/* Returns d->in, the inputs of the next cycle. `transfers` is the transfer mask of the previous
 * cycle (0 for the first). */
const void *assay_driver_cycle(struct assay_driver *d, uint64_t cycle, uint64_t transfers);

#endif
