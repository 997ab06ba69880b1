/*
 * shim_pins.h - the pins of a variant in C++, for its shim, from the block's descriptor.
 *
 * The text is dut_pins.h, which the shims include (shim.h says what is in it). Widths and parameters are
 * those of the variant, as numbers.
 */
#ifndef ASSAY_SHIM_PINS_H
#define ASSAY_SHIM_PINS_H

#include "base/error.h"
#include "base/text.h"
#include "sim/backend.h"

#define ASSAY_SHIM_PINS "dut_pins.h"

/* Memory that is out shows in t->failed. */
void assay_shim_pins(const struct assay_variant *v, struct assay_text *t);

/* Write it into the folder that the variant is built in. */
enum assay_error assay_shim_pins_write(const struct assay_variant *v, const char *folder, char *why,
                                       size_t why_size);

#endif
