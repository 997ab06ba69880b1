/* scene_picture.c - writes the files of `assay scene`. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/destination.h"
#include "base/error.h"
#include "base/file.h"
#include "base/message.h"
#include "base/outfile.h"
#include "cli/scene.h"
#include "command/arguments.h"
#include "scene/png.h"

enum { PATH_SIZE = 4096 };

uint32_t scene_colour(uint32_t decision, uint32_t test)
{
    static const uint32_t colours[DEPTHCULL_TESTS][2] = {
        [DEPTHCULL_RANGE] = {0x1F4E9C, 0x7FB2FF},  [DEPTHCULL_SLOPE] = {0x1B7A3D, 0x7FE0A0},
        [DEPTHCULL_XEND] = {0x8A6D00, 0xFFE066},   [DEPTHCULL_YEND] = {0x7A2D8F, 0xDD9CF0},
        [DEPTHCULL_END3] = {0x0F7F7F, 0x7FF0F0},   [DEPTHCULL_END] = {0x6B4423, 0xD9A066},
        [DEPTHCULL_CLAIM5] = {0x8F2F5F, 0xFF9CC8}, [DEPTHCULL_BY_FUNC] = {0x555555, 0xBBBBBB},
        [DEPTHCULL_EMPTY] = {0x333333, 0x333333},
    };

    return decision <= DEPTHCULL_PASS ? colours[test][decision] : 0xE02020;
}

bool scene_paint_begin(struct scene_paint *p, const struct scene_frame *frame)
{
    const size_t pixels = (size_t)frame->pitch * frame->rows;

    p->frame = frame;
    p->colour = calloc(pixels, sizeof *p->colour);
    p->layers = calloc(pixels, sizeof *p->layers);
    return p->colour && p->layers;
}

void scene_paint_see(void *paint, const struct scene_prim *prim,
                     const struct depthcull_result *result)
{
    struct scene_paint *p = paint;
    const struct scene_frame *f = p->frame;
    const uint32_t rgb = scene_colour(result->decision, result->test);
    const uint32_t x = prim->tile % f->across * f->params.tw;
    const uint32_t y = prim->tile / f->across * f->params.th;

    for (uint32_t i = 0; i < f->params.tw * f->params.th; ++i) {
        const size_t at = (size_t)(y + i / f->params.tw) * f->pitch + x + i % f->params.tw;

        if (!(prim->mask[i / 32] >> i % 32 & 1))
            continue;
        ++p->layers[at];
        for (unsigned k = 0; k < 3; ++k)
            p->colour[at][k] += rgb >> (16 - 8 * k) & 0xFF;
    }
}

void scene_paint_end(struct scene_paint *p)
{
    free(p->colour);
    free(p->layers);
}

static uint16_t grey(const struct scene_job *j, uint32_t z)
{
    float f;

    if (j->params.fixed)
        return (uint16_t)(z >> 8);
    memcpy(&f, &z, sizeof f);
    return f > 0 ? (uint16_t)lrintf(fminf(f, 1) * 65535) : 0; /* a NaN is 0 */
}

static bool depth_picture(const struct scene_job *j, const char *path, char *why, size_t why_size)
{
    const struct scene_frame *f = &j->frame;
    uint16_t *pixels = malloc((size_t)f->width * f->height * sizeof *pixels);
    bool good = false;

    snprintf(why, why_size, "%s: %s", path, strerror(ENOMEM));
    for (uint32_t y = 0; pixels && y < f->height; ++y)
        for (uint32_t x = 0; x < f->width; ++x)
            pixels[(size_t)y * f->width + x] = grey(j, j->image[(size_t)y * f->pitch + x]);
    if (pixels)
        good = scene_png_write(path, SCENE_GREY16, f->width, f->height, pixels, why, why_size);
    free(pixels);
    return good;
}

