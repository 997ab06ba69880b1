#include "slm/requests.h"

#include <string.h>

enum { WINDOW = 64, RUN = 64 }; /* words in a window; most requests in a run */

static uint32_t words(const struct slm_draw *d)
{
    return d->params.kb * 256;
}

/* The windows at both ends of memory stay; the other two move. */
static void move_windows(struct slm_draw *d)
{
    for (unsigned i = 2; i < SLM_WINDOWS; ++i)
        d->window[i] = WINDOW * assay_rng_below(&d->vector, words(d) / WINDOW);
}

static uint32_t draw_word(struct slm_draw *d, struct assay_rng *r)
{
    const uint32_t first = d->window[assay_rng_below(r, SLM_WINDOWS)];

    return first + assay_rng_below(r, WINDOW);
}

/* Picks new hot words, often all in one bank. */
static void move_hot(struct slm_draw *d)
{
    const uint32_t first = draw_word(d, &d->vector);
    const bool one_bank = assay_rng_below(&d->vector, 2);

    for (unsigned i = 0; i < 4; ++i)
        d->hot[i] = one_bank ? (first + i * d->params.banks) % words(d) : draw_word(d, &d->vector);
}

void slm_draw_begin(struct slm_draw *d, const struct slm_params *p, const struct slm_mix *mix,
                    uint64_t seed)
{
    memset(d, 0, sizeof *d);
    d->params = *p;
    d->mix = *mix;
    assay_rng_init(&d->vector, seed, "slm.vector");
    assay_rng_init(&d->operand, seed, "slm.operand");
    assay_rng_init(&d->line, seed, "slm.line");
    d->window[1] = words(d) - WINDOW;
    d->run[SLM_VECTOR] = d->run[SLM_LINE] = RUN; /* both ports begin with a run */
    move_windows(d);
    move_hot(d);
}

void slm_draw_restart(struct slm_draw *d)
{
    for (unsigned port = 0; port < 2; ++port)
        d->pause[port] = assay_rng_below(&d->line, 2) ? assay_rng_below(&d->line, 8) : 0;
}

/* Requests come in runs. In some runs only the other port has requests. */
static bool pauses(struct slm_draw *d, struct assay_rng *r, unsigned port, uint32_t silent)
{
    if (d->pause[port]) {
        --d->pause[port];
        return true;
    }
    if (d->run[port]-- == 0) {
        d->run[port] = 1 + assay_rng_below(r, RUN);
        if (assay_rng_percent(r, silent))
            d->pause[port] = 4 * RUN;
    } else if (assay_rng_percent(r, d->mix.quiet)) {
        d->pause[port] = assay_rng_below(r, assay_rng_below(r, 4) ? 8 : RUN);
    }
    return d->pause[port] != 0;
}

/* --- operands --- */

/* Draws from few values so that operands collide: for cas, for ties, for sums that cancel. */
static uint32_t corner(struct assay_rng *r)
{
    static const uint32_t value[] = {
        0,          1,          2,          3,          0xFFFFFFFF, 0xFFFFFFFE, 0x7FFFFFFF,
        0x80000000, 0x80000001, 0x3F800000, 0xBF800000, 0x00800000, 0x807FFFFF, 0x00000001,
        0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001,
    };

    return value[assay_rng_below(r, sizeof value / sizeof value[0])];
}

/* Draws an f32 near 1, so that sums round, carry and cancel. */
static uint32_t near_one(struct assay_rng *r)
{
    const uint32_t x = assay_rng_u32(r);

    return (x & 0x807FFFFF) | (120 + assay_rng_below(r, 14)) << 23;
}

static uint32_t operand(struct slm_draw *d, uint32_t op)
{
    struct assay_rng *r = &d->operand;

    if (assay_rng_percent(r, d->mix.corner))
        return corner(r);
    if (op == SLM_CAS && assay_rng_below(r, 2))
        return assay_rng_below(r, 4);
    return op == SLM_FADD ? near_one(r) : assay_rng_u32(r);
}

/* --- vectors --- */

static uint32_t draw_enable(struct slm_draw *d)
{
    const uint32_t all = d->params.lanes == 32 ? UINT32_MAX : (UINT32_C(1) << d->params.lanes) - 1;
    struct assay_rng *r = &d->vector;
    uint32_t some = assay_rng_u32(r) & all;

    if (assay_rng_percent(r, d->mix.full))
        return all;
    switch (assay_rng_below(r, 8)) {
    case 0:
        return 0;
    case 1:
        return UINT32_C(1) << assay_rng_below(r, d->params.lanes);
    case 2:
        for (unsigned i = 0; i < 2; ++i)
            some &= assay_rng_u32(r);
        return some;
    default:
        return some;
    }
}

static uint32_t draw_op(struct slm_draw *d)
{
    struct assay_rng *r = &d->vector;

    if (assay_rng_percent(r, d->mix.add))
        return SLM_FADD;
    switch (assay_rng_below(r, 8)) {
    case 0:
    case 1:
    case 2:
        return SLM_LOAD;
    case 3:
    case 4:
        return SLM_STORE;
    default:
        return SLM_FENCE + assay_rng_below(r, SLM_FADD - SLM_FENCE);
    }
}

