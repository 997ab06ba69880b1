/*
 * model_block.h - a block without its testbench: parameters, pins and the golden model.
 *
 * assay-generate writes one struct assay_model_block for each block, from its block.yaml. The
 * object interface (assay_model.h) uses it, and so does the testbench, whose struct assay_block
 * points to it. The structs of the pins are in the block's own header, <block>_pins.h.
 */
#ifndef ASSAY_MODEL_BLOCK_H
#define ASSAY_MODEL_BLOCK_H

#include <stdbool.h>

#include "api/assay_model.h"

/* Limits of a block; code that creates one at run time checks them. Each stream has a bit in a
 * mask of 64. */
enum {
    ASSAY_MAX_PARAMS = 64,
    ASSAY_MAX_STREAMS = 64,
    ASSAY_MAX_PORTS = 1024,
    ASSAY_VALUE_WORDS = 256, /* of a pin's value, least significant first */
    /*
     * Bytes for the parameters as text, "lanes=8,depth=4", and for the block's name followed by
     * them.
     */
    ASSAY_PARAMS_TEXT = 2048,
    ASSAY_BLOCK_TEXT = ASSAY_PARAMS_TEXT + 128
};

/*
 * Values in the order of the block's parameters; struct <block>_params is the same array with named
 * members.
 */
struct assay_params {
    uint32_t v[ASSAY_MAX_PARAMS];
};

struct assay_param_set {
    const char *name; /* smallest, default, largest, or the block's own */
    struct assay_params params;
};

enum assay_dir {
    ASSAY_IN = ASSAY_MODEL_IN,
    ASSAY_OUT = ASSAY_MODEL_OUT
}; /* as the block sees it */

enum assay_role {
    ASSAY_PLAIN = ASSAY_MODEL_PLAIN,
    ASSAY_VALID = ASSAY_MODEL_VALID,
    ASSAY_READY = ASSAY_MODEL_READY,
    ASSAY_PAYLOAD = ASSAY_MODEL_PAYLOAD
};

struct assay_port {
    const char *name; /* the pin: cmd_valid */
    enum assay_dir dir;
    enum assay_role role;
    int stream;      /* index in the block's streams; -1 for a plain pin */
    uint32_t offset; /* in struct <block>_inputs or struct <block>_outputs */
    uint32_t size;   /* bytes there: 1, 2, 4, 8, or a multiple of 4 */
};

/* A sink receives transfers, a source sends them. The offsets of valid and payload are in the
 * struct of the side that drives them: `in` for a sink, `out` for a source; ready is in the
 * other. */
struct assay_stream {
    const char *name;
    bool sink;
    uint32_t valid, ready, payload, payload_size;
};

/* The handshake of a stream in a cycle: 2 * valid + ready. */
enum { ASSAY_HANDSHAKES = 4 };

struct assay_model_block {
    const char *name;
    const char *top;     /* RTL module */
    const char *summary; /* one line */

    const struct assay_model_param *params;
    size_t n_params;
    const struct assay_param_set *sets;
    size_t n_sets;
    /* NULL if the values are legal, else a message. */
    const char *(*check_params)(const struct assay_params *p);

    const struct assay_port *ports; /* rst first; clk is not among them */
    size_t n_ports;
    /* For each port the names of its values, from 0 upwards and ended by NULL; NULL for a port
     * without names. NULL instead of the table: no port has any. */
    const char *const *const *values;
    /* For each port the part of the block to which it belongs, for reports; NULL for a port
     * without one. NULL instead of the table: no port has any. */
    const char *const *parts;
    const struct assay_stream *streams;
    size_t n_streams;
    /* Sets the widths in bits of all ports, in order. */
    void (*widths)(const struct assay_params *p, unsigned *width);

    size_t state_size, in_size, out_size;
    void (*init)(void *state, const struct assay_params *p);
    void (*step)(void *state, const void *in, void *out);

    /* Steps `n` cycles, with one array each of inputs, outputs and transfers: bit i of
     * `transfers` is stream i's. Nothing transfers in reset. */
    void (*steps)(void *state, const void *in, void *out, uint64_t *transfers, size_t n);
    /* The transfers of one cycle, of the model or of any other side, in the same encoding. */
    uint64_t (*transfers)(const void *in, const void *out);
    /* Number of leading cycles, at most `n`, in which every output is equal under the care mask:
     * payload counts only while the expected valid is high, and nothing counts while rst is
     * high. */
    size_t (*agree)(const void *in, const void *expected, const void *actual, size_t n);
    /*
     * Counts the handshakes of `n` cycles, except those in reset: ASSAY_HANDSHAKES counters per
     * stream.
     */
    void (*handshakes)(const void *in, const void *out, uint64_t *count, size_t n);
};

/* All blocks, NULL-terminated. The build writes this table, and one source file for each block. */
extern const struct assay_model_block *const assay_model_table[];

#endif
