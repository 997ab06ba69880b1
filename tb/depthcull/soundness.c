#include "depthcull/soundness.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "depthcull/draw.h"

enum { ROUNDS = 2000, PAIRS_A_ROUND = 40, BATCHES = 32, BOXES = 5 };

static bool is_sound(uint32_t fixed, uint32_t test)
{
    return test < DEPTHCULL_END || (test == DEPTHCULL_END && fixed);
}

/* Two planes and their depths at each pixel. */
struct pair {
    struct depthcull_plane s, d;
    uint32_t zs[DEPTHCULL_MAX_PX], zd[DEPTHCULL_MAX_PX];
};

/* Whether a pixel of the box contradicts one of the facts; sets *pixel to it. */
static bool refuted(const struct depthcull_params *p, const struct pair *pair, uint32_t facts,
                    const struct depthcull_box *box, uint32_t *pixel)
{
    static const struct {
        uint32_t fact, func;
    } means[] = {{DEPTHCULL_GT, DEPTHCULL_GREATER},
                 {DEPTHCULL_GE, DEPTHCULL_GEQUAL},
                 {DEPTHCULL_LT, DEPTHCULL_LESS},
                 {DEPTHCULL_LE, DEPTHCULL_LEQUAL}};

    for (uint32_t y = box->y0; facts && y <= box->y1; ++y) {
        for (uint32_t x = box->x0; x <= box->x1; ++x) {
            const uint32_t i = y * p->tw + x;

            for (int m = 0; m < 4; ++m) {
                if (!(facts & means[m].fact) ||
                    depthcull_passes(p, means[m].func, pair->zs[i], pair->zd[i]))
                    continue;
                *pixel = i;
                return true;
            }
        }
    }
    return false;
}

/* Returns a box within a half, such as coverage could produce. `which`: 0 the whole half, 1 its
 * last column, 2 its last row, 3 all but its first column and row, 4 its first pixel. */
static struct depthcull_box box_of(const struct depthcull_params *p, uint32_t half, uint32_t which)
{
    struct depthcull_box box = {half * (p->tw / 2), (half + 1) * (p->tw / 2) - 1, 0, p->th - 1};

    box.x0 = which == 1 ? box.x1 : box.x0 + (which == 3);
    box.y0 = which == 2 ? box.y1 : box.y0 + (which == 3);
    box.x1 = which == 4 ? box.x0 : box.x1;
    box.y1 = which == 4 ? box.y0 : box.y1;
    return box;
}

bool depthcull_is_wrong(const struct depthcull_params *p, uint32_t test,
                        const struct depthcull_coefs *source,
                        const struct depthcull_coefs *destination, uint32_t *pixel, bool *applied)
{
    struct pair pair;

    depthcull_make_plane(p, source->c[0], source->c[1], source->c[2], &pair.s);
    depthcull_make_plane(p, destination->c[0], destination->c[1], destination->c[2], &pair.d);
    *applied = false;
    if (pair.s.unknown || pair.d.unknown)
        return false;
    depthcull_plane_depths(p, &pair.s, pair.zs);
    depthcull_plane_depths(p, &pair.d, pair.zd);
    if (test != DEPTHCULL_RANGE) {
        const struct depthcull_box all = {0, p->tw - 1, 0, p->th - 1};
        const uint32_t facts = depthcull_slope_facts(p, test, &pair.s, &pair.d);

        *applied = facts != 0;
        return refuted(p, &pair, facts, &all, pixel);
    }
    for (uint32_t i = 0; i < DEPTHCULL_HALVES * BOXES; ++i) {
        const struct depthcull_box box = box_of(p, i / BOXES, i % BOXES);
        const struct depthcull_range range = depthcull_box_range(p, &pair.s, &box);
        const uint32_t facts = depthcull_range_facts(&range, &pair.d.half[i / BOXES]);

        *applied |= facts != 0;
        if (refuted(p, &pair, facts, &box, pixel))
            return true;
    }
    return false;
}

/* --- drawing --- */

/*
 * The slopes differ by a little in the direction that the test requires. The start is set so that
 * the source is slightly deeper at the corner that the test compares. In half of the cases source
 * and destination are exchanged.
 */
