/* figures.c - the memory and data-array traffic that zcache saves on pruned weights. */
#include "zcache/figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/rng.h"
#include "bench/figures.h"
#include "gemm/npy.h"
#include "prune/prune.h"
#include "zcache/traffic.h"

enum {
    SIDE = 512,
    PASSES = 2,
    CODEC_LINES = 4, /* lines per codec block, and bits per entry of metadata */
    CODEC_BYTES = CODEC_LINES * ASSAY_PRUNE_LINE_BYTES,
    MOST_BYTES = 1 << 28
};

#define INFINITE UINT32_C(0x7F800000)

struct weights {
    enum assay_type type;
    size_t rows, cols;
    size_t bytes; /* padded with zeros to whole codec blocks */
    uint8_t *data;
    uint8_t *pruned;
    char title[160];
};

/* A share of blocks to prune. A block has `lines` cache lines, or with 0 four by four elements. */
struct shape {
    const char *name;
    unsigned lines;
    unsigned percent;
};

static const struct shape shapes[] = {
    {"1 line, 50% pruned", 1, 50}, {"1 line, 75%", 1, 75},       {"1 line, 90%", 1, 90},
    {"4 lines, 75%", 4, 75},       {"4x4 elements, 90%", 0, 90},
};

/* Draws nearly normal weights of mean 0: the sum of 12 uniform numbers, minus 6. */
static void draw_weights(struct weights *w)
{
    struct assay_rng r;

    assay_rng_init(&r, 1, "zcache.weights");
    for (size_t i = 0; i < w->rows * w->cols; ++i) {
        float x = -6;

        for (int k = 0; k < 12; ++k)
            x += (float)assay_rng_below(&r, 1 << 20) / (1 << 20);
        x *= 0.05F;
        memcpy(w->data + i * sizeof x, &x, sizeof x);
    }
}

static bool make_room(struct weights *w, size_t used)
{
    w->bytes = (used + CODEC_BYTES - 1) / CODEC_BYTES * CODEC_BYTES;
    w->data = calloc(1, w->bytes);
    w->pruned = calloc(1, w->bytes);
    return w->data && w->pruned;
}

static int load_weights(struct weights *w, char *why, size_t why_size)
{
    static const enum assay_type types[ASSAY_NPY_TYPES] = {
        [ASSAY_NPY_U8] = ASSAY_TYPE_U8,   [ASSAY_NPY_S8] = ASSAY_TYPE_S8,
        [ASSAY_NPY_S32] = ASSAY_TYPES,    [ASSAY_NPY_F16] = ASSAY_TYPE_F16,
        [ASSAY_NPY_F32] = ASSAY_TYPE_F32, [ASSAY_NPY_F64] = ASSAY_TYPES,
    };
    const char *path = getenv("ASSAY_WEIGHTS");
    struct assay_npy a;
    size_t used;
    int e;

    if (!path || !*path) {
        w->type = ASSAY_TYPE_F32;
        w->rows = w->cols = SIDE;
        snprintf(why, why_size, "out of memory");
        if (!make_room(w, (size_t)SIDE * SIDE * sizeof(float)))
            return ASSAY_ENVIRONMENT;
        draw_weights(w);
        snprintf(w->title, sizeof w->title, "%dx%d f32, normal", SIDE, SIDE);
        return ASSAY_OK;
    }
    e = (int)assay_npy_read(path, &a, why, why_size);
    if (e)
        return e;
    w->type = types[a.type];
    w->rows = a.rows;
    w->cols = a.cols;
    used = a.rows * a.cols * assay_npy_type_size(a.type);
    snprintf(w->title, sizeof w->title, "%s, %zux%zu %s", path, a.rows, a.cols,
             assay_npy_type_name(a.type));
    if (w->type == ASSAY_TYPES || used > MOST_BYTES) {
        snprintf(why, why_size, "%s: %s of %zu bytes: expected %s", path,
                 assay_npy_type_name(a.type), used,
                 "uint8, int8, float16 or float32, at most 256 MiB");
        e = ASSAY_BAD_INPUT;
    } else if (!make_room(w, used)) {
        snprintf(why, why_size, "out of memory");
        e = ASSAY_ENVIRONMENT;
    } else {
        memcpy(w->data, a.data, used);
    }
    assay_npy_free(&a);
    return e;
}

static void prune(const struct weights *w, const struct shape *s, uint32_t threshold,
                  struct assay_prune_result *r)
{
    if (s->lines)
        assay_prune_lines(w->type, w->data, w->rows * w->cols, s->lines, threshold,
                          ASSAY_PRUNE_ABSOLUTE, w->pruned, NULL, r);
    else
        assay_prune_blocks(w->type, w->data, w->rows, w->cols, ASSAY_PRUNE_DEFAULT_SIDE,
                           ASSAY_PRUNE_DEFAULT_SIDE, threshold, ASSAY_PRUNE_ABSOLUTE, w->pruned,
                           NULL, r);
}

