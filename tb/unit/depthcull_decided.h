/*
 * depthcull_decided.h - drives the golden model of depthcull through its pins, and compares each
 * result and each tile read out with the oracle of depthcull_oracle.h.
 */
#ifndef UNIT_DEPTHCULL_DECIDED_H
#define UNIT_DEPTHCULL_DECIDED_H

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "unit/depthcull_oracle.h"
#include "unit/random.h"

enum { TILES = 4, TAGS = 4096 };

/* What the stimulus has covered. */
struct seen {
    uint32_t told[READINGS]; /* primitives on which a wrong reading differs from the contract */
    uint32_t tests[DEPTHCULL_TESTS];
    uint32_t kinds[DEPTHCULL_KINDS], unknown[DEPTHCULL_KINDS]; /* tiles read out */
};

struct bench {
    struct depthcull_state s;
    struct depthcull_params p;
    struct depthcull_inputs in;
    struct assay_rng rng;
    uint32_t enable;
    struct oracle_tile tile[TILES];
    struct oracle_result expected[TAGS];
    struct depthcull_prim sent[TAGS];
    bool awaited[TAGS];
    struct oracle_result last; /* the last result */
    uint32_t taken, results;
    struct seen seen;
};

/* --- driving --- */

static inline void check_result(struct bench *b, const struct depthcull_result *r)
{
    const struct oracle_result *e = &b->expected[r->tag % TAGS];
    const struct depthcull_prim *prim = &b->sent[r->tag % TAGS];

    assert_in_range(r->tag, 0, TAGS - 1);
    assert_true(b->awaited[r->tag]);
    b->awaited[r->tag] = false;
    assert_in_range(r->test, 0, DEPTHCULL_TESTS - 1);
    ++b->results;
    ++b->seen.tests[r->test];
    b->last = (struct oracle_result){.decision = r->decision, .test = r->test};
    memcpy(b->last.mask, r->mask, sizeof r->mask);
    assert_int_equal(r->tile, prim->tile);
    if (r->decision != e->decision || r->test != e->test ||
        memcmp(r->mask, e->mask, sizeof r->mask) != 0)
        fail_msg("tag %u, tile %ux%u, fixed %u, planes %u, enable %02x, func %u, source %" PRIx64
                 " %" PRIx64 " %" PRIx64 ", coverage %08" PRIx32
                 ": decision %u by test %u, mask %08" PRIx32
                 "; the contract has decision %u by test %u, mask %08" PRIx32,
                 r->tag, b->p.tw, b->p.th, b->p.fixed, b->p.planes, b->enable, prim->func, prim->cx,
                 prim->cy, prim->cref, prim->mask[0], r->decision, r->test, r->mask[0], e->decision,
                 e->test, e->mask[0]);
}

static inline struct depthcull_outputs cycle(struct bench *b)
{
    struct depthcull_outputs out;

    memset(&out, 0xA5, sizeof out);
    b->in.result_ready = 1;
    b->in.mem_ready = 1;
    depthcull_step(&b->s, &b->in, &out);
    /* The cache has room for all tiles, so memory is only written, by cleaning. It acknowledges in
     * the next cycle. */
    assert_true(!out.mem_valid || out.mem.write);
    b->in.fill_valid = out.mem_valid;
    b->in.fill.tag = out.mem.tag;
    if (out.result_valid)
        check_result(b, &out.result);
    return out;
}

static inline struct bench *open_bench(const struct depthcull_params *p, uint64_t seed)
{
    struct bench *b = calloc(1, sizeof *b);

    assert_non_null(b);
    assert_null(depthcull_check_params(p));
    b->p = *p;
    depthcull_init(&b->s, p);
    assay_rng_init(&b->rng, seed, "test");
    b->enable = p->fixed ? 0x3F : 0x1F;
    return b;
}

static inline void drain(struct bench *b)
{
    for (uint32_t t = 0; b->results < b->taken; ++t) {
        assert_in_range(t, 0, 2000);
        cycle(b);
    }
}

/* Clears, and enables another set of tests. */
static inline void restart(struct bench *b, uint32_t z, uint32_t enable)
{
    drain(b);
    b->in.clear_valid = 1;
    b->in.clear.z = z;
    for (uint32_t t = 0; !cycle(b).clear_ready; ++t)
        assert_in_range(t, 0, 2000);
    b->in.clear_valid = 0;
    b->in.config_valid = 1;
    b->in.config.enable = (uint8_t)enable;
    for (uint32_t t = 0; !cycle(b).config_ready; ++t)
        assert_in_range(t, 0, 2000);
    b->in.config_valid = 0;
    b->enable = enable;
    for (uint32_t i = 0; i < TILES; ++i)
        oracle_clear(&b->p, z, &b->tile[i]);
}

