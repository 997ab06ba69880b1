/* scene_report.c - prints the results of `assay scene`. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "cli/scene.h"

/* The percentage of the primitives. */
static double share(const struct scene_job *j, uint64_t n)
{
    return j->frame.prims ? 100.0 * (double)n / (double)j->frame.prims : 0;
}

/* Memory lines transferred, relative to those of an uncompressed buffer behind the same cache. */
static double lines_share(const struct scene_job *j)
{
    return (double)j->pass[0].lines / (double)j->pass[0].plain_lines;
}

static double tiles_a_cycle(const struct scene_job *j)
{
    return j->pass[0].cycles ? (double)j->frame.prims / (double)j->pass[0].cycles : 0;
}

static double ratio(const struct scene_job *j)
{
    return j->pass[0].cycles ? (double)j->pass[1].cycles / (double)j->pass[0].cycles : 0;
}

/* R8: the speed relative to a unit with 8 cycles a tile, or as many as the parameters give. RP:
 * relative to a plain unit that tests each pixel. The bound of RP is the third function. */
static double coarse_rate(const struct scene_job *j)
{
    const struct depthcull_params *p = &j->params;

    return tiles_a_cycle(j) * p->tw * p->th / p->pix;
}

static double plain_rate(const struct scene_job *j)
{
    return j->pass[0].cycles ? (double)j->plain / (double)j->pass[0].cycles : 0;
}

static double plain_bound(const struct scene_job *j)
{
    return j->frame.prims ? (double)j->plain / (double)j->frame.prims : 0;
}

static uint64_t ambiguous(const struct scene_job *j)
{
    return j->pass[0].decided[DEPTHCULL_AMBIGUOUS][DEPTHCULL_NONE];
}

/* Whether to show the test: it was enabled, or it decided something. The tests never and always
 * decide without being enabled. */
static bool shown(const struct scene_job *j, uint32_t test)
{
    const struct depthcull_pass *p = &j->pass[0];

    return (test <= DEPTHCULL_CLAIM5 && p->enable >> (test - 1) & 1) ||
           p->decided[DEPTHCULL_CULL][test] || p->decided[DEPTHCULL_PASS][test];
}

static void print_decisions(const struct scene_job *j)
{
    const struct depthcull_pass *p = &j->pass[0];
    uint64_t cull = 0, pass = 0;

    printf("decided by:      cull     pass\n");
    for (uint32_t t = DEPTHCULL_RANGE; t < DEPTHCULL_TESTS; ++t) {
        if (!shown(j, t))
            continue;
        cull += p->decided[DEPTHCULL_CULL][t];
        pass += p->decided[DEPTHCULL_PASS][t];
        printf("  %-10s %7.2f%% %7.2f%%\n", depthcull_test_name(t),
               share(j, p->decided[DEPTHCULL_CULL][t]), share(j, p->decided[DEPTHCULL_PASS][t]));
    }
    printf("  %-10s %7.2f%% %7.2f%%\n", "together", share(j, cull), share(j, pass));
    printf("  ambiguous, tested per pixel: %.2f%%\n", share(j, ambiguous(j)));
}

static void print_triangles(const struct scene_job *j)
{
    const struct scene_counts *n = &j->frame.counts;

    printf("triangles:  %" PRIu64 ": %" PRIu64 " drawn, %" PRIu64
           " of them clipped at the near plane; skipped:\n",
           n->triangles, n->drawn, n->clipped);
    printf("            %" PRIu64 " without an area, %" PRIu64 " behind the near plane, %" PRIu64
           " beside the image,\n",
           n->degenerate, n->behind, n->outside);
    printf("            %" PRIu64 " edge-on, %" PRIu64 " between the centres of pixels\n",
           n->edge_on, n->missed);
}

static void print_checks(const struct scene_job *j)
{
    size_t same = 0;

    printf("image:      compared with each pixel's own test by brute force, pass masks too:\n");
    for (size_t i = 0; i < j->passes; ++i) {
        const bool good = scene_same(j, &j->pass[i]);

        same += good;
        printf("  tests %-14s %11" PRIu64 " cycles  %s\n", j->pass_name[i], j->pass[i].cycles,
               good                   ? "identical"
               : j->pass[i].differing ? "DIFFERENT"
                                      : "PASS MASKS DIFFERENT");
    }
    printf("            %zu of %zu identical\n", same, j->passes);
}

