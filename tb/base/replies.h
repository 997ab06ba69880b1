/*
 * replies.h - decides at random when a memory replies, and in which order. The memory keeps the
 * requests that it accepted and has not replied to, oldest first. This module chooses which of them
 * is next.
 *
 * A reply is drawn, offered to the block until the block takes it, and then taken. No other is
 * drawn meanwhile. Replies are fast, slow or very slow, for a while each.
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
    uint32_t owed;     /* replies that the memory owes */
    uint32_t given;    /* index of the reply that is drawn; ASSAY_NO_REPLY: none */
    bool stray;        /* the drawn reply is one that nobody requested */
    uint32_t slow;     /* percentage of cycles without a reply */
    uint32_t slow_for; /* for how many more cycles that percentage holds */
};

void assay_replies_begin(struct assay_replies *r, uint64_t seed, const char *site);
/* Forget everything that is owed. */
void assay_replies_reset(struct assay_replies *r);

/* Owe one more reply. Returns its index, which is the last. */
uint32_t assay_replies_take(struct assay_replies *r);
/* Whether the request is carried out at once, although its reply comes later. */
bool assay_replies_early(struct assay_replies *r);

/* Call once a cycle. True if no reply is to be drawn in it. */
bool assay_replies_wait(struct assay_replies *r);
/* Whether to send a reply that nobody requested. The memory sets `stray` if it finds one to
 * send. */
bool assay_replies_strays(struct assay_replies *r, uint32_t illegal);
/* Draw which reply is next. False if nothing is owed. */
bool assay_replies_draw(struct assay_replies *r);

/* Draw arbitrary data, for replies whose data means nothing. */
void assay_replies_litter(struct assay_replies *r, uint32_t *data, uint32_t words);

/* The block took the reply. Removes it from the array `owed`, whose entries have `size` bytes. */
void assay_replies_taken(struct assay_replies *r, void *owed, size_t size);

/* Records a rule that the block broke in *wrong, which keeps the first. */
void assay_replies_wrong(const char **wrong, const char *what);

#endif
