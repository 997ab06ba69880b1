#include "slice/network.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/yaml.h"

/* The plan to fill, and the folder for the files of arrays, which may be NULL. */
struct reading {
    struct slice_plan *plan;
    const char *data;
};

struct key {
    const char *name;
    bool (*read)(struct assay_yaml *r, const struct reading *to, void *what, const yaml_node_t *n);
};

/* --- maps --- */

/* Reads a map whose keys are among `keys`, each at most once. `what` is passed to their readers. */
static bool read_map(struct assay_yaml *r, const struct reading *to, const yaml_node_t *n,
                     const char *of, const struct key *keys, size_t n_keys, void *what)
{
    const yaml_node_pair_t *pair;
    uint32_t seen = 0;

    if (n->type != YAML_MAPPING_NODE)
        return assay_yaml_bad(r, n, "%s is %s: expected a map", of, assay_yaml_kind(n));
    for (pair = n->data.mapping.pairs.start; pair < n->data.mapping.pairs.top; ++pair) {
        const yaml_node_t *key = assay_yaml_node(r, pair->key);
        const char *name = assay_yaml_word(r, key, "a key");
        size_t i = 0;

        if (!name)
            return false;
        while (i < n_keys && strcmp(name, keys[i].name) != 0)
            ++i;
        if (i == n_keys)
            return assay_yaml_bad(r, key, "unknown key '%s' of %s", name, of);
        if (seen >> i & 1)
            return assay_yaml_bad(r, key, "key '%s' again: expected it once", name);
        seen |= UINT32_C(1) << i;
        if (!keys[i].read(r, to, what, assay_yaml_node(r, pair->value)))
            return false;
    }
    return true;
}

/* Calls `one` for each pair of a map, which must not be empty. */
static bool each_pair(struct assay_yaml *r, const struct reading *to, const yaml_node_t *n,
                      const char *of, void *what,
                      bool (*one)(struct assay_yaml *r, const struct reading *to, void *what,
                                  const yaml_node_t *key, const yaml_node_t *value))
{
    const yaml_node_pair_t *pair;

    if (n->type != YAML_MAPPING_NODE || n->data.mapping.pairs.start == n->data.mapping.pairs.top)
        return assay_yaml_bad(r, n, "%s: expected a map of one or more", of);
    for (pair = n->data.mapping.pairs.start; pair < n->data.mapping.pairs.top; ++pair)
        if (!one(r, to, what, assay_yaml_node(r, pair->key), assay_yaml_node(r, pair->value)))
            return false;
    return true;
}

/* Calls `one` for each item of a list, which must have 1 to `most`. */
static bool each_item(struct assay_yaml *r, const struct reading *to, const yaml_node_t *n,
                      const char *of, long most, void *what,
                      bool (*one)(struct assay_yaml *r, const struct reading *to, void *what,
                                  const yaml_node_t *item))
{
    const yaml_node_item_t *item = n->data.sequence.items.start;

    if (n->type != YAML_SEQUENCE_NODE || item == n->data.sequence.items.top ||
        n->data.sequence.items.top - item > most)
        return assay_yaml_bad(r, n, "%s: expected a list of 1 to %ld", of, most);
    for (; item < n->data.sequence.items.top; ++item)
        if (!one(r, to, what, assay_yaml_node(r, *item)))
            return false;
    return true;
}

/* --- values --- */

/* An element of an int32 array, therefore not a float. */
static bool read_integer(struct assay_yaml *r, const yaml_node_t *n, const char *key,
                         int32_t *number)
{
    const char *text = assay_yaml_word(r, n, key);

    return text && (slice_plan_take_integer(text, (uint32_t *)number) ||
                    assay_yaml_bad(r, n, "%s '%s': expected an integer of 32 bits", key, text));
}

static bool read_count(struct assay_yaml *r, const yaml_node_t *n, const char *key,
                       uint32_t *number)
{
    uint64_t value;

    if (!assay_yaml_number(r, n, key, 1, UINT32_MAX, &value))
        return false;
    *number = (uint32_t)value;
    return true;
}