/* Uses the smallest threshold that prunes the share.
 * Bit patterns of positive floats are ordered as floats. */
static void prune_share(const struct weights *w, const struct shape *s)
{
    struct assay_prune_result r;
    uint32_t low = 0, high = INFINITE;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        prune(w, s, middle, &r);
        if ((double)r.pruned * 100 < (double)r.blocks * s->percent)
            low = middle + 1;
        else
            high = middle;
    }
    prune(w, s, low, &r);
}

static double zero_lines(const struct weights *w)
{
    static const uint8_t zeros[ASSAY_PRUNE_LINE_BYTES];
    size_t n = 0;

    for (size_t at = 0; at < w->bytes; at += ASSAY_PRUNE_LINE_BYTES)
        n += memcmp(w->pruned + at, zeros, ASSAY_PRUNE_LINE_BYTES) == 0;
    return (double)n * ASSAY_PRUNE_LINE_BYTES / (double)w->bytes;
}

enum { SHAPES = sizeof shapes / sizeof shapes[0], LATENCY = 64, INTERVAL = 4, TIMED = 1 };

/* 64 KB. Memory moves a line every four cycles, with a latency of 64 cycles. */
static const struct ztraffic_shape usual = {128, 8, 64, 4, LATENCY, INTERVAL};

/* Shares of the traffic saved, by shape. */
struct savings {
    double zero[SHAPES], memory[SHAPES], array[SHAPES], bits[SHAPES], metadata[SHAPES];
    double time[SHAPES];
    bool right;
};

static bool measure(struct savings *all, size_t i, const struct weights *w)
{
    const uint32_t lines = (uint32_t)(w->bytes / ASSAY_PRUNE_LINE_BYTES);
    struct ztraffic on, off;
    const struct zcache_counters *x = &on.counters, *y = &off.counters;
    double memory, array, moved;

    prune_share(w, &shapes[i]);
    if (!ztraffic_run(&usual, w->pruned, lines, PASSES, true, &on) ||
        !ztraffic_run(&usual, w->pruned, lines, PASSES, false, &off))
        return false;
    memory = (double)y->mem_reads + y->mem_writes;
    array = (double)y->array_reads + y->array_writes;
    moved = (double)x->mem_reads + x->mem_writes + x->meta_reads + x->meta_writes;
    all->zero[i] = zero_lines(w);
    all->memory[i] = 1 - ((double)x->mem_reads + x->mem_writes) / memory;
    all->array[i] = 1 - ((double)x->array_reads + x->array_writes) / array;
    all->bits[i] = 1 - moved / memory;
    all->metadata[i] = (double)(x->meta_reads - on.stored.meta_reads) /
                       (double)(x->mem_reads - on.stored.mem_reads);
    all->time[i] = (double)on.cycles / (double)off.cycles;
    all->right &= on.right && off.right;
    return true;
}

static void details(struct assay_figures *f, const struct savings *s)
{
    static const struct assay_figures_table table = {
        {"zero lines", "memory lines", "data array", "memory bits", "metadata", "time"}};

    assay_figures_columns(f, &table);
    for (size_t i = 0; i < SHAPES; ++i)
        assay_figures_row(f, &table, shapes[i].name,
                          (const double[]){s->zero[i], s->memory[i], s->array[i], s->bits[i],
                                           s->metadata[i], s->time[i]});
    fputs("  shares saved: reads and writes of lines in memory and of the data array, bits of "
          "memory with the\n  metadata counted; lines of metadata read for each line that is read; "
          "time to read, without surface = 1\n",
          assay_figures_text(f));
}

/* Claims what was saved, relative to the share of zero lines. */
static void claim(struct assay_figures *f, const char *name, const double *saved,
                  const struct savings *s)
{
    struct assay_figure x = {
        .name = name, .unit = "ratio", .stated = "all", .source = "¶370 to ¶373"};
    double ratio[SHAPES];

    for (size_t i = 0; i < SHAPES; ++i)
        ratio[i] = s->zero[i] > 0 ? saved[i] / s->zero[i] : 1;
    assay_figures_median(&x, ratio, SHAPES); /* sorts */
    x.low = ratio[0];
    x.high = ratio[SHAPES - 1];
    x.met = s->right && x.low > 1 - 1e-9;
    assay_figures_claim(f, &x);
}

static void claims(struct assay_figures *f, const struct savings *s)
{
    struct assay_figure x = {.name = "memory bits saved, with metadata, zero lines = 1",
                             .unit = "ratio",
                             .source = "¶370, ¶376"};
    double ratio[SHAPES];

    assay_figures_claims(f, "zcache: reads and writes of zero lines are not made; 5 prunings",
                         "systolic disaggregation");
    claim(f, "memory lines saved, zero lines = 1", s->memory, s);
    claim(f, "data array accesses saved, zero lines = 1", s->array, s);
    for (size_t i = 0; i < SHAPES; ++i)
        ratio[i] = s->zero[i] > 0 ? s->bits[i] / s->zero[i] : 1;
    assay_figures_median(&x, ratio, SHAPES); /* sorts */
    x.low = ratio[0];
    x.high = ratio[SHAPES - 1];
    assay_figures_claim(f, &x);
}

