/* run_vacuity.c - `assay run BLOCK --vacuity`: finds output bits that no comparison checks. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/home.h"
#include "base/json.h"
#include "base/message.h"
#include "base/outfile.h"
#include "base/progress.h"
#include "base/signals.h"
#include "cli/cli.h"
#include "diagnose/vacuity.h"
#include "engine/block_folder.h"
#include "sim/cache.h"
#include "sim/variant_sources.h"

static bool on_bit(void *arg, uint64_t done)
{
    assay_progress_update(arg, done);
    return !assay_interrupted();
}

static bool on_cycles(void *arg, uint64_t cycle)
{
    (void)arg;
    (void)cycle;
    return !assay_interrupted();
}

static void add_names(cJSON *o, const char *name, const struct assay_vacuity *v, bool listed)
{
    struct assay_text t = {0};

    assay_vacuity_names(v, listed, &t);
    cJSON_AddStringToObject(o, name, assay_text_get(&t));
    assay_text_free(&t);
}

static void tell_json(const struct assay_vacuity *v)
{
    const struct assay_config *c = &v->config;
    cJSON *o = cJSON_CreateObject();
    char values[ASSAY_PARAMS_TEXT];

    assay_params_print(c->block, &c->params, values, sizeof values);
    cJSON_AddStringToObject(o, "block", c->block->model->name);
    cJSON_AddStringToObject(o, "params", values);
    cJSON_AddStringToObject(o, "scenario", c->scenario->name);
    cJSON_AddStringToObject(o, "backend", c->backend);
    assay_json_add_u64(o, "seed", c->seed);
    cJSON_AddStringToObject(o, "verdict", v->unlisted ? "unnoticed" : "pass");
    assay_json_add_u64(o, "bits", v->bits);
    assay_json_add_u64(o, "unnoticed", v->unlisted);
    add_names(o, "names", v, false);
    assay_json_add_u64(o, "listed", v->n - v->unlisted);
    add_names(o, "listed_names", v, true);
    assay_json_print(stdout, o, ASSAY_JSON_LINE);
}

static void tell(const struct assay_vacuity *v)
{
    const struct assay_config *c = &v->config;
    char block[ASSAY_BLOCK_TEXT];
    struct assay_text unlisted = {0}, listed = {0};

    assay_vacuity_names(v, false, &unlisted);
    assay_vacuity_names(v, true, &listed);
    assay_block_print(c->block, &c->params, block, sizeof block);
    printf("%s, scenario %s, backend %s: %zu output bits inverted, one at a time: ", block,
           c->scenario->name, c->backend, v->bits);
    if (v->unlisted)
        printf("%zu NOT NOTICED\nunnoticed:  %s\n", v->unlisted, assay_text_get(&unlisted));
    else
        printf("%s\n", v->n ? "all others noticed" : "all noticed");
    if (v->n > v->unlisted)
        printf("listed:     %s (%s)\n", assay_text_get(&listed), v->list);
    assay_text_free(&unlisted);
    assay_text_free(&listed);
}

static int status_of(enum assay_vacuity_end end, const struct assay_vacuity *v)
{
    switch (end) {
    case ASSAY_VACUITY_DONE:
        return v->unlisted ? EXIT_MISMATCH : EXIT_EQUAL;
    case ASSAY_VACUITY_FAILS:
        return EXIT_MISMATCH;
    case ASSAY_VACUITY_LIST:
        return EXIT_USAGE;
    case ASSAY_VACUITY_STOPPED:
        return assay_interrupted_status();
    case ASSAY_VACUITY_ERROR:
        break;
    }
    return EXIT_FAULT;
}

static enum assay_vacuity_end invert(struct assay_vacuity *v, char *why, size_t why_size)
{
    struct assay_config *c = &v->config;
    struct assay_progress progress;
    enum assay_vacuity_end end;
    size_t bits;

    if (!assay_vacuity_bits(c->block, &c->params, &bits)) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_VACUITY_ERROR;
    }
    v->progress = on_bit;
    v->progress_arg = &progress;
    c->progress = on_cycles;
    c->progress_every = 4096;
    assay_progress_begin(&progress, "bit", bits);
    end = assay_vacuity_run(v, why, why_size);
    assay_progress_end(&progress);
    return end;
}

static int vacuity_of(const struct assay_config *c, const char *list, bool json)
{
    struct assay_vacuity v = {.config = *c, .list = list};
    enum assay_vacuity_end end;
    char why[PATH_MAX + 512];
    int status;

    end = invert(&v, why, sizeof why);
    status = status_of(end, &v);
    if (end != ASSAY_VACUITY_DONE)
        assay_print_error("%s", why);
    else if (json)
        tell_json(&v);
    else
        tell(&v);
    assay_vacuity_free(&v);
    return status;
}

/* The path of the list of bits that can't be noticed. The file may not exist. */
static void list_of(const struct assay_block *b, char list[PATH_MAX])
{
    char relative[128];

    snprintf(relative, sizeof relative, "model/%.64s/vacuity.txt", b->model->name);
    if (b->folder)
        assay_path(list, PATH_MAX, "%s/vacuity.txt", b->folder->path);
    else
        assay_source_shown(list, PATH_MAX, relative);
}

