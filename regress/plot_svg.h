/*
 * plot_svg.h - a plot as SVG that needs nothing else: it has its own style, for light and dark.
 */
#ifndef ASSAY_REGRESS_PLOT_SVG_H
#define ASSAY_REGRESS_PLOT_SVG_H

#include <stdio.h>

#include "bench/plot.h"

/* The element <svg>; a file of its own when it stands alone. A plot without numbers says so. */
void assay_plot_svg(FILE *f, const struct assay_plot *p);

#endif
