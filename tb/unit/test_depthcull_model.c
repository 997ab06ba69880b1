/*
 * test_depthcull_model.c - the golden model of depthcull: its image and pass masks against the test
 * of each pixel alone, in host arithmetic; its cycles against the contract.
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
#include "depthcull/soundness.h"
#include "unit/depthcull_pixels.h"
#include "unit/random.h"

/* All tiles that are used fit into the cache: nothing goes to memory. test_depthcull_memory.c has the rest. */
static const struct depthcull_params sets[] = {
    {4, 4, 0, 4, 2, 2, 1, 4, 1, 2, 1},       {8, 4, 0, 64, 4, 8, 4, 64, 4, 8, 4},
    {16, 8, 0, 128, 4, 16, 8, 64, 4, 16, 4}, {4, 4, 1, 4, 4, 2, 2, 1, 4, 2, 2},
    {8, 4, 1, 64, 4, 8, 4, 4, 4, 4, 3},      {16, 8, 1, 128, 4, 16, 8, 16, 1, 16, 4},
};
enum { SETS = sizeof sets / sizeof sets[0], SOUND = 5, TILES = 128 };

/* --- the oracle: every pixel by itself --- */

/* What a tile has to be, by pixels. */
struct oracle_tile {
    uint32_t z[DEPTHCULL_MAX_PX];
    uint32_t shows[DEPTHCULL_MAX_PX]; /* the number of the primitive that it shows; 0: the clear */
    uint8_t odd[DEPTHCULL_MAX_PX];    /* whose coefficients are not all finite */
    bool written, pixels;             /* since the clear; its planes were too many */
};

struct bench {
    struct depthcull_state s;
    struct depthcull_params p;
    struct assay_rng rng;
    struct oracle_tile image[TILES];
    uint32_t drawn;
    bool partial; /* no coverage is full but by chance, so that planes gather */
    struct depthcull_prim sent[65536]; /* by tag */
    uint32_t expected[65536][4];
    uint32_t results, decisions[4], kinds[DEPTHCULL_KINDS], several;
    uint32_t read_pixel;
};

/* How many primitives the pixels of a tile show. */
static uint32_t oracle_planes(const struct bench *b, const struct oracle_tile *tile)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < b->p.tw * b->p.th; ++i) {
        uint32_t before = 0;

        while (before < i && tile->shows[before] != tile->shows[i])
            ++before;
        n += before == i;
    }
    return n;
}

static bool is_odd(const struct depthcull_params *p, uint64_t c)
{
    return !p->fixed && !isfinite(as_float(c));
}

static void oracle_apply(struct bench *b, const struct depthcull_prim *prim)
{
    const uint64_t c[3] = {prim->cx, prim->cy, prim->cref};
    const uint32_t n = b->p.tw * b->p.th;
    uint32_t *expected = b->expected[prim->tag], passing = 0;
    struct oracle_tile *tile;

    memset(expected, 0, sizeof b->expected[0]);
    b->sent[prim->tag] = *prim;
    if (prim->tile >= b->p.tiles)
        return;
    tile = &b->image[prim->tile];
    ++b->drawn;
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t *stored = &tile->z[i];
        const uint32_t z = oracle_depth(&b->p, c, i);

        if (!(prim->mask[i / 32] >> i % 32 & 1) || !oracle_passes(&b->p, prim->func, z, *stored))
            continue;
        expected[i / 32] |= UINT32_C(1) << i % 32;
        ++passing;
        if (!prim->write)
            continue;
        *stored = z;
        tile->shows[i] = b->drawn;
        tile->odd[i] = is_odd(&b->p, c[0]) || is_odd(&b->p, c[1]) || is_odd(&b->p, c[2]);
    }
    if (prim->write && passing) {
        tile->written = true;
        tile->pixels = passing < n && (tile->pixels || oracle_planes(b, tile) > b->p.planes);
    }
}

static void check_result(struct bench *b, const struct depthcull_result *r)
{
    static const uint32_t none[4];
    const struct depthcull_prim *prim = &b->sent[r->tag];

    ++b->results;
    ++b->decisions[r->decision];
    assert_int_equal(r->tile, prim->tile);
    assert_int_equal(r->decision == DEPTHCULL_ERROR, prim->tile >= b->p.tiles);
    if (memcmp(r->mask, b->expected[r->tag], sizeof r->mask) != 0)
        fail_msg("tag %u, func %u, decision %u, test %u: mask %08" PRIX32 " instead of %08" PRIX32,
                 r->tag, prim->func, r->decision, r->test, r->mask[0], b->expected[r->tag][0]);
    if (r->decision == DEPTHCULL_PASS)
        assert_memory_equal(r->mask, prim->mask, sizeof r->mask);
    if (r->decision == DEPTHCULL_CULL)
        assert_memory_equal(r->mask, none, sizeof r->mask);
}

