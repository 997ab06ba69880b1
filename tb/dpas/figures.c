/* figures.c - command intervals and products per cycle of dpas, measured on the RTL in lockstep. */
#include "dpas/figures.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "bench/figures.h"
#include "bench/steady.h"
#include "dpas/dpas.h"
#include "dpas/scenarios.h"
#include "sim/backend.h"

enum { RSP = 5, LANES = 8, RC = 8 };

/* Cycles between two commands in a steady stream of `cmd`; 0 if the run failed. */
static double interval(const struct assay_dut_ops *ops, const struct assay_variant *v,
                       struct dpas_cmd *cmd, char *why, size_t why_size)
{
    const struct assay_steady steady = {ops, v, cmd, RSP, 16, 64, NULL};

    return assay_steady_cycles(&steady, NULL, why, why_size);
}

static uint32_t greater(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Cycles from command to command at RC 8, according to the contract. */
static uint32_t stated_interval(uint32_t depth, uint32_t sd, const struct dpas_decoded *d)
{
    const uint32_t passes = greater(1, sd / depth);

    return greater((passes - 1) * greater(RC, 2 * depth) + RC, d->src1_rows);
}

struct counts {
    size_t as_stated, all;
    double products[2], repeats[2]; /* per cycle, by depth: s8 x u8 at SD = depth */
    double deep;                    /* repeats per cycle at SD = twice the depth */
};

static const struct assay_figures_table table = {{"SD 1", "SD 2", "SD 4", "SD 8"}};

static int one_depth(struct assay_figures *f, uint32_t depth, struct counts *c, char *why,
                     size_t why_size)
{
    static const struct {
        const char *name;
        uint8_t src1, src2;
    } pairs[] = {{"s8 x u8", DPAS_S8, DPAS_U8},
                 {"s4 x u4", DPAS_S4, DPAS_U4},
                 {"s2 x u8", DPAS_S2, DPAS_U8},
                 {"f16 x f16", DPAS_F16, DPAS_F16},
                 {"f32 x f32", DPAS_F32, DPAS_F32}};
    const struct assay_variant v = {.block = assay_block_find("dpas"),
                                    .params = {{LANES, depth, 0, DPAS_SHALLOW}},
                                    .no_waves = true};
    const struct dpas_params params = {.lanes = LANES, .depth = depth, .max_sd = DPAS_SHALLOW};
    const struct assay_dut_ops *ops;
    void *handle;
    int e = (int)assay_verilator_open(&v, false, &ops, &handle, why, why_size);

    if (e)
        return e;
    for (size_t p = 0; p < sizeof pairs / sizeof pairs[0] && !e; ++p) {
        double measured[4];
        char name[96];
        size_t n = 0;

        for (uint32_t sd = 1; sd <= 8 && !e; sd *= 2, ++n) {
            struct dpas_cmd cmd = {.src1_type = pairs[p].src1,
                                   .src2_type = pairs[p].src2,
                                   .acc_type =
                                       pairs[p].src1 >= DPAS_BF16 ? DPAS_ACC_F32 : DPAS_ACC_S32,
                                   .sd = (uint8_t)sd,
                                   .rc = RC,
                                   .exec_size = LANES};
            struct dpas_decoded d;

            measured[n] = interval(ops, &v, &cmd, why, why_size);
            if (measured[n] <= 0) {
                e = ASSAY_ENVIRONMENT;
                break;
            }
            dpas_decode(&cmd, &params, &d);
            ++c->all;
            c->as_stated += measured[n] == (double)stated_interval(depth, sd, &d);
            if (p == 0 && sd == depth) {
                c->products[depth / 8] = RC * (double)sd * d.ops * LANES / measured[n];
                c->repeats[depth / 8] = RC / measured[n];
            } else if (p == 0 && sd == 2 * depth) {
                c->deep = RC / measured[n];
            }
        }
        snprintf(name, sizeof name, "depth %u, %s", depth, pairs[p].name);
        if (!e)
            assay_figures_row(f, &table, name, measured);
    }
    assay_verilator_close(handle);
    return e;
}

static void claim(struct assay_figures *f, const char *name, double value, double stated,
                  const char *source)
{
    char text[32];

    snprintf(text, sizeof text, "%g", stated);
    assay_figures_claim(f, &(struct assay_figure){.name = name,
                                                  .value = value,
                                                  .stated = text,
                                                  .met = value == stated,
                                                  .source = source});
}

int dpas_figures(struct assay_figures *f, char *why, size_t why_size)
{
    struct counts c = {.as_stated = 0};
    char goal[32];
    int e;

    assay_figures_head(f, "dpas: cycles from command to command, 8 lanes, RC 8, RTL in lockstep",
                       "[systolic disaggregation ¶327, ¶328]");
    assay_figures_columns(f, &table);
    e = one_depth(f, 4, &c, why, why_size);
    if (!e)
        e = one_depth(f, 8, &c, why, why_size);
    if (e)
        return e;
    assay_figures_claims(f, "dpas: dot products by layers, 8 lanes", "systolic disaggregation");
    claim(f, "8-bit products a lane and cycle, depth 4", c.products[0] / LANES, 16, "¶328");
    claim(f, "8-bit products a cycle, depth 4", c.products[0], 128, "¶328");
    claim(f, "8-bit products a lane and cycle, depth 8", c.products[1] / LANES, 32, "¶328");
    claim(f, "8-bit products a cycle, depth 8", c.products[1], 256, "¶328");
    claim(f, "repeats a cycle, systolic depth = the array's", c.repeats[0], 1, "¶328");
    assay_figures_claim(f, &(struct assay_figure){.name = "repeats a cycle, twice as deep",
                                                  .value = c.deep,
                                                  .goal = "contract 0.5",
                                                  .met = c.deep == 0.5,
                                                  .source = "¶327"});
    snprintf(goal, sizeof goal, "all %zu", c.all);
    assay_figures_claim(f, &(struct assay_figure){.name = "command intervals as in the contract",
                                                  .value = (double)c.as_stated,
                                                  .goal = goal,
                                                  .met = c.as_stated == c.all,
                                                  .source = "¶327, ¶328"});
    return ASSAY_OK;
}
