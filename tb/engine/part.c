/* part.c - reads the words of a part, decides whether it has only transfers, and counts. */
#include "engine/part.h"

#include <string.h>

#include "engine/corners.h"

/* --- reading the pins --- */

/* A pin, 0 or 1, in each of `n` cycles. */
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

/* For each bit of a word: how many bits below it are set. */
static void count_before(uint64_t word, uint8_t before[ASSAY_PART])
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t sum = 0; /* repeated in each byte */

    for (unsigned i = 0; i < ASSAY_PART; i += 8, word >>= 8) {
        const uint64_t spread = (word & 0xFF) * each & UINT64_C(0x8040201008040201);
        const uint64_t bits = (spread + 0x7F * each) >> 7 & each;
        const uint64_t upto = bits * each + sum; /* each byte: number of set bits up to and
                                                  * including it */

        for (unsigned k = 0; k < 8; ++k)
            before[i + k] = (uint8_t)((upto - bits) >> 8 * k);
        sum = (upto >> 56) * each;
    }
}

/* --- the words of a part --- */

static bool any_reset(const uint8_t *in, size_t size, unsigned n)
{
    unsigned any = 0, i = 0;

    for (; i + 4 <= n; i += 4, in += 4 * size)
        any |= (unsigned)in[0] | in[size] | in[2 * size] | in[3 * size];
    for (; i < n; ++i, in += size)
        any |= *in;
    return any != 0;
}

/* The same as `pins` of struct assay_block, for blocks without it. */
static bool pin_words(const struct assay_model_block *model, const struct assay_part *p,
                      uint64_t *word)
{
    for (size_t i = 0; i < model->n_streams; ++i) {
        const struct assay_stream *s = &model->streams[i];
        const uint8_t *const own = s->sink ? p->in : p->out, *const other =
                                                                 s->sink ? p->out : p->in;
        const size_t size = s->sink ? p->in_size : p->out_size;

        word[2 * i] = pin_word(own + s->valid, size, p->n);
        word[2 * i + 1] = pin_word(other + s->ready, p->in_size + p->out_size - size, p->n);
    }
    return any_reset(p->in, p->in_size, p->n);
}

static void read_pins(struct assay_lockstep *ls, struct assay_part *p)
{
    const struct assay_block *b = ls->config.block;
    struct assay_transfers *t = ls->transfers_of;
    uint64_t word[2 * ASSAY_MAX_STREAMS];

    p->reset = b->pins ? b->pins(p->in, p->out, p->n, word) : pin_words(b->model, p, word);
    p->accepted = p->given = 0;
    p->clocked = assay_part_lowest(p->n);
    for (size_t i = 0; i < b->model->n_streams; ++i) {
        struct assay_words *w = &t->words[i];

        w->valid = word[2 * i];
        w->ready = word[2 * i + 1];
        w->both = w->valid & w->ready;
        w->left = 0;
        if (t->sinks >> i & 1) {
            p->accepted |= w->both;
            p->clocked &= t->enables >> i & 1 ? w->both : UINT64_MAX;
        } else {
            p->given |= w->both;
            p->clocked &= w->ready;
        }
    }
}

/* Whether a stalled source has kept valid and payload. */
static bool held(const struct assay_lockstep *ls, const struct assay_part *p, unsigned stream)
{
    const struct assay_transfers *t = ls->transfers_of;
    const struct assay_flow *f = &t->flow[stream];
    const struct assay_words *w = &t->words[stream];
    const uint64_t stalled = w->valid & ~w->both;
    const uint64_t after = (stalled << 1 | (t->stalled >> stream & 1)) & assay_part_lowest(p->n);
    const uint8_t *const now = p->out + f->pins->payload;

    if (after & ~w->valid)
        return false;
    if (after & 1) { /* the previous cycle may be at the end of the ring */
        const size_t slot = (p->slot - 1) & (ASSAY_RING - 1);

        if (!assay_judge_equal(f, now, ls->actual + slot * p->out_size + f->pins->payload))
            return false;
    }
    for (uint64_t m = after & ~UINT64_C(1); m; m &= m - 1) {
        const uint8_t *const at = now + (unsigned)__builtin_ctzll(m) * p->out_size;

        if (!assay_judge_equal(f, at, at - p->out_size))
            return false;
    }
    return true;
}

/* Whether everything expected of a source since before the part comes before it is due. What the
 * part itself makes expected cannot be due before its end. */
static bool in_time(const struct assay_transfers *t, const struct assay_part *p, unsigned stream)
{
    const struct assay_flow *f = &t->flow[stream];
    uint64_t given = f->in_order ? t->words[stream].both : 0, number = f->expect.first;

    for (; number != f->expect.end; ++number, given &= given - 1) {
        const uint64_t due = assay_expect_at(&f->expect, number)->due;

        if (due > p->clock + p->n)
            break;
        if (!given || assay_part_clock(p, (unsigned)__builtin_ctzll(given)) >= due)
            return false;
    }
    return true;
}

