/* lemma.c - the lemmas of a block: find their files, read them, free them. */
#include "prove/lemma.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/home.h"

static const size_t most_text = (size_t)1 << 20;

void lemma_add_word(struct lemma_list *list, const char *s, size_t n)
{
    list->word = aig_memory(list->word, list->n + 1, sizeof *list->word);
    list->word[list->n++] = aig_copy_with(s, n, "");
}

void lemma_free_list(struct lemma_list *list)
{
    for (uint32_t i = 0; i < list->n; ++i)
        free(list->word[i]);
    free(list->word);
    *list = (struct lemma_list){0};
}

void lemma_free(struct lemma *l)
{
    struct lemma_list *const lists[] = {&l->rtl,  &l->model,  &l->cases, &l->in,   &l->out,
                                        &l->cut,  &l->except, &l->show,  &l->each, &l->first,
                                        &l->vary, &l->free,   &l->next,  &l->where};

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i)
        lemma_free_list(lists[i]);
    free(l->bad);
    free(l->name);
    free(l->block);
    free(l->path);
    free(l->plant);
    free(l->text);
    free(l->top);
    *l = (struct lemma){0};
}

void lemma_close_place(struct lemma_place *place)
{
    free(place->block);
    free(place->folder);
    free(place->rtl);
    lemma_free_list(&place->flags);
    lemma_free_list(&place->defines);
    *place = (struct lemma_place){0};
}

/* What is wrong is kept with the lemma, so that it hinders no other. */
static void read_lemma(struct lemma *l, const char *block, const char *path)
{
    const char *const slash = strrchr(path, '/'), *const base = slash ? slash + 1 : path;
    const size_t n = strlen(base) > 2 ? strlen(base) - 2 : 0;
    char why[4096];
    size_t size;

    *l = (struct lemma){
        .path = aig_copy(path), .block = aig_copy(block), .name = aig_copy_with(base, n, "")};
    if (assay_read_file(path, most_text, "a lemma", &l->text, &size, why, sizeof why) ||
        !lemma_read_head(l, why, sizeof why))
        l->bad = aig_copy(why);
}

static int by_name(const void *a, const void *b)
{
    const struct lemma *const p = a, *const q = b;

    return strcmp(p->name, q->name);
}

static enum assay_error list_folder(const char *folder, const char *block, struct lemma **lemma,
                                    uint32_t *n, char *why, size_t why_size)
{
    char path[PATH_MAX + 256];
    const struct dirent *entry;
    DIR *const d = opendir(folder);

    *lemma = NULL;
    *n = 0;
    if (!d && errno == ENOENT)
        return ASSAY_OK;
    if (!d) {
        snprintf(why, why_size, "%s: %s: expected a folder of lemmas", folder, strerror(errno));
        return ASSAY_BAD_INPUT;
    }
    while ((entry = readdir(d)) != NULL) {
        const size_t size = strlen(entry->d_name);

        if (size < 3 || *entry->d_name == '.' || strcmp(entry->d_name + size - 2, ".c") != 0)
            continue;
        *lemma = aig_memory(*lemma, *n + 1, sizeof **lemma);
        assay_path(path, sizeof path, "%s/%s", folder, entry->d_name);
        read_lemma(&(*lemma)[(*n)++], block, path);
    }
    closedir(d);
    if (*n)
        qsort(*lemma, *n, sizeof **lemma, by_name);
    return ASSAY_OK;
}

enum assay_error lemma_list(const char *block, struct lemma **lemma, uint32_t *n, char *why,
                            size_t why_size)
{
    char relative[256], folder[PATH_MAX];

    snprintf(relative, sizeof relative, "tb/%s/formal/cells", block);
    return list_folder(assay_source_path(folder, sizeof folder, relative), block, lemma, n, why,
                       why_size);
}

enum assay_error lemma_list_at(const struct lemma_place *place, struct lemma **lemma, uint32_t *n,
                               char *why, size_t why_size)
{
    char folder[PATH_MAX];
    enum assay_error e;

    assay_path(folder, sizeof folder, "%s/formal/cells", place->folder);
    e = list_folder(folder, place->block, lemma, n, why, why_size);
    for (uint32_t i = 0; i < *n; ++i)
        (*lemma)[i].place = place;
    return e;
}
