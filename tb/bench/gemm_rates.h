/*
 * gemm_rates.h - rates of matrix products: of a block's stepped model, and of the library, on the
 * model's product and on a large one.
 */
#ifndef ASSAY_GEMM_RATES_H
#define ASSAY_GEMM_RATES_H

#include <stddef.h>

#include "bench/figures.h"

enum assay_gemm_side {
    ASSAY_GEMM_STEPPED,   /* the model */
    ASSAY_GEMM_ONE,       /* the library, the same product on one thread */
    ASSAY_GEMM_LARGE_ONE, /* the library, a large product on one thread */
    ASSAY_GEMM_LARGE_TWO, /* and on two */
    ASSAY_GEMM_SIDES
};

struct assay_gemm_rates {
    struct assay_figure side[ASSAY_GEMM_SIDES]; /* medians of the rounds, in products per second */
    struct assay_figure ratio;                  /* of the library on one thread to the model */
    double lowest, highest;                     /* of the ratios in the rounds */
};

/* Measures a side once. Returns its products per second, or 0 with a message in `why`. */
typedef double assay_gemm_rate(void *arg, enum assay_gemm_side side, char *why, size_t why_size);

/* Measures all sides in turn, in five rounds. Returns an enum assay_error, with a message in
 * `why`. */
int assay_gemm_rates_measure(struct assay_gemm_rates *rates, assay_gemm_rate *rate, void *arg,
                             char *why, size_t why_size);

/* Which products: those named name[0] to name[n - 1], counted in millions of `unit`. The ratio is
 * compared with `goal`; `large` is the side of the large product. */
struct assay_gemm_rates_of {
    const char *const *name;
    size_t n;
    const char *unit;
    int goal, large;
};

/* Adds the ratios of n products, and a table of their rates. */
void assay_gemm_rates_print(struct assay_figures *f, const struct assay_gemm_rates *rates,
                            const struct assay_gemm_rates_of *of);

#endif
