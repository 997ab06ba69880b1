/*
 * yaml.h - helpers for reading a YAML file: words, numbers, and messages with file and line.
 *
 * libyaml gives the nodes, and a reader walks them. A function that returns bool or a pointer
 * returns false or NULL after it wrote a message to `why`. A reader passes that on with `return`.
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
    bool environment; /* the error is in the environment, not in the file */
    char *why;
    size_t why_size;
};

/* Reads the content of a file. `root` is NULL if there is none. */
typedef bool assay_yaml_root(struct assay_yaml *r, const yaml_node_t *root, void *arg);

/*
 * Read a file, or a text, that consists of one document. `what` is such as "a regression
 * list". For a text, `path` appears in messages only. ASSAY_BAD_INPUT or ASSAY_ENVIRONMENT
 * with a message in `why`.
 */
enum assay_error assay_yaml_read(const char *path, const char *what, assay_yaml_root *read,
                                 void *arg, char *why, size_t why_size);
enum assay_error assay_yaml_text(const char *path, const char *text, size_t size,
                                 assay_yaml_root *read, void *arg, char *why, size_t why_size);

/* The line of a node, from 1. */
unsigned long assay_yaml_line(const yaml_node_t *n);

/* Write "PATH:LINE: what is wrong" to `why`. */
__attribute__((format(printf, 3, 4))) void assay_yaml_say(struct assay_yaml *r, unsigned long line,
                                                          const char *format, ...);

/* The same for a line or a node; false, for a reader to return. */
#define assay_yaml_bad_line(r, line, ...) (assay_yaml_say(r, line, __VA_ARGS__), false)
#define assay_yaml_bad(r, node, ...) assay_yaml_bad_line(r, assay_yaml_line(node), __VA_ARGS__)

/* Reports that there is no memory. Always false. */
bool assay_yaml_no_memory(struct assay_yaml *r);

const yaml_node_t *assay_yaml_node(const struct assay_yaml *r, int index);

/* The kind of a node: "a map", "a list", "a word" or "nothing". */
const char *assay_yaml_kind(const yaml_node_t *n);

/* The text of a scalar, which must not be empty. `key` is the key whose value it is. */
const char *assay_yaml_word(struct assay_yaml *r, const yaml_node_t *n, const char *key);

/* Get an unquoted number from `least` to `most`. */
bool assay_yaml_number(struct assay_yaml *r, const yaml_node_t *n, const char *key, uint64_t least,
                       uint64_t most, uint64_t *value);

#endif
