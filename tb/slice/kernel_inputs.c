#include "slice/kernel_inputs.h"

#include <stdio.h>
#include <string.h>

#include "base/home.h"
#include "base/rng.h"

/* Byte addresses of arrays. */
enum { SMALL = 4096, MORE = 8192, A = 16384, B = 65536 + 16384, C = 2 * 65536 + 16384 };

enum { CONV_SHAPE = 9, SPARSE = 25, SPMV_ROWS = 32, SPMV_COLUMNS = 128, EIGHTS = SPMV_COLUMNS / 8 };

const char *const slice_input_names[SLICE_INPUT_KERNELS] = {
    [SLICE_SAXPY] = "saxpy",
    [SLICE_REDUCE] = "reduce",
    [SLICE_REDUCE_BY_MEMORY] = "reduce_by_memory",
    [SLICE_JACOBI] = "jacobi",
    [SLICE_HISTOGRAM] = "histogram",
    [SLICE_GEMM_S8] = "gemm_s8",
    [SLICE_GEMM_BF16] = "gemm_bf16",
    [SLICE_DENSE_S8] = "dense_s8",
    [SLICE_POINTWISE_S8] = "pointwise_s8",
    [SLICE_CONV_S8] = "conv_s8",
    [SLICE_DEPTHWISE_S8] = "depthwise_s8",
    [SLICE_POOL_S8] = "pool_s8",
    [SLICE_SOFTMAX_F32] = "softmax_f32",
    [SLICE_ATTENTION_S8] = "attention_s8",
    [SLICE_SPMV] = "spmv",
    [SLICE_SORT] = "sort",
    [SLICE_MANDELBROT] = "mandelbrot",
};

/* A named number. A float is given by its bits. */
struct given {
    const char *name;
    uint32_t number;
};

static const struct input {
    uint32_t groups, warps;
    struct given arg[PREDICATE_ARGS];
} inputs[SLICE_INPUT_KERNELS] = {
    [SLICE_SAXPY] = {1, 4, {{"n", 4096}, {"x", A}, {"y", B}, {"a", 0x40200000}}},
    [SLICE_REDUCE] = {1, 4, {{"n", 4096}, {"x", A}, {"y", SMALL}}},
    [SLICE_REDUCE_BY_MEMORY] = {1, 4, {{"n", 4096}, {"x", A}, {"y", SMALL}, {"z", MORE}}},
    [SLICE_JACOBI] = {1, 4, {{"x", A}, {"y", B}, {"eps", 0x3C23D70A}}},
    [SLICE_HISTOGRAM] = {1, 4, {{"n", 2048}, {"x", A}, {"y", SMALL}}},
    [SLICE_GEMM_S8] = {4, 1, {{"m", 64}, {"n", 64}, {"k", 128}, {"a", A}, {"b", B}, {"y", C}}},
    [SLICE_GEMM_BF16] = {4, 1, {{"m", 64}, {"n", 64}, {"k", 64}, {"a", A}, {"b", B}, {"y", C}}},
    [SLICE_DENSE_S8] = {4,
                        1,
                        {{"m", 64},
                         {"n", 64},
                         {"k", 128},
                         {"x", A},
                         {"w", B},
                         {"y", C},
                         {"bias", SMALL},
                         {"scales", MORE},
                         {"zero", 3}}},
    [SLICE_POINTWISE_S8] = {1,
                            1,
                            {{"m", 128},
                             {"n", 64},
                             {"x", A},
                             {"w", B},
                             {"y", C},
                             {"bias", SMALL},
                             {"scales", MORE},
                             {"zero", 3}}},
    [SLICE_CONV_S8] = {4,
                       1,
                       {{"m", 128},
                        {"n", 64},
                        {"k", 40},
                        {"x", A},
                        {"w", B},
                        {"y", C},
                        {"bias", SMALL},
                        {"scales", MORE},
                        {"zero", 3},
                        {"shape", 0}}},
    [SLICE_DEPTHWISE_S8] = {8,
                            1,
                            {{"m", 128},
                             {"n", 64},
                             {"x", A},
                             {"w", B},
                             {"y", C},
                             {"bias", SMALL},
                             {"scales", MORE},
                             {"zero", 3},
                             {"height", 25},
                             {"width", 5},
                             {"columns", 5},
                             {"step", 1},
                             {"top", 1},
                             {"left", 1},
                             {"offset", 128}}},
    [SLICE_POOL_S8] = {4, 1, {{"m", 125}, {"n", 64}, {"x", A}, {"y", C}}},
    [SLICE_SOFTMAX_F32] = {1, 4, {{"m", 32}, {"n", 64}, {"x", A}, {"y", C}}},
    [SLICE_ATTENTION_S8] =
        {4,
         1,
         {{"m", 64}, {"n", 64}, {"k", 256}, {"a", A}, {"b", B}, {"y", C}, {"scale", 0x37000000}}},
    [SLICE_SPMV] = {1,
                    4,
                    {{"m", SPMV_ROWS},
                     {"n", SPMV_COLUMNS},
                     {"values", A},
                     {"masks", SMALL},
                     {"first", MORE},
                     {"x", B},
                     {"y", C}}},
    [SLICE_SORT] = {1, 4, {{"n", 512}, {"x", A}, {"y", C}}},
    [SLICE_MANDELBROT] = {1,
                          4,
                          {{"n", 1024},
                           {"y", C},
                           {"left", 0xC0000000},
                           {"across", 0x3DC00000},
                           {"top", 0xBF800000},
                           {"down", 0x3D800000},
                           {"most", 64},
                           {"columns", 32}}},
};

