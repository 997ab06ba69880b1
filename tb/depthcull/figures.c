/* figures.c - the rate at which scenes are decided, and by which tests, on the golden model. */
#include <inttypes.h>
#include <stdio.h>

#include "base/error.h"
#include "bench/figures.h"
#include "depthcull/clears.h"
#include "depthcull/memory.h"
#include "depthcull/scene.h"
#include "sim/backend.h"

double depthcull_seen_rate(const struct depthcull_seen *seen)
{
    const struct depthcull_params *p = &seen->params;

    return (double)seen->primitives * p->tw * p->th / p->pix / (double)seen->cycles;
}

double depthcull_seen_plain(const struct depthcull_seen *seen)
{
    return (double)seen->plain / (double)seen->cycles;
}

double depthcull_seen_bound(const struct depthcull_seen *seen)
{
    return (double)seen->plain / (double)seen->primitives;
}

/* The parameters with a cache of a fifth of the tiles of a mesh's image. */
struct assay_params depthcull_scene_params(bool fixed)
{
    return (struct assay_params){{8, 4, fixed, DEPTHCULL_SCENE_TILES, 4, 8, 4, 512, 4, 32, 4, 128}};
}

/* The same parameters with a cache of 256 records. The claims on lines of memory use it. */
static struct assay_params small_cache(bool fixed)
{
    struct assay_params params = depthcull_scene_params(fixed);

    params.v[7] = 64;
    return params;
}

/* Scenes grouped by the claim made on them, in the order in which they run. */
enum kind { LAYERS, COPLANAR, SOUP, GIVEN, SORTED, KINDS };

static const size_t first[KINDS + 1] = {0, 4, 5, 6, 8, 10};

struct range {
    double low, high;
};

enum { COARSE, FINE, MESHES }; /* in the order in which they run */

/* Bits of on-chip storage. */
struct bits {
    double cache;         /* an uncompressed cache of as many tiles as there are records */
    double bounds, table; /* for all tiles of the image */
};

struct summary {
    struct assay_figures *f;
    size_t scene; /* index of the next scene of the current arithmetic */
    struct range rate[KINDS], pixel[KINDS];
    struct range share[KINDS]; /* the rate against a plain unit, as a share of its upper bound */
    double decisions;          /* the highest rate, in tiles per cycle */
    /* With the small cache: meshes in file order and sorted. */
    struct range small[2], small_share[2];
    struct range small_sorted[MESHES], small_busy[MESHES]; /* each sorted mesh: rate, memory busy */
    size_t small_scene;                                    /* index of the next small-cache scene */
    struct bits small_bits;
    struct range coarse_lines; /* lines of the coarse mesh in each order; uncompressed = 1 */
    struct range lines;        /* of all meshes of an arithmetic together */
    uint64_t mesh_lines, mesh_plain_lines; /* of the current arithmetic */
    struct depthcull_clears clear;
};

static const struct assay_figures_table table = {
    {"R8", "RP", "RP, bound", "range %", "slope %", "ends %", "pixels %", "memory %", "lines"}};

static void widen(struct range *r, double value)
{
    if (r->high <= 0) {
        r->low = r->high = value;
        return;
    }
    r->low = value < r->low ? value : r->low;
    r->high = value > r->high ? value : r->high;
}

/* Returns the percentage of cycles in which memory is busy. */
static double busy(const struct depthcull_seen *seen)
{
    return 100.0 * (double)(seen->drawn_lines * depthcull_memory_usual.interval) /
           (double)seen->cycles;
}

/* Returns the lines of memory relative to an uncompressed buffer, or 0 if there are none because
 * all tiles are in the cache. */
static double lines_share(const struct depthcull_seen *seen)
{
    return seen->plain_lines ? (double)seen->lines / (double)seen->plain_lines : 0;
}

/* Prints a line of the table. Returns the percentage of tiles left to the pixel engine. */
static double show(struct assay_figures *f, const struct depthcull_seen *seen)
{
    const uint64_t *d = seen->decided;
    const double percent = 100.0 / (double)seen->primitives;
    const uint64_t ends =
        d[DEPTHCULL_XEND] + d[DEPTHCULL_YEND] + d[DEPTHCULL_END3] + d[DEPTHCULL_END];
    const double coarse = percent * (double)(d[DEPTHCULL_RANGE] + d[DEPTHCULL_SLOPE] + ends);
    const double row[] = {depthcull_seen_rate(seen),
                          depthcull_seen_plain(seen),
                          depthcull_seen_bound(seen),
                          percent * (double)d[DEPTHCULL_RANGE],
                          percent * (double)d[DEPTHCULL_SLOPE],
                          percent * (double)ends,
                          100 - coarse,
                          busy(seen),
                          lines_share(seen)};

    assay_figures_row(f, &table, seen->name, row);
    return 100 - coarse;
}

