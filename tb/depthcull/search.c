#include "depthcull/search.h"

#include <math.h>
#include <string.h>

/* Number of lanes. Loops over lanes contain no
 * branches, so that the compiler can vectorize them. */
enum { N = DEPTHCULL_LANES };

const char *const depthcull_rule_names[DEPTHCULL_RULES] = {
    "range",          "slope",
    "xend",           "yend",
    "end3",           "end",
    "claim5",         "slope concludes GT",
    "xend with >=",   "yend, margin 1",
    "end3, margin 1", "end3, margin 2",
    "yend, any exp.", "end3, any exp.",
};

struct planes {
    float cx[N], cy[N], cref[N];
};

struct draw {
    uint32_t a[N], b[N], c[N], d[N]; /* a xoshiro128 generator per lane */
};

#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t bits(float f)
{
    uint32_t u;

    memcpy(&u, &f, sizeof u);
    return u;
}

INLINE float number(uint32_t u)
{
    float f;

    memcpy(&f, &u, sizeof f);
    return f;
}

/* Converts between a bit pattern and an ordered integer, in which both zeros are 0. */
INLINE int32_t key(float f)
{
    const int32_t magnitude = (int32_t)(bits(f) & 0x7FFFFFFF);

    return bits(f) >> 31 ? -magnitude : magnitude;
}

INLINE float from_key(int32_t k)
{
    return number(k < 0 ? 0x80000000u | (uint32_t)-k : (uint32_t)k);
}

INLINE float nudge(float f, int32_t steps)
{
    const int32_t top = 0x7F7FFFFF;
    int32_t k = key(f);

    k = k > top ? top : k < -top ? -top : k;
    k += steps;
    k = k > top ? top : k < -top ? -top : k;
    return from_key(k);
}

INLINE int32_t exponent(float f)
{
    const int32_t field = (int32_t)(bits(f) >> 23 & 255);

    return field ? field : 1;
}

INLINE float lesser(float a, float b)
{
    return a < b ? a : b;
}

INLINE float greater(float a, float b)
{
    return a > b ? a : b;
}

INLINE int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

INLINE void random_words(struct draw *r, uint32_t out[N])
{
    for (int i = 0; i < N; ++i) {
        const uint32_t t = r->b[i] << 9;

        out[i] = r->a[i] + r->d[i];
        r->c[i] ^= r->a[i];
        r->d[i] ^= r->b[i];
        r->b[i] ^= r->c[i];
        r->a[i] ^= r->d[i];
        r->c[i] ^= t;
        r->d[i] = r->d[i] << 11 | r->d[i] >> 21;
    }
}

/* Draws numbers of random sign and fraction, every other one with few significant bits. The
 * exponent field is in low .. low + span - 1. */
INLINE void random_numbers(struct draw *r, const uint32_t low[N], const uint32_t span[N],
                           float out[N])
{
    uint32_t w[N], v[N];

    random_words(r, w);
    random_words(r, v);
    for (int i = 0; i < N; ++i) {
        const uint32_t field = low[i] + ((v[i] >> 16) * span[i] >> 16);
        const uint32_t few = v[i] & 1 ? 0x7FFFFF : 0x700000;

        out[i] = number((w[i] & 0x80000000u) | field << 23 | (w[i] & few));
    }
}

/* Draws numbers from 0 to 2^k - 1, where k is uniform in 0 ..
 * top - 1, so that all sizes are as likely. */
INLINE void random_steps(struct draw *r, uint32_t top, int32_t out[N])
{
    uint32_t w[N], v[N];

    random_words(r, w);
    random_words(r, v);
    for (int i = 0; i < N; ++i)
        out[i] = (int32_t)((w[i] >> 1) & ((1u << ((v[i] >> 16) * top >> 16)) - 1));
}

struct shape {
    float xe, ye;
    bool less_x, less_y; /* the rule needs the source's slopes to be the lesser ones */
    bool at_x, at_y;     /* the corner that is compared */
};

