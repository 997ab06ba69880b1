/* figures.c - utilisation of the arrays by the number of PRs and arrays, on the RTL in lockstep. */
#include "compute_block/figures.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "bench/figures.h"
#include "bench/steady.h"
#include "compute_block/compute_block.h"
#include "compute_block/pruned.h"
#include "compute_block/scenarios.h"
#include "compute_block/stream.h"
#include "sim/backend.h"

enum { NOTE = 4 };

/* Returns the repeats that entered an array per cycle,
 * relative to the maximum, or 0 if the run did not pass. */
static double utilisation(const struct assay_dut_ops *ops, const struct assay_variant *v,
                          uint32_t prs, char *why, size_t why_size)
{
    struct cb_load load = {.prs = prs};
    const struct assay_steady steady = {ops, v, &load, NOTE, 32, 256, NULL};
    const double cycles = assay_steady_cycles(&steady, NULL, why, why_size);
    struct compute_block_params p;

    memcpy(&p, v->params.v, sizeof p);
    return cycles > 0 ? (double)cb_throughput_rc(&p) / (cycles * p.arrays) : 0;
}

/* The same with streamed operands. */
static double streamed(const struct assay_dut_ops *ops, const struct assay_variant *v,
                       struct cb_stream_load load, char *why, size_t why_size)
{
    struct compute_block_params p;
    struct cb_stream_period period;
    double cycles;

    memcpy(&p, v->params.v, sizeof p);
    period = cb_stream_period(&p, &load);
    cycles =
        assay_steady_cycles(&(struct assay_steady){ops, v, &load, NOTE, period.notes,
                                                   load.alone ? 300 : 2 * period.notes, "stream"},
                            NULL, why, why_size);
    return cycles > 0
               ? (double)period.messages * period.packets / (cycles * period.notes * p.arrays)
               : 0;
}

static void claim(struct assay_figures *f, const char *name, double value, const char *note)
{
    assay_figures_claim(
        f,
        &(struct assay_figure){
            .name = name, .value = value, .unit = "ratio", .source = "¶347 to ¶350", .note = note});
}

/* --- pruned layers --- */

enum { SHARES = 4 };

/* For each percentage of pruned blocks: the share of surviving slices, the passes by the formula,
 * the passes as measured in cycles, and the speed against the dense layer. */
struct pruned {
    double row[SHARES][4];
    bool exact; /* measured = formula, except in the last row, which loading of tiles limits */
};

static const uint32_t percents[SHARES] = {0, 50, 75, 90};

static int measure_pruned(struct pruned *x, const struct assay_dut_ops *ops,
                          const struct assay_variant *v, char *why, size_t why_size)
{
    struct compute_block_params p;

    memcpy(&p, v->params.v, sizeof p);
    x->exact = true;
    for (size_t i = 0; i < SHARES; ++i) {
        struct cb_pruned_load load = {percents[i]};
        const struct cb_pruned_period period = cb_pruned_period(&p, &load);
        const struct assay_steady steady = {ops,          v,       &load, NOTE, period.notes,
                                            period.notes, "pruned"};
        const double cycles = assay_steady_cycles(&steady, NULL, why, why_size) * period.notes;

        if (cycles <= 0)
            return ASSAY_ENVIRONMENT;
        x->row[i][0] = (double)period.survivors / period.slices;
        x->row[i][1] = period.passes;
        x->row[i][2] = cycles / period.rc;
        x->row[i][3] = x->row[0][1] / x->row[i][2];
        x->exact &= i == SHARES - 1 || x->row[i][1] == x->row[i][2];
    }
    return ASSAY_OK;
}

static void show_pruned(struct assay_figures *f, const struct pruned *x)
{
    static const struct assay_figures_table t = {
        {"slices left", "passes, formula", "measured", "speed, 0% = 1"}};
    char name[32];

    assay_figures_head(
        f,
        "compute_block: passes of a layer pruned in blocks of 4 by 8, s8, 32 slices a "
        "message, depth 4, one array, streamed from memory with maps by the mover",
        "[systolic disaggregation ¶336 to ¶341, ¶369]");
    assay_figures_columns(f, &t);
    for (size_t i = 0; i < SHARES; ++i) {
        snprintf(name, sizeof name, "%u%% pruned", percents[i]);
        assay_figures_row(f, &t, name, x->row[i]);
    }
}

static void claim_pruned(struct assay_figures *f, const struct pruned *x)
{
    const double *most = x->row[SHARES - 2];

    assay_figures_claim(f, &(struct assay_figure){
                               .name = "pruned layer, 75%: passes over the formula's",
                               .value = most[2] / most[1],
                               .unit = "ratio",
                               .goal = "1",
                               .met = x->exact,
                               .source = "¶336, ¶339",
                               .note = "and 0, 50% pruned; at 90% the loading of tiles bounds it"});
}

