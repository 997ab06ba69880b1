/*
 * depthcull_oracle.h - an oracle for depthcull: which decision it makes and by which test, its
 * masks, and the new contents of a tile.
 *
 * It implements the tables of model/depthcull/README.md by brute force: a range is the least and
 * the greatest depth of all pixels of a box, each computed by the host; "beyond by m" counts
 * neighbouring floats; fixed-point sums are exact. It decides by the contract or by one of several
 * wrong readings of it, so that a test can show that its stimulus tells them apart.
 */
#ifndef UNIT_DEPTHCULL_ORACLE_H
#define UNIT_DEPTHCULL_ORACLE_H

#include "unit/depthcull_pixels.h"

enum reading {
    CONTRACT,
    BOX_OF_WHOLE_HALF,     /* the source's range is not limited to the covered pixels' box */
    BOX_OF_SHOWN_PIXELS,   /* a plane's range covers only the pixels that show it */
    ALL_PLANES_ASKED,      /* even those that no covered pixel shows */
    ONE_PLANE_SUFFICES,    /* a fact counts if it holds against one plane */
    SLOPES_NEED_ONE_PLANE, /* tests 2 to 7 find nothing in a tile of several planes */
    TESTS_NOT_JOINED,      /* the facts of each test count separately */
    DECISIONS_JOINED,      /* each plane is decided separately, and the decisions must agree */
    LESSER_TEST,           /* of two halves, the lower test is reported */
    HALVES_AS_ONE,         /* the halves are not decided separately */
    READINGS
};

enum { ORACLE_PLANES = DEPTHCULL_MAX_PLANES + 1 };

struct oracle_tile {
    enum depthcull_kind kind;
    uint64_t plane[ORACLE_PLANES][3]; /* cx, cy, cref as received */
    uint8_t shows[DEPTHCULL_MAX_PX];  /* CLEAR, PLANES: an index into plane[] */
    uint32_t depth[DEPTHCULL_MAX_PX];
};

struct oracle_result {
    uint32_t decision, test;
    uint32_t mask[DEPTHCULL_MASK_WORDS];
};

/* A set of pixels, one byte per pixel. */
typedef bool oracle_pixels[DEPTHCULL_MAX_PX];

static inline double oracle_coefficient(const struct depthcull_params *p, uint64_t c)
{
    return p->fixed ? (double)signed_40(c) : (double)as_float(c);
}

static inline double oracle_corner(const struct depthcull_params *p, const uint64_t *c, uint32_t x,
                                   uint32_t y)
{
    return oracle_value(p, oracle_depth(p, c, y * p->tw + x));
}

static inline bool oracle_finite(const struct depthcull_params *p, const uint64_t *c)
{
    for (int i = 0; i < 3; ++i)
        if (!isfinite(oracle_coefficient(p, c[i])))
            return false;
    return true;
}

static inline uint32_t oracle_half(const struct depthcull_params *p, uint32_t i)
{
    return i % p->tw >= p->tw / 2;
}

/* --- ranges --- */

struct oracle_range {
    double low, high; /* low > high: empty */
};

static inline void oracle_widen(struct oracle_range *r, double value)
{
    r->low = value < r->low ? value : r->low;
    r->high = value > r->high ? value : r->high;
}

/* Returns the range of a plane over the bounding box of some pixels. */
static inline struct oracle_range oracle_box_range(const struct depthcull_params *p,
                                                   const uint64_t *c, const bool *pixels)
{
    struct oracle_range r = {INFINITY, -INFINITY};
    uint32_t x0 = p->tw, x1 = 0, y0 = p->th, y1 = 0;

    for (uint32_t i = 0; i < p->tw * p->th; ++i) {
        const uint32_t x = i % p->tw, y = i / p->tw;

        if (!pixels[i])
            continue;
        x0 = x < x0 ? x : x0;
        x1 = x > x1 ? x : x1;
        y0 = y < y0 ? y : y0;
        y1 = y > y1 ? y : y1;
    }
    for (uint32_t y = y0; y <= y1; ++y)
        for (uint32_t x = x0; x <= x1; ++x)
            oracle_widen(&r, oracle_corner(p, c, x, y));
    return r;
}

