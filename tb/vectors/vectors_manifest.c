/* vectors_manifest.c - the manifest of a vector set. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/number.h"
#include "engine/attached.h"
#include "vectors/vectors.h"
#include "vectors/vectors_files.h"

enum { MANIFEST_SIZE = 1 << 20 };

static const struct {
    const char *name;
    size_t offset;
} knob_names[] = {{"stall", offsetof(struct assay_knobs, stall)},
                  {"illegal", offsetof(struct assay_knobs, illegal)},
                  {"corner", offsetof(struct assay_knobs, corner)},
                  {"resets", offsetof(struct assay_knobs, resets)}};

enum { N_KNOBS = sizeof knob_names / sizeof knob_names[0] };

static uint32_t *knob(struct assay_knobs *k, int i)
{
    return (uint32_t *)(void *)((char *)k + knob_names[i].offset);
}

cJSON *assay_vectors_describe(const struct assay_vectors *v,
                              const struct assay_vectors_counts *counts)
{
    const struct assay_config *c = &v->config;
    struct assay_knobs knobs = c->knobs;
    cJSON *o = cJSON_CreateObject(), *part;
    char values[ASSAY_PARAMS_TEXT];

    assay_params_print(c->block, &c->params, values, sizeof values);
    assay_json_add_u64(o, "assay_vectors", ASSAY_VECTORS_VERSION);
    cJSON_AddStringToObject(o, "generator", *v->generator ? v->generator : "assay " ASSAY_VERSION);
    cJSON_AddStringToObject(o, "format", assay_vectors_format_name(v->format));
    cJSON_AddStringToObject(o, "block", assay_block_reference(c->block));
    cJSON_AddStringToObject(o, "top", c->block->model->top);
    cJSON_AddStringToObject(o, "params", values);
    cJSON_AddStringToObject(o, "scenario", c->scenario->name);
    part = cJSON_AddObjectToObject(o, "knobs");
    for (int i = 0; i < N_KNOBS; ++i)
        assay_json_add_u64(part, knob_names[i].name, *knob(&knobs, i));
    assay_json_add_u64(o, "seed", c->seed);
    assay_json_add_u64(o, "cycles", counts->cycles);
    if (c->block->level == ASSAY_COMPARE_TRANSFERS) {
        assay_json_add_u64(o, "calls", counts->calls);
        assay_json_add_u64(o, "responses", counts->responses);
    }
    part = cJSON_AddObjectToObject(o, "transfers");
    for (size_t i = 0; i < c->block->model->n_streams; ++i)
        assay_json_add_u64(part, c->block->model->streams[i].name, counts->transfers[i]);
    return o;
}

void assay_vectors_add_file(cJSON *files, const char *name, const char *digest)
{
    cJSON *entry = cJSON_CreateObject();

    cJSON_AddStringToObject(entry, "name", name);
    cJSON_AddStringToObject(entry, "sha256", digest);
    cJSON_AddItemToArray(files, entry);
}

FILE *assay_vectors_print_manifest(const cJSON *o, char *why, size_t why_size)
{
    char *text = assay_json_text(o, ASSAY_JSON_PAGE);
    FILE *f = text ? tmpfile() : NULL;

    if (f && (fprintf(f, "%s\n", text) < 0 || fflush(f) != 0)) {
        const int error = errno;

        fclose(f);
        f = NULL;
        errno = error;
    }
    if (f)
        rewind(f);
    else
        snprintf(why, why_size, "%s: %s", ASSAY_VECTORS_MANIFEST,
                 text ? strerror(errno) : "out of memory");
    cJSON_free(text);
    return f;
}

/* --- reading --- */

static const char *get_text(const cJSON *o, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, name));

    return text ? text : "";
}

static bool get_number(const cJSON *o, const char *name, uint64_t most, uint64_t *n)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, name);

    if (!cJSON_IsNumber(item) || item->valuedouble < 0 || item->valuedouble > (double)most)
        return false;
    *n = (uint64_t)item->valuedouble;
    return true;
}

/* Seeds use all 64 bits, which a cJSON number cannot hold, so the digits are read from the text. */
static bool get_seed(const char *text, uint64_t *seed)
{
    const char *at = strstr(text, "\"seed\":");

    if (!at)
        return false;
    at += 7;
    at += strspn(at, " \t\r\n");
    return assay_number_prefix(&at, UINT64_MAX, seed) == ASSAY_NUMBER;
}

static enum assay_error bad(const char *what, char *why, size_t why_size)
{
    snprintf(why, why_size, "%s", what);
    return ASSAY_BAD_INPUT;
}

static enum assay_error take_knobs(const cJSON *o, struct assay_knobs *knobs, char *why,
                                   size_t why_size)
{
    const cJSON *values = cJSON_GetObjectItemCaseSensitive(o, "knobs");
    uint64_t n = 0;

    for (int i = 0; i < N_KNOBS; ++i) {
        if (!get_number(values, knob_names[i].name, 100, &n))
            return bad("knobs: expected stall, illegal, corner and resets, 0..100 each", why,
                       why_size);
        *knob(knobs, i) = (uint32_t)n;
    }
    return ASSAY_OK;
}

