#include "depthcull/scene.h"

#include <stdio.h>
#include <string.h>

#include "depthcull/draw.h"
#include "depthcull/memory.h"
#include "depthcull/planes.h"
#include "engine/lockstep.h"
#include "sim/backend.h"

enum { LIMIT = 10000000 };

enum kind {
    OVERDRAW, /* slanted layers, each behind or in front of the ones before */
    COPLANAR, /* layers a few units apart with nearly the same slopes */
    SOUP      /* any planes */
};

/* A scene of layers that cover all tiles. */
struct layers {
    enum kind kind;
    uint32_t layers;
    uint8_t enable;
    /* Results. */
    uint64_t primitives, decided[DEPTHCULL_TESTS];
    uint64_t image; /* a hash of all depths */
    bool finished;
    const char *wrong; /* a protocol error seen by memory; NULL: none */
};

struct scene_ctx {
    struct depthcull_params p;
    struct layers *scene;
    struct assay_rng rng;
    struct depthcull_coefs base[DEPTHCULL_SCENE_TILES];
    struct depthcull_memory memory;
    uint8_t configured, cleared;
    uint32_t sent, results, reads, read_out;
};

static void scene_begin(void *any, const struct assay_stim_env *env)
{
    struct scene_ctx *c = any;

    memcpy(&c->p, env->params, sizeof c->p);
    c->scene = env->user;
    assay_rng_init(&c->rng, env->seed, "depthcull.scene");
    depthcull_memory_begin(&c->memory, &c->p, &depthcull_memory_usual, 0, env->seed);
    c->scene->wrong = c->memory.wrong;
}

static void scene_end(void *any)
{
    struct scene_ctx *c = any;

    depthcull_memory_free(&c->memory);
}

static double uniform(struct assay_rng *r, double low, double high)
{
    return low + (high - low) * ((double)assay_rng_below(r, 1u << 30) / (1u << 30));
}

static void set_plane(const struct depthcull_params *p, struct depthcull_coefs *plane, double cx,
                      double cy, double cref)
{
    const double scale = p->fixed ? 4294967296.0 : 1.0; /* 2^24 depths of 256 units each */

    plane->c[0] = depthcull_coefficient(p, cx * scale);
    plane->c[1] = depthcull_coefficient(p, cy * scale);
    plane->c[2] = depthcull_coefficient(p, cref * scale);
}

static void draw_layer(struct scene_ctx *c, uint32_t tile, uint32_t layer,
                       struct depthcull_coefs *plane)
{
    struct assay_rng *r = &c->rng;
    const bool soup = c->scene->kind == SOUP;
    const double steepest = soup ? 0.02 : 0.004;
    double cx, cy, cref;

    if (c->scene->kind == COPLANAR && layer > 0) {
        *plane = c->base[tile];
        for (int i = 0; i < 3; ++i)
            plane->c[i] = depthcull_nudge(&c->p, plane->c[i], (int64_t)assay_rng_below(r, 9) - 4);
        return;
    }
    cref = soup ? uniform(r, 0.3, 0.7) : uniform(r, 0.1, 0.9);
    cy = uniform(r, -steepest, steepest);
    cx = uniform(r, -steepest, steepest);
    set_plane(&c->p, plane, cx, cy, cref);
    c->base[tile] = *plane;
}

static bool scene_next(void *any, unsigned stream, void *payload)
{
    struct scene_ctx *c = any;
    const uint32_t all = c->p.tiles * c->scene->layers;
    struct depthcull_prim *prim = payload;
    struct depthcull_coefs plane;

    if (stream == depthcull_stream_fill)
        return depthcull_memory_reply(&c->memory, payload);
    if (stream == depthcull_stream_config && !c->configured) {
        ((struct depthcull_config *)payload)->enable = c->scene->enable;
        c->configured = 1;
        return true;
    }
    if (stream == depthcull_stream_clear && !c->cleared) {
        ((struct depthcull_clear *)payload)->z = c->p.fixed ? 0xFFFFFF : 0x3F800000;
        c->cleared = 1;
        return true;
    }
    if (stream == depthcull_stream_read && c->results == all && c->reads < c->p.tiles) {
        ((struct depthcull_read *)payload)->tile = c->reads++;
        return true;
    }
    if (stream != depthcull_stream_prim || c->sent == all)
        return false;
    memset(prim, 0, sizeof *prim);
    prim->tile = c->sent % c->p.tiles;
    draw_layer(c, prim->tile, c->sent / c->p.tiles, &plane);
    prim->cx = plane.c[0];
    prim->cy = plane.c[1];
    prim->cref = plane.c[2];
    prim->func = DEPTHCULL_LESS;
    prim->write = 1;
    prim->tag = (uint16_t)c->sent++;
    for (uint32_t i = 0; i < c->p.tw * c->p.th; ++i)
        prim->mask[i / 32] |= UINT32_C(1) << i % 32;
    return true;
}

