/*
 * plot_svg.h - a plot as self-contained SVG: it has its own style, for light and dark.
 */
#ifndef ASSAY_REGRESS_PLOT_SVG_H
#define ASSAY_REGRESS_PLOT_SVG_H

#include <stdio.h>

#include "bench/plot.h"

/* Print the <svg> element, which is also valid as a file. A plot without numbers says so. */
void assay_plot_svg(FILE *f, const struct assay_plot *p);

/* The smallest of 1, 2 and 5 times a power of ten that is at least `v`; `v` is above 0. */
double assay_round_up(double v);

#endif
