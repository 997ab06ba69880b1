/*
 * depthcull.h - golden model of depthcull, coarse occlusion by range and by slope with an exact
 * per-pixel fallback. README.md beside this file is the contract; soundness.md has the proofs.
 *
 * In the state of the model a number that is compared is held as its rank, an int64_t that orders as
 * the number does: the key of an f32 pattern, or a fixed-point value itself.
 */
#ifndef DEPTHCULL_H
#define DEPTHCULL_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "depthcull/depthcull_pins.h"

enum depthcull_func {
    DEPTHCULL_NEVER,
    DEPTHCULL_LESS,
    DEPTHCULL_EQUAL,
    DEPTHCULL_LEQUAL,
    DEPTHCULL_GREATER,
    DEPTHCULL_NOTEQUAL,
    DEPTHCULL_GEQUAL,
    DEPTHCULL_ALWAYS,
    DEPTHCULL_FUNCS
};

enum depthcull_decision {
    DEPTHCULL_CULL,
    DEPTHCULL_PASS,
    DEPTHCULL_AMBIGUOUS,
    DEPTHCULL_ERROR,
    DEPTHCULL_DECISIONS
};

enum depthcull_test {
    DEPTHCULL_NONE,
    DEPTHCULL_RANGE,
    DEPTHCULL_SLOPE,
    DEPTHCULL_XEND,
    DEPTHCULL_YEND,
    DEPTHCULL_END3,
    DEPTHCULL_END,
    DEPTHCULL_CLAIM5,
    DEPTHCULL_BY_FUNC,
    DEPTHCULL_EMPTY,
    DEPTHCULL_TESTS
};

enum depthcull_kind { DEPTHCULL_CLEAR, DEPTHCULL_PLANE, DEPTHCULL_PIXELS, DEPTHCULL_KINDS };

/* Facts about all pixels of a tile, source against destination. */
enum depthcull_fact { DEPTHCULL_GT = 1, DEPTHCULL_GE = 2, DEPTHCULL_LT = 4, DEPTHCULL_LE = 8 };

enum depthcull_corner { DEPTHCULL_00, DEPTHCULL_W0, DEPTHCULL_0H, DEPTHCULL_WH };

enum {
    DEPTHCULL_MAX_TW = 16,
    DEPTHCULL_MAX_TH = 8,
    DEPTHCULL_MAX_PX = DEPTHCULL_MAX_TW * DEPTHCULL_MAX_TH,
    DEPTHCULL_MAX_TILES = 128,
    DEPTHCULL_MAX_QUEUE = 8,
    DEPTHCULL_MAX_PIX = 4,
    DEPTHCULL_STAGES = 4,
    DEPTHCULL_DRAIN = 2, /* cycles from the engine's last group of pixels to its result */
    DEPTHCULL_POOL = 16, /* primitives under way: stages, queue and engine hold 13 */
    DEPTHCULL_NO_PRIM = 0xFF
};

/* A plane over a tile, or what stands for one. */
struct depthcull_plane {
    int64_t rank[3];       /* of cx, cy, cref; fixed: their values */
    uint32_t cx, cy, cref; /* f32: the patterns */
    int32_t z[4];          /* ranks of the corners' depths */
    int32_t low, high;     /* ranks of min and max */
    uint32_t min, max;     /* patterns */
    uint8_t corner_e[4];   /* f32: exponent fields of the corners, at least 1 */
    uint8_t cref_e;
    uint8_t unknown;
};

struct depthcull_tile {
    uint8_t kind;
    struct depthcull_plane plane; /* PIXELS: min, max, low, high and unknown count, nothing else */
};

struct depthcull_job {
    struct depthcull_prim prim;
    struct depthcull_plane plane;
    uint8_t decision, test; /* once decided */
};

/* Plain data: memcpy copies it. */
struct depthcull_state {
    struct depthcull_params params;
    uint8_t enable;

    struct depthcull_job job[DEPTHCULL_POOL];
    uint16_t in_use;                 /* one bit for each of job[] */
    uint8_t stage[DEPTHCULL_STAGES]; /* index in job[] or DEPTHCULL_NO_PRIM */
    uint8_t queue[DEPTHCULL_MAX_QUEUE];
    uint8_t queued;
    uint8_t engine; /* index in job[] or DEPTHCULL_NO_PRIM */
    uint8_t left;

    uint8_t reading, read_step, read_tile;

    uint8_t result_valid, pixels_valid;
    struct depthcull_result result;
    struct depthcull_pixels pixels;

    struct depthcull_tile tile[DEPTHCULL_MAX_TILES];
    uint32_t memory[DEPTHCULL_MAX_TILES * DEPTHCULL_MAX_PX]; /* tile by tile, without gaps */
};

/* NULL when the parameters are legal, else what is wrong. Everything below needs legal ones. */
const char *depthcull_check_params(const struct depthcull_params *p);

/* Power-up: after reset, and the tile memory zero. */
void depthcull_init(struct depthcull_state *s, const struct depthcull_params *p);

void depthcull_reset(struct depthcull_state *s);

/*
 * One cycle: write *out, a function of the state and *in, then advance the state over the edge.
 * With in->rst set the state becomes the reset state.
 */
void depthcull_step(struct depthcull_state *s, const struct depthcull_inputs *in,
                    struct depthcull_outputs *out);

/* --- the parts, pure functions --- */

uint8_t depthcull_reset_enable(const struct depthcull_params *p);

/* The plane of these coefficients, with corners. */
void depthcull_make_plane(const struct depthcull_params *p, uint64_t cx, uint64_t cy, uint64_t cref,
                          struct depthcull_plane *plane);

/* The tile CLEAR(z). */
void depthcull_make_clear(const struct depthcull_params *p, uint32_t z,
                          struct depthcull_tile *tile);

/* The depth of pixel `i` of a plane. */
uint32_t depthcull_plane_depth(const struct depthcull_params *p,
                               const struct depthcull_plane *plane, uint32_t i);

/* Those of all pixels, in the order of their index. */
void depthcull_plane_depths(const struct depthcull_params *p, const struct depthcull_plane *plane,
                            uint32_t *z);

/* Of 32 pixels at most, those of `covered` whose depth passes against the stored one. */
uint32_t depthcull_passing(const struct depthcull_params *p, uint32_t func, const uint32_t *z,
                           const uint32_t *stored, uint32_t covered);

/* The same of one. */
bool depthcull_passes(const struct depthcull_params *p, uint32_t func, uint32_t z, uint32_t stored);

/* What one test finds, a set of enum depthcull_fact; enabled or not. */
uint32_t depthcull_facts(const struct depthcull_params *p, uint32_t test,
                         const struct depthcull_plane *source, const struct depthcull_tile *tile);

/* The decision on a primitive with a good tile index, without the test of pixels. */
void depthcull_decide(const struct depthcull_params *p, uint32_t enable, struct depthcull_job *job,
                      const struct depthcull_tile *tile);

/* Set min, max and unknown of a tile from its pixels. */
void depthcull_measure(const struct depthcull_params *p, const uint32_t *z,
                       struct depthcull_plane *plane);

#ifdef __cplusplus
}
#endif

#endif