/* The cycles in which transfers.c checks for a hang. */
static uint64_t looks(const struct assay_part *p)
{
    return ~UINT64_C(0) / assay_part_lowest(ASSAY_LOOK) << (-p->first & (ASSAY_LOOK - 1)) &
           assay_part_lowest(p->n);
}

/* Whether an offer may have waited for too long in the part. It has not if a transfer, or a check
 * that finds no offer, comes soon enough: the rest of the part is shorter than `hang`. */
static bool may_hang(const struct assay_lockstep *ls, const struct assay_part *p)
{
    const struct assay_transfers *t = ls->transfers_of;
    const uint64_t hang = ls->config.hang, since = p->clock - t->progress;
    uint64_t idle = looks(p);

    if (since + p->n < hang)
        return false;
    for (uint64_t m = t->sinks; m; m &= m - 1)
        idle &= ~t->words[__builtin_ctzll(m)].valid;
    idle |= p->accepted | p->given;
    return hang <= ASSAY_PART || !idle || since + (unsigned)__builtin_ctzll(idle) >= hang;
}

/* Whether the part can contain only transfers. */
static bool is_plain(struct assay_lockstep *ls, const struct assay_part *p)
{
    struct assay_transfers *t = ls->transfers_of;

    if (p->reset || may_hang(ls, p))
        return false;
    for (uint64_t m = t->clock + p->n >= t->next_due ? t->sources : 0; m; m &= m - 1)
        if (!in_time(t, p, (unsigned)__builtin_ctzll(m)))
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

/* --- counting --- */

/* Counts the intervals and the number of a stream's transfers. */
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

/* The same as assay_judge_waits, for all cycles of the part. */
static void count_waits(struct assay_transfers *t, const struct assay_part *p, unsigned stream,
                        uint64_t kept)
{
    struct assay_flow *f = &t->flow[stream];
    struct assay_words *w = &t->words[stream];
    uint64_t others = kept, over;

    if (f->expect.left)
        w->left |= ~assay_part_lowest(
            assay_part_from(p, assay_expect_at(&f->expect, f->expect.first)->since));
    over = (w->valid | w->ready | ~w->left) & kept;
    f->timing.wait_checks += assay_part_ones(w->valid & ~w->ready & w->left & kept);
    for (uint64_t m = t->sources & ~(UINT64_C(1) << stream); m; m &= m - 1)
        others &= t->words[__builtin_ctzll(m)].ready;
    if (over) {
        f->waited = 0;
        others &= ~assay_part_lowest(assay_part_top(over) + 1);
    }
    f->waited += assay_part_ones(others);
}

/* The clock at the end of cycle `k`. */
static uint64_t clock_after(const struct assay_part *p, unsigned k)
{
    return p->clock + assay_part_ones(p->clocked & assay_part_lowest(k + 1));
}

/* The same as watch_progress of transfers.c, for all cycles of the part. */
static void note_progress(struct assay_lockstep *ls, const struct assay_part *p, uint64_t kept)
{
    struct assay_transfers *t = ls->transfers_of;
    const uint64_t moved = (p->accepted | p->given) & kept;
    uint64_t quiet = looks(p) & kept;
    uint64_t partial = 0;

    for (uint64_t m = t->sinks & ~t->enables; m; m &= m - 1)
        partial |= quiet & ~t->words[__builtin_ctzll(m)].valid;
    if (partial)
        t->partial = clock_after(p, assay_part_top(partial));

    if (moved) {
        const unsigned last = assay_part_top(moved);

        t->progress = assay_part_clock(p, last) + (p->clocked >> last & 1);
        quiet &= ~assay_part_lowest(last + 1);
    }
    for (uint64_t m = t->sinks; m; m &= m - 1)
        quiet &= ~t->words[__builtin_ctzll(m)].valid;
    if (quiet)
        t->progress = clock_after(p, assay_part_top(quiet));
}

static void count_corners(struct assay_lockstep *ls, const struct assay_part *p, uint64_t kept)
{
    const struct assay_transfers *t = ls->transfers_of;

    for (uint64_t s = t->corners ? t->sinks : 0; s; s &= s - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(s);

        assay_corners_part(ls->config.block, ls->width, i, p->in, t->words[i].both & kept,
                           t->corners);
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

/* Counts the first `n` cycles of a part, which were judged. */
static void close_part(struct assay_lockstep *ls, struct assay_part *p, unsigned n)
{
    struct assay_transfers *t = ls->transfers_of;
    const uint64_t kept = assay_part_lowest(n);

    p->open = false;
    t->left = 0;
    for (uint64_t m = t->sources; m; m &= m - 1)
        t->left += t->flow[__builtin_ctzll(m)].expect.left;
    t->next_due = assay_judge_next_due(t);
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
        count_waits(t, p, (unsigned)__builtin_ctzll(m), kept);
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
    count_before(p->clocked, p->before);
    if (!is_plain(ls, p))
        return false;
    assay_engine_count(ls); /* earlier cycles that were not judged as a part */
    memset(t->own + slot, false, n);
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