static inline struct oracle_range oracle_half_range(const struct depthcull_params *p,
                                                    const uint64_t *c, uint32_t half)
{
    oracle_pixels pixels;

    for (uint32_t i = 0; i < p->tw * p->th; ++i)
        pixels[i] = oracle_half(p, i) == half;
    return oracle_box_range(p, c, pixels);
}

/* --- facts --- */

static inline uint32_t oracle_range_facts(const struct oracle_range *s,
                                          const struct oracle_range *d)
{
    return (s->low > d->high ? DEPTHCULL_GT : 0u) | (s->low >= d->high ? DEPTHCULL_GE : 0u) |
           (s->high < d->low ? DEPTHCULL_LT : 0u) | (s->high <= d->low ? DEPTHCULL_LE : 0u);
}

/* Returns max(1, exponent field). */
static inline int oracle_exponent(double v)
{
    return !isfinite(v) ? 255 : v == 0 || ilogb(v) < -126 ? 1 : ilogb(v) + 127;
}

/* Returns true if the source is beyond the destination by `m` at a corner. */
static inline bool oracle_beyond(const struct depthcull_params *p, const uint64_t *s,
                                 const uint64_t *d, uint32_t x, uint32_t y, int m)
{
    const double zs = oracle_corner(p, s, x, y), zd = oracle_corner(p, d, x, y);
    const double need[] = {oracle_coefficient(p, s[2]), oracle_coefficient(p, d[2]),
                           oracle_corner(p, s, p->tw - 1, 0), oracle_corner(p, d, p->tw - 1, 0)};
    float least = (float)zd;

    if (p->fixed)
        return x * signed_40(s[0]) + y * signed_40(s[1]) + signed_40(s[2]) >=
               x * signed_40(d[0]) + y * signed_40(d[1]) + signed_40(d[2]);
    if (!isfinite(zs) || !isfinite(zd))
        return false;
    for (int i = 0; i < m; ++i) /* +0 and -0 are one step */
        least = nextafterf(least, INFINITY);
    for (int i = 0; i < 4; ++i)
        if (oracle_exponent(zs) < oracle_exponent(need[i]) ||
            oracle_exponent(zd) < oracle_exponent(need[i]))
            return false;
    return zs >= (double)least;
}

/* Returns true if one of tests 2 to 6, not mirrored, finds the source nowhere nearer. */
static inline bool oracle_not_nearer(const struct depthcull_params *p, uint32_t test,
                                     const uint64_t *s, const uint64_t *d)
{
    const uint32_t xe = p->tw - 1, ye = p->th - 1;
    double more[3];

    for (int i = 0; i < 3; ++i)
        more[i] = oracle_coefficient(p, s[i]) - oracle_coefficient(p, d[i]);
    if (test == DEPTHCULL_SLOPE)
        return more[0] >= 0 && more[1] >= 0 && more[2] >= 0;
    if (test == DEPTHCULL_XEND)
        return more[0] <= 0 && more[1] >= 0 &&
               oracle_corner(p, s, xe, 0) > oracle_corner(p, d, xe, 0);
    if (test == DEPTHCULL_YEND)
        return more[0] >= 0 && more[1] <= 0 && oracle_beyond(p, s, d, 0, ye, 2);
    if (test == DEPTHCULL_END3)
        return more[0] <= 0 && more[1] <= 0 && oracle_beyond(p, s, d, xe, ye, 3);
    return more[0] <= 0 && more[1] <= 0 && oracle_corner(p, s, 0, 0) > oracle_corner(p, d, 0, 0) &&
           oracle_corner(p, s, xe, ye) > oracle_corner(p, d, xe, ye);
}

static inline double oracle_minimum(const struct depthcull_params *p, const uint64_t *c)
{
    return fmin(oracle_half_range(p, c, 0).low, oracle_half_range(p, c, 1).low);
}

static inline uint32_t oracle_slope_facts(const struct depthcull_params *p, uint32_t test,
                                          const uint64_t *s, const uint64_t *d)
{
    if (test == DEPTHCULL_CLAIM5)
        return oracle_coefficient(p, s[0]) > oracle_coefficient(p, d[0]) &&
                       oracle_coefficient(p, s[1]) > oracle_coefficient(p, d[1]) &&
                       oracle_minimum(p, s) >= oracle_minimum(p, d)
                   ? DEPTHCULL_GE
                   : 0u;
    return (oracle_not_nearer(p, test, s, d) ? DEPTHCULL_GE : 0u) |
           (oracle_not_nearer(p, test, d, s) ? DEPTHCULL_LE : 0u);
}

