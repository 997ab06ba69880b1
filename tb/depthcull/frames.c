#include "depthcull/frames.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1920, HEIGHT = 1088, PASSES = 2, COPIES = 2 };

/* Sets the image size in pixels: the full image, or
 * about the widest and highest that the tiles cover. */
static void size_of(const struct depthcull_params *p, struct scene_request *r)
{
    uint32_t across = WIDTH / p->tw, down;

    while (across > 1 && across * across * p->tw * 9 / (16 * p->th) > p->tiles)
        --across;
    down = p->tiles / across;
    r->width = across * p->tw;
    r->height = down * p->th < HEIGHT ? down * p->th : HEIGHT;
}

static bool build(struct depthcull_frames *c, const struct assay_stim_env *env)
{
    struct scene_request r = {.view = {.azimuth = 30, .elevation = 40, .fov = 45},
                              .instances = COPIES,
                              .seed = env->seed};

    memcpy(&r.params, env->params, sizeof r.params);
    size_of(&r.params, &r);
    c->draw = calloc(1, depthcull_draw_scenario.ctx_size);
    if (!c->draw || !scene_mesh_knot(&c->mesh, 2, 3, 96, 12) ||
        !scene_frame_build(&c->frame, &c->mesh, &r))
        return false;
    c->expected = malloc((size_t)c->frame.pitch * c->frame.rows * sizeof *c->expected);
    return c->expected != NULL;
}

void depthcull_frames_begin(void *any, const struct assay_stim_env *env)
{
    struct depthcull_frames *c = any;
    struct assay_stim_env inner = *env;

    if (!build(c, env)) {
        free(c->draw);
        c->draw = NULL;
        return;
    }
    c->d = (struct depthcull_draw){.frame = &c->frame,
                                   .func = DEPTHCULL_LESS,
                                   .clear = scene_far(&c->frame.params),
                                   .expected = c->expected,
                                   .pass = c->pass,
                                   .passes = PASSES};
    c->pass[0].enable = depthcull_sound(&c->frame.params);
    c->mask_sum = scene_brute(&c->frame, c->d.func, c->d.clear, c->expected);
    inner.user = &c->d;
    depthcull_draw_scenario.begin(c->draw, &inner);
}

bool depthcull_frames_next(void *any, unsigned stream, void *payload)
{
    struct depthcull_frames *c = any;

    return c->draw && depthcull_draw_scenario.next(c->draw, stream, payload);
}

void depthcull_frames_observe(void *any, unsigned stream, const void *payload)
{
    struct depthcull_frames *c = any;

    depthcull_draw_scenario.observe(c->draw, stream, payload);
}

void depthcull_frames_plain(void *any, void *in)
{
    struct depthcull_frames *c = any;

    if (c->draw)
        depthcull_draw_scenario.plain(c->draw, in);
}

bool depthcull_frames_done(const void *any)
{
    const struct depthcull_frames *c = any;

    return !c->draw || depthcull_draw_scenario.done(c->draw);
}

/* Whether the pass differs from brute force, as far as is known yet. */
static bool differs(const struct depthcull_frames *c, const struct depthcull_pass *p)
{
    return p->differing > 0 || (p->finished && p->mask_sum != c->mask_sum);
}

bool depthcull_frames_failed(const void *any)
{
    const struct depthcull_frames *c = any;

    return !c->draw || depthcull_draw_scenario.failed(c->draw) || differs(c, &c->pass[0]) ||
           differs(c, &c->pass[1]);
}

void depthcull_frames_report(const void *any, FILE *f)
{
    const struct depthcull_frames *c = any;

    if (!c->draw) {
        fputs("frame:      out of memory\n", f);
        return;
    }
    depthcull_draw_scenario.report(c->draw, f);
    fprintf(f, "frame:      %" PRIu32 "x%" PRIu32 " pixels, %" PRIu32 " tiles, %zu primitives\n",
            c->frame.width, c->frame.height, c->frame.tiles, c->frame.prims);
    for (int i = 0; i < PASSES; ++i) {
        const struct depthcull_pass *p = &c->pass[i];

        fprintf(f, "%-11s %" PRIu64 " cycles, %" PRIu64 " lines of memory: %s\n",
                i == 0 ? "sound tests" : "no test", p->cycles, p->lines,
                differs(c, p) ? "not the image and the pass masks of each pixel's own test"
                : p->finished ? "the image and the pass masks of each pixel's own test"
                              : "not done");
    }
}

void depthcull_frames_end(void *any)
{
    struct depthcull_frames *c = any;

    if (c->draw)
        depthcull_draw_scenario.end(c->draw);
    free(c->draw);
    free(c->expected);
    scene_frame_free(&c->frame);
    scene_mesh_free(&c->mesh);
}
