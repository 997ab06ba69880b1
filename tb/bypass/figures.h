/* figures.h - headline figures of bypass. */
#ifndef BYPASS_FIGURES_H
#define BYPASS_FIGURES_H

#include <stddef.h>

struct assay_figures;

int bypass_figures(struct assay_figures *f, char *why, size_t why_size);

#endif
