/*
 * list_entry.c - one entry of a regression list: its keys and their values.
 */
#include "regress/list_entry.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/home.h"
#include "base/percent.h"
#include "base/unknown.h"
#include "base/yaml.h"
#include "engine/attached.h"
#include "prove/prove.h"
#include "regress/list_run.h"
#include "sim/fault.h"
#include "sim/filelist.h"
#include "sim/variant_sources.h"

enum { MAX_WORDS = 64 }; /* in one params, backend or tags */

/* --- values of the keys --- */

/* Pass a single word, or each word of a list, to `one`. */
static bool each_word(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n,
                      const char *key, bool single,
                      bool (*one)(struct assay_yaml *, struct assay_entry *, const yaml_node_t *))
{
    const yaml_node_item_t *item;

    if (single && n->type == YAML_SCALAR_NODE)
        return assay_yaml_word(r, n, key) && one(r, e, n);
    if (n->type != YAML_SEQUENCE_NODE)
        return assay_yaml_bad(r, n, "%s is %s: expected %sa list", key, assay_yaml_kind(n),
                              single ? "a word or " : "");
    if (n->data.sequence.items.start == n->data.sequence.items.top)
        return assay_yaml_bad(r, n, "%s is an empty list: expected at least one word", key);
    if (n->data.sequence.items.top - n->data.sequence.items.start > MAX_WORDS)
        return assay_yaml_bad(r, n, "%s is a list of more than %d: expected fewer", key, MAX_WORDS);
    for (item = n->data.sequence.items.start; item < n->data.sequence.items.top; ++item) {
        const yaml_node_t *value = assay_yaml_node(r, *item);

        if (!assay_yaml_word(r, value, key) || !one(r, e, value))
            return false;
    }
    return true;
}

/* A path relative to the folder of the list. The result always contains a slash: at least "./"
 * before a name. */
static void beside_list(const struct assay_yaml *r, const char *name, char path[PATH_MAX])
{
    const char *slash = strrchr(r->path, '/');

    if (*name == '/')
        assay_path(path, PATH_MAX, "%s", name);
    else
        assay_path(path, PATH_MAX, "%.*s/%s", slash ? (int)(slash - r->path) : 1,
                   slash ? r->path : ".", name);
}

static bool read_block(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    const char *name = assay_yaml_word(r, n, "block");
    char path[PATH_MAX], why[4096];
    enum assay_error error;

    if (!name)
        return false;
    e->block_rooted = *name == '/';
    if (assay_block_is_path(name)) {
        beside_list(r, name, path);
        name = path;
    }
    error = assay_block_named(name, &e->block, why, sizeof why);
    r->environment = error == ASSAY_ENVIRONMENT;
    return error == ASSAY_OK || assay_yaml_bad(r, n, "%s", why);
}

/* Parse "quick" or "all". The block must have a folder `where` with such items. */
static bool read_extent(struct assay_yaml *r, const struct assay_entry *e, const yaml_node_t *n,
                        const char *key, const char *where, enum assay_extent *extent)
{
    const struct assay_block_folder *own = e->block->folder;
    const char *text = assay_yaml_word(r, n, key);
    char path[PATH_MAX], folder[256];

    if (!text)
        return false;
    if (strcmp(text, "quick") != 0 && strcmp(text, "all") != 0)
        return assay_yaml_bad(r, n, "%s '%s': expected quick or all", key, text);
    snprintf(folder, sizeof folder, "tb/%s/%s", e->block->model->name, where);
    if (own)
        assay_path(path, sizeof path, "%s/%s", own->path, where);
    else
        assay_source_path(path, sizeof path, folder);
    if (access(path, F_OK) != 0)
        return own ? assay_yaml_bad(r, n, "%s has no %s: expected a folder %s", own->path, key,
                                    path)
                   : assay_yaml_bad(r, n, "%s has no %s: expected a block with a folder %s",
                                    e->block->model->name, key, folder);
    *extent = *text == 'q' ? ASSAY_QUICK : ASSAY_ALL;
    return true;
}

/* An entry that is not a run has no backend from the list: its command builds what it needs. */
static void no_backend(struct assay_entry *e)
{
    e->backend[e->n_backends++] = ASSAY_MODEL;
}

static bool read_proofs(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    no_backend(e);
    e->fixed_seeds = true;
    /* A user's block has lemmas about cells only. */
    return read_extent(r, e, n, "proofs", e->block->folder ? "formal/cells" : "formal", &e->proofs);
}

