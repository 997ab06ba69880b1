#include "slice/figures.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "bench/figures.h"
#include "slice/measure.h"

enum { LAYERS = SLICE_DEPTHWISE_S8 + 1, PERCENT = 100 };

static const uint32_t distances[] = {300, 400, 500, 600};
static const uint32_t depths[] = {64, 128, 192, 256, 320, 512};
/* Number of warps of the slice, and hence of the launch. */
static const char *const of_warps[] = {"default", "default,warps=8"};

enum {
    N_DISTANCES = sizeof distances / sizeof distances[0],
    N_DEPTHS = sizeof depths / sizeof depths[0],
    N_WARPS = sizeof of_warps / sizeof of_warps[0],
    EIGHT = 1,
    N_PRUNED = 5 /* none to all of every four blocks of weights */
};

/* A run of a kernel, as written or after the uniformity pass. */
struct once {
    double slots; /* share of cycles in which anything issues */
    uint32_t cycles;
};

/* A run of a layer. Shares of the arrays' peak are given for the launch and for the phase from
 * the first to the last cycle in which an array has work. */
struct layer {
    uint64_t cycles, phase, products;
    double of_peak, of_phase;
};

struct all {
    struct once run[N_WARPS][SLICE_INPUT_KERNELS][2];
    struct layer layer[LAYERS];
    struct slice_reduction reduction[N_DISTANCES];
    struct slice_overlap overlap[N_DEPTHS];
    uint32_t pruned[N_PRUNED]; /* cycles */
    double stream[N_WARPS];    /* lines moved by memory, as a share of what it could move */
};

/* --- runs --- */

static void take_layer(const struct slice_kernel *k, struct layer *l)
{
    l->cycles = k->done.cycles;
    l->phase = k->busy_to - k->busy_from;
    l->products = k->products;
    l->of_peak = slice_kernel_of_peak(k, l->cycles);
    l->of_phase = slice_kernel_of_peak(k, l->phase);
}

/* Doubles a launch to one group of eight warps, or to eight groups of one. */
static const char *twice(struct slice_kernel *k)
{
    if (k->warps > 1)
        k->warps *= 2;
    else if (k->groups == 4)
        k->groups *= 2;
    return k->groups * k->warps == 8 ? NULL : "a launch that can be one of 8 warps";
}

/* The rows of a group of pointwise_s8 leave no room for another, so more warps change nothing. */
static bool has_run(enum slice_input_kernel i, size_t warps)
{
    return warps != EIGHT || i != SLICE_POINTWISE_S8;
}

static bool measure_kernel(struct all *all, enum slice_input_kernel i, size_t warps, int on,
                           char *why, size_t why_size)
{
    static struct slice_kernel k;

    if (!slice_measure(&k, i, !on, of_warps[warps], warps == EIGHT ? twice : NULL, why, why_size))
        return false;
    all->run[warps][i][on] =
        (struct once){.slots = slice_kernel_slots_used(&k), .cycles = k.done.cycles};
    if (on && warps != EIGHT && i <= SLICE_DEPTHWISE_S8)
        take_layer(&k, &all->layer[i]);
    return true;
}

static const char *long_stream(struct slice_kernel *k)
{
    slice_input_set(k, "n", 16384);
    return NULL;
}

static const char *long_stream_of_eight(struct slice_kernel *k)
{
    slice_input_set(k, "n", 16384);
    return twice(k);
}

static bool measure_stream(struct all *all, size_t warps, char *why, size_t why_size)
{
    static struct slice_kernel k;

    if (!slice_measure(&k, SLICE_SAXPY, false, of_warps[warps],
                       warps == EIGHT ? long_stream_of_eight : long_stream, why, why_size))
        return false;
    all->stream[warps] = (double)(k.reads + k.writes) * SLICE_APART / k.done.cycles;
    return true;
}

static bool measure_warps(struct all *all, size_t warps, char *why, size_t why_size)
{
    for (enum slice_input_kernel i = 0; i < SLICE_INPUT_KERNELS; ++i)
        for (int on = 0; on < 2; ++on)
            if (has_run(i, warps) && !measure_kernel(all, i, warps, on, why, why_size))
                return false;
    return measure_stream(all, warps, why, why_size);
}

