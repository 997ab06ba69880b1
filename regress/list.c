#include "regress/list.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <yaml.h>

#include "cli/cli.h"

enum { MAX_WORDS = 64 }; /* items of one params, backend or tags */

struct reader {
    const char *path;
    yaml_document_t *doc;
    bool no_memory;
    char *why;
    size_t why_size;
};

__attribute__((format(printf, 3, 4))) static bool bad_line(struct reader *r, unsigned long line,
                                                           const char *format, ...)
{
    va_list args;
    int used = snprintf(r->why, r->why_size, "%s:%lu: ", r->path, line);

    if (used > 0 && (size_t)used < r->why_size) {
        va_start(args, format);
        vsnprintf(r->why + used, r->why_size - (size_t)used, format, args);
        va_end(args);
    }
    return false;
}

static unsigned long line_of(const yaml_node_t *n)
{
    return (unsigned long)n->start_mark.line + 1;
}

#define bad(r, node, ...) bad_line(r, line_of(node), __VA_ARGS__)

static bool out_of_memory(struct reader *r)
{
    snprintf(r->why, r->why_size, "out of memory");
    r->no_memory = true;
    return false;
}

static const yaml_node_t *node_at(const struct reader *r, int index)
{
    return yaml_document_get_node(r->doc, index);
}

static const char *kind(const yaml_node_t *n)
{
    switch (n->type) {
    case YAML_MAPPING_NODE:
        return "a map";
    case YAML_SEQUENCE_NODE:
        return "a list";
    case YAML_SCALAR_NODE:
        return n->data.scalar.length ? "a word" : "nothing";
    default:
        return "nothing";
    }
}

/* The text of a scalar that is not empty; NULL after a message. */
static const char *word(struct reader *r, const yaml_node_t *n, const char *key)
{
    const char *text = (const char *)n->data.scalar.value;

    if (n->type != YAML_SCALAR_NODE || n->data.scalar.length == 0 ||
        strlen(text) != n->data.scalar.length) {
        bad(r, n, "%s is %s: expected a word", key, kind(n));
        return NULL;
    }
    return text;
}

/* A plain number from `least` to `most`. */
static bool number(struct reader *r, const yaml_node_t *n, const char *key, uint64_t least,
                   uint64_t most, uint64_t *value)
{
    const char *text;

    if (n->type != YAML_SCALAR_NODE)
        return bad(r, n, "%s is %s: expected a number", key, kind(n));
    text = (const char *)n->data.scalar.value;
    if (n->data.scalar.style != YAML_PLAIN_SCALAR_STYLE || !assay_cli_number(text, value) ||
        *value < least || *value > most)
        return bad(r, n, "%s '%s': expected a number from %llu to %llu", key, text,
                   (unsigned long long)least, (unsigned long long)most);
    return true;
}

/* Names to choose from, for a message. */
struct names {
    char text[512];
};

static void add_name(struct names *known, const char *name)
{
    const size_t used = strlen(known->text);

    snprintf(known->text + used, sizeof known->text - used, "%s%s", used ? ", " : "", name);
}

/* --- the value of each key --- */

/* One word, or a list of words, each handed to `one`. */
static bool each_word(struct reader *r, struct assay_entry *e, const yaml_node_t *n,
                      const char *key, bool single,
                      bool (*one)(struct reader *, struct assay_entry *, const yaml_node_t *))
{
    const yaml_node_item_t *item;

    if (single && n->type == YAML_SCALAR_NODE)
        return word(r, n, key) && one(r, e, n);
    if (n->type != YAML_SEQUENCE_NODE)
        return bad(r, n, "%s is %s: expected %sa list", key, kind(n), single ? "a word or " : "");
    if (n->data.sequence.items.start == n->data.sequence.items.top)
        return bad(r, n, "%s is an empty list: expected at least one word", key);
    if (n->data.sequence.items.top - n->data.sequence.items.start > MAX_WORDS)
        return bad(r, n, "%s is a list of more than %d: expected fewer", key, MAX_WORDS);
    for (item = n->data.sequence.items.start; item < n->data.sequence.items.top; ++item) {
        const yaml_node_t *value = node_at(r, *item);

        if (!word(r, value, key) || !one(r, e, value))
            return false;
    }
    return true;
}