static bool read_solver(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    const char *name = assay_yaml_word(r, n, "solver");

    if (!name)
        return false;
    e->solver = prove_solver(name);
    return e->solver ||
           assay_yaml_bad(r, n, "solver '%s': expected abc, cadical, z3 or cvc5", name);
}

static bool read_faults(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    no_backend(e);
    return read_extent(r, e, n, "faults", "faults", &e->faults);
}

static bool read_plots(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    const char *text = assay_yaml_word(r, n, "plots");

    if (!text)
        return false;
    if (strcmp(text, "true") != 0)
        return assay_yaml_bad(r, n, "plots '%s': expected true", text);
    if (!e->block->plots)
        return assay_yaml_bad(r, n, "%s has no plots: expected a block that draws some",
                              e->block->model->name);
    no_backend(e);
    e->plots = true;
    e->fixed_seeds = true;
    return true;
}

static bool read_mutate(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    no_backend(e);
    return assay_yaml_number(r, n, "mutate", 1, ASSAY_LIST_MUTANTS, &e->mutate);
}

static bool read_require(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    const char *text = assay_yaml_word(r, n, "require");

    if (!text)
        return false;
    return assay_parse_percent(text, &e->require) ||
           assay_yaml_bad(r, n, "require '%s': expected a percentage from 0 to 100", text);
}

static bool add_params(struct assay_yaml *r, struct assay_entry *e, const char *text,
                       const yaml_node_t *n)
{
    struct assay_params p, *more;
    char message[512];

    if (!assay_params_parse(e->block, text, &p, message, sizeof message))
        return assay_yaml_bad(r, n, "%s", message);
    for (size_t i = 0; i < e->n_params; ++i)
        if (memcmp(&e->params[i], &p, sizeof p) == 0)
            return assay_yaml_bad(r, n, "params '%s' again: expected each parameter choice once",
                                  text);
    more = realloc(e->params, (e->n_params + 1) * sizeof *more);
    if (!more)
        return assay_yaml_no_memory(r);
    e->params = more;
    e->params[e->n_params++] = p;
    return true;
}

static bool one_params(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    return add_params(r, e, (const char *)n->data.scalar.value, n);
}

static bool read_params(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    return each_word(r, e, n, "params", true, one_params);
}

static bool read_scenario(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    const char *name = assay_yaml_word(r, n, "scenario");
    char why[512];

    if (!name)
        return false;
    e->scenario = assay_scenario_find(e->block, name);
    if (e->scenario)
        return true;
    assay_scenario_unknown(e->block, name, why, sizeof why);
    return assay_yaml_bad(r, n, "%s", why);
}

static bool one_backend(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    const char *name = (const char *)n->data.scalar.value;
    enum assay_backend backend;
    char why[512];

    if (!assay_backend_find(name, &backend)) {
        assay_backend_unknown(name, why, sizeof why);
        return assay_yaml_bad(r, n, "%s", why);
    }
    for (size_t i = 0; i < e->n_backends; ++i)
        if (e->backend[i] == backend)
            return assay_yaml_bad(r, n, "backend '%s' again: expected each backend once", name);
    if (e->n_backends == ASSAY_LIST_BACKENDS)
        return assay_yaml_bad(r, n, "more backends than there are: expected each backend once");
    e->backend[e->n_backends++] = backend;
    return true;
}

static bool read_backend(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    return each_word(r, e, n, "backend", true, one_backend);
}

/* A backend of the entry that runs no RTL, or ASSAY_BACKENDS if there is none. */
static enum assay_backend without_rtl(const struct assay_entry *e)
{
    for (size_t i = 0; i < e->n_backends; ++i)
        if (e->backend[i] == ASSAY_MODEL || e->backend[i] == ASSAY_SYSTEMC_MODEL)
            return e->backend[i];
    return ASSAY_BACKENDS;
}

static bool runs_rtl(struct assay_yaml *r, const struct assay_entry *e, const yaml_node_t *n,
                     const char *key)
{
    const enum assay_backend none = without_rtl(e);

    return none == ASSAY_BACKENDS ||
           assay_yaml_bad(
               r, n,
               "%s on backend %s, which runs no RTL: expected verilator, icarus, systemc or "
               "check-x",
               key, assay_backend_name(none));
}

