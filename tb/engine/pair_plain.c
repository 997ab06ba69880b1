/*
 * pair_plain.c - RTL against RTL at level `transfers`: outputs outside streams that have a
 * condition.
 *
 * While its condition holds, such an output depends only on the sinks' transfers. So the last value
 * that one side shows before its next sink transfer, in cycles in which the condition holds, is
 * compared with what the other side shows after the same number of transfers of each sink. Values
 * without a counterpart on the other side are ignored.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/transfers.h"

/* A kept value: the number of transfers of each sink before it, its cycle, and the value. */
struct kept {
    const uint64_t *position, *cycle;
    const uint8_t *value;
};

static size_t n_streams(const struct assay_pair *p)
{
    return p->share.block->model->n_streams;
}

static struct kept kept_in(const struct assay_pair *p, const uint8_t *entry)
{
    const uint64_t *words = (const uint64_t *)(const void *)entry;

    return (struct kept){words, words + n_streams(p),
                         entry + (n_streams(p) + 1) * sizeof(uint64_t)};
}

static struct assay_watched *watched(const struct assay_pair *p)
{
    return p->side[ASSAY_LEADS]->transfers_of->watched;
}

static size_t n_watched(const struct assay_pair *p)
{
    return p->side[ASSAY_LEADS]->transfers_of->n_watched;
}

/* A multiple of 8, so that the words of the next entry are aligned. */
static size_t entry_size(const struct assay_pair *p, size_t k)
{
    return ((n_streams(p) + 1) * 8 + watched(p)[k].port->size + 7) / 8 * 8;
}

bool assay_pair_plain_open(struct assay_pair *p)
{
    bool ok;

    if (!n_watched(p))
        return true;
    p->shown = calloc(n_watched(p), sizeof *p->shown);
    ok = p->shown != NULL;
    for (size_t k = 0; ok && k < n_watched(p); ++k)
        for (unsigned side = 0; side < ASSAY_SIDES; ++side) {
            struct assay_pair_shown *s = &p->shown[k];

            s->last[side] = calloc(1, entry_size(p, k));
            ok = assay_expect_open(&s->before[side], entry_size(p, k), 0, 0) && s->last[side] && ok;
        }
    return ok;
}

void assay_pair_plain_close(struct assay_pair *p)
{
    for (size_t k = 0; p->shown && k < n_watched(p); ++k)
        for (unsigned side = 0; side < ASSAY_SIDES; ++side) {
            free(p->shown[k].last[side]);
            assay_expect_close(&p->shown[k].before[side]);
        }
    free(p->shown);
    p->shown = NULL;
}

/* --- comparing --- */

static void tell(struct assay_pair *p, size_t k, const struct kept of[ASSAY_SIDES])
{
    struct assay_lockstep *leader = p->side[ASSAY_LEADS];
    struct assay_result *r = &leader->result;
    struct assay_difference *d = &r->difference[0];
    struct assay_port port = *watched(p)[k].port;
    const size_t at = port.offset;

    if (leader->cycle - *of[ASSAY_LEADS].cycle < ASSAY_HISTORY)
        memcpy(assay_judge_expected(leader, *of[ASSAY_LEADS].cycle & (ASSAY_RING - 1)) + at,
               of[ASSAY_FOLLOWS].value, port.size);
    if (!assay_pair_found_first(p, ASSAY_DIFFERS, ASSAY_NO_STREAM))
        return;
    memset(d, 0, sizeof *d);
    port.offset = 0;
    assay_port_get(&port, of[ASSAY_FOLLOWS].value, d->expected);
    assay_port_get(&port, of[ASSAY_LEADS].value, d->actual);
    d->port = watched(p)[k].port;
    d->width = leader->width[d->port - leader->config.block->model->ports];
    r->n_differences = 1;
    r->made[0] = r->made[1] = true;
    r->made_in[0] = *of[ASSAY_FOLLOWS].cycle;
    r->made_in[1] = *of[ASSAY_LEADS].cycle;
}

/* Whether some sink has had fewer transfers at `a` than at `b`. */
static bool is_before(const struct assay_pair *p, const uint64_t *a, const uint64_t *b)
{
    for (size_t i = 0; i < n_streams(p); ++i)
        if (a[i] < b[i])
            return true;
    return false;
}

static struct kept oldest(const struct assay_pair *p, const struct assay_expect *q)
{
    return kept_in(p, assay_expect_payload(q, q->first));
}

/* Compares the entries of both sides, which are in order. An entry before the other side's oldest
 * has no counterpart. */
