/* judge.c - checks the design's pins against the rules and against what the model expects. */
#include <string.h>

#include "engine/transfers.h"

static uint8_t *slot_of(uint8_t *ring, const struct assay_lockstep *ls, size_t slot)
{
    return ring + slot * ls->config.block->model->out_size;
}

uint8_t *assay_judge_expected(struct assay_lockstep *ls, size_t slot)
{
    uint8_t *expected = slot_of(ls->expected, ls, slot);

    if (!ls->transfers_of->own[slot])
        memcpy(expected, slot_of(ls->actual, ls, slot), ls->config.block->model->out_size);
    ls->transfers_of->own[slot] = true;
    return expected;
}

/* Whether a payload has a bit that is X or Z in one of its fields. */
static bool has_unknown(const struct assay_lockstep *ls, const struct assay_flow *f,
                        const uint8_t *unknown)
{
    const uint8_t *u = unknown + f->pins->payload;
    const uint8_t *care = (const uint8_t *)f->care;
    uint64_t any = 0;

    if (!ls->config.ops || !ls->config.ops->unknown)
        return false;
    for (size_t i = 0; i < f->pins->payload_size; ++i)
        any |= u[i] & care[i];
    return any != 0;
}

void assay_judge_control(struct assay_lockstep *ls, size_t slot)
{
    struct assay_transfers *t = ls->transfers_of;
    const uint8_t *unknown = slot_of(ls->unknown, ls, slot), *in = ls->in_of[slot];

    for (size_t i = 0; i < ls->config.block->model->n_streams; ++i) {
        const struct assay_stream *s = t->flow[i].pins;

        /* A ready may depend on the payload, which is meaningless without valid. */
        if (s->sink ? unknown[s->ready] && in[s->valid] : unknown[s->valid])
            assay_transfers_found(t, ASSAY_UNKNOWN, ASSAY_DIFFERS, (int)i);
    }
}

/* Bits that are X or Z in either cycle are ignored. */
static bool payload_held(const struct assay_lockstep *ls, const struct assay_flow *f, size_t slot,
                         size_t before)
{
    const size_t at = f->pins->payload, size = f->pins->payload_size;
    const uint8_t *now = slot_of(ls->actual, ls, slot) + at;
    const uint8_t *then = slot_of(ls->actual, ls, before) + at;
    const uint8_t *x = slot_of(ls->unknown, ls, slot) + at;
    const uint8_t *y = slot_of(ls->unknown, ls, before) + at;
    const uint8_t *care = (const uint8_t *)f->care;
    uint64_t any = 0;

    if (!ls->config.ops || !ls->config.ops->unknown)
        return assay_judge_equal(f, now, then);
    for (size_t i = 0; i < size; ++i)
        any |= (uint64_t)((now[i] ^ then[i]) & care[i] & ~x[i] & ~y[i]);
    return any == 0;
}

void assay_judge_held(struct assay_lockstep *ls, size_t slot, uint64_t valid)
{
    struct assay_transfers *t = ls->transfers_of;
    const size_t before = (slot - 1) & (ASSAY_RING - 1);

    for (uint64_t m = t->stalled; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);
        const struct assay_flow *f = &t->flow[i];
        uint8_t *expected;

        if ((valid >> i & 1) && payload_held(ls, f, slot, before))
            continue;
        expected = assay_judge_expected(ls, slot);
        expected[f->pins->valid] = 1;
        memcpy(expected + f->pins->payload, slot_of(ls->actual, ls, before) + f->pins->payload,
               f->pins->payload_size);
        assay_transfers_found(t, ASSAY_MISMATCH, ASSAY_NOT_HELD, (int)i);
    }
}

/* Whether the known bits of a payload are right. */
static bool known_equal(const struct assay_flow *f, const uint8_t *expected, const uint8_t *actual,
                        const uint8_t *unknown)
{
    const uint8_t *care = (const uint8_t *)f->care;
    uint64_t any = 0;

    for (size_t i = 0; i < f->pins->payload_size; ++i)
        any |= (uint64_t)((expected[i] ^ actual[i]) & care[i] & ~unknown[i]);
    return any == 0;
}

bool assay_judge_accepts(struct assay_lockstep *ls, unsigned stream, const uint8_t *expected,
                         const uint8_t *actual, const uint8_t *unknown)
{
    const struct assay_transfer_hooks *h = ls->config.block->hooks;
    const size_t size = ls->transfers_of->flow[stream].pins->payload_size;
    uint8_t *ones = ls->transfers_of->scratch;
    bool good;

    if (!h->accept)
        return false;
    ls->in_model = true;
    good = h->accept(ls->state, stream, expected, actual);
    if (good && unknown) {
        for (size_t i = 0; i < size; ++i)
            ones[i] = actual[i] | unknown[i];
        good = h->accept(ls->state, stream, expected, ones);
    }
    ls->in_model = false;
    return good;
}