static double value_of(const struct depthcull_params *p, uint32_t z)
{
    return p->fixed ? (double)z : (double)as_float(z);
}

static void check_range(struct bench *b, uint32_t at, const struct depthcull_pixels *px)
{
    const uint32_t n = b->p.tw * b->p.th;
    const struct oracle_tile *tile = &b->image[at];
    double low = INFINITY, high = -INFINITY;
    bool nan = false, odd = false;

    for (uint32_t i = 0; i < n; ++i) {
        const double value = value_of(&b->p, tile->z[i]);

        odd |= tile->odd[i];
        nan |= (bool)isnan(value);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    ++b->kinds[px->kind];
    b->several += px->planes > 1;
    assert_int_equal(px->kind, !tile->written ? DEPTHCULL_CLEAR
                               : tile->pixels ? DEPTHCULL_PIXELS
                                              : DEPTHCULL_PLANES);
    assert_int_equal(px->planes, tile->pixels ? 0 : oracle_planes(b, tile));
    assert_int_equal(px->unknown, tile->pixels ? nan : odd);
    if (!tile->written) { /* CLEAR: also of a NaN or an infinity */
        assert_int_equal(px->min, tile->z[0]);
        assert_int_equal(px->max, tile->z[0]);
    } else if (low > high || (px->unknown && !tile->pixels)) {
        assert_int_equal(px->min, 0x7FC00000);
        assert_int_equal(px->max, 0x7FC00000);
    } else if (px->planes > 1) { /* bounds */
        assert_true(value_of(&b->p, px->min) <= low);
        assert_true(value_of(&b->p, px->max) >= high);
    } else if (b->p.fixed) {
        assert_int_equal(px->min, (uint32_t)low);
        assert_int_equal(px->max, (uint32_t)high);
    } else {
        assert_int_equal(px->min, stored_pattern((float)low));
        assert_int_equal(px->max, stored_pattern((float)high));
    }
}

/* --- driving --- */

static struct depthcull_outputs cycle(struct bench *b, const struct depthcull_inputs *in)
{
    struct depthcull_outputs out;

    memset(&out, 0xA5, sizeof out);
    depthcull_step(&b->s, in, &out);
    assert_true(out.prim_ready <= 1 && out.clear_ready <= 1 && out.config_ready <= 1);
    assert_true(out.read_ready <= 1 && out.result_valid <= 1 && out.pixels_valid <= 1);
    assert_int_equal(out.mem_valid, 0);
    if (out.result_valid && in->result_ready)
        check_result(b, &out.result);
    return out;
}

/* The table is swept 64 entries a cycle; meanwhile nothing is taken. */
static void see_sweep(struct bench *b)
{
    const struct depthcull_inputs in = {.result_ready = 1};

    for (uint32_t left = (b->p.tiles + 63) / 64; left > 0; --left) {
        const struct depthcull_outputs out = cycle(b, &in);

        assert_int_equal(out.sweeping, 1);
        assert_int_equal(out.prim_ready + out.clear_ready + out.config_ready + out.read_ready, 0);
    }
    assert_int_equal(b->s.sweeping, 0);
}

static struct bench *open_bench(const struct depthcull_params *p, uint64_t seed)
{
    struct bench *b = calloc(1, sizeof *b);

    assert_non_null(b);
    b->p = *p;
    depthcull_init(&b->s, p);
    assay_rng_init(&b->rng, seed, "test");
    see_sweep(b);
    return b;
}

/* Read a tile out and hold it against the oracle; waits until the block is idle. */
static void check_tile(struct bench *b, uint32_t tile)
{
    const uint32_t n = b->p.tw * b->p.th;
    struct depthcull_inputs in;
    struct depthcull_outputs out;
    uint32_t at = 0;

    memset(&in, 0, sizeof in);
    in.result_ready = 1;
    in.read_valid = 1;
    in.read.tile = (uint8_t)tile;
    for (int i = 0; !cycle(b, &in).read_ready; ++i)
        assert_in_range(i, 0, 2000);
    in.read_valid = 0;
    while (at < n) {
        in.pixels_ready = (uint8_t)assay_rng_below(&b->rng, 2);
        out = cycle(b, &in);
        if (!out.pixels_valid || !in.pixels_ready)
            continue;
        assert_int_equal(out.pixels.error, 0);
        assert_int_equal(out.pixels.last, at + b->p.pix == n);
        check_range(b, tile, &out.pixels);
        for (uint32_t i = 0; i < b->p.pix; ++i, ++at)
            assert_int_equal(pixel_of(&b->p, out.pixels.data, i), b->image[tile].z[at]);
    }
}

static void draw_prim(struct bench *b, struct depthcull_coefs *near, struct depthcull_prim *prim)
{
    const uint32_t n = b->p.tw * b->p.th, shape = b->partial ? 4 + assay_rng_below(&b->rng, 3)
                                                             : assay_rng_below(&b->rng, 12);
    const int32_t a = (int32_t)assay_rng_below(&b->rng, 9) - 4;
    const int32_t c = (int32_t)assay_rng_below(&b->rng, 9) - 4;
    const int32_t edge = (int32_t)assay_rng_below(&b->rng, 61) - 30;
    const uint32_t class = assay_rng_below(&b->rng, 60);
    struct depthcull_coefs plane, other;

    /* Half of the time a pair that one of the tests is close to. */
    if (class >= 30)
        depthcull_draw_pair(&b->rng, &b->p, 1 + class % DEPTHCULL_CLAIM5, &plane, &other);
    else
        depthcull_draw_plane(&b->rng, &b->p,
                             class < 24 ? (enum depthcull_class)(class % 6)
                                        : (enum depthcull_class)(6 + class % 3),
                             near, &plane);
    prim->cx = plane.c[0];
    prim->cy = plane.c[1];
    prim->cref = plane.c[2];
    if (class < 29)
        *near = plane;
    if (class >= 30)
        *near = other;
    prim->func = (uint8_t)assay_rng_below(&b->rng, 8);
    prim->write = assay_rng_below(&b->rng, 4) != 0;
    memset(prim->mask, 0, sizeof prim->mask);
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t drawn = assay_rng_below(&b->rng, 8);
        const bool inside = (int32_t)(i % b->p.tw) * a + (int32_t)(i / b->p.tw) * c < edge;
        /* All, a half, an eighth, seven eighths, none, what lies on one side of an edge. */
        const bool on = shape < 4    ? true
                        : shape == 4 ? drawn < 4
                        : shape == 5 ? drawn == 0
                        : shape == 6 ? drawn > 0
                                     : shape > 7 && inside;

        prim->mask[i / 32] |= (uint32_t)on << i % 32;
    }
}

