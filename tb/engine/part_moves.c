/*
 * part_moves.c - judges the transfers of a part.
 *
 * The model is told of everything accepted in the part before the sources' transfers are judged, if
 * that gives the same result as going cycle by cycle: each expected transfer records the cycle from
 * which it is expected.
 */
#include <string.h>

#include "engine/part.h"

/* The same as show_expected of transfers.c: shows the oldest expected payload where it is not what
 * the source shows. */
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

void assay_part_judge_one(struct assay_lockstep *ls, const struct assay_part *p, unsigned k,
                          unsigned stream)
{
    struct assay_transfers *t = ls->transfers_of;
    struct assay_flow *f = &t->flow[stream];
    struct assay_expect *q = &f->expect;
    const uint8_t *actual = p->out + k * p->out_size + f->pins->payload;
    const uint64_t now = p->first + k, number = assay_expect_find(q, actual);
    const struct assay_expected *e = assay_expect_at(q, number);
    const uint8_t *wanted = (const uint8_t *)(e + 1);

    ls->cycle = now;
    if (number != ASSAY_EXPECT_NONE && e->since <= now &&
        (assay_judge_equal(f, wanted, actual) ||
         assay_judge_accepts(ls, stream, wanted, actual, NULL))) {
        if (t->bounded) {
            assay_transfers_answered(ls, stream, number);
            return;
        }
        assay_histogram_add(&f->timing.latency, now - e->since);
        if (t->claims >> stream & 1)
            assay_part_left(t, stream, e->since, now);
        assay_expect_take(q, number);
        return;
    }
    if (k)
        assay_part_show(ls, p, stream, k - 1);
    assay_judge_transfer(ls, p->slot + k, stream);
}

static inline void judge_sources(struct assay_lockstep *ls, const struct assay_part *p, unsigned k)
{
    const struct assay_transfers *t = ls->transfers_of;

    for (uint64_t s = t->sources; s; s &= s - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(s);

        if (t->words[i].both >> k & 1)
            assay_part_judge_one(ls, p, k, i);
    }
}

/* Before a cycle is judged, the model is told of everything up to that cycle, and of nothing
 * later. */
static unsigned judge_in_step(struct assay_lockstep *ls, const struct assay_part *p)
{
    const struct assay_transfers *t = ls->transfers_of;
    uint64_t accepted = p->accepted;
    unsigned n = p->n;

    for (uint64_t m = p->given; m; m &= m - 1) {
        const unsigned k = (unsigned)__builtin_ctzll(m);
        const uint64_t upto = assay_part_lowest(k + 1);

        if (accepted & upto)
            n = assay_part_accept(ls, p, accepted & upto);
        if (n <= k)
            return n;
        accepted &= ~upto;
        judge_sources(ls, p, k);
        if (t->found.verdict != ASSAY_PASS)
            return k + 1;
    }
    return accepted ? assay_part_accept(ls, p, accepted) : n;
}

/* Judges a source's transfers in these cycles until one is not as expected. Returns the cycles that
 * are left. Constants are copied to local variables, because otherwise the compiler must assume
 * that each counter may alias them. */
static inline uint64_t judge_good(struct assay_transfers *t, const struct assay_part *p,
                                  unsigned stream, uint64_t given, bool word)
{
    struct assay_flow *const f = &t->flow[stream];
    const struct assay_expect q = f->expect;
    const uint8_t *const out = p->out + f->pins->payload;
    const size_t size = p->out_size;
    const uint64_t care = f->care_first, first = p->first;
    const bool claims = t->claims >> stream & 1;
    uint64_t number = q.first;

    for (; given && number != q.end; given &= given - 1, ++number) {
        const unsigned k = (unsigned)__builtin_ctzll(given);
        const struct assay_expected *const e = assay_expect_at(&q, number);
        const uint8_t *const wanted = (const uint8_t *)(e + 1), *const actual = out + k * size;
        const uint64_t since = e->since;
        uint64_t a, b;

        if (since > first + k)
            break;
        if (word) {
            memcpy(&a, wanted, 8);
            memcpy(&b, actual, 8);
            if ((a ^ b) & care)
                break;
        } else if (!assay_judge_equal(f, wanted, actual)) {
            break;
        }
        assay_histogram_add(&f->timing.latency, first + k - since);
        if (__builtin_expect(claims, 0))
            assay_part_left(t, stream, since, first + k);
    }
    f->expect.left -= number - q.first;
    f->expect.first = number;
    return given;
}

