/*
 * depthcull.h - golden model of depthcull: coarse occlusion tests by range and by slope, with an
 * exact per-pixel fallback. README.md beside this file is the contract; soundness.md has the
 * proofs.
 *
 * In the model's state, a number that is compared is stored as its rank, an integer with the same
 * order: the key of an f32 pattern, or a fixed-point value itself.
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

enum depthcull_kind { DEPTHCULL_CLEAR, DEPTHCULL_PLANES, DEPTHCULL_PIXELS, DEPTHCULL_KINDS };

/* Facts about the covered pixels of a half, comparing source with destination. */
enum depthcull_fact { DEPTHCULL_GT = 1, DEPTHCULL_GE = 2, DEPTHCULL_LT = 4, DEPTHCULL_LE = 8 };

enum depthcull_corner { DEPTHCULL_00, DEPTHCULL_W0, DEPTHCULL_0H, DEPTHCULL_WH };

enum {
    DEPTHCULL_MAX_TW = 16,
    DEPTHCULL_MAX_TH = 8,
    DEPTHCULL_MAX_PX = DEPTHCULL_MAX_TW * DEPTHCULL_MAX_TH,
    DEPTHCULL_MASK_WORDS = DEPTHCULL_MAX_PX / 32,
    DEPTHCULL_HALVES = 2, /* left, right */
    DEPTHCULL_MAX_TILES = 1 << 20,
    DEPTHCULL_MAX_SLOTS = 2048,
    DEPTHCULL_MAX_WAYS = 4,
    DEPTHCULL_MAX_MISSES = 32,
    DEPTHCULL_MAX_AHEAD = 128,
    DEPTHCULL_MAX_LINES = 8, /* in a record */
    DEPTHCULL_LINE_WORDS = 16,
    DEPTHCULL_LINE_PIXELS = 16, /* depths in a line */
    DEPTHCULL_SWEPT = 64,       /* table entries cleared per cycle */
    DEPTHCULL_WHAT_PIXELS = 9,  /* kind of a record: 0 none, 1 to 8 planes, or this */
    DEPTHCULL_NO_SLOT = 0xFFFF,
    DEPTHCULL_NO_MISS = 0xFF,
    DEPTHCULL_MAX_QUEUE = 16,
    DEPTHCULL_MAX_PLANES = 8,
    DEPTHCULL_STAGES = 4,
    DEPTHCULL_POOL = 160,  /* primitives in flight: stages, look-ahead, queue and engine hold 152 */
    DEPTHCULL_RESULTS = 8, /* results that can wait */
    DEPTHCULL_NO_PRIM = 0xFF
};

/* Ranks of the least and the greatest depth. */
struct depthcull_range {
    int32_t low, high;
};

/*
 * A plane over a tile. Unless the coefficients are finite, only the patterns and `unknown` are
 * valid.
 */
struct depthcull_plane {
    int64_t rank[3];                               /* of cx, cy, cref; fixed: their values */
    uint32_t cx, cy, cref;                         /* f32: the patterns */
    int32_t z[4];                                  /* ranks of the depths at the corners */
    struct depthcull_range half[DEPTHCULL_HALVES]; /* over the whole of each half */
    uint8_t corner_e[4]; /* f32: exponent fields of the corners, at least 1 */
    uint8_t cref_e;
    uint8_t unknown; /* some coefficient is not finite */
};

struct depthcull_tile {
    uint8_t kind;
    /* For CLEAR and PLANES. CLEAR(z) has the plane (0, 0, z). */
    uint8_t planes; /* planes that some pixel shows */
    uint8_t places; /* places in use: all those that a pixel shows are below this */
    uint32_t z;     /* for CLEAR */
    struct depthcull_plane plane[DEPTHCULL_MAX_PLANES];
    uint32_t shown[DEPTHCULL_MAX_PLANES][DEPTHCULL_MASK_WORDS]; /* by which pixels */
    /* For PIXELS: range of those depths of a half that are not NaN. */
    struct depthcull_range half[DEPTHCULL_HALVES];
    uint8_t nan[DEPTHCULL_HALVES], number[DEPTHCULL_HALVES]; /* whether a half has any */
};