static bool read_block(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    struct names known = {""};
    const char *name = word(r, n, "block");

    if (!name)
        return false;
    e->block = assay_block_find(name);
    if (e->block)
        return true;
    for (size_t i = 0; assay_blocks[i]; ++i)
        add_name(&known, assay_blocks[i]->name);
    return bad(r, n, "unknown block '%s': expected one of %s", name, known.text);
}

static bool read_proofs(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    char path[PATH_MAX], folder[256];
    const char *text = word(r, n, "proofs");

    if (!text)
        return false;
    if (strcmp(text, "quick") != 0 && strcmp(text, "all") != 0)
        return bad(r, n, "proofs '%s': expected quick or all", text);
    snprintf(folder, sizeof folder, "tb/%s/formal", e->block->name);
    if (access(assay_source_path(path, sizeof path, folder), F_OK) != 0)
        return bad(r, n, "%s has no proofs: expected a block with a folder %s", e->block->name,
                   folder);
    e->proofs = *text == 'q' ? ASSAY_QUICK_PROOFS : ASSAY_ALL_PROOFS;
    e->backend[e->n_backends++] = ASSAY_MODEL; /* nothing to build */
    e->fixed_seeds = true;
    return true;
}

static bool read_plots(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    const char *text = word(r, n, "plots");

    if (!text)
        return false;
    if (strcmp(text, "true") != 0)
        return bad(r, n, "plots '%s': expected true", text);
    if (!e->block->plots)
        return bad(r, n, "%s has no plots: expected a block that draws some", e->block->name);
    e->plots = true;
    e->backend[e->n_backends++] = ASSAY_MODEL; /* it builds what it needs itself */
    e->fixed_seeds = true;
    return true;
}

static bool read_faults(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    const char *text = word(r, n, "faults");
    char path[PATH_MAX], folder[256];

    if (!text)
        return false;
    if (strcmp(text, "quick") != 0 && strcmp(text, "all") != 0)
        return bad(r, n, "faults '%s': expected quick or all", text);
    snprintf(folder, sizeof folder, "tb/%s/faults", e->block->name);
    if (access(assay_source_path(path, sizeof path, folder), F_OK) != 0)
        return bad(r, n, "%s has no faults: expected a block with a folder %s", e->block->name,
                   folder);
    e->faults = *text == 'q' ? ASSAY_QUICK_FAULTS : ASSAY_ALL_FAULTS;
    e->backend[e->n_backends++] = ASSAY_MODEL; /* it builds what it needs itself */
    return true;
}

static bool add_params(struct reader *r, struct assay_entry *e, const char *text,
                       const yaml_node_t *n)
{
    struct assay_params p, *more;
    char message[512];

    if (!assay_params_parse(e->block, text, &p, message, sizeof message))
        return bad(r, n, "%s", message);
    for (size_t i = 0; i < e->n_params; ++i)
        if (memcmp(&e->params[i], &p, sizeof p) == 0)
            return bad(r, n, "params '%s' again: expected each parameter choice once", text);
    more = realloc(e->params, (e->n_params + 1) * sizeof *more);
    if (!more)
        return out_of_memory(r);
    e->params = more;
    e->params[e->n_params++] = p;
    return true;
}

static bool one_params(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    return add_params(r, e, (const char *)n->data.scalar.value, n);
}

static bool read_params(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    return each_word(r, e, n, "params", true, one_params);
}

static bool read_scenario(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    struct names known = {""};
    const char *name = word(r, n, "scenario");

    if (!name)
        return false;
    e->scenario = assay_scenario_find(e->block, name);
    if (e->scenario)
        return true;
    for (size_t i = 0; i < e->block->n_scenarios; ++i)
        add_name(&known, e->block->scenarios[i].name);
    return bad(r, n, "%s has no scenario '%s': expected one of %s", e->block->name, name,
               known.text);
}

