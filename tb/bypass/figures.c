/* figures.c - pairs a cycle and loads saved by bypass, measured on the RTL in lockstep. */
#include "bypass/figures.h"

#include <stdio.h>
#include <string.h>

#include "bypass/bypass.h"
#include "bypass/requests.h"
#include "bypass/scenarios.h"
#include "lockstep/figures.h"
#include "lockstep/lockstep.h"
#include "sim/backend.h"

enum {
    KMAX = BYPASS_FIGURES_K,
    SLICES = KMAX / 4,
    LOAD = 3,
    PAIR = 4,
    RSP = 5,
    WARM = 8,
    MEASURED = 200,
    LIMIT = 100000
};

bool bypass_measure(const struct assay_dut_ops *ops, const struct assay_variant *v,
                    struct bypass_steady *steady, struct bypass_counts *c, char *why,
                    size_t why_size)
{
    const struct assay_config config = {
        .block = v->block,
        .params = v->params,
        .scenario = assay_scenario_find(v->block, "throughput"),
        .seed = 1,
        .cycles = LIMIT,
        .user = steady,
        .ops = ops,
        .backend = "verilator",
    };
    struct assay_lockstep *ls = assay_lockstep_open(&config, why, why_size);
    const struct assay_result *r;
    struct bypass_counts at = {0, 0, 0};
    bool good = false;

    if (!ls)
        return false;
    r = assay_lockstep_result(ls);
    while (!good && assay_lockstep_run(ls, 1) == ASSAY_PASS && r->cycles < LIMIT) {
        const struct bypass_counts now = {(double)r->cycles, (double)r->transfers[PAIR],
                                          (double)r->transfers[LOAD]};

        if (r->transfers[RSP] == WARM && at.cycles <= 0)
            at = now;
        if (r->transfers[RSP] == WARM + MEASURED) {
            c->cycles = (now.cycles - at.cycles) / MEASURED;
            c->pairs = (now.pairs - at.pairs) / MEASURED;
            c->loads = (now.loads - at.loads) / MEASURED;
            good = true;
        }
    }
    if (!good)
        snprintf(why, why_size, "bypass: the throughput run ended with '%s'",
                 assay_verdict_name(r->verdict));
    assay_lockstep_close(ls);
    return good;
}

int bypass_figures(struct assay_figures *f, char *why, size_t why_size)
{
    static const uint8_t densities[] = {100, 50, 25, 10};
    const struct assay_variant v = {.block = assay_block_find("bypass"), .params = {{KMAX}}};
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
        /* One beat a cycle; a request without survivors has one too. */
        snprintf(name, sizeof name, "%u%% dense: request interval", densities[i]);
        snprintf(goal, sizeof goal, "stated %.5g", pairs.pairs);
        assay_figures_line(f, name, pairs.cycles, "cycles", goal, pairs.cycles == pairs.pairs);
        assay_figures_line(f, "  pairs considered a cycle", KMAX / pairs.cycles, "", "", true);
        assay_figures_line(f, "  slices not loaded", 1 - loads.loads / SLICES, "ratio", "", true);
    }
    assay_verilator_close(handle);
    return e;
}
