/* figures.c - dotmul compared with the conventional design, after the same synthesis. */
#include "dotmul/figures.h"

#include <stdio.h>

#include "base/error.h"
#include "bench/figures.h"
#include "bench/synthesis.h"

static int synthesize(const char *module, unsigned n, unsigned k, struct assay_gates *g, char *why,
                      size_t why_size)
{
    char file[64], set[64];
    const char *files[] = {file, NULL};
    const struct assay_synthesis s = {.top = module, .file = files, .set = set};

    snprintf(file, sizeof file, "rtl/dotmul/%s.v", module);
    snprintf(set, sizeof set, "-set N %u -set K %u", n, k);
    return assay_synthesize(&s, g, why, why_size);
}

static const struct assay_figures_table table = {
    {"gates", "duplex", "ratio", "depth", "duplex depth", "depth ratio"}};

static void claim(struct assay_figures *f, const char *name, double *ratio, size_t n)
{
    struct assay_figure x = {
        .name = name, .unit = "ratio", .goal = "below 1", .source = "¶246, ¶247"};

    assay_figures_median(&x, ratio, n); /* sorts `ratio` */
    x.low = ratio[0];
    x.high = ratio[n - 1];
    x.met = x.high < 1;
    assay_figures_claim(f, &x);
}

int dotmul_figures(struct assay_figures *f, char *why, size_t why_size)
{
    static const unsigned sizes[][2] = {{4, 2}, {2, 4}, {4, 3}, {8, 2}};
    enum { SIZES = sizeof sizes / sizeof sizes[0] };
    double gates[SIZES], depth[SIZES];

    assay_figures_head(f, "dotmul against dotmul_duplex, two-input gates after the same synthesis",
                       "[BR 102020019666 ¶246, ¶247]");
    assay_figures_columns(f, &table);
    for (size_t i = 0; i < SIZES; ++i) {
        const unsigned n = sizes[i][0], k = sizes[i][1];
        struct assay_gates one, duplex;
        char name[96];
        int e = synthesize("dotmul", n, k, &one, why, why_size);

        if (e == ASSAY_OK)
            e = synthesize("dotmul_duplex", n, k, &duplex, why, why_size);
        if (e != ASSAY_OK)
            return e;
        gates[i] = one.cells / duplex.cells;
        depth[i] = one.depth / duplex.depth;
        snprintf(name, sizeof name, "N %u, K %u", n, k);
        assay_figures_row(
            f, &table, name,
            (const double[]){one.cells, duplex.cells, gates[i], one.depth, duplex.depth, depth[i]});
    }
    assay_figures_claims(f, "dotmul: one multiplier for both modes, without a further adder",
                         "BR 102020019666");
    claim(f, "gates, the duplex multiplier's = 1; 4 sizes", gates, SIZES);
    claim(f, "logic depth, the duplex multiplier's = 1; 4 sizes", depth, SIZES);
    return ASSAY_OK;
}
