/* part.c - the words of a part, whether transfers are all it has, and what is counted of it. */
#include "engine/part.h"

#include <string.h>

#include "engine/corners.h"

/* --- what its pins are --- */

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
    p->clocked = assay_part_lowest(p->n);
    for (size_t i = 0; i < model->n_streams; ++i) {
        const struct assay_stream *s = &model->streams[i];
        struct assay_words *w = &t->words[i];

        if (s->sink) {
            w->valid = pin_word(p->in + s->valid, model->in_size, p->n);
            w->ready = pin_word(p->out + s->ready, model->out_size, p->n);
            p->accepted |= w->valid & w->ready;
            p->clocked &= t->enables >> i & 1 ? w->valid & w->ready : UINT64_MAX;
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
    const uint64_t after = (stalled << 1 | (t->stalled >> stream & 1)) & assay_part_lowest(p->n);
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
    f->timing.interval.count[1] += assay_part_ones(at_once);
    for (uint64_t m = both & ~at_once; m; m &= m - 1) {
        const unsigned k = (unsigned)__builtin_ctzll(m);
        const uint64_t at = p->first + k + 1;
        const uint64_t before = both & assay_part_lowest(k);

        last = before ? p->first + assay_part_top(before) + 1 : last;
        if (last)
            assay_histogram_add(&f->timing.interval, at - last);
    }
    f->last = p->first + assay_part_top(both) + 1;
}

/* As assay_judge_waits, of all cycles. */
static void count_waits(struct assay_transfers *t, unsigned stream, uint64_t kept)
{
    struct assay_flow *f = &t->flow[stream];
    const struct assay_words *w = &t->words[stream];
    const uint64_t over = (w->valid | w->ready | ~w->left) & kept;
    uint64_t others = kept;

    f->timing.wait_checks += assay_part_ones(w->valid & ~w->ready & w->left & kept);
    for (uint64_t m = t->sources & ~(UINT64_C(1) << stream); m; m &= m - 1)
        others &= t->words[__builtin_ctzll(m)].ready;
    if (over) {
        f->waited = 0;
        others &= ~assay_part_lowest(assay_part_top(over) + 1);
    }
    f->waited += assay_part_ones(others);
}

/* What the clock is when cycle `k` is over. */
static uint64_t clock_behind(const struct assay_part *p, unsigned k)
{
    return p->clock + assay_part_ones(p->clocked & assay_part_lowest(k + 1));
}

/* As watch_progress of transfers.c, of all cycles. */
static void note_progress(struct assay_lockstep *ls, const struct assay_part *p, uint64_t kept)
{
    const unsigned first_look = (unsigned)(-p->first & (ASSAY_LOOK - 1));
    struct assay_transfers *t = ls->transfers_of;
    const uint64_t moved = (p->accepted | p->given) & kept;
    uint64_t quiet = ~UINT64_C(0) / assay_part_lowest(ASSAY_LOOK) << first_look & kept;
    uint64_t partial = 0;

    for (uint64_t m = t->sinks & ~t->enables; m; m &= m - 1)
        partial |= quiet & ~t->words[__builtin_ctzll(m)].valid;
    if (partial)
        t->partial = clock_behind(p, assay_part_top(partial));

    if (moved) {
        const unsigned last = assay_part_top(moved);

        t->progress = assay_part_clock(p, last) + (p->clocked >> last & 1);
        quiet &= ~assay_part_lowest(last + 1);
    }
    for (uint64_t m = t->sinks; m; m &= m - 1)
        quiet &= ~t->words[__builtin_ctzll(m)].valid;
    if (quiet)
        t->progress = clock_behind(p, assay_part_top(quiet));
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
    const unsigned n = assay_part_ones(kept);

    for (size_t i = 0; i < ls->config.block->model->n_streams; ++i) {
        const struct assay_words *w = &t->words[i];
        const unsigned both = assay_part_ones(w->both & kept),
                       valid = assay_part_ones(w->valid & kept),
                       ready = assay_part_ones(w->ready & kept);
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
    const uint64_t kept = assay_part_lowest(n);

    p->open = false;
    if (!n)
        return;
    t->stalled = 0;
    for (uint64_t m = t->sources; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);

        if (!((t->words[i].valid & ~t->words[i].both) >> (n - 1) & 1))
            continue;
        t->stalled |= UINT64_C(1) << i;
        assay_part_show(ls, p, i, n - 1);
    }
    for (uint64_t m = t->claims; m; m &= m - 1)
        count_waits(t, (unsigned)__builtin_ctzll(m), kept);
    t->clock = p->clock + assay_part_ones(p->clocked & kept);
    note_progress(ls, p, kept);
    t->in_reset = false;
    ls->transfers = 0;
    for (size_t i = 0; i < ls->config.block->model->n_streams; ++i)
        ls->transfers |= (t->words[i].both >> (n - 1) & 1) << i;
    ls->cycle = p->first + n;
    count_corners(ls, p, kept);
    count_handshakes(ls, p, kept);
}

bool assay_part_judge(struct assay_lockstep *ls, unsigned n)
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
    close_part(ls, p, assay_part_moves(ls, p));
    return true;
}

void assay_part_lost(struct assay_lockstep *ls)
{
    const struct assay_transfers *t = ls->transfers_of;
    struct assay_part *p = &ls->transfers_of->part;
    const unsigned n = (unsigned)(ls->cycle - p->first);

    if (p->open)
        close_part(ls, p, t->in_step ? n : assay_part_given(ls, p, n));
}