INLINE struct shape shape_of(uint32_t tw, uint32_t th, enum depthcull_rule rule)
{
    struct shape s = {(float)(tw - 1), (float)(th - 1), false, false, false, false};

    s.less_x = rule == DEPTHCULL_R_XEND || rule == DEPTHCULL_R_XEND_EQUAL ||
               rule == DEPTHCULL_R_END3 || rule == DEPTHCULL_R_END || rule == DEPTHCULL_R_END3_1 ||
               rule == DEPTHCULL_R_END3_2 || rule == DEPTHCULL_R_END3_ANY;
    s.less_y = rule == DEPTHCULL_R_YEND || rule == DEPTHCULL_R_YEND_1 ||
               rule == DEPTHCULL_R_YEND_ANY ||
               (s.less_x && rule != DEPTHCULL_R_XEND && rule != DEPTHCULL_R_XEND_EQUAL);
    s.at_x = s.less_x;
    s.at_y = s.less_y;
    return s;
}

/* Computes the start of the source that makes the compared depths about equal. */
INLINE void start_of(const struct shape *sh, enum depthcull_rule rule, const struct planes *s,
                     const struct planes *d, float start[N])
{
    if (rule == DEPTHCULL_R_RANGE) { /* the source's least depth at the destination's greatest */
        for (int i = 0; i < N; ++i) {
            start[i] = d->cref[i] + sh->xe * (greater(d->cx[i], 0) - lesser(s->cx[i], 0));
            start[i] += sh->ye * (greater(d->cy[i], 0) - lesser(s->cy[i], 0));
        }
    } else if (rule == DEPTHCULL_R_CLAIM5) { /* the least depths of both */
        for (int i = 0; i < N; ++i) {
            start[i] = d->cref[i] + sh->xe * (lesser(d->cx[i], 0) - lesser(s->cx[i], 0));
            start[i] += sh->ye * (lesser(d->cy[i], 0) - lesser(s->cy[i], 0));
        }
    } else {
        for (int i = 0; i < N; ++i) {
            start[i] = d->cref[i] - (sh->at_x ? sh->xe * (s->cx[i] - d->cx[i]) : 0.0f);
            start[i] -= sh->at_y ? sh->ye * (s->cy[i] - d->cy[i]) : 0.0f;
        }
    }
}

INLINE void draw_pairs(struct draw *r, const struct shape *sh, enum depthcull_rule rule,
                       struct planes *s, struct planes *d)
{
    uint32_t w[N], low[N], span[N];
    int32_t dx[N], dy[N], extra[N], nudges[N];
    float start[N];

    /* Most planes are of moderate size, with slopes some powers of two below or above the start.
     * Some are among the subnormal numbers, near overflow, or anywhere. */
    random_words(r, w);
    for (int i = 0; i < N; ++i) {
        const uint32_t kind = w[i] >> 27;

        low[i] = kind == 0 ? 0 : kind == 1 ? 238 : kind == 2 ? 0 : 110;
        span[i] = kind == 0 ? 20 : kind == 1 ? 17 : kind == 2 ? 255 : 1 + (w[i] & 15);
    }
    random_numbers(r, low, span, d->cx);
    random_numbers(r, low, span, d->cy);
    random_numbers(r, low, span, d->cref);
    random_steps(r, rule == DEPTHCULL_R_RANGE ? 24 : 12, dx);
    random_steps(r, rule == DEPTHCULL_R_RANGE ? 24 : 12, dy);
    random_steps(r, sh->at_y ? 6 : 5, extra);
    random_steps(r, 3, nudges);
    random_words(r, w);
    for (int i = 0; i < N; ++i) {
        /* Where the rule compares a y-edge, let it mostly rise or fall away from zero; otherwise
         * the exponent condition fails. */
        const float away = copysignf(d->cy[i], d->cref[i]);

        d->cy[i] = sh->at_y && (w[i] >> 8 & 3) ? away : d->cy[i];
        s->cx[i] = nudge(d->cx[i], sh->less_x ? -dx[i] : dx[i]);
        s->cy[i] = nudge(d->cy[i], sh->less_y ? -dy[i] : dy[i]);
    }
    start_of(sh, rule, s, d, start);
    for (int i = 0; i < N; ++i) {
        const float corner = fmaf(sh->at_y ? sh->ye : 0.0f, d->cy[i],
                                  fmaf(sh->at_x ? sh->xe : 0.0f, d->cx[i], d->cref[i]));
        const float step = greater(fabsf(nudge(corner, 1) - corner), 0x1p-149f);

        start[i] = fmaf((float)extra[i] * 0.25f, step, start[i]);
        s->cref[i] = nudge(start[i], w[i] & 1 ? nudges[i] : 0); /* finite */
    }
    /* Exchange source and destination in every other pair. */
    for (int i = 0; i < N; ++i) {
        const bool swap = w[i] >> 31;
        const float x = s->cx[i], y = s->cy[i], c = s->cref[i];

        s->cx[i] = swap ? d->cx[i] : x;
        s->cy[i] = swap ? d->cy[i] : y;
        s->cref[i] = swap ? d->cref[i] : c;
        d->cx[i] = swap ? x : d->cx[i];
        d->cy[i] = swap ? y : d->cy[i];
        d->cref[i] = swap ? c : d->cref[i];
    }
}

