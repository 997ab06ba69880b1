/* figures.c - dotmul against the conventional design, after the same synthesis. */
#include "dotmul/figures.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/home.h"
#include "base/process.h"
#include "bench/figures.h"
#include "sim/backend.h"

struct size {
    double cells, depth;
};

/* Yosys to two-input gates; cells counted and the longest path measured in gates. */
static int synthesize(const char *module, unsigned n, unsigned k, struct size *s, char *why,
                      size_t why_size)
{
    char relative[64], file[PATH_MAX], script[PATH_MAX + 256];
    char *argv[] = {"yosys", "-p", script, NULL};
    struct assay_output out = {0};
    const char *cells, *depth;
    int status;

    snprintf(relative, sizeof relative, "rtl/dotmul/%s.v", module);
    assay_source_path(file, sizeof file, relative);
    snprintf(
        script, sizeof script,
        "read_verilog -sv \"%.4000s\"; chparam -set N %u -set K %u %s; synth -flatten -top %s; "
        "abc -g AND,OR,XOR,NAND,NOR,XNOR; opt_clean; tee -o /dev/stdout stat; ltp -noff",
        file, n, k, module, module);
    status = assay_process(argv, NULL, &out);
    if (status == ASSAY_NOT_STARTED) {
        snprintf(why, why_size,
                 "yosys: cannot be run: expected it to be installed (scripts/setup "
                 "does)");
        return ASSAY_ENVIRONMENT;
    }
    cells = out.text ? out.text : "";
    for (const char *next = cells; next; next = strstr(next + 1, "Number of cells:"))
        cells = next;
    depth = strstr(cells, "(length=");
    if (status || !depth || strncmp(cells, "Number of cells:", 16) != 0) {
        snprintf(why, why_size, "%s: yosys ended with status %d and no figures", file, status);
        free(out.text);
        return ASSAY_ENVIRONMENT;
    }
    s->cells = strtod(cells + 16, NULL);
    s->depth = strtod(depth + 8, NULL);
    free(out.text);
    return ASSAY_OK;
}

static const struct assay_figures_table table = {
    {"gates", "duplex", "ratio", "depth", "duplex depth", "depth ratio"}};

static void claim(struct assay_figures *f, const char *name, double *ratio, size_t n)
{
    struct assay_figure x = {
        .name = name, .unit = "ratio", .goal = "below 1", .source = "¶246, ¶247"};

    assay_figures_median(&x, ratio, n); /* sorts */
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
        struct size one, duplex;
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
