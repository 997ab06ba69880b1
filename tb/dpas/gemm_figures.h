/* gemm_figures.h - speed of the library's products of whole matrices. */
#ifndef DPAS_GEMM_FIGURES_H
#define DPAS_GEMM_FIGURES_H

#include <stddef.h>

struct assay_figures;

/*
 * Measures for a few seconds. Returns an enum assay_error; if it is not ASSAY_OK, `why` has a
 * message.
 */
int assay_gemm_figures(struct assay_figures *f, char *why, size_t size);

#endif
