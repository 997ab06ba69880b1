/* figures.c - intervals between tiles of loopback,
 * dense and sparse, measured on the RTL in lockstep. */
#include "loopback/figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "bench/figures.h"
#include "bench/steady.h"
#include "loopback/loopback.h"
#include "loopback/tiles.h"
#include "sim/backend.h"

enum {
    ROWS = LOOPBACK_FIGURES_ROWS,
    COLS = ROWS,
    KMAX = LOOPBACK_FIGURES_K,
    A = 1,
    B = 2,
    RSP = 5
};
enum { WARM = 8, MEASURED = 64, SEED = ASSAY_STEADY_SEED };

double loopback_interval(const struct assay_dut_ops *ops, const struct assay_variant *v,
                         struct loopback_steady *steady, char *why, size_t why_size)
{
    const struct assay_steady run = {ops, v, steady, RSP, WARM, MEASURED, NULL};

    return assay_steady_cycles(&run, NULL, why, why_size);
}

/* Draws the maps of the rows of one side of a tile, in the order in which they are sent. */
static void take(const struct assay_scenario *s, void *ctx, unsigned stream, uint32_t n,
                 uint64_t *map)
{
    for (uint32_t i = 0; i < n; ++i) {
        struct loopback_a row; /* a and b have the same fields */

        memset(&row, 0, sizeof row);
        s->next(ctx, stream, &row);
        map[i] = row.map;
    }
}

double loopback_stated_interval(const struct assay_variant *v, struct loopback_steady *steady,
                                void *ctx)
{
    const struct assay_scenario *s = assay_scenario_find(v->block, "throughput");
    const struct assay_stim_env env = {
        .params = &v->params, .seed = SEED, .knobs = s->knobs, .user = steady};
    uint64_t a[ROWS], b[COLS];
    uint32_t cycles = 0;

    memset(ctx, 0, s->ctx_size);
    s->begin(ctx, &env);
    for (uint32_t tile = 0; tile < WARM + MEASURED; ++tile) {
        /* At least the cycles that loading takes. */
        uint32_t most = steady->cmd.sparse ? ROWS : steady->cmd.k_len;

        take(s, ctx, A, ROWS, a);
        take(s, ctx, B, COLS, b);
        for (uint32_t pe = 0; steady->cmd.sparse && pe < ROWS * COLS; ++pe) {
            const uint32_t n = (uint32_t)__builtin_popcountll(a[pe / COLS] & b[pe % COLS]);

            most = n > most ? n : most;
        }
        if (tile >= WARM)
            cycles += most;
    }
    return (double)cycles / MEASURED;
}

/* Responses mark the ends of the computations, but the formula counts from their starts. Over the
 * whole run they may differ by the time that one tile waits for its operands. */
static bool within_a_tile(double measured, double formula)
{
    const double off = (measured - formula) * MEASURED;

    return off <= ROWS && off >= -ROWS;
}

static void claim(struct assay_figures *f, unsigned density, double cycles, double formula)
{
    char name[96], goal[64];
    const char *const note =
        density == 50 ? "independent zeros leave a quarter of the pairs, but the busiest of the 64 "
                        "elements decides"
        : density == 10
            ? "a tile takes at least the 8 cycles in which its rows are loaded: an eighth of dense"
            : NULL;

    snprintf(name, sizeof name, "cycles, dense = 1; A and B %u%% dense", density);
    snprintf(goal, sizeof goal, "formula %.4g", formula);
    assay_figures_claim(f,
                        &(struct assay_figure){.name = name,
                                               .value = cycles,
                                               .unit = "ratio",
                                               .goal = goal,
                                               .met = within_a_tile(cycles * KMAX, formula * KMAX),
                                               .source = "¶333, ¶338",
                                               .note = note});
}

int loopback_figures(struct assay_figures *f, char *why, size_t why_size)
{
    static const uint8_t densities[] = {100, 50, 25, 10};
    const struct assay_variant v = {
        .block = assay_block_find("loopback"), .params = {{ROWS, COLS, KMAX}}, .no_waves = true};
    struct loopback_steady steady = {.cmd = {.a_type = SPARSE_S8,
                                             .b_type = SPARSE_S8,
                                             .k_len = KMAX,
                                             .a_map_len = KMAX,
                                             .b_map_len = KMAX}};
    const struct assay_dut_ops *ops;
    void *handle, *ctx;
    double dense;
    int e = (int)assay_verilator_open(&v, false, &ops, &handle, why, why_size);

    if (e)
        return e;
    ctx = calloc(1, assay_scenario_find(v.block, "throughput")->ctx_size);
    if (!ctx) {
        snprintf(why, why_size, "out of memory");
        assay_verilator_close(handle);
        return ASSAY_ENVIRONMENT;
    }
    assay_figures_head(f, "loopback: tile intervals, 8x8, K 64, s8, RTL in lockstep",
                       "[systolic disaggregation ¶331 to ¶339]");
    dense = loopback_interval(ops, &v, &steady, why, why_size);
    if (dense > 0)
        assay_figures_line(f, "dense: tile interval", dense, "cycles", "stated 64",
                           dense == (double)KMAX);
    assay_figures_claims(f, "loopback: multiplies with a zero are skipped; 8x8 elements, K 64, s8",
                         "systolic disaggregation");
    e = dense > 0 ? ASSAY_OK : ASSAY_ENVIRONMENT;
    for (size_t i = 0; !e && i < sizeof densities; ++i) {
        char name[96], goal[64];
        double measured, formula;

        steady.cmd.sparse = 1;
        steady.zeros = (uint8_t)(100 - densities[i]);
        measured = loopback_interval(ops, &v, &steady, why, why_size);
        formula = loopback_stated_interval(&v, &steady, ctx);
        if (measured <= 0) {
            e = ASSAY_ENVIRONMENT;
            break;
        }
        snprintf(name, sizeof name, "A and B %u%% dense: tile interval", densities[i]);
        snprintf(goal, sizeof goal, "formula %.5g", formula);
        assay_figures_line(f, name, measured, "cycles", goal, within_a_tile(measured, formula));
        snprintf(name, sizeof name, "A and B %u%% dense: speed-up over dense", densities[i]);
        assay_figures_line(f, name, dense / measured, "ratio", "", true);
        if (densities[i] < 100)
            claim(f, densities[i], measured / dense, formula / KMAX);
    }
    free(ctx);
    assay_verilator_close(handle);
    return e;
}
