/*
 * test_depthcull_decisions.c - the golden model of depthcull: decisions, the tests reported for
 * them, masks and read-outs, through its pins, in tiles with no, one and several planes and with
 * pixels. Some cases were derived by hand; random ones are compared with the oracle of
 * depthcull_oracle.h, and the stimulus must tell the contract from each wrong reading of it.
 */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "depthcull/depthcull.h"
#include "depthcull/planes.h"
#include "unit/depthcull_decided.h"
#include "unit/random.h"

enum { DRAWN = 6400 /* rounds times pixels of a tile */, PROBES = 30 };

/* All tiles fit into the cache, so none is read from memory. */
#define SET(w, h, f, n)                                                                  \
    {                                                                                    \
        .tw = w, .th = h, .fixed = f, .tiles = TILES, .pix = 4, .queue = 4, .planes = n, \
        .sets = 1, .ways = TILES, .misses = 2, .epoch = 4, .ahead = 4                    \
    }
static const struct depthcull_params sets[] = {
    SET(8, 4, 0, 4), SET(8, 4, 1, 4), SET(4, 4, 0, 1), SET(4, 4, 1, 1),  SET(4, 4, 0, 8),
    SET(8, 4, 0, 2), SET(8, 4, 1, 2), SET(8, 4, 1, 8), SET(16, 8, 0, 8), SET(16, 8, 1, 8),
};
enum { SETS = sizeof sets / sizeof sets[0], BY_HAND = 2 /* the first of them */ };

/* --- by hand --- */

struct by_hand {
    const char *what;
    struct {
        int c[3];
        uint32_t columns; /* one bit each, all rows */
    } plane[5];
    int s[3];
    uint32_t columns;
    uint32_t func, decision, test, mask; /* mask: the columns that pass */
};

enum {
    LESS = DEPTHCULL_LESS,
    EQUAL = DEPTHCULL_EQUAL,
    LEQUAL = DEPTHCULL_LEQUAL,
    GREATER = DEPTHCULL_GREATER,
    NOTEQUAL = DEPTHCULL_NOTEQUAL,
    CULL = DEPTHCULL_CULL,
    PASS = DEPTHCULL_PASS,
    OPEN = DEPTHCULL_AMBIGUOUS
};

/* Tiles of 8x4; columns 0 to 3 are the left half. The depths named for sloped planes are those of
 * row 0. The tests are those enabled after reset. */
