/* figures.h - headline figures of core: the latency that warps hide, and the work that the
 * uniformity pass saves. */
#ifndef CORE_FIGURES_H
#define CORE_FIGURES_H

#include "core/kernel_inputs.h"

enum {
    CORE_FIGURE_LANES = 8,
    CORE_FIGURE_WARPS = 5, /* group sizes: 1, 2, 4, 8 and 16 warps */
    CORE_FIGURE_EIGHT = 3
};

struct core_measured {
    uint64_t cycles, issued; /* issued: cycles in which anything issued */
    uint32_t instructions, tests, uniform;
};

/* One launch of one group each, [0] without and [1] with the uniformity pass. */
struct core_measures {
    struct core_measured run[CORE_INPUT_KERNELS][CORE_FIGURE_WARPS][2];
    struct core_measured near[CORE_INPUT_KERNELS][2]; /* 16 warps, a line per cycle */
};

/* Measures on RTL in lockstep, or on the model alone if `ops` is NULL. Returns false with a
 * message in `why`. */
bool core_measure(const struct assay_dut_ops *ops, struct core_measures *m, char *why,
                  size_t why_size);

double core_slots_used(const struct core_measured *m);
/* Cycles with the pass relative to those without it. */
double core_pass_ratio(const struct core_measured off_on[2]);
/* Whether the kernel as written uses so many issue slots that issue is the bottleneck. */
bool core_bound_by_issue(const struct core_measured off_on[2]);

struct assay_figures;
int core_figures(struct assay_figures *f, char *why, size_t why_size);

#endif
