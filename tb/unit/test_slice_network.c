/*
 * test_slice_network.c - networks from YAML: a network of five layers with random weights on the
 * golden model of slice, with every layer compared with the same computed by the host; the error
 * messages for wrong files.
 */
#include "unit/put_file.h"
#include "unit/slice_network.h"

enum { SEED = 3123, PLACES = 12, OUTPUTS = PLACES * CHANNELS, WORDS_OUT = 5 };

/* --- the network: a picture of 7 x 6, output positions of 4 x 3 --- */

static const char text[] =
    "arrays:\n"
    "  x: {file: x.npy, type: int8, shape: 7x6}\n"
    "  conv_w: {file: conv_weight.npy, quads: true, room: 64x64}\n"
    "  conv_b: {file: conv_bias.npy, fold: {weights: conv_w, offset: -7}}\n"
    "  conv_s: {files: [conv_multiplier.npy, conv_shift.npy]}\n"
    "  conv_shape: {values: [3, 7, 6, 3, 2, 2, 1, 1, 7]}\n"
    "  dw_w: {file: dw_weight.npy}\n"
    "  dw_b: {file: dw_bias.npy}\n"
    "  dw_s: {files: [dw_multiplier.npy, dw_shift.npy]}\n"
    "  pw_w: {file: pw_weight.npy, quads: true}\n"
    "  pw_b: {file: pw_bias.npy, fold: {weights: pw_w, offset: 128}}\n"
    "  pw_s: {files: [pw_multiplier.npy, pw_shift.npy]}\n"
    "  fc_w: {file: fc_weight.npy, quads: true, room: 64x8}\n"
    "  fc_b: {file: fc_bias.npy, fold: {weights: fc_w, offset: 3}, room: 1x8}\n"
    "  fc_s: {files: [fc_multiplier.npy, fc_shift.npy], room: 2x8}\n"
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

static struct layer layers[] = {
    {.name = "conv", .depth = 9, .n = CHANNELS, .offset = -7, .zero = -128},
    {.name = "dw", .depth = 9, .n = CHANNELS, .offset = 128, .zero = -128},
    {.name = "pw", .depth = CHANNELS, .n = CHANNELS, .offset = 128, .zero = -3},
    {.name = "fc", .depth = CHANNELS, .n = WORDS_OUT, .offset = 3, .zero = 11}};
static int8_t x[42];

static void draw_x(const char *name)
{
    draw_bytes(x, sizeof x);
    save(name, "", ASSAY_NPY_S8, 7, 6, x);
}

static void draw_layers(void)
{
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; ++i)
        draw_layer(&layers[i]);
    draw_x("x");
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

static void check_layers(void)
{
    static const struct look first = {7, 6, PLACES, 3, 3, 2, 1, 1, true},
                             second = {4, 3, PLACES, 3, 3, 1, 1, 1, false};
    static int8_t conv[OUTPUTS], dw[OUTPUTS], pw[OUTPUTS];
    int8_t pool[CHANNELS], y[WORDS_OUT];

    by_places(&layers[0], &first, x, conv);
    by_places(&layers[1], &second, conv, dw);
    by_channels(&layers[2], dw, PLACES, pw);
    mean(pw, PLACES, pool);
    by_channels(&layers[3], pool, 1, y);
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
    put_text("net.yaml", text);
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
    draw_x("other");
    give_plan("x=other.npy");
    run_plan(false, 64);
    check_layers();
    slice_plan_free(&plan);
    draw_layers();
    draw_bytes(layers[2].w, layers[2].depth * layers[2].n);
    save("pruned", "", ASSAY_NPY_S8, layers[2].depth, layers[2].n, layers[2].w);
    give_plan("pw_w=pruned.npy"); /* and the bias into which they are folded */
    run_plan(false, 64);
    check_layers();
    slice_plan_free(&plan);
}

/* --- errors --- */

static void refuses(const char *all, const char *words)
{
    enum assay_error e;

    put_text("bad.yaml", all);
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
        {"x: {file: none.npy}", "bad.yaml:2: none.npy: No such file"},
        {"x: {file: a.npy, file: a.npy}", "key 'file' again"},
        {"x: {file: a.npy, files: [b.npy]}", "file and files"},
        {"x: {files: []}", "expected a list of 1 to 4"},
        {"x: {files: [a.npy, c.npy]}", "c.npy: int8 with 3 columns, below a.npy"},
        {"x: {values: [1, two]}", "'two': expected an integer"},
        {"x: {values: [1], type: int8, shape: 1x1}", "values and a file or type"},
        {"x: {type: int8}", "a type without a shape"},
        {"x: {shape: 8}", "a shape without a type"},
        {"x: {type: int9, shape: 8}", "type 'int9'"},
        {"x: {type: 'int8:', shape: 8}", "type 'int8:'"},
        {"x: {file: a.npy}\n  y: {file: a.npy}", "bad.yaml:3: y: expected a launch that has it"},
        {"x: {type: int8, shape: 8x0}", "shape '8x0'"},
        {"x: {file: a.npy, type: int8, shape: 9x9}", "int8:2x2 for x: expected int8:9x9"},
        {"x: {file: a.npy, room: 1x2}", "bad.yaml:2: x: room for 1x2: expected at least 2x2"},
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
        snprintf(all, sizeof all, "arrays:\n  %s\nlaunches:\n  - {kernel: k.s, with: {x: x}}\n",
                 bad[i].arrays);
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
        cmocka_unit_test_setup_teardown(test_network, folder_enter, folder_close),
        cmocka_unit_test_setup_teardown(test_wrong, folder_enter, folder_close),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
