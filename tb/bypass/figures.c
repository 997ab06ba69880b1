/* figures.c - pairs per cycle and loads saved by bypass, measured on the RTL in lockstep. */
#include "bypass/figures.h"

#include <stdio.h>

#include "base/error.h"
#include "bench/figures.h"
#include "bench/steady.h"
#include "bypass/bypass.h"
#include "bypass/requests.h"
#include "sim/backend.h"

enum { KMAX = BYPASS_FIGURES_K, SLICES = KMAX / 4, LOAD = 3, PAIR = 4, RSP = 5 };

bool bypass_measure(const struct assay_dut_ops *ops, const struct assay_variant *v,
                    struct bypass_steady *steady, struct bypass_counts *c, char *why,
                    size_t why_size)
{
    const struct assay_steady run = {ops, v, steady, RSP, 8, 200, NULL};
    double transfers[ASSAY_MAX_STREAMS] = {0};

    c->cycles = assay_steady_cycles(&run, transfers, why, why_size);
    c->pairs = transfers[PAIR];
    c->loads = transfers[LOAD];
    return c->cycles > 0;
}

static void claim(struct assay_figures *f, unsigned density, const struct bypass_counts *pairs,
                  const struct bypass_counts *loads)
{
    char name[96], goal[64];

    snprintf(name, sizeof name, "pairs considered a cycle; A and B %u%% dense", density);
    snprintf(goal, sizeof goal, "formula %.4g", KMAX / pairs->pairs);
    assay_figures_claim(f, &(struct assay_figure){.name = name,
                                                  .value = KMAX / pairs->cycles,
                                                  .goal = goal,
                                                  .met = pairs->cycles == pairs->pairs,
                                                  .source = "¶337 to ¶339"});
    snprintf(name, sizeof name, "slices of 4 not loaded; A and B %u%% dense", density);
    assay_figures_claim(f, &(struct assay_figure){.name = name,
                                                  .value = 1 - loads->loads / SLICES,
                                                  .unit = "ratio",
                                                  .source = "¶336, ¶339"});
}

int bypass_figures(struct assay_figures *f, char *why, size_t why_size)
{
    static const uint8_t densities[] = {100, 50, 25, 10};
    const struct assay_variant v = {
        .block = assay_block_find("bypass"), .params = {{KMAX}}, .no_waves = true};
    struct bypass_steady steady = {.req = {.a_type = SPARSE_S8,
                                           .b_type = SPARSE_S8,
                                           .k_len = KMAX,
                                           .a_map_len = KMAX,
                                           .b_map_len = KMAX}};
    const struct assay_dut_ops *ops;
    void *handle;
    int e = (int)assay_verilator_open(&v, false, &ops, &handle, why, why_size);

    if (e)
        return e;
    assay_figures_head(f, "bypass: rows of 64 s8, A and B of one density, RTL in lockstep",
                       "[systolic disaggregation ¶336 to ¶339]");
    assay_figures_claims(f, "bypass: pairs and loads of zeros are skipped; rows of 64 s8",
                         "systolic disaggregation");
    for (size_t i = 0; !e && i < sizeof densities; ++i) {
        struct bypass_counts pairs, loads;
        char name[96], goal[64];

        steady.zeros = (uint8_t)(100 - densities[i]);
        steady.req.mode = BYPASS_PAIRS;
        if (!bypass_measure(ops, &v, &steady, &pairs, why, why_size))
            e = ASSAY_ENVIRONMENT;
        steady.req.mode = BYPASS_LOADS;
        if (!e && !bypass_measure(ops, &v, &steady, &loads, why, why_size))
            e = ASSAY_ENVIRONMENT;
        if (e)
            break;
        /* One beat per cycle. A request without survivors also has one beat. */
        snprintf(name, sizeof name, "%u%% dense: request interval", densities[i]);
        snprintf(goal, sizeof goal, "stated %.5g", pairs.pairs);
        assay_figures_line(f, name, pairs.cycles, "cycles", goal, pairs.cycles == pairs.pairs);
        snprintf(name, sizeof name, "%u%% dense: pairs considered a cycle", densities[i]);
        assay_figures_line(f, name, KMAX / pairs.cycles, "", "", true);
        snprintf(name, sizeof name, "%u%% dense: slices not loaded", densities[i]);
        assay_figures_line(f, name, 1 - loads.loads / SLICES, "ratio", "", true);
        if (densities[i] < 100)
            claim(f, densities[i], &pairs, &loads);
    }
    assay_verilator_close(handle);
    return e;
}
