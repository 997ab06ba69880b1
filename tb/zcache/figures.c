/* figures.c - memory and data-array traffic that zcache saves on pruned weights. */
#include "zcache/figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/figures.h"
#include "lockstep/npy.h"
#include "lockstep/rng.h"
#include "prune/prune.h"
#include "zcache/traffic.h"

enum {
    SIDE = 512,
    PASSES = 2,
    CODEC_LINES = 4, /* so many bits has an entry of metadata */
    CODEC_BYTES = CODEC_LINES * PRUNE_LINE_BYTES,
    MOST_BYTES = 1 << 28
};

#define INFINITE UINT32_C(0x7F800000)

struct weights {
    enum prune_type type;
    size_t rows, cols;
    size_t bytes; /* whole codec blocks, zeros at the end */
    uint8_t *data;
    uint8_t *pruned;
    char title[160];
};

/* A share of blocks to be pruned: `lines` cache lines each, or with 0 four by four elements. */
struct shape {
    const char *name;
    unsigned lines;
    unsigned percent;
};

static const struct shape shapes[] = {
    {"1 line, 50% of the blocks pruned", 1, 50},
    {"1 line, 75%", 1, 75},
    {"1 line, 90%", 1, 90},
    {"4 lines, 75%", 4, 75},
    {"4x4 elements, 90%", 0, 90},
};

/* Nearly normal, mean 0: the sum of 12 uniform numbers, less 6. */
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
    static const enum prune_type types[ASSAY_NPY_TYPES] = {
        [ASSAY_NPY_U8] = PRUNE_U8,   [ASSAY_NPY_S8] = PRUNE_S8,   [ASSAY_NPY_S32] = PRUNE_TYPES,
        [ASSAY_NPY_F16] = PRUNE_F16, [ASSAY_NPY_F32] = PRUNE_F32, [ASSAY_NPY_F64] = PRUNE_TYPES,
    };
    const char *path = getenv("ASSAY_WEIGHTS");
    struct assay_npy a;
    size_t used;
    int e;

    if (!path || !*path) {
        w->type = PRUNE_F32;
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
    if (w->type == PRUNE_TYPES || used > MOST_BYTES) {
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
                  struct prune_result *r)
{
    if (s->lines)
        prune_lines(w->type, w->data, w->rows * w->cols, s->lines, threshold, PRUNE_ABSOLUTE,
                    w->pruned, NULL, r);
    else
        prune_blocks(w->type, w->data, w->rows, w->cols, PRUNE_DEFAULT_SIDE, PRUNE_DEFAULT_SIDE,
                     threshold, PRUNE_ABSOLUTE, w->pruned, NULL, r);
}

/* With the least threshold that prunes the share. Patterns of positive floats rise as they do. */
static void prune_share(const struct weights *w, const struct shape *s)
{
    struct prune_result r;
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
    static const uint8_t zeros[PRUNE_LINE_BYTES];
    size_t n = 0;

    for (size_t at = 0; at < w->bytes; at += PRUNE_LINE_BYTES)
        n += memcmp(w->pruned + at, zeros, PRUNE_LINE_BYTES) == 0;
    return (double)n * PRUNE_LINE_BYTES / (double)w->bytes;
}

static bool measure(struct assay_figures *f, const struct weights *w, const struct shape *s)
{
    const uint32_t lines = (uint32_t)(w->bytes / PRUNE_LINE_BYTES);
    struct ztraffic on, off;
    const struct zcache_counters *x = &on.counters, *y = &off.counters;
    char name[96];
    double memory, array, moved;

    prune_share(w, s);
    if (!ztraffic_run(w->pruned, lines, PASSES, true, &on) ||
        !ztraffic_run(w->pruned, lines, PASSES, false, &off))
        return false;
    memory = (double)y->mem_reads + y->mem_writes;
    array = (double)y->array_reads + y->array_writes;
    moved = (double)x->mem_reads + x->mem_writes +
            ((double)x->meta_reads + x->meta_writes) * CODEC_LINES / (PRUNE_LINE_BYTES * 8);
    snprintf(name, sizeof name, "%s: lines that are zero", s->name);
    assay_figures_line(f, name, zero_lines(w), "ratio", "", true);
    assay_figures_line(f, "  memory line reads and writes saved",
                       1 - ((double)x->mem_reads + x->mem_writes) / memory, "ratio", "loads right",
                       on.right && off.right);
    assay_figures_line(f, "  data array reads and writes saved",
                       1 - ((double)x->array_reads + x->array_writes) / array, "ratio", "", true);
    assay_figures_line(f, "  memory bits saved, metadata counted", 1 - moved / memory, "ratio", "",
                       true);
    assay_figures_line(f, "  metadata entries moved, for each line of the ordinary cache",
                       ((double)x->meta_reads + x->meta_writes) / memory, "", "", true);
    return true;
}

int zcache_figures(struct assay_figures *f, char *why, size_t why_size)
{
    struct weights w = {0};
    char title[256];
    int e = load_weights(&w, why, why_size);

    if (!e) {
        snprintf(title, sizeof title,
                 "zcache: %s, pruned by absolute sums, stored and read twice; golden model",
                 w.title);
        assay_figures_head(f, title, "[systolic disaggregation ¶370 to ¶377]");
    }
    for (size_t i = 0; !e && i < sizeof shapes / sizeof shapes[0]; ++i) {
        if (!measure(f, &w, &shapes[i])) {
            snprintf(why, why_size, "out of memory");
            e = ASSAY_ENVIRONMENT;
        }
    }
    free(w.data);
    free(w.pruned);
    return e;
}
