#include "sim/variant_sources.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/args.h"
#include "base/file.h"
#include "base/home.h"
#include "base/outfile.h"
#include "base/process.h"
#include "engine/attached.h"
#include "sim/design.h"
#include "sim/fault.h"
#include "sim/tool.h"

/* Whether the path names a Verilog source rather than a list. */
static bool is_source(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (strcmp(dot, ".v") == 0 || strcmp(dot, ".sv") == 0);
}

static enum assay_error list_of_one(const char *path, struct assay_filelist *list, char *why,
                                    size_t why_size)
{
    char real[PATH_MAX];
    const char *const one = real;
    struct stat st;

    memset(list, 0, sizeof *list);
    errno = 0;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode)) {
        snprintf(why, why_size, "%s: %s: expected a Verilog source or a file list (.f)", path,
                 errno ? strerror(errno) : "not a file");
        return ASSAY_BAD_INPUT;
    }
    if (!realpath(path, real)) {
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
        return ASSAY_BAD_INPUT;
    }
    return assay_filelist_of(&one, 1, path, list, why, why_size) ? ASSAY_OK : ASSAY_BAD_INPUT;
}

enum assay_error assay_variant_sources(const struct assay_variant *v, struct assay_filelist *list,
                                       char *why, size_t why_size)
{
    char relative[256], path[PATH_MAX];

    if (v->module == ASSAY_MODULE_GOLDEN) {
        memset(list, 0, sizeof *list);
        if (!v->rtl && !v->fault && !v->coverage)
            return ASSAY_OK;
        snprintf(
            why, why_size,
            "the golden model is the DUT: expected no RTL of your own, fault or code coverage");
        return ASSAY_BAD_INPUT;
    }
    if (v->rtl && v->fault) {
        snprintf(why, why_size,
                 "a fault goes with the project's own RTL: expected no RTL of your own beside it");
        return ASSAY_BAD_INPUT;
    }
    if (v->mutants) /* this text already contains all includes and defines */
        return list_of_one(v->mutants, list, why, why_size);
    if (v->rtl && is_source(v->rtl))
        return list_of_one(v->rtl, list, why, why_size);
    if (v->rtl)
        return assay_filelist_read(v->rtl, list, why, why_size) ? ASSAY_OK : ASSAY_BAD_INPUT;
    if (v->block->folder)
        return assay_filelist_of(v->block->folder->rtl, v->block->folder->n_rtl,
                                 v->block->folder->path, list, why, why_size)
                   ? ASSAY_OK
                   : ASSAY_BAD_INPUT;
    snprintf(relative, sizeof relative, "rtl/%s/%s.f", v->block->model->name,
             v->block->model->name);
    assay_source_path(path, sizeof path, relative);
    return assay_filelist_read(path, list, why, why_size) ? ASSAY_OK : ASSAY_ENVIRONMENT;
}

enum assay_error assay_variant_text(const struct assay_variant *v, char **text, char *why,
                                    size_t why_size)
{
    struct assay_filelist list;
    struct assay_args a = {0};
    struct assay_output out = {0};
    enum assay_error e = assay_variant_sources(v, &list, why, why_size);
    int status;

    *text = NULL;
    if (e != ASSAY_OK)
        return e;
    assay_args_add(&a, "verilator");
    assay_args_add(&a, "-E");
    status = assay_design_run(v, &list, &a, NULL, &out, NULL);
    assay_filelist_free(&list);
    if (status == 0) {
        *text = out.text;
        return ASSAY_OK;
    }
    e = assay_tool_failed(v, "verilator", status, &out, why, why_size);
    free(out.text);
    return e;
}

enum assay_error assay_variant_hash_fault(const struct assay_variant *v, struct assay_hash *h,
                                          char *why, size_t why_size)
{
    char path[PATH_MAX];

    if (!v->fault)
        return ASSAY_OK;
    if (!assay_fault_path(v->block, v->fault, path, why, why_size))
        return ASSAY_BAD_INPUT;
    assay_hash_text(h, "fault"); /* an empty patch must not have the key of the design itself */
    if (!assay_hash_file(h, path)) {
        snprintf(why, why_size, "%s: %s: expected to read it", path, strerror(errno));
        return ASSAY_ENVIRONMENT;
    }
    return ASSAY_OK;
}

enum assay_error assay_variant_hash_wrapper(const struct assay_variant *v, struct assay_hash *h,
                                            char *why, size_t why_size)
{
    const struct assay_block_folder *f = v->block->folder;
    struct assay_text t = {0};
    enum assay_error e = ASSAY_OK;

    if (!f)
        return ASSAY_OK;
    if (!f->wrapper(f, &v->params, &t, why, why_size)) {
        e = ASSAY_BAD_INPUT;
    } else if (t.failed) {
        snprintf(why, why_size, "out of memory");
        e = ASSAY_ENVIRONMENT;
    } else {
        assay_hash_text(h, assay_text_get(&t));
    }
    assay_text_free(&t);
    return e;
}

enum assay_error assay_variant_write_wrapper(const struct assay_variant *v,
                                             struct assay_filelist *list, const char *folder,
                                             char *why, size_t why_size)
{
    const struct assay_block_folder *f = v->block->folder;
    struct assay_text t = {0};
    char path[PATH_MAX];
    enum assay_error e = ASSAY_OK;

    if (!f)
        return ASSAY_OK;
    assay_path(path, sizeof path, "%s/assay_%s.v", folder, v->block->model->name);
    if (!f->wrapper(f, &v->params, &t, why, why_size))
        e = ASSAY_BAD_INPUT;
    else if (!assay_outfile_save(path, &t, why, why_size))
        e = ASSAY_ENVIRONMENT;
    assay_text_free(&t);
    if (e == ASSAY_OK && !(list->wrapper = strdup(path))) {
        snprintf(why, why_size, "out of memory");
        e = ASSAY_ENVIRONMENT;
    }
    return e;
}

enum assay_error assay_variant_sources_key(const struct assay_variant *v, char key[ASSAY_KEY_SIZE],
                                           char *why, size_t why_size)
{
    struct assay_filelist list;
    enum assay_error e = assay_variant_sources(v, &list, why, why_size);
    struct assay_hash *h;

    if (e != ASSAY_OK)
        return e;
    h = assay_hash_begin();
    if (h) {
        if (v->block->folder)
            assay_hash_text(h, v->block->folder->key);
        e = assay_variant_hash_fault(v, h, why, why_size);
        if (e == ASSAY_OK)
            e = assay_design_hash(v, &list, h, why, why_size);
        if (!assay_hash_end(h, key) && e == ASSAY_OK) {
            snprintf(why, why_size, "%s: the key of the sources can't be computed",
                     v->block->model->name);
            e = ASSAY_ENVIRONMENT;
        }
    } else {
        snprintf(why, why_size, "out of memory");
        e = ASSAY_ENVIRONMENT;
    }
    assay_filelist_free(&list);
    return e;
}