/* --- memory --- */

/* Floats from -1 to 1. Words used as shifts or 8-bit integers may have any value. */
static void give_floats(struct assay_rng *r, uint32_t *memory)
{
    for (uint32_t i = 0; i < SLICE_INPUT_WORDS; ++i) {
        const float x = (float)((int32_t)assay_rng_below(r, 2001) - 1000) / 1000;

        memcpy(&memory[i], &x, sizeof x);
    }
}

static void give_words(struct assay_rng *r, uint32_t *memory)
{
    for (uint32_t i = 0; i < SLICE_INPUT_WORDS; ++i)
        memory[i] = (uint32_t)assay_rng_u64(r);
}

/* The shape of the network's first layer: bytes per row of the kernel; rows, and bytes per row,
 * of the input; columns of the output; rows, and bytes, from one place to the next; rows above,
 * and bytes to the left; the value outside. */
static void give_picture(uint32_t *memory)
{
    static const uint32_t shape[CONV_SHAPE] = {4, 49, 10, 5, 2, 2, 4, 1, 100};

    memcpy(memory, shape, sizeof shape);
}

/* A matrix in compressed rows, with a quarter of its elements present. */
static void give_sparse(struct assay_rng *r, uint32_t *memory)
{
    uint8_t *masks = (uint8_t *)(memory + SMALL / 4);
    uint32_t *first = memory + MORE / 4, at = 0;

    for (uint32_t row = 0; row < SPMV_ROWS; ++row) {
        first[row] = at;
        for (uint32_t e = row * EIGHTS; e < (row + 1) * EIGHTS; ++e) {
            masks[e] = 0;
            for (uint32_t b = 0; b < 8; ++b)
                masks[e] |= (uint8_t)(assay_rng_percent(r, SPARSE) << b);
            at += (uint32_t)__builtin_popcount(masks[e]);
        }
    }
}

static void give_memory(enum slice_input_kernel which, uint32_t *memory)
{
    struct assay_rng r;

    assay_rng_init(&r, 1, "slice.inputs");
    switch (which) {
    case SLICE_SAXPY:
    case SLICE_JACOBI:
    case SLICE_GEMM_BF16:
    case SLICE_SOFTMAX_F32:
        give_floats(&r, memory);
        break;
    default:
        give_words(&r, memory);
        break;
    }
    if (which == SLICE_CONV_S8)
        give_picture(memory);
    if (which == SLICE_SPMV)
        give_sparse(&r, memory);
}

/* --- constants --- */

void slice_input_set(struct slice_kernel *k, const char *name, uint32_t number)
{
    for (uint32_t i = 0; i < k->assembly.n_args; ++i)
        if (strcmp(k->assembly.arg[i].name, name) == 0)
            k->c[k->assembly.arg[i].c] = number;
}

bool slice_input_get(const struct slice_kernel *k, const char *name, uint32_t *number)
{
    for (uint32_t i = 0; i < k->assembly.n_args; ++i)
        if (strcmp(k->assembly.arg[i].name, name) == 0) {
            *number = k->c[k->assembly.arg[i].c];
            return true;
        }
    return false;
}

static void give_constants(struct slice_kernel *k, const struct input *in, uint32_t lanes)
{
    for (const struct given *g = in->arg; g < in->arg + PREDICATE_ARGS && g->name; ++g)
        slice_input_set(k, g->name, g->number);
    slice_input_set(k, "lanes", lanes);
}

bool slice_input_load(struct slice_kernel *k, enum slice_input_kernel which, bool as_written,
                      const struct slice_params *params, uint32_t *memory, char *why,
                      size_t why_size)
{
    char path[PATH_MAX], relative[96];

    snprintf(relative, sizeof relative, "tb/slice/kernels/%s.s", slice_input_names[which]);
    if (!slice_kernel_load(k, assay_source_path(path, sizeof path, relative), as_written, why,
                           why_size))
        return false;
    give_memory(which, memory);
    give_constants(k, &inputs[which], params->lanes);
    k->groups = inputs[which].groups;
    k->warps = inputs[which].warps;
    k->memory = memory;
    k->bytes = SLICE_INPUT_WORDS * sizeof memory[0];
    return true;
}
