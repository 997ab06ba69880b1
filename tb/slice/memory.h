/*
 * memory.h - what is behind a slice: lines and metadata of the whole address space. Most of them
 * are never written, and their contents follow from their address. Replies come in any order. A
 * write takes effect when it is taken or when it is replied to.
 *
 * It also knows the surfaces, and therefore what a program sees of a line.
 */
#ifndef SLICE_MEMORY_H
#define SLICE_MEMORY_H

#include "base/replies.h"
#include "slice/slice.h"

enum {
    SLICE_MEMORY_NEAR = 2560, /* lines from address 0 on, which are always kept */
    /* Table of other lines, kept until slice_memory_forget. Random runs write some hundred in
     * millions of cycles. */
    SLICE_MEMORY_FAR = 1 << 13,
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
    bool done; /* a write that took effect when it was taken */
};

struct slice_memory {
    uint32_t near[SLICE_MEMORY_NEAR][SLICE_MEMORY_WORDS];
    uint32_t n_far;
    struct slice_memory_line far[SLICE_MEMORY_FAR];
    struct slice_memory_surface surface[SLICE_MEMORY_SURFACES];
    struct slice_memory_owed owed[SLICE_MEMORY_TAGS];
    struct assay_replies replies;
    uint32_t illegal;      /* 0: no replies that nobody requested */
    uint32_t mshrs, metas; /* tags that the slice uses for lines, and for lines of metadata */
    bool quiet;            /* the slice waits for no reply, and will not for some cycles */
    const char *wrong;     /* the first rule or limit that the slice has broken; NULL: none */
};

/* `m` must be zeroed. */
void slice_memory_begin(struct slice_memory *m, uint64_t seed);
/* From now on, also reply with tags that are not under way. `illegal`: 0 to stop. */
void slice_memory_send_strays(struct slice_memory *m, const struct slice_params *params,
                              uint32_t illegal);
/* Call when the slice was reset: outstanding replies are dropped and all surfaces disabled. */
void slice_memory_reset(struct slice_memory *m);
/* Forgets all far lines if many are kept and no surface is enabled. Not to be called while a
 * launch runs. */
void slice_memory_forget(struct slice_memory *m);

/* --- the streams mem and fill --- */

void slice_memory_take(struct slice_memory *m, const struct slice_mem *mem);
/* Draws a reply; false: none in this cycle. Set `quiet` before. No other is drawn until it has been
 * taken. */
bool slice_memory_reply(struct slice_memory *m, struct slice_fill *fill);
void slice_memory_replied(struct slice_memory *m);

/* --- surfaces --- */

/* Returns the status that the slice must report in `done` for a request. Memory must be up to
 * date. */
uint8_t slice_memory_check(const struct slice_memory *m, uint32_t surfaces,
                           const struct slice_surface *q);
/* Applies a valid request. Enabling a surface initialises its metadata, so that memory keeps its
 * contents. */
void slice_memory_surface(struct slice_memory *m, const struct slice_surface *q);

/* --- what a program sees, provided that memory is up to date --- */

uint32_t slice_memory_word(const struct slice_memory *m, uint32_t byte);

#endif