/* An f32 now and then is a zero of either sign, an infinity or a NaN. */
static uint32_t draw_clear(struct bench *b)
{
    static const uint32_t odd[] = {0,          0x80000000, 0x7F800000, 0xFF800000,
                                   0x7FC00000, 0x7F800001, 0xFFFFFFFF};
    const uint32_t z = assay_rng_below(&b->rng, 0xFFFFFF);

    if (b->p.fixed)
        return z;
    return assay_rng_below(&b->rng, 3) ? stored_pattern((float)z / (float)0x100000) : odd[z % 7];
}

static void oracle_clear(struct bench *b, uint32_t z)
{
    const uint32_t stored = b->p.fixed ? z : stored_pattern(as_float(z));

    memset(b->image, 0, sizeof b->image);
    for (uint32_t tile = 0; tile < TILES; ++tile)
        for (uint32_t i = 0; i < b->p.tw * b->p.th; ++i) {
            b->image[tile].z[i] = stored;
            b->image[tile].odd[i] = is_odd(&b->p, z);
        }
}

/* Random primitives with these tests on: every mask, and the image now and then. */
static void play(const struct depthcull_params *p, uint32_t enable, uint64_t seed, uint32_t cycles)
{
    struct bench *b = open_bench(p, seed);
    struct depthcull_coefs near = {{0, 0, 0}};
    uint16_t tag = 0;
    uint32_t sent = 0;
    struct depthcull_inputs in;

    memset(&in, 0, sizeof in);
    b->s.enable = (uint8_t)enable;
    for (uint32_t t = 0; t < cycles; ++t) {
        struct depthcull_outputs out;

        if (!in.prim_valid && assay_rng_percent(&b->rng, 90)) {
            in.prim_valid = 1;
            draw_prim(b, &near, &in.prim);
            in.prim.tile = (uint8_t)assay_rng_below(&b->rng, 3);
            if (assay_rng_percent(&b->rng, 2))
                in.prim.tile = (uint8_t)(p->tiles + assay_rng_below(&b->rng, 256 - p->tiles));
            in.prim.tag = tag++;
        }
        in.result_ready = assay_rng_percent(&b->rng, 85);
        b->partial = t / 500 % 2;
        out = cycle(b, &in);
        if (in.prim_valid && out.prim_ready) {
            oracle_apply(b, &in.prim);
            in.prim_valid = 0;
            ++sent;
        }
        if (t % 500 == 499) {
            for (uint32_t tile = 0; tile < 3; ++tile)
                check_tile(b, tile);
            in.clear_valid = 1;
            in.clear.z = draw_clear(b);
            in.result_ready = 1;
            assert_int_equal(cycle(b, &in).clear_ready, 1);
            in.clear_valid = 0;
            oracle_clear(b, in.clear.z);
            check_tile(b, 0);
        }
    }
    memset(&in, 0, sizeof in);
    in.result_ready = 1;
    for (int i = 0; i < 2000; ++i)
        cycle(b, &in);
    assert_int_equal(b->results, sent);
    assert_true(b->decisions[DEPTHCULL_CULL] && b->decisions[DEPTHCULL_PASS] &&
                b->decisions[DEPTHCULL_AMBIGUOUS] && b->decisions[DEPTHCULL_ERROR]);
    assert_true(b->kinds[DEPTHCULL_PLANES] && b->kinds[DEPTHCULL_PIXELS]);
    assert_int_equal(b->several != 0, p->planes > 1);
    free(b);
}

