/*
 * part_moves.c - the transfers of a part.
 *
 * The model is told of all that was accepted in the part, and then what the sources gave is judged, where that is
 * the same as cycle by cycle: what is expected has the cycle from which it is.
 */
#include <string.h>

#include "engine/part.h"

/* As show_expected of transfers.c: where the oldest that is expected is not what the source shows. */
void assay_part_show(struct assay_lockstep *ls, const struct assay_part *p, unsigned stream,
                     unsigned upto)
{
    const size_t size = ls->config.block->model->out_size;
    const struct assay_transfers *t = ls->transfers_of;
    const struct assay_words *w = &t->words[stream];
    const struct assay_flow *f = &t->flow[stream];
    const size_t at = f->pins->payload;
    const uint8_t *wanted = assay_expect_payload(&f->expect, f->expect.first);
    uint64_t since;

    if (!t->judges || ls->config.block->hooks->accept || f->expect.chain || !f->expect.left ||
        !((w->valid & ~w->both) >> upto & 1))
        return;
    since = assay_expect_at(&f->expect, f->expect.first)->since;
    for (unsigned k = upto + 1; k-- > 0 && (w->valid & ~w->both) >> k & 1;)
        if (p->first + k >= since && !assay_judge_equal(f, wanted, p->out + k * size + at))
            memcpy(assay_judge_expected(ls, p->slot + k) + at, wanted, f->pins->payload_size);
}

/* Whether a transfer is right as it is, or the owner says so. */
static inline bool is_good(struct assay_lockstep *ls, const struct assay_flow *f, unsigned stream,
                           const uint8_t *wanted, const uint8_t *actual)
{
    const struct assay_transfer_hooks *h = ls->config.block->hooks;
    bool good;

    if (assay_judge_equal(f, wanted, actual))
        return true;
    if (!h->accept)
        return false;
    ls->in_model = true;
    good = h->accept(ls->state, stream, wanted, actual);
    ls->in_model = false;
    return good;
}

static inline void judge_source(struct assay_lockstep *ls, const struct assay_part *p, unsigned k,
                                unsigned stream)
{
    struct assay_transfers *t = ls->transfers_of;
    struct assay_flow *f = &t->flow[stream];
    const uint64_t oldest = f->expect.first;
    const uint8_t *actual = p->out + k * p->out_size + f->pins->payload;

    ls->cycle = p->first + k;
    if (f->in_order && f->expect.left && assay_expect_at(&f->expect, oldest)->since <= ls->cycle &&
        is_good(ls, f, stream, assay_expect_payload(&f->expect, oldest), actual)) {
        assay_transfers_answered(ls, stream, oldest);
        return;
    }
    if (k)
        assay_part_show(ls, p, stream, k - 1);
    assay_judge_transfer(ls, p->slot + k, stream);
}

static inline void take_sinks(struct assay_lockstep *ls, const struct assay_part *p, unsigned k)
{
    struct assay_transfers *t = ls->transfers_of;

    ls->cycle = p->first + k;
    t->clock = assay_part_clock(p, k);
    for (uint64_t s = t->sinks; s; s &= s - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(s);

        if (t->words[i].both >> k & 1)
            assay_transfers_accept(ls, i, p->in + k * p->in_size + t->flow[i].pins->payload);
    }
}

static inline void judge_sources(struct assay_lockstep *ls, const struct assay_part *p, unsigned k)
{
    const struct assay_transfers *t = ls->transfers_of;

    for (uint64_t s = t->sources; s; s &= s - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(s);

        if (t->words[i].both >> k & 1)
            judge_source(ls, p, k, i);
    }
}

/* From this cycle on, whether anything is expected of the sources that claim never to wait. */
static inline void note_left(struct assay_transfers *t, unsigned k)
{
    for (uint64_t m = t->claims; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);
        const uint64_t on = t->flow[i].expect.left ? UINT64_MAX : 0;

        t->words[i].left = (t->words[i].left & assay_part_lowest(k)) | (on & ~assay_part_lowest(k));
    }
}

