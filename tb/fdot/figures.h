/* figures.h - headline figures of fdot: its size against a chain of fused multiply-adds. */
#ifndef FDOT_FIGURES_H
#define FDOT_FIGURES_H

#include <stddef.h>

struct assay_figures;

int fdot_figures(struct assay_figures *f, char *why, size_t why_size);

#endif
