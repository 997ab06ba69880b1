/* figures.c - runs the kernels in tb/core/kernels with various numbers of warps, with and
 * without the uniformity pass. */
#include "core/figures.h"

#include <stdio.h>

#include "base/error.h"
#include "bench/figures.h"
#include "sim/backend.h"

static const uint32_t warps[CORE_FIGURE_WARPS] = {1, 2, 4, 8, 16};

static const struct assay_params params = {{16, CORE_FIGURE_LANES, 256}};

/* The kernels come before the listings, which have no loops. */
enum { KERNELS = CORE_LISTING_BRANCH };

/* --- runs --- */

static bool measure(const struct assay_dut_ops *ops, enum core_input_kernel which, bool as_written,
                    uint32_t n_warps, uint32_t apart, struct core_measured *m, char *why,
                    size_t why_size)
{
    static uint32_t memory[CORE_INPUT_WORDS];
    static struct core_kernel k;

    if (!core_kernel_read(&k, core_input_names[which], as_written, why, why_size))
        return false;
    core_input_give(&k, which, CORE_FIGURE_LANES, 1, memory);
    k.groups = 1;
    k.warps = n_warps;
    if (apart)
        k.apart = apart;
    if (!core_kernel_run(&k, &params, ops, why, why_size))
        return false;
    *m = (struct core_measured){.cycles = k.cycles,
                                .issued = core_kernel_issued(&k),
                                .instructions = k.last.n_scalar + k.last.n_vector,
                                .tests = k.last.n_pred,
                                .uniform = k.last.n_uniform};
    return true;
}

bool core_measure(const struct assay_dut_ops *ops, struct core_measures *m, char *why,
                  size_t why_size)
{
    for (enum core_input_kernel i = 0; i < CORE_INPUT_KERNELS; ++i) {
        for (int on = 0; on < 2; ++on) {
            for (size_t n = 0; n < CORE_FIGURE_WARPS; ++n)
                if (!measure(ops, i, !on, warps[n], 0, &m->run[i][n][on], why, why_size))
                    return false;
            if (!measure(ops, i, !on, 16, 1, &m->near[i][on], why, why_size))
                return false;
        }
    }
    return true;
}

double core_slots_used(const struct core_measured *m)
{
    return (double)m->issued / (double)m->cycles;
}

double core_pass_ratio(const struct core_measured off_on[2])
{
    return (double)off_on[1].cycles / (double)off_on[0].cycles;
}

bool core_bound_by_issue(const struct core_measured off_on[2])
{
    return core_slots_used(&off_on[0]) >= 0.85;
}

/* --- tables --- */

static void name_row(char name[64], size_t kernel, int on)
{
    snprintf(name, 64, "%s, %s", core_input_names[kernel], on ? "on" : "off");
}

static void show_warps(struct assay_figures *f, const struct core_measures *m)
{
    static const struct assay_figures_table table = {
        {"1 warp", "2 warps", "4 warps", "8 warps", "16 warps", "16, near"}};
    char name[64];

    for (int cycles = 0; cycles < 2; ++cycles) {
        assay_figures_head(
            f,
            cycles ? "core: cycles of the same"
                   : "core: share of cycles in which something issues, a group on warps of 8 "
                     "lanes, without and with the uniformity pass, memory of latency 64 with a "
                     "line in 4 cycles, in the last column a line a cycle; RTL in lockstep",
            "[ES 2777827 ¶58 to ¶61, ¶99]");
        assay_figures_columns(f, &table);
        for (size_t i = 0; i < CORE_INPUT_KERNELS; ++i) {
            for (int on = 0; on < 2; ++on) {
                double value[CORE_FIGURE_WARPS + 1];

                for (size_t n = 0; n <= CORE_FIGURE_WARPS; ++n) {
                    const struct core_measured *x =
                        n < CORE_FIGURE_WARPS ? &m->run[i][n][on] : &m->near[i][on];

                    value[n] = cycles ? (double)x->cycles : core_slots_used(x);
                }
                name_row(name, i, on);
                assay_figures_row(f, &table, name, value);
            }
        }
    }
}

static void show_listing(struct assay_figures *f, const struct core_measures *m)
{
    static const struct assay_figures_table table = {
        {"lane tests", "uniform", "issued", "cycles", "8 warps"}};
    char name[64];

    assay_figures_head(
        f,
        "core: if (A == B), with branches and with predicates, one warp of 8, and the "
        "cycles of 8 warps; RTL in lockstep",
        "[ES 2777827 ¶58 to ¶61]");
    assay_figures_columns(f, &table);
    for (size_t i = CORE_LISTING_BRANCH; i <= CORE_LISTING_PREDICATED; ++i) {
        for (int on = 0; on < 2; ++on) {
            const struct core_measured *x = &m->run[i][0][on];
            const double value[] = {x->tests, x->uniform, x->instructions, (double)x->cycles,
                                    (double)m->run[i][CORE_FIGURE_EIGHT][on].cycles};

            name_row(name, i, on);
            assay_figures_row(f, &table, name, value);
        }
    }
}

/* --- claims --- */

