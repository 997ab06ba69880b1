/*
 * share.h - one sequence of transactions per sink, for two sides that take them at their own pace.
 *
 * The leading side owns the scenario and draws from it; the other side follows through the same
 * sequence. Neither gets far ahead. If a payload may depend on outputs, or if a group of sinks has
 * a common limit, the following side gets a transaction only when it has put out, and taken in the
 * group, as much as the leading side had when the transaction was drawn.
 *
 * Stimulus pauses from time to time until both sides are silent: before a reset, and before new
 * values of pins outside streams. If that takes too long, the reset or the change is given up.
 *
 * A script is a sequence as well. Its resets, and its changes of pins outside streams, wait for
 * silence, and its time stands still until then.
 *
 * The enabled cycles that move a design of kind `always` during a pause are transactions of the
 * sequence. So are cycles without a payload of their own in a design that takes one in every cycle:
 * both sides must get the same. A transaction for a sink of this kind never waits for outputs,
 * because it is what makes them come out.
 */
#ifndef ASSAY_SHARE_H
#define ASSAY_SHARE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/block.h"

enum { ASSAY_SHARE_AHEAD = 64 /* transactions of a sink; a power of two */ };

enum { ASSAY_LEADS, ASSAY_FOLLOWS, ASSAY_SIDES };

struct assay_share {
    const struct assay_block *block;
    const struct assay_scenario *scenario;
    void *ctx; /* its context */
    struct assay_share_sequence {
        uint8_t *payload; /* ring of ASSAY_SHARE_AHEAD payloads */
        uint64_t *seen;   /* with each payload: transfers so far of all streams on the leading
                           * side */
        uint64_t drawn;   /* number drawn so far */
        uint64_t given[ASSAY_SIDES];  /* number offered so far */
    } * sequence;                     /* one for each stream */
    uint64_t *transfers[ASSAY_SIDES]; /* number of transfers so far, per stream */
    uint64_t *waits;                  /* per stream: mask of the streams whose `seen` counts */

    bool reset_wanted, paused, draining; /* while any is set, nothing is drawn */
    bool reset[ASSAY_SIDES];             /* the next cycle begins a reset */
    bool reset_given_up;                 /* the driver must ask again at another time */
    bool enables, every_cycle; /* there are sinks of kind `always`; sinks of kind `every_cycle` */
    bool fill; /* sinks with an enable get payloads in a pause, to move out what is in the design */

    /* For a script. */
    bool at_rest;  /* nothing was in flight at the end of the previous cycle */
    bool holding;  /* its time stands still; only what the leading side was offered is offered */
    bool hopeless; /* its time has stood still for too long */
    enum assay_share_event { ASSAY_EVENT_NOW, ASSAY_EVENT_LATER, ASSAY_EVENT_NEVER } event;
    bool happened;        /* it has reached its reset or its new values in this cycle */
    uint64_t late;        /* cycles for which it stood still */
    uint64_t resets_lost; /* resets given up, of a scenario or a script */
    uint64_t plain_lost;  /* the same for new values of pins outside streams */

    uint8_t *plain;      /* inputs; both sides have its pins outside streams */
    bool has_plain;      /* there are such pins, and something drives them */
    bool plain_varies;   /* some of them change during a run */
    bool plain_wanted;   /* they may change now: both sides are silent */
    uint64_t next_plain; /* cycle of the next change; UINT64_MAX: only in reset */
};

/* False if out of memory; closing is safe then, too. */
bool assay_share_open(struct assay_share *s, const struct assay_block *b,
                      const struct assay_scenario *scenario);
void assay_share_close(struct assay_share *s);

/* The same as assay_scenario.next, restart and plain, for one side. */
bool assay_share_next(struct assay_share *s, unsigned side, unsigned stream, void *payload);
void assay_share_restart(struct assay_share *s, unsigned side);
void assay_share_plain(struct assay_share *s, unsigned side, void *in);

/* Adds a transaction that does not come from the scenario: one of a script, or an enabled cycle.
 * Called for the leading side; false if there is no room. The other side gets it through
 * assay_share_next. */
bool assay_share_put(struct assay_share *s, unsigned stream, const void *payload);

/* A script has reached a reset, or new values of pins: whether it happens in this cycle. The
 * leading side decides, and the other side asks in the same cycle. LATER: the script asks again in
 * the next cycle. NEVER: the script skips it and goes on. */
enum assay_share_event assay_share_ask(struct assay_share *s, unsigned side, bool reset);

/* Notes the transfers of one side's cycle, as a mask. */
void assay_share_moved(struct assay_share *s, unsigned side, uint64_t transfers);

/* Called at the end of each cycle. */
static inline void assay_share_tick(struct assay_share *s, uint64_t cycle)
{
    s->paused |= cycle >= s->next_plain;
}
/* Both sides are silent in `cycle`: what was waiting for that happens. */
void assay_share_silent(struct assay_share *s, uint64_t cycle);
/* The sides do not become silent: what was waiting is given up. */
void assay_share_give_up(struct assay_share *s);

/* Whether stimulus must pause. */
static inline bool assay_share_pauses(const struct assay_share *s)
{
    return s->reset_wanted || s->paused || s->draining || s->holding;
}

#endif
