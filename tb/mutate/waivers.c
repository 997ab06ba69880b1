#include "mutate/waivers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/home.h"
#include "base/yaml.h"
#include "engine/block_folder.h"

void assay_waivers_path(const struct assay_block *b, char path[PATH_MAX])
{
    char name[256];

    if (b->folder) {
        assay_path(path, PATH_MAX, "%s/waivers.yaml", b->folder->path);
        return;
    }
    snprintf(name, sizeof name, "tb/%s/waivers.yaml", b->model->name);
    assay_source_shown(path, PATH_MAX, name);
}

/* The keys of a waiver. */
static const struct key {
    const char *name;
    size_t offset;
    bool required;
} keys[] = {
    {"file", offsetof(struct assay_waiver, file), true},
    {"line", offsetof(struct assay_waiver, line), true},
    {"change", offsetof(struct assay_waiver, change), true},
    {"params", offsetof(struct assay_waiver, params), false},
    {"why", offsetof(struct assay_waiver, why), true},
};
enum { KEYS = sizeof keys / sizeof keys[0], MOST_NTH = 1000000 };

static char **value_of(struct assay_waiver *w, const struct key *k)
{
    return (char **)(void *)((char *)w + k->offset);
}

static const struct key *key_named(const char *name)
{
    for (size_t i = 0; i < KEYS; ++i)
        if (strcmp(keys[i].name, name) == 0)
            return &keys[i];
    return NULL;
}

static bool read_pair(struct assay_yaml *r, struct assay_waiver *w, const yaml_node_t *key,
                      const yaml_node_t *value)
{
    const char *const name = assay_yaml_word(r, key, "a key"), *text;
    const struct key *k;

    if (!name)
        return false;
    if (strcmp(name, "nth") == 0 && w->nth)
        return assay_yaml_bad(r, key, "key 'nth' again: expected it once");
    if (strcmp(name, "nth") == 0)
        return assay_yaml_number(r, value, name, 1, MOST_NTH, &w->nth);
    k = key_named(name);
    if (!k)
        return assay_yaml_bad(
            r, key, "unknown key '%s': expected file, line, change, nth, params or why", name);
    if (*value_of(w, k))
        return assay_yaml_bad(r, key, "key '%s' again: expected it once", name);
    text = assay_yaml_word(r, value, name);
    if (!text)
        return false;
    *value_of(w, k) = strdup(text);
    return *value_of(w, k) || assay_yaml_no_memory(r);
}

static bool read_waiver(struct assay_yaml *r, struct assay_waiver *w, const yaml_node_t *n)
{
    w->at = assay_yaml_line(n);
    if (n->type != YAML_MAPPING_NODE)
        return assay_yaml_bad(r, n, "a waiver is %s: expected a map", assay_yaml_kind(n));
    for (const yaml_node_pair_t *pair = n->data.mapping.pairs.start;
         pair < n->data.mapping.pairs.top; ++pair)
        if (!read_pair(r, w, assay_yaml_node(r, pair->key), assay_yaml_node(r, pair->value)))
            return false;
    for (size_t i = 0; i < KEYS; ++i)
        if (keys[i].required && !*value_of(w, &keys[i]))
            return assay_yaml_bad(r, n, "a waiver without %s: expected it", keys[i].name);
    return true;
}

static bool read_list(struct assay_yaml *r, struct assay_waivers *w, const yaml_node_t *n)
{
    const yaml_node_item_t *const first =
        n->type == YAML_SEQUENCE_NODE ? n->data.sequence.items.start : NULL;
    size_t count = 0;

    if (!first || first == n->data.sequence.items.top)
        return assay_yaml_bad(r, n, "waivers is %s: expected a list of one or more",
                              first ? "an empty list" : assay_yaml_kind(n));
    count = (size_t)(n->data.sequence.items.top - first);
    w->v = calloc(count, sizeof *w->v);
    if (!w->v)
        return assay_yaml_no_memory(r);
    for (w->n = 1; w->n <= count; ++w->n)
        if (!read_waiver(r, &w->v[w->n - 1], assay_yaml_node(r, first[w->n - 1])))
            return false;
    w->n = count;
    return true;
}

static bool read_root(struct assay_yaml *r, const yaml_node_t *root, void *arg)
{
    struct assay_waivers *const w = arg;
    const yaml_node_pair_t *pair;
    const char *name;

    if (!root)
        return assay_yaml_bad_line(r, 1, "the file is empty: expected the key waivers");
    if (root->type != YAML_MAPPING_NODE ||
        root->data.mapping.pairs.top - root->data.mapping.pairs.start != 1)
        return assay_yaml_bad(r, root, "the file holds %s: expected a map with the key waivers",
                              root->type == YAML_MAPPING_NODE ? "other keys"
                                                              : assay_yaml_kind(root));
    pair = root->data.mapping.pairs.start;
    name = assay_yaml_word(r, assay_yaml_node(r, pair->key), "a key");
    if (!name)
        return false;
    if (strcmp(name, "waivers") != 0)
        return assay_yaml_bad(r, root, "unknown key '%s': expected waivers", name);
    return read_list(r, w, assay_yaml_node(r, pair->value));
}

enum assay_error assay_waivers_read(struct assay_waivers *w, const char *path, char *why,
                                    size_t why_size)
{
    *w = (struct assay_waivers){0};
    return assay_yaml_read(path, "a file of waivers", read_root, w, why, why_size);
}

void assay_waivers_free(struct assay_waivers *w)
{
    for (size_t i = 0; i < w->n; ++i)
        for (size_t k = 0; k < KEYS; ++k)
            free(*value_of(&w->v[i], &keys[k]));
    free(w->v);
    *w = (struct assay_waivers){0};
}
