/*
 * value.h - the values of pins as text, the same in every report.
 */
#ifndef ASSAY_VALUE_H
#define ASSAY_VALUE_H

#include <stdint.h>

#include "engine/lockstep.h"

enum { ASSAY_VALUE_TEXT = ASSAY_VALUE_WORDS * 8 + 1 };

/* Number of hexadecimal digits for `width` bits. */
unsigned assay_value_digits(unsigned width);

/* Hexadecimal digits for `width` bits, with an x for each digit that has an unknown bit. `unknown`
 * may be NULL. */
void assay_value_text(const uint32_t *value, const uint32_t *unknown, unsigned width,
                      char text[ASSAY_VALUE_TEXT]);

/* The name of a value if the block's description has one for it, else NULL. */
const char *assay_value_name(const struct assay_model_block *m, const struct assay_port *p,
                             const uint32_t value[ASSAY_VALUE_WORDS]);

#endif
