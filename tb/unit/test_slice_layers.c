/*
 * test_slice_layers.c - the kernels for a network's layers on pictures, and softmax, on the golden
 * model of slice, against the same computed by the host.
 */
#include <math.h>

#include "unit/slice_kernels.h"

enum { SEED = 3121, X = FROM, W = FROM + 4096, Y = FROM + 8192, BIAS = 64, SCALES = 128 };

/* --- conv_s8, depthwise_s8 --- */

/* A picture, a kernel, and the output. */
struct picture {
    uint32_t height, width, channels, down, across, rows, columns, top, left, out_rows, out_columns;
    int32_t offset; /* added to each input */
};

static struct picture draw_picture(uint32_t channels, uint32_t rows, uint32_t columns)
{
    struct picture p = {.channels = channels, .rows = rows, .columns = columns};

    p.height = 3 + assay_rng_below(&rng, 8);
    p.width = 3 + assay_rng_below(&rng, 8);
    p.offset = (int32_t)assay_rng_below(&rng, 257) - 128;
    p.down = 1 + assay_rng_below(&rng, 2);
    p.across = 1 + assay_rng_below(&rng, 2);
    p.top = assay_rng_below(&rng, rows);
    p.left = assay_rng_below(&rng, columns);
    /* As many output positions as have at least one row and one column of the kernel inside. */
    p.out_rows = (p.height + p.top - 1) / p.down + 1;
    p.out_columns = (p.width + p.left - 1) / p.across + 1;
    return p;
}

static uint32_t rounded(uint32_t n)
{
    return (n + 7) / 8 * 8;
}

/* Returns an input plus the offset; 0 outside the picture. */
static int32_t input(const struct picture *p, uint32_t place, uint32_t row, uint32_t column,
                     uint32_t channel)
{
    const int32_t r = (int32_t)(place / p->out_columns * p->down + row) - (int32_t)p->top;
    const int32_t c = (int32_t)(place % p->out_columns * p->across + column) - (int32_t)p->left;

    if (r < 0 || r >= (int32_t)p->height || c < 0 || c >= (int32_t)p->width)
        return 0;
    return byte_at(X, ((uint32_t)r * p->width + (uint32_t)c) * p->channels + channel) + p->offset;
}

static void give_scales(uint32_t n)
{
    for (uint32_t c = 0; c < n; ++c) {
        memory[BIAS + c] = assay_rng_below(&rng, 20000) - 10000;
        draw_scale(&memory[SCALES + c], &memory[SCALES + n + c]);
    }
    give("n", n);
    give("x", 4 * X);
    give("w", 4 * W);
    give("y", 4 * Y);
    give("bias", 4 * BIAS);
    give("scales", 4 * SCALES);
}

/* Asserts that output `c` at `place` is `sum`, scaled. Returns true if it is one of the ends of the
 * range. */
static bool is_output(uint32_t place, uint32_t n, uint32_t c, int32_t sum, int32_t zero)
{
    const uint32_t at = place * n + c;
    const int32_t y =
        scaled(sum, (int32_t)before[SCALES + c], (int32_t)before[SCALES + n + c], zero);

    if ((int8_t)(memory[Y + at / 4] >> at % 4 * 8) != y)
        fail_msg("%s: place %u, output %u: expected %d, got %d", k.path, place, c, y,
                 (int8_t)(memory[Y + at / 4] >> at % 4 * 8));
    return y == -128 || y == 127;
}