void scene_print_summary(const struct scene_job *j)
{
    const struct scene_choice *c = &j->choice;
    const struct scene_frame *f = &j->frame;
    const char *set = assay_params_set_name(j->variant.block, &j->variant.params);
    char tests[80];

    scene_tests_print(j->enable, tests, sizeof tests);
    printf("scene:      %s, %zu vertices, %zu faces, %zu triangles, %" PRIu32 " instance%s\n",
           c->file, j->mesh.vertices, j->mesh.faces, j->mesh.triangles, c->request.instances,
           c->request.instances == 1 ? "" : "s");
    printf("size:       %" PRIu32 "x%" PRIu32 " pixels, %" PRIu32 " tiles of %" PRIu32 "x%" PRIu32
           "\n",
           f->width, f->height, f->tiles, f->params.tw, f->params.th);
    print_triangles(j);
    printf("primitives: %zu of tiles, %.2f%% of them cover their tile\n", f->prims,
           share(j, f->counts.full));
    printf("block:      depthcull (%s%s%s), func %s, tests %s, stall %" PRIu64 "\n", set ? set : "",
           set ? ": " : "", j->params_text, scene_func_name(c->func_code), tests, c->stall);
    if (c->backend == ASSAY_MODEL)
        printf("cycles:     %" PRIu64 " on the golden model alone: nothing was compared with RTL\n",
               j->cycles);
    else
        printf("cycles:     %" PRIu64 " of RTL (%s), %" PRIu64
               " compared with the golden model: all equal\n",
               j->cycles, assay_backend_name(c->backend), j->compared);
    print_decisions(j);
    printf("drawing:    %" PRIu64 " cycles, %.4f tiles a cycle\n", j->pass[0].cycles,
           tiles_a_cycle(j));
    printf("against:    %" PRIu64 " cycles per pixel only, all tests off: %.2f times as many\n",
           j->pass[1].cycles, ratio(j));
    printf("rates:      R8 %.3f, of %" PRIu32 " cycles a tile; RP %.3f, of a plain unit for each "
           "pixel, %.3f at most\n",
           coarse_rate(j), f->params.tw * f->params.th / f->params.pix, plain_rate(j),
           plain_bound(j));
    printf("memory:     %" PRIu64 " lines, %.4f of those of an uncompressed buffer\n",
           j->pass[0].lines, lines_share(j));
    print_checks(j);
    printf("depth:      SHA-256 %s\n", j->digest);
    printf("seconds:    %.3f\n", j->seconds);
    printf("written:    %s: depth.png decisions.png overdraw.png legend.txt\n", c->out);
}

static void add_colour(cJSON *o, const char *name, uint32_t colour)
{
    char text[8];

    snprintf(text, sizeof text, "#%06X", colour);
    cJSON_AddStringToObject(o, name, text);
}

static cJSON *triangles_json(const struct scene_counts *n)
{
    cJSON *o = cJSON_CreateObject();

    assay_json_add_u64(o, "all", n->triangles);
    assay_json_add_u64(o, "drawn", n->drawn);
    assay_json_add_u64(o, "clipped", n->clipped);
    assay_json_add_u64(o, "degenerate", n->degenerate);
    assay_json_add_u64(o, "behind", n->behind);
    assay_json_add_u64(o, "outside", n->outside);
    assay_json_add_u64(o, "edge_on", n->edge_on);
    assay_json_add_u64(o, "missed", n->missed);
    return o;
}

static cJSON *decisions_json(const struct scene_job *j)
{
    const struct depthcull_pass *p = &j->pass[0];
    cJSON *o = cJSON_CreateObject();

    for (uint32_t t = DEPTHCULL_RANGE; t < DEPTHCULL_TESTS; ++t) {
        cJSON *test;

        if (!shown(j, t))
            continue;
        test = cJSON_AddObjectToObject(o, depthcull_test_name(t));
        assay_json_add_u64(test, "cull", p->decided[DEPTHCULL_CULL][t]);
        assay_json_add_u64(test, "pass", p->decided[DEPTHCULL_PASS][t]);
        add_colour(test, "cull_colour", scene_colour(DEPTHCULL_CULL, t));
        add_colour(test, "pass_colour", scene_colour(DEPTHCULL_PASS, t));
    }
    assay_json_add_u64(o, "ambiguous", ambiguous(j));
    add_colour(o, "ambiguous_colour", scene_colour(DEPTHCULL_AMBIGUOUS, DEPTHCULL_NONE));
    return o;
}

