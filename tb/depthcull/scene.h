/*
 * scene.h - the scenes of `assay bench depthcull`: all tiles are covered layer by layer, then read
 * out, once with the coarse tests and once with none, so that every pixel is tested.
 */
#ifndef DEPTHCULL_SCENE_H
#define DEPTHCULL_SCENE_H

#include "depthcull/depthcull.h"
#include "engine/block.h"

enum { DEPTHCULL_SCENE_TILES = 64 }; /* of the scenes of layers */

struct assay_figures;
struct assay_plots;

/* The results of a scene. */
struct depthcull_seen {
    const char *name;
    struct depthcull_params params;
    uint64_t primitives;
    uint64_t plain;  /* cycles of a unit that tests each covered pixel: scene_plain_cycles */
    uint64_t cycles; /* with the coarse tests */
    uint64_t drawn_lines, lines, plain_lines; /* lines of memory, for meshes: see depthcull_pass */
    uint64_t decided[DEPTHCULL_TESTS];
};

/* A callback that receives the results of each scene. */
struct depthcull_viewer {
    void (*see)(void *arg, const struct depthcull_seen *seen);
    void *arg;
};

/* The rate relative to an engine that never waits: TW*TH/PIX cycles per tile. */
double depthcull_seen_rate(const struct depthcull_seen *seen);

/* The rate relative to a plain unit that tests each pixel with the same engine, and its upper
 * bound, given that a primitive takes at least one cycle. */
double depthcull_seen_plain(const struct depthcull_seen *seen);
double depthcull_seen_bound(const struct depthcull_seen *seen);

/* Run the scenes of layers followed by those of a mesh (mesh_figures.c), or only the latter. Return
 * false with a message in `why` on failure. */
bool depthcull_scenes(const struct depthcull_viewer *v, const struct assay_params *params,
                      char *why, size_t why_size);
bool depthcull_mesh_scenes(const struct depthcull_viewer *v, const struct assay_params *params,
                           char *why, size_t why_size);

/* The block's parameters for both kinds of scenes: 8x4 tiles, float or fixed point. */
struct assay_params depthcull_scene_params(bool fixed);

int depthcull_figures(struct assay_figures *f, char *why, size_t why_size);
int depthcull_plots(struct assay_plots *list, char *why, size_t why_size);

#endif