/* Parse a path relative to the folder of the list. */
static bool read_rtl(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    const char *text = assay_yaml_word(r, n, "rtl");
    char path[PATH_MAX], real[PATH_MAX], why[PATH_MAX + 512];
    const struct assay_variant v = {.block = e->block, .rtl = real};
    struct assay_filelist list;

    if (!text || !runs_rtl(r, e, n, "rtl"))
        return false;
    beside_list(r, text, path);
    if (!realpath(path, real))
        return assay_yaml_bad(r, n, "rtl %s: %s: expected an RTL file list", path, strerror(errno));
    if (assay_variant_sources(&v, &list, why, sizeof why) != ASSAY_OK)
        return assay_yaml_bad(r, n, "rtl: %s", why);
    assay_filelist_free(&list);
    e->rtl_rooted = *text == '/';
    e->rtl = strdup(real);
    return e->rtl || assay_yaml_no_memory(r);
}

static bool read_fault(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    const char *name = assay_yaml_word(r, n, "fault");
    char path[PATH_MAX], why[1024];

    if (!name || !runs_rtl(r, e, n, "fault"))
        return false;
    if (e->rtl)
        return assay_yaml_bad(r, n,
                              "an entry with rtl and fault: expected one of them, a fault goes "
                              "with the block's own RTL");
    if (!assay_fault_path(e->block, name, path, why, sizeof why))
        return assay_yaml_bad(r, n, "%s", why);
    e->fault = strdup(name);
    return e->fault || assay_yaml_no_memory(r);
}

static bool one_tag(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    const char *tag = (const char *)n->data.scalar.value;
    char **more;

    if (tag[strspn(tag, letters)])
        return assay_yaml_bad(r, n, "tag '%s': expected letters, digits, '_', '-' and '.' only",
                              tag);
    if (assay_entry_tagged(e, tag))
        return assay_yaml_bad(r, n, "tag '%s' again: expected each tag once", tag);
    more = realloc(e->tags, (e->n_tags + 1) * sizeof *more);
    if (!more)
        return assay_yaml_no_memory(r);
    e->tags = more;
    e->tags[e->n_tags] = strdup(tag);
    if (!e->tags[e->n_tags])
        return assay_yaml_no_memory(r);
    ++e->n_tags;
    return true;
}

static bool read_tags(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    return each_word(r, e, n, "tags", false, one_tag);
}

/* What an entry stands for: runs, or another command of `assay` on a block. */
enum { OF_RUN = 1, OF_PROOFS = 2, OF_PLOTS = 4, OF_FAULTS = 8, OF_MUTATE = 16, ANY = 31 };

/* In the order of parsing: the block before whatever is looked up in it, and the scenario before
 * the knobs, which start from its values. */
static const struct {
    const char *name;
    unsigned required; /* kinds of entries that must have it */
    unsigned kinds;    /* kinds that may have it */
    bool (*read)(struct assay_yaml *, struct assay_entry *, const yaml_node_t *);
} keys[] = {
    {"block", ANY, ANY, read_block},
    {"proofs", 0, OF_PROOFS, read_proofs},
    {"plots", 0, OF_PLOTS, read_plots},
    {"faults", 0, OF_FAULTS, read_faults},
    {"mutate", 0, OF_MUTATE, read_mutate},
    {"solver", 0, OF_PROOFS, read_solver},
    {"require", 0, OF_MUTATE, read_require},
    {"params", 0, OF_RUN | OF_FAULTS | OF_MUTATE, read_params},
    {"scenario", 0, OF_RUN, read_scenario},
    {"backend", 0, OF_RUN, read_backend},
    {"rtl", 0, OF_RUN, read_rtl},
    {"fault", 0, OF_RUN, read_fault},
    {"cycles", OF_RUN | OF_FAULTS, OF_RUN | OF_FAULTS | OF_MUTATE, assay_list_read_cycles},
    {"seeds", 0, OF_RUN, assay_list_read_seeds},
    {"weight", 0, ANY, assay_list_read_weight},
    {"tags", 0, ANY, read_tags},
    {"known", 0, ANY, assay_list_read_known},
    {"knobs", 0, OF_RUN, assay_list_read_knobs},
    {"timeout", 0, ANY, assay_list_read_timeout},
    {"code_coverage", 0, OF_RUN, assay_list_read_code_coverage},
    {"allow_partial", 0, OF_RUN, assay_list_read_allow_partial},
};

enum { PROOFS = 1, MUTATE = 4, N_KEYS = sizeof keys / sizeof keys[0] };

/* --- entries --- */

static const char *key_at(const void *arg, size_t i)
{
    (void)arg;
    return i < N_KEYS ? keys[i].name : NULL;
}

