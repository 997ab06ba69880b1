/* plots.c - cycles of a reduction against the number of threads, conventional versus merged,
 * measured on RTL in lockstep. */
#include <stdio.h>

#include "base/error.h"
#include "bench/plot.h"
#include "gateway/figures.h"
#include "gateway/scenarios.h"
#include "gateway/traffic.h"
#include "gateway_baseline/gateway_baseline.h"
#include "gateway_baseline/one_group.h"

static const uint16_t threads[] = {2, 4, 8, 16, 32, 64, 128, 256};

static bool curves(struct assay_plot *cycles, struct assay_plot *ratio,
                   const struct gateway_side *side, char *why, size_t why_size)
{
    char name[ASSAY_PLOT_NAME];

    assay_plot_series(cycles, "merged", false);
    for (size_t s = 1; s < GATEWAY_SIDES; ++s) {
        snprintf(name, sizeof name, "conventional, distance %u", gateway_side_distance[s]);
        assay_plot_series(cycles, name, false);
        snprintf(name, sizeof name, "distance %u", gateway_side_distance[s]);
        assay_plot_series(ratio, name, false);
    }
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; ++i) {
        struct gateway_one_round round = {GATEWAY_ADD, GATEWAY_U32, threads[i]};
        struct gateway_baseline_one_group group = {BASELINE_ADD, threads[i]};
        uint32_t merged = 0;

        cycles->x[i] = ratio->x[i] = threads[i];
        cycles->n = ratio->n = i + 1;
        for (size_t s = 0; s < GATEWAY_SIDES; ++s) {
            const uint32_t n =
                gateway_side_cycles(&side[s], s ? (void *)&group : (void *)&round, why, why_size);

            if (n == 0)
                return false;
            cycles->series[s].y[i] = n;
            if (s == 0)
                merged = n;
            else
                ratio->series[s - 1].y[i] = (double)n / merged;
        }
    }
    return true;
}

int gateway_plots(struct assay_plots *list, char *why, size_t why_size)
{
    struct gateway_side side[GATEWAY_SIDES];
    struct assay_plot cycles, ratio;
    int e = gateway_sides_open(side, why, why_size);

    if (e)
        return e;
    assay_plot_init(&cycles, ASSAY_PLOT_CURVES,
                    "reduction: cycles against threads (add u32, 256 slots)",
                    "first arrival to last release; gateway and gateway_baseline, RTL in lockstep",
                    "threads", "cycles");
    cycles.log_x = cycles.log_y = true;
    assay_plot_init(
        &ratio, ASSAY_PLOT_CURVES, "reduction: conventional against merged (add u32, 256 slots)",
        "[US 12393444 ¶144]; RTL in lockstep", "threads", "cycles conventional, merged = 1");
    ratio.log_x = true;
    assay_plot_line(&ratio, "stated: fifty times", 50);
    snprintf(why, why_size, "out of memory");
    if (!curves(&cycles, &ratio, side, why, why_size) || !assay_plots_add(list, &cycles) ||
        !assay_plots_add(list, &ratio))
        e = ASSAY_ENVIRONMENT;
    gateway_sides_close(side);
    return e;
}
