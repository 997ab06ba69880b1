/*
 * describe.h - a block as described by its block.yaml (README.md explains each key).
 *
 *     struct assay_description *d;
 *
 *     if (!assay_describe_read("fifo/block.yaml", &d, why, sizeof why)) ...
 *     for (size_t i = 0; i < d->n_ports; ++i)
 *         ... d->port[i] ...
 *     assay_describe_free(d);
 *
 * A description that was read is sound: names are identifiers and unique, expressions use the
 * block's parameters, fields and pins belong to their streams, and every width that is given is
 * from 1 to its `max` at each parameter set. Lines count from 1 and are for messages.
 */
#ifndef ASSAY_DESCRIBE_H
#define ASSAY_DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "describe/expression.h"

/* Limits of a block. Streams have one bit each in a mask. */
enum {
    ASSAY_DESCRIBE_PARAMS = 64,
    ASSAY_DESCRIBE_STREAMS = 64,
    ASSAY_DESCRIBE_PORTS = 1024,
    ASSAY_DESCRIBE_BITS = 8192 /* of a pin */
};

/* A list of words. */
struct assay_describe_words {
    char **at;
    size_t n;
    unsigned long line;
};

/* `name` is the name in block.yaml, which is also used on command lines, in reports and for
 * canonical pins; `c_name` is the name in C, where a keyword gets a trailing underscore. */
struct assay_describe_param {
    char *name, *c_name;
    char *verilog;
    char *meaning; /* "" if not given */
    uint32_t default_value;
    unsigned long line;
};

struct assay_describe_set {
    char *name;
    uint32_t *value; /* one for each parameter */
    unsigned long line;
};

struct assay_describe_reset {
    char *pin; /* NULL: no reset */
    bool low, async;
    uint32_t cycles; /* length, at the start and later; 0: not given */
    unsigned long line;
};

/* A width in bits. */
struct assay_describe_width {
    struct assay_expression *bits; /* NULL: not given, to be read from the RTL */
    uint32_t *of_set; /* the width at each parameter set, in their order; NULL until it is known */
    uint32_t max;     /* at all legal parameters: what the C type must hold; 0: not known yet */
    unsigned long line;
};

enum assay_describe_kind {
    ASSAY_DESCRIBE_READY_VALID,
    ASSAY_DESCRIBE_VALID_ONLY,
    ASSAY_DESCRIBE_ALWAYS,
    ASSAY_DESCRIBE_PULL,
    ASSAY_DESCRIBE_ADAPTER
};

enum assay_describe_offer {
    ASSAY_DESCRIBE_HELD,      /* valid is high until the transfer */
    ASSAY_DESCRIBE_WHEN_READY /* valid is high only while ready is */
};

struct assay_describe_field {
    char *name, *c_name;
    char *pin; /* pin of the RTL, or a Verilog expression; NULL: only for `drives` */
    bool pinless;
    struct assay_describe_words values; /* names of its values, from 0 on; empty: a number */
    struct assay_describe_width width;
    unsigned long line;
};

/* A pin of the RTL that is driven by a Verilog expression of its stream's `valid`, `ready` and
 * field names. */
struct assay_describe_driven {
    char *pin;
    char *expression;
    unsigned long line;
};

struct assay_describe_stream {
    char *name, *c_name;
    bool sink, direction_given;
    enum assay_describe_kind kind;
    /* Pins of the RTL, or Verilog expressions of them; NULL if the kind has no such
     * pin. For `pull`, `valid` says that there is data (!empty), and `ready` is the pin
     * that takes it (rd_en). */
    char *valid, *ready;
    bool valid_given, ready_given; /* in the file; else <stream>_valid and <stream>_ready */
    struct assay_describe_field *field;
    size_t n_fields;
    struct assay_describe_driven *driven; /* `drives` of a sink */
    size_t n_driven;

    char *match_name;       /* field that identifies a response; NULL: responses come in order */
    int match;              /* index of that field; -1: none */
    uint64_t timeout;       /* 0: the block's timeout */
    bool unused;            /* a run passes even if nothing was compared on it */
    bool valid_waits_never; /* `valid_waits: never` */
    enum assay_describe_offer offer;
    bool hold_until_response; /* `hold: until_response` */
    uint32_t outstanding;     /* 0: no limit */
    char *group;              /* NULL: none */
    uint32_t group_index;     /* from 1 on, equal for equal names; 0: none */
    char *join;               /* of sinks whose transfers reach the model together; NULL: none */
    uint32_t join_index;      /* like group_index */
    uint32_t after;           /* kind always, source: enabled cycles before valid */
    uint32_t delay;           /* kind pull: 0 or 1 */
    bool after_given, delay_given;
    unsigned long line;
};

enum assay_describe_drive {
    ASSAY_DESCRIBE_PER_CYCLE,
    ASSAY_DESCRIBE_PER_RUN,
    ASSAY_DESCRIBE_CONSTANT
};

/* A pin outside streams. */
struct assay_describe_pin {
    char *name, *c_name;
    char *pin; /* of the RTL; for an output, it may be an expression */
    bool input, direction_given;
    struct assay_describe_width width;
    struct assay_describe_words values; /* as for a field */
    char *part;                         /* part of the block that has it; NULL: not given */
    enum assay_describe_drive drive;    /* of an input */
    bool has_range, drive_given, value_given;
    uint64_t low, high; /* range of an input; for a constant, both are its value */
    char *when;         /* output at level transfers: compared in the cycles in which this is true;
                 * NULL: not compared */
    size_t when_pin;    /* index in pin[] of the condition of an output with `when` */
    bool condition;     /* one-bit output <name>_when, made for the `when` of another output */
    unsigned long line;
};