static bool measure(struct all *all, char *why, size_t why_size)
{
    bool good = true;

    for (size_t i = 0; i < N_WARPS; ++i)
        good = good && measure_warps(all, i, why, why_size);
    for (size_t i = 0; i < N_DISTANCES; ++i)
        good = good && slice_measure_reduction(distances[i], &all->reduction[i], why, why_size);
    for (size_t i = 0; i < N_DEPTHS; ++i)
        good = good && slice_measure_overlap(depths[i], &all->overlap[i], why, why_size);
    for (uint32_t i = 0; i < N_PRUNED; ++i)
        good = good && slice_measure_pruned(i, &all->pruned[i], why, why_size);
    return good;
}

static double pass_ratio(const struct once off_on[2])
{
    return (double)off_on[1].cycles / off_on[0].cycles;
}

/* Whether the kernel as written uses so many issue slots that issue is the bottleneck. */
static bool bound_by_issue(const struct once off_on[2])
{
    return off_on[0].slots >= 0.85;
}

/* --- tables --- */

static void show_pass(struct assay_figures *f, const struct all *all)
{
    static const struct assay_figures_table table = {
        {"slots, off", "slots, on", "cycles, off", "cycles, on", "on / off"}};

    for (size_t warps = 0; warps < N_WARPS; ++warps) {
        assay_figures_head(
            f,
            warps == EIGHT ? "slice: the same with 8 warps, without pointwise_s8: the rows of a "
                             "group leave no room for another, so its launch stays one of a warp"
                           : "slice: kernels on the default set, 4 warps, without and with the "
                             "uniformity pass: share of cycles in which something issues, and "
                             "cycles; golden model, memory of latency 64 with a line in 4 cycles",
            "[ES 2777827 ¶58 to ¶61, ¶99]");
        assay_figures_columns(f, &table);
        for (enum slice_input_kernel i = 0; i < SLICE_INPUT_KERNELS; ++i) {
            const struct once *x = all->run[warps][i];
            const double value[] = {x[0].slots, x[1].slots, x[0].cycles, x[1].cycles,
                                    pass_ratio(x)};

            if (!has_run(i, warps))
                continue;
            assay_figures_row(f, &table, slice_input_names[i], value);
        }
    }
}

static void show_layers(struct assay_figures *f, const struct all *all)
{
    static const struct assay_figures_table table = {
        {"cycles", "a cycle", "of peak", "phase", "a cycle", "of peak"}};

    assay_figures_head(f,
                       "slice: products of layers, a cycle and of the arrays' peak: of the launch, "
                       "and from the first cycle with work for an array to the last",
                       "[systolic disaggregation ¶344 to ¶352]");
    assay_figures_columns(f, &table);
    for (size_t i = SLICE_GEMM_S8; i < LAYERS; ++i) {
        const struct layer *l = &all->layer[i];
        const double value[] = {
            (double)l->cycles, (double)l->products / (double)l->cycles, l->of_peak,
            (double)l->phase,  (double)l->products / (double)l->phase,  l->of_phase};

        assay_figures_row(f, &table, slice_input_names[i], value);
    }
}

static void show_reduction(struct assay_figures *f, const struct all *all)
{
    static const struct assay_figures_table table = {
        {"sums alone", "merged", "memory", "adds", "adds", "ratio"}};
    char name[32];

    assay_figures_head(
        f,
        "slice: a sum over 8 warps; cycles until each has its own sum, until each has that of "
        "all by reduce and by reduce_by_memory, and what both add",
        "[US 12393444 ¶144, Tables 1, 2]");
    assay_figures_columns(f, &table);
    for (size_t i = 0; i < N_DISTANCES; ++i) {
        const struct slice_reduction *r = &all->reduction[i];
        const double value[] = {r->alone,
                                r->merged,
                                r->by_memory,
                                r->merged - r->alone,
                                r->by_memory - r->alone,
                                slice_reduction_ratio(r)};

        snprintf(name, sizeof name, "distance %" PRIu32, distances[i]);
        assay_figures_row(f, &table, name, value);
    }
}

static void show_overlap(struct assay_figures *f, const struct all *all)
{
    static const struct assay_figures_table table = {{"off-load", "lanes", "both", "ratio"}};
    char name[32];

    assay_figures_head(f,
                       "slice: attention_s8, 64 by 64; cycles of what it off-loads alone, of the "
                       "work of lanes alone, of both; the longer one = 1",
                       "[systolic disaggregation ¶344 to ¶352]");
    assay_figures_columns(f, &table);
    for (size_t i = 0; i < N_DEPTHS; ++i) {
        const struct slice_overlap *o = &all->overlap[i];
        const double value[] = {o->offload, o->lanes, o->both, slice_overlap_ratio(o)};

        snprintf(name, sizeof name, "k %" PRIu32, depths[i]);
        assay_figures_row(f, &table, name, value);
    }
}