/* clang-format off */
static const struct by_hand by_hand[] = {
    {"the box of the covered pixels: 75 of 75 to 105 is before 100",
     {{{0, 0, 100}, 0xFF}}, {10, 0, 75}, 0x01, LESS, PASS, 1, 0x01},
    {"the same box, 105", {{{0, 0, 100}, 0xFF}}, {10, 0, 75}, 0x08, LESS, CULL, 1, 0},
    {"the box of two columns has those between: 75 to 105",
     {{{0, 0, 100}, 0xFF}}, {10, 0, 75}, 0x09, LESS, OPEN, 0, 0x01},
    {"right, 115 to 145, is behind, left is undecided",
     {{{0, 0, 100}, 0xFF}}, {10, 0, 75}, 0xFF, GREATER, OPEN, 0, 0xF8},
    {"the halves are decided to the opposite",
     {{{0, 0, 100}, 0x0F}, {{0, 0, 500}, 0xF0}}, {0, 0, 300}, 0xFF, LESS, OPEN, 0, 0xF0},
    {"only the plane that is shown: 100, not 500",
     {{{0, 0, 100}, 0x3F}, {{0, 0, 500}, 0xC0}}, {0, 0, 300}, 0x30, LESS, CULL, 1, 0},
    {"only the plane that is shown: 500, not 100",
     {{{0, 0, 100}, 0x3F}, {{0, 0, 500}, 0xC0}}, {0, 0, 300}, 0xC0, LESS, PASS, 1, 0xC0},
    {"both are shown",
     {{{0, 0, 100}, 0x3F}, {{0, 0, 500}, 0xC0}}, {0, 0, 300}, 0xF0, LESS, OPEN, 0, 0xC0},
    {"slope against each of two planes, 100 to 107",
     {{{1, 1, 100}, 0x33}, {{1, 0, 100}, 0xCC}}, {1, 1, 101}, 0xFF, LESS, CULL, 2, 0},
    {"range against one, 0 to 12 in the half, slope against the other, 101 to 104",
     {{{2, 2, 0}, 0xF3}, {{1, 0, 101}, 0x0C}}, {1, 1, 101}, 0x0F, LESS, CULL, 2, 0},
    {"slope against one, end3 against the other, 102 and 110 at the ends of the half and the tile",
     {{{1, 0, 101}, 0xF3}, {{2, 2, 90}, 0x0C}}, {1, 1, 101}, 0x0F, LESS, CULL, 5, 0},
    {"slope against one, nothing against the other, 112 at (7,3)",
     {{{1, 0, 101}, 0xF3}, {{2, 2, 92}, 0x0C}}, {1, 1, 101}, 0x0F, LESS, OPEN, 0, 0},
    {"left by range, right by slope: the greater test",
     {{{0, 0, 10}, 0x0F}, {{1, 0, 101}, 0xF0}}, {1, 1, 101}, 0xFF, LESS, CULL, 2, 0},
    {"left by slope, right by range: the greater test",
     {{{1, 0, 101}, 0x0F}, {{0, 0, 10}, 0xF0}}, {1, 1, 101}, 0xFF, LESS, CULL, 2, 0},
    {"left by slope, right has nothing covered",
     {{{1, 0, 101}, 0x0F}, {{0, 0, 900}, 0xF0}}, {1, 1, 101}, 0x0F, LESS, CULL, 2, 0},
    {"the range of the half, 0 to 30, though one column shows the plane",
     {{{10, 0, 0}, 0x01}, {{0, 0, 5}, 0xFE}}, {0, 0, 20}, 0x01, GREATER, OPEN, 0, 0x01},
    {"facts are joined, not decisions: greater than one, less than the other",
     {{{0, 0, 100}, 0x55}, {{0, 0, 500}, 0xAA}}, {0, 0, 300}, 0xFF, EQUAL, OPEN, 0, 0},
    {"the same, notequal",
     {{{0, 0, 100}, 0x55}, {{0, 0, 500}, 0xAA}}, {0, 0, 300}, 0x0F, NOTEQUAL, OPEN, 0, 0x0F},
    {"equal in one half, different in the other",
     {{{9, 9, 100}, 0x0F}, {{0, 0, 900}, 0xF0}}, {9, 9, 100}, 0xFF, EQUAL, OPEN, 0, 0x0F},
    {"equal to the same plane twice",
     {{{0, 9, 100}, 0x33}, {{0, 9, 100}, 0xCC}}, {0, 9, 100}, 0xFF, EQUAL, PASS, 2, 0xFF},
    {"four planes, all in front",
     {{{0, 0, 10}, 0x11}, {{0, 0, 20}, 0x22}, {{0, 0, 30}, 0x44}, {{0, 0, 40}, 0x88}},
     {0, 0, 41}, 0xFF, LEQUAL, CULL, 1, 0},
    {"four planes, the fourth as deep",
     {{{0, 0, 10}, 0x11}, {{0, 0, 20}, 0x22}, {{0, 0, 30}, 0x44}, {{0, 0, 41}, 0x88}},
     {0, 0, 41}, 0xFF, LEQUAL, OPEN, 0, 0x88},
    {"five planes are pixels, 10 to 45 left and 60 to 63 right",
     {{{0, 0, 10}, 1}, {{0, 0, 20}, 2}, {{0, 0, 30}, 4}, {{0, 0, 45}, 8}, {{1, 0, 56}, 0xF0}},
     {0, 0, 50}, 0xFF, LESS, OPEN, 0, 0xF0},
    {"pixels, all in front",
     {{{0, 0, 10}, 1}, {{0, 0, 20}, 2}, {{0, 0, 30}, 4}, {{0, 0, 45}, 8}, {{1, 0, 56}, 0xF0}},
     {0, 0, 64}, 0xFF, GREATER, PASS, 1, 0xFF},
    {"five planes are pixels: no slope, though it holds against each",
     {{{1, 0, 10}, 1}, {{1, 0, 10}, 2}, {{1, 0, 10}, 4}, {{1, 0, 10}, 8}, {{1, 0, 10}, 0xF0}},
     {1, 1, 11}, 0xFF, LESS, OPEN, 0, 0},
};
/* clang-format on */

static void set_columns(struct depthcull_prim *prim, uint32_t columns)
{
    memset(prim->mask, 0, sizeof prim->mask);
    prim->mask[0] = columns * 0x01010101u;
}