void assay_judge_transfer(struct assay_lockstep *ls, size_t slot, unsigned stream)
{
    struct assay_transfers *t = ls->transfers_of;
    struct assay_flow *f = &t->flow[stream];
    const size_t at = f->pins->payload, size = f->pins->payload_size;
    const uint8_t *actual = slot_of(ls->actual, ls, slot) + at;
    const uint8_t *unknown = slot_of(ls->unknown, ls, slot);
    const bool unclear = has_unknown(ls, f, unknown);
    const uint8_t *wanted;
    uint64_t number;
    bool equal;

    if (!t->judges) {
        if (unclear)
            assay_transfers_found(t, ASSAY_UNKNOWN, ASSAY_DIFFERS, (int)stream);
        else if (ls->pair)
            assay_pair_judge(ls, slot, stream);
        return;
    }
    number = assay_expect_find(&f->expect, actual);
    if (number == ASSAY_EXPECT_NONE || assay_expect_at(&f->expect, number)->since > ls->cycle) {
        assay_judge_expected(ls, slot)[f->pins->valid] = 0;
        assay_transfers_found(t, ASSAY_MISMATCH, ASSAY_UNEXPECTED, (int)stream);
        return;
    }
    wanted = assay_expect_payload(&f->expect, number);
    equal = assay_judge_equal(f, wanted, actual);
    if ((!equal || unclear) &&
        !assay_judge_accepts(ls, stream, wanted, actual, unclear ? unknown + at : NULL)) {
        memcpy(assay_judge_expected(ls, slot) + at, wanted, size);
        assay_transfers_found(t,
                              unclear && known_equal(f, wanted, actual, unknown + at)
                                  ? ASSAY_UNKNOWN
                                  : ASSAY_MISMATCH,
                              ASSAY_DIFFERS, (int)stream);
        assay_transfers_blame(ls, f, number);
    }
    assay_transfers_answered(ls, stream, number);
}

/* Expects valid with the oldest expected payload. */
static void expect_head(struct assay_lockstep *ls, size_t slot, const struct assay_flow *f)
{
    uint8_t *expected = assay_judge_expected(ls, slot);

    expected[f->pins->valid] = 1;
    memcpy(expected + f->pins->payload, assay_expect_payload(&f->expect, f->expect.first),
           f->pins->payload_size);
}

uint64_t assay_judge_next_due(const struct assay_transfers *t)
{
    uint64_t next = UINT64_MAX;

    for (uint64_t m = t->sources; m; m &= m - 1) {
        const struct assay_flow *f = &t->flow[__builtin_ctzll(m)];
        const struct assay_expected *e;

        if (f->expect.left == 0)
            continue;
        e = assay_expect_at(&f->expect, f->expect.first);
        if (!e->of.filler && e->due < next)
            next = e->due;
    }
    return next;
}

void assay_judge_due(struct assay_lockstep *ls, size_t slot)
{
    struct assay_transfers *t = ls->transfers_of;

    t->next_due = UINT64_MAX;
    for (uint64_t m = t->sources; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);
        const struct assay_flow *f = &t->flow[i];
        const struct assay_expected *e;

        if (f->expect.left == 0)
            continue;
        e = assay_expect_at(&f->expect, f->expect.first);
        if (e->of.filler)
            continue;
        if (e->due > t->clock) {
            t->next_due = e->due < t->next_due ? e->due : t->next_due;
            continue;
        }
        t->next_due = t->clock + 1; /* for a woken snapshot, which continues */
        if (t->found.verdict != ASSAY_PASS)
            continue;
        expect_head(ls, slot, f);
        assay_transfers_found(t, ASSAY_MISMATCH, ASSAY_MISSING, (int)i);
        assay_transfers_blame(ls, f, f->expect.first);
    }
}

void assay_judge_waits(struct assay_lockstep *ls, size_t slot, uint64_t valid, uint64_t ready)
{
    struct assay_transfers *t = ls->transfers_of;

    for (uint64_t m = t->claims; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);
        const uint64_t bit = UINT64_C(1) << i;
        struct assay_flow *f = &t->flow[i];

        if (valid & bit) {
            f->timing.wait_checks += !(ready & bit) && f->expect.left != 0;
            if (t->withheld == (int)i)
                t->withheld = ASSAY_NO_STREAM;
        }
        if ((valid | ready) & bit || f->expect.left == 0) {
            f->waited = 0;
            continue;
        }
        f->waited += (ready | bit) == t->sources;
        if (f->waited <= f->timeout)
            continue;
        expect_head(ls, slot, f);
        assay_transfers_found(t, ASSAY_MISMATCH, ASSAY_WAITS, (int)i);
        assay_transfers_blame(ls, f, f->expect.first);
    }
}
