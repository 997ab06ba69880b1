#include "depthcull/scenarios.h"

#include <string.h>

#include "depthcull/depthcull.h"
#include "depthcull/frames.h"
#include "depthcull/memory.h"
#include "depthcull/planes.h"
#include "depthcull/soundness.h"

/* Most tiles that a run draws to: more than any cache holds. Coverage distinguishes as many. */
enum { POOL = 2 * DEPTHCULL_MAX_SLOTS + 8 };

/* --- random: primitives of all classes in bursts, with fast clears, configs and read-outs --- */

struct random_ctx {
    struct depthcull_params p;
    struct assay_knobs knobs;
    struct assay_rng prim, clear, config, read;
    struct depthcull_memory memory;
    uint32_t base, pool;               /* the tiles that are drawn to */
    struct depthcull_coefs last[POOL]; /* the plane last sent to each tile */
    uint32_t burst;                    /* primitives left in the burst */
    uint32_t first, spread, stride;    /* tiles of the burst, counted from `base` */
    uint32_t func;                     /* of the burst; DEPTHCULL_FUNCS: any */
    uint32_t coverage;                 /* of the burst: percentage of full masks */
    uint32_t between;                  /* of the burst: requests for each read-out */
    uint64_t asked;                    /* how often a primitive was requested */
    uint32_t pause;                    /* how many of the next requests yield none */
    uint16_t sequence;
    uint32_t over, walked; /* of a walk: its tiles (0: no walk); visits so far, up to 2 * over */
    uint32_t left;         /* primitives still to be sent to the current tile */
};

static void random_begin(void *any, const struct assay_stim_env *env)
{
    struct random_ctx *c = any;

    memcpy(&c->p, env->params, sizeof c->p);
    c->knobs = env->knobs;
    c->between = 200;
    assay_rng_init(&c->prim, env->seed, "depthcull.prim");
    assay_rng_init(&c->clear, env->seed, "depthcull.clear");
    assay_rng_init(&c->config, env->seed, "depthcull.config");
    assay_rng_init(&c->read, env->seed, "depthcull.read");
    c->pool = 2 * c->p.sets * c->p.ways + 8;
    if (c->pool > c->p.tiles)
        c->pool = c->p.tiles;
    c->base = assay_rng_below(&c->prim, c->p.tiles - c->pool + 1);
    depthcull_memory_begin(&c->memory, &c->p, NULL, c->knobs.illegal, env->seed);
    c->memory.shared = env->shared;
}

static void random_end(void *any)
{
    struct random_ctx *c = any;

    depthcull_memory_free(&c->memory);
}

static bool in_first_part(const struct random_ctx *c)
{
    return c->asked < 16384;
}

/* In its first part, a run repeatedly has short phases with few primitives in
 * flight, usually one or two. A fault that shows with so few then shows in
 * their results. With many in flight it may first show as a queue that is full
 * on one side only, and such a run cannot be shrunk to fewer primitives. */
static bool waits(struct random_ctx *c)
{
    enum { TURN = 512, FEW = 192 };
    const bool few = in_first_part(c) && c->asked % TURN < FEW;

    ++c->asked;
    if (c->pause > 0) {
        --c->pause;
        return true;
    }
    if (few && !assay_rng_below(&c->prim, 2))
        c->pause = 2 * c->p.tw * c->p.th / c->p.pix + 20;
    return false;
}

/* Now and then, starts a walk: writes more tiles than the cache holds, one after another, and then
 * again in the same order, so that each must be fetched and as many fetches as possible are in
 * flight. There are no walks at the beginning, for the reason above, nor with a cache so small that
 * any burst has that effect. */
static void begin_walk(struct random_ctx *c)
{
    enum { PART = 2048, SMALL = 16 };
    const uint32_t over = c->p.sets * (c->p.ways + 1);

    if (c->asked < PART || over <= SMALL || over > c->pool ||
        assay_rng_below(&c->prim, 16 + over / 4))
        return;
    c->over = over;
    c->walked = c->left = 0;
}

/* Returns the tile of the next primitive of a walk.
 * Some tiles first get enough planes to become PIXELS. */
static uint32_t walk(struct random_ctx *c, bool *written)
{
    enum { SOME = 8 };
    const uint32_t at = c->walked % c->over;

    *written = c->walked < c->over;
    if (c->left == 0)
        c->left = *written && at % SOME == 0 ? 2 * c->p.planes : 1;
    if (--c->left == 0 && ++c->walked == 2 * c->over)
        c->over = 0;
    return (c->first + at) % c->pool;
}