/* The decision on a primitive. */
struct depthcull_verdict {
    uint8_t decision, test;
    uint32_t let[DEPTHCULL_MASK_WORDS];  /* pixels that the decision lets pass: V */
    uint32_t open[DEPTHCULL_MASK_WORDS]; /* pixels to be tested: U */
};

struct depthcull_job {
    struct depthcull_prim prim;
    struct depthcull_plane plane;
    struct depthcull_range box[DEPTHCULL_HALVES]; /* the plane's range where the half is covered */
    struct depthcull_verdict verdict;
    uint16_t
        slot; /* of its tile once it has one; DEPTHCULL_NO_SLOT: bad tile index, gone, or not yet */
    uint8_t gone;   /* culled by the bounds of its tile */
    uint8_t groups; /* groups that the engine must process */
    uint8_t judged; /* verdict and groups are valid: nothing before it in its tile is in flight */
};

/* Codes that bound all depths of a tile, for each half. */
struct depthcull_bounds {
    uint16_t near[DEPTHCULL_HALVES], far[DEPTHCULL_HALVES];
};

/* A slot of the cache. */
struct depthcull_slot {
    uint8_t used, ready, dirty;
    uint8_t held; /* primitives of the tile that are past stage 3 */
    uint32_t tile;
    uint64_t last_use;
};

/* A record being fetched. */
struct depthcull_miss {
    uint8_t busy, what;
    uint8_t sent;    /* reads sent */
    uint8_t waiting; /* a bit for each read without a reply */
    uint8_t left;    /* lines that have not left F2 */
    uint16_t slot;
    uint32_t tile;
};

/* A record being written. */
struct depthcull_write {
    uint8_t waiting; /* a bit for each line not yet acknowledged */
    uint32_t tile;
};

/* The register EV. */
struct depthcull_evicted {
    uint8_t busy, write, pixels;
    uint8_t line, lines;
    uint16_t slot;
    uint32_t data[DEPTHCULL_MAX_LINES][DEPTHCULL_LINE_WORDS];
};

/* The register FILL; and F1 and F2, which hold the misses of the lines that follow it. */
struct depthcull_line {
    uint8_t busy, miss, line, step;
    uint32_t data[DEPTHCULL_LINE_WORDS];
    uint8_t f1, f2; /* DEPTHCULL_NO_MISS: empty */
};

/* The state of a read. */
enum depthcull_reading { DEPTHCULL_IDLE, DEPTHCULL_SEEK, DEPTHCULL_FLUSH, DEPTHCULL_OUT };

/* Plain data: memcpy copies it. */
struct depthcull_state {
    struct depthcull_params params;
    uint8_t enable;

    struct depthcull_job job[DEPTHCULL_POOL];
    uint8_t in_use[DEPTHCULL_POOL];     /* of job[] */
    uint8_t stage[DEPTHCULL_STAGES];    /* index in job[] or DEPTHCULL_NO_PRIM */
    uint8_t ahead[DEPTHCULL_MAX_AHEAD]; /* W: ring of the primitives between the last two stages */
    uint8_t ahead_first, ahead_count;
    uint8_t queue[DEPTHCULL_MAX_QUEUE];
    uint8_t queued;

    /* The registers J, E1, E2 and D: index in job[] or DEPTHCULL_NO_PRIM. */
    uint8_t engine[4];
    uint8_t left;    /* groups of J not yet issued */
    uint8_t last[4]; /* for E1 and E2: the group is the last of its primitive */

    uint8_t reading;                          /* enum depthcull_reading */
    uint8_t read_step, read_none, read_error; /* none: a single transfer without pixels */
    uint16_t read_slot;                       /* FLUSH: the next slot */
    uint32_t read_tile;

    struct depthcull_result result[DEPTHCULL_RESULTS]; /* waiting results, oldest first */
    uint8_t results;

