/* scene.h - what the parts of `assay scene` share: the request, the job it becomes, what comes out. */
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
    const char *camera, *order; /* as given; NULL: the default */
    enum assay_backend backend;
    struct scene_request request; /* all but the parameters */
    uint8_t func_code;
    bool tests_given;
    uint8_t enable; /* if tests are given */
    uint64_t stall, seed;
    bool seed_given, json;
};

/* A pass through the block that must give the same image and pass masks as brute force. */
enum { SCENE_MOST_PASSES = 4 + 2 * DEPTHCULL_TESTS };

/* Sums over the primitives that cover a pixel: for the pictures. */
struct scene_paint {
    const struct scene_frame *frame;
    uint32_t (*colour)[3]; /* frame.pitch * frame.rows */
    uint32_t *layers;
};

struct scene_job {
    struct scene_choice choice;
    struct assay_variant variant;
    struct depthcull_params params;
    uint8_t enable; /* tests of the run */
    char params_text[ASSAY_PARAMS_TEXT];
    char *again; /* the command that runs this again */
    struct scene_mesh mesh;
    struct scene_frame frame;
    struct depthcull_draw draw;
    struct depthcull_pass pass[SCENE_MOST_PASSES];
    const char *pass_name[SCENE_MOST_PASSES];
    char pass_text[SCENE_MOST_PASSES][24];
    size_t passes;      /* all of them */
    size_t locked;      /* those of them in lockstep: the run as asked for, and all tests off */
    uint32_t *expected; /* depths by brute force */
    uint64_t mask_sum;
    uint64_t plain;  /* cycles of a plain unit for each pixel: scene_plain_cycles */
    uint32_t *image; /* depths that came from the block */
    struct scene_paint paint;
    struct assay_progress progress;
    uint64_t before, total; /* primitives of the runs before, and of all */
    uint64_t cycles, compared;
    double seconds;
    char digest[ASSAY_DIGEST]; /* of the image's depths */
};

/* "less", ...; and back. */
extern const char *const scene_funcs[]; /* names by code, NULL after the last */
const char *scene_func_name(uint8_t func);

/* A comma-separated list of tests, each once, or "all" or "none". */
bool scene_tests_parse(const char *text, uint8_t *enable);

/* "range,slope", or "none". */
void scene_tests_print(uint8_t enable, char *text, size_t size);

/* From what decides the run. NULL when memory is out. */
char *scene_command_line(const struct scene_choice *c, const struct assay_variant *v);

/* The passes: as asked for, all tests off, all sound ones, each of them off by itself, each on by itself. */
void scene_plan(struct scene_job *j);

/* True if the pass gave the image and the pass masks of brute force. */
bool scene_same(const struct scene_job *j, const struct depthcull_pass *p);

/* The colour, 0xRRGGBB, of a decision. */
uint32_t scene_colour(uint32_t decision, uint32_t test);

/* Room for the pictures; false when memory is out. */
bool scene_paint_begin(struct scene_paint *p, const struct scene_frame *frame);
void scene_paint_see(void *paint, const struct scene_prim *prim,
                     const struct depthcull_result *result);
void scene_paint_end(struct scene_paint *p);

/* Whether the folder is there, or can be made, and be written to, and none of its pictures would take the
 * place of the input; an exit status, after printing why. */
int scene_folder(const char *out, const char *input);

/* depth.png, decisions.png, overdraw.png, legend.txt. An exit status, after printing why. */
int scene_pictures(const struct scene_job *j);

void scene_print_summary(const struct scene_job *j);
void scene_print_json(const struct scene_job *j);

#endif