/* Sets the path of an array's file. */
static bool data_file(struct assay_yaml *r, const struct reading *to, const yaml_node_t *n,
                      const char *key, char path[PATH_MAX])
{
    const char *name = assay_yaml_word(r, n, key);

    if (!name)
        return false;
    if (to->data && *name != '/') {
        if ((size_t)snprintf(path, PATH_MAX, "%s/%s", to->data, name) >= PATH_MAX)
            return assay_yaml_bad(r, n, "%s '%s': the path is too long", key, name);
    } else {
        assay_path_beside(path, PATH_MAX, r->path, name);
    }
    return true;
}

/* --- arrays --- */

static bool array_file(struct assay_yaml *r, const struct reading *to, void *what,
                       const yaml_node_t *n)
{
    struct slice_array *a = what;

    return data_file(r, to, n, "file", a->in[a->n_in++]);
}

static bool array_files(struct assay_yaml *r, const struct reading *to, void *what,
                        const yaml_node_t *n)
{
    if (((const struct slice_array *)what)->n_in)
        return assay_yaml_bad(r, n, "file and files: expected one of them");
    return each_item(r, to, n, "files", SLICE_ARRAY_FILES, what, array_file);
}

static bool array_one_file(struct assay_yaml *r, const struct reading *to, void *what,
                           const yaml_node_t *n)
{
    if (((const struct slice_array *)what)->n_in)
        return assay_yaml_bad(r, n, "file and files: expected one of them");
    return array_file(r, to, what, n);
}

static bool array_value(struct assay_yaml *r, const struct reading *to, void *what,
                        const yaml_node_t *n)
{
    struct slice_array *a = what;

    (void)to;
    return read_integer(r, n, "a value", &a->value[a->n_values++]);
}

static bool array_values(struct assay_yaml *r, const struct reading *to, void *what,
                         const yaml_node_t *n)
{
    return each_item(r, to, n, "values", SLICE_ARRAY_VALUES, what, array_value);
}

static bool array_type(struct assay_yaml *r, const struct reading *to, void *what,
                       const yaml_node_t *n)
{
    struct slice_array *a = what;
    const char *text = assay_yaml_word(r, n, "type"), *at = text;

    (void)to;
    a->typed = true;
    return text && ((slice_array_type(&at, &a->data.type) && !*at && at[-1] != ':') ||
                    assay_yaml_bad(r, n,
                                   "type '%s': expected uint8, int8, int32, float16, float32 or "
                                   "float64",
                                   text));
}

static bool read_size(struct assay_yaml *r, const yaml_node_t *n, const char *key, size_t *rows,
                      size_t *cols)
{
    const char *text = assay_yaml_word(r, n, key), *at = text;

    return text && ((slice_array_size(&at, rows, cols) && !*at) ||
                    assay_yaml_bad(
                        r, n, "%s '%s': expected ROWSxCOLS, such as 16x8, of at most %d elements",
                        key, text, SLICE_ARRAY_MOST));
}

static bool array_shape(struct assay_yaml *r, const struct reading *to, void *what,
                        const yaml_node_t *n)
{
    struct slice_array *a = what;

    (void)to;
    a->shaped = true;
    return read_size(r, n, "shape", &a->data.rows, &a->data.cols);
}

static bool array_room(struct assay_yaml *r, const struct reading *to, void *what,
                       const yaml_node_t *n)
{
    struct slice_array *a = what;

    (void)to;
    return read_size(r, n, "room", &a->room_rows, &a->room_cols);
}

static bool read_bool(struct assay_yaml *r, const yaml_node_t *n, const char *key, bool *is)
{
    const char *text = assay_yaml_word(r, n, key);

    if (!text)
        return false;
    *is = strcmp(text, "true") == 0;
    return *is || strcmp(text, "false") == 0 ||
           assay_yaml_bad(r, n, "%s '%s': expected true or false", key, text);
}

static bool array_quads(struct assay_yaml *r, const struct reading *to, void *what,
                        const yaml_node_t *n)
{
    (void)to;
    return read_bool(r, n, "quads", &((struct slice_array *)what)->quads);
}

