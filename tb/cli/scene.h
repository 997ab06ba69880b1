/* scene.h - the types that the parts of `assay scene` share: the request, the job, and the
 * outcome. */
#ifndef ASSAY_CLI_SCENE_H
#define ASSAY_CLI_SCENE_H

#include "base/digest.h"
#include "base/progress.h"
#include "cli/cli.h"
#include "depthcull/draw.h"
#include "scene/frame.h"

enum { SCENE_MOST_SIZE = 4096, SCENE_MOST_INSTANCES = 1024 };

struct scene_choice {
    const char *file, *out, *params, *rtl;
    const char *camera, *order; /* as given; NULL: default */
    enum assay_backend backend;
    struct scene_request request; /* everything except the parameters */
    uint8_t func_code;
    bool tests_given;
    uint8_t enable; /* only if tests_given */
    uint64_t stall, seed;
    bool seed_given, json;
};

/* The most passes through the block. Each must give the same image and pass masks as brute
 * force. */
enum { SCENE_MOST_PASSES = 4 + 2 * DEPTHCULL_TESTS };

/* Sums over the primitives that cover each pixel, for the pictures. */
struct scene_paint {
    const struct scene_frame *frame;
    uint32_t (*colour)[3]; /* frame.pitch * frame.rows entries */
    uint32_t *layers;
};

struct scene_job {
    struct scene_choice choice;
    struct assay_variant variant;
    struct depthcull_params params;
    uint8_t enable; /* the tests that are enabled */
    char params_text[ASSAY_PARAMS_TEXT];
    char *again; /* the command that repeats the run */
    struct scene_mesh mesh;
    struct scene_frame frame;
    struct depthcull_draw draw;
    struct depthcull_pass pass[SCENE_MOST_PASSES];
    const char *pass_name[SCENE_MOST_PASSES];
    char pass_text[SCENE_MOST_PASSES][24];
    size_t passes; /* number of passes */
    /* How many of them run in lockstep: the run as requested, and the run without tests. */
    size_t locked;
    uint32_t *expected; /* depths from brute force */
    uint64_t mask_sum;
    uint64_t plain;  /* cycles of a plain unit that tests each pixel: scene_plain_cycles */
    uint32_t *image; /* depths from the block */
    struct scene_paint paint;
    struct assay_progress progress;
    uint64_t before, total; /* primitives of earlier runs, and of all runs */
    uint64_t cycles, compared;
    double seconds;
    char digest[ASSAY_DIGEST]; /* of the image's depths */
};

/* The names of the depth functions. */
extern const char *const scene_funcs[]; /* indexed by code; NULL after the last */
const char *scene_func_name(uint8_t func);

/* Parse a comma-separated list of tests, each once, or "all" or "none". */
bool scene_tests_parse(const char *text, uint8_t *enable);

/* Print the tests: "range,slope", or "none". */
void scene_tests_print(uint8_t enable, char *text, size_t size);

/* The command that repeats the run, with the options that affect it. Free
 * it; NULL if out of memory. */
char *scene_command_line(const struct scene_choice *c, const struct assay_variant *v);

/* Choose the passes: as requested, without tests, with all sound tests, with each of these off in
 * turn, with each alone. */
void scene_plan(struct scene_job *j);

/* Whether the pass gave the image and the pass masks of brute force. */
bool scene_same(const struct scene_job *j, const struct depthcull_pass *p);

/* The colour of a decision, 0xRRGGBB. */
uint32_t scene_colour(uint32_t decision, uint32_t test);

/* Allocate memory for the pictures. False if out of memory. */
bool scene_paint_begin(struct scene_paint *p, const struct scene_frame *frame);
void scene_paint_see(void *paint, const struct scene_prim *prim,
                     const struct depthcull_result *result);
void scene_paint_end(struct scene_paint *p);

/* Check that the folder exists or can be created, that it can be written to, and that none of the
 * files replaces the input. Returns an exit status, after printing the error. */
int scene_folder(const char *out, const char *input);

/* Write depth.png, decisions.png, overdraw.png and legend.txt. Returns an exit status, after
 * printing the error. */
int scene_pictures(const struct scene_job *j);

void scene_print_summary(const struct scene_job *j);
void scene_print_json(const struct scene_job *j);

#endif
