/*
 * depthcull_decide.c - derives the decision on a primitive from the facts that the coarse tests
 * find.
 */
#include <string.h>

#include "depthcull/depthcull.h"

enum { ALL_FACTS = DEPTHCULL_GT | DEPTHCULL_GE | DEPTHCULL_LT | DEPTHCULL_LE };

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

/* The covered pixels of a half. */
static void cover_half(const struct depthcull_params *p, const struct depthcull_job *job,
                       uint32_t half, uint32_t *covered)
{
    for (uint32_t w = 0; w < DEPTHCULL_MASK_WORDS; ++w)
        covered[w] = job->prim.mask[w] & depthcull_half_pixels(p, half);
}

/* The planes that these pixels show, one bit each. */
static uint32_t shown_planes(const struct depthcull_tile *tile, const uint32_t *covered)
{
    uint32_t planes = 0;

    if (tile->kind == DEPTHCULL_PIXELS)
        return 0;
    for (uint32_t i = 0; i < tile->places; ++i)
        for (uint32_t w = 0; w < DEPTHCULL_MASK_WORDS; ++w)
            planes |= (uint32_t)((covered[w] & tile->shown[i][w]) != 0) << i;
    return planes;
}

/* True if nothing can be known about those pixels of a half that show these planes. */
static bool is_unknown(const struct depthcull_tile *tile, uint32_t half, uint32_t planes)
{
    bool unknown = tile->kind == DEPTHCULL_PIXELS && tile->nan[half];

    for (uint32_t i = 0; i < DEPTHCULL_MAX_PLANES; ++i)
        unknown |= (planes >> i & 1) && tile->plane[i].unknown;
    return unknown;
}

static uint32_t facts_of(const struct depthcull_params *p, const struct depthcull_job *job,
                         const struct depthcull_plane *plane, uint32_t half, uint32_t test)
{
    if (test == DEPTHCULL_RANGE)
        return depthcull_range_facts(&job->box[half], &plane->half[half]);
    return depthcull_slope_facts(p, test, &job->plane, plane);
}

/* Returns the test that decides a half, with the decision in *outcome; 0 if none does. */
static uint8_t decide_half(const struct depthcull_params *p, uint32_t enable,
                           const struct depthcull_job *job, const struct depthcull_tile *tile,
                           uint32_t half, const uint32_t *covered, uint8_t *outcome)
{
    const uint32_t func = job->prim.func, planes = shown_planes(tile, covered);
    uint32_t found[DEPTHCULL_MAX_PLANES] = {0}, pixels = 0;
    uint8_t decided = DEPTHCULL_NONE;

    *outcome = DEPTHCULL_AMBIGUOUS;
    if (job->plane.unknown || is_unknown(tile, half, planes))
        return DEPTHCULL_NONE;
    for (uint8_t test = DEPTHCULL_RANGE; test <= DEPTHCULL_CLAIM5 && !decided; ++test) {
        uint32_t joined = ALL_FACTS;

        if (!takes_part(p, enable, func, test))
            continue;
        if (test == DEPTHCULL_RANGE && tile->kind == DEPTHCULL_PIXELS)
            pixels = depthcull_range_facts(&job->box[half], &tile->half[half]);
        if (tile->kind == DEPTHCULL_PIXELS)
            joined = pixels;
        for (uint32_t left = planes; left; left &= left - 1) {
            const uint32_t i = (uint32_t)__builtin_ctz(left);

            found[i] |= facts_of(p, job, &tile->plane[i], half, test);
            joined &= found[i];
        }
        *outcome = decision(func, joined);
        if (*outcome != DEPTHCULL_AMBIGUOUS)
            decided = test;
    }
    return decided;
}

/* Combines the verdicts on the covered halves. */
static void join_halves(const struct depthcull_params *p, uint32_t enable,
                        const struct depthcull_job *job, const struct depthcull_tile *tile,
                        struct depthcull_verdict *v)
{
    bool first = true;

    for (uint32_t h = 0; h < DEPTHCULL_HALVES; ++h) {
        uint32_t covered[DEPTHCULL_MASK_WORDS];
        uint8_t outcome, test;

        cover_half(p, job, h, covered);
        if (!depthcull_any_pixel(covered))
            continue;
        test = decide_half(p, enable, job, tile, h, covered, &outcome);
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
