/* kernel_inputs.h - inputs of the kernels in tb/core/kernels, for figures and for their test. */
#ifndef CORE_KERNEL_INPUTS_H
#define CORE_KERNEL_INPUTS_H

#include "core/kernel.h"

enum {
    CORE_INPUT_ELEMENTS = 512, /* the kernels accept any multiple of the total number of lanes */
    CORE_INPUT_WORDS = 1 << 14,
    CORE_INPUT_TRIPS = 64, /* most iterations of mandelbrot */
    CORE_INPUT_BINS = 64,  /* of histogram */
    /* Where buffers begin, in words: first the inputs of a kernel, then its outputs. */
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

/* Sets memory (CORE_INPUT_WORDS words), the constants and everything else that a run on warps of
 * `lanes` lanes needs, except groups and warps. Memory has a latency of 64 cycles and delivers a
 * line every 4 cycles. */
void core_input_give(struct core_kernel *k, enum core_input_kernel which, uint32_t lanes,
                     uint64_t seed, uint32_t *memory);

#endif
