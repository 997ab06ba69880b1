/* figures.h - headline figures and plots of bypass. */
#ifndef BYPASS_FIGURES_H
#define BYPASS_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

struct assay_dut_ops;
struct assay_figures;
struct assay_plots;
struct assay_variant;
struct bypass_steady;

enum { BYPASS_FIGURES_K = 64 }; /* elements per row */

struct bypass_counts {
    double cycles, pairs, loads; /* per request */
};

/* Measures means over many requests. Returns false
 * with a message in `why` if the run did not pass. */
bool bypass_measure(const struct assay_dut_ops *ops, const struct assay_variant *v,
                    struct bypass_steady *steady, struct bypass_counts *c, char *why,
                    size_t why_size);

int bypass_figures(struct assay_figures *f, char *why, size_t why_size);
int bypass_plots(struct assay_plots *list, char *why, size_t why_size);

#endif
