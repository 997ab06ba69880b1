/*
 * ahead.c - levels `transfers` and `none` where the DUT may be some cycles ahead of the model.
 *
 * That is so where nothing that drives it looks at the model. Three passes over the same cycles: the DUT
 * with its stimulus, the judging, and what is counted. Cycles are judged in parts of up to 64, with a bit
 * each in the words of a stream's valid and ready: only those with a transfer are gone to. What the words
 * show to be more than transfers (a reset, a payload that was not held, a time that is up) is judged cycle
 * by cycle as in transfers.c; what both find is the same.
 */
#include <string.h>

#include "engine/corners.h"
#include "engine/transfers.h"

/* --- words --- */

static uint64_t lowest(unsigned n)
{
    return n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
}

static unsigned ones(uint64_t word)
{
    return (unsigned)__builtin_popcountll(word);
}

static unsigned top(uint64_t word)
{
    return 63 - (unsigned)__builtin_clzll(word);
}

/* A pin in each of `n` cycles; it is 0 or 1. */
static inline uint64_t pin_word(const uint8_t *pin, size_t size, unsigned n)
{
    uint64_t word = 0;
    unsigned i = 0;

    for (; i + 8 <= n; i += 8, pin += 8 * size) {
        const uint8_t *const half = pin + 4 * size;
        uint64_t bits = half[3 * size];

        bits = 2 * bits + half[2 * size];
        bits = 2 * bits + half[size];
        bits = 2 * bits + half[0];
        bits = 2 * bits + pin[3 * size];
        bits = 2 * bits + pin[2 * size];
        bits = 2 * bits + pin[size];
        bits = 2 * bits + pin[0];
        word |= bits << i;
    }
    for (; i < n; ++i, pin += size)
        word |= (uint64_t)*pin << i;
    return word;
}

/* For each bit of a word how many are set below it, a byte each. */
static void count_before(uint64_t word, uint64_t before[ASSAY_PART / 8])
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t sum = 0; /* in each byte */

    for (unsigned i = 0; i < ASSAY_PART / 8; ++i, word >>= 8) {
        const uint64_t spread = (word & 0xFF) * each & UINT64_C(0x8040201008040201);
        const uint64_t bits = (spread + 0x7F * each) >> 7 & each;
        const uint64_t upto = bits * each + sum; /* each byte: those up to it */

        before[i] = upto - bits;
        sum = (upto >> 56) * each;
    }
}

/* --- a part: what its pins are --- */

static void read_pins(struct assay_lockstep *ls, struct assay_part *p)
{
    const struct assay_model_block *model = ls->config.block->model;
    struct assay_transfers *t = ls->transfers_of;

    p->accepted = p->given = 0;
    p->clocked = lowest(p->n);
    for (size_t i = 0; i < model->n_streams; ++i) {
        const struct assay_stream *s = &model->streams[i];
        struct assay_words *w = &t->words[i];

        if (s->sink) {
            w->valid = pin_word(p->in + s->valid, model->in_size, p->n);
            w->ready = pin_word(p->out + s->ready, model->out_size, p->n);
            p->accepted |= w->valid & w->ready;
        } else {
            w->valid = pin_word(p->out + s->valid, model->out_size, p->n);
            w->ready = pin_word(p->in + s->ready, model->in_size, p->n);
            p->given |= w->valid & w->ready;
            p->clocked &= w->ready;
        }
        w->both = w->valid & w->ready;
    }
}

/* The outputs of the cycle before one of the part, which may be at the end of the ring. */
static const uint8_t *outputs_before(const struct assay_lockstep *ls, const struct assay_part *p,
                                     unsigned k)
{
    return ls->actual + ((p->slot + k - 1) & (ASSAY_RING - 1)) * ls->config.block->model->out_size;
}

/* Whether a source that was stalled has kept valid and payload. */
static bool held(const struct assay_lockstep *ls, const struct assay_part *p, unsigned stream)
{
    const size_t size = ls->config.block->model->out_size;
    const struct assay_transfers *t = ls->transfers_of;
    const struct assay_flow *f = &t->flow[stream];
    const struct assay_words *w = &t->words[stream];
    const uint64_t stalled = w->valid & ~w->both;
    const uint64_t after = (stalled << 1 | (t->stalled >> stream & 1)) & lowest(p->n);
    const size_t at = f->pins->payload;

    if (after & ~w->valid)
        return false;
    for (uint64_t m = after; m; m &= m - 1) {
        const unsigned k = (unsigned)__builtin_ctzll(m);

        if (!assay_judge_equal(f, p->out + k * size + at, outputs_before(ls, p, k) + at))
            return false;
    }
    return true;
}

