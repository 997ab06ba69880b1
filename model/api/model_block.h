/* model_block.h - what the object interface knows of a block; within the library. */
#ifndef ASSAY_MODEL_BLOCK_H
#define ASSAY_MODEL_BLOCK_H

#include "api/assay_model.h"

enum { ASSAY_MODEL_MAX_PARAMS = 8 };

/* In the order of the block's table; struct <block>_params is the same array with names. */
struct assay_model_params {
    uint32_t v[ASSAY_MODEL_MAX_PARAMS];
};

struct assay_model_pin {
    const char *name, *stream;
    enum assay_model_direction direction;
    enum assay_model_role role;
    size_t offset, size; /* in struct <block>_inputs or struct <block>_outputs */
};

struct assay_model_block {
    const char *name;
    const struct assay_model_param *params;
    size_t n_params;
    const struct assay_model_pin *pins;
    size_t n_pins;
    size_t state_size, in_size, out_size;
    /* In bits, of all pins. */
    void (*widths)(const struct assay_model_params *p, unsigned *width);
    /* NULL when they are legal, else what is wrong. */
    const char *(*check)(const struct assay_model_params *p);
    void (*init)(void *state, const struct assay_model_params *p);
    void (*step)(void *state, const void *in, void *out);
};

/* All, NULL-terminated; written by the build, as is one source for each block. */
extern const struct assay_model_block *const assay_model_table[];

#endif