void depthcull_draw_pair(struct assay_rng *r, const struct depthcull_params *p, uint32_t test,
                         struct depthcull_coefs *s, struct depthcull_coefs *d)
{
    const double w = p->tw - 1, h = p->th - 1;
    const bool less_x = test == DEPTHCULL_XEND || test == DEPTHCULL_END3 || test == DEPTHCULL_END;
    const bool less_y = test == DEPTHCULL_YEND || test == DEPTHCULL_END3 || test == DEPTHCULL_END;
    const uint32_t reach = 1u << assay_rng_below(r, 10), top = 1 + assay_rng_below(r, 5);
    const struct depthcull_coefs none = {{0, 0, 0}};
    double start, extra;

    depthcull_draw_plane(r, p, assay_rng_below(r, 20) ? DEPTHCULL_C_RANDOM : DEPTHCULL_C_TINY,
                         &none, d);
    *s = *d;
    for (int i = 0; i < 2; ++i) {
        const int64_t steps = (int64_t)assay_rng_below(r, reach + 1);
        const bool down = (i == 0 ? less_x : less_y);
        /* Steps go towards greater numbers, also for a negative f32. */
        s->c[i] = depthcull_nudge(p, d->c[i], down ? -steps : steps);
    }
    start = depthcull_number(p, d->c[2]);
    /* Depths are coarser than cref where the slopes dominate; fixed-point depths drop 8 bits. */
    extra = w * depthcull_number(p, d->c[0]) + h * depthcull_number(p, d->c[1]);
    extra = p->fixed ? (double)(1u << assay_rng_below(r, 12))
                     : (extra < 0 ? -extra : extra) / (1 << 23);
    if (less_x)
        start -= w * (depthcull_number(p, s->c[0]) - depthcull_number(p, d->c[0]));
    if (less_y)
        start -= h * (depthcull_number(p, s->c[1]) - depthcull_number(p, d->c[1]));
    if (test == DEPTHCULL_CLAIM5)
        start -= (w * (depthcull_number(p, s->c[0]) - depthcull_number(p, d->c[0])) +
                  h * (depthcull_number(p, s->c[1]) - depthcull_number(p, d->c[1]))) /
                 2;
    if (test == DEPTHCULL_RANGE) { /* the source's least depth at the destination's greatest */
        const double slopes = 1.0 + 2.0 * (double)assay_rng_below(r, 2);

        for (int i = 0; i < 2; ++i) {
            const double slope = depthcull_number(p, d->c[i]), edge = i == 0 ? w : h;

            s->c[i] = depthcull_coefficient(p, slope / slopes);
            start += edge * (slope > 0 ? slope : 0);
            start -= edge * (slope < 0 ? slope / slopes : 0);
        }
    }
    extra *= (double)assay_rng_below(r, 8 * top) / 4;
    s->c[2] = depthcull_coefficient(p, start + extra);
    if (assay_rng_below(r, 2)) {
        const struct depthcull_coefs t = *s;

        *s = *d;
        *d = t;
    }
}

/* --- shrinking --- */

static uint32_t complexity(uint64_t c)
{
    uint32_t n = 0;

    for (; c; c &= c - 1)
        ++n;
    return n;
}

/* Replaces *at by `c` if the pair gets simpler and
 * is a counterexample. Returns whether it did. */
static bool try(const struct depthcull_params *p, uint32_t test, const struct depthcull_coefs *s,
                const struct depthcull_coefs *d, uint64_t *at, uint64_t c)
{
    const uint64_t before = *at;
    uint32_t pixel;
    bool applied;

    if (complexity(c) >= complexity(before))
        return false;
    *at = c;
    if (depthcull_is_wrong(p, test, s, d, &pixel, &applied))
        return true;
    *at = before;
    return false;
}

/* Simplifies a counterexample as far as possible. */
static void shrink(const struct depthcull_params *p, uint32_t test, struct depthcull_coefs *s,
                   struct depthcull_coefs *d)
{
    bool smaller = true;

    while (smaller) {
        smaller = false;
        for (int i = 0; i < 6; ++i) {
            uint64_t *at = i < 3 ? &s->c[i] : &d->c[i - 3];

            smaller |= try(p, test, s, d, at, 0);
            smaller |= try(p, test, s, d, at, i < 3 ? d->c[i] : s->c[i - 3]);
            for (uint32_t bit = 0; bit < 40; ++bit)
                smaller |= try(p, test, s, d, at, *at & ~(UINT64_C(1) << bit));
        }
    }
}

