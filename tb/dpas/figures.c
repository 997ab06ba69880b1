/* figures.c - intervals and products a cycle of dpas, measured on the RTL in lockstep. */
#include "dpas/figures.h"

#include <stdio.h>
#include <string.h>

#include "dpas/dpas.h"
#include "dpas/scenarios.h"
#include "lockstep/figures.h"
#include "lockstep/lockstep.h"
#include "sim/backend.h"

enum { WARM = 16, MEASURED = 64, LIMIT = 100000, RSP = 5 };

/* Cycles between two commands of a steady stream of `cmd`; 0 if the run did not pass. */
static double interval(const struct assay_dut_ops *ops, const struct assay_variant *v,
                       struct dpas_cmd *cmd, char *why, size_t why_size)
{
    const struct assay_config config = {
        .block = v->block,
        .params = v->params,
        .scenario = assay_scenario_find(v->block, "throughput"),
        .seed = 1,
        .cycles = LIMIT,
        .user = cmd,
        .ops = ops,
        .backend = "verilator",
    };
    struct assay_lockstep *ls = assay_lockstep_open(&config, why, why_size);
    const struct assay_result *r;
    uint64_t begun = 0;
    double cycles = 0;

    if (!ls)
        return 0;
    r = assay_lockstep_result(ls);
    while (assay_lockstep_run(ls, 1) == ASSAY_PASS && r->cycles < LIMIT) {
        if (r->transfers[RSP] == WARM && !begun)
            begun = r->cycles;
        if (r->transfers[RSP] == WARM + MEASURED) {
            cycles = (double)(r->cycles - begun) / MEASURED;
            break;
        }
    }
    if (cycles <= 0)
        snprintf(why, why_size, "dpas: the throughput run ended with '%s'",
                 assay_verdict_name(r->verdict));
    assay_lockstep_close(ls);
    return cycles;
}

static uint32_t greater(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static int one_depth(struct assay_figures *f, uint32_t depth, char *why, size_t why_size)
{
    static const struct {
        const char *name;
        uint8_t src1, src2;
    } pairs[] = {{"s8 x u8", DPAS_S8, DPAS_U8},
                 {"s4 x u4", DPAS_S4, DPAS_U4},
                 {"s2 x u8", DPAS_S2, DPAS_U8},
                 {"f16 x f16", DPAS_F16, DPAS_F16},
                 {"f32 x f32", DPAS_F32, DPAS_F32}};
    const struct assay_variant v = {
        .block = assay_block_find("dpas"), .params = {{8, depth}}, .rtl = NULL};
    const struct dpas_params params = {.lanes = 8, .depth = depth};
    const struct assay_dut_ops *ops;
    void *handle;
    char name[96], goal[64];
    int e = (int)assay_verilator_open(&v, false, &ops, &handle, why, why_size);

    if (e)
        return e;
    for (size_t p = 0; p < sizeof pairs / sizeof pairs[0]; ++p) {
        for (uint32_t sd = 1; sd <= 8; sd *= 2) {
            struct dpas_cmd cmd = {.src1_type = pairs[p].src1,
                                   .src2_type = pairs[p].src2,
                                   .acc_type =
                                       pairs[p].src1 >= DPAS_BF16 ? DPAS_ACC_F32 : DPAS_ACC_S32,
                                   .sd = (uint8_t)sd,
                                   .rc = 8,
                                   .exec_size = 8};
            const uint32_t passes = greater(1, sd / depth);
            struct dpas_decoded d;
            double measured = interval(ops, &v, &cmd, why, why_size);
            uint32_t stated;

            if (measured <= 0) {
                assay_verilator_close(handle);
                return ASSAY_ENVIRONMENT;
            }
            dpas_decode(&cmd, &params, &d);
            stated = greater((passes - 1) * greater(8, 2 * depth) + 8, d.src1_rows);
            snprintf(name, sizeof name, "depth %u, %s, SD %u, RC 8: command interval", depth,
                     pairs[p].name, sd);
            snprintf(goal, sizeof goal, "stated %u", stated);
            assay_figures_line(f, name, measured, "cycles", goal, measured == (double)stated);
            if (p == 0 && sd == depth) {
                const double products = 8.0 * sd * d.ops * 8 / measured;

                snprintf(goal, sizeof goal, "stated %u", depth * 4);
                assay_figures_line(f, "  8-bit products a lane and cycle", products / 8, "", goal,
                                   products == 32.0 * depth);
                snprintf(goal, sizeof goal, "stated %u", depth * 32);
                assay_figures_line(f, "  8-bit products a cycle, 8 lanes", products, "", goal,
                                   products == 32.0 * depth);
            }
        }
    }
    assay_verilator_close(handle);
    return ASSAY_OK;
}

int dpas_figures(struct assay_figures *f, char *why, size_t why_size)
{
    int e;

    assay_figures_head(f, "dpas: intervals and products, 8 lanes, RTL in lockstep",
                       "[systolic disaggregation ¶327, ¶328]");
    e = one_depth(f, 4, why, why_size);
    return e ? e : one_depth(f, 8, why, why_size);
}