/* The kernel sums inputs without the offset, and takes minus the offset outside the picture. */
static void conv(const struct shape *s, const struct picture *p, uint32_t n)
{
    const uint32_t places = p->out_rows * p->out_columns;
    const uint32_t row = p->columns * p->channels, depth = p->rows * row;
    const uint32_t shape[] = {row,
                              p->height,
                              p->width * p->channels,
                              p->out_columns,
                              p->down,
                              p->across * p->channels,
                              p->top,
                              p->left * p->channels,
                              (uint32_t)-p->offset};
    const int32_t zero = (int32_t)assay_rng_below(&rng, 256) - 128;
    uint32_t ends = 0;

    load("conv_s8", s);
    give_scales(n);
    for (uint32_t j = 0; j < 16 * n; ++j)
        for (uint32_t i = 0; i < 4; ++i)
            if (4 * (j / n) + i >= depth)
                memory[W + j] &= ~(UINT32_C(255) << 8 * i);
    memcpy(memory, shape, sizeof shape);
    memcpy(before, memory, sizeof before);
    give("m", rounded(places));
    give("k", depth);
    give("zero", (uint32_t)zero);
    give("shape", 0);
    run(s);
    for (uint32_t o = 0; o < places; ++o)
        for (uint32_t c = 0; c < n; ++c) {
            int32_t sum = (int32_t)before[BIAS + c];

            for (uint32_t i = 0; i < depth; ++i) {
                const int32_t w = byte_at(W, (i / 4 * n + c) * 4 + i % 4);

                sum +=
                    (input(p, o, i / row, i % row / p->channels, i % p->channels) - p->offset) * w;
            }
            ends += is_output(o, n, c, sum, zero);
        }
    assert_true(ends < places * n);
    nothing_else(Y, rounded(places) * n / 4);
}

static void test_conv(void **unused)
{
    static const uint32_t kernels[][3] = {{1, 10, 4}, {8, 1, 1}, {3, 3, 3}, {4, 4, 4}, {1, 3, 5}};

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        const uint32_t *kernel = kernels[i % (sizeof kernels / sizeof kernels[0])];
        struct shape s = shapes[i];
        struct picture p = draw_picture(kernel[0], kernel[1], kernel[2]);

        p.offset = p.offset == -128 ? 0 : p.offset; /* minus the offset must be a byte */
        s.warps = 1;
        conv(&s, &p, 8 * (1 + assay_rng_below(&rng, 3)));
    }
}

static void depthwise(const struct shape *s, const struct picture *p)
{
    const uint32_t places = p->out_rows * p->out_columns, n = p->channels;
    const int32_t zero = (int32_t)assay_rng_below(&rng, 256) - 128;
    uint32_t ends = 0;

    load("depthwise_s8", s);
    give_scales(n);
    memcpy(before, memory, sizeof before);
    give("m", rounded(places));
    give("zero", (uint32_t)zero);
    give("height", p->height);
    give("width", p->width);
    give("columns", p->out_columns);
    give("step", p->down);
    give("top", p->top);
    give("left", p->left);
    give("offset", (uint32_t)p->offset);
    run(s);
    for (uint32_t o = 0; o < places; ++o)
        for (uint32_t c = 0; c < n; ++c) {
            int32_t sum = (int32_t)before[BIAS + c];

            for (uint32_t i = 0; i < 9; ++i)
                sum += input(p, o, i / 3, i % 3, c) * byte_at(W, i * n + c);
            ends += is_output(o, n, c, sum, zero);
        }
    assert_true(ends < places * n);
    nothing_else(Y, rounded(places) * n / 4);
}

static void test_depthwise(void **unused)
{
    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        struct shape s = shapes[i];
        struct picture p = draw_picture(8 * (1 + assay_rng_below(&rng, 3)), 3, 3);

        s.warps = 1;
        p.across = p.down;
        p.out_columns = (p.width + p.left - 1) / p.across + 1;
        depthwise(&s, &p);
    }
}

/* --- pool_s8 --- */

static void test_pool(void **unused)
{
    static const uint32_t places[] = {1, 125, 2, 130, 7, 64, 3, 9, 65};

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        const uint32_t n = LANES * (1 + assay_rng_below(&rng, 4)), m = places[i];

        load("pool_s8", &shapes[i]);
        give("m", m);
        give("n", n);
        give("x", 4 * X);
        give("y", 4 * Y);
        give("lanes", LANES);
        run(&shapes[i]);
        for (uint32_t c = 0; c < n; ++c) {
            int32_t sum = 0, mean;

            for (uint32_t r = 0; r < m; ++r)
                sum += byte_at(X, r * n + c);
            mean = sum > 0 ? (sum + (int32_t)(m / 2)) / (int32_t)m
                           : -((-sum + (int32_t)(m / 2)) / (int32_t)m);
            assert_int_equal((int8_t)(memory[Y + c / 4] >> c % 4 * 8), mean);
        }
        nothing_else(Y, n / 4);
    }
}

