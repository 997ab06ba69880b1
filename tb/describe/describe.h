/*
 * describe.h - a block as its block.yaml describes it (README.md has the keys, one by one).
 *
 *     struct assay_description *d;
 *
 *     if (!assay_describe_read("fifo/block.yaml", &d, why, sizeof why)) ...
 *     for (size_t i = 0; i < d->n_ports; ++i)
 *         ... d->port[i] ...
 *     assay_describe_free(d);
 *
 * A description that was read is sound: names are identifiers and occur once, expressions are in the
 * parameters of the block, fields and pins belong to their streams, and every width that is not left out
 * is from 1 to its `max` at each parameter set. Lines count from 1 and are for messages.
 */
#ifndef ASSAY_DESCRIBE_H
#define ASSAY_DESCRIBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "describe/expression.h"

/* The most that there may be of a block. Streams have a bit each in a mask. */
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

/* A name in block.yaml, which is also that on command lines, in reports and of canonical pins; and in C,
 * where a keyword gets a trailing underscore. */
struct assay_describe_param {
    char *name, *c_name;
    char *verilog;
    char *meaning; /* "" if none is given */
    uint32_t default_value;
    unsigned long line;
};

struct assay_describe_set {
    char *name;
    uint32_t *value; /* of each parameter */
    unsigned long line;
};

struct assay_describe_reset {
    char *pin; /* NULL: none */
    bool low, async;
    uint32_t cycles; /* at the start and at each later reset; 0: not said */
    unsigned long line;
};

/* A width in bits. */
struct assay_describe_width {
    struct assay_expression *bits; /* NULL: left out, and read from the RTL */
    uint32_t *of_set; /* once known: of each parameter set, in their order; NULL while left out */
    uint32_t max;     /* at any legal parameters: what the C type has to hold; 0: not known yet */
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
    ASSAY_DESCRIBE_WHEN_READY /* valid is high only in a cycle in which ready is */
};

struct assay_describe_field {
    char *name, *c_name;
    char *pin; /* of the RTL, or a Verilog expression; NULL: it is for `drives` alone */
    bool pinless;
    struct assay_describe_words values; /* names of its values, from 0 on; none: it is a number */
    struct assay_describe_width width;
    unsigned long line;
};

/* A pin of the RTL that is driven with a Verilog expression of its stream: of `valid`, `ready` and the
 * names of fields. */
struct assay_describe_driven {
    char *pin;
    char *expression;
    unsigned long line;
};

struct assay_describe_stream {
    char *name, *c_name;
    bool sink, direction_given;
    enum assay_describe_kind kind;
    /* Pins of the RTL or Verilog expressions of them. A kind without one has NULL. For `pull`, `valid` is
     * what says that there is something (!empty), and `ready` the pin that takes it (rd_en). */
    char *valid, *ready;
    bool valid_given,
        ready_given; /* in the file; else they are <stream>_valid and <stream>_ready */
    struct assay_describe_field *field;
    size_t n_fields;
    struct assay_describe_driven *driven; /* `drives` of a sink */
    size_t n_driven;

    char *match_name; /* the field by which responses are told apart; NULL: they come in order */
    int match;        /* its index; -1: none */
    uint64_t timeout; /* 0: the block's */
    bool unused;      /* nothing need be compared on it */
    bool valid_waits_never; /* `valid_waits: never` */
    enum assay_describe_offer offer;
    bool hold_until_response; /* `hold: until_response` */
    uint32_t outstanding;     /* 0: any */
    char *group;              /* NULL: none */
    uint32_t group_index;     /* from 1 on, the same for equal names; 0: none */
    char *join;               /* of sinks that the model gets together; NULL: none */
    uint32_t join_index;      /* likewise */
    uint32_t after;           /* kind always, source: enabled cycles */
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
    char *pin; /* of the RTL, or an expression for an output */
    bool input, direction_given;
    struct assay_describe_width width;
    struct assay_describe_words values; /* as of a field */
    enum assay_describe_drive drive;    /* of an input */
    bool has_range, drive_given, value_given;
    uint64_t low, high; /* range of an input; of a constant both are its value */
    char *when; /* of an output at level transfers: compared in the cycles in which this is true;
                 * NULL: not compared there */
    size_t when_pin; /* of an output with `when`: the pin below that says it */
    bool condition;  /* an output made for `when` of another one: <name>_when, of one bit */
    unsigned long line;
};

enum assay_describe_level { ASSAY_DESCRIBE_CYCLE, ASSAY_DESCRIBE_TRANSFERS, ASSAY_DESCRIBE_NONE };

enum assay_describe_role {
    ASSAY_DESCRIBE_VALID,
    ASSAY_DESCRIBE_READY,
    ASSAY_DESCRIBE_PAYLOAD,
    ASSAY_DESCRIBE_PLAIN
};