/* The depths at the corners (XE,0), (0,YE) and (XE,YE). The depth at (0,0) is cref. */
struct corners {
    float x[N], y[N], xy[N], min[N], max[N];
};

INLINE void find_corners(const struct shape *sh, const struct planes *p, struct corners *c)
{
    for (int i = 0; i < N; ++i) {
        c->x[i] = fmaf(sh->xe, p->cx[i], p->cref[i]);
        c->y[i] = fmaf(sh->ye, p->cy[i], p->cref[i]);
        c->xy[i] = fmaf(sh->ye, p->cy[i], c->x[i]);
        c->min[i] = lesser(lesser(p->cref[i], c->x[i]), lesser(c->y[i], c->xy[i]));
        c->max[i] = greater(greater(p->cref[i], c->x[i]), greater(c->y[i], c->xy[i]));
    }
}

/* Whether a exceeds b by at least `margin`, both finite;
 * `edge` != 0 adds the exponent condition. */
INLINE int32_t beyond(float a, float b, int32_t margin, int32_t edge)
{
    const int32_t top = 0x7F7FFFFF;
    const int32_t ka = key(a), kb = key(b), ea = exponent(a), eb = exponent(b);

    return (ka <= top) & (ka >= -top) & (kb <= top) & (kb >= -top) & (ka - margin >= kb) &
           (ea >= edge) & (eb >= edge);
}

/* One batch of pairs and the facts found for them. */
struct pairs {
    struct planes s, d;
    struct corners sc, dc;
    int32_t ge[N], le[N], gt[N], lt[N]; /* facts found: 1 or 0 */
};

/* Compares the depths of source (a) and destination (b) at one corner:
 * GE if a exceeds b, LE if b exceeds a. */
INLINE void compare_beyond(struct pairs *p, const float a[N], const float b[N], int32_t margin,
                           bool condition)
{
    for (int i = 0; i < N; ++i) {
        const int32_t edge = most(most(exponent(p->s.cref[i]), exponent(p->d.cref[i])),
                                  most(exponent(p->sc.x[i]), exponent(p->dc.x[i])));

        p->ge[i] = beyond(a[i], b[i], margin, condition ? edge : 0);
        p->le[i] = beyond(b[i], a[i], margin, condition ? edge : 0);
    }
}

INLINE void compare_depths(struct pairs *p, const float a[N], const float b[N], bool strict)
{
    for (int i = 0; i < N; ++i) {
        p->ge[i] = (a[i] > b[i]) | (!strict & (a[i] == b[i]));
        p->le[i] = (a[i] < b[i]) | (!strict & (a[i] == b[i]));
    }
}

