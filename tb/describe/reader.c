/* reader.c - reads maps, names and values of a block.yaml. */
#include "describe/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/unknown.h"

static const char *key_at(const void *arg, size_t i)
{
    const struct assay_describe_key *keys = arg;

    return keys[i].name;
}

/* Whether an earlier key of the map has the same text. */
static bool is_again(struct assay_describe_reader *r, const yaml_node_t *map,
                     const yaml_node_pair_t *pair, const char *name)
{
    for (const yaml_node_pair_t *p = map->data.mapping.pairs.start; p < pair; ++p) {
        const yaml_node_t *key = assay_yaml_node(r->y, p->key);

        if (key->type == YAML_SCALAR_NODE && strcmp((char *)key->data.scalar.value, name) == 0)
            return true;
    }
    return false;
}

static bool is_map(struct assay_describe_reader *r, const yaml_node_t *n, const char *what)
{
    return n->type == YAML_MAPPING_NODE ||
           assay_yaml_bad(r->y, n, "%s is %s: expected a map", what, assay_yaml_kind(n));
}

bool assay_describe_map(struct assay_describe_reader *r, const yaml_node_t *map, const char *what,
                        const struct assay_describe_key *keys, void *to)
{
    if (!is_map(r, map, what))
        return false;
    for (const yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top;
         ++p) {
        const yaml_node_t *key = assay_yaml_node(r->y, p->key);
        const char *name = assay_yaml_word(r->y, key, "a key");
        char kind[96], why[600];
        size_t i = 0;

        if (!name)
            return false;
        while (keys[i].name && strcmp(keys[i].name, name) != 0)
            ++i;
        if (!keys[i].name) {
            snprintf(kind, sizeof kind, "key of %.80s", what);
            assay_unknown(why, sizeof why, kind, name, key_at, keys);
            return assay_yaml_bad(r->y, key, "%s", why);
        }
        if (is_again(r, map, p, name))
            return assay_yaml_bad(r->y, key, "key '%s' of %s again: expected it once", name, what);
        if (!keys[i].read(r, assay_yaml_node(r->y, p->value), to))
            return false;
    }
    return true;
}

bool assay_describe_named(struct assay_describe_reader *r, const yaml_node_t *map, const char *what,
                          size_t size, size_t most, void **array, size_t *n,
                          assay_describe_thing *read)
{
    char label[128];
    size_t count;

    if (!is_map(r, map, what))
        return false;
    count = (size_t)(map->data.mapping.pairs.top - map->data.mapping.pairs.start);
    if (count > most)
        return assay_yaml_bad(r->y, map, "%s are %zu: expected %zu at most", what, count, most);
    *array = calloc(count ? count : 1, size);
    if (!*array)
        return assay_yaml_no_memory(r->y);
    snprintf(label, sizeof label, "a name of %.100s", what);
    for (const yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top;
         ++p) {
        const yaml_node_t *key = assay_yaml_node(r->y, p->key);
        void *thing = (char *)*array + size * (*n)++;
        char *name = NULL;

        if (!assay_describe_identifier(r, key, label, &name))
            return false;
        memcpy(thing, &name, sizeof name);
        if (is_again(r, map, p, name))
            return assay_yaml_bad(r->y, key, "'%s' of %s again: expected it once", name, what);
        if (!read(r, key, assay_yaml_node(r->y, p->value), thing))
            return false;
    }
    return true;
}

/* --- values --- */

bool assay_describe_keep(struct assay_describe_reader *r, const char *text, char **to)
{
    free(*to);
    *to = strdup(text);
    return *to || assay_yaml_no_memory(r->y);
}

bool assay_describe_print(struct assay_describe_reader *r, char **to, const char *format, ...)
{
    va_list args;
    int n;

    free(*to);
    va_start(args, format);
    n = vasprintf(to, format, args);
    va_end(args);
    if (n >= 0)
        return true;
    *to = NULL;
    return assay_yaml_no_memory(r->y);
}

bool assay_describe_c_name(struct assay_describe_reader *r, const char *name, char **to)
{
    return assay_describe_print(r, to, "%s%s", name, assay_describe_is_keyword(name) ? "_" : "");
}

bool assay_describe_word(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                         char **to)
{
    const char *text = assay_yaml_word(r->y, n, key);

    return text && assay_describe_keep(r, text, to);
}

