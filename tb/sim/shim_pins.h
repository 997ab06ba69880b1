/*
 * shim_pins.h - generates the pins of a variant in C++ for its shim, from the block's descriptor.
 *
 * The text is dut_pins.h, which the shims include (see shim.h). Widths and parameters are the
 * numbers of this variant.
 */
#ifndef ASSAY_SHIM_PINS_H
#define ASSAY_SHIM_PINS_H

#include "base/error.h"
#include "base/text.h"
#include "sim/backend.h"

#define ASSAY_SHIM_PINS "dut_pins.h"

/* Generate the text. t->failed is set if out of memory. */
void assay_shim_pins(const struct assay_variant *v, struct assay_text *t);

/* Write dut_pins.h into the folder that the variant is built in. */
enum assay_error assay_shim_pins_write(const struct assay_variant *v, const char *folder, char *why,
                                       size_t why_size);

#endif
