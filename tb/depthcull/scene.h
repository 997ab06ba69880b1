/*
 * scene.h - the scenes of `assay bench depthcull`: all tiles are covered layer by layer, then read
 * out. Once with the coarse tests on, once with none, so that every pixel is tested.
 */
#ifndef DEPTHCULL_SCENE_H
#define DEPTHCULL_SCENE_H

#include "depthcull/depthcull.h"
#include "lockstep/block.h"

enum depthcull_scene_kind {
    DEPTHCULL_OVERDRAW, /* slanted layers, each behind or in front of the ones before */
    DEPTHCULL_COPLANAR, /* layers a few units apart with nearly the same slopes */
    DEPTHCULL_SOUP      /* any planes */
};

struct depthcull_scene {
    enum depthcull_scene_kind kind;
    uint32_t layers;
    uint8_t enable;
    /* What came of it. */
    uint64_t primitives, decided[DEPTHCULL_TESTS];
    uint64_t image; /* a hash of all depths */
    bool finished;
};

/* A scenario whose env->user is a struct depthcull_scene. */
extern const struct assay_scenario depthcull_scene_scenario;

struct assay_figures;

/* The lines of a scene that took `cycles`, and `bare` cycles with no coarse test; `decided` by test. */
void depthcull_scene_lines(struct assay_figures *f, const char *name,
                           const struct assay_params *params, uint64_t primitives, uint64_t cycles,
                           uint64_t bare, const uint64_t decided[DEPTHCULL_TESTS]);

/* Scenes of a mesh (mesh_figures.c); false with a message in `why`. */
bool depthcull_mesh_figures(struct assay_figures *f, const struct assay_params *params, char *why,
                            size_t why_size);

int depthcull_figures(struct assay_figures *f, char *why, size_t why_size);

#endif
