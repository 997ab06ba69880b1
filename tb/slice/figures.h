/* figures.h - headline figures of slice (figures.c) and the curves of a reduction (plots.c), on
 * the golden model. */
#ifndef SLICE_FIGURES_H
#define SLICE_FIGURES_H

#include <stddef.h>

struct assay_figures;
struct assay_plots;

int slice_figures(struct assay_figures *f, char *why, size_t why_size);
int slice_plots(struct assay_plots *list, char *why, size_t why_size);

#endif
