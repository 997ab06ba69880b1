#include "attach/attach.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attach/asked.h"
#include "attach/check.h"
#include "attach/kept.h"
#include "attach/model.h"
#include "attach/widths.h"
#include "attach/wrapper.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "engine/attached.h"
#include "sim/design.h"
#include "sim/filelist.h"
#include "sim/pinned.h"
#include "sim/variant_sources.h"
#include "stimulus/random_transactions.h"

/* An attached block, which lasts until the program ends. */
struct attached {
    struct assay_block block;
    struct assay_block_folder folder;
    struct assay_description *description;
    char path[PATH_MAX], generated[PATH_MAX], key[ASSAY_KEY_SIZE];
    char **rtl;
};

/* --- called by the simulators --- */

static bool write_wrapper(const struct assay_block_folder *f, const struct assay_params *params,
                          struct assay_text *t, char *why, size_t why_size)
{
    return assay_wrapper_write(f->description, params->v, t, why, why_size);
}

static bool check(const struct assay_block_folder *f, const struct assay_params *params,
                  const char *xml, char *why, size_t why_size)
{
    const struct assay_description *d = f->description;
    struct assay_rtl_ports ports;
    bool good;

    if (!assay_rtl_ports_read(xml, &ports)) {
        snprintf(why, why_size, "%s: Verilator's XML does not list the ports of %s", d->path,
                 d->top);
        return false;
    }
    good = assay_check_ports(d, params->v, &ports, why, why_size);
    assay_rtl_ports_free(&ports);
    return good;
}

/* --- reading a folder --- */

static enum assay_error find_folder(struct attached *a, const char *name, char *why,
                                    size_t why_size)
{
    char path[PATH_MAX];
    struct stat st;

    if (!realpath(name, a->path)) {
        snprintf(why, why_size, "%s: %s: expected a block's folder", name, strerror(errno));
        return ASSAY_BAD_INPUT;
    }
    if (stat(a->path, &st) == 0 && !S_ISDIR(st.st_mode)) {
        snprintf(why, why_size, "%s: not a folder: expected the folder of a block, with block.yaml",
                 name);
        return ASSAY_BAD_INPUT;
    }
    assay_path(path, sizeof path, "%s/block.yaml", a->path);
    if (access(path, F_OK) != 0) {
        snprintf(why, why_size, "%s: %s: expected a block's folder", name,
                 errno == ENOENT ? "no block.yaml in it" : strerror(errno));
        return ASSAY_BAD_INPUT;
    }
    return ASSAY_OK;
}

static enum assay_error read_description(struct attached *a, char *why, size_t why_size)
{
    char path[PATH_MAX];
    const char *shown;

    assay_path(path, sizeof path, "%s/block.yaml", a->path);
    shown = assay_path_shown(path);
    return assay_describe_read(strchr(shown, '/') ? shown : path, &a->description, why, why_size);
}

static enum assay_error no_memory(char *why, size_t why_size)
{
    snprintf(why, why_size, "out of memory");
    return ASSAY_ENVIRONMENT;
}

/* If no sources are given, the model is <block>.c. */
static enum assay_error name_model(struct attached *a, char *why, size_t why_size)
{
    struct assay_description *d = a->description;
    char path[PATH_MAX];

    if (d->sources.n || d->level == ASSAY_DESCRIBE_NONE)
        return ASSAY_OK;
    assay_path(path, sizeof path, "%s/%s.c", a->path, d->name);
    if (access(path, F_OK) != 0) {
        snprintf(why, why_size,
                 "%s: no model: expected %s.c beside it, or sources under the key model", d->path,
                 d->name);
        return ASSAY_BAD_INPUT;
    }
    free(d->sources.at);
    d->sources.at = calloc(1, sizeof *d->sources.at);
    if (!d->sources.at || !(d->sources.at[0] = strdup(strrchr(path, '/') + 1)))
        return no_memory(why, why_size);
    d->sources.n = 1;
    return ASSAY_OK;
}

