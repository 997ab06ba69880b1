/*
 * test_slice_network.c - networks from YAML: one of five layers with random weights, on the golden model of slice, every
 * layer against the same computed by the host; what a file that is wrong is told.
 */
#include <unistd.h>

#include "base/scratch.h"
#include "slice/network.h"
#include "slice/runner.h"
#include "unit/slice_kernels.h"

enum { SEED = 3123, PLACES = 12, CHANNELS = 64, WORDS_OUT = 5, CELLS = PLACES * CHANNELS };

static struct assay_scratch scratch;
static struct slice_plan plan;
static char why[8192];

static int open_folder(void **state)
{
    (void)state;
    return assay_scratch_open(&scratch, "network", why, sizeof why) && chdir(scratch.path) == 0
               ? 0
               : -1;
}

static int close_folder(void **state)
{
    (void)state;
    assay_scratch_close(&scratch);
    return chdir("/");
}

/* --- the network: a picture of 7 x 6, in places of 4 x 3 --- */

static const char text[] =
    "arrays:\n"
    "  x: {file: x.npy, type: int8, shape: 7x6}\n"
    "  conv_w: {file: conv_w.npy, quads: true, room: 64x64}\n"
    "  conv_b: {file: conv_b.npy, fold: {weights: conv_w, offset: -7}}\n"
    "  conv_s: {files: [conv_m.npy, conv_r.npy]}\n"
    "  conv_shape: {values: [3, 7, 6, 3, 2, 2, 1, 1, 7]}\n"
    "  dw_w: {file: dw_w.npy}\n"
    "  dw_b: {file: dw_b.npy}\n"
    "  dw_s: {files: [dw_m.npy, dw_r.npy]}\n"
    "  pw_w: {file: pw_w.npy, quads: true}\n"
    "  pw_b: {file: pw_b.npy, fold: {weights: pw_w, offset: 128}}\n"
    "  pw_s: {files: [pw_m.npy, pw_r.npy]}\n"
    "  fc_w: {file: fc_w.npy, quads: true, room: 64x8}\n"
    "  fc_b: {file: fc_b.npy, fold: {weights: fc_w, offset: 3}, room: 1x8}\n"
    "  fc_s: {files: [fc_m.npy, fc_r.npy], room: 2x8}\n"
    "  conv: {type: int8, shape: 12x64, room: 16x64}\n"
    "  dw: {type: int8, shape: 12x64, room: 16x64}\n"
    "  pw: {type: int8, shape: 12x64, room: 16x64}\n"
    "  pool: {type: int8, shape: 1x64, room: 8x64}\n"
    "  y: {type: int8, shape: 1x5, room: 8x8}\n"
    "launches:\n"
    "  - {kernel: kernels/conv_s8.s, groups: 2, with: {m: 16, n: 64, k: 9, x: x, w: conv_w, y: "
    "conv,\n"
    "     bias: conv_b, scales: conv_s, zero: -128, shape: conv_shape}}\n"
    "  - {kernel: kernels/depthwise_s8.s, groups: 5, with: {m: 16, n: 64, x: conv, w: dw_w, y: "
    "dw,\n"
    "     bias: dw_b, scales: dw_s, zero: -128, height: 4, width: 3, columns: 3, step: 1, top: 1,\n"
    "     left: 1, offset: 128}}\n"
    "  - {kernel: kernels/pointwise_s8.s, groups: 3, with: {m: 16, n: 64, x: dw, w: pw_w, y: pw,\n"
    "     bias: pw_b, scales: pw_s, zero: -3}}\n"
    "  - {kernel: kernels/pool_s8.s, groups: 2, warps: 2, with: {m: 12, n: 64, x: pw, y: pool,\n"
    "     lanes: 8}}\n"
    "  - {kernel: kernels/dense_s8.s, with: {m: 8, n: 8, k: 64, x: pool, w: fc_w, y: y, bias: "
    "fc_b,\n"
    "     scales: fc_s, zero: 11}}\n";

struct layer {
    const char *name;
    uint32_t depth, n;
    int32_t zero;
    int8_t w[CELLS * 8];
    int32_t bias[CHANNELS], multiplier[CHANNELS], shift[CHANNELS];
};

static struct layer layers[] = {{"conv", 9, CHANNELS, -128, {0}, {0}, {0}, {0}},
                                {"dw", 9, CHANNELS, -128, {0}, {0}, {0}, {0}},
                                {"pw", CHANNELS, CHANNELS, -3, {0}, {0}, {0}, {0}},
                                {"fc", CHANNELS, WORDS_OUT, 11, {0}, {0}, {0}, {0}}};
