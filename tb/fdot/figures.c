/* figures.c - compares fdot with a chain of fused multiply-adds, after the same synthesis. */
#include "fdot/figures.h"

#include <stdio.h>

#include "base/error.h"
#include "bench/figures.h"
#include "bench/synthesis.h"

enum { SIZES = 2 };

static const unsigned sizes[SIZES] = {4, 8};

static const char *const fdot_files[] = {"rtl/lib/lzc.v",
                                         "rtl/fdot/fdot_rule.v",
                                         "rtl/fdot/fdot_operand.v",
                                         "rtl/fdot/fdot_product.v",
                                         "rtl/fdot/fdot_addend.v",
                                         "rtl/fdot/fdot_greatest.v",
                                         "rtl/fdot/fdot_align.v",
                                         "rtl/fdot/fdot_sum.v",
                                         "rtl/fdot/fdot_round.v",
                                         "rtl/fdot/fdot.v",
                                         NULL};
static const char *const chain_files[] = {"rtl/lib/lzc.v",       "rtl/lib/shift_sticky.v",
                                          "rtl/lib/fp_round.v",  "rtl/lib/fp_fma.v",
                                          "tb/fdot/fma_chain.v", NULL};

static int synthesize(const char *top, const char *const *files, unsigned k, struct assay_gates *g,
                      char *why, size_t why_size)
{
    char set[32];
    const struct assay_synthesis s = {.top = top, .file = files, .set = set, .by_module = true};

    snprintf(set, sizeof set, "-set K %u", k);
    return assay_synthesize(&s, g, why, why_size);
}

static const struct assay_figures_table table = {
    {"gates", "chain", "ratio", "depth", "stage", "chain depth", "depth ratio"}};

static void claim(struct assay_figures *f, const char *name, const double *ratio, const char *note)
{
    struct assay_figure x = {
        .name = name, .unit = "ratio", .goal = "below 1", .source = "¶323 to ¶330", .note = note};
    double sorted[SIZES];

    for (size_t i = 0; i < SIZES; ++i)
        sorted[i] = ratio[i];
    assay_figures_median(&x, sorted, SIZES);
    x.low = sorted[0];
    x.high = sorted[SIZES - 1];
    x.met = x.high < 1;
    assay_figures_claim(f, &x);
}

int fdot_figures(struct assay_figures *f, char *why, size_t why_size)
{
    double gates[SIZES], depth[SIZES];

    assay_figures_head(
        f,
        "fdot against K f32 multiply-adds in a chain (fp_fma), two-input gates after "
        "the same synthesis, module by module",
        "[systolic disaggregation ¶323 to ¶330]");
    assay_figures_columns(f, &table);
    for (size_t i = 0; i < SIZES; ++i) {
        struct assay_gates one, chain;
        char name[32];
        int e = synthesize("fdot", fdot_files, sizes[i], &one, why, why_size);

        if (e == ASSAY_OK)
            e = synthesize("fma_chain", chain_files, sizes[i], &chain, why, why_size);
        if (e != ASSAY_OK)
            return e;
        gates[i] = one.cells / chain.cells;
        depth[i] = one.through / chain.depth;
        snprintf(name, sizeof name, "K %u", sizes[i]);
        assay_figures_row(f, &table, name,
                          (const double[]){one.cells, chain.cells, gates[i], one.through, one.depth,
                                           chain.depth, depth[i]});
    }
    assay_figures_claims(f, "fdot: products are aligned, added in one tree and rounded once",
                         "systolic disaggregation");
    claim(f, "gates, K multiply-adds in a chain = 1; K 4 and 8", gates,
          "fdot takes f16, bf16, tf32 and narrower elements and has its registers, the chain takes "
          "f32 and has none. With K 4 the chain takes 8 seconds to synthesize, with K 8 25, and "
          "each doubling about three times as long");
    claim(f, "logic depth, the chain's = 1; K 4 and 8", depth, NULL);
    return ASSAY_OK;
}
