#include "depthcull/search.h"

#include <math.h>
#include <string.h>

/* A value for each lane. Loops over lanes are plain, with no branch in them, so that the compiler makes vectors of
 * them. */
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
    uint32_t a[N], b[N], c[N], d[N]; /* xoshiro128 in each lane */
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

/* The pattern as an ordered integer, both zeros 0; and back. */
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

/* Of a random sign and fraction, every other one with few bits; the exponent field from `low` and up by less than
 * `span`. */
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

/* 0 to 2^(0..top-1) - 1: all sizes are as likely. */
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
    bool less_x, less_y; /* the source's slopes are the lesser ones */
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

INLINE void draw_pairs(struct draw *r, const struct shape *sh, enum depthcull_rule rule,
                       struct planes *s, struct planes *d)
{
    uint32_t w[N], low[N], span[N];
    int32_t dx[N], dy[N], extra[N], nudges[N];

    /* Most planes of moderate size, the slopes by some binary orders below the start or above it; some among the
     * subnormal numbers, at overflow, anywhere. */
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
        /* Where the y-edge counts, mostly rising or falling away from zero: else the exponent condition
         * fails. */
        if (sh->at_y && w[i] >> 8 & 3)
            d->cy[i] = copysignf(d->cy[i], d->cref[i]);

        const float corner = fmaf(sh->at_y ? sh->ye : 0.0f, d->cy[i],
                                  fmaf(sh->at_x ? sh->xe : 0.0f, d->cx[i], d->cref[i]));
        const float step = greater(fabsf(nudge(corner, 1) - corner), 0x1p-149f);
        const float quarters = (float)extra[i] * 0.25f;
        float start = d->cref[i];

        s->cx[i] = nudge(d->cx[i], sh->less_x ? -dx[i] : dx[i]);
        s->cy[i] = nudge(d->cy[i], sh->less_y ? -dy[i] : dy[i]);
        if (rule == DEPTHCULL_R_RANGE) {
            /* The source's least at the destination's greatest. */
            start += sh->xe * (greater(d->cx[i], 0) - lesser(s->cx[i], 0));
            start += sh->ye * (greater(d->cy[i], 0) - lesser(s->cy[i], 0));
        } else if (rule == DEPTHCULL_R_CLAIM5) {
            start += sh->xe * (lesser(d->cx[i], 0) - lesser(s->cx[i], 0));
            start += sh->ye * (lesser(d->cy[i], 0) - lesser(s->cy[i], 0));
        } else {
            start -= sh->at_x ? sh->xe * (s->cx[i] - d->cx[i]) : 0.0f;
            start -= sh->at_y ? sh->ye * (s->cy[i] - d->cy[i]) : 0.0f;
        }
        start = fmaf(quarters, step, start);
        start = nudge(start, w[i] & 1 ? nudges[i] : 0);
        s->cref[i] = nudge(start, 0); /* finite */
    }
    /* Mirrored, every other one. */
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

/* The depths at the corners (XE,0), (0,YE), (XE,YE); at (0,0) it is cref. */
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

/* a is beyond b by `margin`, both finite, under the exponent condition if `edge` is not 0. */
INLINE int32_t beyond(float a, float b, int32_t margin, int32_t edge)
{
    const int32_t top = 0x7F7FFFFF;
    const int32_t ka = key(a), kb = key(b);

    return (ka <= top) & (ka >= -top) & (kb <= top) & (kb >= -top) & (ka - margin >= kb) &
           (exponent(a) >= edge) & (exponent(b) >= edge);
}

