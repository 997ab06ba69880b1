/* read.c - reads the keys of a block.yaml except streams and pins. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "describe/reader.h"

typedef struct assay_describe_reader reader;

static const char *const levels[] = {"cycle", "transfers", "none", NULL};

const char *assay_describe_level_name(enum assay_describe_level level)
{
    return levels[level];
}

/* --- parameters and their sets --- */

static bool param_verilog(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_identifier(r, n, "verilog",
                                     &((struct assay_describe_param *)to)->verilog);
}

static bool param_default(reader *r, const yaml_node_t *n, void *to)
{
    struct assay_describe_param *p = to;

    p->line = assay_yaml_line(n);
    return assay_describe_unsigned(r, n, "default", 0, UINT32_MAX, &p->default_value);
}

static bool param_meaning(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_word(r, n, "meaning", &((struct assay_describe_param *)to)->meaning);
}

static bool upper_case(reader *r, const char *name, char **to)
{
    if (!assay_describe_keep(r, name, to))
        return false;
    for (char *c = *to; *c; ++c)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
    return true;
}

static bool read_param(reader *r, const yaml_node_t *name, const yaml_node_t *n, void *thing)
{
    static const struct assay_describe_key keys[] = {
        {"verilog", param_verilog}, {"default", param_default}, {"meaning", param_meaning}, {0}};
    struct assay_describe_param *p = thing;
    char what[96];

    if (!upper_case(r, p->name, &p->verilog) || !assay_describe_keep(r, "", &p->meaning) ||
        !assay_describe_c_name(r, p->name, &p->c_name))
        return false;
    if (strcmp(p->name, "clog2") == 0)
        return assay_yaml_bad(r->y, name,
                              "parameter clog2: expected a name that is not a function");
    snprintf(what, sizeof what, "parameter %s", p->name);
    if (n->type == YAML_SCALAR_NODE) {
        p->line = assay_yaml_line(n);
        return assay_describe_unsigned(r, n, what, 0, UINT32_MAX, &p->default_value);
    }
    if (!assay_describe_map(r, n, what, keys, p))
        return false;
    return p->line || assay_yaml_bad(r->y, n, "%s has no default: expected it", what);
}

static bool read_params(reader *r, const yaml_node_t *n, void *to)
{
    (void)to;
    return assay_describe_named(r, n, "parameters", sizeof *r->d->param, ASSAY_DESCRIBE_PARAMS,
                                (void **)&r->d->param, &r->d->n_params, read_param);
}

static struct assay_describe_key *set_keys(const struct assay_description *d,
                                           bool (*read)(reader *, const yaml_node_t *, void *))
{
    struct assay_describe_key *keys = calloc(d->n_params + 1, sizeof *keys);

    for (size_t i = 0; keys && i < d->n_params; ++i)
        keys[i] = (struct assay_describe_key){d->param[i].name, read};
    return keys;
}

/* The values of a set may come in any order: the map is read once to check its keys, and then once
 * for each parameter. */
static bool any_value(reader *r, const yaml_node_t *n, void *to)
{
    uint32_t value;

    (void)to;
    return assay_describe_unsigned(r, n, "a parameter", 0, UINT32_MAX, &value);
}

static const yaml_node_t *value_in(const reader *r, const yaml_node_t *map, const char *name)
{
    for (const yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top;
         ++p)
        if (strcmp((char *)assay_yaml_node(r->y, p->key)->data.scalar.value, name) == 0)
            return assay_yaml_node(r->y, p->value);
    return NULL;
}

static bool set_defaults(reader *r, struct assay_describe_set *s)
{
    s->value = calloc(r->d->n_params ? r->d->n_params : 1, sizeof *s->value);
    if (!s->value)
        return assay_yaml_no_memory(r->y);
    for (size_t i = 0; i < r->d->n_params; ++i)
        s->value[i] = r->d->param[i].default_value;
    return true;
}

static bool read_set(reader *r, const yaml_node_t *name, const yaml_node_t *n, void *thing)
{
    struct assay_describe_set *s = thing;
    struct assay_describe_key *keys = set_keys(r->d, any_value);
    char what[96];
    bool good;

    snprintf(what, sizeof what, "set %s", s->name);
    s->line = assay_yaml_line(name);
    good = keys ? assay_describe_map(r, n, what, keys, NULL) : assay_yaml_no_memory(r->y);
    free(keys);
    if (!good || !set_defaults(r, s))
        return false;
    if (strcmp(s->name, "default") == 0 && n->data.mapping.pairs.top > n->data.mapping.pairs.start)
        return assay_yaml_bad(
            r->y, n,
            "set default has values of its own: expected {}, the defaults of the parameters");
    for (size_t i = 0; i < r->d->n_params; ++i) {
        const yaml_node_t *value = value_in(r, n, r->d->param[i].name);

        if (value &&
            !assay_describe_unsigned(r, value, r->d->param[i].name, 0, UINT32_MAX, &s->value[i]))
            return false;
    }
    return true;
}

