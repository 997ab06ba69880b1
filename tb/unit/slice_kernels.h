/*
 * slice_kernels.h - runs kernels of tb/slice/kernels on the golden model of slice, with random
 * words in memory, both as written and after the uniformity pass, with various groups, warps and
 * latencies.
 */
#ifndef SLICE_KERNELS_H
#define SLICE_KERNELS_H

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/home.h"
#include "slice/kernel.h"
#include "unit/random.h"

enum { WORDS = 1 << 15, FROM = 1024, LANES = 8 };

static struct slice_kernel k;
static uint32_t memory[WORDS], before[WORDS];
static struct assay_rng rng;

/* The conditions of a launch. */
struct shape {
    uint32_t groups, warps, latency;
    bool as_written;
    const char *params;
};

/* Three latencies, each with groups of one warp and of four. */
static const struct shape shapes[] = {
    {1, 1, 64, false, "default"},          {4, 1, 64, true, "default"},
    {3, 2, 200, false, "default"},         {1, 4, 1, false, "default"},
    {5, 4, 64, true, "reduce,distance=7"}, {2, 8, 64, false, "reduce"},
    {2, 1, 1, false, "reduce,distance=9"}, {1, 1, 300, true, "default"},
    {1, 4, 300, false, "default"}};

static inline void load(const char *name, const struct shape *s)
{
    char path[PATH_MAX], relative[96], why[512];

    snprintf(relative, sizeof relative, "tb/slice/kernels/%s.s", name);
    if (!slice_kernel_load(&k, assay_source_path(path, sizeof path, relative), s->as_written, why,
                           sizeof why))
        fail_msg("%s", why);
    k.groups = s->groups;
    k.warps = s->warps;
    k.latency = s->latency;
    k.memory = memory;
    k.bytes = sizeof memory;
    for (uint32_t i = 0; i < WORDS; ++i)
        memory[i] = before[i] = (uint32_t)assay_rng_u64(&rng);
}

/* Sets the constant of this name. */
static inline void give(const char *name, uint32_t value)
{
    for (uint32_t i = 0; i < k.assembly.n_args; ++i)
        if (strcmp(k.assembly.arg[i].name, name) == 0) {
            k.c[k.assembly.arg[i].c] = value;
            return;
        }
    fail_msg("%s: no .arg %s", k.path, name);
}

static inline void run(const struct shape *s)
{
    const struct assay_block *b = assay_block_find("slice");
    struct assay_params params;
    char why[1024];

    if (!assay_params_parse(b, s->params, &params, why, sizeof why) ||
        !slice_kernel_run(&k, &params, NULL, why, sizeof why))
        fail_msg("%s", why);
}

/* Asserts that all words but the `n` from `at` on are unchanged. */
static inline void nothing_else(uint32_t at, uint32_t n)
{
    for (uint32_t i = 0; i < WORDS; ++i)
        if ((i < at || i >= at + n) && memory[i] != before[i])
            fail_msg("%s: word %u: expected %x, got %x", k.path, i, before[i], memory[i]);
}

static inline uint32_t bits(float x)
{
    uint32_t word;

    memcpy(&word, &x, sizeof word);
    return word;
}

static inline float number(uint32_t word)
{
    float x;

    memcpy(&x, &word, sizeof x);
    return x;
}

/* Returns byte `byte`, counted from word `word`, as it was before the launch. */
static inline int32_t byte_at(uint32_t word, uint32_t byte)
{
    return (int8_t)(before[word + byte / 4] >> byte % 4 * 8);
}

/* Scales as gemmlowp does: a shift to the left if it is above 0, a multiplication with rounding, a
 * shift to the right if it is below 0, to nearest with ties away from zero. */
static inline int32_t scaled(int32_t x, int32_t m, int32_t shift, int32_t zero)
{
    const int64_t left = INT64_C(1) << (shift > 0 ? shift : 0);
    const uint32_t right = shift < 0 ? (uint32_t)-shift : 0;
    const int64_t p = (int64_t)x * left * m + (INT64_C(1) << 30), half = (INT64_C(1) << right) / 2;
    int64_t v = p >= 0 ? p >> 31 : -((-p + (INT64_C(1) << 31) - 1) >> 31);

    v = (v >= 0 ? (v + half) >> right : -((-v + half) >> right)) + zero;
    return (int32_t)(v < -128 ? -128 : v > 127 ? 127 : v);
}

/* Draws a multiplier and a shift that bring most sums of about 17 bits to 8 bits, with a shift to
 * the right, with none and to the left, or a multiplier at one of the ends. */
static inline void draw_scale(uint32_t *multiplier, uint32_t *shift)
{
    const uint32_t left = assay_rng_below(&rng, 8);
    const uint32_t to_right = 0 - (7 + assay_rng_below(&rng, 5));

    switch (assay_rng_below(&rng, 8)) {
    case 0:
        *multiplier = 0;
        *shift = assay_rng_below(&rng, 2) ? left : to_right;
        break;
    case 1:
        *multiplier = INT32_MAX;
        *shift = assay_rng_below(&rng, 8) ? to_right : 0;
        break;
    case 2:
    case 3:
        *multiplier = assay_rng_below(&rng, UINT32_C(1) << (24 - left));
        *shift = left;
        break;
    default:
        *multiplier = (UINT32_C(1) << 30) + assay_rng_below(&rng, UINT32_C(1) << 30);
        *shift = to_right;
        break;
    }
}

#endif