/* --- softmax_f32 --- */

/* Draws rows around 0, with differences from none to far beyond what f32 can distinguish from 0. */
static void draw_rows(uint32_t m, uint32_t n)
{
    static const float spread[] = {0, 1, 20, 150, 1000};

    for (uint32_t r = 0; r < m; ++r) {
        const float s = spread[assay_rng_below(&rng, 5)];

        for (uint32_t c = 0; c < n; ++c)
            memory[X + r * n + c] = bits(s * (float)assay_rng_below(&rng, 10000) / 10000 - 50);
    }
    memcpy(before, memory, sizeof before);
}

static void is_softmax(uint32_t m, uint32_t n)
{
    for (uint32_t r = 0; r < m; ++r) {
        const uint32_t *x = before + X + r * n;
        double most = number(x[0]), sum = 0;

        for (uint32_t c = 0; c < n; ++c)
            most = fmax(most, (double)number(x[c]));
        for (uint32_t c = 0; c < n; ++c)
            sum += exp((double)number(x[c]) - most);
        for (uint32_t c = 0; c < n; ++c) {
            const double e = exp((double)number(x[c]) - most) / sum,
                         y = (double)number(memory[Y + r * n + c]);

            /* Differences of up to 88 cost bits of the product with 1 / ln 2. */
            if (!(fabs(y - e) <= 2e-5 * e + 1e-37))
                fail_msg("row %u, column %u: expected %g, got %g", r, c, e, y);
        }
    }
}

static void test_softmax(void **unused)
{
    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        const uint32_t m = 1 + assay_rng_below(&rng, 9), n = LANES + assay_rng_below(&rng, 30);

        load("softmax_f32", &shapes[i]);
        draw_rows(m, n);
        give("m", m);
        give("n", n);
        give("x", 4 * X);
        give("y", 4 * Y);
        give("lanes", LANES);
        run(&shapes[i]);
        is_softmax(m, n);
        nothing_else(Y, m * n);
    }
}

/* --- attention_s8 --- */

static void attention(const struct shape *s, uint32_t m, uint32_t n, uint32_t depth)
{
    const float scale = assay_rng_below(&rng, 4) ? 1e-4f : 1.0f;

    load("attention_s8", s);
    give("m", m);
    give("n", n);
    give("k", depth);
    give("a", 4 * X);
    give("b", 4 * W);
    give("y", 4 * Y);
    give("scale", bits(scale));
    run(s);
    for (uint32_t r = 0; r < m; ++r)
        for (uint32_t c = 0; c < n; ++c) {
            int32_t sum = 0;
            double e;

            for (uint32_t i = 0; i < depth; ++i)
                sum += byte_at(X, r * depth + i) * byte_at(W, (i / 4 * n + c) * 4 + i % 4);
            e = exp2(fmin(126, fmax(-126, sum * (double)scale)));
            if (!(fabs((double)number(memory[Y + r * n + c]) - e) <= 1e-5 * e))
                fail_msg("row %u, column %u, sum %d: expected %g, got %g", r, c, sum, e,
                         (double)number(memory[Y + r * n + c]));
        }
    nothing_else(Y, m * n);
}

static void test_attention(void **unused)
{
    uint32_t m, n, depth;

    (void)unused;
    random_begin(&rng, SEED, __func__);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        struct shape s = shapes[i];

        s.warps = 1;
        depth = 64 * (1 + assay_rng_below(&rng, 5));
        n = 8 * (1 + assay_rng_below(&rng, 3));
        m = 8 * (1 + assay_rng_below(&rng, 3));
        attention(&s, m, n, depth);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conv),      cmocka_unit_test(test_depthwise),
        cmocka_unit_test(test_pool),      cmocka_unit_test(test_softmax),
        cmocka_unit_test(test_attention),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
