/* figures.c - utilisation of the arrays by number of PRs and arrays, on the RTL in lockstep. */
#include "compute_block/figures.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "bench/figures.h"
#include "bench/steady.h"
#include "compute_block/compute_block.h"
#include "compute_block/scenarios.h"
#include "sim/backend.h"

enum { NOTE = 4 };

/* Repeats that entered an array in a cycle, of those that could; 0 if the run did not pass. */
static double utilisation(const struct assay_dut_ops *ops, const struct assay_variant *v,
                          uint32_t prs, char *why, size_t why_size)
{
    struct cb_load load = {.prs = prs};
    const struct assay_steady steady = {ops, v, &load, NOTE, 32, 256};
    const double cycles = assay_steady_cycles(&steady, NULL, why, why_size);
    struct compute_block_params p;

    memcpy(&p, v->params.v, sizeof p);
    return cycles > 0 ? (double)cb_throughput_rc(&p) / (cycles * p.arrays) : 0;
}

static void claim(struct assay_figures *f, const char *name, double value, const char *note)
{
    assay_figures_claim(
        f,
        &(struct assay_figure){
            .name = name, .value = value, .unit = "ratio", .source = "¶347 to ¶350", .note = note});
}

int cb_figures(struct assay_figures *f, char *why, size_t why_size)
{
    static const struct assay_figures_table table = {{"1 PR", "2 PRs", "4 PRs"}};
    static const uint32_t prs[] = {1, 2, 4};
    double single[3] = {0}, last[3] = {0}; /* of one array, of the most */

    assay_figures_head(f,
                       "compute_block: share of cycles in which an array takes a repeat, s8 x s8, "
                       "SD 4, RC 8, RTL in lockstep",
                       "[systolic disaggregation ¶347 to ¶350]");
    assay_figures_columns(f, &table);
    for (uint32_t arrays = 1; arrays <= CB_MAX_ARRAYS; arrays *= 2) {
        const struct assay_variant v = {.block = assay_block_find("compute_block"),
                                        .params = {{8, 4, 4, arrays, 256, 4}},
                                        .no_waves = true};
        const struct assay_dut_ops *ops;
        double value[3];
        void *handle;
        char name[32];
        int e = (int)assay_verilator_open(&v, false, &ops, &handle, why, why_size);

        if (e)
            return e;
        for (size_t i = 0; i < 3; ++i) {
            value[i] = utilisation(ops, &v, prs[i], why, why_size);
            if (value[i] <= 0) {
                assay_verilator_close(handle);
                return ASSAY_ENVIRONMENT;
            }
        }
        assay_verilator_close(handle);
        snprintf(name, sizeof name, "%u array%s", arrays, arrays == 1 ? "" : "s");
        assay_figures_row(f, &table, name, value);
        memcpy(last, value, sizeof last);
        if (arrays == 1)
            memcpy(single, value, sizeof single);
    }
    assay_figures_claims(f,
                         "compute_block: PRs share arrays; cycles in which an array takes a repeat",
                         "systolic disaggregation");
    claim(f, "one array, 1 PR", single[0], NULL);
    claim(f, "one array, 4 PRs", single[2], NULL);
    claim(f, "four arrays, 4 PRs", last[2], NULL);
    return ASSAY_OK;
}
