/*
 * assay_model.h - a golden model as an object: any block, by name, with checked arguments.
 *
 *     struct assay_model *m;
 *     char why[256];
 *     int valid, code, value;
 *
 *     if (assay_model_create("fp", "div=1", &m, why, sizeof why) != ASSAY_MODEL_OK)
 *         ... why says what is wrong ...
 *     assay_model_port_index(m, "op_valid", &valid);
 *     assay_model_set_u64(m, valid, 1);
 *     ...
 *     assay_model_step(m);                    one clock cycle
 *     assay_model_get_u64(m, value, &result); what the block drove during it
 *     assay_model_free(m);
 *
 * Cycle. A cycle ends with a rising clock edge. The caller sets the inputs, the outputs follow from
 * them and from the state, and the edge advances the state. assay_model_step does the last two;
 * assay_model_eval computes only the outputs, for environments in which other inputs depend on the
 * outputs of the same cycle. The pins, their meaning and their timing are those of the block's
 * README.md and of model/<block>/block.yaml. There is no clk; rst, active high and synchronous, is
 * a pin like the others. Inputs keep their values until they are set again, and start at 0.
 *
 * Values. A pin of `width` bits is an array of 32-bit words, word 0 least significant, with
 * assay_model_words(width) words. Non-zero bits at or above the width are rejected by set; they are
 * 0 in get.
 *
 * Errors. Every function that can fail returns an enum assay_model_status. A call that fails
 * changes neither the object nor the data that its arguments point to, except `why`. NULL is
 * rejected unless a function's comment allows it. Freed or invalid objects are not detected.
 *
 * Threads. There are no globals: different threads may use different objects at the same time.
 *
 * All names begin with assay_model_ or ASSAY_MODEL_, for programs that link several versions.
 */
#ifndef ASSAY_MODEL_H
#define ASSAY_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "assay_export.h"

