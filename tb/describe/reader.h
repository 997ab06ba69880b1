/* reader.h - reading block.yaml, for the sources that do it. What returns bool or a pointer returns false or
 * NULL after a message. */
#ifndef ASSAY_DESCRIBE_READER_H
#define ASSAY_DESCRIBE_READER_H

#include "base/yaml.h"
#include "describe/describe.h"

struct assay_describe_reader {
    struct assay_yaml *y;
    struct assay_description *d;
};

/* Keys of a map, in any order and each at most once; a list of them ends with a NULL name. `to` is what
 * the values belong to. */
struct assay_describe_key {
    const char *name;
    bool (*read)(struct assay_describe_reader *r, const yaml_node_t *value, void *to);
};
bool assay_describe_map(struct assay_describe_reader *r, const yaml_node_t *map, const char *what,
                        const struct assay_describe_key *keys, void *to);

/*
 * A map from names to things: each name is an identifier and occurs once. Makes an array of as many
 * things of `size` bytes, whose first member is their name, and sets *n to how many of them were begun, so
 * that a free after an error finds them. `most`: how many there may be.
 */
typedef bool assay_describe_thing(struct assay_describe_reader *r, const yaml_node_t *name,
                                  const yaml_node_t *value, void *thing);
bool assay_describe_named(struct assay_describe_reader *r, const yaml_node_t *map, const char *what,
                          size_t size, size_t most, void **array, size_t *n,
                          assay_describe_thing *read);

/* A copy of a text in *to, which is freed before. */
bool assay_describe_keep(struct assay_describe_reader *r, const char *text, char **to);
__attribute__((format(printf, 3, 4))) bool assay_describe_print(struct assay_describe_reader *r,
                                                                char **to, const char *format, ...);

/* A name as C has it: with an underscore behind a keyword. */
bool assay_describe_c_name(struct assay_describe_reader *r, const char *name, char **to);

/* Values. `key` is whose value it is. */
bool assay_describe_word(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                         char **to);
bool assay_describe_identifier(struct assay_describe_reader *r, const yaml_node_t *n,
                               const char *key, char **to);
/* A pin, or an expression in Verilog of pins. */
bool assay_describe_verilog(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                            char **to);
/* A word, or a list of one or more. */
bool assay_describe_words(struct assay_describe_reader *r, const yaml_node_t *n, const char *key,
                          struct assay_describe_words *to);
/* Names of the values of a field or pin, from 0 on. */
bool assay_describe_values(struct assay_describe_reader *r, const yaml_node_t *n,
                           struct assay_describe_words *to);
/* One of a list that ends with NULL, as its index. */
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

/* Keys of the file. */
bool assay_describe_streams(struct assay_describe_reader *r, const yaml_node_t *n, void *to);
bool assay_describe_pins(struct assay_describe_reader *r, const yaml_node_t *n, void *to);

/* After the last key: the ports, and that everything fits together. */
bool assay_describe_complete(struct assay_describe_reader *r);

#endif
