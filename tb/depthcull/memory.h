/*
 * memory.h - the memory behind depthcull. It accepts lines on mem and replies on fill. It holds all
 * lines of the image and does not interpret their contents.
 *
 * By default it accepts a line in every cycle and replies in any order after any delay. With a
 * given speed it accepts one line every `interval` cycles and replies in order. A write takes
 * effect when it is accepted or when it is acknowledged.
 */
#ifndef DEPTHCULL_MEMORY_H
#define DEPTHCULL_MEMORY_H

#include <stdio.h>

#include "base/replies.h"
#include "depthcull/depthcull.h"

enum { DEPTHCULL_TAGS = 512 };

/* A request that memory has accepted and not yet replied to. */
struct depthcull_owed {
    struct depthcull_mem mem;
    bool done;   /* a write that took effect when it was accepted */
    uint64_t at; /* with a speed: the earliest cycle of the reply */
};

/* In cycles: `latency` from a line to its reply, `interval` from one line to the next. */
struct depthcull_memory_speed {
    uint32_t latency, interval;
};

/* The speed used for the figures. */
extern const struct depthcull_memory_speed depthcull_memory_usual;

struct depthcull_memory {
    struct depthcull_params params;
    uint32_t lines;
    uint32_t (*line)[DEPTHCULL_LINE_WORDS];
    struct depthcull_memory_speed speed; /* all 0: random timing */
    uint32_t illegal;                    /* percentage of unsolicited replies */
    bool shared;                         /* by two designs that take replies at different times */
    uint32_t after_reset;                /* cycles left in which a reply with any tag may come */
    struct assay_rng late;
    uint64_t cycle, free_at; /* the current cycle; the first that accepts a line */
    struct depthcull_owed owed[DEPTHCULL_TAGS];
    /* By tag: it has had its reply since the first line of the record was last sent. */
    bool given[DEPTHCULL_TAGS];
    struct assay_replies replies; /* to `owed` */
    uint32_t quiet; /* replies requested since anything moved other than an unsolicited reply */
    uint64_t reads, writes;
    const char *wrong; /* the first protocol error; NULL: none */
};

/* Sets all lines to zero. `speed` NULL: replies at random. Returns false if out of memory; call
 * depthcull_memory_free in any case. */
bool depthcull_memory_begin(struct depthcull_memory *m, const struct depthcull_params *p,
                            const struct depthcull_memory_speed *speed, uint32_t illegal,
                            uint64_t seed);
void depthcull_memory_free(struct depthcull_memory *m);

/* The block was reset: drops the replies that have not been given. With unsolicited replies, any tag
 * may come in the first cycles, before the block can send a line with it. */
void depthcull_memory_reset(struct depthcull_memory *m);

/* Call once in each cycle, after a reply is requested and before the cycle's transfers are
 * reported. Returns false if memory accepts nothing in this cycle. */
bool depthcull_memory_cycle(struct depthcull_memory *m);

/* Reports a transfer on another stream. When nothing moves for long, unsolicited replies stop,
 * because otherwise they would hide that the block hangs. */
void depthcull_memory_moved(struct depthcull_memory *m);

/* Accepts a line that the block sent on mem. */
void depthcull_memory_take(struct depthcull_memory *m, const struct depthcull_mem *mem);

/* Prints a line with the first protocol error, or nothing if there is none. */
void depthcull_memory_report(const struct depthcull_memory *m, FILE *f);

/* Requests a reply; call it in each cycle in which none is waiting. Returns false if none comes. */
bool depthcull_memory_reply(struct depthcull_memory *m, struct depthcull_fill *fill);
/* The block accepted the reply. */
void depthcull_memory_replied(struct depthcull_memory *m);

#endif
