/* gemm_figures.h - figures of assay_gemm with the arithmetic of matrix units. */
#ifndef FDOT_GEMM_FIGURES_H
#define FDOT_GEMM_FIGURES_H

#include <stddef.h>

struct assay_figures;

/* Against the golden model of fdot, stepped through the same product, which must give the same bits; and on two
 * threads. An enum assay_error, with a message in `why`. */
int fdot_gemm_figures(struct assay_figures *f, char *why, size_t why_size);

#endif
