/* mesh_figures.c - the mesh scenes of `assay bench depthcull`: copies of a knot behind each other,
 * on the same path as `assay scene`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "depthcull/draw.h"
#include "depthcull/scene.h"
#include "engine/lockstep.h"

struct mesh_scene {
    const char *name;
    unsigned along, around; /* segments of the knot */
    enum scene_order order;
};

enum { COARSE, BARE, RUNS };

static bool complain(char *why, size_t why_size, const char *name, const char *what)
{
    snprintf(why, why_size, "depthcull: the scene '%s': %s", name, what);
    return false;
}

static bool draw(const struct scene_frame *frame, const struct assay_params *params,
                 uint32_t *expected, struct depthcull_pass pass[RUNS], const char *name, char *why,
                 size_t why_size)
{
    struct depthcull_draw d = {.frame = frame,
                               .func = DEPTHCULL_LESS,
                               .clear = scene_far(&frame->params),
                               .expected = expected,
                               .pass = pass,
                               .passes = RUNS};
    const struct assay_config config = {
        .block = assay_block_find("depthcull"),
        .params = *params,
        .scenario = &depthcull_draw_scenario,
        .seed = 1,
        .cycles = UINT64_MAX,
        .user = &d,
        .backend = "model",
    };
    const uint64_t masks = scene_brute(frame, d.func, d.clear, expected);
    struct assay_lockstep *ls = assay_lockstep_open(&config, why, why_size);

    if (!ls)
        return false;
    assay_lockstep_run(ls, UINT64_MAX);
    assay_lockstep_close(ls);
    if (d.wrong)
        return complain(why, why_size, name, d.wrong);
    for (int i = 0; i < RUNS; ++i) {
        if (!pass[i].finished || !pass[i].cycles)
            return complain(why, why_size, name, "it did not end");
        if (pass[i].differing || pass[i].mask_sum != masks)
            return complain(why, why_size, name, "the image is not that of each pixel's own test");
    }
    return true;
}

static bool one_mesh(const struct depthcull_viewer *v, const struct mesh_scene *scene,
                     const struct assay_params *given, char *why, size_t why_size)
{
    struct scene_request request = {
        .view = {.azimuth = 30, .elevation = 40, .fov = 45},
        .width = 640,
        .height = 480,
        .instances = 4,
        .order = scene->order,
        .seed = 1,
    };
    struct depthcull_pass pass[RUNS] = {{0}};
    struct scene_mesh mesh = {0};
    struct scene_frame frame = {0};
    struct depthcull_seen seen = {.name = scene->name};
    uint32_t *expected = NULL;
    struct assay_params whole = *given;
    const struct assay_params *const params = &whole;
    bool good;

    memcpy(&request.params, given, sizeof request.params);
    request.params.tiles = scene_tiles(&request.params, request.width, request.height);
    memcpy(&whole, &request.params, sizeof request.params);
    pass[COARSE].enable = depthcull_sound(&request.params);
    good = scene_mesh_knot(&mesh, 2, 3, scene->along, scene->around) &&
           scene_frame_build(&frame, &mesh, &request);
    if (good)
        expected = malloc((size_t)frame.pitch * frame.rows * sizeof *expected);
    good = expected ? draw(&frame, params, expected, pass, scene->name, why, why_size)
                    : complain(why, why_size, scene->name, "out of memory");
    for (uint32_t t = 0; t < DEPTHCULL_TESTS; ++t)
        seen.decided[t] =
            pass[COARSE].decided[DEPTHCULL_CULL][t] + pass[COARSE].decided[DEPTHCULL_PASS][t];
    seen.params = request.params;
    seen.primitives = frame.prims;
    seen.plain = scene_plain_cycles(&frame);
    seen.cycles = pass[COARSE].cycles;
    seen.drawn_lines = pass[COARSE].drawn_lines;
    seen.lines = pass[COARSE].lines;
    seen.plain_lines = pass[COARSE].plain_lines;
    if (good)
        v->see(v->arg, &seen);
    free(expected);
    scene_frame_free(&frame);
    scene_mesh_free(&mesh);
    return good;
}

bool depthcull_mesh_scenes(const struct depthcull_viewer *v, const struct assay_params *params,
                           char *why, size_t why_size)
{
    /* Sorted: nearest triangles first. */
    static const struct mesh_scene scenes[] = {
        {"coarse mesh", 48, 8, SCENE_GIVEN},
        {"fine mesh", 480, 32, SCENE_GIVEN},
        {"coarse mesh, sorted", 48, 8, SCENE_FRONT},
        {"fine mesh, sorted", 480, 32, SCENE_FRONT},
    };

    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; ++i)
        if (!one_mesh(v, &scenes[i], params, why, why_size))
            return false;
    return true;
}
