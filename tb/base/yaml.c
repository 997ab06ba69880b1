/*
 * yaml.c - helpers for reading a YAML file: words, numbers, and messages with file and line.
 */
#include "base/yaml.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/number.h"

void assay_yaml_say(struct assay_yaml *r, unsigned long line, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    assay_line_wrong(r->why, r->why_size, r->path, line, format, args);
    va_end(args);
}

unsigned long assay_yaml_line(const yaml_node_t *n)
{
    return (unsigned long)n->start_mark.line + 1;
}

bool assay_yaml_no_memory(struct assay_yaml *r)
{
    snprintf(r->why, r->why_size, "out of memory");
    r->environment = true;
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

static bool not_yaml(struct assay_yaml *r, const yaml_parser_t *p)
{
    const size_t line = p->error == YAML_READER_ERROR ? p->mark.line : p->problem_mark.line;

    if (p->error == YAML_MEMORY_ERROR)
        return assay_yaml_no_memory(r);
    return assay_yaml_bad_line(r, (unsigned long)line + 1, "%s%s%s: expected YAML",
                               p->problem ? p->problem : "not readable", p->context ? " " : "",
                               p->context ? p->context : "");
}

static bool read_document(struct assay_yaml *r, yaml_parser_t *p, assay_yaml_root *read, void *arg)
{
    yaml_document_t doc;
    bool good, more;

    if (!yaml_parser_load(p, &doc))
        return not_yaml(r, p);
    r->doc = &doc;
    good = read(r, yaml_document_get_root_node(&doc), arg);
    r->doc = NULL;
    yaml_document_delete(&doc);
    if (!good)
        return false;
    if (!yaml_parser_load(p, &doc))
        return not_yaml(r, p);
    more = yaml_document_get_root_node(&doc) != NULL;
    if (more)
        good = assay_yaml_bad_line(r, (unsigned long)doc.start_mark.line + 1,
                                   "a second document: expected one");
    yaml_document_delete(&doc);
    return good;
}

/* Reads from `f` or, if that is NULL, from `text`. */
static enum assay_error read_any(struct assay_yaml *r, FILE *f, const char *text, size_t size,
                                 assay_yaml_root *read, void *arg)
{
    yaml_parser_t parser;
    bool good;

    if (!yaml_parser_initialize(&parser)) {
        snprintf(r->why, r->why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    if (f)
        yaml_parser_set_input_file(&parser, f);
    else
        yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    good = read_document(r, &parser, read, arg);
    yaml_parser_delete(&parser);
    return good ? ASSAY_OK : r->environment ? ASSAY_ENVIRONMENT : ASSAY_BAD_INPUT;
}

enum assay_error assay_yaml_text(const char *path, const char *text, size_t size,
                                 assay_yaml_root *read, void *arg, char *why, size_t why_size)
{
    struct assay_yaml r = {path, NULL, false, why, why_size};

    return read_any(&r, NULL, text, size, read, arg);
}

enum assay_error assay_yaml_read(const char *path, const char *what, assay_yaml_root *read,
                                 void *arg, char *why, size_t why_size)
{
    struct assay_yaml r = {path, NULL, false, why, why_size};
    FILE *f = assay_open_text(path, what, why, why_size);
    enum assay_error e;

    if (!f)
        return ASSAY_BAD_INPUT;
    e = read_any(&r, f, NULL, 0, read, arg);
    fclose(f);
    return e;
}
