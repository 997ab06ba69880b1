#include "engine/expect.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

static struct assay_expect_chain *chain_of(const struct assay_expect *q, const void *payload)
{
    const uint8_t *at = (const uint8_t *)payload + q->match;
    uint64_t hash = UINT64_C(0xCBF29CE484222325);

    for (size_t i = 0; i < q->match_size; ++i)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001B3);
    return &q->chain[(hash ^ hash >> 32) & (q->room - 1)];
}

static void empty_chains(struct assay_expect *q)
{
    for (size_t i = 0; q->chain && i < q->room; ++i)
        q->chain[i].head = ASSAY_EXPECT_NONE;
}

void assay_expect_link(struct assay_expect *q, uint64_t number)
{
    struct assay_expect_chain *c = chain_of(q, assay_expect_payload(q, number));

    assay_expect_at(q, number)->next = ASSAY_EXPECT_NONE;
    if (c->head == ASSAY_EXPECT_NONE)
        c->head = number;
    else
        assay_expect_at(q, c->tail)->next = number;
    c->tail = number;
}

/* Sets the room to `room` entries and moves the existing ones to their new places. */
static bool set_room(struct assay_expect *q, size_t room)
{
    struct assay_expect old = *q;
    bool ok;

    q->room = room;
    q->record = calloc(room * q->stride + 8, 1);
    q->chain = q->match_size ? malloc(room * sizeof *q->chain) : NULL;
    ok = q->record && (q->chain || !q->match_size);
    if (!ok) {
        assay_expect_close(q);
        *q = old;
        return false;
    }
    empty_chains(q);
    for (uint64_t i = old.first; i < old.end; ++i) {
        memcpy(assay_expect_at(q, i), assay_expect_at(&old, i), old.stride);
        if (q->chain && !assay_expect_at(q, i)->of.came)
            assay_expect_link(q, i);
    }
    assay_expect_close(&old);
    return true;
}

static void set_note(struct assay_expect *q, size_t size)
{
    q->note_at = sizeof(struct assay_expected) + (q->payload_size + 7) / 8 * 8;
    q->note_size = (size + 7) / 8 * 8;
    q->stride = q->note_at + q->note_size;
}

bool assay_expect_open(struct assay_expect *q, size_t payload_size, size_t match, size_t match_size)
{
    memset(q, 0, sizeof *q);
    q->payload_size = payload_size;
    q->match = match;
    q->match_size = match_size;
    set_note(q, 0);
    return set_room(q, FIRST_ROOM);
}

bool assay_expect_note(struct assay_expect *q, size_t size)
{
    set_note(q, size);
    return set_room(q, q->room);
}

void assay_expect_close(struct assay_expect *q)
{
    free(q->record);
    free(q->chain);
    memset(q, 0, sizeof *q);
}

void assay_expect_clear(struct assay_expect *q)
{
    q->first = q->end;
    q->left = 0;
    empty_chains(q);
}

bool assay_expect_grow(struct assay_expect *q)
{
    return set_room(q, 2 * q->room);
}

uint64_t assay_expect_match(const struct assay_expect *q, const void *payload)
{
    const uint8_t *value = (const uint8_t *)payload + q->match;
    uint64_t i;

    for (i = chain_of(q, payload)->head; i != ASSAY_EXPECT_NONE; i = assay_expect_at(q, i)->next)
        if (memcmp((const uint8_t *)assay_expect_payload(q, i) + q->match, value, q->match_size) ==
            0)
            break;
    return i;
}

/* Only entries with a different value but the same hash precede it in its chain: there are few. */
void assay_expect_unlink(struct assay_expect *q, uint64_t number)
{
    struct assay_expect_chain *c = chain_of(q, assay_expect_payload(q, number));
    uint64_t before = ASSAY_EXPECT_NONE;

    for (uint64_t i = c->head; i != number; i = assay_expect_at(q, i)->next)
        before = i;
    if (before == ASSAY_EXPECT_NONE)
        c->head = assay_expect_at(q, number)->next;
    else
        assay_expect_at(q, before)->next = assay_expect_at(q, number)->next;
    if (c->tail == number)
        c->tail = before;
}
