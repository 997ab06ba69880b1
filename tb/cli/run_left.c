/* run_left.c - the results of a run: the report and, beside it, a replay file, a waveform, viewer
 * files and a picture. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/colour.h"
#include "base/file.h"
#include "base/message.h"
#include "base/path.h"
#include "base/stdout.h"
#include "base/text.h"
#include "cli/cli.h"
#include "diagnose/gtkw.h"
#include "diagnose/picture.h"
#include "diagnose/report.h"
#include "diagnose/surfer.h"
#include "engine/against.h"
#include "engine/attached.h"
#include "stimulus/replay.h"

bool assay_cli_renames(const struct assay_cli_run *r, const struct assay_config *c)
{
    return !r->against && strcmp(c->backend, assay_backend_name(ASSAY_ICARUS)) != 0;
}

void assay_cli_artefact(const struct assay_cli_run *r, const struct assay_config *c,
                        const char *ext, char path[PATH_MAX])
{
    if (r->name) {
        assay_path(path, PATH_MAX, "%s/%s.%s", r->out ? r->out : ".", r->name, ext);
        return;
    }
    assay_path(path, PATH_MAX, "%s/%s-seed%llu.%s", r->out ? r->out : ".", c->block->model->name,
               (unsigned long long)c->seed, ext);
}

bool assay_cli_name_is_free(const char *out, const char *name)
{
    static const char *const kinds[] = {"replay", "fst", "gtkw", "sucl", "svg"};
    char path[PATH_MAX];

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        assay_path(path, sizeof path, "%s/%s.%s", out ? out : ".", name, kinds[i]);
        if (access(path, F_OK) == 0)
            return false;
    }
    return true;
}

void assay_cli_again_name(const char *out, const char *base, size_t length, char name[PATH_MAX])
{
    assay_path(name, PATH_MAX, "%.*s.again", (int)length, base);
    for (unsigned n = 2; !assay_cli_name_is_free(out, name); ++n)
        assay_path(name, PATH_MAX, "%.*s.again%u", (int)length, base, n);
}

static void tell_view(FILE *told, const char *path)
{
    struct assay_text t = {0};

    assay_text_add_quoted(&t, path);
    fprintf(told, "view:       gtkwave %s\n", assay_text_get(&t));
    assay_text_free(&t);
}

/* The files that a run leaves beside its report. */
struct left {
    struct assay_report_files files; /* points into the buffers below */
    char replay[PATH_MAX], view[PATH_MAX], surfer[PATH_MAX], picture[PATH_MAX];
    char waveform[PATH_MAX];
    bool beside_failure; /* there are files of these names that belong to a failed run */
    const char *key[2];  /* the keys of both sides, when RTL is compared with other RTL */
};

bool assay_cli_beside_failure(const struct assay_cli_run *r, const struct assay_config *c)
{
    struct assay_replay file;
    char path[PATH_MAX], why[PATH_MAX + 256];
    bool failed = true;

    assay_cli_artefact(r, c, "replay", path);
    if (access(path, F_OK) != 0)
        return false;
    if (assay_replay_load(&file, path, why, sizeof why) == ASSAY_OK) {
        failed = file.note[0] != '\0';
        assay_replay_free(&file);
    }
    return failed;
}

/* What a run that did not fail puts into the names of its files, where those of a failure are. */
static const char *apart_from_failure(const struct assay_result *result)
{
    switch (result->verdict) {
    case ASSAY_PASS:
        return result->interrupted ? "interrupted." : "passed.";
    case ASSAY_INCOMPLETE:
        return "incomplete.";
    case ASSAY_NOTHING:
        return "nothing.";
    default:
        return "";
    }
}

static void name_file(const struct assay_cli_run *r, const struct assay_lockstep *ls,
                      const struct left *left, const char *ext, char path[PATH_MAX])
{
    const char *const apart =
        left->beside_failure ? apart_from_failure(assay_lockstep_result(ls)) : "";
    char whole[32];

    snprintf(whole, sizeof whole, "%s%s", apart, ext);
    assay_cli_artefact(r, assay_lockstep_config(ls), whole, path);
}

static void keep_replay(const struct assay_cli_run *r, const struct assay_lockstep *ls,
                        const struct assay_block *block, FILE *told, struct left *left)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    const struct assay_replay_origin origin = {
        .rtl = r->rtl,
        .fault = r->fault,
        .against = r->against,
        .level = assay_level_name(c->block->level),
        .sides = {left->key[0], left->key[1]},
        .backend = c->backend,
        .hang = assay_replay_hang_line(block, c->script || r->program, c->hang),
    };
    char *path = left->replay, why[PATH_MAX + 256];
    bool good;

    name_file(r, ls, left, "replay", path);
    good = r->replay &&
           assay_same_file(path, r->replay); /* the file that is being replayed stays as it is */
    if (!good)
        good = r->program ? assay_cli_program_save(ls, &origin, path, why, sizeof why)
                          : assay_replay_save(ls, &origin, path, why, sizeof why);
    if (!good) {
        assay_print_error("%s (the replay file is not kept)", why);
        return;
    }
    fprintf(told, "replay:     %s\n", path);
    left->files.replay = path;
}

static bool keeps_replay(const struct assay_result *result)
{
    return result->verdict != ASSAY_INCOMPLETE && result->cycles &&
           (result->verdict != ASSAY_PASS || result->interrupted || !result->wave_error[0]);
}

