/* measure.h - measures cycles of kernels on the golden model of slice, for figures, plots and
 * tests. */
#ifndef SLICE_MEASURE_H
#define SLICE_MEASURE_H

#include "slice/kernel_inputs.h"

/* Changes a kernel before it runs. Returns NULL, or what it expected of the kernel. */
typedef const char *slice_change(struct slice_kernel *k);

/* Runs a kernel with its inputs on a slice. `params` is as for `assay run`. `change` may be NULL.
 * The results are in *k. Returns false with a message in `why`. */
bool slice_measure(struct slice_kernel *k, enum slice_input_kernel which, bool as_written,
                   const char *params, slice_change *change, char *why, size_t why_size);

/* Cycles of a launch that sums an array with eight warps: until each warp has its own sum, and
 * until each has the total, either merged into the barrier or by a word in memory. */
struct slice_reduction {
    uint32_t alone, merged, by_memory;
};
bool slice_measure_reduction(uint32_t distance, struct slice_reduction *r, char *why,
                             size_t why_size);
/* The cycles that the sequence over memory adds, relative to those that the merged one adds. */
double slice_reduction_ratio(const struct slice_reduction *r);

/* Cycles of attention_s8 with products of k bytes, and of its two kinds of work alone: what it
 * off-loads, and what its lanes do. */
struct slice_overlap {
    uint32_t both, offload, lanes;
};
bool slice_measure_overlap(uint32_t k, struct slice_overlap *o, char *why, size_t why_size);
/* The cycles of both, relative to the longer of the two alone. */
double slice_overlap_ratio(const struct slice_overlap *o);

/* Cycles of pointwise_s8 if so many of every four blocks of weights, of four inputs by eight
 * outputs, are zero. */
bool slice_measure_pruned(uint32_t blocks, uint32_t *cycles, char *why, size_t why_size);

/* Replaces the last store by an exit. Returns false if there is none. */
bool slice_leave_at_store(struct predicate_assembly *a);
/* Removes the words for which `which` returns true. A branch to a removed word goes to the next
 * remaining one, a branch beyond the end stays as it is. */
void slice_drop_words(struct predicate_assembly *a, bool (*which)(const struct predicate_word *w));

#endif
