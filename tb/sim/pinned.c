#include "sim/pinned.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "engine/attached.h"
#include "sim/cache.h"

/* The start of a line, which the key follows. */
static void variant_head(struct assay_text *t, const struct assay_variant *v, const char *backend)
{
    char params[ASSAY_PARAMS_TEXT], rtl[PATH_MAX] = "";

    assay_params_print(v->block, &v->params, params, sizeof params);
    if (v->rtl && !realpath(v->rtl, rtl))
        assay_path(rtl, sizeof rtl, "%s", v->rtl);
    assay_text_addf(t, "variant\t%s\t%s\t%s\t%s\t%s\t%s\t", backend,
                    assay_block_reference(v->block), params, rtl, v->fault ? v->fault : "",
                    v->coverage ? "coverage" : "");
}

static void model_head(struct assay_text *t, const char *path)
{
    assay_text_addf(t, "model\t%s\t", path);
}

static bool put(FILE *f, struct assay_text *head, const char *key)
{
    const bool good = !head->failed;

    if (good)
        fprintf(f, "%s%s\n", assay_text_get(head), key);
    assay_text_free(head);
    return good;
}

bool assay_pinned_put_variant(FILE *f, const struct assay_variant *v, const char *backend,
                              const char *key)
{
    struct assay_text t = {0};

    variant_head(&t, v, backend);
    return put(f, &t, key);
}

bool assay_pinned_put_model(FILE *f, const char *path, const char *key)
{
    struct assay_text t = {0};

    model_head(&t, path);
    return put(f, &t, key);
}

/* The key after `head` in the first line that starts with it; "" if there is none. */
static enum assay_error look_up(const char *file, const char *head, char key[ASSAY_KEY_SIZE],
                                char *why, size_t why_size)
{
    static const char what[] = "what a regression has pinned";
    const size_t n = strlen(head);
    char *line = NULL;
    size_t room = 0;
    FILE *f = assay_open_text(file, what, why, why_size);
    enum assay_error e = ASSAY_OK;

    key[0] = '\0';
    if (!f)
        return ASSAY_ENVIRONMENT;
    while (!key[0] && getline(&line, &room, f) > 0)
        if (strncmp(line, head, n) == 0) {
            assay_cut_line_end(line);
            snprintf(key, ASSAY_KEY_SIZE, "%s", line + n);
        }
    if (!key[0] && !feof(f)) {
        snprintf(why, why_size, "%s: %s: expected %s", file, strerror(errno), what);
        e = ASSAY_ENVIRONMENT;
    }
    free(line);
    fclose(f);
    return e;
}

static enum assay_error open_pinned(struct assay_text *head, bool *found, char folder[PATH_MAX],
                                    char key[ASSAY_KEY_SIZE], char *why, size_t why_size)
{
    const char *file = getenv(ASSAY_PINNED_VARIABLE);
    struct assay_cache_entry entry;
    enum assay_error e = ASSAY_ENVIRONMENT;

    if (head->failed)
        snprintf(why, why_size, "out of memory");
    else
        e = look_up(file, assay_text_get(head), key, why, why_size);
    assay_text_free(head);
    if (e != ASSAY_OK || !key[0])
        return e;
    if (!assay_cache_has(key)) {
        snprintf(why, why_size,
                 "%s: %s is not in the cache: expected it to stay while a regression runs", file,
                 key);
        return ASSAY_ENVIRONMENT;
    }
    if (!assay_cache_open(key, &entry, why, why_size))
        return ASSAY_ENVIRONMENT;
    if (!entry.complete) {
        assay_cache_drop(&entry);
        snprintf(why, why_size,
                 "%s: %s was removed from the cache: expected it to stay while a regression runs",
                 file, key);
        return ASSAY_ENVIRONMENT;
    }
    assay_path(folder, PATH_MAX, "%s", entry.path);
    *found = true;
    return ASSAY_OK;
}

enum assay_error assay_pinned_variant(const struct assay_variant *v, const char *backend,
                                      bool *found, char folder[PATH_MAX], char *why,
                                      size_t why_size)
{
    struct assay_text head = {0};
    char key[ASSAY_KEY_SIZE];

    *found = false;
    if (!getenv(ASSAY_PINNED_VARIABLE))
        return ASSAY_OK;
    variant_head(&head, v, backend);
    return open_pinned(&head, found, folder, key, why, why_size);
}

enum assay_error assay_pinned_model(const char *path, bool *found, char folder[PATH_MAX],
                                    char key[ASSAY_KEY_SIZE], char *why, size_t why_size)
{
    struct assay_text head = {0};

    *found = false;
    if (!getenv(ASSAY_PINNED_VARIABLE))
        return ASSAY_OK;
    model_head(&head, path);
    return open_pinned(&head, found, folder, key, why, why_size);
}