/* Cycle by cycle, where it matters what the model knew when a transfer came. */
static unsigned judge_in_step(struct assay_lockstep *ls, const struct assay_part *p)
{
    struct assay_transfers *t = ls->transfers_of;

    note_left(t, 0);
    for (uint64_t m = p->accepted | p->given; m; m &= m - 1) {
        const unsigned k = (unsigned)__builtin_ctzll(m);

        if (p->accepted >> k & 1)
            take_sinks(ls, p, k);
        if (p->given >> k & 1)
            judge_sources(ls, p, k);
        note_left(t, k);
        if (t->found.verdict != ASSAY_PASS)
            return k + 1;
    }
    return p->n;
}

static unsigned accept_all(struct assay_lockstep *ls, const struct assay_part *p)
{
    struct assay_transfers *t = ls->transfers_of;

    if ((t->sinks & (t->sinks - 1)) == 0 && t->sinks)
        return assay_transfers_accept_all(ls, p, (unsigned)__builtin_ctzll(t->sinks));
    for (uint64_t m = p->accepted; m; m &= m - 1) {
        const unsigned k = (unsigned)__builtin_ctzll(m);

        take_sinks(ls, p, k);
        if (t->found.verdict != ASSAY_PASS)
            return k + 1;
    }
    return p->n;
}

/* Transfers of sources in these cycles, the first `n` or some of them, when the model has been told of all that
 * was accepted. */
static unsigned judge_given(struct assay_lockstep *ls, const struct assay_part *p, uint64_t cycles,
                            unsigned n)
{
    struct assay_transfers *t = ls->transfers_of;

    for (uint64_t m = cycles; m; m &= m - 1) {
        const unsigned k = (unsigned)__builtin_ctzll(m);

        judge_sources(ls, p, k);
        if (t->found.verdict != ASSAY_PASS)
            return k + 1;
    }
    return n;
}

/* The same of the only source, for as long as all is as it should be. Returns the cycles that are left. */
static uint64_t judge_good(struct assay_lockstep *ls, const struct assay_part *p, unsigned stream,
                           uint64_t given)
{
    const size_t size = ls->config.block->model->out_size;
    struct assay_transfers *t = ls->transfers_of;
    struct assay_flow *f = &t->flow[stream];
    struct assay_expect *q = &f->expect;
    const uint8_t *out = p->out + f->pins->payload;
    const uint64_t end = q->end, mask = q->room - 1;
    uint64_t number = q->first, longest = t->longest;

    for (; given && number != end; given &= given - 1, ++number) {
        const unsigned k = (unsigned)__builtin_ctzll(given);
        const uint64_t at = number & mask;
        const uint64_t latency = p->first + k - q->entry[at].since;

        if (latency > p->first + k || /* it was not expected yet */
            !assay_judge_equal(f, q->payload + at * q->payload_size, out + k * size))
            break;
        assay_histogram_add(&f->timing.latency, latency);
        longest = latency > longest ? latency : longest;
    }
    t->left -= number - q->first;
    q->left -= number - q->first;
    q->first = number;
    t->longest = longest;
    return given;
}

unsigned assay_part_given(struct assay_lockstep *ls, const struct assay_part *p, unsigned n)
{
    struct assay_transfers *t = ls->transfers_of;
    const unsigned first = t->n_sources ? (unsigned)__builtin_ctzll(t->sources) : 0;
    uint64_t given = p->given & assay_part_lowest(n);

    if (t->n_sources == 1 && t->flow[first].in_order && !t->bounded)
        given = judge_good(ls, p, first, given);
    return judge_given(ls, p, given, n);
}

unsigned assay_part_moves(struct assay_lockstep *ls, const struct assay_part *p)
{
    struct assay_transfers *t = ls->transfers_of;
    struct assay_finding of_model;
    unsigned n, end;

    if (!t->judges)
        return p->n;
    if (t->in_step)
        return judge_in_step(ls, p);
    n = accept_all(ls, p);
    of_model = t->found;
    t->found.verdict = ASSAY_PASS;
    end = assay_part_given(ls, p, n);
    if (of_model.verdict != ASSAY_PASS && end == n)
        t->found = of_model;
    return end;
}