/* ge, le: 1 where the test finds that. strict: it concludes GT and LT then. */
INLINE void find_facts(enum depthcull_rule rule, const struct planes *s, const struct corners *sc,
                       const struct planes *d, const struct corners *dc, int32_t ge[N],
                       int32_t le[N])
{
    const int32_t margin =
        rule == DEPTHCULL_R_YEND_1 || rule == DEPTHCULL_R_END3_1 ? 1
        : rule == DEPTHCULL_R_YEND || rule == DEPTHCULL_R_YEND_ANY || rule == DEPTHCULL_R_END3_2
            ? 2
            : 3;

    for (int i = 0; i < N; ++i) {
        const int32_t x_ge = s->cx[i] >= d->cx[i], x_le = s->cx[i] <= d->cx[i];
        const int32_t y_ge = s->cy[i] >= d->cy[i], y_le = s->cy[i] <= d->cy[i];
        int32_t edge = most(most(exponent(s->cref[i]), exponent(d->cref[i])),
                            most(exponent(sc->x[i]), exponent(dc->x[i])));

        if (rule == DEPTHCULL_R_YEND_ANY || rule == DEPTHCULL_R_END3_ANY)
            edge = 0;
        switch (rule) {
        case DEPTHCULL_R_RANGE:
            ge[i] = sc->min[i] >= dc->max[i];
            le[i] = sc->max[i] <= dc->min[i];
            break;
        case DEPTHCULL_R_SLOPE:
            ge[i] = x_ge & y_ge & (s->cref[i] >= d->cref[i]);
            le[i] = x_le & y_le & (s->cref[i] <= d->cref[i]);
            break;
        case DEPTHCULL_R_SLOPE_GT:
            ge[i] = x_ge & y_ge & (s->cref[i] > d->cref[i]);
            le[i] = x_le & y_le & (s->cref[i] < d->cref[i]);
            break;
        case DEPTHCULL_R_XEND:
            ge[i] = x_le & y_ge & (sc->x[i] > dc->x[i]);
            le[i] = x_ge & y_le & (sc->x[i] < dc->x[i]);
            break;
        case DEPTHCULL_R_XEND_EQUAL:
            ge[i] = x_le & y_ge & (sc->x[i] >= dc->x[i]);
            le[i] = x_ge & y_le & (sc->x[i] <= dc->x[i]);
            break;
        case DEPTHCULL_R_YEND:
        case DEPTHCULL_R_YEND_1:
        case DEPTHCULL_R_YEND_ANY:
            ge[i] = x_ge & y_le & beyond(sc->y[i], dc->y[i], margin, edge);
            le[i] = x_le & y_ge & beyond(dc->y[i], sc->y[i], margin, edge);
            break;
        case DEPTHCULL_R_END3:
        case DEPTHCULL_R_END3_1:
        case DEPTHCULL_R_END3_2:
        case DEPTHCULL_R_END3_ANY:
            ge[i] = x_le & y_le & beyond(sc->xy[i], dc->xy[i], margin, edge);
            le[i] = x_ge & y_ge & beyond(dc->xy[i], sc->xy[i], margin, edge);
            break;
        case DEPTHCULL_R_END:
            ge[i] = x_le & y_le & (s->cref[i] > d->cref[i]) & (sc->xy[i] > dc->xy[i]);
            le[i] = x_ge & y_ge & (s->cref[i] < d->cref[i]) & (sc->xy[i] < dc->xy[i]);
            break;
        default: /* claim5 */
            ge[i] = !x_le & !y_le & (sc->min[i] >= dc->min[i]);
            le[i] = 0;
            break;
        }
    }
}

/* Where a pixel contradicts the facts: 1 + its index, the last such; else 0. */
INLINE void contradict(uint32_t tw, uint32_t th, enum depthcull_rule rule, const struct planes *s,
                       const struct corners *sc, const struct planes *d, const struct corners *dc,
                       const int32_t ge[N], const int32_t le[N], int32_t where[N])
{
    int32_t gt[N], lt[N];
    float sx[N], dx[N];

    for (int i = 0; i < N; ++i) {
        where[i] = 0;
        /* range finds strict facts of its own */
        gt[i] = rule == DEPTHCULL_R_SLOPE_GT ? ge[i]
                : rule == DEPTHCULL_R_RANGE  ? sc->min[i] > dc->max[i]
                                             : 0;
        lt[i] = rule == DEPTHCULL_R_SLOPE_GT ? le[i]
                : rule == DEPTHCULL_R_RANGE  ? sc->max[i] < dc->min[i]
                                             : 0;
    }
    for (uint32_t x = 0; x < tw; ++x) {
        for (int i = 0; i < N; ++i) {
            sx[i] = fmaf((float)x, s->cx[i], s->cref[i]);
            dx[i] = fmaf((float)x, d->cx[i], d->cref[i]);
        }
        for (uint32_t y = 0; y < th; ++y) {
            const int32_t pixel = (int32_t)(y * tw + x + 1);

            for (int i = 0; i < N; ++i) {
                const float zs = fmaf((float)y, s->cy[i], sx[i]);
                const float zd = fmaf((float)y, d->cy[i], dx[i]);
                const int32_t less = zs<zd, more = zs> zd;
                const int32_t wrong =
                    (ge[i] & less) | (le[i] & more) | (gt[i] & !more) | (lt[i] & !less);

                where[i] = wrong ? pixel : where[i];
            }
        }
    }
}