static void set_coefficients(const struct depthcull_params *p, struct depthcull_prim *prim,
                             const double *c)
{
    prim->cx = depthcull_coefficient(p, c[0]);
    prim->cy = depthcull_coefficient(p, c[1]);
    prim->cref = depthcull_coefficient(p, c[2]);
}

static void set_plane(const struct depthcull_params *p, struct depthcull_prim *prim, const int *c)
{
    const double unit = p->fixed ? 256 : 1;

    set_coefficients(p, prim, (const double[]){unit * c[0], unit * c[1], unit * c[2]});
}

static void play_by_hand(struct bench *b, const struct by_hand *h)
{
    struct depthcull_prim prim = {.func = DEPTHCULL_ALWAYS, .write = 1};

    restart(b, 0, b->enable);
    for (uint32_t k = 0; k < 5 && h->plane[k].columns; ++k) {
        set_plane(&b->p, &prim, h->plane[k].c);
        set_columns(&prim, h->plane[k].columns);
        send(b, &prim);
    }
    check_tile(b, 0);
    prim.func = (uint8_t)h->func;
    prim.write = 0;
    set_plane(&b->p, &prim, h->s);
    set_columns(&prim, h->columns);
    send(b, &prim);
    drain(b);
    if (b->last.decision != h->decision || b->last.test != h->test ||
        b->last.mask[0] != h->mask * 0x01010101u)
        fail_msg("fixed %u, %s: decision %u by test %u, mask %08" PRIx32, b->p.fixed, h->what,
                 b->last.decision, b->last.test, b->last.mask[0]);
}

static void test_by_hand(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < BY_HAND; ++set) {
        struct bench *b = open_bench(&sets[set], 1);

        for (uint32_t i = 0; i < sizeof by_hand / sizeof by_hand[0]; ++i)
            play_by_hand(b, &by_hand[i]);
        free(b);
    }
}

/* Planes so close to a margin, a limit or a sign that one more step would decide. For every func,
 * the oracle gives the decision of the contract. */
static void test_margins(void **unused)
{
    enum { END = 8, END3 = 16, SLOPE = 2, FIXED_END = 0x21, ALL = 0xFFFFFFFF };
    static const struct {
        uint32_t set, enable;
        double tile[3], source[3];
        uint32_t mask;
    } margins[] = {
        {0, END, {-100, 1, 1}, {0, 0.5, 2.6}, ALL},            /* the corner (W,0) */
        {0, END3, {1, 0, -8.5}, {0, -0.01, -1.2}, ALL},        /* the exponent of the reference */
        {0, END, {0, 1e38, 0}, {0, 0.9e38, 3e38}, ALL},        /* the source's corner is infinite */
        {0, END, {0, -0.9e38, -3e38}, {0, -1e38, -1e37}, ALL}, /* the tile's corner is infinite */
        {0, END, {0, 1, 1}, {0.5, 0.5, 2.5 + 0x1p-20}, ALL},   /* `yend`, two units */
        {0, END3, {0.25, 1, 1}, {0, 0.5, 4.25 + 0x1p-20}, ALL},          /* `end3`, three units */
        {0, SLOPE, {0.5, 0.5, 0}, {1, 1, -0.0}, ALL},                    /* -0 counts as +0 */
        {1, FIXED_END, {-256, 256, 512}, {-256, 256, 7 * 256}, 1u << 7}, /* `end` for (not) equal */
    };

    (void)unused;
    for (uint32_t i = 0; i < sizeof margins / sizeof margins[0]; ++i)
        for (uint32_t func = 0; func < DEPTHCULL_FUNCS; ++func) {
            struct bench *b = open_bench(&sets[margins[i].set], 1);
            struct depthcull_prim prim = {.func = DEPTHCULL_ALWAYS, .write = 1, .mask = {ALL}};

            restart(b, 0, margins[i].enable);
            set_coefficients(&b->p, &prim, margins[i].tile);
            send(b, &prim);
            prim = (struct depthcull_prim){.func = (uint8_t)func, .mask = {margins[i].mask}};
            set_coefficients(&b->p, &prim, margins[i].source);
            send(b, &prim);
            drain(b);
            free(b);
        }
}

/* Clears in f32: the value that is stored and read out, and what `func` decides for the plane 0
 * against it. */