/* --- the scenario --- */

void depthcull_search_begin(void *any, const struct assay_stim_env *env)
{
    struct depthcull_search *c = any;

    memcpy(&c->p, env->params, sizeof c->p);
    assay_rng_init(&c->rng, env->seed, "depthcull.search");
    c->samples = 1000000;
    depthcull_memory_begin(&c->memory, &c->p, NULL, 0, env->seed);
}

void depthcull_search_end(void *any)
{
    struct depthcull_search *c = any;

    depthcull_memory_free(&c->memory);
}

void depthcull_search_begin_long(void *any, const struct assay_stim_env *env)
{
    struct depthcull_search *c = any;

    depthcull_search_begin(any, env);
    c->samples = 1000000000;
}

/* Does this round's share of the samples. Sound tests run until they have applied often enough, the
 * wrong variants for a tenth as many pairs. */
static void many_pairs(struct depthcull_search *c)
{
    const uint64_t share = c->samples / ROUNDS * (c->rounds + 1);

    for (uint32_t rule = 0; rule < DEPTHCULL_RULES; ++rule) {
        struct depthcull_found *f = &c->found[rule];

        while ((rule < DEPTHCULL_R_SOUND ? f->applied : f->pairs * 10) < share)
            depthcull_search_pairs(&c->rng, c->p.tw, c->p.th, (enum depthcull_rule)rule, BATCHES,
                                   f);
    }
}

static void one_pair(struct depthcull_search *c, uint32_t index)
{
    struct depthcull_target *t = &c->target[index];
    struct depthcull_params p = c->p;
    const uint32_t test = 1 + index % DEPTHCULL_CLAIM5;
    struct depthcull_coefs s, d;
    uint32_t pixel;
    bool applied;

    p.fixed = index / DEPTHCULL_CLAIM5;
    depthcull_draw_pair(&c->rng, &p, test, &s, &d);
    ++t->pairs;
    if (depthcull_is_wrong(&p, test, &s, &d, &pixel, &applied)) {
        if (t->wrong++ == 0) {
            t->source = s;
            t->destination = d;
            t->pixel = pixel;
        }
    }
    t->applied += applied;
    if (p.fixed == c->p.fixed) {
        c->pair[0] = d;
        c->pair[1] = s;
    }
}

bool depthcull_search_next(void *any, unsigned stream, void *payload)
{
    struct depthcull_search *c = any;
    struct depthcull_prim *prim = payload;

    if (stream == depthcull_stream_fill)
        return depthcull_memory_reply(&c->memory, payload);
    if (stream != depthcull_stream_prim || c->rounds == ROUNDS)
        return false;
    memset(prim, 0, sizeof *prim);
    if (!c->second) {
        for (uint32_t i = 0; i < PAIRS_A_ROUND * DEPTHCULL_TARGETS; ++i)
            one_pair(c, (i + c->rounds) % DEPTHCULL_TARGETS);
        many_pairs(c);
    }
    prim->cx = c->pair[c->second].c[0];
    prim->cy = c->pair[c->second].c[1];
    prim->cref = c->pair[c->second].c[2];
    prim->tile = c->rounds % c->p.tiles;
    prim->func = c->second ? (c->rounds & 1 ? DEPTHCULL_GEQUAL : DEPTHCULL_LESS) : DEPTHCULL_ALWAYS;
    prim->write = !c->second;
    prim->tag = (uint16_t)c->sent++;
    for (uint32_t i = 0; i < c->p.tw * c->p.th; ++i)
        prim->mask[i / 32] |= UINT32_C(1) << i % 32;
    c->rounds += c->second;
    c->second ^= 1;
    return true;
}

void depthcull_search_observe(void *any, unsigned stream, const void *payload)
{
    struct depthcull_search *c = any;

    if (stream == depthcull_stream_result)
        ++c->done;
    else if (stream == depthcull_stream_fill)
        depthcull_memory_replied(&c->memory);
    else if (stream == depthcull_stream_mem)
        depthcull_memory_take(&c->memory, payload);
}

bool depthcull_search_done(const void *any)
{
    const struct depthcull_search *c = any;

    return c->rounds == ROUNDS && c->done == c->sent;
}

