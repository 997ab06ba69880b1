#include "zcache/requests.h"

#include <string.h>

#include "fp/operands.h"

enum { TOP = (1 << 24) - 1 };

/* FENCED, STARTED: longest rests, in cycles, after a fence and after a reset, in which memory sends
 * replies that nobody waits for. LATER: requests before the first of them, so that short runs have
 * none. */
enum { FENCED = 200, STARTED = 16, LATER = 1500 };

void zreq_begin(struct zreq *z, const struct zreq_mix *mix, uint64_t seed)
{
    memset(z, 0, sizeof *z);
    z->mix = *mix;
    assay_rng_init(&z->rng, seed, "zcache.req");
    assay_rng_init(&z->litter, seed, "zcache.litter");
    assay_rng_init(&z->pauses, seed, "zcache.pauses");
    assay_rng_init(&z->rests, seed, "zcache.rests");
    assay_rng_init(&z->floats, seed, "zcache.floats");
}

static uint64_t all_bytes(const struct zmem *m)
{
    return m->params.line == 64 ? UINT64_MAX : (UINT64_C(1) << m->params.line) - 1;
}

/* Draws a recently used line, another one, or the
 * next line of a run, which may be the same again. */
static void draw_line(struct zreq *z, const struct zmem *m, struct zcache_req *q)
{
    struct assay_rng *r = &z->rng;
    const uint32_t slot = assay_rng_below(r, ZREQ_HOT);

    if (z->run) {
        --z->run;
        z->run_at = (z->run_at + z->run_step) % m->n;
        q->addr = zmem_address(m, z->run_at);
        return;
    }
    if (!assay_rng_percent(r, z->mix.hot))
        z->hot[slot] = assay_rng_below(r, assay_rng_below(r, 2) ? ZREQ_BUSY * m->window : m->n);
    q->addr = zmem_address(m, z->hot[slot]);
    if (assay_rng_percent(r, z->mix.runs)) {
        z->run = assay_rng_below(r, ZREQ_RUN);
        z->run_at = z->hot[slot];
        z->run_step = assay_rng_below(r, 2);
    }
}

static void draw_store(struct zreq *z, const struct zmem *m, struct zcache_req *q)
{
    struct assay_rng *r = &z->rng;
    const uint32_t extent = assay_rng_below(r, 8), content = assay_rng_below(r, 4);
    const uint32_t one = assay_rng_below(r, m->params.line * 8);

    q->mask = extent < 4    ? all_bytes(m)
              : extent == 4 ? UINT64_C(1) << assay_rng_below(r, m->params.line)
              : extent == 5 ? all_bytes(m) & ~(UINT64_C(1) << assay_rng_below(r, m->params.line))
                            : assay_rng_u64(r) & all_bytes(m);
    if (assay_rng_below(r, 64) == 0)
        q->mask = 0;
    if (content < 2)
        return;
    for (uint32_t w = 0; w < m->params.line / 4; ++w)
        q->data[w] = (uint32_t)assay_rng_u64(r);
    if (content == 2) { /* a single bit, which the mask may exclude */
        memset(q->data, 0, sizeof q->data);
        q->data[one / 32] = UINT32_C(1) << one % 32;
    }
}

static uint32_t draw_word(struct zreq *z)
{
    static const uint32_t corners[] = {0,          1,          UINT32_MAX, 0x80000000,
                                       0x7FFFFFFF, 0x3F800000, 0xBF800000, 0x7F800000};
    struct assay_rng *r = &z->rng;

    return assay_rng_below(r, 2) ? corners[assay_rng_below(r, 8)] : (uint32_t)assay_rng_u64(r);
}

/* Sums that cancel, round or are ties: an exchange stores the first operand, and one of the next
 * atomics adds the second to it. */
static void draw_sum(struct zreq *z, struct zcache_req *q)
{
    struct fp_op op = {.code = FP_ADD};

    if (z->adds && assay_rng_below(&z->floats, 2)) {
        z->adds = false;
        q->op = ZCACHE_FADD;
        q->addr = z->sum.addr;
        q->word = z->sum.word;
        q->data[0] = z->sum.data[0];
    } else if (!z->adds && assay_rng_below(&z->floats, 3) == 0) {
        fp_draw_operands(&z->floats, 30, &op);
        q->op = ZCACHE_EXCH;
        q->data[0] = op.a;
        z->adds = true;
        z->sum = *q;
        z->sum.data[0] = op.b;
    }
}