/* --- all --- */

enum { PRS = 3, LOADS = 3, COUNTS = 3 };

/* Utilisation by number of arrays: 1, 2, 4. */
struct shares {
    struct pruned pruned;         /* with one array */
    double repeated[COUNTS][PRS]; /* the same operands again and again; 1, 2, 4 PRs */
    double streamed[COUNTS][LOADS];
};

static int measure(uint32_t arrays, struct shares *s, size_t at, char *why, size_t why_size)
{
    static const uint32_t prs[PRS] = {1, 2, 4};
    static const struct cb_stream_load loads[LOADS] = {
        {false, 12, 1}, {true, 12, 1}, {false, 64, 4}};
    const struct assay_variant v = {.block = assay_block_find("compute_block"),
                                    .params = {{8, 4, 4, arrays, 256, 4}},
                                    .no_waves = true};
    const struct assay_dut_ops *ops;
    bool good = true;
    void *handle;
    int e = (int)assay_verilator_open(&v, false, &ops, &handle, why, why_size);

    if (e)
        return e;
    for (size_t i = 0; i < PRS && good; ++i) {
        s->repeated[at][i] = utilisation(ops, &v, prs[i], why, why_size);
        good = s->repeated[at][i] > 0;
    }
    for (size_t i = 0; i < LOADS && good; ++i) {
        s->streamed[at][i] = streamed(ops, &v, loads[i], why, why_size);
        good = s->streamed[at][i] > 0;
    }
    if (good && arrays == 1)
        good = measure_pruned(&s->pruned, ops, &v, why, why_size) == ASSAY_OK;
    assay_verilator_close(handle);
    return good ? ASSAY_OK : ASSAY_ENVIRONMENT;
}

static void name_row(char *name, size_t size, size_t i)
{
    snprintf(name, size, "%u array%s", 1U << i, i == 0 ? "" : "s");
}

static void show(struct assay_figures *f, const struct shares *s)
{
    static const struct assay_figures_table repeated = {{"1 PR", "2 PRs", "4 PRs"}};
    static const struct assay_figures_table stream = {
        {"4x4 tiles", "without reuse", "4x4, line in 4 cycles"}};
    char name[32];

    assay_figures_head(f,
                       "compute_block: share of cycles in which an array takes a repeat, s8 x s8, "
                       "SD 4, RC 8, RTL in lockstep",
                       "[systolic disaggregation ¶347 to ¶350]");
    assay_figures_columns(f, &repeated);
    for (size_t i = 0; i < COUNTS; ++i) {
        name_row(name, sizeof name, i);
        assay_figures_row(f, &repeated, name, s->repeated[i]);
    }
    assay_figures_head(f,
                       "compute_block: the same with operands streamed from memory, SD 8, depth 4, "
                       "a line a cycle after 12 cycles; last column: in 4 cycles, after 64",
                       "[systolic disaggregation ¶349, ¶350]");
    assay_figures_columns(f, &stream);
    for (size_t i = 0; i < COUNTS; ++i) {
        name_row(name, sizeof name, i);
        assay_figures_row(f, &stream, name, s->streamed[i]);
    }
}

static void claim_streamed(struct assay_figures *f, const struct shares *s)
{
    char name[64];

    for (size_t i = 0; i < COUNTS; ++i) {
        snprintf(name, sizeof name, "streamed, 4x4 tiles, %u array%s", 1U << i, i == 0 ? "" : "s");
        assay_figures_claim(f, &(struct assay_figure){.name = name,
                                                      .value = s->streamed[i][0],
                                                      .unit = "ratio",
                                                      .goal = "0.95",
                                                      .met = s->streamed[i][0] >= 0.95,
                                                      .source = "¶349, ¶350"});
    }
    claim(
        f, "streamed without reuse, 4 arrays", s->streamed[2][1],
        "bound by the mover: 8 lines a message of 16 cycles, so four arrays want two a cycle: 0.5");
}

int cb_figures(struct assay_figures *f, char *why, size_t why_size)
{
    struct shares s;

    for (size_t i = 0; i < COUNTS; ++i) {
        const int e = measure(1U << i, &s, i, why, why_size);

        if (e)
            return e;
    }
    show(f, &s);
    show_pruned(f, &s.pruned);
    assay_figures_claims(f,
                         "compute_block: PRs share arrays; cycles in which an array takes a repeat",
                         "systolic disaggregation");
    claim(f, "one array, 1 PR", s.repeated[0][0], NULL);
    claim(f, "one array, 4 PRs", s.repeated[0][2], NULL);
    claim(f, "four arrays, 4 PRs", s.repeated[2][2], NULL);
    claim_streamed(f, &s);
    claim_pruned(f, &s.pruned);
    return ASSAY_OK;
}
