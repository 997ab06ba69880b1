/* prove_attached.c - the lemmas of a user's block: where they are, and how its model is compiled. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attach/model.h"
#include "base/error.h"
#include "base/file.h"
#include "base/path.h"
#include "cli/prove.h"
#include "describe/describe.h"
#include "engine/attached.h"
#include "prove/aig.h"
#include "sim/filelist.h"

static bool is_folder(const char *path)
{
    char file[PATH_MAX];

    assay_path(file, sizeof file, "%s/block.yaml", path);
    return access(file, F_OK) == 0;
}

/* Split "FOLDER/LEMMA" if FOLDER is that of a block and the whole is not. Returns the lemma, or
 * NULL; `folder` is then the whole. */
static const char *split(const char *name, char folder[PATH_MAX])
{
    const char *const slash = strrchr(name, '/');

    assay_path(folder, PATH_MAX, "%s", name);
    if (!slash || !slash[1] || is_folder(name))
        return NULL;
    /* The slash stays, as it makes a path of the name. */
    assay_path(folder, PATH_MAX, "%.*s", (int)(slash + 1 - name), name);
    if (is_folder(folder))
        return slash + 1;
    assay_path(folder, PATH_MAX, "%s", name);
    return NULL;
}

bool assay_cells_is_attached(const char *name)
{
    char folder[PATH_MAX];

    return assay_block_is_path(name) && (split(name, folder) || is_folder(name));
}

static void add_flag(struct lemma_place *p, const char *flag)
{
    lemma_add_word(&p->flags, flag, strlen(flag));
}

/* Whether the value of a flag is a file or a folder, relative to the current one. */
static bool has_path(const char *flag, size_t *length)
{
    static const char *const kinds[] = {"-isystem", "-iquote",  "-idirafter",
                                        "-include", "-imacros", "-I"};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i)
        if (strncmp(flag, kinds[i], *length = strlen(kinds[i])) == 0)
            return true;
    return false;
}

/* Whether a flag does not change what the sources mean: it is for the linker, the optimiser or the
 * reader. */
static bool is_left_out(const char *flag)
{
    static const char *const kinds[] = {"-O", "-g", "-W", "-w", "-l", "-L", "-f", "-p", "-s"};
    /* Of these kinds, what does change it. */
    static const char *const kept[] = {"-Wp,",         "-std=",         "-funsigned-",
                                       "-fsigned-",    "-fshort-",      "-fpack-struct",
                                       "-fwrapv",      "-fno-signed-",  "-fno-unsigned-",
                                       "-fno-builtin", "-ffreestanding"};

    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; ++i)
        if (strncmp(flag, kept[i], strlen(kept[i])) == 0)
            return false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i)
        if (strncmp(flag, kinds[i], strlen(kinds[i])) == 0)
            return true;
    return false;
}

/* Take the flags that change what the sources mean. Paths become absolute, as the compiler runs in
 * another folder. */
static void add_flags(struct lemma_place *p, const struct assay_describe_words *flags)
{
    char here[PATH_MAX] = ".", path[2 * PATH_MAX];

    if (!getcwd(here, sizeof here))
        return; /* the compiler then looks for them in vain */
    for (size_t i = 0; i < flags->n; ++i) {
        const char *const flag = flags->at[i], *value;
        size_t length;

        if (!has_path(flag, &length)) {
            if (strcmp(flag, "-l") == 0 || strcmp(flag, "-L") == 0 || strcmp(flag, "-Xlinker") == 0)
                ++i; /* its value is a word of its own */
            else if (!is_left_out(flag))
                add_flag(p, flag);
            continue;
        }
        value = flag[length] ? flag + length : i + 1 < flags->n ? flags->at[++i] : "";
        assay_path(path, sizeof path, "%.*s", (int)length, flag);
        add_flag(p, path);
        assay_path(path, sizeof path, "%s%s%s", *value == '/' ? "" : here, *value == '/' ? "" : "/",
                   value);
        add_flag(p, path);
    }
}