/* The canonical pins, in the order in which the engine and the object interface number them: rst; for
 * each stream valid, ready and its fields; the plain pins. */
struct assay_describe_port {
    char *name;  /* op_a */
    char *place; /* member of struct <block>_inputs or struct <block>_outputs: op.a */
    bool input;
    enum assay_describe_role role;
    int stream;                                /* -1: a plain pin */
    const char *pin;                           /* of the RTL; NULL: none has it */
    struct assay_describe_width *width;        /* NULL: 1 bit */
    const struct assay_describe_words *values; /* NULL: it is a number */
    unsigned long line;
};

struct assay_description {
    char *path;          /* of block.yaml */
    char *folder;        /* that it is in; paths in it are relative to that */
    char *name, *c_name; /* of the folder */

    char *top;                       /* the RTL module; the block's name unless it is given */
    char *summary;                   /* "" if none is given */
    struct assay_describe_words rtl; /* one file list or sources, as written; none in the tree */

    struct assay_describe_param *param;
    size_t n_params;
    struct assay_describe_set *set; /* `default` is among them */
    size_t n_sets;

    struct assay_describe_words clocks; /* pins; "clk" unless given */
    struct assay_describe_reset reset;
    enum assay_describe_level level;
    uint64_t timeout; /* cycles; 0: not given */
    unsigned long timeout_line;

    struct assay_describe_stream *stream;
    size_t n_streams;
    struct assay_describe_pin *pin;
    size_t n_pins;

    struct assay_describe_words sources, include, flags; /* of the model, as written */
    unsigned long model_line;                            /* 0: no `model:` */

    struct assay_describe_port *port;
    size_t n_ports;
};

/*
 * Read a block.yaml. ASSAY_BAD_INPUT with "FILE:LINE: what is wrong: what was expected" in `why`, or
 * ASSAY_ENVIRONMENT when memory is out; *d is NULL then.
 */
enum assay_error assay_describe_read(const char *path, struct assay_description **d, char *why,
                                     size_t why_size);

/* The same of a text, for messages about `path`, which need not be there. */
enum assay_error assay_describe_text(const char *path, const char *text, size_t size,
                                     struct assay_description **d, char *why, size_t why_size);

void assay_describe_free(struct assay_description *d);

/* "cycle", "transfers", "none". */
const char *assay_describe_level_name(enum assay_describe_level level);

/* Index of a set or a port by its name; -1: none. */
int assay_describe_find_set(const struct assay_description *d, const char *name);
int assay_describe_find_port(const struct assay_description *d, const char *name);

/* The first port whose width is left out and not yet known, at or after port `from`; n_ports if there is
 * none. */
size_t assay_describe_left_out(const struct assay_description *d, size_t from);

/* Fill in a width that was left out: `bits` has one for each parameter set. Its `max` becomes the largest
 * of them, unless the file has one. False with a message that begins with the file and line. */
bool assay_describe_fill(struct assay_description *d, size_t port, const uint32_t *bits, char *why,
                         size_t why_size);

/* Widths of all ports for the values of the parameters, in their order. False with a message. A width
 * that was left out is known at the parameter sets alone. */
bool assay_describe_widths(const struct assay_description *d, const uint32_t *value,
                           uint32_t *width, char *why, size_t why_size);

/*
 * What is written in C. Each appends to a text. All widths have to be known. For a built-in block:
 *
 *   pins      <block>_pins.h: the typed structs
 *   tables    <block>_model.c: its struct assay_model_block
 *   block     <block>_block.h: what its struct assay_block needs
 *   systemc   <block>_systemc.h: its modules
 *
 * For a user's block:
 *
 *   header    <block>_model.h: the structs, the functions that the model has and may call, ASSAY_MODEL
 *   source    <block>_block.c: its struct assay_block and assay_block_descriptor()
 */
void assay_describe_write_pins(const struct assay_description *d, struct assay_text *t);
void assay_describe_write_tables(const struct assay_description *d, struct assay_text *t);
void assay_describe_write_block(const struct assay_description *d, struct assay_text *t);
void assay_describe_write_systemc(const struct assay_description *d, struct assay_text *t);
void assay_describe_write_header(const struct assay_description *d, struct assay_text *t);
void assay_describe_write_source(const struct assay_description *d, struct assay_text *t);

/* Write the files of a built-in block, or of a user's block, into a folder that is there. False with a
 * message. */
bool assay_describe_write_tree_files(const struct assay_description *d, const char *folder,
                                     char *why, size_t why_size);
bool assay_describe_write_files(const struct assay_description *d, const char *folder, char *why,
                                size_t why_size);

/* Names in C: whether it is an identifier, and whether a keyword of C or C++. */
bool assay_describe_is_identifier(const char *name);
bool assay_describe_is_keyword(const char *name);

#endif
