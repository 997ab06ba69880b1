/*
 * test_scene.c - meshes on their way to depthcull: the camera, coverage, planes. Pictures are
 * compared with rays through the centres of pixels, which share no code with clipping and setup.
 */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "unit/random.h"
#include "unit/scene_knot.h"

static double uniform(struct assay_rng *r, double low, double high)
{
    return low + (high - low) * assay_rng_below(r, 1u << 30) / (1u << 30);
}

/* --- the camera --- */

static void test_view(void **state)
{
    static const char *const bad[] = {"",
                                      "1",
                                      "1,",
                                      "1,2,0",
                                      "1,2,-3",
                                      "1,2,x",
                                      "1,2,3,4",
                                      "nan,1",
                                      "1,2,3:4,5",
                                      "1,2:3,4,5",
                                      ":",
                                      "1,2,inf",
                                      "1,2 ",
                                      "1,2,3:1,2,3",
                                      "1,2,3:4,5,6:",
                                      "1;2",
                                      "1,2,3:4,5,6,7"};
    struct scene_view v = {0};

    (void)state;
    assert_true(scene_view_parse("30,-20", &v));
    assert_true(!v.placed && v.azimuth == 30 && v.elevation == -20 && v.distance == 0);
    assert_true(scene_view_parse("1e1,2,3.5", &v));
    assert_true(!v.placed && v.azimuth == 10 && v.distance == 3.5);
    assert_true(scene_view_parse("1,2,3:4,5,6", &v));
    assert_true(v.placed && v.eye[2] == 3 && v.at[0] == 4 && v.at[2] == 6);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
        if (scene_view_parse(bad[i], &v))
            fail_msg("camera '%s' was taken", bad[i]);
}

/* --- coverage --- */

static struct scene_corner corner(int64_t x, int64_t y)
{
    return (struct scene_corner){.x = x, .y = y};
}

/* Counts how often each pixel is covered by the four triangles into which a point divides a
 * rectangle. */
static void count_covers(const struct scene_corner rim[4], struct scene_corner inner, uint32_t x,
                         uint32_t y, const struct depthcull_params *p, unsigned *count, bool turned)
{
    memset(count, 0, p->tw * p->th * sizeof *count);
    for (int i = 0; i < 4; ++i) {
        const struct scene_corner c[3] = {rim[i], turned ? inner : rim[(i + 1) % 4],
                                          turned ? rim[(i + 1) % 4] : inner};
        uint32_t mask[SCENE_MASK_WORDS];

        if (!scene_cover(c, x, y, p->tw, p->th, mask))
            continue;
        for (uint32_t k = 0; k < p->tw * p->th; ++k)
            count[k] += mask[k / 32] >> k % 32 & 1;
    }
}

/* Triangles that share edges cover each pixel exactly once, including the rectangle's top and left
 * edges but not its bottom and right ones. Many corners are at pixel centres. */
static void test_watertight(void **state)
{
    static const struct depthcull_params sets[] = {
        {.tw = 4, .th = 4}, {.tw = 8, .th = 4}, {.tw = 16, .th = 8}};
    struct assay_rng rng;

    (void)state;
    random_begin(&rng, 1, "watertight");
    for (int round = 0; round < 4000; ++round) {
        const struct depthcull_params *p = &sets[assay_rng_below(&rng, 3)];
        const uint32_t grid = (uint32_t[]){1, 64, 128, 256}[assay_rng_below(&rng, 4)];
        const int64_t offset = assay_rng_below(&rng, 2) ? 128 : 0;
        int64_t at[6]; /* left, inner x, right; top, inner y, bottom */
        unsigned count[DEPTHCULL_MAX_PX];
        const bool turned = assay_rng_below(&rng, 2);

        for (int k = 0; k < 6; k += 3) {
            at[k] = offset + (int64_t)(assay_rng_below(&rng, 24 * 256 / grid) * grid) - 1024;
            at[k + 1] = at[k] + (1 + assay_rng_below(&rng, 16 * 256 / grid)) * grid;
            at[k + 2] = at[k + 1] + (1 + assay_rng_below(&rng, 16 * 256 / grid)) * grid;
        }
        const struct scene_corner rim[4] = {corner(at[0], at[3]), corner(at[2], at[3]),
                                            corner(at[2], at[5]), corner(at[0], at[5])};

        for (uint32_t y = 0; y < 48; y += p->th) {
            for (uint32_t x = 0; x < 48; x += p->tw) {
                count_covers(rim, corner(at[1], at[4]), x, y, p, count, turned);
                for (uint32_t k = 0; k < p->tw * p->th; ++k) {
                    const int64_t px = (int64_t)(x + k % p->tw) * 256 + 128;
                    const int64_t py = (int64_t)(y + k / p->tw) * 256 + 128;
                    const bool in = px >= at[0] && px < at[2] && py >= at[3] && py < at[5];

                    if (count[k] != (in ? 1u : 0u))
                        fail_msg("round %d: pixel %" PRId64 ",%" PRId64 " is covered %u times",
                                 round, px / 256, py / 256, count[k]);
                }
            }
        }
    }
}

