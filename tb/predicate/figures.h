/* figures.h - headline figures of predicate: the savings from uniform predicates. */
#ifndef PREDICATE_FIGURES_H
#define PREDICATE_FIGURES_H

#include <stddef.h>

struct assay_figures;

int predicate_figures(struct assay_figures *f, char *why, size_t why_size);

#endif
