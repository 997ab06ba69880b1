/* depthcull_decide.c - what follows for a primitive from what the coarse tests find. */
#include <string.h>

#include "depthcull/depthcull.h"

enum { ALL_FACTS = DEPTHCULL_GT | DEPTHCULL_GE | DEPTHCULL_LT | DEPTHCULL_LE };

/* What a half of the destination is to the covered pixels. */
struct destination {
    const struct depthcull_tile *tile;
    uint32_t half;
    uint32_t planes; /* one bit for each plane that a covered pixel shows */
};

static bool has(uint32_t facts, uint32_t wanted)
{
    return (facts & wanted) == wanted;
}

static uint8_t decision(uint32_t func, uint32_t facts)
{
    static const struct {
        uint8_t cull, pass;
    } single[DEPTHCULL_FUNCS] = {
        [DEPTHCULL_LESS] = {DEPTHCULL_GE, DEPTHCULL_LT},
        [DEPTHCULL_LEQUAL] = {DEPTHCULL_GT, DEPTHCULL_LE},
        [DEPTHCULL_GREATER] = {DEPTHCULL_LE, DEPTHCULL_GT},
        [DEPTHCULL_GEQUAL] = {DEPTHCULL_LT, DEPTHCULL_GE},
    };
    const bool differ = facts & (DEPTHCULL_GT | DEPTHCULL_LT);
    const bool same = has(facts, DEPTHCULL_GE | DEPTHCULL_LE);

    if (func == DEPTHCULL_EQUAL)
        return differ ? DEPTHCULL_CULL : same ? DEPTHCULL_PASS : DEPTHCULL_AMBIGUOUS;
    if (func == DEPTHCULL_NOTEQUAL)
        return same ? DEPTHCULL_CULL : differ ? DEPTHCULL_PASS : DEPTHCULL_AMBIGUOUS;
    if (has(facts, single[func].cull))
        return DEPTHCULL_CULL;
    return has(facts, single[func].pass) ? DEPTHCULL_PASS : DEPTHCULL_AMBIGUOUS;
}

static bool takes_part(const struct depthcull_params *p, uint32_t enable, uint32_t func,
                       uint32_t test)
{
    const bool sound = test < DEPTHCULL_END || (test == DEPTHCULL_END && p->fixed);
    const bool only_sound = func == DEPTHCULL_EQUAL || func == DEPTHCULL_NOTEQUAL;

    return (enable >> (test - 1) & 1) && (sound || !only_sound);
}

/* Which planes these pixels show, and whether anything can be known of them. */
static bool find_destination(const uint32_t *covered, struct destination *d)
{
    const struct depthcull_tile *tile = d->tile;

    d->planes = 0;
    if (tile->kind == DEPTHCULL_PIXELS)
        return !tile->nan[d->half];
    for (uint32_t i = 0; i < tile->planes; ++i) {
        uint32_t any = 0;

        for (uint32_t w = 0; w < DEPTHCULL_MASK_WORDS; ++w)
            any |= covered[w] & tile->shown[i][w];
        if (!any)
            continue;
        if (tile->plane[i].unknown)
            return false;
        d->planes |= 1u << i;
    }
    return true;
}

static uint32_t facts_of(const struct depthcull_params *p, const struct depthcull_job *job,
                         const struct destination *d, uint32_t test, uint32_t plane)
{
    const struct depthcull_plane *dest = &d->tile->plane[plane];

    if (test == DEPTHCULL_RANGE)
        return depthcull_range_facts(&job->box[d->half], &dest->half[d->half]);
    return depthcull_slope_facts(p, test, &job->plane, dest);
}

/* The test that decides a half, with *outcome; 0 if none does. */
static uint8_t decide_half(const struct depthcull_params *p, uint32_t enable,
                           const struct depthcull_job *job, const uint32_t *covered,
                           struct destination *d, uint8_t *outcome)
{
    const uint32_t func = job->prim.func;
    uint32_t found[DEPTHCULL_MAX_PLANES] = {0};

    *outcome = DEPTHCULL_AMBIGUOUS;
    if (job->plane.unknown || !find_destination(covered, d))
        return DEPTHCULL_NONE;
    for (unsigned test = DEPTHCULL_RANGE; test <= DEPTHCULL_CLAIM5; ++test) {
        uint32_t joined = ALL_FACTS;

        if (!takes_part(p, enable, func, test))
            continue;
        if (d->tile->kind == DEPTHCULL_PIXELS) {
            if (test == DEPTHCULL_RANGE)
                found[0] = depthcull_range_facts(&job->box[d->half], &d->tile->half[d->half]);
            joined = found[0];
        }
        for (uint32_t left = d->planes; left; left &= left - 1) {
            const uint32_t plane = (uint32_t)__builtin_ctz(left);

            found[plane] |= facts_of(p, job, d, test, plane);
            joined &= found[plane];
        }
        *outcome = decision(func, joined);
        if (*outcome != DEPTHCULL_AMBIGUOUS)
            return (uint8_t)test;
    }
    return DEPTHCULL_NONE;
}

/* The verdict from those on the halves that are covered. */
static void join_halves(const struct depthcull_params *p, uint32_t enable,
                        const struct depthcull_job *job, const struct depthcull_tile *tile,
                        struct depthcull_verdict *v)
{
    bool first = true;

    for (uint32_t h = 0; h < DEPTHCULL_HALVES; ++h) {
        struct destination d = {.tile = tile, .half = h};
        uint32_t covered[DEPTHCULL_MASK_WORDS];
        uint8_t outcome, test;

        for (uint32_t w = 0; w < DEPTHCULL_MASK_WORDS; ++w)
            covered[w] = job->prim.mask[w] & depthcull_half_pixels(p, h);
        if (!depthcull_any_pixel(covered))
            continue;
        test = decide_half(p, enable, job, covered, &d, &outcome);
        if (outcome == DEPTHCULL_PASS || outcome == DEPTHCULL_AMBIGUOUS)
            for (uint32_t w = 0; w < DEPTHCULL_MASK_WORDS; ++w)
                *(outcome == DEPTHCULL_PASS ? &v->let[w] : &v->open[w]) |= covered[w];
        if (first) {
            v->decision = outcome;
            v->test = test;
        } else if (v->decision == outcome) {
            v->test = test > v->test ? test : v->test;
        } else {
            v->decision = DEPTHCULL_AMBIGUOUS;
        }
        first = false;
    }
    if (v->decision == DEPTHCULL_AMBIGUOUS)
        v->test = DEPTHCULL_NONE;
}

void depthcull_decide(const struct depthcull_params *p, uint32_t enable,
                      const struct depthcull_job *job, const struct depthcull_tile *tile,
                      struct depthcull_verdict *v)
{
    const uint32_t func = job->prim.func;

    memset(v, 0, sizeof *v);
    if (!depthcull_any_pixel(job->prim.mask)) {
        v->decision = DEPTHCULL_CULL;
        v->test = DEPTHCULL_EMPTY;
    } else if (func == DEPTHCULL_NEVER) {
        v->decision = DEPTHCULL_CULL;
        v->test = DEPTHCULL_BY_FUNC;
    } else if (func == DEPTHCULL_ALWAYS) {
        v->decision = DEPTHCULL_PASS;
        v->test = DEPTHCULL_BY_FUNC;
        memcpy(v->let, job->prim.mask, sizeof v->let);
    } else {
        join_halves(p, enable, job, tile, v);
    }
}