static void test_image(void **unused)
{
    const uint64_t seed = random_seed(0);

    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        /* All sound tests, none but never and always, each alone, each left out. */
        const uint32_t sound = (1u << (sets[set].fixed ? SOUND + 1 : SOUND)) - 1;

        play(&sets[set], sound, seed + 100 + set, 100000);
        for (uint32_t t = 0; t < SOUND + 1; ++t) {
            play(&sets[set], sound & 1u << t, seed + 200 + 10 * set + t, 25000);
            play(&sets[set], sound & ~(1u << t), seed + 300 + 10 * set + t, 25000);
        }
    }
}

/* --- cycles --- */

static void full(const struct depthcull_params *p, struct depthcull_prim *prim)
{
    memset(prim->mask, 0, sizeof prim->mask);
    for (uint32_t i = 0; i < p->tw * p->th; ++i)
        prim->mask[i / 32] |= UINT32_C(1) << i % 32;
}

/* A source that is decided at once: always, full coverage, written. */
static void set_easy(struct bench *b, struct depthcull_prim *prim, uint32_t tile, uint32_t tag)
{
    memset(prim, 0, sizeof *prim);
    full(&b->p, prim);
    prim->tile = (uint8_t)tile;
    prim->func = DEPTHCULL_ALWAYS;
    prim->write = 1;
    prim->tag = (uint16_t)tag;
    prim->cref = b->p.fixed ? 0x10000 : 0x3F800000;
}

/* One that no test decides and that goes over all groups: z = y against 0, where it is `greater`. */
static void set_hard(struct bench *b, struct depthcull_prim *prim, uint32_t tile, uint32_t tag)
{
    set_easy(b, prim, tile, tag);
    prim->func = DEPTHCULL_GREATER;
    prim->cy = b->p.fixed ? 0x100 : 0x3F800000;
    prim->cref = 0;
}

static struct depthcull_outputs offer(struct bench *b, const struct depthcull_prim *prim,
                                      bool ready)
{
    struct depthcull_inputs in;
    struct depthcull_outputs out;

    memset(&in, 0, sizeof in);
    in.result_ready = ready;
    in.prim_valid = prim != NULL;
    if (prim)
        in.prim = *prim;
    out = cycle(b, &in);
    if (prim && out.prim_ready)
        oracle_apply(b, prim);
    return out;
}

static void test_latency_and_rate(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        struct bench *b = open_bench(&sets[set], 1);
        struct depthcull_prim prim;

        for (uint32_t t = 0; t < 100; ++t) { /* one tile, every cycle */
            struct depthcull_outputs out;

            set_easy(b, &prim, 1, t);
            out = offer(b, &prim, true);
            assert_int_equal(out.prim_ready, 1);
            assert_int_equal(out.result_valid, t >= 5);
            if (t >= 5)
                assert_int_equal(out.result.tag, t - 5);
        }
        free(b);
    }
}

