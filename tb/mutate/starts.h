/*
 * starts.h - what the registers of two designs hold before the first cycle.
 *
 * A register without an initial value may start with any value, but the register of the same name
 * in the other design starts with the same one, since it is the same register. So a netlist from
 * Yosys in BLIF, with instances `gold` and `gate`, gets an input for each such pair; it is the
 * pair's value in the first cycle. A register that only one side has gets its own input.
 */
#ifndef ASSAY_MUTATE_STARTS_H
#define ASSAY_MUTATE_STARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* Append the netlist with these inputs. Returns false with a message in `why` if a register is
 * clocked by anything but the rising edge of `clk`. */
bool assay_starts_write(const char *blif, struct assay_text *t, char *why, size_t why_size);

#endif