/* Fills *v from a manifest. On an error `why` gets what is wrong, without the manifest's path. */
static enum assay_error take(const cJSON *o, const char *text, struct assay_vectors *v, char *why,
                             size_t why_size)
{
    struct assay_config *c = &v->config;
    enum assay_error e;
    uint64_t n = 0;

    if (!get_number(o, "assay_vectors", UINT32_MAX, &n) || n != ASSAY_VECTORS_VERSION)
        return bad("not a manifest of this version: expected \"assay_vectors\": 1", why, why_size);
    snprintf(v->generator, sizeof v->generator, "%s", get_text(o, "generator"));
    if (!assay_vectors_format(get_text(o, "format"), &v->format)) {
        assay_vectors_format_unknown(get_text(o, "format"), why, why_size);
        return ASSAY_BAD_INPUT;
    }
    e = assay_block_named(get_text(o, "block"), &c->block, why, why_size);
    if (e != ASSAY_OK)
        return e;
    if (!assay_params_parse(c->block, get_text(o, "params"), &c->params, why, why_size))
        return ASSAY_BAD_INPUT;
    c->scenario = assay_scenario_find(c->block, get_text(o, "scenario"));
    if (!c->scenario) {
        assay_scenario_unknown(c->block, get_text(o, "scenario"), why, why_size);
        return ASSAY_BAD_INPUT;
    }
    e = take_knobs(o, &c->knobs, why, why_size);
    if (e != ASSAY_OK)
        return e;
    if (!get_seed(text, &c->seed))
        return bad("seed: expected a number of 64 bits", why, why_size);
    if (!get_number(o, "cycles", ASSAY_VECTORS_MAX, &c->cycles) || c->cycles == 0)
        return bad("cycles: expected a number above 0", why, why_size);
    return assay_vectors_possible(v, why, why_size) ? ASSAY_OK : ASSAY_BAD_INPUT;
}

/* Reads the manifest in a folder: its text, which the caller frees, its JSON, and its path. *o is
 * NULL if it is not JSON. */
static enum assay_error open_manifest(const char *folder, char path[PATH_MAX], char **text,
                                      cJSON **o, char *why, size_t why_size)
{
    enum assay_error e;
    size_t size;

    *o = NULL;
    assay_path(path, PATH_MAX, "%s/%s", folder, ASSAY_VECTORS_MANIFEST);
    e = assay_read_file(path, MANIFEST_SIZE, "the manifest of a vector set", text, &size, why,
                        why_size);
    if (e == ASSAY_OK && strlen(*text) == size)
        *o = cJSON_ParseWithOpts(*text, NULL, true);
    return e;
}

enum assay_error assay_vectors_manifest(const char *folder, struct assay_vectors *v, char *why,
                                        size_t why_size)
{
    char path[PATH_MAX];
    enum assay_error e;
    size_t n;
    cJSON *o;
    char *text;

    memset(v, 0, sizeof *v);
    e = open_manifest(folder, path, &text, &o, why, why_size);
    if (e != ASSAY_OK)
        return e;
    snprintf(why, why_size, "%s: ", path);
    n = strlen(why);
    e = o ? take(o, text, v, why + n, why_size - n)
          : bad("not JSON: expected the manifest of a vector set", why + n, why_size - n);
    cJSON_Delete(o);
    free(text);
    return e;
}

enum assay_error assay_vectors_files(const char *folder, struct assay_vectors_file *file,
                                     size_t most, size_t *n, char *why, size_t why_size)
{
    char path[PATH_MAX];
    const cJSON *entry;
    enum assay_error e;
    uint64_t version;
    cJSON *o;
    char *text;

    *n = 0;
    assay_path(path, sizeof path, "%s/%s", folder, ASSAY_VECTORS_MANIFEST);
    if (access(path, F_OK) != 0)
        return ASSAY_OK;
    e = open_manifest(folder, path, &text, &o, why, why_size);
    if (e != ASSAY_OK)
        return e;
    if (!get_number(o, "assay_vectors", UINT32_MAX, &version)) {
        snprintf(why, why_size,
                 "%s: not the manifest of a vector set: expected another folder for the new set",
                 path);
        e = ASSAY_BAD_INPUT;
    }
    entry = e == ASSAY_OK ? cJSON_GetObjectItemCaseSensitive(o, "files") : NULL;
    for (entry = entry ? entry->child : NULL; entry; entry = entry->next) {
        const char *const name = get_text(entry, "name");

        if (*n == most || strlen(name) >= sizeof file->name)
            continue;
        snprintf(file[*n].name, sizeof file[*n].name, "%s", name);
        snprintf(file[*n].digest, sizeof file[*n].digest, "%s", get_text(entry, "sha256"));
        ++*n;
    }
    cJSON_Delete(o);
    free(text);
    return e;
}