static bool one_backend(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    const char *name = (const char *)n->data.scalar.value;
    enum assay_backend backend;

    if (!assay_backend_find(name, &backend))
        return bad(r, n, "unknown backend '%s': expected %s", name, assay_backend_list());
    for (size_t i = 0; i < e->n_backends; ++i)
        if (e->backend[i] == backend)
            return bad(r, n, "backend '%s' again: expected each backend once", name);
    if (e->n_backends == ASSAY_LIST_BACKENDS)
        return bad(r, n, "more backends than there are: expected each backend once");
    e->backend[e->n_backends++] = backend;
    return true;
}

static bool read_backend(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    return each_word(r, e, n, "backend", true, one_backend);
}

static bool read_cycles(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    return number(r, n, "cycles", 1, INT64_MAX, &e->cycles);
}

/* N, or A..B */
static bool read_seeds(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    char first[24];
    const char *text, *dots;
    uint64_t last;

    if (n->type != YAML_SCALAR_NODE)
        return bad(r, n, "seeds is %s: expected a number, or a range A..B", kind(n));
    text = (const char *)n->data.scalar.value;
    dots = strstr(text, "..");
    if (!dots)
        return number(r, n, "seeds", 1, ASSAY_LIST_SEEDS, &e->n_seeds);
    snprintf(first, sizeof first, "%.*s", (int)(dots - text), text);
    if (dots - text >= (long)sizeof first || !assay_cli_number(first, &e->first_seed) ||
        !assay_cli_number(dots + 2, &last) || last > INT64_MAX)
        return bad(r, n, "seeds '%s': expected a number, or a range A..B", text);
    if (last < e->first_seed || last - e->first_seed >= ASSAY_LIST_SEEDS)
        return bad(r, n, "seeds '%s': expected a range of 1 to %d seeds, the lesser first", text,
                   ASSAY_LIST_SEEDS);
    e->fixed_seeds = true;
    e->n_seeds = last - e->first_seed + 1;
    return true;
}

static bool read_weight(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    uint64_t v = 0;

    if (!number(r, n, "weight", 1, ASSAY_LIST_WEIGHT, &v))
        return false;
    e->weight = (uint32_t)v;
    return true;
}

static bool read_timeout(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    uint64_t v = 0;

    if (!number(r, n, "timeout", 1, 1000000, &v))
        return false;
    e->timeout = (uint32_t)v;
    return true;
}

static bool read_code_coverage(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    const char *text = word(r, n, "code_coverage");

    if (!text)
        return false;
    e->code_coverage = strcmp(text, "true") == 0;
    if (!e->code_coverage && strcmp(text, "false") != 0)
        return bad(r, n, "code_coverage '%s': expected true or false", text);
    for (size_t i = 0; e->code_coverage && i < e->n_backends; ++i)
        if (e->backend[i] != ASSAY_VERILATOR)
            return bad(r, n, "code_coverage on backend %s: expected verilator alone",
                       assay_backend_name(e->backend[i]));
    return true;
}

static bool one_tag(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    const char *tag = (const char *)n->data.scalar.value;
    char **more;

    if (tag[strspn(tag, letters)])
        return bad(r, n, "tag '%s': expected letters, digits, '_', '-' and '.' only", tag);
    if (assay_entry_tagged(e, tag))
        return bad(r, n, "tag '%s' again: expected each tag once", tag);
    more = realloc(e->tags, (e->n_tags + 1) * sizeof *more);
    if (!more)
        return out_of_memory(r);
    e->tags = more;
    e->tags[e->n_tags] = strdup(tag);
    if (!e->tags[e->n_tags])
        return out_of_memory(r);
    ++e->n_tags;
    return true;
}

static bool read_tags(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    return each_word(r, e, n, "tags", false, one_tag);
}