/* Keeps a fact only if the slopes also are as the test requires. */
INLINE void and_slopes(struct pairs *p, const struct shape *sh)
{
    for (int i = 0; i < N; ++i) {
        const int32_t x_ge = p->s.cx[i] >= p->d.cx[i], x_le = p->s.cx[i] <= p->d.cx[i];
        const int32_t y_ge = p->s.cy[i] >= p->d.cy[i], y_le = p->s.cy[i] <= p->d.cy[i];

        p->ge[i] &= (sh->less_x ? x_le : x_ge) & (sh->less_y ? y_le : y_ge);
        p->le[i] &= (sh->less_x ? x_ge : x_le) & (sh->less_y ? y_ge : y_le);
    }
}

INLINE void find_facts(struct pairs *p, const struct shape *sh, enum depthcull_rule rule)
{
    switch (rule) {
    case DEPTHCULL_R_RANGE:
        for (int i = 0; i < N; ++i) {
            p->ge[i] = p->sc.min[i] >= p->dc.max[i];
            p->le[i] = p->sc.max[i] <= p->dc.min[i];
            p->gt[i] = p->sc.min[i] > p->dc.max[i];
            p->lt[i] = p->sc.max[i] < p->dc.min[i];
        }
        return;
    case DEPTHCULL_R_SLOPE:
        compare_depths(p, p->s.cref, p->d.cref, false);
        break;
    case DEPTHCULL_R_SLOPE_GT:
        compare_depths(p, p->s.cref, p->d.cref, true);
        break;
    case DEPTHCULL_R_XEND:
        compare_depths(p, p->sc.x, p->dc.x, true);
        break;
    case DEPTHCULL_R_XEND_EQUAL:
        compare_depths(p, p->sc.x, p->dc.x, false);
        break;
    case DEPTHCULL_R_YEND:
    case DEPTHCULL_R_YEND_1:
    case DEPTHCULL_R_YEND_ANY:
        compare_beyond(p, p->sc.y, p->dc.y, rule == DEPTHCULL_R_YEND_1 ? 1 : 2,
                       rule != DEPTHCULL_R_YEND_ANY);
        break;
    case DEPTHCULL_R_END3:
    case DEPTHCULL_R_END3_1:
    case DEPTHCULL_R_END3_2:
    case DEPTHCULL_R_END3_ANY:
        compare_beyond(p, p->sc.xy, p->dc.xy,
                       rule == DEPTHCULL_R_END3_1   ? 1
                       : rule == DEPTHCULL_R_END3_2 ? 2
                                                    : 3,
                       rule != DEPTHCULL_R_END3_ANY);
        break;
    case DEPTHCULL_R_END:
        compare_depths(p, p->s.cref, p->d.cref, true);
        for (int i = 0; i < N; ++i) {
            p->ge[i] &= p->sc.xy[i] > p->dc.xy[i];
            p->le[i] &= p->sc.xy[i] < p->dc.xy[i];
        }
        break;
    default: /* claim5: strictly greater slopes; not mirrored */
        for (int i = 0; i < N; ++i) {
            p->ge[i] = (p->s.cx[i] > p->d.cx[i]) & (p->s.cy[i] > p->d.cy[i]) &
                       (p->sc.min[i] >= p->dc.min[i]);
            p->le[i] = 0;
        }
        break;
    }
    and_slopes(p, sh);
    for (int i = 0; i < N; ++i) {
        p->gt[i] = rule == DEPTHCULL_R_SLOPE_GT ? p->ge[i] : 0;
        p->lt[i] = rule == DEPTHCULL_R_SLOPE_GT ? p->le[i] : 0;
    }
}

