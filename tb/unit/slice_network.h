/*
 * slice_network.h - networks on the golden model of slice: layers with random weights, which are
 * written to .npy files; the same layers computed by the host; and the contents of an array of the
 * network's plan after its run.
 */
#ifndef SLICE_NETWORK_TEST_H
#define SLICE_NETWORK_TEST_H

#include "slice/network.h"
#include "slice/runner.h"
#include "unit/folder.h"
#include "unit/slice_kernels.h"

enum { CHANNELS = 64, MOST_PLACES = 125, CELLS = MOST_PLACES * CHANNELS };

static struct slice_plan plan;
static char why[8192];

/* --- layers and their files --- */

struct layer {
    const char *name;
    uint32_t depth, n; /* products per output; columns of the weights */
    int32_t offset, zero;
    int8_t w[CHANNELS * CHANNELS];
    int32_t bias[CHANNELS], multiplier[CHANNELS], shift[CHANNELS];
};

static inline void save(const char *name, const char *of, enum assay_npy_type type, uint32_t rows,
                        uint32_t cols, void *data)
{
    const struct assay_npy a = {.type = type, .rows = rows, .cols = cols, .data = data};
    char file[64];

    snprintf(file, sizeof file, "%s%s%s.npy", name, *of ? "_" : "", of);
    if (assay_npy_write(file, &a, why, sizeof why) != ASSAY_OK)
        fail_msg("%s", why);
}

static inline void draw_bytes(int8_t *x, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i)
        x[i] = (int8_t)assay_rng_below(&rng, 256);
}

static inline void draw_layer(struct layer *l)
{
    draw_bytes(l->w, l->depth * l->n);
    for (uint32_t c = 0; c < l->n; ++c) {
        l->bias[c] = (int32_t)assay_rng_below(&rng, 20000) - 10000;
        draw_scale((uint32_t *)&l->multiplier[c], (uint32_t *)&l->shift[c]);
    }
    save(l->name, "weight", ASSAY_NPY_S8, l->depth, l->n, l->w);
    save(l->name, "bias", ASSAY_NPY_S32, 1, l->n, l->bias);
    save(l->name, "multiplier", ASSAY_NPY_S32, 1, l->n, l->multiplier);
    save(l->name, "shift", ASSAY_NPY_S32, 1, l->n, l->shift);
}

/* --- the same layers on the host --- */

static inline int8_t scale(const struct layer *l, uint32_t c, int32_t sum)
{
    return (int8_t)scaled(l->bias[c] + sum, l->multiplier[c], l->shift[c], l->zero);
}

/* The elements of a picture that each output position reads. */
struct look {
    int32_t height, width; /* of the picture */
    int32_t places, across;
    int32_t columns; /* of the kernel */
    int32_t step, top, left;
    bool one; /* one channel; else one per output */
};

static inline void by_places(const struct layer *l, const struct look *v, const int8_t *in,
                             int8_t *out)
{
    for (int32_t o = 0; o < v->places * CHANNELS; ++o) {
        const int32_t c = o % CHANNELS, place = o / CHANNELS;
        int32_t sum = 0;

        for (int32_t i = 0; i < (int32_t)l->depth; ++i) {
            const int32_t r = place / v->across * v->step + i / v->columns - v->top;
            const int32_t q = place % v->across * v->step + i % v->columns - v->left;
            const int32_t at = r * v->width + q;

            if (r >= 0 && r < v->height && q >= 0 && q < v->width)
                sum += (in[v->one ? at : at * CHANNELS + c] + l->offset) * l->w[i * CHANNELS + c];
        }
        out[o] = scale(l, (uint32_t)c, sum);
    }
}

static inline void by_channels(const struct layer *l, const int8_t *in, uint32_t places,
                               int8_t *out)
{
    for (uint32_t o = 0; o < places * l->n; ++o) {
        int32_t sum = 0;

        for (uint32_t i = 0; i < l->depth; ++i)
            sum += (in[o / l->n * l->depth + i] + l->offset) * l->w[i * l->n + o % l->n];
        out[o] = scale(l, o % l->n, sum);
    }
}

static inline void mean(const int8_t *in, int32_t places, int8_t *out)
{
    for (uint32_t c = 0; c < CHANNELS; ++c) {
        int32_t sum = 0;

        for (int32_t p = 0; p < places; ++p)
            sum += in[p * CHANNELS + (int32_t)c];
        out[c] = (int8_t)(sum > 0 ? (sum + places / 2) / places : -((-sum + places / 2) / places));
    }
}

/* --- runs --- */

/* Each launch counts its own products: all layers but pooling use the arrays. */
static inline void check_products(const struct slice_kernel *one)
{
    for (; one; one = one->next)
        assert_true((one->products == 0) == (strstr(one->path, "pool_s8") != NULL));
}

static inline void run_plan(bool as_written, uint32_t latency)
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
    check_products(kernels);
    slice_program_runner.free(kernels);
}

static inline void is_array(const char *name, const int8_t *expected, size_t n)
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

#endif
