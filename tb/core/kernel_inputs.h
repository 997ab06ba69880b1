/* kernel_inputs.h - what the kernels in tb/core/kernels are given, for figures and for their test. */
#ifndef CORE_KERNEL_INPUTS_H
#define CORE_KERNEL_INPUTS_H

#include "core/kernel.h"

enum {
    CORE_INPUT_ELEMENTS = 512, /* the kernels take any multiple of all lanes */
    CORE_INPUT_WORDS = 1 << 14,
    CORE_INPUT_TRIPS = 64, /* of mandelbrot, at most */
    CORE_INPUT_BINS = 64,  /* of histogram */
    /* Where buffers begin, in words: what a kernel reads, and then what it leaves. */
    CORE_INPUT_A = 0,
    CORE_INPUT_B = 2048,
    CORE_INPUT_C = 4096,
    CORE_INPUT_D = 6144
};

enum core_input_kernel {
    CORE_SAXPY,
    CORE_MANDELBROT,
    CORE_LIGHTING,
    CORE_DOT_S8,
    CORE_NORMALISE,
    CORE_HISTOGRAM,
    CORE_SORT,
    CORE_LISTING_BRANCH,
    CORE_LISTING_PREDICATED,
    CORE_INPUT_KERNELS
};

extern const char *const core_input_names[CORE_INPUT_KERNELS];

/* Memory of CORE_INPUT_WORDS words, constants and all else that has to be set before a run on warps of `lanes`
 * lanes, but for groups and warps: memory of latency 64 and a line in 4 cycles. */
void core_input_give(struct core_kernel *k, enum core_input_kernel which, uint32_t lanes,
                     uint64_t seed, uint32_t *memory);

#endif