int assay_cli_vacuity(struct assay_config *c, const struct assay_variant *variant,
                      enum assay_backend backend, bool json)
{
    struct assay_cli_dut dut;
    char list[PATH_MAX];
    int status = assay_cli_dut_open(backend, variant, &dut);

    if (status)
        return status;
    c->ops = dut.ops;
    c->catch_crashes = backend != ASSAY_ICARUS;
    assay_catch_signals();
    list_of(c->block, list);
    status = vacuity_of(c, list, json);
    assay_cli_dut_close(&dut);
    return status;
}

/* --- after the first run that passes --- */

/* A key of everything that decides which bits are noticed, except the seed. */
static bool key_of(const struct assay_config *c, const struct assay_variant *variant,
                   const char *list, char key[ASSAY_KEY_SIZE])
{
    const struct assay_knobs *const k = &c->knobs;
    char rtl[ASSAY_KEY_SIZE], values[ASSAY_PARAMS_TEXT], knobs[128], why[512];
    struct assay_hash *h;
    bool good = true;

    if (assay_variant_sources_key(variant, rtl, why, sizeof why) != ASSAY_OK)
        return false;
    h = assay_hash_begin();
    if (!h)
        return false;
    assay_params_print(c->block, &c->params, values, sizeof values);
    snprintf(knobs, sizeof knobs, "%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu64,
             k->stall, k->illegal, k->corner, k->resets, c->hang);
    assay_hash_text(h, "vacuity 2");
    assay_hash_text(h, knobs);
    assay_hash_text(h, c->block->folder->key);
    assay_hash_text(h, rtl);
    assay_hash_text(h, values);
    assay_hash_text(h, c->scenario->name);
    if (access(list, F_OK) == 0)
        good = assay_hash_file(h, list);
    return assay_hash_end(h, key) && good;
}

/* Invert the output bits. `names` gets the bits that went unnoticed. */
static enum assay_vacuity_end invert_for(const struct assay_config *c, const char *list,
                                         struct assay_text *names, char *why, size_t why_size)
{
    struct assay_vacuity v = {.config = *c, .list = list};
    const enum assay_vacuity_end end = invert(&v, why, why_size);

    assay_vacuity_names(&v, false, names);
    assay_vacuity_free(&v);
    return end;
}

/* The entry is opened only now, because signals have to wait while an entry of the cache is
 * built. */
static void keep_names(const struct assay_config *c, const char *key,
                       const struct assay_text *names)
{
    struct assay_about about = {.kind = "vacuity"};
    struct assay_cache_entry entry;
    char path[PATH_MAX], why[PATH_MAX + 512];
    bool good = assay_cache_open(key, &entry, why, sizeof why);

    if (good && !entry.complete) {
        assay_path(path, sizeof path, "%s/unnoticed", entry.build);
        snprintf(about.block, sizeof about.block, "%s", c->block->model->name);
        assay_params_print(c->block, &c->params, about.params, sizeof about.params);
        good = assay_outfile_save(path, names, why, sizeof why);
        if (good)
            good = assay_cache_commit(&entry, &about, why, sizeof why);
        else
            assay_cache_drop(&entry);
    }
    if (!good)
        assay_print_error("%s (which output bits go unnoticed is not kept)", why);
}

static void warn(const struct assay_config *c, const char *names)
{
    if (*names)
        assay_print_error("%s: no comparison notices when these output bits are inverted: %s: "
                          "compare them, or list them with the reason in %s/vacuity.txt; --vacuity "
                          "inverts again",
                          c->block->model->name, names, c->block->folder->path);
}

/* Warn with the result of an earlier run. */
static void warn_again(const struct assay_config *c, const char *key)
{
    struct assay_cache_entry entry;
    char path[PATH_MAX], why[PATH_MAX + 512];
    char *names = NULL;
    size_t size;
    bool good = assay_cache_open(key, &entry, why, sizeof why);

    if (good && !entry.complete) { /* it was just removed: the next run inverts again */
        assay_cache_drop(&entry);
        return;
    }
    if (good) {
        assay_path(path, sizeof path, "%s/unnoticed", entry.path);
        good = assay_read_file(path, SIZE_MAX, "the output bits that go unnoticed", &names, &size,
                               why, sizeof why) == ASSAY_OK;
    }
    if (good)
        warn(c, names);
    else
        assay_print_error("%s", why);
    free(names);
}

int assay_cli_vacuity_after(const struct assay_config *c, const struct assay_variant *variant)
{
    struct assay_text names = {0};
    enum assay_vacuity_end end;
    char list[PATH_MAX], key[ASSAY_KEY_SIZE], why[PATH_MAX + 512];

    list_of(c->block, list);
    if (!key_of(c, variant, list, key)) {
        assay_print_error("%s: output bits are not inverted: the cache has no place for the result",
                          c->block->model->name);
        return EXIT_EQUAL;
    }
    if (assay_cache_has(key)) {
        warn_again(c, key);
        return EXIT_EQUAL;
    }
    end = invert_for(c, list, &names, why, sizeof why);
    if (end == ASSAY_VACUITY_DONE) {
        keep_names(c, key, &names);
        warn(c, assay_text_get(&names));
    } else {
        assay_print_error("output bits inverted after the run: %s", why);
    }
    assay_text_free(&names);
    return end == ASSAY_VACUITY_STOPPED ? assay_interrupted_status() : EXIT_EQUAL;
}
