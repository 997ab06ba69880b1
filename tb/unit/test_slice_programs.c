/*
 * test_slice_programs.c - kernels with divergent lanes, for sorting and for expanding compressed
 * data, on the golden model of slice, against the same computed by the host.
 */
#include <math.h>

#include "unit/host_words.h"
#include "unit/slice_kernels.h"

enum { SEED = 3122, X = FROM, Y = FROM + 8192 };

/* --- spmv --- */

/* Multiplies a row of compressed s32 elements by x. The row begins with element *at; *at moves past
 * it. */
static uint32_t row_times_x(const uint8_t *masks, uint32_t eights, uint32_t *at, uint32_t values)
{
    uint32_t sum = 0;

    for (uint32_t c = 0; c < 8 * eights; ++c)
        if (masks[c / 8] >> c % 8 & 1)
            sum += before[values + (*at)++] * before[X + c];
    return sum;
}

static void test_spmv(void **unused)
{
    enum { VALUES = FROM + 1024, MASKS = 64, FIRST = 512 };

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        const uint32_t m = 1 + assay_rng_below(&rng, 20), n = 32 * (1 + assay_rng_below(&rng, 3));
        const uint32_t eights = n / 8, density = assay_rng_below(&rng, 101);
        uint8_t masks[20 * 12];
        uint32_t first[20], at = 0;

        load("spmv", &shapes[i]);
        for (uint32_t r = 0; r < m; ++r) {
            first[r] = at;
            for (uint32_t e = r * eights; e < (r + 1) * eights; ++e) {
                masks[e] = 0;
                for (uint32_t b = 0; b < 8; ++b)
                    masks[e] |= (uint8_t)(assay_rng_percent(&rng, density) << b);
                at += (uint32_t)__builtin_popcount(masks[e]);
            }
        }
        memcpy(memory + MASKS, masks, m * eights);
        memcpy(memory + FIRST, first, m * sizeof *first);
        memcpy(before, memory, sizeof before);
        give("m", m);
        give("n", n);
        give("values", 4 * VALUES);
        give("masks", 4 * MASKS);
        give("first", 4 * FIRST);
        give("x", 4 * X);
        give("y", 4 * Y);
        run(&shapes[i]);
        at = 0;
        for (uint32_t r = 0; r < m; ++r)
            assert_int_equal(memory[Y + r], row_times_x(masks + r * eights, eights, &at, VALUES));
        nothing_else(Y, m);
    }
}

/* --- sort --- */

static void test_sort(void **unused)
{
    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        const struct shape *s = &shapes[i];
        const uint32_t n = (2 * s->warps * LANES) << assay_rng_below(&rng, 3);

        load("sort", s);
        if (i % 2) /* many equal keys */
            for (uint32_t e = 0; e < n * s->groups; ++e)
                memory[X + e] = before[X + e] = assay_rng_below(&rng, 10) - 5;
        give("n", n);
        give("x", 4 * X);
        give("y", 4 * Y);
        give("lanes", LANES);
        run(s);
        for (uint32_t g = 0; g < s->groups; ++g) {
            int32_t sorted[512];

            memcpy(sorted, before + X + g * n, n * sizeof *sorted);
            qsort(sorted, n, sizeof *sorted, ascending);
            assert_memory_equal(memory + Y + g * n, sorted, n * sizeof *sorted);
        }
        nothing_else(Y, n * s->groups);
    }
}

/* --- mandelbrot --- */

static uint32_t trips(float re, float im, uint32_t most)
{
    float x = 0, y = 0;
    uint32_t n = 0;

    do {
        const float xx = x * x, yy = y * y, xy = x * y;

        x = (xx - yy) + re;
        y = fmaf(xy, 2.0f, im);
        ++n;
    } while (n < most && fmaf(y, y, x * x) <= 4.0f);
    return n;
}

static void test_mandelbrot(void **unused)
{
    enum { COLUMNS = 16, MOST = 50 };
    static const float left = -2.0f, across = 0.1875f, top = -1.0f, down = 0.25f;

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        const struct shape *s = &shapes[i];
        const uint32_t n = 2 * s->groups * s->warps * LANES;
        uint32_t different = 0;

        load("mandelbrot", s);
        give("n", n);
        give("y", 4 * Y);
        give("left", bits(left));
        give("across", bits(across));
        give("top", bits(top));
        give("down", bits(down));
        give("most", MOST);
        give("columns", COLUMNS);
        give("lanes", LANES);
        run(s);
        for (uint32_t e = 0; e < n; ++e) {
            const float re = fmaf((float)(e % COLUMNS), across, left);
            const uint32_t row = e / COLUMNS;

            assert_int_equal(memory[Y + e], trips(re, fmaf((float)row, down, top), MOST));
            different += memory[Y + e] != memory[Y];
        }
        assert_true(different);
        nothing_else(Y, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spmv),
        cmocka_unit_test(test_sort),
        cmocka_unit_test(test_mandelbrot),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