static void scene_observe(void *any, unsigned stream, const void *payload)
{
    struct scene_ctx *c = any;

    if (stream == depthcull_stream_result) {
        const struct depthcull_result *result = payload;

        ++c->results;
        ++c->scene->primitives;
        ++c->scene->decided[result->test];
    } else if (stream == depthcull_stream_pixels) {
        const struct depthcull_pixels *pixels = payload;

        for (int i = 0; i < 4; ++i)
            c->scene->image = (c->scene->image ^ pixels->data[i]) * UINT64_C(0x100000001B3);
        c->read_out += pixels->last;
        c->scene->finished = c->read_out == c->p.tiles;
    } else if (stream == depthcull_stream_fill) {
        depthcull_memory_replied(&c->memory);
    } else if (stream == depthcull_stream_mem) {
        depthcull_memory_take(&c->memory, payload);
    }
    c->scene->wrong = c->memory.wrong;
}

/* The block has no plain inputs. This hook is called in every cycle. */
static void scene_plain(void *any, void *in)
{
    struct scene_ctx *c = any;

    if (!depthcull_memory_cycle(&c->memory))
        ((struct depthcull_inputs *)in)->mem_ready = 0;
}

static bool scene_done(const void *any)
{
    const struct scene_ctx *c = any;

    return c->scene->finished;
}

static bool scene_failed(const void *any)
{
    const struct scene_ctx *c = any;

    return c->scene->wrong != NULL;
}

static const struct assay_scenario scenario = {
    .name = "scene",
    .summary = "layers over all tiles",
    .ctx_size = sizeof(struct scene_ctx),
    .begin = scene_begin,
    .next = scene_next,
    .observe = scene_observe,
    .plain = scene_plain,
    .done = scene_done,
    .failed = scene_failed,
    .end = scene_end,
};

/* Returns the cycles from the first primitive to the last result, or 0 with a message in `why` if
 * the run failed. */
static uint64_t draw_scene(struct layers *scene, const char *name,
                           const struct assay_params *params, char *why, size_t why_size)
{
    const struct assay_config config = {
        .block = assay_block_find("depthcull"),
        .params = *params,
        .scenario = &scenario,
        .seed = 1,
        .cycles = LIMIT,
        .hang = LIMIT,
        .user = scene,
        .ops = NULL,
        .backend = "model",
    };
    struct assay_lockstep *ls = assay_lockstep_open(&config, why, why_size);
    const struct assay_result *r;
    uint64_t begun = 0, ended = 0;
    const uint64_t all = (uint64_t)params->v[3] * scene->layers;

    if (!ls)
        return 0;
    r = assay_lockstep_result(ls);
    while (!scene->finished && r->cycles < LIMIT) {
        if (assay_lockstep_run(ls, 1) != ASSAY_PASS)
            break;
        if (!begun && r->transfers[depthcull_stream_prim])
            begun = r->cycles;
        if (!ended && r->transfers[depthcull_stream_result] == all)
            ended = r->cycles;
    }
    assay_lockstep_close(ls);
    if (scene->finished && !scene->wrong)
        return ended - begun;
    snprintf(why, why_size, "depthcull: the scene '%s'%s%s", name,
             scene->wrong ? ": memory: " : " did not end", scene->wrong ? scene->wrong : "");
    return 0;
}

static bool one_scene(const struct depthcull_viewer *v, const char *name, struct layers scene,
                      const struct assay_params *params, char *why, size_t why_size)
{
    struct layers bare = scene;
    struct depthcull_seen seen = {.name = name};

    memcpy(&seen.params, params, sizeof seen.params);
    bare.enable = 0;
    scene.enable = depthcull_sound(&seen.params);
    seen.cycles = draw_scene(&scene, name, params, why, why_size);
    if (!seen.cycles || !draw_scene(&bare, name, params, why, why_size))
        return false;
    if (scene.image != bare.image) {
        snprintf(why, why_size, "depthcull: the coarse tests change the image of '%s'", name);
        return false;
    }
    seen.primitives = scene.primitives;
    seen.plain = scene.primitives * (params->v[0] * params->v[1] / params->v[4]);
    memcpy(seen.decided, scene.decided, sizeof seen.decided);
    v->see(v->arg, &seen);
    return true;
}

bool depthcull_scenes(const struct depthcull_viewer *v, const struct assay_params *params,
                      char *why, size_t why_size)
{
    static const struct {
        const char *name;
        struct layers scene;
    } scenes[] = {
        {"1 layer", {.kind = OVERDRAW, .layers = 1}},
        {"2 layers", {.kind = OVERDRAW, .layers = 2}},
        {"4 layers", {.kind = OVERDRAW, .layers = 4}},
        {"8 layers", {.kind = OVERDRAW, .layers = 8}},
        {"8 layers, near-coplanar", {.kind = COPLANAR, .layers = 8}},
        {"8 layers, random soup", {.kind = SOUP, .layers = 8}},
    };

    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; ++i)
        if (!one_scene(v, scenes[i].name, scenes[i].scene, params, why, why_size))
            return false;
    return depthcull_mesh_scenes(v, params, why, why_size);
}