static bool read_sets(reader *r, const yaml_node_t *n, void *to)
{
    (void)to;
    return assay_describe_named(r, n, "sets", sizeof *r->d->set, 1000, (void **)&r->d->set,
                                &r->d->n_sets, read_set);
}

/* Adds the set `default` as the first one, unless the file has it. */
static bool add_default(reader *r)
{
    struct assay_description *d = r->d;
    struct assay_describe_set *more;

    if (assay_describe_find_set(d, "default") >= 0)
        return true;
    more = calloc(d->n_sets + 1, sizeof *more);
    if (!more)
        return assay_yaml_no_memory(r->y);
    if (d->n_sets)
        memcpy(more + 1, d->set, d->n_sets * sizeof *more);
    free(d->set);
    d->set = more;
    ++d->n_sets;
    return assay_describe_keep(r, "default", &more->name) && set_defaults(r, more);
}

/* --- clock and reset --- */

static bool read_clock(reader *r, const yaml_node_t *n, void *to)
{
    struct assay_describe_words *clocks = &r->d->clocks;

    (void)to;
    if (!assay_describe_words(r, n, "clock", clocks))
        return false;
    for (size_t i = 0; i < clocks->n; ++i)
        if (!assay_describe_is_identifier(clocks->at[i]))
            return assay_yaml_bad(r->y, n, "clock '%.100s': expected the name of a pin",
                                  clocks->at[i]);
    return true;
}

static bool reset_pin(reader *r, const yaml_node_t *n, void *to)
{
    (void)to;
    return assay_describe_identifier(r, n, "pin", &r->d->reset.pin);
}

static bool reset_active(reader *r, const yaml_node_t *n, void *to)
{
    static const char *const words[] = {"high", "low", NULL};
    int choice;

    (void)to;
    if (!assay_describe_choice(r, n, "active", words, &choice))
        return false;
    r->d->reset.low = choice == 1;
    return true;
}

static bool reset_async(reader *r, const yaml_node_t *n, void *to)
{
    (void)to;
    return assay_describe_bool(r, n, "async", &r->d->reset.async);
}

static bool reset_cycles(reader *r, const yaml_node_t *n, void *to)
{
    (void)to;
    return assay_describe_unsigned(r, n, "cycles", 1, 1000, &r->d->reset.cycles);
}

static bool read_reset(reader *r, const yaml_node_t *n, void *to)
{
    static const struct assay_describe_key keys[] = {{"pin", reset_pin},
                                                     {"active", reset_active},
                                                     {"async", reset_async},
                                                     {"cycles", reset_cycles},
                                                     {0}};

    (void)to;
    r->d->reset.line = assay_yaml_line(n);
    if (n->type == YAML_SCALAR_NODE) {
        if (!assay_describe_identifier(r, n, "reset", &r->d->reset.pin))
            return false;
        if (strcmp(r->d->reset.pin, "none") == 0) {
            free(r->d->reset.pin);
            r->d->reset.pin = NULL;
        }
        return true;
    }
    return assay_describe_map(r, n, "reset", keys, NULL) &&
           (r->d->reset.pin || assay_yaml_bad(r->y, n, "reset has no pin: expected it"));
}

/* --- the rest --- */

static bool read_name(reader *r, const yaml_node_t *n, void *to)
{
    (void)to;
    return assay_describe_identifier(r, n, "name", &r->d->name);
}

static bool read_top(reader *r, const yaml_node_t *n, void *to)
{
    (void)to;
    return assay_describe_identifier(r, n, "top", &r->d->top);
}

static bool read_summary(reader *r, const yaml_node_t *n, void *to)
{
    (void)to;
    if (!assay_describe_word(r, n, "summary", &r->d->summary))
        return false;
    return !strchr(r->d->summary, '\n') || assay_yaml_bad(r->y, n, "summary: expected one line");
}

static bool read_rtl(reader *r, const yaml_node_t *n, void *to)
{
    (void)to;
    return assay_describe_words(r, n, "rtl", &r->d->rtl);
}

static bool read_level(reader *r, const yaml_node_t *n, void *to)
{
    int choice;

    (void)to;
    if (!assay_describe_choice(r, n, "level", levels, &choice))
        return false;
    r->d->level = (enum assay_describe_level)choice;
    return true;
}

static bool read_timeout(reader *r, const yaml_node_t *n, void *to)
{
    (void)to;
    r->d->timeout_line = assay_yaml_line(n);
    return assay_yaml_number(r->y, n, "timeout", 1, INT64_MAX, &r->d->timeout);
}

static bool model_sources(reader *r, const yaml_node_t *n, void *to)
{
    (void)to;
    return assay_describe_words(r, n, "sources", &r->d->sources);
}

static bool model_include(reader *r, const yaml_node_t *n, void *to)
{
    (void)to;
    return assay_describe_words(r, n, "include", &r->d->include);
}

static bool model_flags(reader *r, const yaml_node_t *n, void *to)
{
    (void)to;
    return assay_describe_words(r, n, "flags", &r->d->flags);
}

