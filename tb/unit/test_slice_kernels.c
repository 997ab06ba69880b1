/*
 * test_slice_kernels.c - the kernels in tb/slice/kernels on the golden model of slice, as written
 * and after the uniformity pass, with various groups, warps and latencies, against the same
 * computed by the host.
 */
#include "unit/slice_kernels.h"

enum { SEED = 3120 };

/* --- saxpy --- */

static void test_saxpy(void **unused)
{
    enum { X = FROM, Y = FROM + 4096 };

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        const struct shape *s = &shapes[i];
        const uint32_t n = 4 * 2 * s->groups * s->warps * LANES;

        load("saxpy", s);
        for (uint32_t e = 0; e < n; ++e) { /* so that nothing is rounded */
            memory[X + e] = before[X + e] = bits((float)assay_rng_below(&rng, 1000));
            memory[Y + e] = before[Y + e] = bits((float)assay_rng_below(&rng, 1000));
        }
        give("n", n);
        give("x", 4 * X);
        give("y", 4 * Y);
        give("a", bits(2.5f));
        give("lanes", LANES);
        run(s);
        for (uint32_t e = 0; e < n; ++e) {
            float x, y;

            memcpy(&x, &before[X + e], sizeof x);
            memcpy(&y, &before[Y + e], sizeof y);
            assert_int_equal(memory[Y + e], bits(2.5f * x + y));
        }
        nothing_else(Y, n);
    }
}

/* --- reduce --- */

static void test_reduce(void **unused)
{
    enum { X = FROM, Y = 16 };

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        const struct shape *s = &shapes[i];
        const uint32_t n = 5 * s->warps * LANES;
        uint32_t sum = 0;

        load("reduce", s);
        give("n", n);
        give("x", 4 * X);
        give("y", 4 * Y);
        give("lanes", LANES);
        run(s);
        for (uint32_t e = 0; e < n; ++e)
            sum += before[X + e];
        for (uint32_t g = 0; g < s->groups; ++g)
            assert_int_equal(memory[Y + g], sum);
        nothing_else(Y, s->groups);
    }
}

static void test_reduce_by_memory(void **unused)
{
    enum { X = FROM, Y = 16, Z = 32 };

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        const struct shape *s = &shapes[i];
        const uint32_t n = 3 * s->warps * LANES;
        uint32_t sum = 0;

        load("reduce_by_memory", s);
        give("n", n);
        give("x", 4 * X);
        give("y", 4 * Y);
        give("z", 4 * Z);
        give("lanes", LANES);
        run(s);
        for (uint32_t e = 0; e < n; ++e)
            sum += before[X + e];
        for (uint32_t g = 0; g < s->groups; ++g)
            assert_int_equal(memory[Y + g], sum);
        for (uint32_t w = 0; w < s->groups * s->warps; ++w)
            assert_int_equal(memory[Z + w], sum);
        memcpy(memory + Y, before + Y, s->groups * sizeof sum);
        nothing_else(Z, s->groups * s->warps);
    }
}

/* --- jacobi --- */

/* Relaxes a line of n points between its ends. Returns the number of steps. */
static uint32_t relax(float *line, uint32_t n, float eps)
{
    static float next[WORDS];
    uint32_t steps = 0;
    float most;

    do {
        most = 0;
        for (uint32_t i = 1; i <= n; ++i) {
            const float sum = line[i - 1] + line[i + 1];
            float change;

            next[i] = sum * 0.5f;
            change = next[i] < line[i] ? line[i] - next[i] : next[i] - line[i];
            most = change > most ? change : most;
        }
        memcpy(line + 1, next + 1, n * sizeof *line);
        ++steps;
    } while (eps < most);
    return steps;
}

static void test_jacobi(void **unused)
{
    enum { X = FROM, Y = FROM + 2048 };
    const float eps = 0.5f;
    static float line[WORDS];

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        const struct shape *s = &shapes[i];
        const uint32_t n = s->warps * LANES, all = s->groups * (n + 2);
        uint32_t steps = 0;

        load("jacobi", s);
        for (uint32_t e = 0; e < all; ++e)
            memory[X + e] = before[X + e] = bits((float)assay_rng_below(&rng, 100));
        give("x", 4 * X);
        give("y", 4 * Y);
        give("eps", bits(eps));
        give("lanes", LANES);
        run(s);
        for (uint32_t g = 0; g < s->groups; ++g) {
            for (uint32_t e = 0; e < n + 2; ++e)
                line[e] = number(before[X + g * (n + 2) + e]);
            steps += relax(line, n, eps);
            for (uint32_t e = 1; e <= n; ++e) {
                const uint32_t at = Y + g * (n + 2) + e;

                assert_int_equal(memory[at], bits(line[e]));
                memory[at] = before[at];
            }
        }
        assert_true(steps > 3 * s->groups);
        nothing_else(0, 0);
    }
}

