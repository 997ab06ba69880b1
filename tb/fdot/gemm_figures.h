/* gemm_figures.h - speed of assay_gemm with the arithmetic of matrix units. */
#ifndef FDOT_GEMM_FIGURES_H
#define FDOT_GEMM_FIGURES_H

#include <stddef.h>

struct assay_figures;

/* Compares with the golden model of fdot, stepped through the same product, whose result must be
 * bit-identical; and measures two threads. Returns an enum assay_error; on an error `why` has a
 * message. */
int fdot_gemm_figures(struct assay_figures *f, char *why, size_t why_size);

#endif
