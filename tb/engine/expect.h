/*
 * expect.h - the transfers that are expected on one source and have not come yet.
 *
 * They are kept in the order in which they were expected. With `match` they are also found by the value
 * of a field, the oldest of the value first. Adding and finding take constant time; memory grows by
 * doubling.
 */
#ifndef ASSAY_EXPECT_H
#define ASSAY_EXPECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/small.h"

struct assay_expected {
    uint64_t due;   /* the time by which it has to come, whatever the caller counts in */
    uint64_t since; /* the caller's */
    struct assay_expected_of {
        uint32_t request; /* these three are the caller's */
        uint16_t from;
        bool filler;
        bool came;
    } of;
    uint64_t next; /* in a queue with `match`: the next in the chain of its hash */
};

struct assay_expect {
    /* Numbers of entries: of the oldest that is kept, and of the next that will be added. Entry i is at
     * i modulo room. The oldest has not come. */
    uint64_t first, end;
    uint64_t left; /* that have not come */
    size_t room;   /* entries; a power of two */
    /* Records: a struct assay_expected, the payload, and the caller's note. Behind a payload eight bytes may
     * be read. */
    uint8_t *record;
    size_t stride; /* bytes of a record */
    size_t payload_size;
    size_t note_at;           /* in a record */
    size_t note_size;         /* a multiple of 8 */
    size_t match, match_size; /* in the payload; size 0: none */
    struct assay_expect_chain {
        uint64_t head, tail; /* head ASSAY_EXPECT_NONE: empty */
    } * chain;               /* `room` of them; NULL without `match` */
};
#define ASSAY_EXPECT_NONE UINT64_MAX

/* False when memory is out; closing is right then too. */
bool assay_expect_open(struct assay_expect *q, size_t payload_size, size_t match,
                       size_t match_size);
/* Bytes beside each entry, for the caller; once, before any is added. False when memory is out. */
bool assay_expect_note(struct assay_expect *q, size_t size);
void assay_expect_close(struct assay_expect *q);
void assay_expect_clear(struct assay_expect *q);

/* Room for more; and the part of adding and taking that is for `match`. */
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

/* Append; all but the payload is the caller's to write. NULL when memory is out. */
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

/* The same with the time and the caller's number. False when memory is out. */
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

/* The entry that a transfer answers: the oldest, or the oldest with its value of the field.
 * ASSAY_EXPECT_NONE if there is none. */
static inline uint64_t assay_expect_find(const struct assay_expect *q, const void *payload)
{
    if (q->chain)
        return assay_expect_match(q, payload);
    return q->left ? q->first : ASSAY_EXPECT_NONE;
}

/* It has come. */
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