/* --- histogram --- */

static void test_histogram(void **unused)
{
    enum { X = FROM, Y = 16, BINS = 64 };

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        const struct shape *s = &shapes[i];
        const uint32_t n = 3 * s->groups * s->warps * LANES;
        uint32_t bins[BINS] = {0};

        load("histogram", s);
        memset(memory + Y, 0, sizeof bins);
        memset(before + Y, 0, sizeof bins);
        give("n", n);
        give("x", 4 * X);
        give("y", 4 * Y);
        give("lanes", LANES);
        run(s);
        for (uint32_t e = 0; e < 4 * n; ++e) {
            const uint32_t byte = before[X + e / 4] >> e % 4 * 8 & 255;

            if (byte < BINS)
                ++bins[byte];
        }
        assert_memory_equal(memory + Y, bins, sizeof bins);
        nothing_else(Y, BINS);
    }
}

/* --- gemm_s8 --- */

static void gemm(const struct shape *s, uint32_t m, uint32_t n, uint32_t depth)
{
    enum { A = FROM, B = FROM + 4096, Y = FROM + 8192 };

    load("gemm_s8", s);
    give("m", m);
    give("n", n);
    give("k", depth);
    give("a", 4 * A);
    give("b", 4 * B);
    give("y", 4 * Y);
    run(s);
    for (uint32_t r = 0; r < m; ++r)
        for (uint32_t c = 0; c < n; ++c) {
            int32_t sum = 0;

            for (uint32_t i = 0; i < depth; ++i)
                sum += byte_at(A, r * depth + i) * byte_at(B, (i / 4 * n + c) * 4 + i % 4);
            assert_int_equal((int32_t)memory[Y + r * n + c], sum);
        }
    assert_true(k.products == m * n * depth);
    assert_true(k.slices == m * n * depth / 4);
    nothing_else(Y, m * n);
}

static void test_gemm_s8(void **unused)
{
    uint32_t m, n, depth;

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        struct shape s = shapes[i];

        s.warps = 1;
        depth = 64 * (1 + assay_rng_below(&rng, 3));
        n = 8 * (1 + assay_rng_below(&rng, 3));
        m = 8 * (1 + assay_rng_below(&rng, 3));
        gemm(&s, m, n, depth);
    }
}

/* Small integers, whose products and sums are exact; bf16 is the upper half of their f32. */
static void gemm_bf16(const struct shape *s, uint32_t m, uint32_t n, uint32_t depth)
{
    enum { A = FROM, B = FROM + 4096, Y = FROM + 8192 };
    static int32_t value[WORDS][2];

    load("gemm_bf16", s);
    for (uint32_t i = A; i < Y; ++i) {
        for (uint32_t h = 0; h < 2; ++h)
            value[i][h] = (int32_t)assay_rng_below(&rng, 65) - 32;
        memory[i] = before[i] =
            bits((float)value[i][0]) >> 16 | (bits((float)value[i][1]) & 0xFFFF0000);
    }
    give("m", m);
    give("n", n);
    give("k", 2 * depth);
    give("a", 4 * A);
    give("b", 4 * B);
    give("y", 4 * Y);
    run(s);
    for (uint32_t r = 0; r < m; ++r)
        for (uint32_t c = 0; c < n; ++c) {
            int32_t sum = 0;

            for (uint32_t i = 0; i < depth; ++i)
                sum += value[A + (r * depth + i) / 2][i % 2] * value[B + i / 2 * n + c][i % 2];
            assert_int_equal(memory[Y + r * n + c], bits((float)sum));
        }
    assert_true(k.products == m * n * depth);
    assert_true(k.slices == m * n * depth / 2);
    nothing_else(Y, m * n);
}

static void test_gemm_bf16(void **unused)
{
    uint32_t m, n, depth;

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        struct shape s = shapes[i];

        s.warps = 1;
        depth = 32 * (1 + assay_rng_below(&rng, 3));
        n = 8 * (1 + assay_rng_below(&rng, 3));
        m = 8 * (1 + assay_rng_below(&rng, 3));
        gemm_bf16(&s, m, n, depth);
    }
}

/* --- dense_s8, pointwise_s8 --- */

/* Prunes w: a word holds four inputs of one output, and in `percent` of the rows, the words of
 * eight outputs become zero. Returns the number of nonzero words. */
static uint32_t prune(uint32_t *w, uint32_t n, uint32_t rows, uint32_t percent)
{
    uint32_t left = 0;

    for (uint32_t c = 0; c < n; c += 8)
        for (uint32_t row = 0; row < rows; ++row) {
            const bool zero = (row + c / 8) % rows * 100 < percent * rows;

            if (zero)
                memset(&w[row * n + c], 0, 8 * sizeof *w);
            left += zero ? 0 : 8;
        }
    return left;
}