static bool array_zero(struct assay_yaml *r, const struct reading *to, void *what,
                       const yaml_node_t *n)
{
    (void)to;
    return read_bool(r, n, "zero", &((struct slice_array *)what)->zero);
}

static bool fold_weights(struct assay_yaml *r, const struct reading *to, void *what,
                         const yaml_node_t *n)
{
    struct slice_array *a = what;
    const char *name = assay_yaml_word(r, n, "weights");

    if (!name)
        return false;
    a->weights = slice_plan_find(to->plan, name);
    return (a->weights && a->weights != a) ||
           assay_yaml_bad(r, n, "weights '%s': expected an array that is above", name);
}

static bool fold_offset(struct assay_yaml *r, const struct reading *to, void *what,
                        const yaml_node_t *n)
{
    struct slice_array *a = what;

    (void)to;
    a->offset_given = true;
    return read_integer(r, n, "offset", &a->offset);
}

static bool array_fold(struct assay_yaml *r, const struct reading *to, void *what,
                       const yaml_node_t *n)
{
    static const struct key keys[] = {{"weights", fold_weights}, {"offset", fold_offset}};
    const struct slice_array *a = what;

    return read_map(r, to, n, "fold", keys, 2, what) &&
           (a->weights || assay_yaml_bad(r, n, "fold without weights: expected them")) &&
           (a->offset_given || assay_yaml_bad(r, n, "fold without an offset: expected one"));
}

/* Checks that an array specifies exactly one kind of initial contents. */
static bool check_array(struct assay_yaml *r, const struct slice_array *a, const yaml_node_t *n)
{
    if (a->typed != a->shaped)
        return assay_yaml_bad(r, n, "%s: %s: expected both or neither", a->name,
                              a->typed ? "a type without a shape" : "a shape without a type");
    if (a->n_values && (a->n_in || a->shaped))
        return assay_yaml_bad(r, n, "%s: values and a file or type: expected one of them", a->name);
    if (!a->n_values && !a->n_in && !a->shaped)
        return assay_yaml_bad(r, n, "%s: expected file, files, values, or type and shape", a->name);
    return true;
}

static bool read_array(struct assay_yaml *r, const struct reading *to, void *what,
                       const yaml_node_t *key, const yaml_node_t *value)
{
    static const struct key keys[] = {
        {"file", array_one_file}, {"files", array_files}, {"values", array_values},
        {"type", array_type},     {"shape", array_shape}, {"room", array_room},
        {"quads", array_quads},   {"fold", array_fold},   {"zero", array_zero}};
    const char *name = assay_yaml_word(r, key, "an array's name");
    struct slice_array *a;
    char why[512];

    (void)what;
    if (!name)
        return false;
    if (slice_plan_find(to->plan, name))
        return assay_yaml_bad(r, key, "array '%s' again: expected it once", name);
    if (!(a = slice_plan_add_array(to->plan, name, why, sizeof why)))
        return assay_yaml_bad(r, key, "%s", why);
    a->line = assay_yaml_line(key);
    return read_map(r, to, value, name, keys, sizeof keys / sizeof keys[0], a) &&
           check_array(r, a, value);
}

static bool read_arrays(struct assay_yaml *r, const struct reading *to, void *what,
                        const yaml_node_t *n)
{
    return each_pair(r, to, n, "arrays", what, read_array);
}

/* --- launches --- */

static bool launch_kernel(struct assay_yaml *r, const struct reading *to, void *what,
                          const yaml_node_t *n)
{
    const char *name = assay_yaml_word(r, n, "kernel");

    (void)to;
    if (name)
        assay_path_beside(((struct slice_plan_launch *)what)->kernel, PATH_MAX, r->path, name);
    return name != NULL;
}

static bool launch_groups(struct assay_yaml *r, const struct reading *to, void *what,
                          const yaml_node_t *n)
{
    (void)to;
    return read_count(r, n, "groups", &((struct slice_plan_launch *)what)->groups);
}