static void match(struct assay_pair *p, size_t k)
{
    struct assay_expect *q = p->shown[k].before;

    while (q[ASSAY_LEADS].left && q[ASSAY_FOLLOWS].left) {
        const struct kept of[ASSAY_SIDES] = {oldest(p, &q[ASSAY_LEADS]),
                                             oldest(p, &q[ASSAY_FOLLOWS])};
        const bool early = is_before(p, of[ASSAY_LEADS].position, of[ASSAY_FOLLOWS].position);
        const bool late = is_before(p, of[ASSAY_FOLLOWS].position, of[ASSAY_LEADS].position);

        if (!early && !late) {
            ++watched(p)[k].compared;
            if (memcmp(of[0].value, of[1].value, watched(p)[k].port->size) != 0)
                tell(p, k, of);
        }
        if (early || !late)
            assay_expect_take(&q[ASSAY_LEADS], q[ASSAY_LEADS].first);
        if (late || !early)
            assay_expect_take(&q[ASSAY_FOLLOWS], q[ASSAY_FOLLOWS].first);
    }
}

/* Drops entries that a side has passed: its next value comes at its present position or later. */
static void forget_passed(struct assay_pair *p, size_t k, const uint64_t made[ASSAY_MAX_STREAMS],
                          unsigned side)
{
    struct assay_pair_shown *s = &p->shown[k];
    const uint64_t *at = s->there[side] ? kept_in(p, s->last[side]).position : made;
    struct assay_expect *q = &s->before[!side];

    while (q->left && s->before[side].left == 0 && is_before(p, oldest(p, q).position, at))
        assay_expect_take(q, q->first);
}

/* --- a cycle --- */

static void find_position(const struct assay_pair *p, unsigned side, uint64_t *position)
{
    for (size_t i = 0; i < n_streams(p); ++i)
        position[i] = p->share.block->model->streams[i].sink ? p->flow[i].made[side] : 0;
}

/* Queues a side's last value: it goes on to its next sink transfer, or rests. */
static void leave(struct assay_pair *p, size_t k, unsigned side)
{
    struct assay_pair_shown *s = &p->shown[k];

    if (s->there[side] && !assay_expect_add(&s->before[side], s->last[side], 0, 0))
        assay_transfers_bad_model(p->side[ASSAY_LEADS], "out of memory for outputs");
    s->there[side] = false;
}

static void note(struct assay_pair *p, size_t k, unsigned side,
                 const uint64_t position[ASSAY_MAX_STREAMS])
{
    const struct assay_lockstep *ls = p->side[side];
    const uint64_t cycle = p->side[ASSAY_LEADS]->cycle;
    const size_t slot = cycle & (ASSAY_RING - 1);
    const uint8_t *out = ls->actual + slot * ls->config.block->model->out_size;
    struct assay_pair_shown *s = &p->shown[k];
    const struct assay_watched *w = &watched(p)[k];

    if (ls->mask[slot] & ls->transfers_of->sinks)
        leave(p, k, side);
    if (ls->in_of[slot][0] || !out[w->when])
        return;
    memcpy(s->last[side], position, n_streams(p) * sizeof *position);
    memcpy(s->last[side] + n_streams(p) * sizeof *position, &cycle, sizeof cycle);
    memcpy(s->last[side] + (n_streams(p) + 1) * sizeof *position, out + w->port->offset,
           w->port->size);
    s->there[side] = true;
}

void assay_pair_plain_note(struct assay_pair *p)
{
    uint64_t position[ASSAY_SIDES][ASSAY_MAX_STREAMS];

    if (p->share.happened)
        assay_pair_plain_rest(p);
    p->share.happened = false;
    for (unsigned side = 0; side < ASSAY_SIDES; ++side)
        find_position(p, side, position[side]);
    for (size_t k = 0; k < n_watched(p); ++k) {
        for (unsigned side = 0; side < ASSAY_SIDES; ++side)
            note(p, k, side, position[side]);
        match(p, k);
        for (unsigned side = 0; side < ASSAY_SIDES; ++side)
            forget_passed(p, k, position[side], side);
    }
}

void assay_pair_plain_rest(struct assay_pair *p)
{
    for (size_t k = 0; p->shown && k < n_watched(p); ++k) {
        for (unsigned side = 0; side < ASSAY_SIDES && p->silent; ++side)
            leave(p, k, side);
        match(p, k);
        for (unsigned side = 0; side < ASSAY_SIDES; ++side) {
            p->shown[k].there[side] = false;
            assay_expect_clear(&p->shown[k].before[side]);
        }
    }
}
