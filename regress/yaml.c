/*
 * yaml.c - what a reader of a YAML file needs: words, numbers, and messages with file and line.
 */
#include "regress/yaml.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

void assay_yaml_say(struct assay_yaml *r, unsigned long line, const char *format, ...)
{
    va_list args;
    int used = snprintf(r->why, r->why_size, "%s:%lu: ", r->path, line);

    if (used > 0 && (size_t)used < r->why_size) {
        va_start(args, format);
        vsnprintf(r->why + used, r->why_size - (size_t)used, format, args);
        va_end(args);
    }
}

unsigned long assay_yaml_line(const yaml_node_t *n)
{
    return (unsigned long)n->start_mark.line + 1;
}

bool assay_yaml_no_memory(struct assay_yaml *r)
{
    snprintf(r->why, r->why_size, "out of memory");
    r->no_memory = true;
    return false;
}

const yaml_node_t *assay_yaml_node(const struct assay_yaml *r, int index)
{
    return yaml_document_get_node(r->doc, index);
}

const char *assay_yaml_kind(const yaml_node_t *n)
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

const char *assay_yaml_word(struct assay_yaml *r, const yaml_node_t *n, const char *key)
{
    const char *text = (const char *)n->data.scalar.value;

    if (n->type != YAML_SCALAR_NODE || n->data.scalar.length == 0 ||
        strlen(text) != n->data.scalar.length) {
        assay_yaml_say(r, assay_yaml_line(n), "%s is %s: expected a word", key, assay_yaml_kind(n));
        return NULL;
    }
    return text;
}

bool assay_yaml_number(struct assay_yaml *r, const yaml_node_t *n, const char *key, uint64_t least,
                       uint64_t most, uint64_t *value)
{
    const char *text;

    if (n->type != YAML_SCALAR_NODE)
        return assay_yaml_bad(r, n, "%s is %s: expected a number", key, assay_yaml_kind(n));
    text = (const char *)n->data.scalar.value;
    if (n->data.scalar.style != YAML_PLAIN_SCALAR_STYLE || !assay_parse_number(text, value) ||
        *value < least || *value > most)
        return assay_yaml_bad(r, n, "%s '%s': expected a number from %llu to %llu", key, text,
                              (unsigned long long)least, (unsigned long long)most);
    return true;
}
