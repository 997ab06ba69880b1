/*
 * memory.h - the memory behind depthcull: what it takes on mem, and how it replies on fill. It holds all lines of the image and
 * knows nothing of what is in them.
 *
 * It takes a line in each cycle and replies in any order after any time; or, with a speed, it takes a line in so many cycles
 * and replies in order. A write is done when it is taken or when it is replied to.
 */
#ifndef DEPTHCULL_MEMORY_H
#define DEPTHCULL_MEMORY_H

#include <stdio.h>

#include "base/replies.h"
#include "depthcull/depthcull.h"

enum { DEPTHCULL_TAGS = 512 };

/* What memory has taken and not replied to. */
struct depthcull_owed {
    struct depthcull_mem mem;
    bool done;   /* a write that was done when it was taken */
    uint64_t at; /* with a speed: the cycle of the reply, at the earliest */
};

/* In cycles: from a line to its reply, and from one line to the next. */
struct depthcull_memory_speed {
    uint32_t latency, interval;
};

/* That of figures. */
extern const struct depthcull_memory_speed depthcull_memory_usual;

struct depthcull_memory {
    struct depthcull_params params;
    uint32_t lines;
    uint32_t (*line)[DEPTHCULL_LINE_WORDS];
    struct depthcull_memory_speed speed; /* all 0: at random */
    uint32_t illegal;                    /* percent: replies that nobody asked for */
    uint64_t cycle, free_at;             /* the present one; in which the next line can come */
    struct depthcull_owed owed[DEPTHCULL_TAGS];
    bool given
        [DEPTHCULL_TAGS]; /* by tag: it was replied to since the first line of the record went by */
    struct assay_replies replies; /* to these */
    uint32_t
        quiet; /* replies asked for since something moved that is not one that nobody asked for */
    uint64_t reads, writes;
    const char *wrong; /* what is not as it must be; NULL: all is */
};

/* All lines zero; without a speed (NULL) it replies at random. False when memory is out; free it in any case. */
bool depthcull_memory_begin(struct depthcull_memory *m, const struct depthcull_params *p,
                            const struct depthcull_memory_speed *speed, uint32_t illegal,
                            uint64_t seed);
void depthcull_memory_free(struct depthcull_memory *m);

/* The block was reset: replies that have not been given are dropped. */
void depthcull_memory_reset(struct depthcull_memory *m);

/* Once in each cycle, before what is sent in it and after a reply is asked for: false: memory takes nothing in this cycle. */
bool depthcull_memory_cycle(struct depthcull_memory *m);

/* There was a transfer that memory has no part in. When nothing moves for long, replies that nobody asked for end: they are not to
 * hide that the block hangs. */
void depthcull_memory_moved(struct depthcull_memory *m);

/* The block sent something. */
void depthcull_memory_take(struct depthcull_memory *m, const struct depthcull_mem *mem);

/* What is not as it must be, as a line; nothing if all is. */
void depthcull_memory_report(const struct depthcull_memory *m, FILE *f);

/* A reply, asked for in each cycle in which none waits; false: none in this cycle. */
bool depthcull_memory_reply(struct depthcull_memory *m, struct depthcull_fill *fill);
/* The block took it. */
void depthcull_memory_replied(struct depthcull_memory *m);

#endif