static void test_clears(void **unused)
{
    static const struct {
        uint32_t z, stored, func, decision, test, mask;
    } clears[] = {
        {0x80000000, 0, EQUAL, PASS, 1, 0xFF},
        {0x80000000, 0, LESS, CULL, 1, 0},
        {0x00000000, 0, EQUAL, PASS, 1, 0xFF},
        {0x80000001, 0x80000001, GREATER, PASS, 1, 0xFF},
        {0x7FC00000, 0x7FC00000, LESS, OPEN, 0, 0},
        {0x7F800001, 0x7FC00000, NOTEQUAL, OPEN, 0, 0xFF},
        {0xFFFFFFFF, 0x7FC00000, LEQUAL, OPEN, 0, 0},
        {0x7FC00001, 0x7FC00000, DEPTHCULL_ALWAYS, PASS, 8, 0xFF},
        {0x7F800000, 0x7F800000, LESS, OPEN, 0, 0xFF},
        {0xFF800000, 0xFF800000, LESS, OPEN, 0, 0},
        {0xFF800000, 0xFF800000, DEPTHCULL_NEVER, CULL, 8, 0},
    };
    struct bench *b = open_bench(&sets[0], 1);
    struct depthcull_prim prim = {.write = 0};

    (void)unused;
    set_columns(&prim, 0xFF);
    for (uint32_t i = 0; i < sizeof clears / sizeof clears[0]; ++i) {
        restart(b, clears[i].z, b->enable);
        for (uint32_t k = 0; k < b->p.tw * b->p.th; ++k)
            assert_int_equal(b->tile[0].depth[k], clears[i].stored);
        check_tile(b, 0);
        prim.func = (uint8_t)clears[i].func;
        send(b, &prim);
        drain(b);
        assert_int_equal(b->last.decision, clears[i].decision);
        assert_int_equal(b->last.test, clears[i].test);
        assert_int_equal(b->last.mask[0], clears[i].mask * 0x01010101u);
    }
    assert_int_equal(b->seen.unknown[DEPTHCULL_CLEAR], 7);
    free(b);
}

/* --- random cases --- */

static uint32_t below(struct bench *b, uint32_t n)
{
    return assay_rng_below(&b->rng, n);
}

static uint32_t draw_clear(struct bench *b)
{
    static const uint32_t odd[] = {0,          0x80000000, 0x7FC00000, 0x7F800001, 0xFFC00000,
                                   0x7F800000, 0xFF800000, 0x80000001, 0x007FFFFF};

    if (b->p.fixed)
        return below(b, 4) ? below(b, 200) : 0xFFFFFF * below(b, 2);
    return below(b, 3) ? stored_pattern((float)below(b, 200) - 20) : odd[below(b, 9)];
}

/* Draws coverage for which the halves, the box and the planes matter. */
static void draw_mask(struct bench *b, uint32_t *mask)
{
    const uint32_t shape = below(b, 40) ? below(b, 8) : 8, n = b->p.tw * b->p.th;
    const uint32_t x0 = below(b, b->p.tw), x1 = x0 + below(b, b->p.tw - x0);
    const uint32_t y0 = below(b, b->p.th), y1 = y0 + below(b, b->p.th - y0), one = below(b, n);

    memset(mask, 0, DEPTHCULL_MASK_WORDS * sizeof *mask);
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t x = i % b->p.tw, y = i / b->p.tw, drawn = below(b, 8);
        const bool on = shape < 2    ? true
                        : shape == 2 ? oracle_half(&b->p, i) == one % 2
                        : shape == 3 ? x >= x0 && x <= x1 && y >= y0 && y <= y1
                        : shape == 4 ? x >= x0 && x <= x1
                        : shape == 5 ? drawn < 4
                        : shape == 6 ? drawn == 0
                                     : shape == 7 && i == one;

        mask[i / 32] |= (uint32_t)on << i % 32;
    }
}

/* Draws a plane from a few slopes and starts, which occur in all relations to each other, or `near`
 * with one coefficient slightly changed. */
static void draw_plain(struct bench *b, const struct depthcull_coefs *near,
                       struct depthcull_coefs *plane)
{
    const double unit = b->p.fixed ? 64 : 1;
    const uint32_t one = below(b, 3);

    if (below(b, 2)) {
        *plane = *near;
        plane->c[one] = depthcull_coefficient(&b->p, depthcull_number(&b->p, plane->c[one]) +
                                                         unit * ((double)below(b, 5) - 2));
        return;
    }
    for (int i = 0; i < 3; ++i)
        plane->c[i] = depthcull_coefficient(
            &b->p, unit * ((double)below(b, i < 2 ? 5 : 30) - (i < 2 ? 2 : -20)));
}