static void begin_burst(struct random_ctx *c)
{
    static const uint32_t spreads[] = {1, 1, 2, 4, 8, POOL};
    static const uint32_t coverages[] = {100, 90, 50, 0};

    begin_walk(c);
    c->burst = 1 + assay_rng_below(&c->prim, 60);
    c->spread = spreads[assay_rng_below(&c->prim, 6)];
    if (c->spread > c->pool)
        c->spread = c->pool;
    c->first = assay_rng_below(&c->prim, c->pool);
    /* Adjacent tiles, or tiles that all map to one set of the cache. */
    c->stride = assay_rng_below(&c->prim, 2) ? 1 : c->p.sets;
    c->func = assay_rng_below(&c->prim, 2) ? assay_rng_below(&c->prim, DEPTHCULL_FUNCS)
                                           : (uint32_t)DEPTHCULL_FUNCS;
    c->coverage = coverages[assay_rng_below(&c->prim, 4)];
    /* Later, now and then often enough to see most states that a tile goes through. */
    c->between = in_first_part(c) || assay_rng_below(&c->prim, 4) ? 200 : 20;
}

enum cover { ALL, NONE, ONE, ALL_BUT_ONE, ANY, BOX, COVERS };

static bool between(uint32_t at, uint32_t a, uint32_t b)
{
    return a < b ? a <= at && at <= b : b <= at && at <= a;
}

/* Whether the pixel lies in the box with corners at the pixels a and b. */
static bool in_box(const struct depthcull_params *p, uint32_t pixel, uint32_t a, uint32_t b)
{
    return between(pixel % p->tw, a % p->tw, b % p->tw) &&
           between(pixel / p->tw, a / p->tw, b / p->tw);
}

static void draw_mask(struct assay_rng *r, const struct depthcull_params *p, uint32_t full,
                      uint32_t *mask)
{
    const uint32_t n = p->tw * p->th;
    const enum cover kind = assay_rng_percent(r, full) ? ALL : assay_rng_below(r, COVERS);
    const uint64_t low = assay_rng_u64(r), high = assay_rng_u64(r);
    const uint64_t bits[2] = {low, high};
    const uint32_t one = assay_rng_below(r, n), other = assay_rng_below(r, n);

    for (uint32_t i = 0; i < 4; ++i)
        mask[i] = 0;
    for (uint32_t i = 0; i < n; ++i) {
        const bool drawn = bits[i / 64] >> i % 64 & 1;
        const bool on = kind == ALL           ? true
                        : kind == ONE         ? i == one
                        : kind == ALL_BUT_ONE ? i != one
                        : kind == ANY         ? drawn
                                              : kind == BOX && in_box(p, i, one, other);

        mask[i / 32] |= (uint32_t)on << i % 32;
    }
}

/* Returns an out-of-range tile index: just beyond the last tile, or anywhere. */
static uint32_t bad_tile(const struct random_ctx *c, struct assay_rng *r)
{
    const uint32_t beyond = DEPTHCULL_MAX_TILES - c->p.tiles;

    return c->p.tiles + assay_rng_below(r, assay_rng_below(r, 2) && beyond > 4 ? 4 : beyond);
}

static void next_prim(struct random_ctx *c, struct depthcull_prim *prim)
{
    static const uint8_t usual[] = {DEPTHCULL_C_RANDOM,  DEPTHCULL_C_NEAR,    DEPTHCULL_C_NEAR,
                                    DEPTHCULL_C_CROSSED, DEPTHCULL_C_CROSSED, DEPTHCULL_C_EQUAL,
                                    DEPTHCULL_C_ALIGNED, DEPTHCULL_C_TILTED,  DEPTHCULL_C_TILTED};
    struct assay_rng *r = &c->prim;
    struct depthcull_coefs plane;
    uint32_t tile, class;
    bool written = false;

    if (c->burst == 0)
        begin_burst(c);
    if (!c->over)
        --c->burst;
    tile = c->over ? walk(c, &written)
                   : (c->first + c->stride * assay_rng_below(r, c->spread)) % c->pool;
    class = usual[assay_rng_below(r, sizeof usual)];
    if (!in_first_part(c) && assay_rng_below(r, 5) == 0)
        class = DEPTHCULL_C_MEETING;
    if (assay_rng_percent(r, c->knobs.corner / 2))
        class = (uint32_t)DEPTHCULL_C_STEEP + assay_rng_below(r, 3);
    depthcull_draw_plane(r, &c->p, (enum depthcull_class) class, &c->last[tile], &plane);
    /* Draw no planes near a non-finite one. */
    if (class != DEPTHCULL_C_NONFINITE && assay_rng_below(r, 4))
        c->last[tile] = plane;
    prim->cx = plane.c[0];
    prim->cy = plane.c[1];
    prim->cref = plane.c[2];
    prim->tile = c->base + tile;
    if (assay_rng_percent(r, c->knobs.illegal) && c->p.tiles < DEPTHCULL_MAX_TILES)
        prim->tile = bad_tile(c, r);
    prim->func =
        (uint8_t)(c->func < DEPTHCULL_FUNCS ? c->func : assay_rng_below(r, DEPTHCULL_FUNCS));
    prim->write = assay_rng_below(r, 5) != 0 || written;
    if (written)
        prim->func = DEPTHCULL_ALWAYS;
    prim->tag = c->sequence++;
    draw_mask(r, &c->p, written && c->left ? 0 : c->coverage, prim->mask);
}