/* Half of the atomics use the lowest word, so that requests collide there. */
static void draw_atomic(struct zreq *z, const struct zmem *m, struct zcache_req *q)
{
    struct assay_rng *r = &z->rng;

    q->op = (uint8_t)(ZCACHE_EXCH + assay_rng_below(r, ZCACHE_FADD - ZCACHE_EXCH + 1));
    q->word = (uint8_t)(assay_rng_below(r, 2) ? assay_rng_below(r, m->params.line / 4) : 0);
    q->data[0] = draw_word(z);
    q->data[1] = assay_rng_below(r, 2) ? 0 : draw_word(z);
    if (assay_rng_percent(r, z->mix.illegal))
        q->word = (uint8_t)assay_rng_below(r, 16);
    draw_sum(z, q);
}

static void spoil(struct zreq *z, const struct zmem *m, struct zcache_req *q)
{
    struct assay_rng *r = &z->rng;

    switch (assay_rng_below(r, 6)) {
    case 0:
        q->surface = (uint8_t)assay_rng_below(r, 8);
        break;
    case 1:
        q->lines = (uint8_t)assay_rng_below(r, 8);
        break;
    case 2:
        q->addr ^= 1u << assay_rng_below(r, 2);
        break;
    case 3:
        q->last ^= 1u << assay_rng_below(r, 2);
        break;
    case 4: {
        const uint32_t first = q->addr;

        q->addr = q->last + 1 - q->lines;
        q->last = first + q->lines - 1;
        break;
    }
    default:
        q->enable = 1;
        q->surface = (uint8_t)assay_rng_below(r, m->params.surfaces);
    }
    q->addr &= TOP;
    q->last &= TOP;
}

/* Draws a window, often one of a few busy ones. */
static uint32_t draw_window(struct zreq *z)
{
    return assay_rng_below(&z->rng, assay_rng_below(&z->rng, 4) ? ZREQ_BUSY : ZMEM_WINDOWS);
}

/* Extends the range up to the end of another window above it.
 * The range may span most of the space. */
static void stretch(struct zreq *z, const struct zmem *m, struct zcache_req *q)
{
    const uint32_t last = zmem_address(m, (draw_window(z) + 1) * m->window - 1);

    if (last > q->last && !zmem_has_large(m))
        q->last = last;
}

/* Draws where the metadata begins. Returns false if
 * there is no room, and then no surface is requested. */
static bool place(struct zreq *z, const struct zmem *m, struct zcache_req *q)
{
    const struct zmem_surface drawn = {true, q->addr, q->last, q->lines, 0};

    if (q->enable)
        return zmem_meta_place(m, &z->rng, zmem_blocks(&drawn), &q->meta);
    q->meta = (uint32_t)assay_rng_u64(&z->rng) & TOP;
    return true;
}

/* Whether the surface stays enabled because disabling it takes too long. */
static bool is_to_stay(const struct zmem *m, uint32_t surface)
{
    return surface < ZMEM_SURFACES && m->surface[surface].enabled &&
           zmem_blocks(&m->surface[surface]) > ZMEM_SWEEP;
}

/* Draws a range inside a window, often all of it, or one that extends beyond. */
static void draw_surface(struct zreq *z, const struct zmem *m, struct zcache_req *q)
{
    struct assay_rng *r = &z->rng;
    uint32_t blocks, first, n;

    q->surface = (uint8_t)assay_rng_below(r, m->params.surfaces);
    q->enable = !m->surface[q->surface].enabled;
    q->lines = assay_rng_below(r, 2) ? 2 : 4;
    blocks = m->window / q->lines;
    n = assay_rng_below(r, 2) ? blocks : 1 + assay_rng_below(r, blocks);
    first = assay_rng_below(r, blocks - n + 1);
    q->addr = zmem_address(m, draw_window(z) * m->window) + first * q->lines;
    q->last = q->addr + n * q->lines - 1;
    if (assay_rng_below(r, 32) == 0)
        stretch(z, m, q);
    if (assay_rng_percent(r, z->mix.illegal * 4)) {
        spoil(z, m, q);
        if (assay_rng_below(r, 4) == 0)
            spoil(z, m, q);
    }
    if (is_to_stay(m, q->surface))
        q->enable = 1;
    if (!place(z, m, q))
        q->op = ZCACHE_FLUSH;
}