/* Returns the number of nonzero words of w. */
static uint32_t layer(const char *name, const struct shape *s, uint32_t m, uint32_t n,
                      uint32_t depth, uint32_t pruned)
{
    enum { X = FROM, W = FROM + 4096, Y = FROM + 8192, BIAS = 64, SCALES = 128 };
    uint32_t left;
    const int32_t zero = (int32_t)assay_rng_below(&rng, 256) - 128;
    uint32_t clamped = 0;

    load(name, s);
    for (uint32_t c = 0; c < n; ++c) {
        memory[BIAS + c] = assay_rng_below(&rng, 20000) - 10000;
        draw_scale(&memory[SCALES + c], &memory[SCALES + n + c]);
    }
    left = prune(memory + W, n, depth / 4, pruned);
    memcpy(before, memory, sizeof before);
    give("m", m);
    give("n", n);
    if (strcmp(name, "dense_s8") == 0)
        give("k", depth);
    give("x", 4 * X);
    give("w", 4 * W);
    give("y", 4 * Y);
    give("bias", 4 * BIAS);
    give("scales", 4 * SCALES);
    give("zero", (uint32_t)zero);
    run(s);
    for (uint32_t r = 0; r < m; ++r)
        for (uint32_t c = 0; c < n; ++c) {
            int32_t sum = (int32_t)before[BIAS + c], y;

            for (uint32_t i = 0; i < depth; ++i)
                sum += byte_at(X, r * depth + i) * byte_at(W, (i / 4 * n + c) * 4 + i % 4);
            y = scaled(sum, (int32_t)before[SCALES + c], (int32_t)before[SCALES + n + c], zero);
            assert_int_equal((int8_t)(memory[Y + (r * n + c) / 4] >> (r * n + c) % 4 * 8), y);
            clamped += y == -128 || y == 127;
        }
    assert_true(clamped < m * n);
    nothing_else(Y, m * n / 4);
    return left;
}

static void test_layers(void **unused)
{
    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        struct shape s = shapes[i];
        const uint32_t m = 8 * (1 + assay_rng_below(&rng, 3)),
                       n = 8 * (1 + assay_rng_below(&rng, 3));

        s.warps = 1;
        layer("dense_s8", &s, m, n, 64 * (1 + assay_rng_below(&rng, 3)), 0);
        layer("pointwise_s8", &s, m, n, 64, 0);
        layer("pointwise_s8", &s, m, n, 64, assay_rng_below(&rng, 101));
    }
}

/* Where four inputs are zero for eight outputs, nothing is multiplied, which saves time. */
static void test_pruned(void **unused)
{
    static const struct shape s = {1, 1, 64, false, "default"};
    static const uint32_t pruned[] = {0, 50, 75, 100};
    uint32_t cycles[4];

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t left = layer("pointwise_s8", &s, 128, 64, 64, pruned[i]);

        assert_int_equal(k.slices, 128 * left);
        cycles[i] = k.done.cycles;
        printf("%u%% pruned: %u cycles\n", pruned[i], cycles[i]);
    }
    assert_true(100 * cycles[1] < 80 * cycles[0] && 100 * cycles[2] < 76 * cycles[0]);
}

/* --- errors --- */

static void refused(const char *words)
{
    const struct assay_block *b = assay_block_find("slice");
    struct assay_params params;
    char why[1024];

    assert_true(assay_params_parse(b, NULL, &params, why, sizeof why));
    if (slice_kernel_run(&k, &params, NULL, why, sizeof why))
        fail_msg("%s: ran", k.path);
    if (!strstr(why, words))
        fail_msg("%s: expected '%s'", why, words);
}

static void test_wrong(void **unused)
{
    const struct shape s = {1, 1, 64, false, "default"};

    (void)unused;
    random_begin(&rng, SEED, __func__);
    load("reduce", &s);
    give("n", 64);
    give("lanes", LANES);
    give("x", sizeof memory);
    refused("outside of memory");
    give("x", 2);
    refused("trap 8");
    give("x", 0);
    k.limit = 20;
    refused("trap 7");
    k.assembly.group.has[PREDICATE_GROUP_BARS] = 0;
    k.limit = 0;
    refused("trap 12");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_saxpy),
        cmocka_unit_test(test_reduce),
        cmocka_unit_test(test_reduce_by_memory),
        cmocka_unit_test(test_jacobi),
        cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_gemm_s8),
        cmocka_unit_test(test_gemm_bf16),
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_pruned),
        cmocka_unit_test(test_wrong),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