static uint32_t draw_clear(struct random_ctx *c)
{
    static const uint32_t f32[] = {0,          0x80000000, 0x3F800000, 0x3F800000, 0x3F800000,
                                   0x3F800000, 0x7F800000, 0xFFFFFFFF, 0x7F7FFFFF, 1};
    static const uint32_t fixed[] = {0, 0xFFFFFF, 0xFFFFFF, 0x800000, 1};

    if (assay_rng_below(&c->clear, 2)) /* the start of a plane already sent */
        return (uint32_t)(c->last[assay_rng_below(&c->clear, c->pool)].c[2] >>
                          (c->p.fixed ? 8 : 0)) &
               (c->p.fixed ? 0xFFFFFF : 0xFFFFFFFF);
    return c->p.fixed ? fixed[assay_rng_below(&c->clear, 5)] : f32[assay_rng_below(&c->clear, 10)];
}

static bool random_next(void *any, unsigned stream, void *payload)
{
    struct random_ctx *c = any;

    switch (stream) {
    case depthcull_stream_fill:
        return depthcull_memory_reply(&c->memory, payload);
    case depthcull_stream_prim:
        if (waits(c))
            return false;
        next_prim(c, payload);
        return true;
    case depthcull_stream_clear:
        if (c->over || assay_rng_below(&c->clear, 800))
            return false;
        ((struct depthcull_clear *)payload)->z = draw_clear(c);
        return true;
    case depthcull_stream_config: {
        struct depthcull_config *config = payload;
        const uint32_t kind = assay_rng_below(&c->config, 4);

        if (c->over || assay_rng_below(&c->config, 500))
            return false;
        /* Any tests, all of them, or a single one. */
        config->enable = (uint8_t)(kind < 2    ? assay_rng_below(&c->config, 128)
                                   : kind == 2 ? 127u
                                               : 1u << assay_rng_below(&c->config, 7));
        return true;
    }
    default: {
        struct depthcull_read *read = payload;

        if (assay_rng_below(&c->read, c->over ? 2000 : c->between))
            return false;
        read->flush = assay_rng_below(&c->read, 8) == 0;
        read->tile = c->base + (c->first + c->stride * assay_rng_below(&c->read, 3)) % c->pool;
        if (assay_rng_percent(&c->read, c->knobs.illegal) && c->p.tiles < DEPTHCULL_MAX_TILES)
            read->tile = bad_tile(c, &c->read);
        return true;
    }
    }
}

static void serve(struct depthcull_memory *m, unsigned stream, const void *payload)
{
    if (stream == depthcull_stream_fill)
        depthcull_memory_replied(m);
    else if (stream == depthcull_stream_mem)
        depthcull_memory_take(m, payload);
}

static void random_observe(void *any, unsigned stream, const void *payload)
{
    struct random_ctx *c = any;

    if (stream != depthcull_stream_fill)
        depthcull_memory_moved(&c->memory);
    serve(&c->memory, stream, payload);
}

/* The block has no plain inputs. This hook is called in every cycle. */
static void random_plain(void *any, void *in)
{
    struct random_ctx *c = any;

    (void)in;
    (void)depthcull_memory_cycle(&c->memory);
}

static bool random_failed(const void *any)
{
    const struct random_ctx *c = any;

    return c->memory.wrong != NULL;
}

static void random_report(const void *any, FILE *f)
{
    const struct random_ctx *c = any;

    depthcull_memory_report(&c->memory, f);
}

static void random_restart(void *any)
{
    struct random_ctx *c = any;

    depthcull_memory_reset(&c->memory);
    c->burst = c->over = 0;
}

/* --- throughput: full tiles of parallel planes over all tiles, each decided by range or slope at
 * one primitive per cycle --- */

struct throughput_ctx {
    struct depthcull_params p;
    struct depthcull_memory memory;
    uint32_t sent;
};

static void throughput_begin(void *any, const struct assay_stim_env *env)
{
    struct throughput_ctx *c = any;

    memcpy(&c->p, env->params, sizeof c->p);
    depthcull_memory_begin(&c->memory, &c->p, NULL, 0, env->seed);
}