/* Sort an entry's values by key, NULL for missing ones. Returns false after a message if a key
 * is unknown or occurs twice. */
static bool sort_keys(struct assay_yaml *r, const yaml_node_t *map,
                      const yaml_node_t *value[N_KEYS])
{
    const yaml_node_pair_t *pair;
    const char *instead = NULL;
    unsigned what = OF_RUN;

    if (map->type != YAML_MAPPING_NODE)
        return assay_yaml_bad(r, map, "an entry is %s: expected a map with block, cycles, ...",
                              assay_yaml_kind(map));
    for (pair = map->data.mapping.pairs.start; pair < map->data.mapping.pairs.top; ++pair) {
        const yaml_node_t *key = assay_yaml_node(r, pair->key);
        const char *name = assay_yaml_word(r, key, "a key");
        char why[512];
        size_t i = 0;

        if (!name)
            return false;
        while (i < N_KEYS && strcmp(keys[i].name, name) != 0)
            ++i;
        if (i == N_KEYS) {
            assay_unknown(why, sizeof why, "key", name, key_at, NULL);
            return assay_yaml_bad(r, key, "%s", why);
        }
        if (value[i])
            return assay_yaml_bad(r, key, "key '%s' again: expected each key once", name);
        value[i] = assay_yaml_node(r, pair->value);
    }
    for (size_t i = PROOFS; i <= MUTATE; ++i) {
        if (value[i] && instead)
            return assay_yaml_bad(r, map, "an entry with %s and %s: expected one of them", instead,
                                  keys[i].name);
        if (value[i]) {
            instead = keys[i].name;
            what = keys[i].kinds;
        }
    }
    for (size_t i = 0; i < N_KEYS; ++i) {
        if (value[i] && !instead && !(keys[i].kinds & what))
            return assay_yaml_bad(r, map, "an entry with '%s' and no %s: expected both",
                                  keys[i].name, keys[i].kinds == OF_PROOFS ? "proofs" : "mutate");
        if (value[i] && !(keys[i].kinds & what))
            return assay_yaml_bad(r, map,
                                  "an entry with %s and '%s': expected block, %s,%s weight, tags, "
                                  "known, timeout alone",
                                  instead, keys[i].name, instead,
                                  what == OF_PROOFS   ? " solver,"
                                  : what == OF_FAULTS ? " params, cycles,"
                                  : what == OF_MUTATE ? " require, params, cycles,"
                                                      : "");
        if ((keys[i].required & what) && !value[i])
            return assay_yaml_bad(r, map, "an entry without '%s': expected that key", keys[i].name);
    }
    return true;
}

bool assay_list_read_entry(struct assay_yaml *r, const yaml_node_t *map, struct assay_entry *e)
{
    const yaml_node_t *value[N_KEYS] = {NULL};

    e->line = assay_yaml_line(map);
    e->n_seeds = 1;
    e->weight = 1;
    e->timeout = ASSAY_LIST_TIMEOUT;
    e->require = -1;
    if (!sort_keys(r, map, value))
        return false;
    for (size_t i = 0; i < N_KEYS; ++i) {
        if (value[i] && !keys[i].read(r, e, value[i]))
            return false;
        if (keys[i].read == read_scenario) {
            if (!e->scenario)
                e->scenario = &e->block->scenarios[0];
            e->knobs = e->scenario->knobs;
        }
    }
    if (e->n_params == 0 && !add_params(r, e, "default", map))
        return false;
    if (e->n_backends == 0)
        e->backend[e->n_backends++] = ASSAY_VERILATOR;
    e->own_knobs = memcmp(&e->knobs, &e->scenario->knobs, sizeof e->knobs) != 0;
    return true;
}

const char *assay_entry_instead(const struct assay_entry *e)
{
    return e->proofs   ? "proofs"
           : e->plots  ? "plots"
           : e->faults ? "faults"
           : e->mutate ? "mutate"
                       : NULL;
}

/* NULL counts as "". */
static bool same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

bool assay_entry_same_rtl(const struct assay_entry *a, const struct assay_entry *b)
{
    return same_text(a->rtl, b->rtl) && same_text(a->fault, b->fault);
}

bool assay_entry_tagged(const struct assay_entry *e, const char *tag)
{
    for (size_t i = 0; i < e->n_tags; ++i)
        if (strcmp(e->tags[i], tag) == 0)
            return true;
    return false;
}