static int8_t x[42];

static void save(const char *name, const char *of, enum assay_npy_type type, uint32_t rows,
                 uint32_t cols, void *data)
{
    const struct assay_npy a = {.type = type, .rows = rows, .cols = cols, .data = data};
    char file[64];

    snprintf(file, sizeof file, "%s%s%s.npy", name, *of ? "_" : "", of);
    if (assay_npy_write(file, &a, why, sizeof why) != ASSAY_OK)
        fail_msg("%s", why);
}

static void save_text(const char *name, const char *all)
{
    FILE *f = fopen(name, "w");

    assert_non_null(f);
    fputs(all, f);
    assert_int_equal(fclose(f), 0);
}

static void draw_layers(void)
{
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; ++i) {
        struct layer *l = &layers[i];

        for (uint32_t e = 0; e < l->depth * l->n; ++e)
            l->w[e] = (int8_t)assay_rng_below(&rng, 256);
        for (uint32_t c = 0; c < l->n; ++c) {
            l->bias[c] = (int32_t)assay_rng_below(&rng, 20000) - 10000;
            l->multiplier[c] = (int32_t)((UINT32_C(1) << 30) + assay_rng_below(&rng, 1 << 30));
            l->shift[c] = -7 - (int32_t)assay_rng_below(&rng, 4);
        }
        save(l->name, "w", ASSAY_NPY_S8, l->depth, l->n, l->w);
        save(l->name, "b", ASSAY_NPY_S32, 1, l->n, l->bias);
        save(l->name, "m", ASSAY_NPY_S32, 1, l->n, l->multiplier);
        save(l->name, "r", ASSAY_NPY_S32, 1, l->n, l->shift);
    }
    for (uint32_t i = 0; i < sizeof x; ++i)
        x[i] = (int8_t)assay_rng_below(&rng, 256);
    save("x", "", ASSAY_NPY_S8, 7, 6, x);
}

/* --- the same by the host --- */

static int8_t scale(const struct layer *l, uint32_t c, int32_t sum)
{
    return (int8_t)scaled(l->bias[c] + sum, l->multiplier[c], (uint32_t)-l->shift[c], l->zero);
}

/* Outputs of places of 4 x 3 that look at 3 x 3, of a picture with one channel or as many as outputs. */
static void by_places(const struct layer *l, const int8_t *in, int32_t height, int32_t width,
                      int32_t step, bool one, int32_t offset, int8_t *out)
{
    for (int32_t o = 0; o < PLACES * CHANNELS; ++o) {
        const int32_t c = o % CHANNELS, place = o / CHANNELS;
        int32_t sum = 0;

        for (int32_t i = 0; i < 9; ++i) {
            const int32_t r = place / 3 * step + i / 3 - 1, q = place % 3 * step + i % 3 - 1;

            if (r >= 0 && r < height && q >= 0 && q < width)
                sum += (in[one ? r * width + q : (r * width + q) * CHANNELS + c] + offset) *
                       l->w[i * CHANNELS + c];
        }
        out[o] = scale(l, (uint32_t)c, sum);
    }
}

static void by_channels(const struct layer *l, const int8_t *in, uint32_t places, int32_t offset,
                        int8_t *out)
{
    for (uint32_t o = 0; o < places * l->n; ++o) {
        int32_t sum = 0;

        for (uint32_t i = 0; i < l->depth; ++i)
            sum += (in[o / l->n * l->depth + i] + offset) * l->w[i * l->n + o % l->n];
        out[o] = scale(l, o % l->n, sum);
    }
}

static void mean(const int8_t *in, int8_t *out)
{
    for (uint32_t c = 0; c < CHANNELS; ++c) {
        int32_t sum = 0;

        for (uint32_t p = 0; p < PLACES; ++p)
            sum += in[p * CHANNELS + c];
        out[c] = (int8_t)(sum > 0 ? (sum + PLACES / 2) / PLACES : -((-sum + PLACES / 2) / PLACES));
    }
}

/* --- runs --- */

