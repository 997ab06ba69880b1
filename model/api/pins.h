/*
 * pins.h - converts a pin's value between its typed struct member and 32-bit words; internal to the
 * library.
 */
#ifndef ASSAY_MODEL_PINS_H
#define ASSAY_MODEL_PINS_H

#include "api/model_block.h"

/*
 * `side` is a struct <block>_inputs or struct <block>_outputs. Words of the member beyond `words`
 * become 0.
 */
void assay_model_pin_write(const struct assay_port *pin, unsigned char *side, const uint32_t *value,
                           size_t words);
void assay_model_pin_read(const struct assay_port *pin, const unsigned char *side, uint32_t *value,
                          size_t words);

/* Sets those bits of the pin's struct member that lie at or above its width. */
void assay_model_mark_illegal(const struct assay_port *pin, unsigned width, unsigned char *illegal);

#endif
