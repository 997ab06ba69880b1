/*
 * share.h - one sequence of transactions for each sink, for two sides that take it at their own pace.
 *
 * The side that leads has the scenario and draws from it; the other follows in the same sequence. Neither gets far ahead. Where
 * what is drawn may depend on what has come out, or a group of sinks is bounded together, the side that follows gets a
 * transaction when it has put out, and in the group taken, as much as the leading side had when it was drawn.
 *
 * Stimulus pauses now and then until both sides are silent: before a reset, and for new values of pins outside streams.
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

    uint8_t *plain;      /* inputs whose pins outside streams both sides have */
    bool has_plain;      /* there are such pins, and somebody drives them */
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

/* Transfers of a side's cycle, as a mask. */
void assay_share_moved(struct assay_share *s, unsigned side, uint64_t transfers);

/* At the end of each cycle. */
static inline void assay_share_tick(struct assay_share *s, uint64_t cycle)
{
    s->paused |= cycle >= s->next_plain;
}
/* Both sides are silent, in `cycle`: what has waited for that happens. */
void assay_share_silent(struct assay_share *s, uint64_t cycle);

/* Stimulus is to pause. */
static inline bool assay_share_pauses(const struct assay_share *s)
{
    return s->reset_wanted || s->paused || s->draining;
}

#endif