static bool launch_warps(struct assay_yaml *r, const struct reading *to, void *what,
                         const yaml_node_t *n)
{
    (void)to;
    return read_count(r, n, "warps", &((struct slice_plan_launch *)what)->warps);
}

/* Reads the name of an array, or a number. */
static bool read_value(struct assay_yaml *r, const struct reading *to, void *what,
                       const yaml_node_t *key, const yaml_node_t *value)
{
    const char *name = assay_yaml_word(r, key, "a name"),
               *text = name ? assay_yaml_word(r, value, name) : NULL;
    const struct slice_array *a = text ? slice_plan_find(to->plan, text) : NULL;
    uint32_t number = 0;
    char why[512];

    if (!text)
        return false;
    if (!a && !slice_plan_take_number(text, &number))
        return assay_yaml_bad(r, value, "%s '%s': expected an array that is above, or a number",
                              name, text);
    if (!slice_plan_add_value(what, name, a, number, why, sizeof why))
        return assay_yaml_bad(r, key, "%s", why);
    if (!a)
        slice_plan_last_was(what, text);
    return true;
}

static bool launch_with(struct assay_yaml *r, const struct reading *to, void *what,
                        const yaml_node_t *n)
{
    return each_pair(r, to, n, "with", what, read_value);
}

static bool read_launch(struct assay_yaml *r, const struct reading *to, void *what,
                        const yaml_node_t *n)
{
    static const struct key keys[] = {{"kernel", launch_kernel},
                                      {"groups", launch_groups},
                                      {"warps", launch_warps},
                                      {"with", launch_with}};
    char why[512];
    struct slice_plan_launch *l = slice_plan_add_launch(to->plan, why, sizeof why);

    (void)what;
    if (!l)
        return assay_yaml_bad(r, n, "%s", why);
    snprintf(l->place, sizeof l->place, "%s:%lu", r->path, assay_yaml_line(n));
    return read_map(r, to, n, "a launch", keys, sizeof keys / sizeof keys[0], l) &&
           (*l->kernel || assay_yaml_bad(r, n, "a launch without a kernel: expected one"));
}

static bool read_launches(struct assay_yaml *r, const struct reading *to, void *what,
                          const yaml_node_t *n)
{
    if (!to->plan->n_arrays)
        return assay_yaml_bad(r, n, "launches: expected arrays above them");
    return each_item(r, to, n, "launches", SLICE_PLAN_LAUNCHES, what, read_launch);
}

/* --- the file --- */

static bool used(const struct slice_plan *p, const struct slice_array *a)
{
    for (uint32_t i = 0; i < p->n_arrays; ++i)
        if (p->array[i]->weights == a)
            return true;
    for (uint32_t i = 0; i < p->n_launches; ++i)
        for (uint32_t v = 0; v < p->launch[i]->n_values; ++v)
            if (p->launch[i]->value[v].array == a)
                return true;
    return false;
}

static bool all_used(struct assay_yaml *r, const struct slice_plan *p)
{
    for (uint32_t i = 0; i < p->n_arrays; ++i)
        if (!used(p, p->array[i]))
            return assay_yaml_bad_line(r, p->array[i]->line,
                                       "%s: expected a launch that has it below `with`, or a fold",
                                       p->array[i]->name);
    return true;
}

static bool read_root(struct assay_yaml *r, const yaml_node_t *root, void *any)
{
    static const struct key keys[] = {{"arrays", read_arrays}, {"launches", read_launches}};
    const struct reading *to = any;

    if (!root)
        return assay_yaml_bad_line(r, 1, "the file is empty: expected arrays and launches");
    return read_map(r, to, root, "a network", keys, 2, NULL) &&
           (to->plan->n_launches || assay_yaml_bad(r, root, "no launches: expected some")) &&
           all_used(r, to->plan);
}

bool slice_network_is(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

enum assay_error slice_network_read(struct slice_plan *p, const char *path, const char *data,
                                    char *why, size_t why_size)
{
    struct reading to = {.plan = p, .data = data};

    snprintf(p->network, sizeof p->network, "%s", path);
    return assay_yaml_read(path, "a network", read_root, &to, why, why_size);
}