static bool decision_picture(const struct scene_job *j, const char *path, char *why,
                             size_t why_size)
{
    const struct scene_frame *f = &j->frame;
    uint8_t(*pixels)[3] = calloc((size_t)f->width * f->height, sizeof *pixels);
    bool good = false;

    snprintf(why, why_size, "%s: %s", path, strerror(ENOMEM));
    for (uint32_t y = 0; pixels && y < f->height; ++y) {
        for (uint32_t x = 0; x < f->width; ++x) {
            const size_t at = (size_t)y * f->pitch + x;
            const uint32_t n = j->paint.layers[at];

            for (int k = 0; n && k < 3; ++k)
                pixels[(size_t)y * f->width + x][k] = (uint8_t)(j->paint.colour[at][k] / n);
        }
    }
    if (pixels)
        good = scene_png_write(path, SCENE_RGB8, f->width, f->height, pixels, why, why_size);
    free(pixels);
    return good;
}

/* White is the largest number of layers. */
static bool overdraw_picture(const struct scene_job *j, const char *path, char *why,
                             size_t why_size)
{
    const struct scene_frame *f = &j->frame;
    uint8_t *pixels = malloc((size_t)f->width * f->height);
    uint64_t most = 1;
    bool good = false;

    snprintf(why, why_size, "%s: %s", path, strerror(ENOMEM));
    for (size_t i = 0; i < (size_t)f->pitch * f->rows; ++i)
        most = j->paint.layers[i] > most ? j->paint.layers[i] : most;
    for (uint32_t y = 0; pixels && y < f->height; ++y)
        for (uint32_t x = 0; x < f->width; ++x)
            pixels[(size_t)y * f->width + x] =
                (uint8_t)(j->paint.layers[(size_t)y * f->pitch + x] * UINT64_C(255) / most);
    if (pixels)
        good = scene_png_write(path, SCENE_GREY8, f->width, f->height, pixels, why, why_size);
    free(pixels);
    return good;
}

static bool legend(const struct scene_job *j, const char *path, char *why, size_t why_size)
{
    struct assay_outfile o;

    (void)j;
    if (!assay_outfile_open(&o, path, why, why_size))
        return false;
    fprintf(o.f, "decisions.png: a pixel is the mean over its layers of\n");
    for (uint32_t t = DEPTHCULL_RANGE; t <= DEPTHCULL_BY_FUNC; ++t)
        fprintf(o.f, "%-9s cull #%06X pass #%06X\n", depthcull_test_name(t),
                scene_colour(DEPTHCULL_CULL, t), scene_colour(DEPTHCULL_PASS, t));
    fprintf(o.f, "%-9s      #%06X\n", "per pixel", scene_colour(DEPTHCULL_AMBIGUOUS, 0));
    fprintf(o.f, "%-9s      #000000\n", "nothing");
    return assay_outfile_close(&o, why, why_size);
}

static const struct {
    const char *name;
    bool (*write)(const struct scene_job *, const char *, char *, size_t);
} files[] = {
    {"depth.png", depth_picture},
    {"decisions.png", decision_picture},
    {"overdraw.png", overdraw_picture},
    {"legend.txt", legend},
};

enum { FILES = sizeof files / sizeof files[0] };

static const char *path_in(const char *out, const char *name, char path[PATH_SIZE])
{
    assay_path(path, PATH_SIZE, "%s/%s", out, name);
    return path;
}

int scene_folder(const char *out, const char *input)
{
    char path[PATH_SIZE], why[PATH_SIZE + 256];
    enum assay_error e = assay_destination_folder(out, why, sizeof why);

    for (size_t i = 0; !e && i < FILES; ++i)
        if (access(path_in(out, files[i].name, path), F_OK) == 0)
            e = assay_destination_file(path, why, sizeof why);
    if (e)
        assay_print_error("%s", why);
    for (size_t i = 0; !e && i < FILES; ++i)
        if (assay_not_input(path_in(out, files[i].name, path), input))
            return EXIT_USAGE;
    return (int)e;
}

int scene_pictures(const struct scene_job *j)
{
    char path[PATH_SIZE], why[PATH_SIZE + 256];
    enum assay_error e = assay_destination_make_folder(j->choice.out, why, sizeof why);

    if (e) {
        assay_print_error("%s", why);
        return (int)e;
    }
    for (size_t i = 0; i < FILES; ++i) {
        if (!files[i].write(j, path_in(j->choice.out, files[i].name, path), why, sizeof why)) {
            assay_print_error("%s", why);
            return EXIT_FAULT;
        }
    }
    return EXIT_EQUAL;
}
