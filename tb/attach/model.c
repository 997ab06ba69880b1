#include "attach/model.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attach/kept.h"
#include "base/args.h"
#include "base/file.h"
#include "base/home.h"
#include "base/process.h"
#include "base/scratch.h"
#include "sim/cache.h"

/* Change this when the way of compiling changes without a change of sources and flags. */
#define RECIPE "assay model 4"

enum { TOOL_TEXT = 2500 };

/* A file of a folder, written so that the compiler does not take it for an option. */
static void in_folder(const char *folder, const char *name, char path[PATH_MAX])
{
    if (name[0] == '/')
        assay_path(path, PATH_MAX, "%s", name);
    else
        assay_path(path, PATH_MAX, "%s%s/%s", folder[0] == '-' ? "./" : "", folder, name);
}

static const char *compiler(void)
{
    const char *cc = getenv("CC");

    return cc && *cc ? cc : "cc";
}

void assay_attach_include(const struct assay_description *d, const char *folder,
                          const char *generated, struct assay_args *a)
{
    static const char *const tree[] = {"model", "model/type", "tb"};
    char path[PATH_MAX];

    assay_args_add2(a, "-I", generated);
    assay_args_add2(a, "-I", folder);
    for (size_t i = 0; i < d->include.n; ++i) {
        in_folder(folder, d->include.at[i], path);
        assay_args_add2(a, "-I", path);
    }
    for (size_t i = 0; i < sizeof tree / sizeof tree[0]; ++i)
        assay_args_add2(a, "-I", assay_source_path(path, sizeof path, tree[i]));
}

static void push_flags(struct assay_args *a, const struct assay_description *d,
                       const char *generated)
{
    static const char *const flags[] = {"-std=gnu11", "-O2", "-g", "-fPIC", "-Wall", "-Wextra"};

    assay_args_add(a, compiler());
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
        assay_args_add(a, flags[i]);
    assay_attach_include(d, d->folder, generated, a);
    for (size_t i = 0; i < d->flags.n; ++i)
        assay_args_add(a, d->flags.at[i]);
}

/* The number of sources: the model's own ones, and last the generated one. */
static size_t sources(const struct assay_description *d)
{
    return d->sources.n + 1;
}

static void source(const struct assay_description *d, const char *generated, size_t i,
                   char path[PATH_MAX])
{
    if (i < d->sources.n)
        in_folder(d->folder, d->sources.at[i], path);
    else
        assay_path(path, PATH_MAX, "%s/%s_block.c", generated, d->name);
}

static enum assay_error failed(const struct assay_description *d, const char *path, int status,
                               const struct assay_output *out, char *why, size_t why_size)
{
    if (status == ASSAY_NOT_STARTED) {
        snprintf(why, why_size, "%s: cannot be run: expected a C compiler (CC names another)",
                 compiler());
        return ASSAY_ENVIRONMENT;
    }
    snprintf(why, why_size, "%s: the model of %s does not compile (status %d):\n%.*s", path,
             d->name, status, TOOL_TEXT, out->text);
    return ASSAY_BAD_INPUT;
}

/* --- the key --- */

/* Hashes everything that the compiler reads for a source: its preprocessed text. */
static enum assay_error hash_source(const struct assay_description *d, const char *generated,
                                    size_t i, struct assay_hash *h, char *why, size_t why_size)
{
    struct assay_args a = {0};
    struct assay_output out = {0};
    char path[PATH_MAX];
    enum assay_error e = ASSAY_OK;
    int status;

    source(d, generated, i, path);
    if (access(path, R_OK) != 0) {
        snprintf(why, why_size, "%s: %s: expected a source of the model of %s", path,
                 strerror(errno), d->name);
        return ASSAY_BAD_INPUT;
    }
    push_flags(&a, d, generated);
    assay_args_add(&a, "-E");
    assay_args_add(&a, "-P");
    assay_args_add(&a, "-w");
    assay_args_add(&a, path);
    status = assay_args_run(&a, NULL, &out);
    if (status == 0) {
        assay_hash_data(h, out.text, out.size);
    } else { /* again, for the messages without the text */
        free(out.text);
        assay_args_add(&a, "-o");
        assay_args_add(&a, "/dev/null");
        status = assay_args_run(&a, NULL, &out);
        e = failed(d, path, status, &out, why, why_size);
    }
    free(out.text);
    assay_args_free(&a);
    return e;
}

/* Hashes the files that `-lNAME` may mean in a folder: libNAME.so and libNAME.a, or NAME itself if
 * it begins with a colon. False if one is there that can't be read. */
