/*
 * test_slice_ds_cnn.c - tb/slice/networks/ds_cnn_s.yaml with random weights, on the golden model of
 * slice: each of its eleven layers against the same computed by the host; files of another type or
 * shape are refused.
 */
#include "unit/slice_network.h"

enum { SEED = 4180, PLACES = 125, LAYERS = 10, HIGH = 49, WIDE = 10, WORDS_OUT = 12 };

static struct layer layers[LAYERS] = {
    {.name = "conv1", .depth = 40, .n = CHANNELS, .offset = -100, .zero = -128},
    {.name = "dw1", .depth = 9, .n = CHANNELS, .offset = 128, .zero = -128},
    {.name = "pw1", .depth = CHANNELS, .n = CHANNELS, .offset = 128, .zero = -128},
    {.name = "dw2", .depth = 9, .n = CHANNELS, .offset = 128, .zero = -128},
    {.name = "pw2", .depth = CHANNELS, .n = CHANNELS, .offset = 128, .zero = -128},
    {.name = "dw3", .depth = 9, .n = CHANNELS, .offset = 128, .zero = -128},
    {.name = "pw3", .depth = CHANNELS, .n = CHANNELS, .offset = 128, .zero = -128},
    {.name = "dw4", .depth = 9, .n = CHANNELS, .offset = 128, .zero = -128},
    {.name = "pw4", .depth = CHANNELS, .n = CHANNELS, .offset = 128, .zero = -128},
    {.name = "fc", .depth = CHANNELS, .n = WORDS_OUT, .offset = 128, .zero = 57}};
static int8_t input[HIGH * WIDE];

static void draw_files(void)
{
    random_begin(&rng, SEED, __func__);
    for (uint32_t i = 0; i < LAYERS; ++i)
        draw_layer(&layers[i]);
    draw_bytes(input, sizeof input);
    save("input", "", ASSAY_NPY_S8, HIGH, WIDE, input);
}

static enum assay_error read_plan(void)
{
    char path[PATH_MAX];
    enum assay_error e;

    slice_plan_begin(&plan);
    e = slice_network_read(&plan,
                           assay_source_path(path, sizeof path, "tb/slice/networks/ds_cnn_s.yaml"),
                           ".", why, sizeof why);
    return e == ASSAY_OK ? slice_plan_read(&plan, why, sizeof why) : e;
}

static void test_layers(void **unused)
{
    static const struct look conv = {HIGH, WIDE, PLACES, 5, 4, 2, 4, 1, true},
                             depthwise = {25, 5, PLACES, 5, 3, 1, 1, 1, false};
    static int8_t x[CELLS], y[CELLS];
    int8_t scores[WORDS_OUT];

    (void)unused;
    draw_files();
    if (read_plan() != ASSAY_OK)
        fail_msg("%s", why);
    run_plan(false, SLICE_LATENCY);
    by_places(&layers[0], &conv, input, x);
    is_array("conv1", x, CELLS);
    for (uint32_t i = 1; i < LAYERS - 1; i += 2) {
        by_places(&layers[i], &depthwise, x, y);
        is_array(layers[i].name, y, CELLS);
        by_channels(&layers[i + 1], y, PLACES, x);
        is_array(layers[i + 1].name, x, CELLS);
    }
    mean(x, PLACES, y);
    is_array("pool", y, CHANNELS);
    by_channels(&layers[LAYERS - 1], y, 1, scores);
    is_array("scores", scores, WORDS_OUT);
    slice_plan_free(&plan);
}

static void refuses(const char *words)
{
    const enum assay_error e = read_plan();

    slice_plan_free(&plan);
    if (e != ASSAY_BAD_INPUT || !strstr(why, words))
        fail_msg("expected '%s', got '%s'", words, e == ASSAY_OK ? "nothing" : why);
}

static void test_files(void **unused)
{
    (void)unused;
    draw_files();
    assert_int_equal(read_plan(), ASSAY_OK);
    for (uint32_t i = 0; i < plan.n_arrays; ++i)
        if (plan.array[i]->n_in && !plan.array[i]->shaped)
            fail_msg("%s: a file without a shape", plan.array[i]->name);
    slice_plan_free(&plan);
    save("pw1", "weight", ASSAY_NPY_S8, CHANNELS / 2, CHANNELS, layers[2].w);
    refuses("int8:32x64 for pw1_weights: expected int8:64x64");
    save("pw1", "weight", ASSAY_NPY_S8, CHANNELS, CHANNELS, layers[2].w);
    save("dw1", "bias", ASSAY_NPY_S8, 1, CHANNELS, layers[1].w);
    refuses("int8:1x64 for dw1_bias: expected int32:1x64");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_layers, folder_enter, folder_close),
        cmocka_unit_test_setup_teardown(test_files, folder_enter, folder_close),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
