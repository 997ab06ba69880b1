/* figures.h - headline figures and plots of gateway:
 * reductions, conventional versus merged, both measured on their RTL. */
#ifndef GATEWAY_FIGURES_H
#define GATEWAY_FIGURES_H

#include <stddef.h>
#include <stdint.h>

#include "engine/block.h"
#include "sim/backend.h"

/* Gateway has one side. The conventional reduction has one side per distance of its memory. */
enum { GATEWAY_FIGURES_SLOTS = 256, GATEWAY_SIDES = 3 };
extern const uint32_t gateway_side_distance[GATEWAY_SIDES];

/* One side: its DUT, and what to watch in a run of it. */
struct gateway_side {
    struct assay_variant variant;
    const char *scenario;
    unsigned first, last; /* stream indices: arrivals in, releases out */
    const struct assay_dut_ops *ops;
    void *handle;
};

/* Returns an enum assay_error, with a message in `why`. On an error nothing is left open. */
int gateway_sides_open(struct gateway_side side[GATEWAY_SIDES], char *why, size_t why_size);
void gateway_sides_close(struct gateway_side side[GATEWAY_SIDES]);

/* Returns the cycles from the first arrival to the last release, both included, or 0 if the run did
 * not pass. `user` is the user data of the side's scenario. */
uint32_t gateway_side_cycles(const struct gateway_side *s, void *user, char *why, size_t why_size);

int gateway_figures(struct assay_figures *f, char *why, size_t why_size);
int gateway_plots(struct assay_plots *list, char *why, size_t why_size);

#endif
