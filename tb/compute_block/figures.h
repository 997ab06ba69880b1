/* figures.h - the utilisation of compute_block's arrays. */
#ifndef COMPUTE_BLOCK_FIGURES_H
#define COMPUTE_BLOCK_FIGURES_H

#include <stddef.h>

struct assay_figures;

int cb_figures(struct assay_figures *f, char *why, size_t why_size);

#endif