/* --- decisions --- */

/* The contract's table of functions. */
static inline uint32_t oracle_table(uint32_t func, uint32_t facts)
{
    const bool gt = facts & DEPTHCULL_GT, ge = facts & DEPTHCULL_GE, lt = facts & DEPTHCULL_LT,
               le = facts & DEPTHCULL_LE;
    const bool cull = func == 1   ? ge
                      : func == 2 ? gt || lt
                      : func == 3 ? gt
                      : func == 4 ? le
                      : func == 5 ? ge && le
                                  : lt;
    const bool pass = func == 1   ? lt
                      : func == 2 ? ge && le
                      : func == 3 ? le
                      : func == 4 ? gt
                      : func == 5 ? gt || lt
                                  : ge;

    return cull ? DEPTHCULL_CULL : pass ? DEPTHCULL_PASS : DEPTHCULL_AMBIGUOUS;
}

/* A question to the oracle: the covered pixels C of a half (or of the tile, in a wrong reading). */
struct oracle_question {
    const struct depthcull_params *p;
    const struct depthcull_prim *prim;
    const struct oracle_tile *tile;
    enum reading reading;
    uint32_t enable;
    uint64_t s[3];
    oracle_pixels c;
    uint32_t half;
};

static inline bool oracle_shows(const struct oracle_question *q, uint32_t k, bool covered_only)
{
    for (uint32_t i = 0; i < q->p->tw * q->p->th; ++i)
        if (q->tile->shows[i] == k && (q->c[i] || !covered_only))
            return true;
    return false;
}

/* Returns the planes that count, as a mask: those that a pixel of C shows. */
static inline uint32_t oracle_asked(const struct oracle_question *q)
{
    uint32_t planes = 0;

    for (uint32_t k = 0; k < ORACLE_PLANES; ++k)
        planes |= (uint32_t)oracle_shows(q, k, q->reading != ALL_PLANES_ASKED) << k;
    return planes;
}

static inline struct oracle_range oracle_source_range(const struct oracle_question *q)
{
    return q->reading == BOX_OF_WHOLE_HALF ? oracle_half_range(q->p, q->s, q->half)
                                           : oracle_box_range(q->p, q->s, q->c);
}

static inline struct oracle_range oracle_plane_range(const struct oracle_question *q, uint32_t k)
{
    oracle_pixels shown;

    for (uint32_t i = 0; i < q->p->tw * q->p->th; ++i)
        shown[i] = q->tile->shows[i] == k &&
                   (q->reading == HALVES_AS_ONE || oracle_half(q->p, i) == q->half);
    if (q->reading == BOX_OF_SHOWN_PIXELS || q->reading == HALVES_AS_ONE)
        return oracle_box_range(q->p, q->tile->plane[k], shown);
    return oracle_half_range(q->p, q->tile->plane[k], q->half);
}

/* Returns the facts that test `t` finds against plane k. */
static inline uint32_t oracle_found(const struct oracle_question *q, uint32_t t, uint32_t k,
                                    bool several)
{
    if (t == DEPTHCULL_RANGE) {
        const struct oracle_range s = oracle_source_range(q), d = oracle_plane_range(q, k);

        return oracle_range_facts(&s, &d);
    }
    if (several && q->reading == SLOPES_NEED_ONE_PLANE)
        return 0;
    return oracle_slope_facts(q->p, t, q->s, q->tile->plane[k]);
}

static inline bool oracle_takes_part(const struct oracle_question *q, uint32_t t)
{
    const bool sound = t <= DEPTHCULL_END3 || (t == DEPTHCULL_END && q->p->fixed);

    return (q->enable >> (t - 1) & 1) &&
           (sound || (q->prim->func != DEPTHCULL_EQUAL && q->prim->func != DEPTHCULL_NOTEQUAL));
}