static cJSON *checks_json(const struct scene_job *j)
{
    cJSON *list = cJSON_CreateArray();

    for (size_t i = 0; i < j->passes; ++i) {
        const struct depthcull_pass *p = &j->pass[i];
        cJSON *o = cJSON_CreateObject();
        char tests[80];

        scene_tests_print(p->enable, tests, sizeof tests);
        cJSON_AddStringToObject(o, "tests", tests);
        assay_json_add_u64(o, "cycles", p->cycles);
        assay_json_add_u64(o, "differing", p->differing);
        cJSON_AddBoolToObject(o, "masks", p->mask_sum == j->mask_sum);
        cJSON_AddBoolToObject(o, "identical", scene_same(j, p));
        cJSON_AddItemToArray(list, o);
    }
    return list;
}

void scene_print_json(const struct scene_job *j)
{
    const struct scene_choice *c = &j->choice;
    const struct scene_frame *f = &j->frame;
    cJSON *json = cJSON_CreateObject();
    char tests[80];
    bool good = true;

    for (size_t i = 0; i < j->passes; ++i)
        good = good && scene_same(j, &j->pass[i]);
    scene_tests_print(j->enable, tests, sizeof tests);
    cJSON_AddStringToObject(json, "verdict", assay_verdict_name(good ? ASSAY_PASS : ASSAY_FAILED));
    cJSON_AddStringToObject(json, "file", c->file);
    cJSON_AddStringToObject(json, "params", j->params_text);
    cJSON_AddStringToObject(json, "backend", assay_backend_name(c->backend));
    cJSON_AddStringToObject(json, "func", scene_func_name(c->func_code));
    cJSON_AddStringToObject(json, "tests", tests);
    assay_json_add_u64(json, "stall", c->stall);
    assay_json_add_u64(json, "seed", c->seed);
    assay_json_add_u64(json, "width", f->width);
    assay_json_add_u64(json, "height", f->height);
    assay_json_add_u64(json, "instances", c->request.instances);
    assay_json_add_u64(json, "vertices", j->mesh.vertices);
    assay_json_add_u64(json, "faces", j->mesh.faces);
    assay_json_add_u64(json, "concave", j->mesh.concave.polygons);
    assay_json_add_u64(json, "bent", j->mesh.bent.polygons);
    cJSON_AddItemToObject(json, "triangles", triangles_json(&f->counts));
    assay_json_add_u64(json, "tiles", f->tiles);
    assay_json_add_u64(json, "primitives", f->prims);
    assay_json_add_u64(json, "full", f->counts.full);
    assay_json_add_u64(json, "cycles", j->cycles);
    assay_json_add_u64(json, "compared", j->compared);
    cJSON_AddItemToObject(json, "decided", decisions_json(j));
    assay_json_add_u64(json, "drawing_cycles", j->pass[0].cycles);
    assay_json_add_u64(json, "per_pixel_cycles", j->pass[1].cycles);
    cJSON_AddNumberToObject(json, "tiles_per_cycle", tiles_a_cycle(j));
    cJSON_AddNumberToObject(json, "ratio", ratio(j));
    cJSON_AddNumberToObject(json, "r8", coarse_rate(j));
    cJSON_AddNumberToObject(json, "rp", plain_rate(j));
    cJSON_AddNumberToObject(json, "rp_bound", plain_bound(j));
    assay_json_add_u64(json, "memory_lines", j->pass[0].lines);
    cJSON_AddNumberToObject(json, "memory_lines_share", lines_share(j));
    cJSON_AddItemToObject(json, "checks", checks_json(j));
    cJSON_AddBoolToObject(json, "identical", good);
    cJSON_AddStringToObject(json, "depth_sha256", j->digest);
    cJSON_AddStringToObject(json, "out", c->out);
    if (!good)
        cJSON_AddStringToObject(json, "reproduce", j->again);
    cJSON_AddNumberToObject(json, "seconds", j->seconds);
    assay_json_print(stdout, json, ASSAY_JSON_LINE);
}