static double pruned_ratio(const struct all *all, size_t blocks)
{
    return (double)all->pruned[blocks] / all->pruned[0];
}

static void show_pruned(struct assay_figures *f, const struct all *all)
{
    static const struct assay_figures_table table = {{"cycles", "dense = 1"}};
    char name[32];

    assay_figures_head(f,
                       "slice: pointwise_s8, 128 places, with weights that are zero in blocks of "
                       "four inputs by eight outputs, evenly in each eight outputs",
                       "[systolic disaggregation ¶344 to ¶352]");
    assay_figures_columns(f, &table);
    for (size_t i = 0; i < N_PRUNED; ++i) {
        const double value[] = {all->pruned[i], pruned_ratio(all, i)};

        snprintf(name, sizeof name, "%zu%% zero", PERCENT * i / (N_PRUNED - 1));
        assay_figures_row(f, &table, name, value);
    }
}

/* --- claims --- */

static void claim_reduction(struct assay_figures *f, const struct all *all)
{
    assay_figures_claims(f,
                         "slice: a sum over 8 warps in a kernel, over memory, merged into the "
                         "barrier = 1: cycles that both add, until all warps have it",
                         "US 12393444");
    for (size_t i = 0; i < N_DISTANCES; ++i) {
        const double ratio = slice_reduction_ratio(&all->reduction[i]);
        char name[48];

        snprintf(name, sizeof name, "distance %" PRIu32, distances[i]);
        assay_figures_claim(
            f,
            &(struct assay_figure){
                .name = name,
                .value = ratio,
                .unit = "ratio",
                .stated = "50",
                .goal = distances[i] < 400 ? "" : "50 or more",
                .met = ratio >= 50,
                .source = "¶144",
                .note =
                    i + 1 < N_DISTANCES
                        ? NULL
                        : "the sequence over memory goes there and back three times, for "
                          "the cleared word, the atomics and the word read, and misses the "
                          "cache once: it is bound by the distance. Merged, warps go on with the "
                          "sum four cycles after the last one has arrived; the rest is an issue "
                          "slot for each of them"});
    }
}

static void claim_arrays(struct assay_figures *f, const struct all *all)
{
    const struct layer *pointwise = &all->layer[SLICE_POINTWISE_S8],
                       *conv = &all->layer[SLICE_CONV_S8];
    double most = 0;
    char note[120];

    assay_figures_claims(
        f, "slice: arrays fed from memory, while threads go on; layers of the network ds_cnn_s",
        "systolic disaggregation");
    assay_figures_claim(
        f, &(struct assay_figure){.name = "pointwise layer, product phase, of the peak",
                                  .value = PERCENT * pointwise->of_phase,
                                  .unit = "%",
                                  .goal = "80% or more",
                                  .met = pointwise->of_phase >= 0.8,
                                  .source = "¶344 to ¶352"});
    assay_figures_claim(f, &(struct assay_figure){.name = "the whole layer, scaled to 8 bits",
                                                  .value = PERCENT * pointwise->of_peak,
                                                  .unit = "%",
                                                  .goal = "70% or more",
                                                  .met = pointwise->of_peak >= 0.7,
                                                  .source = "¶350"});
    assay_figures_claim(
        f, &(struct assay_figure){
               .name = "conv1, product phase, of the peak",
               .value = PERCENT * conv->of_phase,
               .unit = "%",
               .goal = "its ceiling, 81%",
               .met = conv->of_phase >= 0.81,
               .source = "¶344 to ¶352",
               .note = "bound by lanes: they gather the 40 inputs of each place, a byte a load, "
                       "which the mover can not: it brings words that stand side by side. The "
                       "ceiling is three passes for 40 inputs, and 125 places of 128"});
    assay_figures_claim(
        f,
        &(struct assay_figure){
            .name = "pointwise layer, 75% of weights pruned, dense = 1",
            .value = pruned_ratio(all, 3),
            .unit = "ratio",
            .goal = "below 0.5",
            .met = pruned_ratio(all, 3) < 0.5,
            .source = "¶344 to ¶352",
            .note = "cycles; blocks of four inputs by eight outputs. What remains is bound by the "
                    "mover, which takes an item a cycle, 48 for eight places of 32 outputs; by "
                    "lines of inputs and outputs that the first 32 outputs wait for; and by the "
                    "flush"});
    for (size_t i = 0; i < N_DEPTHS; ++i)
        most = fmax(most, slice_overlap_ratio(&all->overlap[i]));
    snprintf(note, sizeof note, "attention_s8, the worst of %d depths, 64 to 512", N_DEPTHS);
    assay_figures_claim(
        f, &(struct assay_figure){.name = "off-load beside lanes' work, the longer one = 1",
                                  .value = most,
                                  .unit = "ratio",
                                  .goal = "below 1.15",
                                  .met = most < 1.15,
                                  .source = "¶344 to ¶352",
                                  .note = note});
}

