/* reader.h - for the sources that read block.yaml. Functions that return bool or a pointer return
 * false or NULL after they have written a message. */
#ifndef ASSAY_DESCRIBE_READER_H
#define ASSAY_DESCRIBE_READER_H

#include "base/yaml.h"
#include "describe/describe.h"

struct assay_describe_reader {
    struct assay_yaml *y;
    struct assay_description *d;
};

/* The keys of a map, which may come in any order, each at most once; the list ends with a NULL
 * name. `to` is the object to which the values belong. */
struct assay_describe_key {
    const char *name;
    bool (*read)(struct assay_describe_reader *r, const yaml_node_t *value, void *to);
};
bool assay_describe_map(struct assay_describe_reader *r, const yaml_node_t *map, const char *what,
                        const struct assay_describe_key *keys, void *to);

/*
 * Reads a map from names to things; each name is an identifier and unique. Allocates an array with
 * one thing of `size` bytes for each entry; its first member is its name. *n counts the things that
 * were begun, so that they can be freed after an error. `most` limits their number.
 */
typedef bool assay_describe_thing(struct assay_describe_reader *r, const yaml_node_t *name,
                                  const yaml_node_t *value, void *thing);
bool assay_describe_named(struct assay_describe_reader *r, const yaml_node_t *map, const char *what,
                          size_t size, size_t most, void **array, size_t *n,
                          assay_describe_thing *read);

/* Copies a text to *to; the old value is freed. */
bool assay_describe_keep(struct assay_describe_reader *r, const char *text, char **to);
__attribute__((format(printf, 3, 4))) bool assay_describe_print(struct assay_describe_reader *r,
                                                                char **to, const char *format, ...);

/* A name in C: a keyword gets a trailing underscore. */
bool assay_describe_c_name(struct assay_describe_reader *r, const char *name, char **to);

/* Read values. `key` names the value in messages. */
bool assay_describe_word(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                         char **to);
bool assay_describe_identifier(struct assay_describe_reader *r, const yaml_node_t *n,
                               const char *key, char **to);
/* A pin, or a Verilog expression of pins. */
bool assay_describe_verilog(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                            char **to);
/* A word, or a list of at least one word. */
bool assay_describe_words(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                          struct assay_describe_words *to);
/* Names of the values of a field or pin, from 0 on. */
bool assay_describe_values(struct assay_describe_reader *r, const yaml_node_t *n,
                           struct assay_describe_words *to);
/* One of a NULL-terminated list, as its index. */
bool assay_describe_choice(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                           const char *const *words, int *to);
bool assay_describe_bool(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                         bool *to);
bool assay_describe_unsigned(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                             uint32_t least, uint32_t most, uint32_t *to);
bool assay_describe_bits(struct assay_describe_reader *r, const yaml_node_t *n,
                         struct assay_describe_width *to);
bool assay_describe_max(struct assay_describe_reader *r, const yaml_node_t *n,
                        struct assay_describe_width *to);

/* Read keys of the file. */
bool assay_describe_streams(struct assay_describe_reader *r, const yaml_node_t *n, void *to);
bool assay_describe_pins(struct assay_describe_reader *r, const yaml_node_t *n, void *to);

/* Call this after the last key: makes the ports, and checks that everything is consistent. */
bool assay_describe_complete(struct assay_describe_reader *r);

#endif