static void test_engine_latency(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        const uint32_t n = sets[set].tw * sets[set].th / sets[set].pix;
        struct bench *b = open_bench(&sets[set], 1);
        struct depthcull_prim prim;
        struct depthcull_outputs out;

        set_hard(b, &prim, 2, 7);
        assert_int_equal(offer(b, &prim, true).prim_ready, 1); /* cycle 0 */
        set_hard(b, &prim, 2, 8);
        assert_int_equal(offer(b, &prim, true).prim_ready, 1);
        set_easy(b, &prim, 1, 9); /* another tile: goes past */
        assert_int_equal(offer(b, &prim, true).prim_ready, 1);
        for (uint32_t t = 3; t < 60 + 2 * n; ++t) {
            const bool first = t == 8 + n, second = t == 8 + n + n + 4;

            out = offer(b, NULL, true);
            /* The first is loaded in 4, the second is queued in 5 and loaded in 8 + n, the third
             * goes in 6. */
            assert_int_equal(out.result_valid, first || second || t == 7);
            if (out.result_valid)
                assert_int_equal(out.result.tag, first ? 7 : second ? 8 : 9);
        }
        check_tile(b, 2);
        free(b);
    }
}

/* Primitives of different tiles: the engine does a group in each cycle. */
static void test_engine_rate(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        const uint32_t n = sets[set].tw * sets[set].th / sets[set].pix;
        struct bench *b = open_bench(&sets[set], 1);
        struct depthcull_prim prim;

        for (uint32_t t = 0; t < 20 + 3 * n; ++t) {
            const bool result = t > 8 && (t - 8) % n == 0 && (t - 8) / n <= 3;
            struct depthcull_outputs out;

            set_hard(b, &prim, t % 3, t);
            out = offer(b, t < 3 ? &prim : NULL, true);
            if (t < 3)
                assert_int_equal(out.prim_ready, 1);
            assert_int_equal(out.result_valid, result);
            if (result)
                assert_int_equal(out.result.tag, (t - 8) / n - 1);
        }
        free(b);
    }
}

/* Partial coverage costs a cycle as long as the planes suffice. */
static void test_partial_rate(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        struct bench *b = open_bench(&sets[set], 1);
        struct depthcull_prim prim;

        for (uint32_t t = 0; sets[set].planes > 1 && t < 50; ++t) {
            struct depthcull_outputs out;

            set_easy(b, &prim, 1, t);
            prim.mask[0] = t % 3 == 0 ? prim.mask[0] : t % 3 == 1 ? 0x0F : 0xFF;
            out = offer(b, &prim, true);
            assert_int_equal(out.prim_ready, 1);
            assert_int_equal(out.result_valid, t >= 5);
        }
        free(b);
    }
}

static void test_full_queue(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        struct bench *b = open_bench(&sets[set], 1);
        struct depthcull_prim prim;
        uint32_t taken = 0, low = 0;

        for (uint32_t t = 0; t < 400; ++t) {
            struct depthcull_outputs out;
            const bool is_full = b->s.queued == sets[set].queue;

            set_hard(b, &prim, 1, taken);
            out = offer(b, &prim, true);
            taken += out.prim_ready;
            low += !out.prim_ready;
            assert_false(is_full && out.prim_ready);
        }
        assert_true(low > 200);
        for (uint32_t t = 0; t < 1000; ++t)
            offer(b, NULL, true);
        assert_int_equal(b->results, taken);
        free(b);
    }
}

static void test_hold(void **unused)
{
    struct bench *b = open_bench(&sets[1], 1);
    struct depthcull_prim prim;
    struct depthcull_outputs out;
    uint32_t taken = 0;

    (void)unused;
    for (uint32_t t = 0; t < 50; ++t) {
        set_easy(b, &prim, t % 3, taken);
        out = offer(b, &prim, false);
        taken += out.prim_ready;
        if (t >= 5) {
            assert_int_equal(out.result_valid, 1);
            assert_int_equal(out.result.tag, 0);
        }
    }
    assert_int_equal(taken, 4 + DEPTHCULL_RESULTS); /* four stages and the results that wait */
    for (uint32_t t = 0; t < taken; ++t) {
        out = offer(b, NULL, true);
        assert_int_equal(out.result.tag, t);
    }
    assert_int_equal(offer(b, NULL, true).result_valid, 0);
    free(b);
}

