/*
 * replies.h - when a memory replies, and in which order: at random. The memory keeps what it has taken and not replied
 * to, the oldest first; this says which of it is next.
 *
 * A reply is drawn, offered to the block for as long as that does not take it, and then taken; meanwhile none
 * other is drawn. For a while replies are fast, slow or very slow.
 */
#ifndef ASSAY_REPLIES_H
#define ASSAY_REPLIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"

enum { ASSAY_NO_REPLY = UINT16_MAX };

struct assay_replies {
    struct assay_rng rng;
    uint32_t owed;           /* replies that memory owes */
    uint32_t given;          /* which of them is drawn; ASSAY_NO_REPLY: none */
    bool stray;              /* a reply is drawn that nobody asked for */
    uint32_t slow, slow_for; /* percent of cycles without a reply; for so many */
};

void assay_replies_begin(struct assay_replies *r, uint64_t seed, const char *site);
/* Nothing is owed any more. */
void assay_replies_reset(struct assay_replies *r);

/* One more is owed: its place, which is that behind all others. */
uint32_t assay_replies_take(struct assay_replies *r);
/* Whether what was taken is done at once, though its reply comes later. */
bool assay_replies_early(struct assay_replies *r);

/* Once a cycle: no reply is drawn in it. */
bool assay_replies_wait(struct assay_replies *r);
/* Whether this reply is one that nobody asked for; the memory sets `stray` if it finds one. */
bool assay_replies_strays(struct assay_replies *r, uint32_t illegal);
/* Draw which; false: nothing is owed. */
bool assay_replies_draw(struct assay_replies *r);

/* The block took the reply; what is owed behind it in `owed`, entries of `size` bytes, moves up. */
void assay_replies_taken(struct assay_replies *r, void *owed, size_t size);

#endif
