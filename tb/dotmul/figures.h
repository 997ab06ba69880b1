/* figures.h - headline figures of dotmul. */
#ifndef DOTMUL_FIGURES_H
#define DOTMUL_FIGURES_H

#include <stddef.h>

struct assay_figures;

int dotmul_figures(struct assay_figures *f, char *why, size_t why_size);

#endif
