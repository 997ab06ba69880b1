/* plots.c - request interval and loads of bypass
 * against density, measured on the RTL in lockstep. */
#include <stdio.h>

#include "base/error.h"
#include "bench/plot.h"
#include "bypass/bypass.h"
#include "bypass/figures.h"
#include "bypass/requests.h"
#include "sim/backend.h"

enum { SLICES = BYPASS_FIGURES_K / 4 };

static const double densities[] = {5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100};

static bool curves(struct assay_plot *cycles, struct assay_plot *loads,
                   const struct assay_dut_ops *ops, const struct assay_variant *v, char *why,
                   size_t why_size)
{
    struct bypass_steady steady = {.req = {.a_type = SPARSE_S8,
                                           .b_type = SPARSE_S8,
                                           .k_len = BYPASS_FIGURES_K,
                                           .a_map_len = BYPASS_FIGURES_K,
                                           .b_map_len = BYPASS_FIGURES_K}};
    const size_t measured = assay_plot_series(cycles, "measured", false);
    const size_t stated = assay_plot_series(cycles, "one cycle a surviving pair, stated", true);
    const size_t loaded = assay_plot_series(loads, "measured", false);

    for (size_t i = 0; i < sizeof densities / sizeof densities[0]; ++i) {
        struct bypass_counts c;

        cycles->x[i] = loads->x[i] = densities[i];
        cycles->n = loads->n = i + 1;
        steady.zeros = (uint8_t)(100 - densities[i]);
        steady.req.mode = BYPASS_PAIRS;
        if (!bypass_measure(ops, v, &steady, &c, why, why_size))
            return false;
        cycles->series[measured].y[i] = c.cycles;
        cycles->series[stated].y[i] = c.pairs;
        steady.req.mode = BYPASS_LOADS;
        if (!bypass_measure(ops, v, &steady, &c, why, why_size))
            return false;
        loads->series[loaded].y[i] = 100 * c.loads / SLICES;
    }
    assay_plot_line(cycles, "without bypass: 64 pairs", BYPASS_FIGURES_K);
    assay_plot_line(loads, "without bypass: all", 100);
    return true;
}

int bypass_plots(struct assay_plots *list, char *why, size_t why_size)
{
    const struct assay_variant v = {
        .block = assay_block_find("bypass"), .params = {{BYPASS_FIGURES_K}}, .no_waves = true};
    const struct assay_dut_ops *ops;
    struct assay_plot cycles, loads;
    void *handle;
    int e = (int)assay_verilator_open(&v, false, &ops, &handle, why, why_size);

    if (e)
        return e;
    assay_plot_init(&cycles, ASSAY_PLOT_CURVES, "bypass: cycles against density (rows of 64 s8)",
                    "[systolic disaggregation ¶336 to ¶339], RTL in lockstep",
                    "density of A and B, percent", "request interval, cycles");
    assay_plot_init(&loads, ASSAY_PLOT_CURVES,
                    "bypass: slices loaded against density (rows of 64 s8)",
                    "[systolic disaggregation ¶336 to ¶339], RTL in lockstep",
                    "density of A and B, percent", "slices loaded, percent");
    snprintf(why, why_size, "out of memory");
    if (!curves(&cycles, &loads, ops, &v, why, why_size) || !assay_plots_add(list, &cycles) ||
        !assay_plots_add(list, &loads))
        e = ASSAY_ENVIRONMENT;
    assay_verilator_close(handle);
    return e;
}