/* Joins the facts against each plane into a decision. */
static inline uint32_t oracle_join(const struct oracle_question *q, uint32_t planes,
                                   const uint32_t *facts)
{
    uint32_t all = UINT32_MAX, any = 0, first = DEPTHCULL_ERROR;

    for (uint32_t k = 0; k < ORACLE_PLANES; ++k) {
        uint32_t alone;

        if (!(planes >> k & 1))
            continue;
        all &= facts[k];
        any |= facts[k];
        alone = oracle_table(q->prim->func, facts[k]);
        first = first == DEPTHCULL_ERROR || first == alone ? alone : DEPTHCULL_AMBIGUOUS;
    }
    if (q->reading == DECISIONS_JOINED)
        return first;
    return oracle_table(q->prim->func, q->reading == ONE_PLANE_SUFFICES ? any : all);
}

/* Finds the facts of a PIXELS half, which has one plane of which only the range is known. Returns
 * false if there is a NaN. */
static inline bool oracle_pixels_facts(const struct oracle_question *q, uint32_t *facts)
{
    const struct oracle_range s = oracle_source_range(q);
    struct oracle_range d = {INFINITY, -INFINITY};

    for (uint32_t i = 0; i < q->p->tw * q->p->th; ++i) {
        const double value = oracle_value(q->p, q->tile->depth[i]);

        if (oracle_half(q->p, i) != q->half && q->reading != HALVES_AS_ONE)
            continue;
        if (isnan(value))
            return false;
        oracle_widen(&d, value);
    }
    *facts = oracle_range_facts(&s, &d);
    return true;
}

/* Returns the decision on C. *test is the lowest test that makes it. */
static inline uint32_t oracle_decide_half(const struct oracle_question *q, uint32_t *test)
{
    const bool pixels = q->tile->kind == DEPTHCULL_PIXELS;
    const uint32_t planes = pixels ? 1 : oracle_asked(q);
    const bool several = planes & (planes - 1);
    uint32_t found[ORACLE_PLANES] = {0}, of_pixels = 0;

    *test = DEPTHCULL_NONE;
    if (!oracle_finite(q->p, q->s) || (pixels && !oracle_pixels_facts(q, &of_pixels)))
        return DEPTHCULL_AMBIGUOUS;
    for (uint32_t k = 0; k < ORACLE_PLANES; ++k)
        if (!pixels && (planes >> k & 1) && !oracle_finite(q->p, q->tile->plane[k]))
            return DEPTHCULL_AMBIGUOUS;
    for (uint32_t t = DEPTHCULL_RANGE; t <= DEPTHCULL_CLAIM5; ++t) {
        uint32_t decision;

        for (uint32_t k = 0; k < ORACLE_PLANES; ++k) {
            if (q->reading == TESTS_NOT_JOINED)
                found[k] = 0;
            if (oracle_takes_part(q, t) && (planes >> k & 1))
                found[k] |= !pixels                ? oracle_found(q, t, k, several)
                            : t == DEPTHCULL_RANGE ? of_pixels
                                                   : 0;
        }
        decision = oracle_join(q, planes, found);
        if (decision != DEPTHCULL_AMBIGUOUS) {
            *test = t;
            return decision;
        }
    }
    return DEPTHCULL_AMBIGUOUS;
}

/* Sets C to the covered pixels of a half. Returns false if there are none. */
static inline bool oracle_cover(struct oracle_question *q, uint32_t half)
{
    bool some = false;

    q->half = half;
    for (uint32_t i = 0; i < q->p->tw * q->p->th; ++i) {
        q->c[i] = (q->prim->mask[i / 32] >> i % 32 & 1) &&
                  (oracle_half(q->p, i) == half || q->reading == HALVES_AS_ONE);
        some |= q->c[i];
    }
    return some;
}

/* Sets the mask of the pixels of C that pass, given the decision. */
static inline void oracle_pass(const struct oracle_question *q, uint32_t decision,
                               struct oracle_result *r)
{
    for (uint32_t i = 0; i < q->p->tw * q->p->th; ++i) {
        const bool passes =
            decision == DEPTHCULL_PASS ||
            (decision == DEPTHCULL_AMBIGUOUS &&
             oracle_passes(q->p, q->prim->func, oracle_depth(q->p, q->s, i), q->tile->depth[i]));

        r->mask[i / 32] |= (uint32_t)(q->c[i] && passes) << i % 32;
    }
}

