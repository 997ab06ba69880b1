#include "regress/list.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/yaml.h"

static bool has_backend(const struct assay_entry *e, enum assay_backend b)
{
    for (size_t i = 0; i < e->n_backends; ++i)
        if (e->backend[i] == b)
            return true;
    return false;
}

/* A parameter choice that both entries have, or NULL. */
static const struct assay_params *common(const struct assay_entry *e, const struct assay_entry *o)
{
    for (size_t i = 0; i < e->n_params; ++i)
        for (size_t k = 0; k < o->n_params; ++k)
            if (memcmp(&e->params[i], &o->params[k], sizeof e->params[i]) == 0)
                return &e->params[i];
    return NULL;
}

/* What two entries of runs have in common, apart from their seeds. */
struct shared {
    const struct assay_params *params; /* NULL: nothing */
    enum assay_backend backend;
};

static struct shared shared_by(const struct assay_entry *e, const struct assay_entry *o)
{
    const struct shared none = {NULL, ASSAY_BACKENDS};

    if (e->block != o->block || e->scenario != o->scenario ||
        e->code_coverage != o->code_coverage || !assay_entry_same_rtl(e, o) ||
        memcmp(&e->knobs, &o->knobs, sizeof e->knobs) != 0)
        return none;
    for (size_t b = 0; b < e->n_backends; ++b)
        if (has_backend(o, e->backend[b]))
            return (struct shared){common(e, o), e->backend[b]};
    return none;
}

/* Whether the seeds of `e`, counted from `first`, and those of `o`, counted from `other`, have
 * one in common. */
static bool overlap(const struct assay_entry *e, uint64_t first, const struct assay_entry *o,
                    uint64_t other)
{
    return first > other ? first - other < o->n_seeds : other - first < e->n_seeds;
}

/* Returns false after a message if a combination of `e` also occurs in the earlier entry `o`,
 * whatever the seed base. */
static bool apart(struct assay_yaml *r, const struct assay_entry *e, const struct assay_entry *o)
{
    const char *instead = assay_entry_instead(e), *other = assay_entry_instead(o);
    struct shared both;
    char values[256];

    if (instead || other) {
        if (!instead || !other || strcmp(instead, other) != 0 || e->block != o->block ||
            !common(e, o) || e->solver != o->solver)
            return true;
        return assay_yaml_bad_line(r, e->line,
                                   "the %s of %s are in line %lu already: expected them once",
                                   e->mutate ? "mutants" : instead, e->block->model->name, o->line);
    }
    both = shared_by(e, o);
    if (!both.params || e->fixed_seeds != o->fixed_seeds ||
        (e->fixed_seeds && !overlap(e, e->first_seed, o, o->first_seed)))
        return true;
    assay_params_print(e->block, both.params, values, sizeof values);
    return assay_yaml_bad_line(
        r, e->line,
        "%s with %s, scenario %s, backend %s and the same knobs is in line %lu already: expected "
        "it once",
        e->block->model->name, values, e->scenario->name, assay_backend_name(both.backend),
        o->line);
}

/* The same for two entries of which exactly one counts its seeds from the base. Here the message
 * goes into `why`. */
static bool apart_from(const struct assay_entry *e, const struct assay_entry *o, uint64_t base,
                       const char *path, char *why, size_t why_size)
{
    const uint64_t first = e->fixed_seeds ? e->first_seed : base;
    const uint64_t other = o->fixed_seeds ? o->first_seed : base;
    struct shared both;
    char values[256];

    if (e->fixed_seeds == o->fixed_seeds || !overlap(e, first, o, other) ||
        assay_entry_instead(e) || assay_entry_instead(o))
        return true;
    both = shared_by(e, o);
    if (!both.params)
        return true;
    assay_params_print(e->block, both.params, values, sizeof values);
    snprintf(why, why_size,
             "%s:%lu: %s with %s, scenario %s, backend %s and the same knobs has seeds %" PRIu64
             "..%" PRIu64 ", and %" PRIu64 "..%" PRIu64
             " in line %lu: expected each seed once, or another seed base",
             path, e->line, e->block->model->name, values, e->scenario->name,
             assay_backend_name(both.backend), first, first + (e->n_seeds - 1), other,
             other + (o->n_seeds - 1), o->line);
    return false;
}