INLINE void one_batch(struct draw *r, uint32_t tw, uint32_t th, enum depthcull_rule rule,
                      struct depthcull_found *f)
{
    const struct shape sh = shape_of(tw, th, rule);
    struct planes s, d;
    struct corners sc, dc;
    int32_t ge[N], le[N], where[N], applied = 0, wrong = 0;

    draw_pairs(r, &sh, rule, &s, &d);
    find_corners(&sh, &s, &sc);
    find_corners(&sh, &d, &dc);
    find_facts(rule, &s, &sc, &d, &dc, ge, le);
    contradict(tw, th, rule, &s, &sc, &d, &dc, ge, le, where);
    for (int i = 0; i < N; ++i) {
        applied += ge[i] | le[i];
        wrong += where[i] != 0;
    }
    f->pairs += N;
    f->applied += (uint64_t)applied;
    for (int i = 0; wrong && f->wrong == 0 && i < N; ++i) {
        if (where[i]) {
            const struct planes *a = ge[i] ? &s : &d, *b = ge[i] ? &d : &s;
            const float example[6] = {a->cx[i], a->cy[i], a->cref[i],
                                      b->cx[i], b->cy[i], b->cref[i]};

            memcpy(f->example, example, sizeof example);
            f->x = (uint32_t)(where[i] - 1) % tw;
            f->y = (uint32_t)(where[i] - 1) / tw;
            break;
        }
    }
    f->wrong += (uint64_t)wrong;
}

INLINE void batches_of(struct draw *r, uint32_t tw, uint32_t th, enum depthcull_rule rule,
                       uint32_t batches, struct depthcull_found *f)
{
    for (uint32_t i = 0; i < batches; ++i)
        one_batch(r, tw, th, rule, f);
}

/* One loop for each rule. */
INLINE void search(struct draw *r, uint32_t tw, uint32_t th, enum depthcull_rule rule, uint32_t n,
                   struct depthcull_found *f)
{
#define RULE(name)                         \
    case name:                             \
        batches_of(r, tw, th, name, n, f); \
        break
    switch (rule) {
        RULE(DEPTHCULL_R_RANGE);
        RULE(DEPTHCULL_R_SLOPE);
        RULE(DEPTHCULL_R_XEND);
        RULE(DEPTHCULL_R_YEND);
        RULE(DEPTHCULL_R_END3);
        RULE(DEPTHCULL_R_END);
        RULE(DEPTHCULL_R_CLAIM5);
        RULE(DEPTHCULL_R_SLOPE_GT);
        RULE(DEPTHCULL_R_XEND_EQUAL);
        RULE(DEPTHCULL_R_YEND_1);
        RULE(DEPTHCULL_R_END3_1);
        RULE(DEPTHCULL_R_END3_2);
        RULE(DEPTHCULL_R_YEND_ANY);
        RULE(DEPTHCULL_R_END3_ANY);
    default:
        break;
    }
#undef RULE
}

#if defined(__x86_64__)
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
    batches_of(r, tw, th, rule, n, f);
}

void depthcull_search_pairs(struct assay_rng *rng, uint32_t tw, uint32_t th,
                            enum depthcull_rule rule, uint32_t batches,
                            struct depthcull_found *found)
{
    struct draw r;

    for (int i = 0; i < N; ++i) {
        const uint64_t v = assay_rng_u64(rng), w = assay_rng_u64(rng);

        r.a[i] = (uint32_t)v | 1; /* not all zero */
        r.b[i] = (uint32_t)(v >> 32);
        r.c[i] = (uint32_t)w;
        r.d[i] = (uint32_t)(w >> 32);
    }
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        search_fma(&r, tw, th, rule, batches, found);
        return;
    }
#endif
    search_any(&r, tw, th, rule, batches, found);
}
