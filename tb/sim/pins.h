/*
 * pins.h - compares the pins of an RTL module with those of a block.
 */
#ifndef ASSAY_PINS_H
#define ASSAY_PINS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/block.h"

/* Read the pins from the header that Verilator wrote for the module. True if they match the block.
 * Otherwise `why` has a line for each pin that is missing, extra, or of another width or direction.
 * `rtl` names the source in the message. */
bool assay_pins_check(const struct assay_block *b, const struct assay_params *params,
                      const char *verilated_header, const char *rtl, char *why, size_t why_size);

#endif