static void test_commands(void **unused)
{
    struct bench *b = open_bench(&sets[0], 1);
    const uint32_t n = sets[0].tw * sets[0].th / sets[0].pix;
    struct depthcull_inputs in;
    struct depthcull_outputs out;

    (void)unused;
    memset(&in, 0, sizeof in);
    set_hard(b, &in.prim, 0, 0);
    oracle_apply(b, &in.prim);
    in.prim_valid = 1;
    in.result_ready = 1;
    cycle(b, &in);
    in.clear_valid = in.config_valid = in.read_valid = 1;
    in.clear.z = 0x40000000;
    in.config.enable = 0x55;
    in.read.tile = 3;
    for (uint32_t t = 1; t <= 7 + n; ++t) { /* the engine finishes in 7 + n */
        out = cycle(b, &in);
        assert_int_equal(out.clear_ready + out.config_ready + out.read_ready + out.prim_ready, 0);
    }
    out = cycle(b, &in);
    assert_int_equal(out.clear_ready, 1);
    assert_int_equal(out.config_ready + out.read_ready + out.prim_ready, 0);
    in.clear_valid = 0;
    out = cycle(b, &in);
    assert_int_equal(out.config_ready, 1);
    assert_int_equal(out.read_ready + out.prim_ready, 0);
    assert_int_equal(b->s.enable, 0x55);
    in.config_valid = 0;
    in.pixels_ready = 1;
    out = cycle(b, &in); /* cycle t of the read */
    assert_int_equal(out.read_ready, 1);
    assert_int_equal(out.prim_ready, 0);
    in.read_valid = 0;
    in.prim.tag = 1;
    for (uint32_t t = 1; t < 7 + n; ++t) {
        out = cycle(b, &in);
        /* The tile is not in the cache, so that it takes two cycles more. */
        assert_int_equal(out.pixels_valid, t >= 7 && t <= 6 + n);
        assert_int_equal(out.prim_ready, t == 6 + n);
        if (out.prim_ready)
            in.prim_valid = 0;
        if (out.pixels_valid) {
            assert_int_equal(out.pixels.data[0], 0x40000000);
            assert_int_equal(out.pixels.kind, DEPTHCULL_CLEAR);
            assert_int_equal(out.pixels.last, t == 6 + n);
        }
    }
    free(b);

    b = open_bench(&sets[0], 1);
    memset(&in, 0, sizeof in);
    in.read_valid = 1;
    in.read.tile = 4; /* there is none */
    cycle(b, &in);
    in.read_valid = 0;
    for (uint32_t t = 1; t < 5; ++t)
        assert_int_equal(cycle(b, &in).pixels_valid, 0);
    in.pixels_ready = 1;
    out = cycle(b, &in);
    assert_true(out.pixels_valid && out.pixels.error && out.pixels.last);
    assert_int_equal(out.pixels.data[0], 0);
    assert_int_equal(cycle(b, &in).pixels_valid, 0);
    free(b);
}

static void test_reset(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        struct bench *b = open_bench(&sets[set], 1), *fresh = open_bench(&sets[set], 1);
        struct depthcull_prim prim;
        struct depthcull_inputs in;

        for (uint32_t t = 0; t < 30; ++t) {
            set_hard(b, &prim, 1, t);
            offer(b, &prim, true);
        }
        memset(&in, 0, sizeof in);
        in.rst = 1;
        cycle(b, &in);
        see_sweep(b);
        b->results = 0;
        memset(b->image, 0, sizeof b->image);
        for (uint32_t t = 0; t < 30; ++t) {
            struct depthcull_outputs x, y;

            set_easy(b, &prim, t % 3, t);
            prim.func = (uint8_t)(t % 8);
            x = offer(b, &prim, true);
            y = offer(fresh, &prim, true);
            assert_int_equal(x.prim_ready, y.prim_ready);
            assert_int_equal(x.result_valid, y.result_valid);
            if (x.result_valid)
                assert_memory_equal(&x.result, &y.result, sizeof x.result);
        }
        check_tile(b, 1);
        free(b);
        free(fresh);
    }
}

/* --- decisions --- */

struct known {
    uint32_t func, decision, test;
    float s[3], d[3];
};

