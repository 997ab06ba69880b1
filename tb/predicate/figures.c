/* figures.c - the programs in tb/predicate/programs without and with the uniformity pass, on the RTL in
 * lockstep. */
#include "predicate/figures.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#include "lockstep/figures.h"
#include "lockstep/lockstep.h"
#include "predicate/runner.h"
#include "sim/backend.h"

enum { LANES = 32, HANG = 1000000 };

static const char *const programs[] = {"listing_branch", "listing_predicated", "listing_uniform",
                                       "saxpy",          "mandelbrot",         "bitonic",
                                       "lighting"};

static const struct assay_figures_table table = {
    {"lane tests", "uniform", "issued", "scalar", "pairs", "cycles", "stalls"}};

/* One run; `out` are the outputs of its last cycle. */
static bool measure(const struct assay_dut_ops *ops, const struct assay_variant *v,
                    const char *path, bool as_written, struct predicate_out *out, char *why,
                    size_t why_size)
{
    struct predicate_run *r = predicate_program_runner.read(path, as_written, why, why_size);
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
            snprintf(why, why_size, "%s: the run ended with '%s'", path,
                     assay_verdict_name(assay_lockstep_result(ls)->verdict));
        else if (predicate_program_runner.failed(r, why, why_size))
            good = false;
        *out = r->last;
        assay_lockstep_close(ls);
    }
    predicate_program_runner.free(r);
    return good;
}

static void row(struct assay_figures *f, const char *name, const struct predicate_out *o)
{
    const double value[] = {
        o->n_pred,   o->n_uniform, (double)o->n_scalar + o->n_vector,
        o->n_scalar, o->n_pairs,   (double)o->n_scalar + o->n_vector - o->n_pairs + o->n_stalls,
        o->n_stalls};

    assay_figures_row(f, &table, name, value);
}

static void compare(struct assay_figures *f, const struct predicate_out *off,
                    const struct predicate_out *on)
{
    const double before = (double)off->n_scalar + off->n_vector - off->n_pairs + off->n_stalls;
    const double after = (double)on->n_scalar + on->n_vector - on->n_pairs + on->n_stalls;

    assay_figures_line(f, "listing: predicate bits tested for each lane", off->n_pred, "tests",
                       "stated 32", off->n_pred == LANES);
    assay_figures_line(f, "listing: predicate bits tested when uniform",
                       (double)on->n_pred + on->n_uniform, "tests", "stated 1",
                       on->n_pred + on->n_uniform == 1);
    assay_figures_line(f, "listing: cycles, without the pass = 1", after / before, "ratio",
                       "goal below 1", after < before);
}

int predicate_figures(struct assay_figures *f, char *why, size_t why_size)
{
    const struct assay_variant v = {.block = assay_block_find("predicate"), .params = {{LANES}}};
    struct predicate_out off, on, listing_off, listing_on;
    const struct assay_dut_ops *ops;
    void *handle;
    int e = (int)assay_verilator_open(&v, false, &ops, &handle, why, why_size);

    if (e)
        return e;
    assay_figures_head(
        f, "predicate: a warp of 32, without and with the uniformity pass, RTL in lockstep",
        "[ES 2777827 ¶58 to ¶61, ¶99]");
    assay_figures_columns(f, &table);
    for (size_t i = 0; !e && i < sizeof programs / sizeof programs[0]; ++i) {
        char path[PATH_MAX], relative[96], name[64];

        snprintf(relative, sizeof relative, "tb/predicate/programs/%s.s", programs[i]);
        assay_source_path(path, sizeof path, relative);
        if (!measure(ops, &v, path, true, &off, why, why_size) ||
            !measure(ops, &v, path, false, &on, why, why_size)) {
            e = ASSAY_ENVIRONMENT;
            break;
        }
        snprintf(name, sizeof name, "%s, off", programs[i]);
        row(f, name, &off);
        snprintf(name, sizeof name, "%s, on", programs[i]);
        row(f, name, &on);
        if (i == 0) {
            listing_off = off;
            listing_on = on;
        }
    }
    if (!e)
        compare(f, &listing_off, &listing_on);
    assay_verilator_close(handle);
    return e;
}