static bool read_knobs(struct reader *r, struct assay_entry *e, const yaml_node_t *n)
{
    struct {
        const char *name;
        uint32_t *value;
        bool seen;
    } knobs[] = {{"stall", &e->knobs.stall, false},
                 {"illegal", &e->knobs.illegal, false},
                 {"corner", &e->knobs.corner, false},
                 {"resets", &e->knobs.resets, false}};
    const yaml_node_pair_t *pair;

    if (n->type != YAML_MAPPING_NODE)
        return bad(r, n, "knobs is %s: expected a map of stall, illegal, corner, resets", kind(n));
    for (pair = n->data.mapping.pairs.start; pair < n->data.mapping.pairs.top; ++pair) {
        const yaml_node_t *key = node_at(r, pair->key);
        const char *name = word(r, key, "a knob's name");
        uint64_t v = 0;
        size_t i = 0;

        if (!name)
            return false;
        while (i < 4 && strcmp(knobs[i].name, name) != 0)
            ++i;
        if (i == 4)
            return bad(r, key, "unknown knob '%s': expected stall, illegal, corner or resets",
                       name);
        if (knobs[i].seen)
            return bad(r, key, "knob '%s' again: expected each knob once", name);
        knobs[i].seen = true;
        if (!number(r, node_at(r, pair->value), name, 0, 100, &v))
            return false;
        *knobs[i].value = (uint32_t)v;
    }
    return true;
}

/* What an entry stands for: runs, or what `assay` does of a block instead. */
enum { OF_RUN = 1, OF_PROOFS = 2, OF_PLOTS = 4, OF_FAULTS = 8, ANY = 15 };

/* In the order of reading: a block first, then what is looked up in it; the scenario before the
 * knobs that start from it. */
static const struct {
    const char *name;
    bool required;
    unsigned kinds; /* of entries that may have it */
    bool (*read)(struct reader *, struct assay_entry *, const yaml_node_t *);
} keys[] = {
    {"block", true, ANY, read_block},
    {"proofs", false, OF_PROOFS, read_proofs},
    {"plots", false, OF_PLOTS, read_plots},
    {"faults", false, OF_FAULTS, read_faults},
    {"params", false, OF_RUN | OF_FAULTS, read_params},
    {"scenario", false, OF_RUN, read_scenario},
    {"backend", false, OF_RUN, read_backend},
    {"cycles", true, OF_RUN | OF_FAULTS, read_cycles},
    {"seeds", false, OF_RUN, read_seeds},
    {"weight", false, ANY, read_weight},
    {"tags", false, ANY, read_tags},
    {"knobs", false, OF_RUN, read_knobs},
    {"timeout", false, ANY, read_timeout},
    {"code_coverage", false, OF_RUN, read_code_coverage},
};

enum { PROOFS = 1, PLOTS = 2, FAULTS = 3, N_KEYS = sizeof keys / sizeof keys[0] };

/* --- entries --- */

/* Sort an entry's values by key; false for unknown keys and for those that are there twice. */
static bool sort_keys(struct reader *r, const yaml_node_t *map, const yaml_node_t *value[N_KEYS])
{
    const yaml_node_pair_t *pair;
    const char *instead = NULL;
    unsigned what = OF_RUN;

    if (map->type != YAML_MAPPING_NODE)
        return bad(r, map, "an entry is %s: expected a map with block, cycles, ...", kind(map));
    for (size_t i = 0; i < N_KEYS; ++i)
        value[i] = NULL;
    for (pair = map->data.mapping.pairs.start; pair < map->data.mapping.pairs.top; ++pair) {
        const yaml_node_t *key = node_at(r, pair->key);
        const char *name = word(r, key, "a key");
        struct names known = {""};
        size_t i = 0;

        if (!name)
            return false;
        while (i < N_KEYS && strcmp(keys[i].name, name) != 0)
            add_name(&known, keys[i++].name);
        if (i == N_KEYS)
            return bad(r, key, "unknown key '%s': expected one of %s", name, known.text);
        if (value[i])
            return bad(r, key, "key '%s' again: expected each key once", name);
        value[i] = node_at(r, pair->value);
    }
    for (size_t i = PROOFS; i <= FAULTS; ++i) {
        if (value[i] && instead)
            return bad(r, map, "an entry with %s and %s: expected one of them", instead,
                       keys[i].name);
        if (value[i]) {
            instead = keys[i].name;
            what = keys[i].kinds;
        }
    }
    for (size_t i = 0; i < N_KEYS; ++i) {
        if (value[i] && !(keys[i].kinds & what))
            return bad(
                r, map,
                "an entry with %s and '%s': expected block, %s,%s weight, tags, timeout alone",
                instead, keys[i].name, instead, what == OF_FAULTS ? " params, cycles," : "");
        if (keys[i].required && !value[i] && (keys[i].kinds & what))
            return bad(r, map, "an entry without '%s': expected that key", keys[i].name);
    }
    return true;
}

