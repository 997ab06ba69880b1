/*
 * planes.h - draws planes as stimulus: shapes that are hard
 * for the tests, most of them close to an earlier plane.
 */
#ifndef DEPTHCULL_PLANES_H
#define DEPTHCULL_PLANES_H

#include "base/rng.h"
#include "depthcull/depthcull.h"

enum depthcull_class {
    DEPTHCULL_C_RANDOM,  /* moderate coefficients of any sign */
    DEPTHCULL_C_NEAR,    /* each coefficient a few units from the given plane's */
    DEPTHCULL_C_EQUAL,   /* the given plane */
    DEPTHCULL_C_ALIGNED, /* one slope or both are zero */
    DEPTHCULL_C_CROSSED, /* slopes differ by a little, start by as much in the other direction */
    DEPTHCULL_C_TILTED,  /* slopes and start differ by much more, each in either direction */
    DEPTHCULL_C_MEETING, /* equal depth at a corner of the tile or of a half, or a few units apart */
    DEPTHCULL_C_STEEP,   /* depths that leave the usual range, overflow included */
    DEPTHCULL_C_TINY,    /* subnormal; fixed: fractions */
    DEPTHCULL_C_NONFINITE /* f32: NaN or infinite coefficients; fixed: extreme values */
};

struct depthcull_coefs {
    uint64_t c[3]; /* cx, cy, cref */
};

/* Draws a plane of the given class; `near` is the plane to stay near to. */
void depthcull_draw_plane(struct assay_rng *r, const struct depthcull_params *p,
                          enum depthcull_class class, const struct depthcull_coefs *near,
                          struct depthcull_coefs *plane);

/* Returns the coefficient `steps` units away.
 * An f32 moves over neighbouring numbers and stays finite. */
uint64_t depthcull_nudge(const struct depthcull_params *p, uint64_t c, int64_t steps);

/* Converts a coefficient to its value (in units of 1/256 in fixed point) and back. */
double depthcull_number(const struct depthcull_params *p, uint64_t c);
uint64_t depthcull_coefficient(const struct depthcull_params *p, double x);

#endif
