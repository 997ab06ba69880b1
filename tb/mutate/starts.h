/*
 * starts.h - what the registers of two designs hold before the first cycle.
 *
 * A register without an initial value starts with any value, and the one of the same name in the other design
 * with the same: it is the same register. So a netlist that has instances `gold` and `gate`, in the BLIF of Yosys, gets
 * an input for each such pair, which is the pair's value in the first cycle. A register of one side alone has an
 * input of its own.
 */
#ifndef ASSAY_MUTATE_STARTS_H
#define ASSAY_MUTATE_STARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* Append the netlist with these inputs. False with a message if a register follows another edge than the
 * rising one of `clk`. */
bool assay_starts_write(const char *blif, struct assay_text *t, char *why, size_t why_size);

#endif