static bool any_reset(const uint8_t *in, size_t size, unsigned n)
{
    unsigned any = 0, i = 0;

    for (; i + 4 <= n; i += 4, in += 4 * size)
        any |= (unsigned)in[0] | in[size] | in[2 * size] | in[3 * size];
    for (; i < n; ++i, in += size)
        any |= *in;
    return any != 0;
}

/* Whether transfers are all that the part may have. */
static bool is_plain(struct assay_lockstep *ls, const struct assay_part *p)
{
    struct assay_transfers *t = ls->transfers_of;

    if (any_reset(p->in, ls->config.block->model->in_size, p->n) ||
        t->clock + p->n - t->progress >= ls->config.hang)
        return false;
    if (t->clock + p->n >= t->next_due)
        t->next_due = assay_judge_next_due(t);
    if (t->clock + p->n >= t->next_due)
        return false;
    for (uint64_t m = t->claims; m; m &= m - 1) {
        const struct assay_flow *f = &t->flow[__builtin_ctzll(m)];

        if (f->waited + p->n > f->timeout)
            return false;
    }
    for (uint64_t m = t->sources; m; m &= m - 1)
        if (!held(ls, p, (unsigned)__builtin_ctzll(m)))
            return false;
    return true;
}

/* --- its transfers --- */

/* What show_expected of transfers.c does, for a source that is stalled up to a cycle: where the oldest that
 * is expected is not what it shows. */
static void show_stalled(struct assay_lockstep *ls, const struct assay_part *p, unsigned stream,
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
        show_stalled(ls, p, stream, k - 1);
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

        t->words[i].left = (t->words[i].left & lowest(k)) | (on & ~lowest(k));
    }
}

/* The functions below return how many cycles there are to the end of the part, or of the cycle with the
 * first fault. */

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

static unsigned judge_all(struct assay_lockstep *ls, const struct assay_part *p, unsigned n)
{
    struct assay_transfers *t = ls->transfers_of;
    const unsigned first = t->n_sources ? (unsigned)__builtin_ctzll(t->sources) : 0;
    uint64_t given = p->given & lowest(n);

    if (t->n_sources == 1 && t->flow[first].in_order && !t->bounded)
        given = judge_good(ls, p, first, given);
    return judge_given(ls, p, given, n);
}

static unsigned judge_moves(struct assay_lockstep *ls, const struct assay_part *p)
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
    end = judge_all(ls, p, n);
    if (of_model.verdict != ASSAY_PASS && end == n)
        t->found = of_model;
    return end;
}

/* --- what it leaves --- */

/* The intervals and the number of a stream's transfers. */
static void count_moves(struct assay_flow *f, const struct assay_part *p, uint64_t both,
                        unsigned number)
{
    const uint64_t at_once = both & (both << 1 | (f->last == p->first));
    uint64_t last = f->last;

    if (!both)
        return;
    f->timing.compared += number;
    f->timing.interval.count[1] += ones(at_once);
    for (uint64_t m = both & ~at_once; m; m &= m - 1) {
        const unsigned k = (unsigned)__builtin_ctzll(m);
        const uint64_t at = p->first + k + 1;
        const uint64_t before = both & lowest(k);

        last = before ? p->first + top(before) + 1 : last;
        if (last)
            assay_histogram_add(&f->timing.interval, at - last);
    }
    f->last = p->first + top(both) + 1;
}

/* As assay_judge_waits, of all cycles. */
static void count_waits(struct assay_transfers *t, unsigned stream, uint64_t kept)
{
    struct assay_flow *f = &t->flow[stream];
    const struct assay_words *w = &t->words[stream];
    const uint64_t over = (w->valid | w->ready | ~w->left) & kept;
    uint64_t others = kept;

    f->timing.wait_checks += ones(w->valid & ~w->ready & w->left & kept);
    for (uint64_t m = t->sources & ~(UINT64_C(1) << stream); m; m &= m - 1)
        others &= t->words[__builtin_ctzll(m)].ready;
    if (over) {
        f->waited = 0;
        others &= ~lowest(top(over) + 1);
    }
    f->waited += ones(others);
}

/* As watch_progress of transfers.c, of all cycles. */
static void note_progress(struct assay_lockstep *ls, const struct assay_part *p, uint64_t kept)
{
    const unsigned first_look = (unsigned)(-p->first & (ASSAY_LOOK - 1));
    struct assay_transfers *t = ls->transfers_of;
    const uint64_t moved = (p->accepted | p->given) & kept;
    uint64_t quiet = ~UINT64_C(0) / lowest(ASSAY_LOOK) << first_look & kept;

    if (moved) {
        const unsigned last = top(moved);

        t->progress = assay_part_clock(p, last) + (p->clocked >> last & 1);
        quiet &= ~lowest(last + 1);
    }
    for (uint64_t m = t->sinks; m; m &= m - 1)
        quiet &= ~t->words[__builtin_ctzll(m)].valid;
    if (quiet)
        t->progress = p->clock + ones(p->clocked & lowest(top(quiet) + 1));
}