/* --- speed --- */

static void time_claims(struct assay_figures *f, const struct savings *s)
{
    char goal[48];
    const double share = 1 - s->zero[TIMED];
    double most = 0;
    struct assay_figure x = {.name = "time to read, 75% pruned by lines, ordinary = 1",
                             .unit = "ratio",
                             .goal = goal,
                             .source = "¶370 to ¶373"};

    snprintf(goal, sizeof goal, "%.4g, within 10%%", share);
    x.value = s->time[TIMED];
    x.met = s->right && x.value <= share * 1.1 && x.value >= share * 0.9;
    assay_figures_claim(f, &x);
    for (size_t i = 0; i < SHAPES; ++i)
        most = s->metadata[i] > most ? s->metadata[i] : most;
    assay_figures_claim(f, &(struct assay_figure){.name = "lines of metadata read, of lines read",
                                                  .value = most * 100,
                                                  .unit = "%",
                                                  .goal = "below 2%",
                                                  .met = s->right && most < 0.02,
                                                  .source = "¶371, ¶376"});
}

/* Reads `lines` lines, starting with an empty cache. All passes but the first may hit. */
static bool stream(const struct ztraffic_shape *shape, uint32_t lines, uint32_t passes,
                   struct ztraffic *t)
{
    uint8_t *ones = malloc((size_t)lines * ASSAY_PRUNE_LINE_BYTES);
    bool good = ones != NULL;

    if (ones) {
        memset(ones, 1, (size_t)lines * ASSAY_PRUNE_LINE_BYTES);
        good = ztraffic_run(shape, ones, lines, passes, false, t);
    }
    free(ones);
    return good;
}

static bool hits(struct assay_figures *f)
{
    enum { RESIDENT = 512, ROUNDS = 64 };
    struct ztraffic one, many;
    double rate;

    if (!stream(&usual, RESIDENT, 2, &one) || !stream(&usual, RESIDENT, 2 + ROUNDS, &many))
        return false;
    rate = RESIDENT * ROUNDS / (double)(many.cycles - one.cycles);
    assay_figures_claim(f, &(struct assay_figure){.name = "hits: requests a cycle",
                                                  .value = rate,
                                                  .goal = "1",
                                                  .met = many.right && rate > 1 - 1e-9,
                                                  .source = "¶370"});
    return true;
}

/* MSHRS lines are in flight during the latency of memory;
 * full rate needs `MSHRS * interval >= latency`. */
static bool misses(struct assay_figures *f)
{
    static const uint32_t mshrs[] = {4, 8, 16, 32, 64};
    enum { STREAM = 4096, N = sizeof mshrs / sizeof mshrs[0] };

    for (size_t i = 0; i < N; ++i) {
        struct ztraffic_shape shape = usual;
        const double bound = (double)mshrs[i] * INTERVAL / LATENCY;
        struct ztraffic t;
        char name[64], goal[48];
        double rate;

        shape.mshrs = mshrs[i];
        if (!stream(&shape, STREAM, 1, &t))
            return false;
        rate = (double)STREAM * INTERVAL / (double)t.cycles;
        snprintf(name, sizeof name, "misses: bandwidth of memory used, mshrs %u", mshrs[i]);
        snprintf(goal, sizeof goal, "%s", bound < 1 ? "" : "0.95 or more");
        assay_figures_claim(
            f,
            &(struct assay_figure){
                .name = name,
                .value = rate,
                .unit = "ratio",
                .goal = goal,
                .met = t.right && rate >= 0.95,
                .source = "¶370",
                .note = bound >= 1
                            ? NULL
                            : "bound by mshrs: each is in use for the latency of 64 cycles and 3 "
                              "more, and memory takes a line in 4"});
    }
    return true;
}

int zcache_figures(struct assay_figures *f, char *why, size_t why_size)
{
    struct weights w = {0};
    struct savings s = {.right = true};
    char title[256];
    int e = load_weights(&w, why, why_size);

    if (!e) {
        snprintf(title, sizeof title,
                 "zcache: %s, pruned by absolute sums, stored and read twice; golden model",
                 w.title);
        assay_figures_head(f, title, "[systolic disaggregation ¶370 to ¶377]");
    }
    for (size_t i = 0; !e && i < SHAPES; ++i) {
        if (!measure(&s, i, &w)) {
            snprintf(why, why_size, "out of memory");
            e = ASSAY_ENVIRONMENT;
        }
    }
    if (!e) {
        details(f, &s);
        claims(f, &s);
        time_claims(f, &s);
        if (!hits(f) || !misses(f)) {
            snprintf(why, why_size, "out of memory");
            e = ASSAY_ENVIRONMENT;
        }
    }
    free(w.data);
    free(w.pruned);
    return e;
}
