/* params.h - blocks by name and their parameter strings, for the library and the testbench. */
#ifndef ASSAY_MODEL_PARAMS_H
#define ASSAY_MODEL_PARAMS_H

#include <stdbool.h>

#include "api/model_block.h"

/* NULL if no block has the name, or if it is NULL. */
const struct assay_model_block *assay_model_find(const char *name);

/* Writes a message that there is no such block and that lists those that exist. */
void assay_model_say_blocks(const char *name, char *why, size_t why_size);

/* What can be wrong with an item of key=value,... */
enum assay_params_wrong {
    ASSAY_PARAMS_NO_VALUE,  /* the item has no '=' */
    ASSAY_PARAMS_NO_KEY,    /* the block has no parameter of this name */
    ASSAY_PARAMS_NO_NUMBER, /* the value is not a number */
    ASSAY_PARAMS_TOO_LARGE, /* it does not fit into 32 bits */
    ASSAY_PARAMS_AGAIN      /* the parameter occurred before */
};

struct assay_params_item {
    enum assay_params_wrong wrong;
    const char *key, *value; /* pointers into the text; without '=', `value` is NULL */
    size_t key_length, value_length;
    size_t param; /* index of the parameter, if it exists */
};

/* Reads key=value,... into *p; parameters that the text omits keep their values. On false, *item
 * says what is wrong. The combination is not checked. */
bool assay_params_read(const struct assay_model_block *b, const char *text, struct assay_params *p,
                       struct assay_params_item *item);

/* Reads a parameter string and checks it; on false, `why` has a message. */
bool assay_model_parse(const struct assay_model_block *b, const char *text, struct assay_params *p,
                       char *why, size_t why_size);

#endif
