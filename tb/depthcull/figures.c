/* figures.c - the rate at which scenes are decided, and what decided them, on the golden model. */
#include <stdio.h>

#include "base/error.h"
#include "bench/figures.h"
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

struct assay_params depthcull_scene_params(bool fixed)
{
    return (struct assay_params){{8, 4, fixed, DEPTHCULL_SCENE_TILES, 4, 8, 4, 512, 4, 32, 4, 96}};
}

/* Scenes by what is to be said of them, in the order in which they come. */
enum kind { LAYERS, COPLANAR, SOUP, GIVEN, SORTED, KINDS };

static const size_t first[KINDS + 1] = {0, 4, 5, 6, 8, 10};

struct range {
    double low, high;
};

struct summary {
    struct assay_figures *f;
    size_t scene; /* the next, of one arithmetic */
    struct range rate[KINDS], pixel[KINDS], covered[KINDS];
    struct range share[KINDS]; /* of the bound that the rate against a plain unit reaches */
    double decisions;          /* most tiles a cycle */
    struct range coarse_lines; /* of the coarse mesh: share of an uncompressed buffer's */
    struct range lines;        /* of all meshes of an arithmetic together */
    uint64_t mesh_lines, mesh_plain_lines; /* of the arithmetic under way */
};

static const struct assay_figures_table table = {
    {"R8", "RP", "RP, bound", "tiles/cycle", "range %", "slope %", "ends %", "pixels %"}};

static void widen(struct range *r, double value)
{
    if (r->high <= 0) {
        r->low = r->high = value;
        return;
    }
    r->low = value < r->low ? value : r->low;
    r->high = value > r->high ? value : r->high;
}

static void see(void *arg, const struct depthcull_seen *seen)
{
    struct summary *s = arg;
    const uint64_t *d = seen->decided;
    const double percent = 100.0 / (double)seen->primitives;
    const double tiles = (double)seen->primitives / (double)seen->cycles;
    const uint64_t ends =
        d[DEPTHCULL_XEND] + d[DEPTHCULL_YEND] + d[DEPTHCULL_END3] + d[DEPTHCULL_END];
    const double coarse = percent * (double)(d[DEPTHCULL_RANGE] + d[DEPTHCULL_SLOPE] + ends);
    const double row[] = {depthcull_seen_rate(seen),
                          depthcull_seen_plain(seen),
                          depthcull_seen_bound(seen),
                          tiles,
                          percent * (double)d[DEPTHCULL_RANGE],
                          percent * (double)d[DEPTHCULL_SLOPE],
                          percent * (double)ends,
                          100 - coarse};
    size_t kind = LAYERS;

    assay_figures_row(s->f, &table, seen->name, row);
    while (kind + 1 < KINDS && s->scene >= first[kind + 1])
        ++kind;
    ++s->scene;
    widen(&s->rate[kind], row[0]);
    widen(&s->share[kind], row[1] / row[2]);
    widen(&s->pixel[kind], 100 - coarse);
    widen(&s->covered[kind], percent * (double)seen->covered);
    s->decisions = tiles > s->decisions ? tiles : s->decisions;
    s->mesh_lines += seen->lines;
    s->mesh_plain_lines += seen->plain_lines;
    if (kind == GIVEN && s->scene == first[GIVEN] + 1)
        widen(&s->coarse_lines, (double)seen->lines / (double)seen->plain_lines);
}

/* Lines of memory of meshes, held against an uncompressed buffer behind the same cache. */
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

/* A rate of scenes, and the least that each of them has to reach. */
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

/* Of the bound of a scene, against a plain unit for each pixel. */
static void claim_share(struct assay_figures *f, const char *name, const struct range *share,
                        double goal)
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
                                                  .source = "¶212"});
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
    snprintf(note, sizeof note,
             "triangles smaller than tiles, of which %.1f%% at most are covered: what is left to "
             "the pixel engine is %.0f to %.0f%% of the tiles",
             s->covered[SORTED].high, s->pixel[SORTED].low, s->pixel[SORTED].high);
    claim(f, "4 meshes, nearest first", &s->rate[SORTED], 7, note);
    claim_share(f, "nearest first: RP, of its bound", &s->share[SORTED], 0.85);
    claim(f, "4 meshes, in the order of the file", &s->rate[GIVEN], 5.5, NULL);
    claim_share(f, "in the order of the file: RP, of its bound", &s->share[GIVEN], 0.7);
    claim_lines(f, "memory lines, coarse mesh in the order of the file", &s->coarse_lines, 0.4,
                "1: an uncompressed buffer behind the same cache of 256 tiles, whose clear writes "
                "all lines");
    claim_lines(f, "memory lines, the four meshes", &s->lines, 0.6, NULL);
    assay_figures_claim(f, &(struct assay_figure){.name = "decisions a cycle, best scene",
                                                  .value = s->decisions,
                                                  .unit = "tiles",
                                                  .source = "¶212"});
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
        s.mesh_lines = s.mesh_plain_lines = 0;
        if (!depthcull_scenes(&viewer, &params, why, why_size))
            return ASSAY_ENVIRONMENT;
        widen(&s.lines, (double)s.mesh_lines / (double)s.mesh_plain_lines);
    }
    fputs("  RP: a unit that tests each pixel with the same engine, a group with a covered one a "
          "cycle, = 1; its bound: a cycle a primitive; ends: the tests at the ends of a tile; "
          "pixels: "
          "ambiguous, tested per pixel\n",
          assay_figures_text(f));
    claims(f, &s);
    return ASSAY_OK;
}