    uint8_t pixels_valid;
    struct depthcull_pixels pixels;

    struct depthcull_slot slot[DEPTHCULL_MAX_SLOTS];
    uint64_t uses;
    struct depthcull_tile tile[DEPTHCULL_MAX_SLOTS];
    uint32_t memory[DEPTHCULL_MAX_SLOTS * DEPTHCULL_MAX_PX]; /* slot by slot, without gaps */

    struct depthcull_miss miss[DEPTHCULL_MAX_MISSES];
    uint8_t order[DEPTHCULL_MAX_MISSES], ordered;
    struct depthcull_write write[DEPTHCULL_MAX_MISSES];
    struct depthcull_evicted evicted;
    struct depthcull_line fill;
    uint8_t mem_valid;
    struct depthcull_mem mem;

    uint32_t z;      /* of the last clear */
    uint8_t present; /* the current epoch */
    uint8_t sweeping;
    uint32_t row;                       /* next row to be swept */
    uint8_t table[DEPTHCULL_MAX_TILES]; /* of a tile: 16 * its epoch + the kind of its record */
    struct depthcull_bounds bounds[DEPTHCULL_MAX_TILES]; /* bounds of the records */
    uint16_t clean;                                      /* the set that cleaning has reached */
};

/*
 * NULL if the parameters are legal, else a message. All functions below require legal parameters.
 */
const char *depthcull_check_params(const struct depthcull_params *p);

/* The state at power-up: that after reset, with the tile memory zero. */
void depthcull_init(struct depthcull_state *s, const struct depthcull_params *p);

void depthcull_reset(struct depthcull_state *s);

/*
 * One cycle: writes *out, a function of the state and *in, then advances the state over the clock
 * edge. If in->rst is set, the state becomes the reset state.
 */
void depthcull_step(struct depthcull_state *s, const struct depthcull_inputs *in,
                    struct depthcull_outputs *out);

/* --- the parts, as pure functions --- */

uint8_t depthcull_reset_enable(const struct depthcull_params *p);

/* --- planes and depths: depthcull_plane.c --- */

/* Makes the plane with these coefficients, with its corners and ranges. */
void depthcull_make_plane(const struct depthcull_params *p, uint64_t cx, uint64_t cy, uint64_t cref,
                          struct depthcull_plane *plane);

/* A rectangle of pixels in a tile, bounds included. */
struct depthcull_box {
    uint32_t x0, x1, y0, y1;
};

/* The range of a plane with finite coefficients over a box. */
struct depthcull_range depthcull_box_range(const struct depthcull_params *p,
                                           const struct depthcull_plane *plane,
                                           const struct depthcull_box *box);

/* Sets job->plane and job->box from job->prim. */
void depthcull_make_job(const struct depthcull_params *p, struct depthcull_job *job);

/* The depths at all pixels, in the order of their indices. */
void depthcull_plane_depths(const struct depthcull_params *p, const struct depthcull_plane *plane,
                            uint32_t *z);

/* A depth in stored form: no -0, a single NaN. */
uint32_t depthcull_stored_depth(const struct depthcull_params *p, uint32_t z);

/* The rank of a depth that is not NaN, and the depth with a given rank. */
int32_t depthcull_rank(const struct depthcull_params *p, uint32_t z);
uint32_t depthcull_depth_of(const struct depthcull_params *p, int32_t rank);

/* Of at most 32 pixels, those in `covered` whose depth passes the test against the stored one. */
uint32_t depthcull_passing(const struct depthcull_params *p, uint32_t func, const uint32_t *z,
                           const uint32_t *stored, uint32_t covered);

/* The same for one pixel. */
bool depthcull_passes(const struct depthcull_params *p, uint32_t func, uint32_t z, uint32_t stored);

/* --- tests and decisions: depthcull_facts.c, depthcull_decide.c --- */

/* The facts that test 1 finds for two ranges, and that another test finds for two planes with
 * finite coefficients: a set of enum depthcull_fact, whether or not the test is enabled. */
