/* prove_attached.c - the lemmas of a user's block: where they are, and how its model is compiled. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/home.h"
#include "base/path.h"
#include "cli/prove.h"
#include "describe/describe.h"
#include "engine/attached.h"
#include "prove/aig.h"

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

static void add_include(struct lemma_place *p, const char *folder, const char *name)
{
    char flag[PATH_MAX + 8];

    assay_path(flag, sizeof flag, "-I%s%s%s", *name == '/' ? "" : folder, *name == '/' ? "" : "/",
               name);
    add_flag(p, flag);
}

/* Take the flags that change what the sources mean. Others are for another compiler, for the
 * optimiser or for the linker. */
static void add_flags(struct lemma_place *p, const struct assay_describe_words *flags)
{
    static const char *const kinds[] = {"-D", "-U", "-I", "-isystem", "-include", "-std="};

    for (size_t i = 0; i < flags->n; ++i)
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; ++k) {
            if (strncmp(flags->at[i], kinds[k], strlen(kinds[k])) != 0)
                continue;
            add_flag(p, flags->at[i]);
            if (strcmp(flags->at[i], kinds[k]) == 0 && i + 1 < flags->n)
                add_flag(p, flags->at[++i]); /* its value is a word of its own */
            break;
        }
}

/* The include paths are those of tb/attach/model.c, in its order. */
static struct lemma_place *make_place(const struct assay_block *b)
{
    static const char *const tree[] = {"model", "model/type", "tb"};
    const struct assay_block_folder *const folder = b->folder;
    const struct assay_description *const d = folder->description;
    struct lemma_place *const p = aig_memory(NULL, 1, sizeof *p);
    char path[PATH_MAX];

    *p = (struct lemma_place){.block = aig_copy(b->model->name),
                              .folder = aig_copy(folder->path),
                              .generated = aig_copy(folder->generated)};
    if (!realpath(folder->rtl[0], path)) /* each block has some */
        assay_path(path, sizeof path, "%s", folder->rtl[0]);
    *strrchr(path, '/') = '\0';
    p->rtl = aig_copy(path);
    add_include(p, "", folder->path);
    for (size_t i = 0; i < d->include.n; ++i)
        add_include(p, folder->path, d->include.at[i]);
    assay_home(path, sizeof path);
    for (size_t i = 0; i < sizeof tree / sizeof tree[0]; ++i)
        add_include(p, path, tree[i]);
    add_flags(p, &d->flags);
    return p;
}

/* Find the block's index, also if another name has added it before. */
static int open_block(struct assay_cells *c, const struct assay_block *b, uint32_t *index,
                      char *why, size_t why_size)
{
    enum assay_error e;

    for (uint32_t i = 0; i < c->n_blocks; ++i)
        if (c->place[i] && strcmp(c->place[i]->folder, b->folder->path) == 0) {
            *index = i;
            return EXIT_EQUAL;
        }
    e = assay_cells_add(c, b->model->name, make_place(b), index, why, why_size);
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
