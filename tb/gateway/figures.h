/* figures.h - headline figures of gateway for `assay bench`. */
#ifndef GATEWAY_FIGURES_H
#define GATEWAY_FIGURES_H

#include <stddef.h>

struct assay_figures;

/* assay_block.figures: reductions, conventional against merged, both measured on their RTL. */
int gateway_figures(struct assay_figures *f, char *why, size_t why_size);

#endif
