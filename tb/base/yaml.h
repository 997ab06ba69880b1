/*
 * yaml.h - what a reader of a YAML file needs: words, numbers, and messages with file and line.
 *
 * libyaml gives nodes; a reader walks them. What returns bool or a pointer returns false or NULL after
 * a message in `why`, so that a reader passes it on with `return`.
 */
#ifndef ASSAY_YAML_H
#define ASSAY_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <yaml.h>

#include "base/error.h"

struct assay_yaml {
    const char *path; /* of the file, for messages */
    yaml_document_t *doc;
    bool environment; /* the reason it went wrong is not the file */
    char *why;
    size_t why_size;
};

/* Reads what a file holds; `root` is NULL if that is nothing. */
typedef bool assay_yaml_root(struct assay_yaml *r, const yaml_node_t *root, void *arg);

/*
 * Read a file of one document, for example "a regression list"; or a text, for messages about `path`.
 * ASSAY_BAD_INPUT or ASSAY_ENVIRONMENT with a message in `why`.
 */
enum assay_error assay_yaml_read(const char *path, const char *what, assay_yaml_root *read,
                                 void *arg, char *why, size_t why_size);
enum assay_error assay_yaml_text(const char *path, const char *text, size_t size,
                                 assay_yaml_root *read, void *arg, char *why, size_t why_size);

/* Lines count from 1. */
unsigned long assay_yaml_line(const yaml_node_t *n);

/* "PATH:LINE: what is wrong" in `why`. */
__attribute__((format(printf, 3, 4))) void assay_yaml_say(struct assay_yaml *r, unsigned long line,
                                                          const char *format, ...);

/* The same, as the false that a reader returns: of a line, of a node. */
#define assay_yaml_bad_line(r, line, ...) (assay_yaml_say(r, line, __VA_ARGS__), false)
#define assay_yaml_bad(r, node, ...) assay_yaml_bad_line(r, assay_yaml_line(node), __VA_ARGS__)

/* Always false. */
bool assay_yaml_no_memory(struct assay_yaml *r);

const yaml_node_t *assay_yaml_node(const struct assay_yaml *r, int index);

/* "a map", "a list", "a word", "nothing" */
const char *assay_yaml_kind(const yaml_node_t *n);

/* The text of a scalar that is not empty. `key` is whose value it is. */
const char *assay_yaml_word(struct assay_yaml *r, const yaml_node_t *n, const char *key);

/* A plain number from `least` to `most`. */
bool assay_yaml_number(struct assay_yaml *r, const yaml_node_t *n, const char *key, uint64_t least,
                       uint64_t most, uint64_t *value);

#endif