static bool read_entry(struct reader *r, const yaml_node_t *map, struct assay_entry *e)
{
    const yaml_node_t *value[N_KEYS];

    e->line = line_of(map);
    e->n_seeds = 1;
    e->weight = 1;
    e->timeout = ASSAY_LIST_TIMEOUT;
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

static bool has_backend(const struct assay_entry *e, enum assay_backend b)
{
    for (size_t i = 0; i < e->n_backends; ++i)
        if (e->backend[i] == b)
            return true;
    return false;
}

/* A parameter choice that both have, or NULL. */
static const struct assay_params *common(const struct assay_entry *e, const struct assay_entry *o)
{
    for (size_t i = 0; i < e->n_params; ++i)
        for (size_t k = 0; k < o->n_params; ++k)
            if (memcmp(&e->params[i], &o->params[k], sizeof e->params[i]) == 0)
                return &e->params[i];
    return NULL;
}

/* False if some combination of `e` is also one of the earlier entry `o`. */
static bool apart(struct reader *r, const struct assay_entry *e, const struct assay_entry *o)
{
    const struct assay_params *both = e->block == o->block ? common(e, o) : NULL;
    const char *instead = assay_entry_instead(e), *other = assay_entry_instead(o);
    char values[256];

    if (instead || other) {
        if (!instead || !other || strcmp(instead, other) != 0 || !both)
            return true;
        return bad_line(r, e->line, "the %s of %s are in line %lu already: expected them once",
                        instead, e->block->name, o->line);
    }
    if (!both || e->scenario != o->scenario || e->code_coverage != o->code_coverage ||
        memcmp(&e->knobs, &o->knobs, sizeof e->knobs) != 0)
        return true;
    for (size_t b = 0; b < e->n_backends; ++b)
        if (has_backend(o, e->backend[b])) {
            assay_params_print(e->block, both, values, sizeof values);
            return bad_line(r, e->line,
                            "%s with %s, scenario %s, backend %s and the same knobs is in line %lu "
                            "already: expected it once",
                            e->block->name, values, e->scenario->name,
                            assay_backend_name(e->backend[b]), o->line);
        }
    return true;
}

static bool read_entries(struct reader *r, const yaml_node_t *n, struct assay_list *list)
{
    size_t count;

    if (n->type != YAML_SEQUENCE_NODE || n->data.sequence.items.start == n->data.sequence.items.top)
        return bad(r, n, "entries is %s: expected a list of one entry or more",
                   n->type == YAML_SEQUENCE_NODE ? "an empty list" : kind(n));
    count = (size_t)(n->data.sequence.items.top - n->data.sequence.items.start);
    list->entry = calloc(count, sizeof *list->entry);
    if (!list->entry)
        return out_of_memory(r);
    while (list->n < count) {
        struct assay_entry *e = &list->entry[list->n++];

        if (!read_entry(r, node_at(r, n->data.sequence.items.start[list->n - 1]), e))
            return false;
        for (size_t i = 0; i + 1 < list->n; ++i)
            if (!apart(r, e, &list->entry[i]))
                return false;
    }
    return true;
}

static bool read_root(struct reader *r, struct assay_list *list)
{
    const yaml_node_t *root = yaml_document_get_root_node(r->doc);
    const yaml_node_t *entries = NULL;
    const yaml_node_pair_t *pair;

    if (!root)
        return bad_line(r, 1, "the file is empty: expected the key entries");
    if (root->type != YAML_MAPPING_NODE)
        return bad(r, root, "the file holds %s: expected a map with the key entries", kind(root));
    for (pair = root->data.mapping.pairs.start; pair < root->data.mapping.pairs.top; ++pair) {
        const yaml_node_t *key = node_at(r, pair->key);
        const char *name = word(r, key, "a key");

        if (!name)
            return false;
        if (strcmp(name, "entries") != 0)
            return bad(r, key, "unknown key '%s': expected entries alone", name);
        if (entries)
            return bad(r, key, "key 'entries' again: expected it once");
        entries = node_at(r, pair->value);
    }
    if (!entries)
        return bad(r, root, "no key 'entries': expected it");
    return read_entries(r, entries, list);
}

/* --- the file --- */

static bool not_yaml(struct reader *r, const yaml_parser_t *p)
{
    const size_t line = p->error == YAML_READER_ERROR ? p->mark.line : p->problem_mark.line;

    if (p->error == YAML_MEMORY_ERROR)
        return out_of_memory(r);
    return bad_line(r, (unsigned long)line + 1, "%s%s%s: expected YAML",
                    p->problem ? p->problem : "not readable", p->context ? " " : "",
                    p->context ? p->context : "");
}

static bool read_documents(struct reader *r, yaml_parser_t *p, struct assay_list *list)
{
    yaml_document_t doc;
    bool good, more;

    if (!yaml_parser_load(p, &doc))
        return not_yaml(r, p);
    r->doc = &doc;
    good = read_root(r, list);
    r->doc = NULL;
    yaml_document_delete(&doc);
    if (!good)
        return false;
    if (!yaml_parser_load(p, &doc))
        return not_yaml(r, p);
    more = yaml_document_get_root_node(&doc) != NULL;
    if (more)
        good =
            bad_line(r, (unsigned long)doc.start_mark.line + 1, "a second document: expected one");
    yaml_document_delete(&doc);
    return good;
}

enum assay_error assay_list_read(const char *path, struct assay_list *list, char *why,
                                 size_t why_size)
{
    struct reader r = {path, NULL, false, why, why_size};
    yaml_parser_t parser;
    FILE *f;
    bool good;

    memset(list, 0, sizeof *list);
    f = fopen(path, "rb");
    if (!f) {
        snprintf(why, why_size, "%s: %s: expected a regression list", path, strerror(errno));
        return ASSAY_BAD_INPUT;
    }
    if (!yaml_parser_initialize(&parser)) {
        fclose(f);
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    yaml_parser_set_input_file(&parser, f);
    good = read_documents(&r, &parser, list);
    yaml_parser_delete(&parser);
    fclose(f);
    if (good)
        return ASSAY_OK;
    assay_list_free(list);
    return r.no_memory ? ASSAY_ENVIRONMENT : ASSAY_BAD_INPUT;
}

void assay_list_free(struct assay_list *list)
{
    for (size_t i = 0; i < list->n; ++i) {
        for (size_t t = 0; t < list->entry[i].n_tags; ++t)
            free(list->entry[i].tags[t]);
        free(list->entry[i].tags);
        free(list->entry[i].params);
    }
    free(list->entry);
    memset(list, 0, sizeof *list);
}

const char *assay_entry_instead(const struct assay_entry *e)
{
    return e->proofs ? "proofs" : e->plots ? "plots" : e->faults ? "faults" : NULL;
}

bool assay_entry_tagged(const struct assay_entry *e, const char *tag)
{
    for (size_t i = 0; i < e->n_tags; ++i)
        if (strcmp(e->tags[i], tag) == 0)
            return true;
    return false;
}
