/* figures.h - headline figures and plots of loopback. */
#ifndef LOOPBACK_FIGURES_H
#define LOOPBACK_FIGURES_H

#include <stddef.h>

struct assay_dut_ops;
struct assay_figures;
struct assay_plots;
struct assay_variant;
struct loopback_steady;

/* Tiles of 8x8, K 64. */
enum { LOOPBACK_FIGURES_ROWS = 8, LOOPBACK_FIGURES_K = 64 };

/* Returns the cycles between two tiles, measured
 * between responses, or 0 if the run did not pass. */
double loopback_interval(const struct assay_dut_ops *ops, const struct assay_variant *v,
                         struct loopback_steady *steady, char *why, size_t why_size);
/* Returns the same by the formula, for the same tiles.
 * `ctx` has the size for the scenario `throughput`. */
double loopback_stated_interval(const struct assay_variant *v, struct loopback_steady *steady,
                                void *ctx);

int loopback_figures(struct assay_figures *f, char *why, size_t why_size);
int loopback_plots(struct assay_plots *list, char *why, size_t why_size);

#endif
