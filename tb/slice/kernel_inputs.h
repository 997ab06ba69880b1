/* kernel_inputs.h - what the kernels in tb/slice/kernels are given for figures: groups, numbers and arrays. */
#ifndef SLICE_KERNEL_INPUTS_H
#define SLICE_KERNEL_INPUTS_H

#include "slice/kernel.h"

enum { SLICE_INPUT_WORDS = 1 << 16 };

/* Of the groups of each: as many warps as there are on the default set work, but for pointwise_s8, where one is enough. */
enum slice_input_kernel {
    SLICE_SAXPY,
    SLICE_REDUCE,
    SLICE_REDUCE_BY_MEMORY,
    SLICE_JACOBI,
    SLICE_HISTOGRAM,
    SLICE_GEMM_S8,
    SLICE_GEMM_BF16,
    SLICE_DENSE_S8,
    SLICE_POINTWISE_S8,
    SLICE_CONV_S8,
    SLICE_DEPTHWISE_S8,
    SLICE_POOL_S8,
    SLICE_SOFTMAX_F32,
    SLICE_ATTENTION_S8,
    SLICE_SPMV,
    SLICE_SORT,
    SLICE_MANDELBROT,
    SLICE_INPUT_KERNELS
};

extern const char *const slice_input_names[SLICE_INPUT_KERNELS];

/* The kernel, with all that has to be set before a run on a slice of `params`, and SLICE_INPUT_WORDS words of memory. Layers
 * have the shapes of ds_cnn_s.yaml. False with a message. */
bool slice_input_load(struct slice_kernel *k, enum slice_input_kernel which, bool as_written,
                      const struct slice_params *params, uint32_t *memory, char *why,
                      size_t why_size);

/* Gives another number under a name; there is one. */
void slice_input_set(struct slice_kernel *k, const char *name, uint32_t number);

#endif