/* Finds the absolute paths of the RTL's files. */
static enum assay_error name_rtl(struct attached *a, char *why, size_t why_size)
{
    const struct assay_describe_words *rtl = &a->description->rtl;
    char path[PATH_MAX];

    if (rtl->n == 0) {
        snprintf(why, why_size, "%s: no key 'rtl': expected a file list or sources",
                 a->description->path);
        return ASSAY_BAD_INPUT;
    }
    a->rtl = calloc(rtl->n, sizeof *a->rtl);
    if (!a->rtl)
        return no_memory(why, why_size);
    for (size_t i = 0; i < rtl->n; ++i) {
        if (rtl->at[i][0] == '/')
            assay_path(path, sizeof path, "%s", rtl->at[i]);
        else
            assay_path(path, sizeof path, "%s/%s", a->path, rtl->at[i]);
        if (assay_filelist_is_vhdl(path)) {
            snprintf(why, why_size, "%s:%lu: %s is VHDL: expected Verilog or SystemVerilog",
                     a->description->path, rtl->line, rtl->at[i]);
            return ASSAY_BAD_INPUT;
        }
        if (access(path, R_OK) != 0) {
            snprintf(why, why_size, "%s:%lu: rtl %s: %s: expected a file list or sources",
                     a->description->path, rtl->line, rtl->at[i], strerror(errno));
            return ASSAY_BAD_INPUT;
        }
        a->rtl[i] = strdup(path);
        if (!a->rtl[i])
            return no_memory(why, why_size);
    }
    a->folder = (struct assay_block_folder){.path = a->path,
                                            .key = a->key,
                                            .generated = a->generated,
                                            .rtl = (const char *const *)a->rtl,
                                            .n_rtl = rtl->n,
                                            .wrapper = write_wrapper,
                                            .check = check,
                                            .description = a->description};
    return ASSAY_OK;
}

/* A query about the RTL that is made before the block exists. */
typedef enum assay_error question(struct assay_description *d, const struct assay_block *rtl,
                                  char *why, size_t why_size);

static enum assay_error ask_rtl(struct attached *a, question *ask, char *why, size_t why_size)
{
    struct assay_description *d = a->description;
    struct assay_model_param *params = calloc(d->n_params + 1, sizeof *params);
    const struct assay_model_block model = {
        .name = d->name, .top = d->top, .params = params, .n_params = d->n_params};
    const struct assay_block rtl = {.model = &model, .folder = &a->folder};
    enum assay_error e;

    if (!params)
        return no_memory(why, why_size);
    for (size_t i = 0; i < d->n_params; ++i)
        params[i] =
            (struct assay_model_param){.name = d->param[i].name, .verilog = d->param[i].verilog};
    e = ask(d, &rtl, why, why_size);
    free(params);
    return e;
}

/* Checks the RTL's ports at the default parameters against the description. */
static enum assay_error check_defaults(struct assay_description *d, const struct assay_block *rtl,
                                       char *why, size_t why_size)
{
    struct assay_variant v = {.block = rtl};
    struct assay_filelist list;
    char *xml;
    enum assay_error e = assay_variant_sources(&v, &list, why, why_size);

    if (e != ASSAY_OK)
        return e;
    assay_widths_defaults(d, &v.params);
    e = assay_design_xml(&v, &list, &xml, why, why_size);
    if (e == ASSAY_OK && !check(rtl->folder, &v.params, xml, why, why_size))
        e = ASSAY_BAD_INPUT;
    free(xml);
    assay_filelist_free(&list);
    return e;
}

/* If a width differs from the RTL's, compiling the model can give errors and warnings that are only
 * consequences of it, so an error in the description is reported first. */
static enum assay_error compile(struct attached *a, char *why, size_t why_size)
{
    struct assay_text warnings = {0}, all = {0};
    char ports[2048];
    enum assay_error e =
        assay_attach_compile(a->description, a->generated, a->key, &warnings, why, why_size);