/* Destination plane d; the tests as after reset, in f32 and in fixed point (values times 256). */
static const struct known known[] = {
    {DEPTHCULL_LESS, DEPTHCULL_CULL, DEPTHCULL_RANGE, {1, 1, 900}, {1, 1, 100}},
    {DEPTHCULL_LESS, DEPTHCULL_PASS, DEPTHCULL_RANGE, {1, 1, 100}, {1, 1, 900}},
    {DEPTHCULL_LEQUAL, DEPTHCULL_CULL, DEPTHCULL_RANGE, {0, 0, 900}, {0, 0, 100}},
    {DEPTHCULL_LESS, DEPTHCULL_CULL, DEPTHCULL_RANGE, {0, 0, 100}, {0, 0, 100}},
    {DEPTHCULL_EQUAL, DEPTHCULL_PASS, DEPTHCULL_SLOPE, {9, 9, 100}, {9, 9, 100}},
    {DEPTHCULL_NOTEQUAL, DEPTHCULL_CULL, DEPTHCULL_SLOPE, {9, 9, 100}, {9, 9, 100}},
    {DEPTHCULL_LESS, DEPTHCULL_CULL, DEPTHCULL_SLOPE, {9, 9, 101}, {8, 9, 100}},
    {DEPTHCULL_GEQUAL, DEPTHCULL_PASS, DEPTHCULL_SLOPE, {9, 9, 101}, {8, 9, 100}},
    {DEPTHCULL_LEQUAL, DEPTHCULL_PASS, DEPTHCULL_SLOPE, {8, 8, 100}, {9, 9, 100}},
    {DEPTHCULL_GREATER, DEPTHCULL_CULL, DEPTHCULL_SLOPE, {8, 8, 100}, {9, 9, 100}},
    {DEPTHCULL_LESS, DEPTHCULL_CULL, DEPTHCULL_XEND, {8, 9, 200}, {9, 8, 180}},
    {DEPTHCULL_GREATER, DEPTHCULL_CULL, DEPTHCULL_XEND, {9, 8, 180}, {8, 9, 200}},
    {DEPTHCULL_LESS, DEPTHCULL_CULL, DEPTHCULL_YEND, {9, 8, 2200}, {8, 9, 2180}},
    {DEPTHCULL_GREATER, DEPTHCULL_CULL, DEPTHCULL_YEND, {8, 9, 2180}, {9, 8, 2200}},
    {DEPTHCULL_LESS, DEPTHCULL_CULL, DEPTHCULL_END3, {8, 8, 2200}, {9, 9, 2170}},
    {DEPTHCULL_GREATER, DEPTHCULL_CULL, DEPTHCULL_END3, {9, 9, 2170}, {8, 8, 2200}},
    {DEPTHCULL_LESS, DEPTHCULL_AMBIGUOUS, DEPTHCULL_NONE, {8, 8, 100}, {7, 9, 101}},
    {DEPTHCULL_LEQUAL, DEPTHCULL_AMBIGUOUS, DEPTHCULL_NONE, {9, 9, 101}, {8, 9, 100}},
    {DEPTHCULL_NEVER, DEPTHCULL_CULL, DEPTHCULL_BY_FUNC, {8, 8, 100}, {9, 9, 101}},
    {DEPTHCULL_ALWAYS, DEPTHCULL_PASS, DEPTHCULL_BY_FUNC, {8, 8, NAN}, {9, 9, 101}},
};

static uint64_t coef(const struct depthcull_params *p, float f)
{
    uint32_t pattern;

    if (p->fixed)
        return isnan(f) ? 0 : (uint64_t)(int64_t)(f * 256) & 0xFFFFFFFFFF;
    memcpy(&pattern, &f, sizeof pattern);
    return pattern;
}

static void test_known(void **unused)
{
    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        const struct depthcull_params *p = &sets[set];

        for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
            const struct known *k = &known[i];
            struct depthcull_tile tile;
            struct depthcull_job job;
            struct depthcull_verdict verdict;

            memset(&job, 0, sizeof job);
            depthcull_make_clear(p, 0, &tile);
            full(p, &job.prim);
            job.prim.func = (uint8_t)k->func;
            tile.kind = DEPTHCULL_PLANES;
            job.prim.cx = coef(p, k->s[0]);
            job.prim.cy = coef(p, k->s[1]);
            job.prim.cref = coef(p, k->s[2]);
            depthcull_make_job(p, &job);
            depthcull_make_plane(p, coef(p, k->d[0]), coef(p, k->d[1]), coef(p, k->d[2]),
                                 &tile.plane[0]);
            depthcull_decide(p, depthcull_reset_enable(p), &job, &tile, &verdict);
            if (verdict.decision != k->decision || verdict.test != k->test)
                fail_msg("set %u, line %zu: decision %u by %u", set, i, verdict.decision,
                         verdict.test);
        }
    }
}