uint32_t depthcull_range_facts(const struct depthcull_range *source,
                               const struct depthcull_range *destination);
uint32_t depthcull_slope_facts(const struct depthcull_params *p, uint32_t test,
                               const struct depthcull_plane *source,
                               const struct depthcull_plane *destination);

/* Decides on a primitive with a good tile index, without testing pixels. */
void depthcull_decide(const struct depthcull_params *p, uint32_t enable,
                      const struct depthcull_job *job, const struct depthcull_tile *tile,
                      struct depthcull_verdict *verdict);

/* --- tiles: depthcull_tile.c --- */

/* The pixels of a half, in the layout of each word of a mask. */
uint32_t depthcull_half_pixels(const struct depthcull_params *p, uint32_t half);

/* Whether a mask contains any pixel. */
bool depthcull_any_pixel(const uint32_t *mask);

/* Makes the tile CLEAR(z). */
void depthcull_make_clear(const struct depthcull_params *p, uint32_t z,
                          struct depthcull_tile *tile);

/* The depth of each pixel; `memory` holds the depths if the tile is PIXELS. */
void depthcull_tile_depths(const struct depthcull_params *p, const struct depthcull_tile *tile,
                           const uint32_t *memory, uint32_t *z);

/* The number of groups that the engine must process for a primitive; 0 if it is not needed. */
uint32_t depthcull_engine_groups(const struct depthcull_params *p,
                                 const struct depthcull_tile *tile, bool write,
                                 const struct depthcull_verdict *verdict);

/* Updates the tile when the `passing` pixels receive the depths of the source. */
void depthcull_write_tile(const struct depthcull_params *p, struct depthcull_tile *tile,
                          uint32_t *memory, const struct depthcull_plane *source,
                          const uint32_t *passing);

/* Makes the tile PIXELS, from the depths in the memory. */
void depthcull_make_pixels(const struct depthcull_params *p, struct depthcull_tile *tile,
                           const uint32_t *memory);

/* The values min, max and unknown of a read-out. */
void depthcull_tile_range(const struct depthcull_params *p, const struct depthcull_tile *tile,
                          uint32_t *min, uint32_t *max, bool *unknown);

/* --- bounds of records: depthcull_bound.c --- */

struct depthcull_bounds depthcull_tile_bounds(const struct depthcull_params *p,
                                              const struct depthcull_tile *tile);

/* True if a primitive is culled by range, whatever the tile with these bounds holds. */
bool depthcull_bounds_cull(const struct depthcull_params *p, uint32_t enable,
                           const struct depthcull_job *job, const struct depthcull_bounds *bounds);

/* --- records in memory: depthcull_record.c --- */

/* The kind of a tile's record. */
uint32_t depthcull_what(const struct depthcull_tile *tile);

/* Number of lines of a record; number of lines from one tile's record to the next tile's. */
uint32_t depthcull_lines(const struct depthcull_params *p, uint32_t what);
uint32_t depthcull_stride(const struct depthcull_params *p);

/* Planes in a line of a record of planes. */
uint32_t depthcull_planes_in_line(const struct depthcull_params *p, uint32_t what, uint32_t line);

/* Writes all DEPTHCULL_MAX_LINES lines of a record; those that it does not have are 0. `memory`
 * holds the depths if the tile is PIXELS. */
void depthcull_write_record(const struct depthcull_params *p, const struct depthcull_tile *tile,
                            const uint32_t *memory, uint32_t data[][DEPTHCULL_LINE_WORDS]);

/*
 * Takes over a line of a record: each line once, in any order. Afterwards depthcull_complete_record
 * completes the tile.
 */
void depthcull_read_line(const struct depthcull_params *p, uint32_t what, uint32_t line,
                         const uint32_t *data, struct depthcull_tile *tile, uint32_t *memory);
void depthcull_complete_record(const struct depthcull_params *p, uint32_t what,
                               const uint32_t *memory, struct depthcull_tile *tile);

#ifdef __cplusplus
}
#endif

#endif
