/* plots.c - plots which tests decided the tiles of
 * each scene, and the rate, on the golden model. */
#include <stdio.h>

#include "base/error.h"
#include "bench/plot.h"
#include "depthcull/draw.h"
#include "depthcull/scene.h"
#include "sim/backend.h"

enum { FORMATS = 2, BY_PIXEL = DEPTHCULL_END }; /* BY_PIXEL: the series after those of the tests */

struct pictures {
    struct assay_plot share[FORMATS], rate;
    int fixed; /* the format of the current scenes */
};

static void see(void *arg, const struct depthcull_seen *seen)
{
    struct pictures *all = arg;
    struct assay_plot *p = &all->share[all->fixed];
    const size_t i = p->n++;
    const double percent = 100.0 / (double)seen->primitives;
    double rest = 100;

    snprintf(p->category[i], sizeof p->category[i], "%s", seen->name);
    for (uint32_t t = DEPTHCULL_RANGE; t <= DEPTHCULL_END; ++t) {
        const double share = percent * (double)seen->decided[t];

        p->series[t - DEPTHCULL_RANGE].y[i] = share;
        rest -= share;
    }
    p->series[BY_PIXEL].y[i] = rest > 0 ? rest : 0;
    snprintf(all->rate.category[i], sizeof all->rate.category[i], "%s", seen->name);
    all->rate.n = i + 1;
    all->rate.series[all->fixed].y[i] = depthcull_seen_rate(seen);
}

static void begin(struct pictures *all)
{
    static const char *const titles[FORMATS] = {
        "depthcull: what decided the tiles, by scene (f32)",
        "depthcull: what decided the tiles, by scene (fixed point)"};
    char name[ASSAY_PLOT_NAME];

    for (int k = 0; k < FORMATS; ++k) {
        assay_plot_init(&all->share[k], ASSAY_PLOT_STACK, titles[k],
                        "golden model, 8x4 tiles; the image is that without coarse tests", "",
                        "tiles, percent");
        for (uint32_t t = DEPTHCULL_RANGE; t <= DEPTHCULL_END; ++t) {
            snprintf(name, sizeof name, "%s", depthcull_test_name(t));
            assay_plot_series(&all->share[k], name, false);
        }
        assay_plot_series(&all->share[k], "ambiguous, tested per pixel", false);
    }
    assay_plot_init(&all->rate, ASSAY_PLOT_BARS, "depthcull: rate by scene",
                    "[US 2025/0265772 ¶212]; golden model, 8x4 tiles", "",
                    "rate, 8 cycles a tile = 1");
    assay_plot_series(&all->rate, "f32", false);
    assay_plot_series(&all->rate, "fixed point", false);
    assay_plot_line(&all->rate, "stated: 4 times, at least", 4);
    assay_plot_line(&all->rate, "stated: 8 times, at most", 8);
}

int depthcull_plots(struct assay_plots *list, char *why, size_t why_size)
{
    struct pictures all = {.fixed = 0};
    const struct depthcull_viewer viewer = {see, &all};

    begin(&all);
    for (; all.fixed < FORMATS; ++all.fixed) {
        const struct assay_params params = depthcull_scene_params(all.fixed);

        if (!depthcull_scenes(&viewer, &params, why, why_size))
            return ASSAY_ENVIRONMENT;
    }
    if (assay_plots_add(list, &all.share[0]) && assay_plots_add(list, &all.share[1]) &&
        assay_plots_add(list, &all.rate))
        return ASSAY_OK;
    snprintf(why, why_size, "out of memory");
    return ASSAY_ENVIRONMENT;
}