static inline void oracle_decide_halves(struct oracle_question *q, struct oracle_result *r)
{
    bool first = true;

    for (uint32_t half = 0; half < (q->reading == HALVES_AS_ONE ? 1u : 2u); ++half) {
        uint32_t decision, test;

        if (!oracle_cover(q, half))
            continue;
        decision = oracle_decide_half(q, &test);
        oracle_pass(q, decision, r);
        if (first) {
            r->decision = decision;
            r->test = test;
        } else if (decision != r->decision) {
            r->decision = DEPTHCULL_AMBIGUOUS;
        } else if ((test > r->test) == (q->reading != LESSER_TEST)) {
            r->test = test;
        }
        first = false;
    }
    if (r->decision == DEPTHCULL_AMBIGUOUS)
        r->test = DEPTHCULL_NONE;
}

/* Returns the result for a primitive whose tile index is valid. */
static inline struct oracle_result oracle_decide(const struct depthcull_params *p, uint32_t enable,
                                                 const struct depthcull_prim *prim,
                                                 const struct oracle_tile *tile,
                                                 enum reading reading)
{
    struct oracle_question q = {.p = p,
                                .prim = prim,
                                .tile = tile,
                                .reading = reading,
                                .enable = enable,
                                .s = {prim->cx, prim->cy, prim->cref}};
    struct oracle_result r = {.decision = DEPTHCULL_CULL};

    if (!(prim->mask[0] | prim->mask[1] | prim->mask[2] | prim->mask[3])) {
        r.test = DEPTHCULL_EMPTY;
    } else if (prim->func == DEPTHCULL_NEVER || prim->func == DEPTHCULL_ALWAYS) {
        r.test = DEPTHCULL_BY_FUNC;
        r.decision = prim->func == DEPTHCULL_NEVER ? DEPTHCULL_CULL : DEPTHCULL_PASS;
        if (prim->func == DEPTHCULL_ALWAYS)
            memcpy(r.mask, prim->mask, sizeof r.mask);
    } else {
        oracle_decide_halves(&q, &r);
    }
    return r;
}

/* --- tiles --- */

static inline void oracle_clear(const struct depthcull_params *p, uint32_t z,
                                struct oracle_tile *tile)
{
    memset(tile, 0, sizeof *tile);
    if (!p->fixed)
        z = stored_pattern(as_float(z));
    tile->plane[0][2] = p->fixed ? (uint64_t)z * 256 : z;
    for (uint32_t i = 0; i < p->tw * p->th; ++i)
        tile->depth[i] = z;
}

/* Returns how many planes the pixels show. *unused is the index of a plane that none shows. */
static inline uint32_t oracle_count(const struct depthcull_params *p,
                                    const struct oracle_tile *tile, uint32_t *unused)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < ORACLE_PLANES; ++k) {
        bool shown = false;

        for (uint32_t i = 0; i < p->tw * p->th; ++i)
            shown |= tile->shows[i] == k;
        n += shown;
        if (!shown)
            *unused = k;
    }
    return n;
}

/* Updates the tile for a primitive that passes at the pixels of a mask. */
static inline void oracle_write(const struct depthcull_params *p, const struct depthcull_prim *prim,
                                const uint32_t *mask, struct oracle_tile *tile)
{
    const uint64_t s[3] = {prim->cx, prim->cy, prim->cref};
    uint32_t passing = 0, at = 0;

    (void)oracle_count(p, tile, &at);
    memcpy(tile->plane[at], s, sizeof s);
    for (uint32_t i = 0; i < p->tw * p->th; ++i) {
        if (!(mask[i / 32] >> i % 32 & 1))
            continue;
        ++passing;
        tile->shows[i] = (uint8_t)at;
        tile->depth[i] = oracle_depth(p, s, i);
    }
    if (passing == p->tw * p->th)
        tile->kind = DEPTHCULL_PLANES;
    else if (passing && tile->kind != DEPTHCULL_PIXELS)
        tile->kind = oracle_count(p, tile, &at) <= p->planes ? DEPTHCULL_PLANES : DEPTHCULL_PIXELS;
}

#endif