/* Draws the word that each lane accesses. */
static void draw_words(struct slm_draw *d, uint32_t *word)
{
    struct assay_rng *r = &d->vector;
    const uint32_t base = draw_word(d, r);
    uint32_t shape = 2 + assay_rng_below(r, 4), stride = 1;

    if (assay_rng_percent(r, d->mix.spread))
        shape = 0;
    else if (assay_rng_percent(r, d->mix.hot))
        shape = 1;
    if (shape == 2)
        stride = UINT32_C(1) << assay_rng_below(r, 6);
    for (uint32_t lane = 0; lane < d->params.lanes; ++lane)
        switch (shape) {
        case 1:
            word[lane] = d->hot[assay_rng_below(r, 4)];
            break;
        case 3: /* one word for all or nearly all lanes */
            word[lane] = assay_rng_below(r, 16) ? base : draw_word(d, r);
            break;
        case 4:
            word[lane] = draw_word(d, r);
            break;
        case 5: /* all in one bank */
            word[lane] = (base + d->params.banks * assay_rng_below(r, 8)) % words(d);
            break;
        default: /* consecutive words, or with a stride */
            word[lane] = (base + stride * lane) % words(d);
        }
}

static void spoil_lane(struct slm_draw *d, struct slm_req *q, uint32_t lane)
{
    struct assay_rng *r = &d->vector;

    switch (assay_rng_below(r, 4)) {
    case 0:
        q->addr[lane] += 1 + assay_rng_below(r, 3);
        break;
    case 1: /* just beyond the end of memory */
        q->addr[lane] = words(d) * 4 + 4 * assay_rng_below(r, 2);
        break;
    case 2: /* an address bit beyond the end */
        q->addr[lane] |= words(d) * 4 << assay_rng_below(r, 3);
        break;
    default:
        q->addr[lane] |= UINT32_C(1) << (16 + assay_rng_below(r, 16));
    }
}

static void spoil(struct slm_draw *d, struct slm_req *q)
{
    struct assay_rng *r = &d->vector;
    const uint32_t what = assay_rng_below(r, 8);

    if (what == 0) {
        q->op = (uint8_t)(SLM_OPS + assay_rng_below(r, 2));
    } else if (what == 1) {
        q->size = (uint8_t)assay_rng_below(r, 4);
    } else {
        for (uint32_t lane = 0; lane < d->params.lanes; ++lane)
            if (assay_rng_below(r, what < 5 ? 4 : 2) == 0)
                spoil_lane(d, q, lane);
    }
}

bool slm_draw_req(struct slm_draw *d, struct slm_req *q)
{
    struct assay_rng *r = &d->vector;
    uint32_t word[SLM_MAX_LANES];

    if (pauses(d, r, SLM_VECTOR, d->mix.no_vector))
        return false;
    memset(q, 0, sizeof *q);
    if (assay_rng_below(r, 256) == 0)
        move_windows(d);
    if (assay_rng_below(r, 32) == 0)
        move_hot(d);
    q->op = (uint8_t)draw_op(d);
    q->size = q->op <= SLM_STORE ? (uint8_t)assay_rng_below(r, 3) : SLM_WORD;
    q->tag = (uint8_t)assay_rng_below(r, 256);
    q->enable = draw_enable(d);
    draw_words(d, word);
    for (uint32_t lane = 0; lane < d->params.lanes; ++lane) {
        q->addr[lane] = 4 * word[lane];
        if (q->size != SLM_WORD)
            q->addr[lane] += assay_rng_below(r, 4) & (q->size == SLM_BYTE ? 3 : 2);
        q->data[lane] = operand(d, q->op);
        q->compare[lane] = operand(d, q->op);
    }
    if (assay_rng_percent(r, d->mix.illegal))
        spoil(d, q);
    return true;
}

/* --- lines --- */

static uint64_t draw_mask(struct assay_rng *r)
{
    switch (assay_rng_below(r, 8)) {
    case 0:
        return 0;
    case 1:
        return UINT64_C(1) << assay_rng_below(r, 64);
    case 2:
    case 3:
        return assay_rng_u64(r);
    default:
        return UINT64_MAX;
    }
}

bool slm_draw_line(struct slm_draw *d, struct slm_line *q)
{
    struct assay_rng *r = &d->line;

    if (pauses(d, r, SLM_LINE, d->mix.no_line))
        return false;
    memset(q, 0, sizeof *q);
    q->write = (uint8_t)assay_rng_below(r, 2);
    q->addr = 4 * draw_word(d, r) & ~UINT32_C(63);
    q->tag = (uint8_t)assay_rng_below(r, 256);
    q->mask = draw_mask(r);
    for (unsigned i = 0; i < SLM_LINE_WORDS; ++i)
        q->data[i] = assay_rng_percent(r, d->mix.corner) ? corner(r) : assay_rng_u32(r);
    if (assay_rng_percent(r, d->mix.illegal))
        q->addr = assay_rng_below(r, 2)   ? q->addr ^ UINT32_C(1) << assay_rng_below(r, 6)
                  : assay_rng_below(r, 2) ? words(d) * 4
                                          : q->addr | UINT32_C(1) << (16 + assay_rng_below(r, 16));
    return true;
}