bool assay_describe_identifier(struct assay_describe_reader *r, const yaml_node_t *n,
                               const char *key, char **to)
{
    const char *text = assay_yaml_word(r->y, n, key);

    if (!text)
        return false;
    if (!assay_describe_is_identifier(text))
        return assay_yaml_bad(r->y, n,
                              "%s '%.100s': expected letters, digits and _, a letter first, 63 "
                              "characters at most",
                              key, text);
    return assay_describe_keep(r, text, to);
}

/* Accepts balanced parentheses and brackets, and nothing that would end the expression
 * or begin a comment. */
static bool is_expression(const char *text)
{
    char open[64];
    size_t depth = 0;

    if (strstr(text, "//") || strstr(text, "/*"))
        return false;
    for (; *text; ++text) {
        if (*text < ' ' || *text > '~' || strchr(";\"\\`$@#", *text))
            return false;
        if (strchr("([{", *text)) {
            if (depth == sizeof open)
                return false;
            open[depth++] = *text == '(' ? ')' : *text == '[' ? ']' : '}';
        } else if (strchr(")]}", *text) && (depth == 0 || open[--depth] != *text)) {
            return false;
        }
    }
    return depth == 0;
}

bool assay_describe_verilog(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                            char **to)
{
    const char *text = assay_yaml_word(r->y, n, key);

    if (!text)
        return false;
    if (!is_expression(text))
        return assay_yaml_bad(r->y, n, "%s '%.100s': expected a pin, or an expression of pins", key,
                              text);
    return assay_describe_keep(r, text, to);
}

bool assay_describe_words(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                          struct assay_describe_words *to)
{
    const bool list = n->type == YAML_SEQUENCE_NODE;
    const size_t count =
        list ? (size_t)(n->data.sequence.items.top - n->data.sequence.items.start) : 1;
    char label[96];

    if (count == 0)
        return assay_yaml_bad(r->y, n, "%s is an empty list: expected a word or more", key);
    snprintf(label, sizeof label, "%s%.80s", list ? "an item of " : "", key);
    to->line = assay_yaml_line(n);
    to->at = calloc(count, sizeof *to->at);
    if (!to->at)
        return assay_yaml_no_memory(r->y);
    while (to->n < count) {
        const yaml_node_t *item =
            list ? assay_yaml_node(r->y, n->data.sequence.items.start[to->n]) : n;

        ++to->n;
        if (!assay_describe_word(r, item, label, &to->at[to->n - 1]))
            return false;
    }
    return true;
}

bool assay_describe_choice(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                           const char *const *words, int *to)
{
    const char *text = assay_yaml_word(r->y, n, key);
    char why[300];

    if (!text)
        return false;
    *to = assay_word_find(words, text);
    if (*to >= 0)
        return true;
    assay_unknown_word(why, sizeof why, key, text, words);
    return assay_yaml_bad(r->y, n, "%s", why);
}

bool assay_describe_bool(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                         bool *to)
{
    static const char *const words[] = {"false", "true", NULL};
    int choice;

    if (!assay_describe_choice(r, n, key, words, &choice))
        return false;
    *to = choice != 0;
    return true;
}

bool assay_describe_unsigned(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                             uint32_t least, uint32_t most, uint32_t *to)
{
    uint64_t value;

    if (!assay_yaml_number(r->y, n, key, least, most, &value))
        return false;
    *to = (uint32_t)value;
    return true;
}

static const char *param_at(const void *arg, size_t i)
{
    const struct assay_description *d = arg;

    return i < d->n_params ? d->param[i].name : NULL;
}

bool assay_describe_bits(struct assay_describe_reader *r, const yaml_node_t *n,
                         struct assay_describe_width *to)
{
    const char *text = assay_yaml_word(r->y, n, "a width");
    char why[600];

    if (!text)
        return false;
    to->line = assay_yaml_line(n);
    to->bits = assay_expression_read(text, param_at, r->d, why, sizeof why);
    return to->bits || assay_yaml_bad(r->y, n, "width %s", why);
}

bool assay_describe_max(struct assay_describe_reader *r, const yaml_node_t *n,
                        struct assay_describe_width *to)
{
    return assay_describe_unsigned(r, n, "max", 1, ASSAY_DESCRIBE_BITS, &to->max);
}