/* Draws a plain plane, or one of the shapes that are hard for the tests, mostly close to `near`. */
static void draw_source(struct bench *b, bool plain, struct depthcull_coefs *near,
                        struct depthcull_prim *prim)
{
    struct depthcull_coefs plane;

    if (plain)
        draw_plain(b, near, &plane);
    else
        depthcull_draw_plane(&b->rng, &b->p,
                             below(b, 20) ? (enum depthcull_class)below(b, DEPTHCULL_C_NONFINITE)
                                          : DEPTHCULL_C_NONFINITE,
                             near, &plane);
    if (prim->func == DEPTHCULL_ALWAYS || below(b, 8) == 0)
        *near = plane;
    prim->cx = plane.c[0];
    prim->cy = plane.c[1];
    prim->cref = plane.c[2];
    draw_mask(b, prim->mask);
}

static void set_all(const struct depthcull_params *p, struct depthcull_prim *prim)
{
    for (uint32_t i = 0; i < p->tw * p->th; ++i)
        prim->mask[i / 32] |= UINT32_C(1) << i % 32;
}

/* Draws a few planes into a tile, one after another, then queries it. */
static void play_tile(struct bench *b, uint32_t at, struct depthcull_coefs *near)
{
    const uint32_t planes = below(b, 3) ? below(b, b->p.planes + 5) : below(b, 3);
    const bool plain = below(b, 3);
    struct depthcull_prim prim = {.tile = at, .func = DEPTHCULL_ALWAYS, .write = 1};

    if (plain) /* the one from before may not be plain */
        memset(near, 0, sizeof *near);
    for (uint32_t k = 0; k < planes; ++k) {
        draw_source(b, plain, near, &prim);
        if (k == 0 && below(b, 4)) /* the tile is not CLEAR where the others do not cover it */
            set_all(&b->p, &prim);
        send(b, &prim);
    }
    check_tile(b, at);
    for (uint32_t k = 0; k < PROBES; ++k) {
        prim.func = (uint8_t)below(b, DEPTHCULL_FUNCS);
        draw_source(b, plain, near, &prim);
        prim.write = below(b, 8) == 0;
        send(b, &prim);
    }
    check_tile(b, at);
}

/* What must have occurred in each arithmetic, or the comparison would be vacuous. */
static void check_seen(const struct seen *n, uint32_t fixed)
{
    for (uint32_t t = 0; t < DEPTHCULL_TESTS; ++t)
        if (n->tests[t] < 20)
            fail_msg("fixed %u: test %u is reported %u times", fixed, t, n->tests[t]);
    for (uint32_t r = CONTRACT + 1; r < READINGS; ++r)
        if (n->told[r] < 20)
            fail_msg("fixed %u: %u primitives tell reading %u from the contract", fixed, n->told[r],
                     r);
    for (uint32_t k = 0; k < DEPTHCULL_KINDS; ++k)
        assert_true(n->kinds[k] > 20 && (fixed || n->unknown[k] > 20));
}

static void play_random(const struct depthcull_params *p, uint64_t seed, struct seen *seen)
{
    const uint32_t rounds = DRAWN / (p->tw * p->th);
    struct bench *b = open_bench(p, seed);
    struct depthcull_coefs near = {{0, 0, 0}};

    b->seen = *seen;
    for (uint32_t round = 0; round < rounds; ++round) {
        const uint32_t enable = round % 3   ? below(b, 128)
                                : round % 2 ? 0x7F
                                            : depthcull_reset_enable(p);

        restart(b, draw_clear(b), enable);
        for (uint32_t at = 0; at < TILES; ++at)
            play_tile(b, at, &near);
    }
    *seen = b->seen;
    free(b);
}

static void test_random(void **unused)
{
    const uint64_t seed = random_seed(1);
    struct seen seen[2] = {{{0}, {0}, {0}, {0}}, {{0}, {0}, {0}, {0}}};

    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set)
        play_random(&sets[set], seed + set, &seen[sets[set].fixed]);
    check_seen(&seen[0], 0);
    check_seen(&seen[1], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_margins),
        cmocka_unit_test(test_clears),
        cmocka_unit_test(test_random),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
