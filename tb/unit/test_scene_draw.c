/*
 * test_scene_draw.c - frames through the golden model of depthcull: the image and the pass masks
 * are those of testing each pixel, whatever tests are enabled and however few records the cache
 * holds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "depthcull/draw.h"
#include "engine/lockstep.h"
#include "unit/scene_knot.h"

enum { WHY_SIZE = 512 };

static void draw(const struct scene_frame *f, const uint32_t *expected, uint8_t func,
                 uint32_t stall, struct depthcull_pass *pass, size_t passes, uint32_t *image)
{
    struct depthcull_draw d = {.frame = f,
                               .func = func,
                               .clear = scene_far(&f->params),
                               .expected = expected,
                               .pass = pass,
                               .passes = passes,
                               .image = image};
    struct assay_config config = {
        .block = assay_block_find("depthcull"),
        .scenario = &depthcull_draw_scenario,
        .knobs = {.stall = stall},
        .seed = 1,
        .cycles = UINT64_MAX,
        .user = &d,
        .backend = "model",
    };
    char why[WHY_SIZE];
    struct assay_lockstep *ls;

    memcpy(&config.params, &f->params, sizeof f->params);
    ls = assay_lockstep_open(&config, why, sizeof why);
    assert_non_null(ls);
    assert_int_equal(assay_lockstep_run(ls, UINT64_MAX), ASSAY_PASS);
    assay_lockstep_close(ls);
    for (size_t i = 0; i < passes; ++i)
        assert_true(pass[i].finished);
}

static void test_draws(void **state)
{
    (void)state;
    for (int set = 0; set < 4; ++set) {
        const struct depthcull_params *p = &arithmetic[set];
        struct depthcull_pass pass[3] = {
            {.enable = depthcull_sound(p)}, {.enable = 0}, {.enable = 2}};
        struct scene_mesh m;
        struct scene_frame f;
        uint32_t *expected, *image;
        uint64_t masks, decided = 0;
        size_t pixels;

        build_knot(&m, &f, p, SCENE_GIVEN, 2);
        pixels = (size_t)f.pitch * f.rows;
        expected = malloc(pixels * sizeof *expected);
        image = calloc(pixels, sizeof *image);
        assert_true(expected && image);
        masks = scene_brute(&f, DEPTHCULL_LESS, scene_far(p), expected);
        draw(&f, expected, DEPTHCULL_LESS, set % 2 ? 40 : 0, pass, 3, image);
        assert_memory_equal(image, expected, pixels * sizeof *image);
        for (int i = 0; i < 3; ++i) {
            assert_int_equal(pass[i].differing, 0);
            assert_true(pass[i].mask_sum == masks);
        }
        for (int d = 0; d < DEPTHCULL_DECISIONS; ++d)
            for (int t = 0; t < DEPTHCULL_TESTS; ++t)
                decided += pass[0].decided[d][t];
        assert_int_equal(decided, f.prims);
        assert_true(pass[0].decided[DEPTHCULL_CULL][DEPTHCULL_RANGE] > 0);
        assert_int_equal(pass[1].decided[DEPTHCULL_AMBIGUOUS][DEPTHCULL_NONE], f.prims);
        assert_true(pass[0].cycles < pass[1].cycles);

        /* A wrong pixel is found, and only that one. */
        expected[pixels / 2] ^= 1;
        memset(pass, 0, sizeof pass);
        draw(&f, expected, DEPTHCULL_LESS, 0, pass, 1, NULL);
        assert_int_equal(pass[0].differing, 1);
        assert_int_equal((size_t)pass[0].y * f.pitch + pass[0].x, pixels / 2);
        assert_int_equal(pass[0].got ^ pass[0].wanted, 1);
        /* Another function gives another image and other masks. */
        assert_true(scene_brute(&f, DEPTHCULL_ALWAYS, scene_far(p), image) != masks);
        free(expected);
        free(image);
        scene_frame_free(&f);
        scene_mesh_free(&m);
    }
}

/* With 1, 16 and 256 records, decisions and image are the same; fewer records cause more lines. */
static void test_few_records(void **state)
{
    static const uint32_t cache[][2] = {{1, 1}, {4, 4}, {64, 4}};

    (void)state;
    for (int set = 0; set < 4; ++set) {
        struct depthcull_pass pass[3];
        struct scene_mesh m;
        struct scene_frame f;
        uint32_t *expected;
        uint64_t masks;

        build_knot(&m, &f, &arithmetic[set], SCENE_GIVEN, 2);
        expected = malloc((size_t)f.pitch * f.rows * sizeof *expected);
        assert_non_null(expected);
        masks = scene_brute(&f, DEPTHCULL_LESS, scene_far(&f.params), expected);
        for (int i = 0; i < 3; ++i) {
            pass[i] = (struct depthcull_pass){.enable = depthcull_sound(&f.params)};
            f.params.sets = cache[i][0];
            f.params.ways = cache[i][1];
            draw(&f, expected, DEPTHCULL_LESS, 0, &pass[i], 1, NULL);
            assert_int_equal(pass[i].differing, 0);
            assert_true(pass[i].mask_sum == masks);
            assert_memory_equal(pass[i].decided, pass[0].decided, sizeof pass[0].decided);
            assert_true(i == 0 || pass[i].lines < pass[i - 1].lines);
        }
        free(expected);
        scene_frame_free(&f);
        scene_mesh_free(&m);
    }
}

/* While the table for the greatest number of tiles is swept, nothing moves, but that is not a
 * hang. */
static void test_most_tiles(void **state)
{
    (void)state;
    for (int set = 1; set < 3; ++set) {
        struct depthcull_pass pass[2] = {{.enable = depthcull_sound(&arithmetic[set])}};
        struct scene_mesh m;
        struct scene_frame f;
        uint32_t *expected;
        uint64_t masks;

        build_knot(&m, &f, &arithmetic[set], SCENE_GIVEN, 1);
        f.params.tiles = DEPTHCULL_MAX_TILES;
        expected = malloc((size_t)f.pitch * f.rows * sizeof *expected);
        assert_non_null(expected);
        masks = scene_brute(&f, DEPTHCULL_LESS, scene_far(&f.params), expected);
        draw(&f, expected, DEPTHCULL_LESS, 0, pass, 2, NULL);
        for (int i = 0; i < 2; ++i) {
            assert_int_equal(pass[i].differing, 0);
            assert_true(pass[i].mask_sum == masks);
        }
        free(expected);
        scene_frame_free(&f);
        scene_mesh_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_few_records),
        cmocka_unit_test(test_most_tiles),
    };

    return cmocka_run_group_tests_name("scene_draw", tests, NULL, NULL);
}