static void claim_slots(struct assay_figures *f, const struct core_measures *m)
{
    const double arithmetic = core_slots_used(&m->run[CORE_MANDELBROT][CORE_FIGURE_EIGHT][0]);

    assay_figures_claim(
        f, &(struct assay_figure){.name = "share of issue slots used, mandelbrot, 8 warps",
                                  .value = arithmetic,
                                  .unit = "ratio",
                                  .goal = "0.95 or more",
                                  .met = arithmetic >= 0.95,
                                  .source = "¶99"});
    for (size_t n = 0; n <= CORE_FIGURE_EIGHT; ++n) {
        struct assay_figure x = {.unit = "ratio", .source = "¶99"};
        double used[KERNELS];
        char name[64];

        for (size_t i = 0; i < KERNELS; ++i)
            used[i] = core_slots_used(&m->run[i][n][0]);
        snprintf(name, sizeof name, "the same, %u warp%s; 7 kernels", warps[n], n ? "s" : "");
        x.name = name;
        assay_figures_median(&x, used, KERNELS); /* also sorts `used` */
        x.low = used[0];
        x.high = used[KERNELS - 1];
        assay_figures_claim(f, &x);
    }
}

static void claim_listing(struct assay_figures *f, const struct core_measures *m)
{
    const struct core_measured(*branch)[2] = m->run[CORE_LISTING_BRANCH],
                 (*predicated)[2] = m->run[CORE_LISTING_PREDICATED];
    const uint32_t uniform = branch[0][1].tests + branch[0][1].uniform;

    assay_figures_claim(
        f, &(struct assay_figure){.name = "listing: predicate bits tested, one for each lane",
                                  .value = branch[0][0].tests,
                                  .goal = "8",
                                  .met = branch[0][0].tests == CORE_FIGURE_LANES,
                                  .source = "¶15, ¶60"});
    assay_figures_claim(f, &(struct assay_figure){.name = "listing: predicate bits tested, uniform",
                                                  .value = uniform,
                                                  .stated = "1",
                                                  .met = uniform == 1,
                                                  .source = "¶16, ¶61, ¶98"});
    for (int on = 0; on < 2; ++on)
        assay_figures_claim(f,
                            &(struct assay_figure){
                                .name = on ? "the same, both with the uniformity pass"
                                           : "listing: cycles, predicates, branches = 1; 8 warps",
                                .value = (double)predicated[CORE_FIGURE_EIGHT][on].cycles /
                                         (double)branch[CORE_FIGURE_EIGHT][on].cycles,
                                .unit = "ratio",
                                .source = "¶58 to ¶61"});
}

/* Claims the geometric mean over the kernels that are bound by issue, and names them. */
static void claim_bound(struct assay_figures *f, const char *name, const char *reason,
                        const struct core_measured *const off_on[KERNELS])
{
    struct assay_figure x = {
        .name = name, .unit = "ratio", .goal = "below 0.9", .source = "¶17, ¶99, ¶100"};
    double ratio[KERNELS];
    size_t n = 0;
    char note[400];
    int used = snprintf(note, sizeof note, "geometric mean of");

    for (size_t i = 0; i < KERNELS; ++i) {
        if (!core_bound_by_issue(off_on[i]))
            continue;
        used += snprintf(note + used, sizeof note - (size_t)used, "%s %s", n ? "," : "",
                         core_input_names[i]);
        ratio[n++] = core_pass_ratio(off_on[i]);
    }
    snprintf(note + used, sizeof note - (size_t)used, "%s", reason);
    x.note = note;
    assay_figures_geometric(&x, ratio, n);
    x.met = x.value < 0.9;
    assay_figures_claim(f, &x);
}

static void claim_pass(struct assay_figures *f, const struct core_measures *m)
{
    struct assay_figure x = {.name = "all, 1 to 16 warps",
                             .unit = "ratio",
                             .goal = "none above 1.01",
                             .source = "¶17, ¶99, ¶100"};
    const struct core_measured *eight[KERNELS], *near[KERNELS];
    double ratio[CORE_INPUT_KERNELS * CORE_FIGURE_WARPS];
    size_t n = 0;

    for (size_t i = 0; i < KERNELS; ++i) {
        eight[i] = m->run[i][CORE_FIGURE_EIGHT];
        near[i] = m->near[i];
    }
    claim_bound(f, "bound by issue, cycles, without the pass = 1",
                " at 8 warps, which use 85% of the slots as written. In mandelbrot nothing but the "
                "outer loop is uniform; the others wait for memory, of which a warp takes as much "
                "after the pass as before",
                eight);
    claim_bound(f, "the same, 16 warps, memory gives a line a cycle", "", near);
    for (size_t i = 0; i < CORE_INPUT_KERNELS; ++i)
        for (size_t w = 0; w < CORE_FIGURE_WARPS; ++w)
            ratio[n++] = core_pass_ratio(m->run[i][w]);
    assay_figures_median(&x, ratio, n); /* also sorts `ratio` */
    x.low = ratio[0];
    x.high = ratio[n - 1];
    x.met = x.high <= 1.01;
    x.note = "above 1.01 is the listing with branches alone, from 4 warps on: its moves into "
             "registers become scalar instructions, which no longer issue in pairs with ssy and "
             "each other, and it has no loop in which that would be won again";
    assay_figures_claim(f, &x);
}

int core_figures(struct assay_figures *f, char *why, size_t why_size)
{
    const struct assay_variant v = {
        .block = assay_block_find("core"), .params = params, .no_waves = true};
    static struct core_measures m;
    const struct assay_dut_ops *ops;
    void *handle;
    int e = (int)assay_verilator_open(&v, false, &ops, &handle, why, why_size);

    if (e)
        return e;
    if (core_measure(ops, &m, why, why_size)) {
        show_warps(f, &m);
        show_listing(f, &m);
        assay_figures_claims(f, "core: warps that wait cost nothing, and uniform work is done once",
                             "ES 2777827");
        claim_slots(f, &m);
        claim_listing(f, &m);
        claim_pass(f, &m);
    } else {
        e = ASSAY_ENVIRONMENT;
    }
    assay_verilator_close(handle);
    return e;
}