/* Give the waveform the name that its verdict asks for. */
static bool keep_waveform(const struct assay_cli_run *r, const struct assay_lockstep *ls,
                          struct left *left)
{
    const char *const written = assay_lockstep_result(ls)->waveform;

    if (assay_cli_renames(r, assay_lockstep_config(ls)))
        name_file(r, ls, left, "fst", left->waveform);
    else
        assay_path(left->waveform, sizeof left->waveform, "%s", written);
    left->files.waveform = left->waveform;
    if (strcmp(left->waveform, written) == 0 || rename(written, left->waveform) == 0)
        return true;
    assay_print_error("%s: %s: %s (the waveform is not kept under that name)", written,
                      left->waveform, strerror(errno));
    left->files.waveform = NULL;
    return false;
}

/* Write the files of a failed or interrupted run. If one can't be written, the report is still
 * printed and the verdict does not change. `block` is the block as the replay file names it, at
 * whatever level it is compared. */
static void keep(const struct assay_cli_run *r, const struct assay_lockstep *ls,
                 const struct assay_block *block, FILE *told, struct left *left)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    const struct assay_result *result = assay_lockstep_result(ls);
    char why[PATH_MAX + 256];

    if (keeps_replay(result))
        keep_replay(r, ls, block, told, left);
    if (result->wave_error[0])
        assay_print_error("%s (the waveform is not kept)", result->wave_error);
    if (!result->waveform || !keep_waveform(r, ls, left))
        return;
    fprintf(told, "waveform:   %s, cycles %llu to %llu\n", left->waveform,
            (unsigned long long)result->wave_from, (unsigned long long)result->wave_to);
    if (c->against)
        assay_cli_against_wave(c, left->waveform, told);
    if (result->verdict == ASSAY_PASS || result->verdict == ASSAY_INCOMPLETE)
        return;
    name_file(r, ls, left, "gtkw", left->view);
    if (assay_gtkw_save(ls, left->waveform, left->view, why, sizeof why)) {
        left->files.view = left->view;
        tell_view(told, left->view);
    } else {
        assay_print_error("%s (the GTKWave file is not kept)", why);
    }
    name_file(r, ls, left, "sucl", left->surfer);
    if (assay_surfer_save(ls, left->waveform, left->surfer, why, sizeof why))
        left->files.surfer = left->surfer;
    else
        assay_print_error("%s (the Surfer file is not kept)", why);
    name_file(r, ls, left, "svg", left->picture);
    if (assay_picture_svg(ls, left->picture, why, sizeof why)) {
        left->files.picture = left->picture;
        fprintf(told, "picture:    %s\n", left->picture);
    } else {
        assay_print_error("%s (the picture is not kept)", why);
    }
}

static void show_picture(const struct assay_lockstep *ls)
{
    struct winsize size;
    struct assay_picture options = {0};

    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        options.width = size.ws_col;
    options.colour = assay_colour(stdout);
    putchar('\n');
    assay_picture_text(stdout, ls, &options);
    putchar('\n');
}

/* Close a memory stream. False if something is missing in its text. */
static bool end_of_text(FILE *f)
{
    const bool good = !ferror(f);

    return fclose(f) == 0 && good;
}

/* Append the command that repeats the run. If its stimulus can't be read again, that is the command
 * that plays the replay file, if one was kept. */
static void tell_again(const struct assay_cli_run *given, const struct assay_config *c,
                       const struct assay_result *result, const char *replay, struct assay_text *t)
{
    struct assay_cli_run r = *given;

    if (replay && r.stimulus && assay_cli_read_once(r.stimulus))
        r.replay = replay;
    assay_cli_run_again(&r, c, result->verdict, t);
}

void assay_cli_run_tell(const struct assay_cli_run *r, const struct assay_lockstep *ls,
                        const struct assay_cli_against *against,
                        const struct assay_variant *variant, int status)
{
    const struct assay_result *result = assay_lockstep_result(ls);
    const struct assay_config *c = assay_lockstep_config(ls);
    const bool keeps = c->ops && (status || result->waveform || result->wave_error[0]);
    struct left left = {.files = {NULL, NULL, NULL, NULL, NULL},
                        .key = {against->key[0], against->key[1]}};
    struct assay_text again = {0}, depends = {0};
    cJSON *start = variant->starts ? assay_cli_start(c, result, variant, &depends) : NULL;
    char *files = NULL;
    size_t size;

    left.beside_failure = keeps && assay_cli_beside_failure(r, c);
    /* The files come first: a reader who closes standard output early ends the program. */
    if (keeps) {
        FILE *const told = r->json ? NULL : open_memstream(&files, &size);

        keep(r, ls, variant->block, told ? told : stderr, &left);
        if (told && !end_of_text(told))
            assay_stdout_lose(ENOMEM);
    }
    tell_again(r, c, result, left.files.replay, &again);
    if (!r->json)
        assay_report_text(stdout, ls, assay_text_get(&again));
    if (!r->json && result->n_differences && !c->against && variant->module == ASSAY_MODULE_CXX)
        assay_cli_drivers(stdout, result, variant);
    if (!r->json && start)
        printf("start:      %s\n", assay_text_get(&depends));
    if (!r->json && result->n_differences)
        show_picture(ls);
    if (files)
        fputs(files, stdout);
    if (r->json)
        assay_report_json(stdout, ls, assay_text_get(&again), &left.files, start);
    else
        cJSON_Delete(start);
    free(files);
    assay_text_free(&again);
    assay_text_free(&depends);
}