static void count_corners(struct assay_lockstep *ls, const struct assay_part *p, uint64_t kept)
{
    const struct assay_block *b = ls->config.block;
    const struct assay_transfers *t = ls->transfers_of;
    uint64_t *const corners = assay_engine_corners(ls);
    const uint8_t *taken[ASSAY_PART];

    for (uint64_t s = corners ? t->sinks : 0; s; s &= s - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(s);
        size_t n = 0;

        for (uint64_t m = t->words[i].both & kept; m; m &= m - 1)
            taken[n++] = p->in + (unsigned)__builtin_ctzll(m) * b->model->in_size;
        assay_corners_add(b, ls->width, i, taken, n, corners);
    }
}

static void count_handshakes(struct assay_lockstep *ls, const struct assay_part *p, uint64_t kept)
{
    uint64_t handshakes[ASSAY_MAX_STREAMS * ASSAY_HANDSHAKES];
    struct assay_transfers *t = ls->transfers_of;
    const unsigned n = ones(kept);

    for (size_t i = 0; i < ls->config.block->model->n_streams; ++i) {
        const struct assay_words *w = &t->words[i];
        const unsigned both = ones(w->both & kept), valid = ones(w->valid & kept),
                       ready = ones(w->ready & kept);
        uint64_t *h = handshakes + ASSAY_HANDSHAKES * i;

        h[0] = n - valid - ready + both;
        h[1] = ready - both;
        h[2] = valid - both;
        h[3] = both;
        count_moves(&t->flow[i], p, w->both & kept, both);
    }
    assay_engine_count_some(ls, handshakes);
}

/* `n`: of its cycles that were judged. */
static void close_part(struct assay_lockstep *ls, struct assay_part *p, unsigned n)
{
    struct assay_transfers *t = ls->transfers_of;
    const uint64_t kept = lowest(n);

    p->open = false;
    if (!n)
        return;
    t->stalled = 0;
    for (uint64_t m = t->sources; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);

        if (!((t->words[i].valid & ~t->words[i].both) >> (n - 1) & 1))
            continue;
        t->stalled |= UINT64_C(1) << i;
        show_stalled(ls, p, i, n - 1);
    }
    for (uint64_t m = t->claims; m; m &= m - 1)
        count_waits(t, (unsigned)__builtin_ctzll(m), kept);
    t->clock = p->clock + ones(p->clocked & kept);
    note_progress(ls, p, kept);
    t->in_reset = false;
    ls->transfers = 0;
    for (size_t i = 0; i < ls->config.block->model->n_streams; ++i)
        ls->transfers |= (t->words[i].both >> (n - 1) & 1) << i;
    ls->cycle = p->first + n;
    count_corners(ls, p, kept);
    count_handshakes(ls, p, kept);
}

/* False when the part has to be judged cycle by cycle; nothing has been done then. */
static bool judge_part(struct assay_lockstep *ls, unsigned n)
{
    const size_t slot = ls->cycle & (ASSAY_RING - 1);
    struct assay_transfers *t = ls->transfers_of;
    struct assay_part *p = &t->part;

    p->first = ls->cycle;
    p->slot = slot;
    p->n = n;
    p->in_size = ls->config.block->model->in_size;
    p->out_size = ls->config.block->model->out_size;
    p->in = ls->in_of[slot];
    p->out = ls->actual + slot * p->out_size;
    p->clock = t->clock;
    read_pins(ls, p);
    if (!is_plain(ls, p))
        return false;
    assay_engine_count(ls); /* of cycles before, which were no part */
    memset(t->own + slot, false, n);
    count_before(p->clocked, p->before);
    p->open = true;
    close_part(ls, p, judge_moves(ls, p));
    return true;
}

static void judge_each(struct assay_lockstep *ls, unsigned n, bool stopped)
{
    for (; n && !ls->over; --n) {
        assay_transfers_judge(ls, ls->cycle & (ASSAY_RING - 1));
        ++ls->cycle;
        assay_transfers_end(ls, stopped && n == 1);
    }
}

