/*
 * test_depthcull_model.c - the golden model of depthcull: its image and pass masks against a test
 * of each pixel alone in host arithmetic, and its parameters.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "depthcull/planes.h"
#include "depthcull/soundness.h"
#include "unit/depthcull_image.h"

/* --- random primitives --- */

static void draw_prim(struct bench *b, struct depthcull_coefs *near, struct depthcull_prim *prim)
{
    const uint32_t n = b->p.tw * b->p.th, shape = b->partial ? 4 + assay_rng_below(&b->rng, 3)
                                                             : assay_rng_below(&b->rng, 12);
    const int32_t a = (int32_t)assay_rng_below(&b->rng, 9) - 4;
    const int32_t c = (int32_t)assay_rng_below(&b->rng, 9) - 4;
    const int32_t edge = (int32_t)assay_rng_below(&b->rng, 61) - 30;
    const uint32_t class = assay_rng_below(&b->rng, 60);
    struct depthcull_coefs plane, other;

    /* Half of the time, draws a pair that is close to the limit of one of the tests. */
    if (class >= 30)
        depthcull_draw_pair(&b->rng, &b->p, 1 + class % DEPTHCULL_CLAIM5, &plane, &other);
    else
        depthcull_draw_plane(&b->rng, &b->p,
                             class < 24 ? (enum depthcull_class)(class % DEPTHCULL_C_STEEP)
                                        : (enum depthcull_class)(DEPTHCULL_C_STEEP + class % 3),
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
        /* All, a half, an eighth, seven eighths, none, or the pixels on one side of an edge. */
        const bool on = shape < 4    ? true
                        : shape == 4 ? drawn < 4
                        : shape == 5 ? drawn == 0
                        : shape == 6 ? drawn > 0
                                     : shape > 7 && inside;

        prim->mask[i / 32] |= (uint32_t)on << i % 32;
    }
}

/* In f32, sometimes draws a zero of either sign, an infinity or a NaN. */
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

/* Plays random primitives with these tests enabled. Checks every mask, and the image now and
 * then. */
static void play(const struct depthcull_params *p, uint32_t enable, uint64_t seed, uint32_t cycles)
{
    struct bench *b = open_bench(p, seed);
    struct depthcull_coefs near = {{0, 0, 0}};
    uint16_t tag = 0;
    uint32_t waited, sent = 0;
    struct depthcull_inputs in;

    memset(&in, 0, sizeof in);
    b->s.enable = (uint8_t)enable;
    for (uint32_t t = 0; t < cycles; ++t) {
        struct depthcull_outputs out;

        if (!in.prim_valid && assay_rng_percent(&b->rng, 90)) {
            in.prim_valid = 1;
            draw_prim(b, &near, &in.prim);
            in.prim.tile = assay_rng_below(&b->rng, 3);
            if (assay_rng_percent(&b->rng, 2))
                in.prim.tile = p->tiles + assay_rng_below(&b->rng, DEPTHCULL_MAX_TILES - p->tiles);
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
            /* Writes that cleaning has begun come first: in EV, three lines on mem,
             * acknowledged. */
            for (waited = 0; !cycle(b, &in).clear_ready; ++waited)
                assert_in_range(waited, 0, 4);
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
    assert_int_equal(b->bounds[0] != 0, !p->fixed);
    assert_true(b->bounds[1]);
    free(b);
}

static void test_image(void **unused)
{
    const uint64_t seed = random_seed(0);

    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set) {
        /* All sound tests, none but never and always, each alone, all but one. */
        const uint32_t sound = (1u << (sets[set].fixed ? SOUND + 1 : SOUND)) - 1;

        play(&sets[set], sound, seed + 100 + set, 100000);
        for (uint32_t t = 0; t < SOUND + 1; ++t) {
            play(&sets[set], sound & 1u << t, seed + 200 + 10 * set + t, 25000);
            play(&sets[set], sound & ~(1u << t), seed + 300 + 10 * set + t, 25000);
        }
    }
}

/* --- parameters --- */

static void test_params(void **unused)
{
    struct depthcull_params p;

    (void)unused;
    for (uint32_t set = 0; set < SETS; ++set)
        assert_null(depthcull_check_params(&sets[set]));
    for (uint32_t i = 0; i < 12; ++i) {
        static const uint32_t bad[] = {5, 8, 2, (1 << 20) + 1, 3, 17, 3, 48, 3, 33, 5, 129};

        p = sets[0];
        memcpy((char *)&p + i * sizeof(uint32_t), &bad[i], sizeof bad[i]);
        assert_non_null(depthcull_check_params(&p));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_params),
        cmocka_unit_test(test_image),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
