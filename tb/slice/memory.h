/*
 * memory.h - what is behind a slice: lines and metadata of the whole address space, most of which nobody has written
 * and whose contents follow from their address. Replies come in any order; a write is done when it is taken or when it
 * is replied to.
 *
 * It knows the surfaces too, and so what a program sees of a line.
 */
#ifndef SLICE_MEMORY_H
#define SLICE_MEMORY_H

#include "base/replies.h"
#include "slice/slice.h"

enum {
    SLICE_MEMORY_NEAR = 2560,   /* lines from address 0 on that are kept for good */
    SLICE_MEMORY_FAR = 1 << 13, /* others that are kept until slice_memory_forget */
    SLICE_MEMORY_WORDS = SLICE_LINE / 4,
    SLICE_MEMORY_TAGS = 256,
    SLICE_MEMORY_SURFACES = 8
};

struct slice_memory_line {
    uint32_t key; /* 0: not in use */
    uint32_t data[SLICE_MEMORY_WORDS];
};

struct slice_memory_surface {
    bool enabled;
    uint32_t first, last, lines, meta;
};

struct slice_memory_owed {
    struct slice_mem mem;
    bool done; /* a write that was done when it was taken */
};

struct slice_memory {
    uint32_t near[SLICE_MEMORY_NEAR][SLICE_MEMORY_WORDS];
    uint32_t n_far;
    struct slice_memory_line far[SLICE_MEMORY_FAR];
    struct slice_memory_surface surface[SLICE_MEMORY_SURFACES];
    struct slice_memory_owed owed[SLICE_MEMORY_TAGS];
    struct assay_replies replies;
    const char *wrong; /* what the slice may not do; NULL: nothing */
};

/* On zeroed memory. */
void slice_memory_begin(struct slice_memory *m, uint64_t seed);
/* The slice was reset: what is owed is dropped, and surfaces are none any more. */
void slice_memory_reset(struct slice_memory *m);
/* Lines far away are as nobody has written them, if many are kept. Not while a launch runs. */
void slice_memory_forget(struct slice_memory *m);

/* --- the streams mem and fill --- */

void slice_memory_take(struct slice_memory *m, const struct slice_mem *mem);
/* A reply; false: none in this cycle. None is drawn before the one before has been taken. */
bool slice_memory_reply(struct slice_memory *m, struct slice_fill *fill);
void slice_memory_replied(struct slice_memory *m);

/* --- surfaces --- */

/* What the slice has to say of a request, as status of `done`. Needs memory that is whole. */
uint8_t slice_memory_check(const struct slice_memory *m, uint32_t surfaces,
                           const struct slice_surface *q);
/* A good request is taken. Enabling sets up the metadata: memory as it is. */
void slice_memory_surface(struct slice_memory *m, const struct slice_surface *q);

/* --- what a program sees, when memory is whole --- */

uint32_t slice_memory_word(const struct slice_memory *m, uint32_t byte);

#endif