/* What the DUT has done and nobody has judged. */
static void judge_rest(struct assay_lockstep *ls, bool stopped)
{
    struct assay_transfers *t = ls->transfers_of;
    const uint64_t to = ls->cycle;

    ls->cycle = t->unjudged;
    t->unjudged = UINT64_MAX;
    while (ls->cycle < to && !ls->over) {
        const unsigned n = to - ls->cycle < ASSAY_PART ? (unsigned)(to - ls->cycle) : ASSAY_PART;
        const bool last = ls->cycle + n == to;

        if (judge_part(ls, n))
            assay_transfers_end(ls, stopped && last && ls->cycle == to);
        else
            judge_each(ls, n, stopped && last);
    }
}

void assay_ahead_lost(void *any)
{
    struct assay_lockstep *ls = any;
    struct assay_transfers *t = ls->transfers_of;

    if (t->part.open) {
        const unsigned n = (unsigned)(ls->cycle - t->part.first);

        close_part(ls, &t->part, t->in_step ? n : judge_all(ls, &t->part, n));
        assay_transfers_end(ls, false);
    }
    if (t->unjudged != UINT64_MAX)
        judge_rest(ls, false);
}

/* --- the DUT --- */

/* Returns whether the simulator stopped in its last cycle, as the next one does. */
static bool replay_ahead(struct assay_lockstep *ls, uint64_t to)
{
    const struct assay_dut_ops *ops = ls->config.ops;
    const struct assay_config *c = &ls->config;
    const size_t size = c->block->model->in_size, out_size = c->block->model->out_size;
    const uint64_t left = c->n_recorded - ls->recorded_at;
    const uint64_t n = to - ls->cycle < left ? to - ls->cycle : left; /* side by side */
    const uint8_t *in = c->recorded + ls->recorded_at * size;
    const size_t slot = ls->cycle & (ASSAY_RING - 1);
    uint8_t *out = ls->actual + slot * out_size;
    bool stopped = false;
    uint64_t i;

    for (i = 0; i < n && !stopped; ++i, in += size, out += out_size) {
        ls->in_of[slot + i] = in;
        ops->eval(ls->dut, in, out);
        stopped = ops->edge(ls->dut) != 0;
        ++ls->cycle;
    }
    ls->recorded_at = i < left ? ls->recorded_at + i : 0;
    return stopped;
}

static bool steer_ahead(struct assay_lockstep *ls, uint64_t to)
{
    const struct assay_dut_ops *ops = ls->config.ops;
    const struct assay_model_block *model = ls->config.block->model;
    bool stopped = false;

    for (; ls->cycle < to && !stopped; ++ls->cycle) {
        const size_t slot = ls->cycle & (ASSAY_RING - 1);
        uint8_t *out = ls->actual + slot * model->out_size;
        const uint8_t *in;

        ls->ahead = ls->cycle;
        in = ls->in_of[slot] = assay_transfers_inputs(ls, slot);
        ops->eval(ls->dut, in, out);
        ls->transfers = in[0] ? 0 : model->transfers(in, out);
        stopped = ops->edge(ls->dut) != 0;
    }
    return stopped;
}

static bool may_be_ahead(const struct assay_lockstep *ls)
{
    const struct assay_config *c = &ls->config;
    const struct assay_transfer_hooks *h = c->block->hooks;
    const struct assay_scenario *s = c->scenario;
    const struct assay_transfers *t = ls->transfers_of;

    if (!c->ops || c->ops->unknown || t->adapters)
        return false;
    for (size_t i = 0; i < c->block->model->n_streams; ++i)
        if (t->flow[i].timeout < ASSAY_PART)
            return false;
    return c->recorded || (!t->enables && !t->every_cycle && !t->claims && !t->bounded &&
                           !(h && (h->legal || h->plain)) && !s->observe && !s->failed && !s->done);
}

void assay_ahead_open(struct assay_lockstep *ls)
{
    struct assay_transfers *t = ls->transfers_of;

    t->ahead = may_be_ahead(ls);
    t->quick = t->bounded ? 0 : t->sources;
    for (size_t i = 0; i < ls->config.block->model->n_streams; ++i)
        if (t->flow[i].expect.chain || (t->claims >> i & 1 && !ls->config.recorded))
            t->quick &= ~(UINT64_C(1) << i);
    t->in_step = t->claims || (t->judges && ls->config.block->hooks->accept);
}

void assay_ahead_some(struct assay_lockstep *ls, uint64_t to)
{
    struct assay_transfers *t = ls->transfers_of;

    while (ls->cycle < to && !ls->over) {
        bool stopped;

        t->unjudged = ls->cycle;
        ls->in_dut = true;
        stopped = ls->config.recorded ? replay_ahead(ls, to) : steer_ahead(ls, to);
        judge_rest(ls, stopped);
        ls->in_dut = false;
        assay_engine_count(ls);
    }
}