enum assay_error assay_list_seeds_apart(const struct assay_list *list, const char *path,
                                        uint64_t seed_base, const char *tag, char *why,
                                        size_t why_size)
{
    for (size_t i = 0; i < list->n; ++i) {
        if (tag && !assay_entry_tagged(&list->entry[i], tag))
            continue;
        for (size_t k = 0; k < i; ++k)
            if ((!tag || assay_entry_tagged(&list->entry[k], tag)) &&
                !apart_from(&list->entry[i], &list->entry[k], seed_base, path, why, why_size))
                return ASSAY_BAD_INPUT;
    }
    return ASSAY_OK;
}

static bool read_entries(struct assay_yaml *r, const yaml_node_t *n, struct assay_list *list)
{
    size_t count;

    if (n->type != YAML_SEQUENCE_NODE || n->data.sequence.items.start == n->data.sequence.items.top)
        return assay_yaml_bad(r, n, "entries is %s: expected a list of one entry or more",
                              n->type == YAML_SEQUENCE_NODE ? "an empty list" : assay_yaml_kind(n));
    count = (size_t)(n->data.sequence.items.top - n->data.sequence.items.start);
    list->entry = calloc(count, sizeof *list->entry);
    if (!list->entry)
        return assay_yaml_no_memory(r);
    while (list->n < count) {
        struct assay_entry *e = &list->entry[list->n++];

        if (!assay_list_read_entry(r, assay_yaml_node(r, n->data.sequence.items.start[list->n - 1]),
                                   e))
            return false;
        for (size_t i = 0; i + 1 < list->n; ++i)
            if (!apart(r, e, &list->entry[i]))
                return false;
    }
    return true;
}

static bool read_root(struct assay_yaml *r, const yaml_node_t *root, void *list)
{
    const yaml_node_t *entries = NULL;
    const yaml_node_pair_t *pair;

    if (!root)
        return assay_yaml_bad_line(r, 1, "the file is empty: expected the key entries");
    if (root->type != YAML_MAPPING_NODE)
        return assay_yaml_bad(r, root, "the file holds %s: expected a map with the key entries",
                              assay_yaml_kind(root));
    for (pair = root->data.mapping.pairs.start; pair < root->data.mapping.pairs.top; ++pair) {
        const yaml_node_t *key = assay_yaml_node(r, pair->key);
        const char *name = assay_yaml_word(r, key, "a key");

        if (!name)
            return false;
        if (strcmp(name, "entries") != 0)
            return assay_yaml_bad(r, key, "unknown key '%s': expected only entries", name);
        if (entries)
            return assay_yaml_bad(r, key, "key 'entries' again: expected it once");
        entries = assay_yaml_node(r, pair->value);
    }
    if (!entries)
        return assay_yaml_bad(r, root, "no key 'entries': expected it");
    return read_entries(r, entries, list);
}

/* --- the file --- */

enum assay_error assay_list_read(const char *path, struct assay_list *list, char *why,
                                 size_t why_size)
{
    enum assay_error e;

    memset(list, 0, sizeof *list);
    e = assay_yaml_read(path, "a regression list", read_root, list, why, why_size);
    if (e != ASSAY_OK)
        assay_list_free(list);
    return e;
}

void assay_list_free(struct assay_list *list)
{
    for (size_t i = 0; i < list->n; ++i) {
        for (size_t t = 0; t < list->entry[i].n_tags; ++t)
            free(list->entry[i].tags[t]);
        free(list->entry[i].tags);
        free(list->entry[i].params);
        free(list->entry[i].rtl);
        free(list->entry[i].fault);
        free(list->entry[i].known);
    }
    free(list->entry);
    memset(list, 0, sizeof *list);
}
