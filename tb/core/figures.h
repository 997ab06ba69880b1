/* figures.h - headline figures of core: what warps hide, and what the uniformity pass saves. */
#ifndef CORE_FIGURES_H
#define CORE_FIGURES_H

#include "core/kernel_inputs.h"

enum {
    CORE_FIGURE_LANES = 8,
    CORE_FIGURE_WARPS = 5, /* groups of 1, 2, 4, 8 and 16 warps */
    CORE_FIGURE_EIGHT = 3
};

struct core_measured {
    uint64_t cycles, issued; /* issued: cycles in which something did */
    uint32_t instructions, tests, uniform;
};

/* One launch of a group each, without and with the uniformity pass. */
struct core_measures {
    struct core_measured run[CORE_INPUT_KERNELS][CORE_FIGURE_WARPS][2];
    struct core_measured near[CORE_INPUT_KERNELS][2]; /* 16 warps, memory gives a line a cycle */
};

/* On RTL in lockstep, or on the model alone if `ops` is NULL. False with a message. */
bool core_measure(const struct assay_dut_ops *ops, struct core_measures *m, char *why,
                  size_t why_size);

double core_slots_used(const struct core_measured *m);
/* Cycles with the pass, without = 1. */
double core_pass_ratio(const struct core_measured off_on[2]);
/* As written it uses so many slots that it is these that it waits for. */
bool core_bound_by_issue(const struct core_measured off_on[2]);

struct assay_figures;
int core_figures(struct assay_figures *f, char *why, size_t why_size);

#endif
