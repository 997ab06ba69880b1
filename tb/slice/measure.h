/* measure.h - cycles of kernels on the golden model of slice, for figures, plots and tests. */
#ifndef SLICE_MEASURE_H
#define SLICE_MEASURE_H

#include "slice/kernel_inputs.h"

/* A kernel with its inputs on a slice; `params` as for `assay run`, and `set` may change the kernel before it runs (NULL: it
 * does not). *k holds what became of it. False with a message. */
bool slice_measure(struct slice_kernel *k, enum slice_input_kernel which, bool as_written,
                   const char *params, void (*set)(struct slice_kernel *k), char *why,
                   size_t why_size);

/* Cycles of a launch that adds up an array by eight warps: until each has its own sum, and until each has that of all,
 * merged into the barrier or by a word in memory. */
struct slice_reduction {
    uint32_t alone, merged, by_memory;
};
bool slice_measure_reduction(uint32_t distance, struct slice_reduction *r, char *why,
                             size_t why_size);
/* What the sequence over memory adds, what the merged one adds = 1. */
double slice_reduction_ratio(const struct slice_reduction *r);

/* Cycles of attention_s8 with products of k bytes, and of its two kinds of work alone: what it off-loads, and what lanes do. */
struct slice_overlap {
    uint32_t both, offload, lanes;
};
bool slice_measure_overlap(uint32_t k, struct slice_overlap *o, char *why, size_t why_size);
/* The longer of the two alone = 1. */
double slice_overlap_ratio(const struct slice_overlap *o);

/* Takes the words out for which `which` is true. Branches go to the word that follows. */
void slice_drop_words(struct predicate_assembly *a, bool (*which)(const struct predicate_word *w));

#endif