/* Take the macros of the RTL. Yosys's script has no form for all values. */
static int add_defines(struct lemma_place *p, const struct assay_block_folder *folder, char *why,
                       size_t why_size)
{
    struct assay_filelist list;
    int status = EXIT_EQUAL;

    if (!assay_filelist_of(folder->rtl, folder->n_rtl, p->block, &list, why, why_size))
        return EXIT_USAGE;
    for (size_t i = 0; i < list.defines.n; ++i) {
        const char *const define = list.defines.v[i];

        if (define[strcspn(define, " \t\"'\\;#")]) {
            snprintf(
                why, why_size,
                "%s: +define+%s: expected a macro without blanks, quotes, '\\', ';' and '#', as "
                "Yosys gets it for the proofs",
                folder->rtl[0], define);
            status = EXIT_USAGE;
        }
        lemma_add_word(&p->defines, define, strlen(define));
    }
    assay_filelist_free(&list);
    return status;
}

static void add_includes(struct lemma_place *p, const struct assay_block_folder *folder)
{
    struct assay_args a = {0};

    assay_attach_include(folder->description, folder->path, folder->generated, &a);
    for (size_t i = 0; i < a.n; ++i)
        add_flag(p, a.v[i]);
    assay_args_free(&a);
}

static struct lemma_place *make_place(const struct assay_block *b)
{
    const struct assay_block_folder *const folder = b->folder;
    const struct assay_description *const d = folder->description;
    struct lemma_place *const p = aig_memory(NULL, 1, sizeof *p);
    char path[PATH_MAX];

    *p = (struct lemma_place){.block = aig_copy(b->model->name), .folder = aig_copy(folder->path)};
    if (!realpath(folder->rtl[0], path)) /* each block has some */
        assay_path(path, sizeof path, "%s", folder->rtl[0]);
    *strrchr(path, '/') = '\0';
    p->rtl = aig_copy(path);
    add_includes(p, folder);
    add_flags(p, &d->flags);
    return p;
}

/* Find the block's index, also if another name has added it before. */
static int open_block(struct assay_cells *c, const struct assay_block *b, uint32_t *index,
                      char *why, size_t why_size)
{
    enum assay_error e;
    int status;

    for (uint32_t i = 0; i < c->n_blocks; ++i)
        if (c->place[i] && strcmp(c->place[i]->folder, b->folder->path) == 0) {
            *index = i;
            return EXIT_EQUAL;
        }
    e = assay_cells_add(c, b->model->name, make_place(b), index, why, why_size);
    if (!e && (status = add_defines(c->place[*index], b->folder, why, why_size)) != EXIT_EQUAL)
        return status;
    if (!e && !c->n[*index]) {
        snprintf(why, why_size, "%s: no lemmas: expected them in %s/formal/cells/*.c",
                 b->model->name, b->folder->path);
        e = ASSAY_BAD_INPUT;
    }
    return (int)e;
}

int assay_cells_attach(struct assay_cells *c, const char *name, bool quick, char **full, char *why,
                       size_t why_size)
{
    char folder[PATH_MAX], path[PATH_MAX];
    const char *const lemma = split(name, folder);
    const struct assay_block *b;
    uint32_t index;
    int status = (int)assay_block_named(folder, &b, why, why_size);

    *full = NULL;
    if (!status)
        status = open_block(c, b, &index, why, why_size);
    if (status)
        return status;
    if (lemma && !assay_cells_choose_of(c, index, lemma, why, why_size))
        return EXIT_USAGE;
    if (!lemma)
        assay_cells_choose_at(c, index, quick);
    assay_path(path, sizeof path, "%s%s%s", assay_block_reference(b), lemma ? "/" : "",
               lemma ? lemma : "");
    *full = aig_copy(path);
    return EXIT_EQUAL;
}