#ifdef __cplusplus
extern "C" {
#endif

enum assay_model_status {
    ASSAY_MODEL_OK = 0,
    ASSAY_MODEL_NULL,       /* a required pointer is NULL */
    ASSAY_MODEL_NO_BLOCK,   /* no block of this name or number */
    ASSAY_MODEL_BAD_PARAMS, /* not a parameter, not a number, or not a legal combination */
    ASSAY_MODEL_NO_PORT,    /* no pin of this name or number */
    ASSAY_MODEL_DIRECTION,  /* the pin to set is an output */
    ASSAY_MODEL_SIZE,       /* wrong number of words or bytes */
    ASSAY_MODEL_RANGE,      /* non-zero bits at or above the width, or a number outside its range */
    ASSAY_MODEL_MEMORY,     /* out of memory */
    ASSAY_MODEL_MISMATCH,   /* two objects, or an object and a snapshot, of different kinds */
    ASSAY_MODEL_DAMAGED,    /* the snapshot's checksum is wrong */
    ASSAY_MODEL_UNSUPPORTED, /* types, formats or sizes that do not go together */
    ASSAY_MODEL_STATUSES
};

/* The text of a status; "unknown status" for any other number. */
ASSAY_API const char *assay_model_strerror(int status);

/* --- blocks --- */

ASSAY_API size_t assay_model_block_count(void);

/* Name of block 0 to assay_model_block_count() - 1, in alphabetical order; NULL for others. */
ASSAY_API const char *assay_model_block_name(size_t block);

struct assay_model_param {
    const char *name;    /* e.g. lanes */
    const char *verilog; /* its name in the RTL: LANES */
    const char *meaning;
    uint32_t default_value; /* its value if the parameter string omits it */
};

ASSAY_API int assay_model_param_count(const char *block, size_t *count);
ASSAY_API int assay_model_param_info(const char *block, size_t param,
                                     struct assay_model_param *info);

/* --- objects --- */

struct assay_model;

/*
 * `params` is key=value,... as in "lanes=8,depth=4". Parameters that it omits have their default
 * values; NULL, "" and "default" mean all defaults. The object starts in its power-up state. On
 * failure `why` receives a message, truncated to fit, and otherwise ""; it may be NULL if why_size
 * is 0. The caller frees *m with assay_model_free.
 */
ASSAY_API int assay_model_create(const char *block, const char *params, struct assay_model **m,
                                 char *why, size_t why_size);

/* Makes a second object in the same state, pins included; the caller frees it. */
ASSAY_API int assay_model_clone(const struct assay_model *m, struct assay_model **copy);

/* Copies state and pins. Both objects must be of the same block and have equal parameters. */
ASSAY_API int assay_model_copy(struct assay_model *to, const struct assay_model *from);

/* NULL is allowed. */
ASSAY_API void assay_model_free(struct assay_model *m);

/* The block's name; NULL for NULL. */
ASSAY_API const char *assay_model_name(const struct assay_model *m);

/* Gives the value of a parameter by name. */
ASSAY_API int assay_model_param(const struct assay_model *m, const char *name, uint32_t *value);

/* --- pins --- */

enum assay_model_direction { ASSAY_MODEL_IN, ASSAY_MODEL_OUT }; /* as the block sees it */

/* A stream's pins are a valid, a ready and payload; a transfer is a cycle with both high. */
enum assay_model_role {
    ASSAY_MODEL_PLAIN,
    ASSAY_MODEL_VALID,
    ASSAY_MODEL_READY,
    ASSAY_MODEL_PAYLOAD /* valid only while the stream's valid is high */
};

struct assay_model_port {
    const char *name;   /* e.g. cmd_valid */
    const char *stream; /* e.g. cmd; NULL: a plain pin */
    unsigned width;     /* bits */
    enum assay_model_direction direction;
    enum assay_model_role role;
};

/* Pins are numbered in the order of block.yaml; rst is 0. */
ASSAY_API int assay_model_port_count(const struct assay_model *m, int *count);
ASSAY_API int assay_model_port_info(const struct assay_model *m, int port,
                                    struct assay_model_port *info);
ASSAY_API int assay_model_port_index(const struct assay_model *m, const char *name, int *port);

/* Number of 32-bit words of a pin of this width. */
static inline size_t assay_model_words(unsigned width)
{
    return (width + 31u) / 32u;
}

/* `words` must be exactly the pin's number of words. Inputs and outputs can both be read. */
ASSAY_API int assay_model_set(struct assay_model *m, int port, const uint32_t *value, size_t words);
ASSAY_API int assay_model_get(const struct assay_model *m, int port, uint32_t *value, size_t words);

/* The same for pins of up to 64 bits; a wider pin gives ASSAY_MODEL_SIZE. */
ASSAY_API int assay_model_set_u64(struct assay_model *m, int port, uint64_t value);
ASSAY_API int assay_model_get_u64(const struct assay_model *m, int port, uint64_t *value);

/* --- time --- */

/* Computes the outputs from the state and the inputs, without a clock edge. */
ASSAY_API int assay_model_eval(struct assay_model *m);

/*
 * Computes the outputs, then applies the clock edge. The outputs read afterwards are those before
 * the edge.
 */
ASSAY_API int assay_model_step(struct assay_model *m);

/* Runs a cycle with rst = 1 and the other inputs unchanged, then restores rst. Memories may keep
 * their contents: see the block's README.md. */
ASSAY_API int assay_model_reset(struct assay_model *m);

/*
 * A cycle with all pins at once, for speed. *in is a struct <block>_inputs and *out a struct
 * <block>_outputs of <assay/<block>.h>, which also has a typed wrapper, assay_<block>_cycle. The
 * object's pins become *in and *out.
 */
ASSAY_API int assay_model_cycle(struct assay_model *m, const void *in, size_t in_size, void *out,
                                size_t out_size);

/* --- snapshots: the state and the pins as bytes --- */

ASSAY_API int assay_model_snapshot_size(const struct assay_model *m, size_t *size);

/* `size` must be the snapshot's size. A snapshot can be loaded into any object of the same block
 * and parameters, by the same build of the library on the same kind of machine. */
ASSAY_API int assay_model_save(const struct assay_model *m, void *snapshot, size_t size);
ASSAY_API int assay_model_load(struct assay_model *m, const void *snapshot, size_t size);

#ifdef __cplusplus
}
#endif

#endif
