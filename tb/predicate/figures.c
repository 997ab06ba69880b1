/* figures.c - runs the programs in tb/predicate/programs with and without the uniformity pass,
 * on the RTL in lockstep. */
#include "predicate/figures.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/home.h"
#include "bench/figures.h"
#include "engine/lockstep.h"
#include "predicate/runner.h"
#include "sim/backend.h"

enum { LANES = 32, HANG = 1000000 };

static const char *const programs[] = {"listing_branch", "listing_predicated", "listing_uniform",
                                       "saxpy",          "mandelbrot",         "bitonic",
                                       "lighting"};

static const struct assay_figures_table table = {
    {"lane tests", "uniform", "issued", "scalar", "pairs", "cycles", "stalls"}};

/* Makes one run. `out` receives the outputs of its last cycle. */
static bool measure(const struct assay_dut_ops *ops, const struct assay_variant *v,
                    const char *path, bool as_written, struct predicate_outputs *out, char *why,
                    size_t why_size)
{
    struct predicate_run *r = predicate_program_runner.read(
        &(struct assay_program_choice){
            .path = path, .as_written = as_written, .params = &v->params},
        why, why_size);
    struct assay_lockstep *ls = NULL;
    bool good = false;

    if (r) {
        const struct assay_config config = {
            .block = v->block,
            .params = v->params,
            .scenario = predicate_program_runner.scenario,
            .seed = 1,
            .cycles = UINT64_MAX,
            .hang = HANG,
            .user = r,
            .ops = ops,
            .backend = "verilator",
        };

        ls = assay_lockstep_open(&config, why, why_size);
    }
    if (ls) {
        assay_lockstep_run(ls, UINT64_MAX);
        good = assay_lockstep_finish(ls)->verdict == ASSAY_PASS;
        if (!good)
            snprintf(why, why_size, "%s: the run ended with '%s': expected 'pass'", path,
                     assay_verdict_name(assay_lockstep_result(ls)->verdict));
        else if (predicate_program_runner.failed(r, why, why_size))
            good = false;
        *out = r->last;
        assay_lockstep_close(ls);
    }
    predicate_program_runner.free(r);
    return good;
}

static double cycles(const struct predicate_outputs *o)
{
    return (double)o->n_scalar + o->n_vector - o->n_pairs + o->n_stalls;
}

static void row(struct assay_figures *f, const char *name, const struct predicate_outputs *o)
{
    const double value[] = {o->n_pred,   o->n_uniform, (double)o->n_scalar + o->n_vector,
                            o->n_scalar, o->n_pairs,   cycles(o),
                            o->n_stalls};

    assay_figures_row(f, &table, name, value);
}

enum { PROGRAMS = sizeof programs / sizeof programs[0] };

static void claims(struct assay_figures *f, const struct predicate_outputs off[PROGRAMS],
                   const struct predicate_outputs on[PROGRAMS])
{
    struct assay_figure tests = {.name = "bits tested, without the pass = 1; 7 programs",
                                 .unit = "ratio",
                                 .goal = "below 1",
                                 .source = "¶16, ¶61"};
    struct assay_figure x = {.name = "cycles, without the pass = 1; 7 programs",
                             .unit = "ratio",
                             .goal = "none above 1",
                             .source = "¶17, ¶99, ¶100"};
    double before = 0, after = 0, ratio[PROGRAMS], waiting = 0, all = 0;
    char note[400];

    assay_figures_claims(f, "predicate: one predicate for a warp of 32 that branches together",
                         "ES 2777827");
    assay_figures_claim(
        f, &(struct assay_figure){.name = "listing: predicate bits tested, one for each lane",
                                  .value = off[0].n_pred,
                                  .stated = "32",
                                  .met = off[0].n_pred == LANES,
                                  .source = "¶15, ¶60"});
    assay_figures_claim(f, &(struct assay_figure){.name = "listing: predicate bits tested, uniform",
                                                  .value = (double)on[0].n_pred + on[0].n_uniform,
                                                  .stated = "1",
                                                  .met = on[0].n_pred + on[0].n_uniform == 1,
                                                  .source = "¶16, ¶61, ¶98"});
    for (size_t i = 0; i < PROGRAMS; ++i) {
        before += off[i].n_pred + off[i].n_uniform;
        after += on[i].n_pred + on[i].n_uniform;
        ratio[i] = cycles(&on[i]) / cycles(&off[i]);
        waiting += on[i].n_stalls;
        all += cycles(&on[i]);
    }
    tests.value = after / before;
    tests.met = tests.value < 1;
    assay_figures_claim(f, &tests);
    assay_figures_median(&x, ratio, PROGRAMS); /* also sorts `ratio` */
    x.low = ratio[0];
    x.high = ratio[PROGRAMS - 1];
    x.met = x.high <= 1;
    snprintf(note, sizeof note,
             "the pass saves tests and the work of 31 lanes, hardly time: %.0f%% of the cycles are "
             "stalls, for loads "
             "and stores, which take a cycle a lane, and for latencies, which one warp alone "
             "cannot hide. Where nothing is "
             "uniform, as in mandelbrot, it saves nothing",
             100 * waiting / all);
    x.note = note;
    assay_figures_claim(f, &x);
}

int predicate_figures(struct assay_figures *f, char *why, size_t why_size)
{
    const struct assay_variant v = {
        .block = assay_block_find("predicate"), .params = {{LANES}}, .no_waves = true};
    static struct predicate_outputs off[PROGRAMS], on[PROGRAMS];
    const struct assay_dut_ops *ops;
    void *handle;
    int e = (int)assay_verilator_open(&v, false, &ops, &handle, why, why_size);

    if (e)
        return e;
    assay_figures_head(
        f, "predicate: a warp of 32, without and with the uniformity pass, RTL in lockstep",
        "[ES 2777827 ¶58 to ¶61, ¶99]");
    assay_figures_columns(f, &table);
    for (size_t i = 0; !e && i < PROGRAMS; ++i) {
        char path[PATH_MAX], relative[96], name[64];

        snprintf(relative, sizeof relative, "tb/predicate/programs/%s.s", programs[i]);
        assay_source_path(path, sizeof path, relative);
        if (!measure(ops, &v, path, true, &off[i], why, why_size) ||
            !measure(ops, &v, path, false, &on[i], why, why_size)) {
            e = ASSAY_ENVIRONMENT;
            break;
        }
        snprintf(name, sizeof name, "%s, off", programs[i]);
        row(f, name, &off[i]);
        snprintf(name, sizeof name, "%s, on", programs[i]);
        row(f, name, &on[i]);
    }
    if (!e)
        claims(f, off, on);
    assay_verilator_close(handle);
    return e;
}