static bool read_model(reader *r, const yaml_node_t *n, void *to)
{
    static const struct assay_describe_key keys[] = {
        {"sources", model_sources}, {"include", model_include}, {"flags", model_flags}, {0}};

    (void)to;
    r->d->model_line = assay_yaml_line(n);
    return assay_describe_map(r, n, "model", keys, NULL);
}

/* Skips a key in this pass. Expressions and sets need the parameters, which may follow them in the
 * file, so they are read in a second pass. */
static bool later(reader *r, const yaml_node_t *n, void *to)
{
    (void)r;
    (void)n;
    (void)to;
    return true;
}

static bool read_keys(reader *r, const yaml_node_t *root, bool second)
{
    const struct assay_describe_key keys[] = {
        {"name", second ? later : read_name},
        {"top", second ? later : read_top},
        {"summary", second ? later : read_summary},
        {"rtl", second ? later : read_rtl},
        {"parameters", second ? later : read_params},
        {"sets", second ? read_sets : later},
        {"clock", second ? later : read_clock},
        {"reset", second ? later : read_reset},
        {"level", second ? later : read_level},
        {"timeout", second ? later : read_timeout},
        {"streams", second ? assay_describe_streams : later},
        {"pins", second ? assay_describe_pins : later},
        {"model", second ? later : read_model},
        {0},
    };

    return assay_describe_map(r, root, "the block", keys, NULL);
}

static bool has_key(const reader *r, const yaml_node_t *root, const char *name)
{
    return value_in(r, root, name) != NULL;
}

/* Fills in what the file leaves out. */
static bool add_defaults(reader *r, const yaml_node_t *root)
{
    struct assay_description *d = r->d;

    if (!d->top && !assay_describe_keep(r, d->name, &d->top))
        return false;
    if (!d->summary && !assay_describe_keep(r, "", &d->summary))
        return false;
    if (!d->clocks.n) {
        d->clocks.at = calloc(1, sizeof *d->clocks.at);
        if (!d->clocks.at)
            return assay_yaml_no_memory(r->y);
        d->clocks.n = 1;
        if (!assay_describe_keep(r, "clk", &d->clocks.at[0]))
            return false;
    }
    if (!has_key(r, root, "reset") && !assay_describe_keep(r, "rst", &d->reset.pin))
        return false;
    return true;
}

/* The block's name is that of the folder, unless the file gives one. */
static bool name_of_folder(reader *r)
{
    struct assay_description *d = r->d;
    char real[PATH_MAX];
    const char *name;

    if (d->name)
        return assay_describe_c_name(r, d->name, &d->c_name);
    name = realpath(d->folder, real) ? real : d->folder;
    if (strrchr(name, '/'))
        name = strrchr(name, '/') + 1;
    if (!assay_describe_is_identifier(name))
        return assay_yaml_bad_line(r->y, 1,
                                   "the folder's name '%.100s' is not a block name: expected "
                                   "letters, digits and _, a letter first, or the key name",
                                   name);
    return assay_describe_keep(r, name, &d->name) && assay_describe_c_name(r, name, &d->c_name);
}

static bool read_root(struct assay_yaml *y, const yaml_node_t *root, void *arg)
{
    reader r = {y, arg};

    if (!root)
        return assay_yaml_bad_line(y, 1, "the file is empty: expected the description of a block");
    return read_keys(&r, root, false) && name_of_folder(&r) && add_defaults(&r, root) &&
           read_keys(&r, root, true) && add_default(&r) && assay_describe_complete(&r);
}

/* Creates a description and splits its path. */
static bool begin(const char *path, struct assay_description **made)
{
    struct assay_description *d = calloc(1, sizeof *d);
    const char *slash = strrchr(path, '/');

    *made = d;
    if (!d)
        return false;
    d->path = strdup(path);
    if (!slash)
        d->folder = strdup(".");
    else
        d->folder = strndup(path, slash == path ? 1 : (size_t)(slash - path));
    return d->path && d->folder;
}

static enum assay_error end(enum assay_error e, struct assay_description **d)
{
    if (e != ASSAY_OK) {
        assay_describe_free(*d);
        *d = NULL;
    }
    return e;
}

enum assay_error assay_describe_read(const char *path, struct assay_description **d, char *why,
                                     size_t why_size)
{
    if (!begin(path, d)) {
        snprintf(why, why_size, "out of memory");
        return end(ASSAY_ENVIRONMENT, d);
    }
    return end(assay_yaml_read(path, "the description of a block", read_root, *d, why, why_size),
               d);
}

enum assay_error assay_describe_text(const char *path, const char *text, size_t size,
                                     struct assay_description **d, char *why, size_t why_size)
{
    if (!begin(path, d)) {
        snprintf(why, why_size, "out of memory");
        return end(ASSAY_ENVIRONMENT, d);
    }
    return end(assay_yaml_text(path, text, size, read_root, *d, why, why_size), d);
}