static inline bool same_result(const struct oracle_result *a, const struct oracle_result *b)
{
    return a->decision == b->decision && a->test == b->test &&
           memcmp(a->mask, b->mask, sizeof a->mask) == 0;
}

static inline void send(struct bench *b, struct depthcull_prim *prim)
{
    struct oracle_tile *tile = &b->tile[prim->tile];
    struct oracle_result *e;

    prim->tag = (uint16_t)(b->taken % TAGS);
    assert_false(b->awaited[prim->tag]);
    b->awaited[prim->tag] = true;
    e = &b->expected[prim->tag];
    *e = oracle_decide(&b->p, b->enable, prim, tile, CONTRACT);
    b->sent[prim->tag] = *prim;
    for (enum reading r = CONTRACT + 1; r < READINGS; ++r) {
        const struct oracle_result other = oracle_decide(&b->p, b->enable, prim, tile, r);

        b->seen.told[r] += !same_result(e, &other);
    }
    if (prim->write)
        oracle_write(&b->p, prim, e->mask, tile);
    b->in.prim_valid = 1;
    b->in.prim = *prim;
    for (uint32_t t = 0; !cycle(b).prim_ready; ++t)
        assert_in_range(t, 0, 2000);
    b->in.prim_valid = 0;
    ++b->taken;
}

/* --- reading out --- */

static inline uint32_t pattern_of(const struct depthcull_params *p, double value)
{
    return p->fixed ? (uint32_t)value : stored_pattern((float)value);
}

static inline void plane_bounds(const struct bench *b, const struct oracle_tile *tile,
                                uint32_t half, struct oracle_range *all)
{
    for (uint32_t i = 0; i < b->p.tw * b->p.th; ++i) {
        struct oracle_range r;

        if (oracle_half(&b->p, i) != half)
            continue;
        r = oracle_half_range(&b->p, tile->plane[tile->shows[i]], half);
        oracle_widen(all, r.low);
        oracle_widen(all, r.high);
    }
}

static inline void check_range(struct bench *b, const struct oracle_tile *tile,
                               const struct depthcull_pixels *px)
{
    struct oracle_range all = {INFINITY, -INFINITY};
    bool nan = false, odd = false, unknown;
    uint32_t low = 0x7FC00000, high = low, unused = 0;

    for (uint32_t i = 0; i < b->p.tw * b->p.th; ++i) {
        const double value = oracle_value(&b->p, tile->depth[i]);

        nan |= (bool)isnan(value);
        odd |= !oracle_finite(&b->p, tile->plane[tile->shows[i]]);
        if (tile->kind == DEPTHCULL_PIXELS)
            oracle_widen(&all, value);
    }
    unknown = tile->kind == DEPTHCULL_PIXELS ? nan : odd;
    if (tile->kind == DEPTHCULL_PLANES && !unknown) {
        plane_bounds(b, tile, 0, &all);
        plane_bounds(b, tile, 1, &all);
    }
    if (tile->kind == DEPTHCULL_CLEAR) {
        low = high = tile->depth[0];
    } else if (all.low <= all.high) {
        low = pattern_of(&b->p, all.low);
        high = pattern_of(&b->p, all.high);
    }
    b->seen.kinds[tile->kind] += px->last;
    b->seen.unknown[tile->kind] += px->last && unknown;
    assert_int_equal(px->kind, tile->kind);
    assert_int_equal(px->planes,
                     tile->kind == DEPTHCULL_PIXELS ? 0 : oracle_count(&b->p, tile, &unused));
    assert_int_equal(px->unknown, unknown);
    assert_int_equal(px->min, low);
    assert_int_equal(px->max, high);
    assert_int_equal(px->error, 0);
}

static inline void check_tile(struct bench *b, uint32_t at)
{
    drain(b);
    b->in.read_valid = 1;
    b->in.read.tile = at;
    for (uint32_t t = 0; !cycle(b).read_ready; ++t)
        assert_in_range(t, 0, 2000);
    b->in.read_valid = 0;
    b->in.pixels_ready = 1;
    for (uint32_t i = 0, t = 0; i < b->p.tw * b->p.th; ++t) {
        const struct depthcull_outputs out = cycle(b);

        assert_in_range(t, 0, 2000);
        if (!out.pixels_valid)
            continue;
        check_range(b, &b->tile[at], &out.pixels);
        for (uint32_t k = 0; k < b->p.pix; ++k, ++i)
            assert_int_equal(pixel_of(&b->p, out.pixels.data, k), b->tile[at].depth[i]);
        assert_int_equal(out.pixels.last, i == b->p.tw * b->p.th);
    }
    b->in.pixels_ready = 0;
}

#endif
