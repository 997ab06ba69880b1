/* figures.h - headline figures of loopback. */
#ifndef LOOPBACK_FIGURES_H
#define LOOPBACK_FIGURES_H

#include <stddef.h>

struct assay_figures;

int loopback_figures(struct assay_figures *f, char *why, size_t why_size);

#endif