enum assay_describe_level { ASSAY_DESCRIBE_CYCLE, ASSAY_DESCRIBE_TRANSFERS, ASSAY_DESCRIBE_NONE };

enum assay_describe_role {
    ASSAY_DESCRIBE_VALID,
    ASSAY_DESCRIBE_READY,
    ASSAY_DESCRIBE_PAYLOAD,
    ASSAY_DESCRIBE_PLAIN
};

/* The canonical pins, in the order in which the engine and the object interface number them: rst;
 * valid, ready and the fields of each stream; the pins outside streams. */
struct assay_describe_port {
    char *name;  /* such as op_a */
    char *place; /* member of struct <block>_inputs or struct <block>_outputs: op.a */
    bool input;
    enum assay_describe_role role;
    int stream;                                /* -1: a pin outside streams */
    const char *pin;                           /* of the RTL; NULL: the RTL does not have it */
    struct assay_describe_width *width;        /* NULL: 1 bit */
    const struct assay_describe_words *values; /* NULL: a number */
    const char *part;                          /* NULL: not given */
    unsigned long line;
};

struct assay_description {
    char *path;          /* of block.yaml */
    char *folder;        /* of block.yaml; relative paths in it start here */
    char *name, *c_name; /* the folder's name, unless the file gives one */

    char *top;                       /* the RTL's top module; defaults to the block's name */
    char *summary;                   /* "" if not given */
    struct assay_describe_words rtl; /* one file list, or sources, as written; empty
                                      * for built-in blocks */

    struct assay_describe_param *param;
    size_t n_params;
    struct assay_describe_set *set; /* includes `default` */
    size_t n_sets;

    struct assay_describe_words clocks; /* names of pins; default: "clk" */
    struct assay_describe_reset reset;
    enum assay_describe_level level;
    uint64_t timeout; /* cycles; 0: not given */
    unsigned long timeout_line;

    struct assay_describe_stream *stream;
    size_t n_streams;
    struct assay_describe_pin *pin;
    size_t n_pins;

    struct assay_describe_words sources, include, flags; /* of the model, as written in the file */
    unsigned long model_line;                            /* 0: there is no `model:` */

    struct assay_describe_port *port;
    size_t n_ports;
};

/*
 * Reads a block.yaml. ASSAY_BAD_INPUT with "FILE:LINE: what is wrong: what was expected" in `why`,
 * or ASSAY_ENVIRONMENT if out of memory; *d is NULL then. The caller frees *d with
 * assay_describe_free.
 */
enum assay_error assay_describe_read(const char *path, struct assay_description **d, char *why,
                                     size_t why_size);

/* The same for a text; `path` is only used for messages and names, and need not exist. */
enum assay_error assay_describe_text(const char *path, const char *text, size_t size,
                                     struct assay_description **d, char *why, size_t why_size);

void assay_describe_free(struct assay_description *d);

/* "cycle", "transfers", "none". */
const char *assay_describe_level_name(enum assay_describe_level level);

/* Index of the set or port with this name; -1 if there is none. */
int assay_describe_find_set(const struct assay_description *d, const char *name);
int assay_describe_find_port(const struct assay_description *d, const char *name);

/* The first port, from port `from` on, whose width is not given and not yet known;
 * n_ports if there is none. */
size_t assay_describe_left_out(const struct assay_description *d, size_t from);

/* Fills in a width that was not given: `bits` has one for each parameter set. Its `max`
 * becomes the largest of them, unless the file gives one. False with a message that begins
 * with the file and line. */
bool assay_describe_fill(struct assay_description *d, size_t port, const uint32_t *bits, char *why,
                         size_t why_size);

/* Computes the widths of all ports, in their order, for the parameters' values. False with a
 * message. A width that was not given is known only at the parameter sets. */
bool assay_describe_widths(const struct assay_description *d, const uint32_t *value,
                           uint32_t *width, char *why, size_t why_size);

/*
 * Writers of C. Each appends to a text. All widths must be known. For a built-in block:
 *
 *   pins      <block>_pins.h: the typed structs
 *   tables    <block>_model.c: its struct assay_model_block
 *   block     <block>_block.h: what its struct assay_block needs
 *   systemc   <block>_systemc.h: its modules
 *
 * For a user's block:
 *
 *   header    <block>_model.h: the structs, the functions that the model defines and may call,
 *             ASSAY_MODEL
 *   source    <block>_block.c: its struct assay_block and assay_block_descriptor()
 */
void assay_describe_write_pins(const struct assay_description *d, struct assay_text *t);
void assay_describe_write_tables(const struct assay_description *d, struct assay_text *t);
void assay_describe_write_block(const struct assay_description *d, struct assay_text *t);
void assay_describe_write_systemc(const struct assay_description *d, struct assay_text *t);
void assay_describe_write_header(const struct assay_description *d, struct assay_text *t);
void assay_describe_write_source(const struct assay_description *d, struct assay_text *t);

/* Writes the files of a built-in block (tree_files) or of a user's block into an existing folder.
 * False with a message. */
bool assay_describe_write_tree_files(const struct assay_description *d, const char *folder,
                                     char *why, size_t why_size);
bool assay_describe_write_files(const struct assay_description *d, const char *folder, char *why,
                                size_t why_size);

/* Whether a name is an identifier in C; whether it is reserved in C or C++. */
bool assay_describe_is_identifier(const char *name);
bool assay_describe_is_keyword(const char *name);
/* Whether no stream may have this name, because the generated code has a struct <block>_<name>. */
bool assay_describe_is_taken(const char *name);

#endif