static void throughput_observe(void *any, unsigned stream, const void *payload)
{
    struct throughput_ctx *c = any;

    serve(&c->memory, stream, payload);
}

static bool throughput_failed(const void *any)
{
    const struct throughput_ctx *c = any;

    return c->memory.wrong != NULL;
}

static void throughput_report(const void *any, FILE *f)
{
    const struct throughput_ctx *c = any;

    depthcull_memory_report(&c->memory, f);
}

static void throughput_restart(void *any)
{
    struct throughput_ctx *c = any;

    depthcull_memory_reset(&c->memory);
}

static void throughput_end(void *any)
{
    struct throughput_ctx *c = any;

    depthcull_memory_free(&c->memory);
}

/* Uses as many tiles as the cache holds, so that none is ever evicted. */
static uint32_t throughput_tiles(const struct throughput_ctx *c)
{
    const uint32_t slots = c->p.sets * c->p.ways;

    return slots < c->p.tiles ? slots : c->p.tiles;
}

static bool throughput_next(void *any, unsigned stream, void *payload)
{
    struct throughput_ctx *c = any;
    struct depthcull_prim *prim = payload;
    const uint32_t n = c->p.tw * c->p.th;
    const uint64_t unit = c->p.fixed ? 0x4000 : 0x3A800000; /* 64, 2^-10 */

    if (stream == depthcull_stream_fill)
        return depthcull_memory_reply(&c->memory, payload);
    if (stream != depthcull_stream_prim)
        return false;
    memset(prim, 0, sizeof *prim);
    /* Runs of eight primitives per tile, alternately nearer and deeper. */
    prim->tile = c->sent / 8 % throughput_tiles(c);
    prim->func = c->sent & 1 ? DEPTHCULL_GEQUAL : DEPTHCULL_LEQUAL;
    prim->write = 1;
    prim->cx = unit;
    prim->cy = unit;
    prim->cref = unit + (c->sent * 16 & 0x30);
    prim->tag = (uint16_t)c->sent++;
    if (prim->func == DEPTHCULL_LEQUAL)
        prim->cref = unit;
    for (uint32_t i = 0; i < n; ++i)
        prim->mask[i / 32] |= UINT32_C(1) << i % 32;
    return true;
}

const struct assay_scenario depthcull_scenarios[DEPTHCULL_SCENARIOS] = {
    {
        .name = "random",
        .summary = "planes of all classes in bursts, fast clears, configs, read-outs, resets",
        .knobs = {.stall = 50, .illegal = 3, .corner = 30, .resets = 1},
        .ctx_size = sizeof(struct random_ctx),
        .begin = random_begin,
        .next = random_next,
        .observe = random_observe,
        .plain = random_plain,
        .restart = random_restart,
        .failed = random_failed,
        .report = random_report,
        .end = random_end,
    },
    {
        .name = "throughput",
        .summary = "parallel planes that slope decides, without stalls: one primitive a cycle",
        .knobs = {.stall = 0},
        .ctx_size = sizeof(struct throughput_ctx),
        .begin = throughput_begin,
        .next = throughput_next,
        .observe = throughput_observe,
        .restart = throughput_restart,
        .failed = throughput_failed,
        .report = throughput_report,
        .end = throughput_end,
    },
    {
        .name = "frame",
        .summary =
            "a mesh over the whole image, with the sound tests and with none; ends by itself",
        .knobs = {.stall = 0},
        .ctx_size = sizeof(struct depthcull_frames),
        .begin = depthcull_frames_begin,
        .next = depthcull_frames_next,
        .observe = depthcull_frames_observe,
        .plain = depthcull_frames_plain,
        .done = depthcull_frames_done,
        .failed = depthcull_frames_failed,
        .report = depthcull_frames_report,
        .end = depthcull_frames_end,
    },
    {
        .name = "soundness",
        .summary = "searches each coarse test for a counterexample, shrinks and prints it",
        .knobs = {.stall = 0},
        .ctx_size = sizeof(struct depthcull_search),
        .begin = depthcull_search_begin,
        .next = depthcull_search_next,
        .observe = depthcull_search_observe,
        .done = depthcull_search_done,
        .failed = depthcull_search_failed,
        .report = depthcull_search_report,
        .end = depthcull_search_end,
        .searches = true,
    },
    {
        .name = "search",
        .summary = "the same with 10^9 pairs of f32 planes for each sound test: minutes",
        .knobs = {.stall = 0},
        .ctx_size = sizeof(struct depthcull_search),
        .begin = depthcull_search_begin_long,
        .next = depthcull_search_next,
        .observe = depthcull_search_observe,
        .done = depthcull_search_done,
        .failed = depthcull_search_failed,
        .report = depthcull_search_report,
        .end = depthcull_search_end,
        .searches = true,
    },
};
