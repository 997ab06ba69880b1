/* plots.c - the cycles that a reduction over eight warps adds to a kernel, over memory and
 * merged into the barrier. */
#include "base/error.h"
#include "bench/plot.h"
#include "slice/figures.h"
#include "slice/measure.h"

static const uint32_t distances[] = {0, 50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600};

int slice_plots(struct assay_plots *list, char *why, size_t why_size)
{
    struct assay_plot cycles, ratio;

    assay_plot_init(&cycles, ASSAY_PLOT_CURVES,
                    "slice: what a sum over eight warps adds to a kernel",
                    "kernels reduce and reduce_by_memory, Tables 2 and 1 of US 12393444",
                    "cycles from core to cache and back", "cycles");
    assay_plot_init(&ratio, ASSAY_PLOT_CURVES, "slice: the same, over memory against merged",
                    "[US 12393444 ¶144], on a processor", "cycles from core to cache and back",
                    "cycles over memory, merged = 1");
    assay_plot_line(&ratio, "stated: fifty times", 50);
    assay_plot_series(&cycles, "over memory", false);
    assay_plot_series(&cycles, "merged into the barrier", false);
    assay_plot_series(&ratio, "over memory", false);
    for (size_t i = 0; i < sizeof distances / sizeof distances[0]; ++i) {
        struct slice_reduction r;

        if (!slice_measure_reduction(distances[i], &r, why, why_size))
            return ASSAY_ENVIRONMENT;
        cycles.x[i] = ratio.x[i] = distances[i];
        cycles.n = ratio.n = i + 1;
        cycles.series[0].y[i] = r.by_memory - r.alone;
        cycles.series[1].y[i] = r.merged - r.alone;
        ratio.series[0].y[i] = slice_reduction_ratio(&r);
    }
    if (assay_plots_add(list, &cycles) && assay_plots_add(list, &ratio))
        return ASSAY_OK;
    snprintf(why, why_size, "out of memory");
    return ASSAY_ENVIRONMENT;
}