static bool hash_library(struct assay_hash *h, const char *folder, const char *name, char *path)
{
    static const char *const ends[] = {"so", "a"};

    for (size_t e = 0; e < (*name == ':' ? 1 : 2); ++e) {
        if (*name == ':')
            assay_path(path, PATH_MAX, "%s/%s", folder, name + 1);
        else
            assay_path(path, PATH_MAX, "%s/lib%s.%s", folder, name, ends[e]);
        if (access(path, F_OK) == 0 && !assay_hash_file(h, path))
            return false;
    }
    return true;
}

/* Hashes the libraries that the flags link into the model, as far as folders of the flags have
 * them. Those of the system come with the compiler. */
static enum assay_error hash_libraries(const struct assay_description *d, struct assay_hash *h,
                                       char *why, size_t why_size)
{
    char path[PATH_MAX];

    for (size_t i = 0; i < d->flags.n; ++i)
        for (size_t k = 0; k < d->flags.n && strncmp(d->flags.at[i], "-l", 2) == 0; ++k)
            if (strncmp(d->flags.at[k], "-L", 2) == 0 &&
                !hash_library(h, d->flags.at[k] + 2, d->flags.at[i] + 2, path)) {
                snprintf(why, why_size, "%s: expected a library that can be read", path);
                return ASSAY_ENVIRONMENT;
            }
    return ASSAY_OK;
}

static enum assay_error model_key(const struct assay_description *d, const char *generated,
                                  char key[ASSAY_KEY_SIZE], char *why, size_t why_size)
{
    struct assay_hash *h = assay_hash_begin();
    enum assay_error e = ASSAY_OK;

    if (!h) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    assay_hash_text(h, RECIPE);
    assay_hash_text(h, d->name);
    assay_hash_tool(h, compiler());
    for (size_t i = 0; i < d->flags.n; ++i)
        assay_hash_text(h, d->flags.at[i]);
    e = hash_libraries(d, h, why, why_size);
    for (size_t i = 0; i < sources(d) && e == ASSAY_OK; ++i)
        e = hash_source(d, generated, i, h, why, why_size);
    if (e == ASSAY_OK && !assay_hash_file(h, d->path)) {
        snprintf(why, why_size, "%s: %s: expected to read it", d->path, strerror(errno));
        e = ASSAY_BAD_INPUT;
    }
    if (!assay_hash_end(h, key) && e == ASSAY_OK) {
        snprintf(why, why_size, "%s: the key of the model can't be computed", d->path);
        e = ASSAY_ENVIRONMENT;
    }
    return e;
}

/* --- compiling --- */

static enum assay_error compile(const struct assay_description *d, const char *folder, size_t i,
                                const char *object, struct assay_text *warnings, char *why,
                                size_t why_size)
{
    struct assay_args a = {0};
    struct assay_output out = {0};
    char path[PATH_MAX];
    enum assay_error e = ASSAY_OK;
    int status;

    source(d, folder, i, path);
    push_flags(&a, d, folder);
    if (i == d->sources.n) /* its warnings would be the generator's fault */
        assay_args_add(&a, "-w");
    assay_args_add(&a, "-c");
    assay_args_add(&a, path);
    assay_args_add(&a, "-o");
    assay_args_add(&a, object);
    status = assay_args_run(&a, NULL, &out);
    if (status == 0)
        assay_text_add_data(warnings, out.text, out.size);
    else
        e = failed(d, path, status, &out, why, why_size);
    free(out.text);
    assay_args_free(&a);
    return e;
}

static bool write_exports(const char *path)
{
    FILE *f = fopen(path, "w");
    bool good =
        f &&
        fputs("{ global: assay_block_descriptor; assay_model_unwritten; local: *; };\n", f) >= 0;

    if (f && fclose(f) != 0)
        good = false;
    return good;
}

static enum assay_error compile_all(const struct assay_description *d, const char *folder,
                                    struct assay_text *warnings, char *why, size_t why_size)
{
    char object[PATH_MAX], exports[PATH_MAX], target[PATH_MAX];
    struct assay_args link = {0};
    struct assay_output out = {0};
    enum assay_error e = ASSAY_OK;
    int status;

