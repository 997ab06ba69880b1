/* params.h - blocks by name and their parameter strings; within the library. */
#ifndef ASSAY_MODEL_PARAMS_H
#define ASSAY_MODEL_PARAMS_H

#include <stdbool.h>

#include "api/model_block.h"

/* NULL if there is none of the name, which may be NULL. */
const struct assay_model_block *assay_model_find(const char *name);

/* That there is no such block, and which there are. */
void assay_model_say_blocks(const char *name, char *why, size_t why_size);

/* Read a parameter string; false with a message. */
bool assay_model_parse(const struct assay_model_block *b, const char *text,
                       struct assay_model_params *p, char *why, size_t why_size);

#endif