static void give_plan(const char *in)
{
    slice_plan_begin(&plan);
    if (slice_network_read(&plan, "net.yaml", NULL, why, sizeof why) != ASSAY_OK ||
        (in && !slice_plan_in(&plan, in, why, sizeof why)) ||
        !slice_plan_out(&plan, "y=scores.npy", why, sizeof why) ||
        !slice_plan_out(&plan, "dw", why, sizeof why) ||
        slice_plan_read(&plan, why, sizeof why) != ASSAY_OK)
        fail_msg("%s", why);
}

static void run_plan(bool as_written, uint32_t latency)
{
    const struct assay_block *b = assay_block_find("slice");
    struct assay_params params;
    struct assay_program_choice choice = {
        .params = &params, .as_written = as_written, .hang = 1000000, .launch = &plan};
    void *kernels;

    plan.latency = latency;
    assert_true(assay_params_parse(b, NULL, &params, why, sizeof why));
    kernels = slice_program_runner.read(&choice, why, sizeof why);
    if (!kernels || !slice_kernel_run(kernels, &params, NULL, why, sizeof why))
        fail_msg("%s", why);
    slice_program_runner.free(kernels);
}

static void is_array(const char *name, const int8_t *expected, size_t n)
{
    struct slice_array *a = slice_plan_find(&plan, name);

    assert_non_null(a);
    slice_array_get(a, (const char *)plan.memory + a->at);
    assert_int_equal(a->data.rows * a->data.cols, n);
    for (size_t i = 0; i < n; ++i)
        if (((const int8_t *)a->data.data)[i] != expected[i])
            fail_msg("%s: element %zu: expected %d, got %d", name, i, expected[i],
                     ((const int8_t *)a->data.data)[i]);
}

static void check_layers(void)
{
    static int8_t conv[CELLS], dw[CELLS], pw[CELLS];
    int8_t pool[CHANNELS], y[WORDS_OUT];

    by_places(&layers[0], x, 7, 6, 2, true, -7, conv);
    by_places(&layers[1], conv, 4, 3, 1, false, 128, dw);
    by_channels(&layers[2], dw, PLACES, 128, pw);
    mean(pw, pool);
    by_channels(&layers[3], pool, 1, 3, y);
    is_array("conv", conv, sizeof conv);
    is_array("dw", dw, sizeof dw);
    is_array("pw", pw, sizeof pw);
    is_array("pool", pool, sizeof pool);
    is_array("y", y, sizeof y);
}

static void check_file(const char *file, size_t rows, size_t cols)
{
    struct assay_npy a;

    if (assay_npy_read(file, &a, why, sizeof why) != ASSAY_OK)
        fail_msg("%s", why);
    assert_int_equal(a.type, ASSAY_NPY_S8);
    assert_int_equal(a.rows, rows);
    assert_int_equal(a.cols, cols);
    assay_npy_free(&a);
}

static void test_network(void **unused)
{
    char kernels[PATH_MAX];

    (void)unused;
    random_begin(&rng, SEED, __func__);
    assert_int_equal(
        symlink(assay_source_path(kernels, sizeof kernels, "tb/slice/kernels"), "kernels"), 0);
    save_text("net.yaml", text);
    for (uint32_t i = 0; i < 3; ++i) {
        static const uint32_t latencies[] = {64, 1, 300};

        draw_layers();
        give_plan(NULL);
        run_plan(i == 1, latencies[i]);
        check_layers();
        if (slice_plan_write(&plan, why, sizeof why) != ASSAY_OK)
            fail_msg("%s", why);
        check_file("scores.npy", 1, WORDS_OUT);
        check_file("dw.npy", PLACES, CHANNELS);
        slice_plan_free(&plan);
    }
    for (uint32_t i = 0; i < sizeof x; ++i)
        x[i] = (int8_t)assay_rng_below(&rng, 256);
    save("other", "", ASSAY_NPY_S8, 7, 6, x);
    give_plan("x=other.npy");
    run_plan(false, 64);
    check_layers();
    slice_plan_free(&plan);
    for (uint32_t e = 0; e < layers[2].depth * layers[2].n; ++e)
        layers[2].w[e] = (int8_t)assay_rng_below(&rng, 256);
    save("x", "", ASSAY_NPY_S8, 7, 6, x);
    save("pruned", "", ASSAY_NPY_S8, layers[2].depth, layers[2].n, layers[2].w);
    give_plan("pw_w=pruned.npy"); /* and the bias that they are folded into */
    run_plan(false, 64);
    check_layers();
    slice_plan_free(&plan);
}

/* --- what goes wrong --- */