    assay_path(exports, sizeof exports, "%s/exports", folder);
    assay_path(target, sizeof target, "%s/model.so", folder);
    if (!write_exports(exports)) {
        snprintf(why, why_size, "%s: %s", exports, strerror(errno));
        return ASSAY_ENVIRONMENT;
    }
    assay_args_add(&link, compiler());
    assay_args_add(&link, "-shared");
    assay_args_add(&link, "-o");
    assay_args_add(&link, target);
    assay_args_add(&link, "-Xlinker"); /* -Wl would split a path that contains a comma */
    assay_args_add2(&link, "--version-script=", exports);
    assay_args_add(&link, "-Wl,--wrap=exit,--wrap=_exit,--wrap=_Exit,--wrap=quick_exit");
    for (size_t i = 0; i < sources(d) && e == ASSAY_OK; ++i) {
        assay_path(object, sizeof object, "%s/%zu.o", folder, i);
        assay_args_add(&link, object);
        e = compile(d, folder, i, object, warnings, why, why_size);
    }
    for (size_t i = 0; i < d->flags.n; ++i)
        if (strncmp(d->flags.at[i], "-l", 2) == 0 || strncmp(d->flags.at[i], "-L", 2) == 0)
            assay_args_add(&link, d->flags.at[i]);
    assay_args_add(&link, "-lm");
    if (e == ASSAY_OK) {
        status = assay_args_run(&link, NULL, &out);
        if (status != 0)
            e = failed(d, d->path, status, &out, why, why_size);
        free(out.text);
    }
    assay_args_free(&link);
    return e;
}

static enum assay_error build_into_cache(const struct assay_description *d, const char *key,
                                         char folder[PATH_MAX], struct assay_text *warnings,
                                         char *why, size_t why_size)
{
    struct assay_about about = {.kind = "model"};
    struct assay_cache_entry entry;
    enum assay_error e = ASSAY_OK;

    if (!assay_cache_open(key, &entry, why, why_size))
        return ASSAY_ENVIRONMENT;
    assay_path(folder, PATH_MAX, "%s", entry.path);
    if (entry.complete)
        return ASSAY_OK;
    snprintf(about.block, sizeof about.block, "%s", d->name);
    if (!assay_describe_write_files(d, entry.build, why, why_size) ||
        !assay_attach_keep(d, entry.build, why, why_size))
        e = ASSAY_ENVIRONMENT;
    if (e == ASSAY_OK)
        e = compile_all(d, entry.build, warnings, why, why_size);
    if (e != ASSAY_OK)
        e = assay_cache_failed(&entry, e, why, why_size);
    else if (!assay_cache_commit(&entry, &about, why, why_size))
        e = ASSAY_ENVIRONMENT;
    return e;
}

enum assay_error assay_attach_compile(const struct assay_description *d, char folder[PATH_MAX],
                                      char key[ASSAY_KEY_SIZE], struct assay_text *warnings,
                                      char *why, size_t why_size)
{
    struct assay_scratch generated;
    enum assay_error e = ASSAY_ENVIRONMENT;

    if (!assay_scratch_open(&generated, "model", why, why_size))
        return e;
    if (assay_describe_write_files(d, generated.path, why, why_size))
        e = model_key(d, generated.path, key, why, why_size);
    assay_scratch_close(&generated);
    return e == ASSAY_OK ? build_into_cache(d, key, folder, warnings, why, why_size) : e;
}

/* --- loading --- */

/* Makes this program's symbols available to the model, even if the program is a module of vvp. */
static void offer_symbols(void)
{
    Dl_info info;

    if (dladdr(&assay_blocks, &info) && info.dli_fname)
        dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

enum assay_error assay_attach_load(const struct assay_description *d, const char *folder,
                                   const struct assay_block **descriptor, const char **unwritten,
                                   char *why, size_t why_size)
{
    const struct assay_block *(*get)(void);
    char path[PATH_MAX], wrong[512];
    void *handle, *symbol;

    assay_path(path, sizeof path, "%s/model.so", folder);
    offer_symbols();
    handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    symbol = handle ? dlsym(handle, "assay_block_descriptor") : NULL;
    if (!symbol) {
        const char *said = dlerror(), *at = said ? strstr(said, "undefined symbol: ") : NULL;

        if (at)
            snprintf(why, why_size, "%s: %s: expected the sources of the model to define it",
                     d->path, at);
        else
            snprintf(why, why_size, "%s: %s: expected the model of %s", path, said ? said : "",
                     d->name);
        return at ? ASSAY_BAD_INPUT : ASSAY_ENVIRONMENT;
    }
    memcpy(&get, &symbol, sizeof get); /* ISO C has no cast from object to function pointer */
    *descriptor = get();
    *unwritten = dlsym(handle, "assay_model_unwritten");
    if (!assay_block_sound(*descriptor, wrong, sizeof wrong)) {
        snprintf(why, why_size, "%s: %s", d->path, wrong);
        return ASSAY_BAD_INPUT;
    }
    return ASSAY_OK;
}
