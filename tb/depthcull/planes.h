/*
 * planes.h - planes as stimulus: the shapes that are hard for the tests, most of them close to a
 * plane that was drawn before.
 */
#ifndef DEPTHCULL_PLANES_H
#define DEPTHCULL_PLANES_H

#include "base/rng.h"
#include "depthcull/depthcull.h"

enum depthcull_class {
    DEPTHCULL_C_RANDOM,   /* moderate coefficients of any sign */
    DEPTHCULL_C_NEAR,     /* each coefficient a few units from the given plane's */
    DEPTHCULL_C_EQUAL,    /* the given plane */
    DEPTHCULL_C_ALIGNED,  /* a slope is zero, or both */
    DEPTHCULL_C_CROSSED,  /* slopes apart by a little, start by as much the other way */
    DEPTHCULL_C_TILTED,   /* slopes and start apart by much more, each either way */
    DEPTHCULL_C_STEEP,    /* depths that leave the usual range, overflow included */
    DEPTHCULL_C_TINY,     /* subnormal; fixed: fractions */
    DEPTHCULL_C_NONFINITE /* f32: a NaN or an infinity among the coefficients; fixed: ends */
};
enum { DEPTHCULL_CLASSES = 9 };

struct depthcull_coefs {
    uint64_t c[3]; /* cx, cy, cref */
};

/* Draw a plane of a class; `near` is the plane that it is near to. */
void depthcull_draw_plane(struct assay_rng *r, const struct depthcull_params *p,
                          enum depthcull_class class, const struct depthcull_coefs *near,
                          struct depthcull_coefs *plane);

/* A coefficient `steps` units away; an f32 steps over neighbouring numbers, and stays finite. */
uint64_t depthcull_nudge(const struct depthcull_params *p, uint64_t c, int64_t steps);

/* The number that a coefficient stands for, in units of 1/256 if fixed, and back. */
double depthcull_number(const struct depthcull_params *p, uint64_t c);
uint64_t depthcull_coefficient(const struct depthcull_params *p, double x);

#endif
