/*
 * plot_svg.h - a plot as self-contained SVG: it has its own style, for light and dark.
 */
#ifndef ASSAY_REGRESS_PLOT_SVG_H
#define ASSAY_REGRESS_PLOT_SVG_H

#include <stdio.h>

#include "bench/plot.h"

/* Print the <svg> element, which is also valid as a file. A plot without numbers says so. */
void assay_plot_svg(FILE *f, const struct assay_plot *p);

#endif