    if ((e == ASSAY_BAD_INPUT || (e == ASSAY_OK && warnings.n)) &&
        ask_rtl(a, check_defaults, ports, sizeof ports) == ASSAY_BAD_INPUT) {
        assay_text_addf(&all, "%s\n%s%s", ports, assay_text_get(&warnings),
                        e == ASSAY_OK ? "" : why);
        snprintf(why, why_size, "%s", assay_text_get(&all));
        e = ASSAY_BAD_INPUT;
    } else {
        fputs(assay_text_get(&warnings), stderr); /* they remain just warnings */
    }
    assay_text_free(&warnings);
    assay_text_free(&all);
    return e;
}

static enum assay_error name_is_free(const struct attached *a, char *why, size_t why_size)
{
    const char *name = a->description->name;
    const struct assay_block *other = assay_block_find(name);

    if (!other)
        return ASSAY_OK;
    snprintf(why, why_size, "%s: the name %s is also that of %s: expected a folder of another name",
             a->path, name, other->folder ? other->folder->path : "a built-in block");
    return ASSAY_BAD_INPUT;
}

/* Builds the block from the folder's present contents. */
static enum assay_error make(struct attached *a, char *why, size_t why_size)
{
    enum assay_error e = read_description(a, why, why_size);

    if (e == ASSAY_OK && !assay_asked_is_given(a->description, why, why_size))
        e = ASSAY_BAD_INPUT;
    if (e == ASSAY_OK)
        e = name_is_free(a, why, why_size);
    if (e == ASSAY_OK)
        e = name_rtl(a, why, why_size);
    if (e == ASSAY_OK)
        e = name_model(a, why, why_size);
    if (e == ASSAY_OK)
        e = ask_rtl(a, assay_widths_fill, why, why_size);
    if (e == ASSAY_OK)
        e = compile(a, why, why_size);
    return e;
}

/* Takes the block as it was when the regression to which this process belongs began; a->generated
 * is the folder in which that is kept. */
static enum assay_error take_pinned(struct attached *a, char *why, size_t why_size)
{
    enum assay_error e = assay_attach_kept(a->path, a->generated, &a->description, why, why_size);

    if (e == ASSAY_OK)
        e = name_is_free(a, why, why_size);
    return e == ASSAY_OK ? name_rtl(a, why, why_size) : e;
}

static enum assay_error load(struct attached *a, const char *name, char *why, size_t why_size)
{
    const struct assay_block *descriptor = NULL;
    bool pinned = false;
    enum assay_error e = find_folder(a, name, why, why_size);

    if (e == ASSAY_OK)
        e = assay_pinned_model(a->path, &pinned, a->generated, a->key, why, why_size);
    if (e == ASSAY_OK)
        e = pinned ? take_pinned(a, why, why_size) : make(a, why, why_size);
    if (e == ASSAY_OK)
        e = assay_attach_load(a->description, a->generated, &descriptor, &a->folder.unwritten, why,
                              why_size);
    if (e != ASSAY_OK)
        return e;
    a->block = *descriptor;
    a->block.folder = &a->folder;
    a->block.apart = true; /* a user's model may keep data anywhere */
    assay_random_complete(&a->block);
    return assay_block_add(&a->block) ? ASSAY_OK : no_memory(why, why_size);
}

static void discard(struct attached *a)
{
    if (a->rtl && a->description)
        for (size_t i = 0; i < a->description->rtl.n; ++i)
            free(a->rtl[i]);
    free(a->rtl);
    assay_describe_free(a->description);
    free(a);
}

static enum assay_error attach(const char *path, const struct assay_block **b, char *why,
                               size_t why_size)
{
    struct attached *a = calloc(1, sizeof *a);
    enum assay_error e;

    if (!a)
        return no_memory(why, why_size);
    e = load(a, path, why, why_size);
    if (e != ASSAY_OK)
        discard(a);
    else
        *b = &a->block;
    return e;
}

void assay_attach_begin(void)
{
    assay_block_open_by(attach);
}
