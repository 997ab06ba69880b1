/* figures.h - headline figures of dpas. */
#ifndef DPAS_FIGURES_H
#define DPAS_FIGURES_H

#include <stddef.h>

struct assay_figures;

int dpas_figures(struct assay_figures *f, char *why, size_t why_size);

#endif