static void claim_streams(struct assay_figures *f, const struct all *all)
{
    assay_figures_claim(f, &(struct assay_figure){.name = "saxpy, 8 warps: lines, of memory's rate",
                                                  .value = PERCENT * all->stream[1],
                                                  .unit = "%",
                                                  .goal = "90% or more",
                                                  .met = all->stream[1] >= 0.9,
                                                  .source = ""});
    assay_figures_claim(
        f, &(struct assay_figure){
               .name = "the same, 4 warps",
               .value = PERCENT * all->stream[0],
               .unit = "%",
               .source = "",
               .note = "a warp has eight requests under way, four lines of each array, so four of "
                       "them do not fill the latency of memory and of the flush"});
}

/* Claims the geometric mean over the kernels that are bound by issue with eight warps, and names
 * them. */
static void claim_bound(struct assay_figures *f, const struct all *all)
{
    struct assay_figure x = {.name = "bound by issue, cycles, no pass = 1; 8 warps",
                             .unit = "ratio",
                             .goal = "below 0.9",
                             .source = "¶17, ¶99, ¶100"};
    double ratio[SLICE_INPUT_KERNELS];
    size_t n = 0;
    char note[600];
    int used = snprintf(note, sizeof note, "geometric mean of");

    for (size_t i = 0; i < SLICE_INPUT_KERNELS; ++i) {
        if (!has_run((enum slice_input_kernel)i, EIGHT) || !bound_by_issue(all->run[EIGHT][i]))
            continue;
        used += snprintf(note + used, sizeof note - (size_t)used, "%s %s", n ? "," : "",
                         slice_input_names[i]);
        ratio[n++] = pass_ratio(all->run[EIGHT][i]);
    }
    snprintf(note + used, sizeof note - (size_t)used,
             ", which use 85%% of the slots as written. What is uniform in layers and attention is "
             "written with U from the start, as messages take their operands from there; in "
             "mandelbrot nothing but the outer loop is uniform");
    x.note = note;
    assay_figures_geometric(&x, ratio, n);
    x.met = x.value < 0.9;
    assay_figures_claim(f, &x);
}

static void claim_pass(struct assay_figures *f, const struct all *all)
{
    struct assay_figure x = {.name = "all kernels, the same, 4 and 8 warps",
                             .unit = "ratio",
                             .goal = "none above 1.01",
                             .source = "¶17, ¶99, ¶100"};
    double ratio[N_WARPS * SLICE_INPUT_KERNELS];
    size_t n = 0;

    assay_figures_claims(f, "slice: uniform work is done once for a warp", "ES 2777827");
    claim_bound(f, all);
    for (size_t warps = 0; warps < N_WARPS; ++warps)
        for (enum slice_input_kernel i = 0; i < SLICE_INPUT_KERNELS; ++i)
            if (has_run(i, warps))
                ratio[n++] = pass_ratio(all->run[warps][i]);
    assay_figures_median(&x, ratio, n); /* also sorts `ratio` */
    x.low = ratio[0];
    x.high = ratio[n - 1];
    x.met = x.high <= 1.01;
    assay_figures_claim(f, &x);
}

int slice_figures(struct assay_figures *f, char *why, size_t why_size)
{
    static struct all all;

    if (!measure(&all, why, why_size))
        return ASSAY_ENVIRONMENT;
    show_pass(f, &all);
    show_layers(f, &all);
    show_reduction(f, &all);
    show_overlap(f, &all);
    show_pruned(f, &all);
    claim_reduction(f, &all);
    claim_arrays(f, &all);
    claim_streams(f, &all);
    claim_pass(f, &all);
    return ASSAY_OK;
}
