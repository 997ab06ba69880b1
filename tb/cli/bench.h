/*
 * bench.h - the parts of `assay bench`. Each function adds to the figures. Those that return int
 * return 0, or an exit status with a message in `why`.
 */
#ifndef ASSAY_BENCH_H
#define ASSAY_BENCH_H

#include <stddef.h>

#include "bench/figures.h"
#include "bench/plot.h"
#include "engine/block.h"

enum { BENCH_WHY = 4096 };

/* Show what is being measured, on a terminal only; and clear it. */
void bench_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void bench_said(void);

/* bench_machine.c: the machine and the tools that the figures come from. */
void bench_machine(struct assay_figures *f);

/* The speed of one block. */
struct bench_speed {
    const struct assay_block *block;
    const char *rtl;              /* file list of the RTL to measure; NULL: the block's own */
    double bare, lockstep, model; /* ns per cycle, medians */
    double icarus, verilator;     /* cycles per second of whole runs, medians; 0: no Icarus */
    /* Medians of the ratios of the rounds, with quartiles. */
    struct assay_figure of_lockstep, of_snapshots, of_model, of_icarus;
    size_t rounds, runs;
};

/* bench_speed.c: lockstep, snapshots and the model alone against the bare Verilated model.
 * `seconds` is the time for each side. */
int bench_speed(struct bench_speed *s, const char *params, double seconds, char *why,
                size_t why_size);

/* bench_runs.c: measurements that run this whole program. */
int bench_icarus(struct bench_speed *s, const char *params, char *why, size_t why_size);
int bench_scaling(struct assay_figures *f, char *why, size_t why_size);

/* bench_report.c: the objects and tables with the speed of all blocks. */
void bench_speed_report(struct assay_figures *f, const struct bench_speed *s, size_t n);

/* bench_plots.c: the numbers behind the plots of a report, as one object in one line. */
struct bench_plots {
    struct assay_plots list;
    double begun;
};
void bench_plots_begin(struct bench_plots *p);
int bench_plots_block(struct bench_plots *p, const struct assay_block *block, char *why,
                      size_t why_size);
void bench_plots_end(struct bench_plots *p, int status, FILE *to);

#endif