/* Fills the fields that the operation must ignore with random bits. */
static void litter(struct zreq *z, const struct zmem *m, struct zcache_req *q)
{
    struct assay_rng *r = &z->litter;
    const uint64_t bits = assay_rng_u64(r);
    const uint32_t operands = zcache_is_atomic(q->op) ? 2 : 0;

    if (q->op != ZCACHE_STORE) {
        q->mask = assay_rng_u64(r) & all_bytes(m);
        for (uint32_t w = operands; w < m->params.line / 4; ++w)
            q->data[w] = (uint32_t)assay_rng_u64(r);
    }
    if (q->op != ZCACHE_SURFACE) {
        q->surface = bits & 7;
        q->enable = bits >> 3 & 1;
        q->lines = bits >> 4 & 7;
        q->last = (uint32_t)(bits >> 8) & TOP;
        q->meta = (uint32_t)(bits >> 32) & TOP;
    }
    if (!operands)
        q->word = bits >> 56 & 15;
    if (q->op == ZCACHE_FLUSH || q->op == ZCACHE_FENCE)
        q->addr = (uint32_t)assay_rng_u64(r) & TOP;
}

/* Draws a load, store or atomic. */
static void draw_access(struct zreq *z, const struct zmem *m, struct zcache_req *q)
{
    struct assay_rng *r = &z->rng;

    draw_line(z, m, q);
    if (assay_rng_percent(r, z->mix.atomics)) {
        draw_atomic(z, m, q);
        return;
    }
    q->op = (uint8_t)assay_rng_below(r, 2);
    if (q->op != ZCACHE_STORE)
        return;
    draw_store(z, m, q);
    if (assay_rng_below(r, 4) == 0) {
        z->undo = true;
        z->store = *q;
    }
}

static void draw(struct zreq *z, const struct zmem *m, struct zcache_req *q)
{
    struct assay_rng *r = &z->rng;
    const uint32_t what = assay_rng_below(r, 1000);

    memset(q, 0, sizeof *q);
    if (z->flushed && assay_rng_below(r, 4)) {
        q->op = ZCACHE_SURFACE;
        draw_surface(z, m, q);
        return;
    }
    z->flushed = false;
    if (z->undo) {
        z->undo = false;
        memcpy(q, &z->store, sizeof *q);
        memset(q->data, 0, sizeof q->data);
        return;
    }
    if (what < z->mix.flush) {
        q->op = ZCACHE_FLUSH;
        z->flushed = true;
    } else if (what < z->mix.flush + z->mix.surface) {
        q->op = ZCACHE_SURFACE; /* mostly not preceded by a flush */
        draw_surface(z, m, q);
    } else if (what < z->mix.flush + z->mix.surface + z->mix.fence) {
        q->op = ZCACHE_FENCE;
    } else {
        draw_access(z, m, q);
    }
}

/* Draws a tag that no request in flight has. */
static uint8_t draw_tag(struct zreq *z, const struct zmem *m)
{
    uint8_t tag = (uint8_t)assay_rng_below(&z->rng, ZMEM_TAGS);

    while (m->asked[tag].there)
        tag = (uint8_t)((tag + 1) % ZMEM_TAGS);
    return tag;
}

/* Whether this cycle has no request. The share of such cycles changes from time to time. */
static bool pauses(struct zreq *z)
{
    static const uint8_t percent[] = {0, 0, 0, 30, 80};

    if (z->pause_for == 0) {
        z->pause = percent[assay_rng_below(&z->pauses, sizeof percent)];
        z->pause_for = 1 + assay_rng_below(&z->pauses, 300);
    }
    --z->pause_for;
    return z->mix.pauses && assay_rng_percent(&z->pauses, z->pause);
}

/* In half of the cases no request comes for up to `most` cycles. */
static void rest(struct zreq *z, uint32_t most)
{
    if (z->drawn >= LATER && assay_rng_below(&z->rests, 2)) {
        z->pause = 100;
        z->pause_for = 1 + assay_rng_below(&z->rests, most);
    }
}

bool zreq_next(struct zreq *z, const struct zmem *m, struct zcache_req *q)
{
    if (m->n_under_way == ZMEM_TAGS || pauses(z))
        return false;
    draw(z, m, q);
    q->tag = draw_tag(z, m);
    litter(z, m, q);
    ++z->drawn;
    if (q->op == ZCACHE_FENCE)
        rest(z, FENCED);
    return true;
}

void zreq_restart(struct zreq *z)
{
    z->flushed = z->undo = z->adds = false;
    z->run = 0;
    rest(z, STARTED);
}
