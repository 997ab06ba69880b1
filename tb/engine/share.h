/*
 * share.h - one sequence of transactions for each sink, for two sides that take it at their own pace.
 *
 * The side that leads has the scenario and draws from it; the other follows in the same sequence. Neither gets far ahead. Where
 * what is drawn may depend on what has come out, or a group of sinks is bounded together, the side that follows gets a
 * transaction when it has put out, and in the group taken, as much as the leading side had when it was drawn.
 *
 * Stimulus pauses now and then until both sides are silent: before a reset, and for new values of pins outside streams. What is due
 * then is given up where that takes too long.
 *
 * A script is a sequence as well. Its resets, and its changes of pins outside streams, wait for silence, and its time stands still
 * until then.
 *
 * The enabled cycles that move a design of kind `always` in a pause are transactions of the sequence, and so are those without a
 * payload of its own in a design that takes one in every cycle: both sides have to have the same. A transaction that a sink of this
 * kind gets never waits for what has come out, which it moves itself.
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
        uint8_t *payload; /* ASSAY_SHARE_AHEAD of them */
        uint64_t *seen;   /* with each the transfers of all streams on the leading side */
        uint64_t drawn;   /* how many there are */
        uint64_t given[ASSAY_SIDES];  /* and have been offered */
    } * sequence;                     /* of each stream */
    uint64_t *transfers[ASSAY_SIDES]; /* of each stream */
    uint64_t *waits;                  /* of each stream, mask: those of which `seen` counts */

    bool reset_wanted, paused, draining; /* nothing is drawn then */
    bool reset[ASSAY_SIDES];             /* the next cycle is to be in reset */
    bool reset_given_up;                 /* the driver is to ask again at another time */
    bool enables, every_cycle; /* there are sinks of kind `always` with an enable, without one */
    bool fill; /* sinks with an enable get payloads in a pause: what they move has to come out */

    /* Of a script. */
    bool at_rest; /* nothing is under way, at the end of the cycle before */
    bool holding; /* its time stands still; nothing is offered that the leading side has not been */
    bool hopeless; /* it has stood still for too long */
    enum assay_share_event { ASSAY_EVENT_NOW, ASSAY_EVENT_LATER, ASSAY_EVENT_NEVER } event;
    bool happened;        /* it has come to its reset or its values in this cycle */
    uint64_t late;        /* cycles in which it stood still */
    uint64_t resets_lost; /* resets that were given up, of a scenario or a script */
    uint64_t plain_lost;  /* the same of new values of pins outside streams */

    uint8_t *plain;      /* inputs whose pins outside streams both sides have */
    bool has_plain;      /* there are such pins, and somebody drives them */
    bool plain_varies;   /* some change in a run */
    bool plain_wanted;   /* they may have other values: the sides are silent */
    uint64_t next_plain; /* cycle in which they are to change; UINT64_MAX: never but in reset */
};

/* False when memory is out; closing is right then too. */
bool assay_share_open(struct assay_share *s, const struct assay_block *b,
                      const struct assay_scenario *scenario);
void assay_share_close(struct assay_share *s);

/* assay_scenario.next, restart and plain, for a side. */
bool assay_share_next(struct assay_share *s, unsigned side, unsigned stream, void *payload);
void assay_share_restart(struct assay_share *s, unsigned side);
void assay_share_plain(struct assay_share *s, unsigned side, void *in);

/* A transaction that is not the scenario's: of a script, or an enabled cycle. The leading side puts it into the sequence; false if
 * there is no room. The other side gets it by assay_share_next. */
bool assay_share_put(struct assay_share *s, unsigned stream, const void *payload);

/* A script comes to a reset, or to new values of pins: what becomes of it in this cycle. The leading side decides, and the other asks
 * in the same cycle. LATER: the script asks again in the next. NEVER: it goes on as if it had been. */
enum assay_share_event assay_share_ask(struct assay_share *s, unsigned side, bool reset);

/* Transfers of a side's cycle, as a mask. */
void assay_share_moved(struct assay_share *s, unsigned side, uint64_t transfers);

/* At the end of each cycle. */
static inline void assay_share_tick(struct assay_share *s, uint64_t cycle)
{
    s->paused |= cycle >= s->next_plain;
}
/* Both sides are silent, in `cycle`: what has waited for that happens. */
void assay_share_silent(struct assay_share *s, uint64_t cycle);
/* They do not become silent: it does not happen. */
void assay_share_give_up(struct assay_share *s);

/* Stimulus is to pause. */
static inline bool assay_share_pauses(const struct assay_share *s)
{
    return s->reset_wanted || s->paused || s->draining || s->holding;
}

#endif