static void refuses(const char *all, const char *words)
{
    enum assay_error e;

    save_text("bad.yaml", all);
    slice_plan_begin(&plan);
    e = slice_network_read(&plan, "bad.yaml", NULL, why, sizeof why);
    if (e == ASSAY_OK)
        e = slice_plan_read(&plan, why, sizeof why);
    slice_plan_free(&plan);
    if (e != ASSAY_BAD_INPUT || !strstr(why, words))
        fail_msg("%s\nexpected '%s', got '%s'", all, words, e == ASSAY_OK ? "nothing" : why);
}

static void test_wrong(void **unused)
{
    static const struct {
        const char *arrays, *words;
    } bad[] = {
        {"x: {}", "bad.yaml:2: x: expected file, files, values"},
        {"x: {file: none.npy}", "none.npy: No such file"},
        {"x: {file: a.npy, file: a.npy}", "key 'file' again"},
        {"x: {file: a.npy, files: [b.npy]}", "file and files"},
        {"x: {files: []}", "expected a list of 1 to 4"},
        {"x: {files: [a.npy, c.npy]}", "c.npy: int8 with 3 columns, below a.npy"},
        {"x: {values: [1, two]}", "'two': expected an integer"},
        {"x: {values: [1], type: int8, shape: 1x1}", "values and a file or type"},
        {"x: {type: int8}", "a type without a shape"},
        {"x: {shape: 8}", "a shape without a type"},
        {"x: {type: int9, shape: 8}", "type 'int9'"},
        {"x: {type: int8, shape: 8x0}", "shape '8x0'"},
        {"x: {file: a.npy, type: int8, shape: 9x9}", "int8:2x2 for x: expected int8:9x9"},
        {"x: {file: a.npy, room: 1x2}", "room for 1x2: expected at least 2x2"},
        {"x: {values: [1.5]}", "a value '1.5': expected an integer"},
        {"x: {values: [4294967296]}", "a value '4294967296': expected an integer"},
        {"x: {values: [1], quads: true}", "quads of int32"},
        {"x: {file: a.npy, quads: maybe}", "quads 'maybe'"},
        {"x: {values: [1], fold: {offset: 1}}", "fold without weights"},
        {"w: {file: a.npy}\n  x: {values: [1], fold: {weights: w}}", "fold without an offset"},
        {"w: {file: a.npy}\n  x: {values: [1], fold: {weights: w, offset: 2.0}}",
         "bad.yaml:3: offset '2.0': expected an integer"},
        {"x: {values: [1], fold: {weights: x, offset: 1}}",
         "weights 'x': expected an array that is above"},
        {"x: {values: [1], fold: {weights: y, offset: 1}}",
         "weights 'y': expected an array that is above"},
        {"w: {file: a.npy}\n  x: {values: [1], fold: {weights: w, offset: 1}}",
         "w: int8 with 2 columns, for x"},
        {"x: {file: a.npy, kind: b}", "unknown key 'kind' of x"},
        {"x-y: {file: a.npy}", "expected a name of letters"},
        {"x: {file: a.npy}\n  x: {file: a.npy}", "array 'x' again"},
    };
    int8_t a[6] = {0};
    char all[512];

    (void)unused;
    save("a", "", ASSAY_NPY_S8, 2, 2, a);
    save("c", "", ASSAY_NPY_S8, 2, 3, a);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        snprintf(all, sizeof all, "arrays:\n  %s\nlaunches:\n  - {kernel: k.s}\n", bad[i].arrays);
        refuses(all, bad[i].words);
    }
    refuses("", "the file is empty");
    refuses("arrays: {x: {file: a.npy}}\n", "no launches");
    refuses("launches:\n  - {kernel: k.s}\n", "expected arrays above them");
    refuses("arrays: {x: {file: a.npy}}\nlaunches: [{}]\n",
            "bad.yaml:2: a launch without a kernel");
    refuses("arrays: {x: {file: a.npy}}\nlaunches: [{kernel: k.s, groups: 0}]\n", "groups '0'");
    refuses("arrays: {x: {file: a.npy}}\nlaunches: [{kernel: k.s, with: {n: z}}]\n",
            "n 'z': expected an array that is above, or a number");
    refuses("arrays: {x: {file: a.npy}}\nlaunches: [{kernel: k.s, with: {n: 1, n: 2}}]\n",
            "n again");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_network, open_folder, close_folder),
        cmocka_unit_test_setup_teardown(test_wrong, open_folder, close_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