/* Groups that have a covered pixel, checked pixel by pixel. */
static void test_groups(void **state)
{
    static const uint32_t pixes[] = {1, 2, 4};
    struct assay_rng rng;

    (void)state;
    random_begin(&rng, 1, "groups");
    for (int round = 0; round < 3000; ++round) {
        const uint32_t wide = 1u << (2 + round % 3);
        const struct depthcull_params p = {
            .tw = wide, .th = wide == 16 ? 8 : 4, .pix = pixes[assay_rng_below(&rng, 3)]};
        const uint32_t thin = assay_rng_below(&rng, 3);
        uint32_t mask[SCENE_MASK_WORDS] = {0}, expected = 0, last = UINT32_MAX;

        for (uint32_t i = 0; i < p.tw * p.th; ++i) {
            if (assay_rng_below(&rng, 1u << 2 * thin))
                continue;
            mask[i / 32] |= UINT32_C(1) << i % 32;
            expected += i / p.pix != last;
            last = i / p.pix;
        }
        assert_int_equal(scene_groups(&p, mask), expected);
    }
}

/* --- the whole path, against rays --- */

/* The eye is at 0 and looks along -z. *w is where a ray meets the triangle, as a distance along the
 * view. Returns false if it does not meet it. */
static bool ray(const double (*v)[3], double right, double up, double *w)
{
    const double d[3] = {right, up, -1};
    double e1[3], e2[3], p[3], q[3], s[3], det, a, b;

    for (int k = 0; k < 3; ++k) {
        e1[k] = v[1][k] - v[0][k];
        e2[k] = v[2][k] - v[0][k];
        s[k] = -v[0][k];
    }
    p[0] = d[1] * e2[2] - d[2] * e2[1];
    p[1] = d[2] * e2[0] - d[0] * e2[2];
    p[2] = d[0] * e2[1] - d[1] * e2[0];
    det = e1[0] * p[0] + e1[1] * p[1] + e1[2] * p[2];
    if (det == 0)
        return false;
    a = (s[0] * p[0] + s[1] * p[1] + s[2] * p[2]) / det;
    q[0] = s[1] * e1[2] - s[2] * e1[1];
    q[1] = s[2] * e1[0] - s[0] * e1[2];
    q[2] = s[0] * e1[1] - s[1] * e1[0];
    b = (d[0] * q[0] + d[1] * q[1] + d[2] * q[2]) / det;
    *w = (e2[0] * q[0] + e2[1] * q[1] + e2[2] * q[2]) / det;
    return a >= 0 && b >= 0 && a + b <= 1;
}

static double depth_number(const struct depthcull_params *p, uint32_t z)
{
    float f;

    if (p->fixed)
        return z / 16777215.0;
    memcpy(&f, &z, sizeof f);
    return (double)f;
}

struct tally {
    unsigned covered, bare, unclear, clipped;
};

