/* figures.h - headline figures of zcache. */
#ifndef ZCACHE_FIGURES_H
#define ZCACHE_FIGURES_H

#include <stddef.h>

struct assay_figures;

/* Measures the traffic saved on pruned weights, against the same cache
 * without surfaces. The weights are drawn at random or come from the
 * .npy file named by the environment variable ASSAY_WEIGHTS. */
int zcache_figures(struct assay_figures *f, char *why, size_t why_size);

#endif
