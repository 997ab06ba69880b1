/*
 * expect.h - the transfers that are expected on one source and have not come yet.
 *
 * They are kept in the order in which they were expected. With `match` they can also be found by
 * the value of a field, the oldest with that value first. Adding and finding take constant time;
 * memory grows by doubling.
 */
#ifndef ASSAY_EXPECT_H
#define ASSAY_EXPECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/small.h"

struct assay_expected {
    uint64_t due;   /* time by which it must have come, in the caller's unit */
    uint64_t since; /* for the caller's use */
    struct assay_expected_of {
        uint32_t request; /* `request`, `from` and `filler` are for the caller's use */
        uint16_t from;
        bool filler;
        bool came;
    } of;
    uint64_t next; /* in a queue with `match`: next entry of its hash chain */
};

struct assay_expect {
    /* Numbers of two entries: the oldest that is kept, and the next that will be added. Entry i is
     * in slot i modulo room. The oldest has not come yet. */
    uint64_t first, end;
    uint64_t left; /* entries that have not come yet */
    size_t room;   /* entries; a power of two */
    /* Records: each is a struct assay_expected, the payload, and the caller's note. Eight bytes
     * past the end of a payload are readable. */
    uint8_t *record;
    size_t stride; /* bytes of a record */
    size_t payload_size;
    size_t note_at;           /* offset in a record */
    size_t note_size;         /* a multiple of 8 */
    size_t match, match_size; /* in the payload; size 0: no match */
    struct assay_expect_chain {
        uint64_t head, tail; /* head ASSAY_EXPECT_NONE: empty */
    } * chain;               /* `room` of them; NULL without `match` */
};
#define ASSAY_EXPECT_NONE UINT64_MAX

/* False if out of memory; closing is safe then, too. */
bool assay_expect_open(struct assay_expect *q, size_t payload_size, size_t match,
                       size_t match_size);
/* Reserves `size` bytes in each entry for the caller; once, before any entry is added.
 * False if out of memory. */
bool assay_expect_note(struct assay_expect *q, size_t size);
void assay_expect_close(struct assay_expect *q);
void assay_expect_clear(struct assay_expect *q);

/* For the inline functions below: make room for more, and add, remove and find by `match`. */
bool assay_expect_grow(struct assay_expect *q);
void assay_expect_link(struct assay_expect *q, uint64_t number);
void assay_expect_unlink(struct assay_expect *q, uint64_t number);
uint64_t assay_expect_match(const struct assay_expect *q, const void *payload);

static inline struct assay_expected *assay_expect_at(const struct assay_expect *q, uint64_t number)
{
    return (void *)(q->record + (number & (q->room - 1)) * q->stride);
}

static inline void *assay_expect_payload(const struct assay_expect *q, uint64_t number)
{
    return assay_expect_at(q, number) + 1;
}

static inline uint8_t *assay_expect_note_of(const struct assay_expect *q, uint64_t number)
{
    return (uint8_t *)assay_expect_at(q, number) + q->note_at;
}

/* Appends an entry; the caller writes everything but the payload. NULL if out of memory. */
static inline struct assay_expected *assay_expect_append(struct assay_expect *q,
                                                         const void *payload)
{
    const uint64_t number = q->end;
    struct assay_expected *e;

    if (number - q->first == q->room && !assay_expect_grow(q))
        return NULL;
    e = assay_expect_at(q, number);
    e->of.came = false;
    assay_small_copy(assay_expect_payload(q, number), payload, q->payload_size);
    if (q->chain)
        assay_expect_link(q, number);
    ++q->end;
    ++q->left;
    return e;
}

/* The same, with `due` and `request` set. False if out of memory. */
static inline bool assay_expect_add(struct assay_expect *q, const void *payload, uint64_t due,
                                    uint32_t request)
{
    struct assay_expected *e = assay_expect_append(q, payload);

    if (!e)
        return false;
    e->due = due;
    e->of.request = request;
    return true;
}

/* The number of the entry that a transfer answers: the oldest, or the oldest with the payload's
 * value of the field. ASSAY_EXPECT_NONE if there is none. */
static inline uint64_t assay_expect_find(const struct assay_expect *q, const void *payload)
{
    if (q->chain)
        return assay_expect_match(q, payload);
    return q->left ? q->first : ASSAY_EXPECT_NONE;
}

/* Removes an entry: its transfer has come. */
static inline void assay_expect_take(struct assay_expect *q, uint64_t number)
{
    --q->left;
    if (!q->chain) { /* it is the oldest */
        ++q->first;
        return;
    }
    assay_expect_unlink(q, number);
    assay_expect_at(q, number)->of.came = true;
    while (q->first < q->end && assay_expect_at(q, q->first)->of.came)
        ++q->first;
}

#endif