/* Draws one triangle. Each pixel's ray and four rays a thirty-second of a pixel away agree with the
 * picture, or else disagree with each other. */
static void against_rays(const struct depthcull_params *p, const double (*v)[3], struct tally *t)
{
    enum { WIDE = 61, HIGH = 43 };
    static const double beside[5][2] = {{0, 0}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    struct scene_request r = {.params = *p,
                              .view = {.placed = true, .at = {0, 0, -1}, .fov = 60, .near = 1},
                              .width = WIDE,
                              .height = HIGH,
                              .instances = 1,
                              .seed = 1};
    const uint32_t far = scene_far(p);
    struct scene_mesh m = {0};
    struct scene_frame f;
    uint32_t *depth;

    for (int i = 0; i < 3; ++i)
        assert_true(scene_mesh_vertex(&m, v[i][0], v[i][1], v[i][2]));
    assert_true(scene_mesh_triangle(&m, 0, 1, 2));
    assert_true(scene_frame_build(&f, &m, &r));
    depth = malloc((size_t)f.pitch * f.rows * sizeof *depth);
    assert_non_null(depth);
    scene_brute(&f, DEPTHCULL_LEQUAL, far, depth);
    t->clipped += f.counts.clipped != 0;
    for (uint32_t y = 0; y < HIGH; ++y) {
        for (uint32_t x = 0; x < WIDE; ++x) {
            const double half = tan(3.141592653589793 / 6);
            double low = 2, high = -1;
            unsigned hits = 0;
            const uint32_t got = depth[(size_t)y * f.pitch + x];

            for (int k = 0; k < 5; ++k) {
                const double px = x + 0.5 + beside[k][0] / 32, py = y + 0.5 + beside[k][1] / 32;
                double w, z;

                if (!ray(v, (px - WIDE / 2.0) / (HIGH / 2.0) * half,
                         (HIGH / 2.0 - py) / (HIGH / 2.0) * half, &w) ||
                    w < f.camera.near)
                    continue;
                ++hits;
                z = f.camera.far / (f.camera.far - f.camera.near) * (1 - f.camera.near / w);
                low = fmin(low, z);
                high = fmax(high, z);
            }
            if (hits == 0 && got != far)
                fail_msg("pixel %u,%u is covered, and no ray meets the triangle", x, y);
            t->bare += hits == 0;
            t->unclear += hits > 0 && hits < 5;
            if (hits < 5)
                continue;
            ++t->covered;
            if (depth_number(p, got) < low - 1e-5 || depth_number(p, got) > high + 1e-5)
                fail_msg("pixel %u,%u has the depth %.9g: expected %.9g to %.9g", x, y,
                         depth_number(p, got), low, high);
        }
    }
    free(depth);
    scene_frame_free(&f);
    scene_mesh_free(&m);
}

/* The seed is fixed: five rays miss a needle between them, which other seeds draw. */
static void test_rays(void **state)
{
    const uint64_t seed = 1;
    struct tally t = {0};
    struct assay_rng rng;

    (void)state;
    assay_rng_init(&rng, seed, "rays");
    for (int round = 0; round < 400; ++round) {
        const struct depthcull_params *p = &arithmetic[round % 4];
        const double reach = round % 3 == 0 ? 400 : 5; /* even far outside the image */
        double v[3][3];

        for (int i = 0; i < 3; ++i) {
            v[i][0] = uniform(&rng, -reach, reach);
            v[i][1] = uniform(&rng, -reach, reach);
            v[i][2] = -uniform(&rng, round % 2 ? -4 : 1.5, 12);
        }
        against_rays(p, (const double(*)[3])v, &t);
    }
    print_message("seed %" PRIu64 ": %u pixels covered, %u not, %u unclear, %u triangles clipped\n",
                  seed, t.covered, t.bare, t.unclear, t.clipped);
    assert_true(t.covered > 50000 && t.bare > 50000 && t.clipped > 40);
    assert_true(t.unclear < t.covered / 10);
}

/* A clipped edge gets the same new corner whichever of its triangles it belongs to. */
static void test_clip_neighbours(void **state)
{
    const struct scene_camera c = {.near = 1, .far = 10, .focal = 100, .width = 64, .height = 64};
    struct assay_rng rng;
    unsigned cuts = 0;

    (void)state;
    random_begin(&rng, 1, "neighbours");
    for (int round = 0; round < 2000; ++round) {
        double v[4][3], one[SCENE_MOST_CORNERS][3], other[SCENE_MOST_CORNERS][3];
        bool cut = false;
        int n, m, shared = 0;

        for (int i = 0; i < 4; ++i)
            for (int k = 0; k < 3; ++k)
                v[i][k] = uniform(&rng, k < 2 ? -300 : -2, k < 2 ? 300 : 4);
        for (int i = 0; i < 3; ++i) {
            memcpy(one[i], v[i], sizeof one[i]);
            memcpy(other[i], v[i == 0 ? 3 : 3 - i], sizeof other[i]); /* 3, 2, 1 */
        }
        n = scene_clip(&c, one, 3, &cut);
        m = scene_clip(&c, other, 3, &cut);
        for (int i = 0; i < n; ++i) {
            assert_true(one[i][2] >= c.near);
            assert_true(fabs(one[i][0]) * c.focal <= 16384.001 * one[i][2]);
            for (int k = 0; k < m; ++k)
                shared += one[i][0] == other[k][0] && one[i][1] == other[k][1] &&
                          one[i][2] == other[k][2];
        }
        /* The edge from 1 to 2 crosses the near plane well inside the other planes: two corners are
         * common, the end that is kept and the cut. */
        if ((v[1][2] > 1) == (v[2][2] > 1) || fabs(v[1][0]) > 150 || fabs(v[1][1]) > 150 ||
            fabs(v[2][0]) > 150 || fabs(v[2][1]) > 150)
            continue;
        ++cuts;
        assert_true(cut);
        if (shared < 2)
            fail_msg("round %d: %d common corners of a cut edge: expected two", round, shared);
    }
    assert_true(cuts > 20);
}

/* --- frames --- */

static void test_frame(void **state)
{
    (void)state;
    for (int set = 0; set < 4; ++set) {
        const struct depthcull_params *p = &arithmetic[set];
        struct scene_mesh m;
        struct scene_frame f, again, sorted;
        const struct scene_counts *n = &f.counts;
        uint32_t most_x = 0;

        build_knot(&m, &f, p, SCENE_GIVEN, 3);
        assert_int_equal(n->triangles, 3 * m.triangles);
        assert_int_equal(n->degenerate, 3);
        assert_int_equal(n->degenerate + n->behind + n->outside + n->edge_on + n->missed + n->drawn,
                         n->triangles);
        assert_int_equal(n->behind + n->outside + n->clipped, 0); /* all is inside the image */
        for (size_t i = 0; i < f.prims; ++i) {
            const uint32_t x = f.prim[i].tile % f.across * p->tw;

            assert_true(f.prim[i].tile < f.tiles && scene_covered(&f.prim[i]) > 0);
            most_x = x > most_x ? x : most_x;
        }
        scene_mesh_free(&m);
        build_knot(&m, &again, p, SCENE_GIVEN, 3);
        assert_int_equal(again.prims, f.prims);
        assert_memory_equal(again.prim, f.prim, f.prims * sizeof *f.prim);
        scene_mesh_free(&m);
        build_knot(&m, &sorted, p, SCENE_BACK, 3);
        assert_int_equal(sorted.prims, f.prims);
        assert_int_not_equal(memcmp(sorted.prim, f.prim, f.prims * sizeof *f.prim), 0);
        scene_mesh_free(&m);
        scene_frame_free(&sorted);
        scene_frame_free(&again);
        scene_frame_free(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_view),
        cmocka_unit_test(test_watertight),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_rays),
        cmocka_unit_test(test_clip_neighbours),
        cmocka_unit_test(test_frame),
    };

    return cmocka_run_group_tests_name("scene", tests, NULL, NULL);
}