static void see(void *arg, const struct depthcull_seen *seen)
{
    struct summary *s = arg;
    const double left = show(s->f, seen);
    const double tiles = (double)seen->primitives / (double)seen->cycles;
    size_t kind = LAYERS;

    while (kind + 1 < KINDS && s->scene >= first[kind + 1])
        ++kind;
    ++s->scene;
    widen(&s->rate[kind], depthcull_seen_rate(seen));
    widen(&s->share[kind], depthcull_seen_plain(seen) / depthcull_seen_bound(seen));
    widen(&s->pixel[kind], left);
    s->decisions = tiles > s->decisions ? tiles : s->decisions;
}

static struct bits bits_of(const struct depthcull_params *p)
{
    enum { LINE = 512, BOUNDS = 64, WHAT = 4 };

    return (struct bits){
        .cache = LINE * (double)depthcull_lines(p, DEPTHCULL_WHAT_PIXELS) * p->sets * p->ways,
        .bounds = BOUNDS * (double)p->tiles,
        .table = (WHAT + p->epoch) * (double)p->tiles,
    };
}

static void see_small(void *arg, const struct depthcull_seen *seen)
{
    struct summary *s = arg;
    const size_t sorted = first[GIVEN] + s->small_scene >= first[SORTED];
    const size_t mesh = s->small_scene % MESHES;

    show(s->f, seen);
    widen(&s->small[sorted], depthcull_seen_rate(seen));
    widen(&s->small_share[sorted], depthcull_seen_plain(seen) / depthcull_seen_bound(seen));
    s->mesh_lines += seen->lines;
    s->mesh_plain_lines += seen->plain_lines;
    s->small_bits = bits_of(&seen->params);
    if (sorted) {
        widen(&s->small_sorted[mesh], depthcull_seen_rate(seen));
        widen(&s->small_busy[mesh], busy(seen));
    }
    if (mesh == COARSE)
        widen(&s->coarse_lines, lines_share(seen));
    ++s->small_scene;
}

/* Claims that meshes need less than `goal` times the lines
 * of an uncompressed buffer behind the same cache. */
static void claim_lines(struct assay_figures *f, const char *name, const struct range *share,
                        double goal, const char *note)
{
    char text[32];

    snprintf(text, sizeof text, "below %g", goal);
    assay_figures_claim(f, &(struct assay_figure){.name = name,
                                                  .value = share->high,
                                                  .low = share->low,
                                                  .high = share->high,
                                                  .unit = "ratio",
                                                  .goal = text,
                                                  .met = share->high < goal,
                                                  .source = "¶36",
                                                  .note = note});
}

/* Claims that each scene reaches a rate of at least `goal`. */
static void claim(struct assay_figures *f, const char *name, const struct range *rate, double goal,
                  const char *note)
{
    char text[32];

    snprintf(text, sizeof text, "%g or more", goal);
    assay_figures_claim(f, &(struct assay_figure){.name = name,
                                                  .value = rate->low,
                                                  .low = rate->low,
                                                  .high = rate->high,
                                                  .unit = "ratio",
                                                  .stated = "4 to 8",
                                                  .goal = text,
                                                  .met = rate->low >= goal,
                                                  .source = "¶212",
                                                  .note = note});
}

/* Claims that the rate against a plain unit for each pixel reaches `goal` of its upper bound. */
static void claim_share(struct assay_figures *f, const char *name, const struct range *share,
                        double goal, const char *note)
{
    char text[32];

    snprintf(text, sizeof text, "%g or more", goal);
    assay_figures_claim(f, &(struct assay_figure){.name = name,
                                                  .value = share->low,
                                                  .low = share->low,
                                                  .high = share->high,
                                                  .unit = "ratio",
                                                  .goal = text,
                                                  .met = share->low >= goal,
                                                  .source = "¶212",
                                                  .note = note});
}

static void claim_clear(struct assay_figures *f, const struct depthcull_clears *clear)
{
    char note[200];

    snprintf(note, sizeof note,
             "with %" PRIu32 " records of it in the cache; %" PRIu32 " of %" PRIu32
             " clears, when epochs begin again, take %" PRIu32,
             clear->written, clear->sweeps, clear->clears, clear->longest);
    assay_figures_claim(
        f, &(struct assay_figure){.name = "clear of 1920x1088 pixels",
                                  .value = clear->usual,
                                  .unit = "cycles",
                                  .goal = "constant",
                                  .met = clear->usual == 1 && clear->sweeps * 16 == clear->clears,
                                  .source = "¶36",
                                  .note = note});
}

