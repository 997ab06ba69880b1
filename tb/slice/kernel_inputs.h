/* kernel_inputs.h - inputs of the kernels in tb/slice/kernels for figures: groups, numbers and
 * arrays. */
#ifndef SLICE_KERNEL_INPUTS_H
#define SLICE_KERNEL_INPUTS_H

#include "slice/kernel.h"

enum { SLICE_INPUT_WORDS = 1 << 16 };

/* The groups of each kernel occupy all warps of the default set, except for pointwise_s8, where
 * one warp is enough. */
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

/* Loads a kernel and sets everything that a run on a slice with `params` needs, including
 * SLICE_INPUT_WORDS words of memory. Layers have the shapes of ds_cnn_s.yaml. Returns false with
 * a message in `why`. */
bool slice_input_load(struct slice_kernel *k, enum slice_input_kernel which, bool as_written,
                      const struct slice_params *params, uint32_t *memory, char *why,
                      size_t why_size);

/* Sets the number of an argument. An unknown name is ignored. */
void slice_input_set(struct slice_kernel *k, const char *name, uint32_t number);
/* Returns false if the name is unknown. */
bool slice_input_get(const struct slice_kernel *k, const char *name, uint32_t *number);

#endif
