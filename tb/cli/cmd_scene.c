/* cmd_scene.c - draws a real mesh with the depth block: model and RTL in lockstep,
 * and the image is checked. */
#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/message.h"
#include "base/number.h"
#include "base/progress.h"
#include "base/signals.h"
#include "cli/scene.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "diagnose/report.h"
#include "scene/obj.h"

enum {
    KEY_SIZE = 256,
    KEY_CAMERA,
    KEY_FOV,
    KEY_NEAR,
    KEY_INSTANCES,
    KEY_FUNC,
    KEY_ORDER,
    KEY_TESTS,
    KEY_STALL,
    KEY_RTL,
    KEY_JSON
};

static const struct argp_option options[] = {
    {"out", 'o', "DIR", 0, "Folder for the pictures, created if needed (required)", 0},
    {"size", KEY_SIZE, "WxH", 0, "Image size in pixels (default 640x480)", 0},
    {"camera", KEY_CAMERA, "C", 0,
     "AZIMUTH,ELEVATION[,DISTANCE] in degrees and units of the mesh, from the middle of the "
     "scene, or X,Y,Z:X,Y,Z, the eye and what it looks at; y is up (default 30,20, as far as all "
     "is seen)",
     0},
    {"fov", KEY_FOV, "DEGREES", 0, "Vertical field of view (default 45)", 0},
    {"near", KEY_NEAR, "W", 0, "Distance of the near plane (default just before the scene)", 0},
    {"instances", KEY_INSTANCES, "N", 0,
     "Number of copies of the mesh, one behind the other (default 1)", 0},
    {"func", KEY_FUNC, "F", 0,
     "Depth function: never, less, equal, lequal, greater, notequal, gequal or always (default "
     "less)",
     0},
    {"order", KEY_ORDER, "O", 0,
     "Order of triangles: given, front (nearest first) or back (nearest last) (default given)", 0},
    {"tests", KEY_TESTS, "T,...", 0,
     "Enabled tests: range, slope, xend, yend, end3, end, claim5; all; none (default: the sound "
     "ones)",
     0},
    {"params", 'p', "P", 0,
     "Name of a parameter set, key=value,..., or SET,key=value,...; with fewer tiles than the "
     "image has, the next power of two",
     0},
    {"backend", 'b', "B", 0, "Backend: verilator, icarus or model (default verilator)", 0},
    {"rtl", KEY_RTL, "FILE", 0,
     "File list (.f) or Verilog source of RTL to use instead of the project's", 0},
    {"stall", KEY_STALL, "N", 0, "Percentage of stalls on the streams, 0..100 (default 0)", 0},
    {"seed", 's', "N", 0, "Seed of the copies' places and of the stalls (default 1)", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

/* Parse a decimal number from `low` to `high`. */
static bool within(const char *text, uint64_t low, uint64_t high, uint64_t *value)
{
    return assay_parse_number(text, value) && *value >= low && *value <= high;
}

/* Parse a size such as "640x480". */
static bool parse_size(const char *text, uint32_t *width, uint32_t *height)
{
    char first[16];
    const char *x = strchr(text, 'x');
    uint64_t w, h;

    if (!x || (size_t)(x - text) >= sizeof first)
        return false;
    snprintf(first, sizeof first, "%.*s", (int)(x - text), text);
    if (!within(first, 1, SCENE_MOST_SIZE, &w) || !within(x + 1, 1, SCENE_MOST_SIZE, &h))
        return false;
    *width = (uint32_t)w;
    *height = (uint32_t)h;
    return true;
}

/* Parse a real number from `low` to `high`. */
static bool parse_real(const char *text, double low, double high, double *value)
{
    char *end;

    *value = strtod(text, &end);
    return end != text && !*end && *value >= low && *value <= high;
}

static const char *const orders[] = {
    [SCENE_GIVEN] = "given", [SCENE_FRONT] = "front", [SCENE_BACK] = "back", NULL};

static const char *const backends[] = {"verilator", "icarus", "model", NULL};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct scene_choice *c = state->input;
    struct scene_request *r = &c->request;
    uint64_t n;

    switch (key) {
    case 'o':
        c->out = assay_folder_argument(state, "--out", arg);
        break;
    case KEY_SIZE:
        if (!parse_size(arg, &r->width, &r->height))
            argp_error(state, "size '%s': expected WxH, each from 1 to %d", arg, SCENE_MOST_SIZE);
        break;
    case KEY_CAMERA:
        if (!scene_view_parse(arg, &r->view))
            argp_error(
                state,
                "camera '%s': expected AZIMUTH,ELEVATION or AZIMUTH,ELEVATION,DISTANCE with a "
                "distance above 0, or X,Y,Z:X,Y,Z, two different points",
                arg);
        c->camera = arg;
        break;
    case KEY_FOV:
        if (!parse_real(arg, 1, 170, &r->view.fov))
            argp_error(state, "fov '%s': expected degrees from 1 to 170", arg);
        break;
    case KEY_NEAR:
        if (!parse_real(arg, 1e-30, 1e30, &r->view.near))
            argp_error(state, "near '%s': expected a distance above 0", arg);
        break;
    case KEY_INSTANCES:
        if (!within(arg, 1, SCENE_MOST_INSTANCES, &n))
            argp_error(state, "instances '%s': expected a number from 1 to %d", arg,
                       SCENE_MOST_INSTANCES);
        r->instances = (uint32_t)n;
        break;
    case KEY_FUNC:
        c->func_code = (uint8_t)assay_word_argument(state, "func", arg, scene_funcs);
        break;
    case KEY_ORDER:
        r->order = (enum scene_order)assay_word_argument(state, "order", arg, orders);
        c->order = arg;
        break;
    case KEY_TESTS:
        if (!scene_tests_parse(arg, &c->enable))
            argp_error(
                state,
                "tests '%s': expected names from range, slope, xend, yend, end3, end, claim5 "
                "with commas between, each once, or all, or none",
                arg);
        c->tests_given = true;
        break;
    case 'p':
        c->params = arg;
        break;
    case 'b':
        assay_backend_find(backends[assay_word_argument(state, "backend", arg, backends)],
                           &c->backend);
        break;
    case KEY_RTL:
        c->rtl = assay_path_argument(state, "--rtl", arg);
        break;
    case KEY_STALL:
        c->stall = assay_number_argument(state, "stall", arg, 0, 100);
        break;
    case 's':
        c->seed = assay_number_argument(state, "seed", arg, 0, UINT64_MAX);
        c->seed_given = true;
        break;
    case KEY_JSON:
        c->json = true;
        break;
    case ARGP_KEY_ARG:
        if (c->file)
            argp_error(state, "unexpected argument '%s': expected one file", arg);
        c->file = assay_path_argument(state, "file", arg);
        break;
    case ARGP_KEY_END:
        if (!c->file)
            argp_error(state, "no file: expected a mesh, FILE.obj");
        if (!c->out)
            argp_error(state, "no --out: expected a folder for the pictures, --out DIR");
        if (c->seed_given && c->stall == 0 && r->instances == 1)
            argp_error(state, "--seed without --stall and with one instance: expected --stall or "
                              "--instances, whose seed it is");
        if (c->rtl && c->backend == ASSAY_MODEL)
            argp_error(state, "--rtl with the model alone: expected --backend verilator or icarus");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static void warn_of_flaws(const char *file, const struct scene_mesh *m)
{
    if (m->concave.polygons)
        assay_print_error("%s:%zu: a polygon that is concave or crosses itself, the first of %zu: "
                          "expected convex ones: its fan of triangles covers more than it does",
                          file, m->concave.line, m->concave.polygons);
    if (m->bent.polygons)
        assay_print_error("%s:%zu: a polygon that is not flat, the first of %zu: expected flat "
                          "ones: its fan of triangles is one of many surfaces through its corners",
                          file, m->bent.line, m->bent.polygons);
}

/* Set the block's parameters, with enough tiles for the image. If the given number is too small, it
 * becomes the next power of two, so that images of similar size share a simulator. */
static void make_room(struct scene_job *j)
{
    struct depthcull_params *p = &j->params;
    const struct scene_request *r = &j->choice.request;
    uint32_t room = 1;

    memcpy(p, &j->variant.params, sizeof *p);
    if (p->tiles >= scene_tiles(p, r->width, r->height))
        return;
    while (room < scene_tiles(p, r->width, r->height))
        room *= 2;
    p->tiles = room;
    memcpy(&j->variant.params, p, sizeof *p);
}

/* Check everything that can be wrong with the request before the long work. Returns an exit
 * status. */
static int prepare(struct scene_job *j)
{
    struct scene_choice *c = &j->choice;
    char why[4352];
    int status;

    j->variant.block = assay_block_find("depthcull");
    j->variant.rtl = c->rtl;
    if (!assay_params_parse(j->variant.block, c->params, &j->variant.params, why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    j->again = scene_command_line(c, &j->variant); /* with the parameters as given */
    make_room(j);
    assay_params_print(j->variant.block, &j->variant.params, j->params_text, sizeof j->params_text);
    c->request.params = j->params;
    c->request.seed = c->seed;
    j->enable = c->tests_given ? c->enable : depthcull_sound(&j->params);
    status = (int)scene_obj_read(c->file, &j->mesh, why, sizeof why);
    if (status) {
        assay_print_error("%s", why);
        return status;
    }
    warn_of_flaws(c->file, &j->mesh);
    return scene_folder(c->out, c->file);
}

static int no_memory(const struct scene_job *j)
{
    assay_print_error("%s: out of memory: expected room for the primitives and the image",
                      j->choice.file);
    return EXIT_FAULT;
}

/* Build the frame, its expected image, and the list of passes. Returns an exit status. */
static int set_up(struct scene_job *j)
{
    const struct scene_choice *c = &j->choice;
    struct scene_frame *f = &j->frame;
    size_t pixels;

    if (!j->again || !scene_frame_build(f, &j->mesh, &c->request))
        return no_memory(j);
    pixels = (size_t)f->pitch * f->rows;
    j->expected = malloc(pixels * sizeof *j->expected);
    j->image = calloc(pixels, sizeof *j->image);
    if (!j->expected || !j->image || !scene_paint_begin(&j->paint, f))
        return no_memory(j);
    j->draw.frame = f;
    j->draw.func = c->func_code;
    /* The cleared depth must be such that primitives can pass against it: far for tests that accept
     * nearer ones, near for tests that accept farther ones. */
    if (c->func_code != DEPTHCULL_GREATER && c->func_code != DEPTHCULL_GEQUAL)
        j->draw.clear = scene_far(&j->params);
    j->draw.expected = j->expected;
    j->mask_sum = scene_brute(f, c->func_code, j->draw.clear, j->expected);
    j->plain = scene_plain_cycles(f);
    scene_plan(j);
    j->total = j->passes * f->prims;
    return EXIT_EQUAL;
}

static bool on_progress(void *arg, uint64_t cycle)
{
    struct scene_job *j = arg;

    (void)cycle;
    assay_progress_update(&j->progress, j->before + j->draw.done);
    return !assay_interrupted();
}

static void say_failure(const struct scene_job *j, const struct assay_lockstep *ls)
{
    const struct assay_result *r = assay_lockstep_result(ls);

    if (j->choice.json)
        assay_report_json(stdout, ls, j->again, NULL, NULL);
    else
        assay_report_text(stdout, ls, j->again);
    assay_print_error("%s: not written: %" PRIu64 " of %" PRIu64 " primitives were done%s",
                      j->choice.out, j->before + j->draw.done, j->total,
                      r->verdict == ASSAY_PASS ? ": interrupted" : "");
}

/* Run the passes from `first` up to but not including `last`; on the golden model alone if `ops` is
 * NULL. Returns an exit status. */
static int run_passes(struct scene_job *j, size_t first, size_t last,
                      const struct assay_dut_ops *ops)
{
    const struct scene_choice *c = &j->choice;
    const enum assay_backend backend = ops ? c->backend : ASSAY_MODEL;
    const struct assay_config config = {
        .block = j->variant.block,
        .params = j->variant.params,
        .scenario = &depthcull_draw_scenario,
        .knobs = {.stall = (uint32_t)c->stall},
        .seed = c->seed,
        .cycles = UINT64_MAX,
        .user = &j->draw,
        .ops = ops,
        .backend = assay_backend_name(backend),
        .progress = on_progress,
        .progress_arg = j,
        .progress_every = backend == ASSAY_ICARUS ? 64 : 16384,
    };
    char why[512];
    struct assay_lockstep *ls;
    const struct assay_result *r;
    int status = EXIT_EQUAL;

    j->draw.pass = &j->pass[first];
    j->draw.passes = last - first;
    j->draw.done = 0;
    j->draw.image = first == 0 ? j->image : NULL;
    j->draw.see = first == 0 ? scene_paint_see : NULL;
    j->draw.see_arg = &j->paint;
    ls = assay_lockstep_open(&config, why, sizeof why);
    if (!ls) {
        assay_print_error("%s", why);
        return EXIT_FAULT;
    }
    assay_lockstep_run(ls, UINT64_MAX);
    r = assay_lockstep_result(ls);
    if (r->verdict == ASSAY_PASS && j->pass[last - 1].finished) {
        j->before += j->draw.done;
        if (first == 0) {
            j->cycles = r->cycles;
            j->compared = r->compared;
        }
        j->seconds += r->seconds;
    } else {
        assay_progress_end(&j->progress);
        say_failure(j, ls);
        status = r->verdict != ASSAY_PASS ? EXIT_MISMATCH
                 : r->interrupted         ? assay_interrupted_status()
                                          : EXIT_FAULT;
    }
    assay_lockstep_close(ls);
    return status;
}

/* Compute the digest of the image's depths, row by row, four bytes each,
 * least significant byte first. */
static int hash_image(struct scene_job *j)
{
    const size_t pixels = (size_t)j->frame.width * j->frame.height;
    uint8_t *bytes = malloc(pixels * 4), *at = bytes;
    bool good;

    if (!bytes)
        return no_memory(j);
    for (uint32_t y = 0; y < j->frame.height; ++y) {
        for (uint32_t x = 0; x < j->frame.width; ++x) {
            const uint32_t z = j->image[(size_t)y * j->frame.pitch + x];

            for (int i = 0; i < 4; ++i)
                *at++ = (uint8_t)(z >> 8 * i);
        }
    }
    good = assay_digest(bytes, pixels * 4, j->digest);
    free(bytes);
    return good ? EXIT_EQUAL : no_memory(j);
}

/* EXIT_MISMATCH if a pass did not give the image and the pass masks of brute force. */
static int judge(const struct scene_job *j)
{
    int status = EXIT_EQUAL;

    for (size_t i = 0; i < j->passes; ++i) {
        const struct depthcull_pass *p = &j->pass[i];
        const uint8_t unsound = p->enable & (uint8_t)~depthcull_sound(&j->params);
        char names[80];

        if (scene_same(j, p))
            continue;
        status = EXIT_MISMATCH;
        scene_tests_print(unsound, names, sizeof names);
        if (!p->differing)
            assay_print_error("%s, tests %s: pass masks are not those of each pixel's own test: "
                              "expected the same",
                              j->choice.file, j->pass_name[i]);
        else
            assay_print_error("%s, tests %s: %" PRIu64 " pixels are not those of each pixel's own "
                              "test, the first at x %" PRIu32 ", y %" PRIu32 " is 0x%08" PRIx32
                              ": expected 0x%08" PRIx32 "%s%s%s",
                              j->choice.file, j->pass_name[i], p->differing, p->x, p->y, p->got,
                              p->wanted, unsound ? " (not sound: " : "", unsound ? names : "",
                              unsound ? ")" : "");
    }
    return status;
}

static int run(struct scene_job *j, const struct assay_dut_ops *ops)
{
    int status = set_up(j), judgement;

    if (status)
        return status;
    assay_catch_signals();
    assay_progress_begin(&j->progress, "primitives", j->total);
    status = run_passes(j, 0, j->locked, ops);
    if (!status)
        status = run_passes(j, j->locked, j->passes, NULL);
    assay_progress_end(&j->progress);
    if (!status)
        status = hash_image(j);
    if (!status)
        status = scene_pictures(j);
    if (status)
        return status;
    if (j->choice.json)
        scene_print_json(j);
    else
        scene_print_summary(j);
    judgement = judge(j);
    if (judgement && !j->choice.json)
        printf("reproduce:  %s\n", j->again);
    return judgement;
}

int assay_cmd_scene(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "FILE.obj",
        "Draw a mesh through the block depthcull: golden model and RTL in lockstep, every output "
        "compared in every cycle; with the coarse tests and with all of them off.\v"
        "FILE.obj is a Wavefront OBJ file. DIR gets depth.png (16 bits, black is near), "
        "decisions.png (what decided, mixed over the layers of a pixel; colours in legend.txt) and "
        "overdraw.png (layers of a pixel). The depth image and all pass masks are compared with "
        "each pixel's own test by brute force, with the sound tests all on, all off, and on and "
        "off one by one; exit status 1 if they differ.",
        NULL,
        NULL,
        NULL};
    static struct scene_job j; /* large */
    struct assay_cli_dut dut;
    int status;

    j = (struct scene_job){
        .choice = {.backend = ASSAY_VERILATOR,
                   .seed = 1,
                   .func_code = DEPTHCULL_LESS,
                   .request = {.width = 640,
                               .height = 480,
                               .instances = 1,
                               .view = {.azimuth = 30, .elevation = 20, .fov = 45}}}};
    assay_arguments_parse(&argp, argc, argv, &j.choice);
    status = prepare(&j);
    if (!status)
        status = assay_cli_dut_open(j.choice.backend, &j.variant, &dut);
    if (!status) {
        status = run(&j, dut.ops);
        assay_cli_dut_close(&dut);
    }
    scene_mesh_free(&j.mesh);
    scene_frame_free(&j.frame);
    scene_paint_end(&j.paint);
    free(j.expected);
    free(j.image);
    free(j.again);
    return status;
}
