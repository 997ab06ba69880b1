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

struct assay_params depthcull_scene_params(bool fixed)
{
    return (struct assay_params){{8, 4, fixed, 64, 4, 8, 4}};
}

/* Scenes by what is to be said of them, in the order in which they come. */
enum kind { LAYERS, COPLANAR, SOUP, MESHES, KINDS };

static const size_t first[KINDS + 1] = {0, 4, 5, 6, 10};

struct range {
    double low, high;
};

struct summary {
    struct assay_figures *f;
    size_t scene; /* the next, of one arithmetic */
    struct range rate[KINDS], pixel[KINDS], covered[KINDS];
    double cost;      /* cycles of a tile in the pixel engine */
    double cycles;    /* of a tile, at the stated per-pixel rate */
    double decisions; /* most tiles a cycle */
};

static const struct assay_figures_table table = {
    {"rate", "own rate", "tiles/cycle", "range %", "slope %", "ends %", "claim5 %", "pixels %"}};

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
    const double own = (double)seen->bare / (double)seen->cycles;
    const double tiles = (double)seen->primitives / (double)seen->cycles;
    const uint64_t ends =
        d[DEPTHCULL_XEND] + d[DEPTHCULL_YEND] + d[DEPTHCULL_END3] + d[DEPTHCULL_END];
    const double coarse =
        percent * (double)(d[DEPTHCULL_RANGE] + d[DEPTHCULL_SLOPE] + ends + d[DEPTHCULL_CLAIM5]);
    const double row[] = {depthcull_seen_rate(seen),
                          own,
                          tiles,
                          percent * (double)d[DEPTHCULL_RANGE],
                          percent * (double)d[DEPTHCULL_SLOPE],
                          percent * (double)ends,
                          percent * (double)d[DEPTHCULL_CLAIM5],
                          100 - coarse};
    size_t kind = LAYERS;

    assay_figures_row(s->f, &table, seen->name, row);
    while (kind + 1 < KINDS && s->scene >= first[kind + 1])
        ++kind;
    ++s->scene;
    widen(&s->rate[kind], row[0]);
    widen(&s->pixel[kind], 100 - coarse);
    widen(&s->covered[kind], percent * (double)seen->covered);
    s->cycles = (double)(seen->params.tw * seen->params.th) / seen->params.pix;
    s->cost = (double)seen->bare / (double)seen->primitives;
    s->decisions = tiles > s->decisions ? tiles : s->decisions;
}

static void claim(struct assay_figures *f, const char *name, const struct range *rate,
                  const char *note)
{
    assay_figures_claim(f, &(struct assay_figure){.name = name,
                                                  .value = rate->high,
                                                  .low = rate->low,
                                                  .high = rate->high,
                                                  .unit = "ratio",
                                                  .stated = "4 to 8",
                                                  .met = rate->low >= 4,
                                                  .source = "¶212",
                                                  .note = note});
}

/* Why there is no more: at full speed the pixel engine is all that takes time. */
static void ambiguous(const struct summary *s, enum kind kind, const char *what, char *note,
                      size_t size)
{
    const double share = s->pixel[kind].low;

    snprintf(note, size,
             "%s: %.0f%% of the tiles are ambiguous for every sound test and go pixel by pixel, "
             "%.1f cycles each: the rate "
             "cannot exceed %.2f",
             what, share, s->cost, s->cycles / (share / 100 * s->cost));
}

static void claims(struct assay_figures *f, const struct summary *s)
{
    char note[400];

    assay_figures_claims(
        f,
        "depthcull: decisions by tile, 8 cycles a tile = 1; f32 and fixed point, same "
        "image as per pixel",
        "US 2025/0265772");
    claim(f, "1 to 8 layers, best", &s->rate[LAYERS], NULL);
    ambiguous(s, COPLANAR, "layers a few units of depth apart", note, sizeof note);
    claim(f, "8 layers, near-coplanar", &s->rate[COPLANAR], note);
    ambiguous(s, SOUP, "planes that cut one another", note, sizeof note);
    claim(f, "8 layers, random planes", &s->rate[SOUP], note);
    snprintf(note, sizeof note,
             "triangles smaller than tiles: %.0f to %.0f%% of the tiles are ambiguous, and as at "
             "most %.1f%% are covered whole, "
             "a pass that writes goes pixel by pixel as well: only a cull is free. Nearest first "
             "is the best order",
             s->pixel[MESHES].low, s->pixel[MESHES].high, s->covered[MESHES].high);
    claim(f, "4 meshes, best", &s->rate[MESHES], note);
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
        if (!depthcull_scenes(&viewer, &params, why, why_size))
            return ASSAY_ENVIRONMENT;
    }
    fputs("  own rate: this block without coarse tests = 1; ends: the tests at the ends of a tile; "
          "pixels: "
          "ambiguous, tested per pixel\n",
          assay_figures_text(f));
    claims(f, &s);
    return ASSAY_OK;
}
