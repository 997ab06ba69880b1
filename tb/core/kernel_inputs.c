#include "core/kernel_inputs.h"

#include <string.h>

enum {
    A = 4 * CORE_INPUT_A, /* byte addresses */
    B = 4 * CORE_INPUT_B,
    C = 4 * CORE_INPUT_C,
    D = 4 * CORE_INPUT_D,
    LATENCY = 64,
    APART = 4,
    LOCAL = 4096
};

const char *const core_input_names[CORE_INPUT_KERNELS] = {
    [CORE_SAXPY] = "saxpy",
    [CORE_MANDELBROT] = "mandelbrot",
    [CORE_LIGHTING] = "lighting",
    [CORE_DOT_S8] = "dot_s8",
    [CORE_NORMALISE] = "normalise",
    [CORE_HISTOGRAM] = "histogram",
    [CORE_SORT] = "sort",
    [CORE_LISTING_BRANCH] = "listing_branch",
    [CORE_LISTING_PREDICATED] = "listing_predicated",
};

static uint32_t bits(float x)
{
    uint32_t word;

    memcpy(&word, &x, sizeof word);
    return word;
}

/* Fills memory with floats from -most / by to most / by. */
static void give_floats(struct assay_rng *r, uint32_t *memory, int32_t most, float by)
{
    for (uint32_t i = 0; i < CORE_INPUT_WORDS; ++i)
        memory[i] = bits((float)((int32_t)assay_rng_below(r, 2 * (uint32_t)most + 1) - most) / by);
}

static void give_bytes(struct assay_rng *r, uint32_t *memory)
{
    for (uint32_t i = 0; i < CORE_INPUT_WORDS; ++i)
        memory[i] = (uint32_t)assay_rng_u64(r);
}

static void give_integers(struct assay_rng *r, uint32_t *memory)
{
    for (uint32_t i = 0; i < CORE_INPUT_WORDS; ++i)
        memory[i] = assay_rng_below(r, 2000) - 1000;
}

static void give_memory(enum core_input_kernel which, struct assay_rng *r, uint32_t *memory)
{
    switch (which) {
    case CORE_DOT_S8:
    case CORE_HISTOGRAM:
        give_bytes(r, memory);
        break;
    case CORE_SORT:
        give_integers(r, memory);
        break;
    case CORE_LIGHTING:
        give_floats(r, memory, 100, 100.0f);
        break;
    default:
        give_floats(r, memory, 1000, 64.0f);
        break;
    }
    if (which == CORE_HISTOGRAM) /* its counts start at 0 */
        memset(&memory[CORE_INPUT_B], 0, CORE_INPUT_BINS * sizeof memory[0]);
}

static void give_constants(enum core_input_kernel which, uint32_t c[PREDICATE_REGS])
{
    const uint32_t n = CORE_INPUT_ELEMENTS;
    const uint32_t of[CORE_INPUT_KERNELS][PREDICATE_REGS] = {
        [CORE_SAXPY] = {n, A, B, bits(2.5f)},
        [CORE_MANDELBROT] = {n, A, bits(-2.0f), bits(0.046875f), bits(-0.5f), bits(0.125f),
                             CORE_INPUT_TRIPS},
        [CORE_LIGHTING] = {n, A, B, C, D, bits(0.57735026f), bits(0.8f), bits(0.1f), 1, bits(0.5f)},
        [CORE_DOT_S8] = {n, A, B, C, bits(0.0078125f)},
        [CORE_NORMALISE] = {0, A, B, C},
        [CORE_HISTOGRAM] = {4 * n, A, B},
        [CORE_SORT] = {0, A, B},
        [CORE_LISTING_BRANCH] = {7, 7, A},
        [CORE_LISTING_PREDICATED] = {7, 7, A},
    };

    memcpy(c, of[which], sizeof of[which]);
}

void core_input_give(struct core_kernel *k, enum core_input_kernel which, uint32_t lanes,
                     uint64_t seed, uint32_t *memory)
{
    struct assay_rng r;

    assay_rng_init(&r, seed, "core.inputs");
    give_memory(which, &r, memory);
    give_constants(which, k->c);
    k->c[15] = lanes;
    k->global = memory;
    k->bytes = CORE_INPUT_WORDS * sizeof memory[0];
    k->local_bytes = LOCAL;
    k->bars = 1;
    k->latency = LATENCY;
    k->apart = APART;
}
