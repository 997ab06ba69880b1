/* plots.c - tile interval of loopback against density, measured on the RTL in lockstep. */
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "bench/plot.h"
#include "loopback/figures.h"
#include "loopback/loopback.h"
#include "loopback/tiles.h"
#include "sim/backend.h"

static const double densities[] = {5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100};

static bool curves(struct assay_plot *p, const struct assay_dut_ops *ops,
                   const struct assay_variant *v, void *ctx, char *why, size_t why_size)
{
    struct loopback_steady steady = {.cmd = {.a_type = SPARSE_S8,
                                             .b_type = SPARSE_S8,
                                             .k_len = LOOPBACK_FIGURES_K,
                                             .a_map_len = LOOPBACK_FIGURES_K,
                                             .b_map_len = LOOPBACK_FIGURES_K}};
    const size_t sparse = assay_plot_series(p, "sparse, measured", false);
    const size_t formula = assay_plot_series(p, "sparse, the formula for the same tiles", true);
    const size_t dense = assay_plot_series(p, "dense, measured", false);
    const double all = loopback_interval(ops, v, &steady, why, why_size);

    if (all <= 0)
        return false;
    steady.cmd.sparse = 1;
    for (p->n = 0; p->n < sizeof densities / sizeof densities[0]; ++p->n) {
        p->x[p->n] = densities[p->n];
        steady.zeros = (uint8_t)(100 - densities[p->n]);
        p->series[sparse].y[p->n] = loopback_interval(ops, v, &steady, why, why_size);
        p->series[formula].y[p->n] = loopback_stated_interval(v, &steady, ctx);
        p->series[dense].y[p->n] = all;
        if (p->series[sparse].y[p->n] <= 0)
            return false;
    }
    assay_plot_line(p, "stated: 64 cycles a dense tile", LOOPBACK_FIGURES_K);
    return true;
}

int loopback_plots(struct assay_plots *list, char *why, size_t why_size)
{
    const struct assay_variant v = {
        .block = assay_block_find("loopback"),
        .params = {{LOOPBACK_FIGURES_ROWS, LOOPBACK_FIGURES_ROWS, LOOPBACK_FIGURES_K}},
        .no_waves = true};
    const struct assay_dut_ops *ops;
    struct assay_plot p;
    void *handle, *ctx;
    int e = (int)assay_verilator_open(&v, false, &ops, &handle, why, why_size);

    if (e)
        return e;
    assay_plot_init(&p, ASSAY_PLOT_CURVES, "loopback: cycles against density (8x8 tiles, K 64, s8)",
                    "[systolic disaggregation ¶331 to ¶339], RTL in lockstep",
                    "density of A and B, percent", "tile interval, cycles");
    snprintf(why, why_size, "out of memory");
    ctx = calloc(1, assay_scenario_find(v.block, "throughput")->ctx_size);
    e = ctx && curves(&p, ops, &v, ctx, why, why_size) && assay_plots_add(list, &p)
            ? ASSAY_OK
            : ASSAY_ENVIRONMENT;
    free(ctx);
    assay_verilator_close(handle);
    return e;
}