bool depthcull_search_failed(const void *any)
{
    const struct depthcull_search *c = any;

    if (c->memory.wrong)
        return true;
    for (uint32_t i = 0; i < DEPTHCULL_TARGETS; ++i) {
        if (c->target[i].wrong && is_sound(i / DEPTHCULL_CLAIM5, 1 + i % DEPTHCULL_CLAIM5))
            return true;
    }
    for (uint32_t i = 0; i < DEPTHCULL_R_SOUND; ++i) {
        if (c->found[i].wrong)
            return true;
    }
    return false;
}

static void print_plane(FILE *f, const struct depthcull_params *p, const char *name,
                        const struct depthcull_coefs *plane, uint32_t z)
{
    if (p->fixed)
        fprintf(f, "            %-12s cx %.0f/256, cy %.0f/256, cref %.0f/256: depth %" PRIu32 "\n",
                name, depthcull_number(p, plane->c[0]), depthcull_number(p, plane->c[1]),
                depthcull_number(p, plane->c[2]), z);
    else
        fprintf(f, "            %-12s cx %a, cy %a, cref %a: depth %a\n", name,
                depthcull_number(p, plane->c[0]), depthcull_number(p, plane->c[1]),
                depthcull_number(p, plane->c[2]), depthcull_number(p, z));
}

static void report_target(FILE *f, const struct depthcull_params *p, uint32_t test,
                          const struct depthcull_target *t)
{
    struct depthcull_coefs s = t->source, d = t->destination;
    struct depthcull_plane plane;
    uint32_t pixel = 0, zs[DEPTHCULL_MAX_PX], zd[DEPTHCULL_MAX_PX];
    bool applied;

    fprintf(f,
            "soundness:  %-6s %-5s %s: %" PRIu64 " wrong of %" PRIu64 " applied, %" PRIu64
            " pairs\n",
            depthcull_test_name(test), p->fixed ? "fixed" : "f32",
            is_sound(p->fixed, test) ? "sound" : "unsound", t->wrong, t->applied, t->pairs);
    if (!t->wrong)
        return;
    shrink(p, test, &s, &d);
    depthcull_is_wrong(p, test, &s, &d, &pixel, &applied);
    depthcull_make_plane(p, s.c[0], s.c[1], s.c[2], &plane);
    depthcull_plane_depths(p, &plane, zs);
    depthcull_make_plane(p, d.c[0], d.c[1], d.c[2], &plane);
    depthcull_plane_depths(p, &plane, zd);
    fprintf(f, "            at pixel (%u,%u) of a %ux%u tile:\n", pixel % p->tw, pixel / p->tw,
            p->tw, p->th);
    print_plane(f, p, "source", &s, zs[pixel]);
    print_plane(f, p, "destination", &d, zd[pixel]);
}

static void report_found(FILE *f, const struct depthcull_params *p, uint32_t rule,
                         const struct depthcull_found *found)
{
    const float *e = found->example;

    fprintf(f,
            "search:     %-18s %s: %" PRIu64 " wrong of %" PRIu64 " applied, %" PRIu64 " pairs\n",
            depthcull_rule_names[rule], rule < DEPTHCULL_R_SOUND ? "sound" : "unsound",
            found->wrong, found->applied, found->pairs);
    if (!found->wrong)
        return;
    fprintf(f, "            at pixel (%u,%u) of a %ux%u tile:\n", found->x, found->y, p->tw, p->th);
    for (int i = 0; i < 6; i += 3)
        fprintf(f, "            %-12s cx %a, cy %a, cref %a: depth %a\n",
                i ? "destination" : "source", (double)e[i], (double)e[i + 1], (double)e[i + 2],
                (double)fmaf((float)found->y, e[i + 1], fmaf((float)found->x, e[i], e[i + 2])));
}

void depthcull_search_report(const void *any, FILE *f)
{
    const struct depthcull_search *c = any;
    struct depthcull_params p = c->p;

    depthcull_memory_report(&c->memory, f);
    for (uint32_t i = 0; i < DEPTHCULL_TARGETS; ++i) {
        p.fixed = i / DEPTHCULL_CLAIM5;
        report_target(f, &p, 1 + i % DEPTHCULL_CLAIM5, &c->target[i]);
    }
    for (uint32_t i = 0; i < DEPTHCULL_RULES; ++i)
        report_found(f, &p, i, &c->found[i]);
}