/* Undoes judgements that judge_good made too early: those of `judged` from cycle `stop` on. */
static void take_back(struct assay_transfers *t, const struct assay_part *p, unsigned stream,
                      uint64_t judged, unsigned stop)
{
    struct assay_flow *const f = &t->flow[stream];
    struct assay_histogram *const h = &f->timing.latency;
    uint64_t number = f->expect.first - assay_part_ones(judged);

    h->large_min = t->words[stream].large_min;
    h->large_max = t->words[stream].large_max;
    for (uint64_t m = judged; m; m &= m - 1, ++number) {
        const unsigned k = (unsigned)__builtin_ctzll(m);
        const uint64_t latency = p->first + k - assay_expect_at(&f->expect, number)->since;

        --h->count[assay_histogram_bucket(latency)];
        if (k < stop)
            assay_histogram_add(h, latency);
    }
    f->expect.left += assay_part_ones(judged & ~assay_part_lowest(stop));
    f->expect.first -= assay_part_ones(judged & ~assay_part_lowest(stop));
}

/* judge_good as two functions, each with its constants in registers. */
__attribute__((noinline)) static uint64_t
judge_words(struct assay_transfers *t, const struct assay_part *p, unsigned stream, uint64_t given)
{
    return judge_good(t, p, stream, given, true);
}

__attribute__((noinline)) static uint64_t
judge_wide(struct assay_transfers *t, const struct assay_part *p, unsigned stream, uint64_t given)
{
    return judge_good(t, p, stream, given, false);
}

/* Judges stream by stream, until something is not as expected on one of them. Returns the first
 * such cycle, of which nothing has been judged, or 64 if there is none. */
static unsigned judge_apart(struct assay_lockstep *ls, const struct assay_part *p, uint64_t cycles)
{
    struct assay_transfers *t = ls->transfers_of;
    unsigned end = ASSAY_PART;

    for (uint64_t s = t->sources; s; s &= s - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(s);
        const uint64_t before = cycles & assay_part_lowest(end);
        struct assay_words *w = &t->words[i];
        uint64_t left;

        w->large_min = t->flow[i].timing.latency.large_min;
        w->large_max = t->flow[i].timing.latency.large_max;
        left = t->flow[i].words == 1 ? judge_words(t, p, i, w->both & before)
                                     : judge_wide(t, p, i, w->both & before);
        if (!left)
            continue;
        end = (unsigned)__builtin_ctzll(left);
        for (uint64_t m = t->sources & assay_part_lowest(i); m; m &= m - 1) {
            const unsigned other = (unsigned)__builtin_ctzll(m);

            take_back(t, p, other, t->words[other].both & before, end);
        }
    }
    return end;
}

unsigned assay_part_given(struct assay_lockstep *ls, const struct assay_part *p, unsigned n)
{
    const struct assay_transfers *t = ls->transfers_of;
    uint64_t given = p->given & assay_part_lowest(n);

    while (given) {
        const unsigned k = t->apart ? judge_apart(ls, p, given) : (unsigned)__builtin_ctzll(given);

        if (k == ASSAY_PART)
            break;
        judge_sources(ls, p, k);
        if (t->found.verdict != ASSAY_PASS)
            return k + 1;
        given &= ~assay_part_lowest(k + 1);
    }
    return n;
}

unsigned assay_part_moves(struct assay_lockstep *ls, const struct assay_part *p)
{
    struct assay_transfers *t = ls->transfers_of;
    struct assay_finding of_model;
    unsigned n = p->n, end;

    if (!t->judges)
        return n;
    if (t->in_step)
        return t->one_sink && t->n_sources == 1 ? assay_part_in_step(ls, p) : judge_in_step(ls, p);
    if (p->accepted)
        n = assay_part_accept(ls, p, p->accepted);
    of_model = t->found;
    t->found.verdict = ASSAY_PASS;
    end = assay_part_given(ls, p, n);
    if (of_model.verdict == ASSAY_PASS)
        return end;
    if (end == n)
        t->found = of_model;
    else
        ls->result.why[0] = '\0';
    return end;
}