static void claims(struct assay_figures *f, const struct summary *s)
{
    const struct range best = {s->rate[LAYERS].high, s->rate[LAYERS].high};
    char note[400];

    assay_figures_claims(
        f,
        "depthcull: decisions by tile, 8 cycles a tile = 1, the worst scene; f32 and fixed "
        "point, same image as per pixel",
        "US 2025/0265772");
    claim(f, "1 to 8 layers, best", &best, 7.8, NULL);
    snprintf(
        note, sizeof note,
        "layers a few units of depth apart: no sound test decides %.0f to %.0f%% of the tiles. "
        "In fixed point they are less than a unit of depth apart, so that rounding decides, "
        "of which planes say nothing",
        s->pixel[COPLANAR].low, s->pixel[COPLANAR].high);
    claim(f, "8 layers, near-coplanar", &s->rate[COPLANAR], 2.5, note);
    claim(f, "8 layers, random planes", &s->rate[SOUP], 4.5, NULL);
    claim(f, "4 meshes, nearest first; 2048 records", &s->rate[SORTED], 7, NULL);
    claim_share(f, "the same: RP, of its bound", &s->share[SORTED], 0.85,
                "an image of 9600 tiles; memory replies after 64 cycles and takes a line "
                "in 4");
    claim(f, "4 meshes, order of the file; 2048 records", &s->rate[GIVEN], 5.5, NULL);
    claim_share(f, "the same: RP, of its bound", &s->share[GIVEN], 0.7, NULL);
    snprintf(
        note, sizeof note,
        "of the coarse mesh, during which memory is at work in up to %.0f%% of the cycles; the "
        "fine one has %.1f or more",
        s->small_busy[COARSE].high, s->small_sorted[FINE].low);
    claim(f, "4 meshes, nearest first; 256 records", &s->small[1], 7, note);
    claim_share(f, "the same: RP, of its bound", &s->small_share[1], 0.85, "as above");
    claim(f, "4 meshes, order of the file; 256 records", &s->small[0], 5.5, NULL);
    claim_share(f, "the same: RP, of its bound", &s->small_share[0], 0.7, NULL);
    snprintf(note, sizeof note,
             "1: an uncompressed buffer behind a cache of 256 tiles too, %.0f kbit, whose clear "
             "writes all lines. Beside its cache depthcull has %.0f kbit of bounds and a table of "
             "%.0f kbit, for all tiles of the image",
             s->small_bits.cache / 1000, s->small_bits.bounds / 1000, s->small_bits.table / 1000);
    claim_lines(f, "memory lines, coarse mesh in both orders", &s->coarse_lines, 0.4, note);
    claim_lines(f, "memory lines, the four meshes", &s->lines, 0.6, NULL);
    claim_clear(f, &s->clear);
    assay_figures_claim(f, &(struct assay_figure){.name = "decisions a cycle, best scene",
                                                  .value = s->decisions,
                                                  .unit = "tiles",
                                                  .source = "¶212"});
}

/* Runs the meshes with the small cache. */
static bool with_small_cache(struct summary *s, bool fixed, char *why, size_t why_size)
{
    const struct assay_params params = small_cache(fixed);
    const struct depthcull_viewer viewer = {see_small, s};

    s->small_scene = 0;
    s->mesh_lines = s->mesh_plain_lines = 0;
    assay_figures_head(s->f,
                       fixed ? "depthcull: the meshes, fixed point, with a cache of 256 records"
                             : "depthcull: the meshes, f32, with a cache of 256 records",
                       "[US 2025/0265772 ¶212]");
    assay_figures_columns(s->f, &table);
    if (!depthcull_mesh_scenes(&viewer, &params, why, why_size))
        return false;
    widen(&s->lines, (double)s->mesh_lines / (double)s->mesh_plain_lines);
    return true;
}

int depthcull_figures(struct assay_figures *f, char *why, size_t why_size)
{
    struct summary s = {.f = f};
    const struct depthcull_viewer viewer = {see, &s};

    for (int fixed = 0; fixed < 2; ++fixed) {
        const struct assay_params params = depthcull_scene_params(fixed);

        assay_figures_head(
            f,
            fixed ? "depthcull: rate of scenes, 8 cycles a tile = 1, fixed point, golden model, "
                    "same image"
                  : "depthcull: rate of scenes, 8 cycles a tile = 1, f32, golden model, same image",
            "[US 2025/0265772 ¶212]");
        assay_figures_columns(f, &table);
        s.scene = 0;
        if (!depthcull_scenes(&viewer, &params, why, why_size) ||
            !with_small_cache(&s, fixed, why, why_size))
            return ASSAY_ENVIRONMENT;
    }
    fputs(
        "  RP: the rate; that of a unit that tests each pixel with the same engine, one group with "
        "covered pixels per cycle, = 1; its bound: one primitive per cycle; ends: the tests at the "
        "ends of a tile; pixels: ambiguous, tested per pixel; memory: cycles in which it is busy; "
        "lines: of memory, those of an uncompressed buffer = 1\n",
        assay_figures_text(f));
    if (!depthcull_time_clears(&s.clear, why, why_size))
        return ASSAY_ENVIRONMENT;
    claims(f, &s);
    return ASSAY_OK;
}