/* The counterexamples of soundness.md: the test says GE, a pixel says otherwise. */
static void test_counterexamples(void **unused)
{
    const struct depthcull_params *p = &sets[1];
    const struct depthcull_coefs end_s = {{coef(p, 0x1.a8001ap-2f), coef(p, -0x1.2459d8p-4f),
                                           coef(p, 0x1.632aacp-9f)}},
                                 end_d = {{coef(p, 0x1.a8001ap-2f), coef(p, -0x1.2459cep-4f),
                                           coef(p, 0x1.6324d4p-9f)}};
    const struct depthcull_coefs c5_s = {{coef(p, -1), coef(p, 0.5f), coef(p, 93)}},
                                 c5_d = {{coef(p, -2), coef(p, 0), coef(p, 100)}};
    uint32_t pixel = 99;
    bool applied;

    (void)unused;
    assert_true(depthcull_is_wrong(p, DEPTHCULL_END, &end_s, &end_d, &pixel, &applied));
    assert_int_equal(pixel, 2 * 8 + 5);
    assert_true(depthcull_is_wrong(p, DEPTHCULL_CLAIM5, &c5_s, &c5_d, &pixel, &applied));
    assert_int_equal(pixel, 0);
}

/* The search finds them by itself, and nothing against the sound tests. */
static void test_search(void **unused)
{
    struct assay_rng rng;

    (void)unused;
    assay_rng_init(&rng, 1, "test");
    for (uint32_t set = 0; set < SETS; ++set) {
        const struct depthcull_params *p = &sets[set];

        for (uint32_t test = DEPTHCULL_RANGE; test <= DEPTHCULL_CLAIM5; ++test) {
            const bool sound = test <= DEPTHCULL_END3 || (test == DEPTHCULL_END && p->fixed);
            uint32_t wrong = 0, found = 0;

            for (uint32_t i = 0; i < 30000; ++i) {
                struct depthcull_coefs s, d;
                uint32_t pixel;
                bool applied;

                depthcull_draw_pair(&rng, p, test, &s, &d);
                wrong += depthcull_is_wrong(p, test, &s, &d, &pixel, &applied);
                found += applied;
            }
            if ((wrong == 0) != sound || found < 100)
                fail_msg("set %u, test %u: %u wrong of %u", set, test, wrong, found);
        }
    }
}

/* The same of the search without the model; the model confirms what it finds. */
static void test_fast_search(void **unused)
{
    struct assay_rng rng;

    (void)unused;
    assay_rng_init(&rng, 1, "test");
    for (uint32_t set = 0; set < 3; ++set) {
        const struct depthcull_params *p = &sets[set];

        for (uint32_t rule = 0; rule < DEPTHCULL_RULES; ++rule) {
            struct depthcull_found f = {0};
            struct depthcull_coefs s, d;
            uint32_t pixel;
            bool applied;

            depthcull_search_pairs(&rng, p->tw, p->th, (enum depthcull_rule)rule, 500, &f);
            if (f.pairs != 500 * DEPTHCULL_LANES || f.applied < 1000 ||
                (rule < DEPTHCULL_R_SOUND && f.wrong))
                fail_msg("set %u, %s: %u wrong of %u", set, depthcull_rule_names[rule],
                         (unsigned)f.wrong, (unsigned)f.applied);
            if (rule != DEPTHCULL_R_END && rule != DEPTHCULL_R_CLAIM5)
                continue;
            for (int i = 0; i < 3; ++i) {
                s.c[i] = coef(p, f.example[i]);
                d.c[i] = coef(p, f.example[3 + i]);
            }
            assert_true(f.wrong);
            assert_true(
                depthcull_is_wrong(p, rule == DEPTHCULL_R_END ? DEPTHCULL_END : DEPTHCULL_CLAIM5,
                                   &s, &d, &pixel, &applied));
        }
    }
}

static void test_params(void **unused)
{
    struct depthcull_params p;

    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set)
        assert_null(depthcull_check_params(&sets[set]));
    for (uint32_t i = 0; i < 11; ++i) {
        static const uint32_t bad[] = {5, 8, 2, (1 << 20) + 1, 3, 17, 3, 48, 3, 17, 5};

        p = sets[0];
        memcpy((char *)&p + i * sizeof(uint32_t), &bad[i], sizeof bad[i]);
        assert_non_null(depthcull_check_params(&p));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_params),           cmocka_unit_test(test_known),
        cmocka_unit_test(test_counterexamples),  cmocka_unit_test(test_search),
        cmocka_unit_test(test_fast_search),      cmocka_unit_test(test_image),
        cmocka_unit_test(test_latency_and_rate), cmocka_unit_test(test_engine_latency),
        cmocka_unit_test(test_engine_rate),      cmocka_unit_test(test_partial_rate),
        cmocka_unit_test(test_full_queue),       cmocka_unit_test(test_hold),
        cmocka_unit_test(test_commands),         cmocka_unit_test(test_reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