/* Finds pixels that contradict the facts. where[] is 1 + the index of the last such pixel, or 0. */
INLINE void contradict(uint32_t tw, uint32_t th, const struct pairs *p, int32_t where[N])
{
    float sx[N], dx[N];

    for (int i = 0; i < N; ++i)
        where[i] = 0;
    for (uint32_t x = 0; x < tw; ++x) {
        for (int i = 0; i < N; ++i) {
            sx[i] = fmaf((float)x, p->s.cx[i], p->s.cref[i]);
            dx[i] = fmaf((float)x, p->d.cx[i], p->d.cref[i]);
        }
        for (uint32_t y = 0; y < th; ++y) {
            const int32_t pixel = (int32_t)(y * tw + x + 1);

            for (int i = 0; i < N; ++i) {
                const float zs = fmaf((float)y, p->s.cy[i], sx[i]);
                const float zd = fmaf((float)y, p->d.cy[i], dx[i]);
                const int32_t less = zs<zd, more = zs> zd;
                const int32_t wrong =
                    (p->ge[i] & less) | (p->le[i] & more) | (p->gt[i] & !more) | (p->lt[i] & !less);

                where[i] = wrong ? pixel : where[i];
            }
        }
    }
}

/* Stores a counterexample. If both facts are claimed,
 * it is arranged so that the wrong one is GE. */
INLINE void keep_example(uint32_t tw, const struct planes *s, const struct planes *d, int lane,
                         int32_t ge, int32_t where, struct depthcull_found *f)
{
    const uint32_t x = (uint32_t)(where - 1) % tw, y = (uint32_t)(where - 1) / tw;
    const float zs = fmaf((float)y, s->cy[lane], fmaf((float)x, s->cx[lane], s->cref[lane]));
    const float zd = fmaf((float)y, d->cy[lane], fmaf((float)x, d->cx[lane], d->cref[lane]));
    const struct planes *a = ge && zs <= zd ? s : d, *b = ge && zs <= zd ? d : s;
    const float example[6] = {a->cx[lane], a->cy[lane], a->cref[lane],
                              b->cx[lane], b->cy[lane], b->cref[lane]};

    memcpy(f->example, example, sizeof example);
    f->x = x;
    f->y = y;
}

INLINE void search(struct draw *r, uint32_t tw, uint32_t th, enum depthcull_rule rule, uint32_t n,
                   struct depthcull_found *f)
{
    const struct shape sh = shape_of(tw, th, rule);

    for (uint32_t batch = 0; batch < n; ++batch) {
        struct pairs p;
        int32_t where[N], applied = 0, wrong = 0;

        draw_pairs(r, &sh, rule, &p.s, &p.d);
        find_corners(&sh, &p.s, &p.sc);
        find_corners(&sh, &p.d, &p.dc);
        find_facts(&p, &sh, rule);
        contradict(tw, th, &p, where);
        for (int i = 0; i < N; ++i) {
            applied += p.ge[i] | p.le[i];
            wrong += where[i] != 0;
        }
        for (int i = N; wrong && f->wrong == 0 && i-- > 0;) {
            if (where[i])
                keep_example(tw, &p.s, &p.d, i, p.ge[i], where[i], f);
        }
        f->pairs += N;
        f->applied += (uint64_t)applied;
        f->wrong += (uint64_t)wrong;
    }
}

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
__attribute__((target("avx2,fma"))) static void search_fma(struct draw *r, uint32_t tw, uint32_t th,
                                                           enum depthcull_rule rule, uint32_t n,
                                                           struct depthcull_found *f)
{
    search(r, tw, th, rule, n, f);
}
#endif

static void search_any(struct draw *r, uint32_t tw, uint32_t th, enum depthcull_rule rule,
                       uint32_t n, struct depthcull_found *f)
{
    search(r, tw, th, rule, n, f);
}

void depthcull_search_pairs(struct assay_rng *rng, uint32_t tw, uint32_t th,
                            enum depthcull_rule rule, uint32_t batches,
                            struct depthcull_found *found)
{
    struct draw r;

    for (int i = 0; i < N; ++i) {
        const uint64_t v = assay_rng_u64(rng), w = assay_rng_u64(rng);

        r.a[i] = (uint32_t)v | 1; /* xoshiro needs a nonzero state */
        r.b[i] = (uint32_t)(v >> 32);
        r.c[i] = (uint32_t)w;
        r.d[i] = (uint32_t)(w >> 32);
    }
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        search_fma(&r, tw, th, rule, batches, found);
        return;
    }
#endif
    search_any(&r, tw, th, rule, batches, found);
}
