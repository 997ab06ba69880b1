#include "bench/gemm_rates.h"

#include <stdio.h>

#include "base/error.h"

enum { ROUNDS = 5 };

int assay_gemm_rates_measure(struct assay_gemm_rates *rates, assay_gemm_rate *rate, void *arg,
                             char *why, size_t why_size)
{
    double all[ASSAY_GEMM_SIDES][ROUNDS], ratio[ROUNDS];

    for (size_t i = 0; i < ROUNDS; ++i) {
        for (size_t s = 0; s < ASSAY_GEMM_SIDES; ++s) {
            all[s][i] = rate(arg, (enum assay_gemm_side)s, why, why_size);
            if (all[s][i] <= 0)
                return ASSAY_ENVIRONMENT;
        }
        ratio[i] = all[ASSAY_GEMM_ONE][i] / all[ASSAY_GEMM_STEPPED][i];
    }
    for (size_t s = 0; s < ASSAY_GEMM_SIDES; ++s)
        assay_figures_median(&rates->side[s], all[s], ROUNDS);
    assay_figures_median(&rates->ratio, ratio, ROUNDS); /* sorts `ratio` */
    rates->lowest = ratio[0];
    rates->highest = ratio[ROUNDS - 1];
    return ASSAY_OK;
}

static void print_ratios(struct assay_figures *f, const struct assay_gemm_rates *rates,
                         const struct assay_gemm_rates_of *of)
{
    char name[160], goal[32];

    snprintf(goal, sizeof goal, "goal %d", of->goal);
    for (size_t i = 0; i < of->n; ++i) {
        snprintf(name, sizeof name, "%s: assay_gemm on one thread, stepped model = 1", of->name[i]);
        assay_figures_line(f, name, rates[i].ratio.value, "times", goal,
                           rates[i].ratio.value >= of->goal);
    }
}

void assay_gemm_rates_print(struct assay_figures *f, const struct assay_gemm_rates *rates,
                            const struct assay_gemm_rates_of *of)
{
    char one[32], two[32], name[160];
    const struct assay_figures_table table = {
        {"stepped", "library", "ratio from", "ratio to", one, two, "2 over 1"}};

    print_ratios(f, rates, of);
    snprintf(one, sizeof one, "%d: 1 thr.", of->large);
    snprintf(two, sizeof two, "%d: 2 thr.", of->large);
    assay_figures_columns(f, &table);
    for (size_t i = 0; i < of->n; ++i) {
        const struct assay_gemm_rates *r = &rates[i];
        const double row[] = {r->side[ASSAY_GEMM_STEPPED].value / 1e6,
                              r->side[ASSAY_GEMM_ONE].value / 1e6,
                              r->lowest,
                              r->highest,
                              r->side[ASSAY_GEMM_LARGE_ONE].value / 1e6,
                              r->side[ASSAY_GEMM_LARGE_TWO].value / 1e6,
                              r->side[ASSAY_GEMM_LARGE_TWO].value /
                                  r->side[ASSAY_GEMM_LARGE_ONE].value};

        snprintf(name, sizeof name, "%s, %s", of->name[i], of->unit);
        assay_figures_row(f, &table, name, row);
    }
}
