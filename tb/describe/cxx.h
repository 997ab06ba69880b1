/*
 * cxx.h - writes lists of pins in C++, for SystemC modules and for the simulators' shims.
 *
 * A list names each pin once, so that an operation on all pins is a single function:
 *
 *     <name>_lists::inputs(pins, in, f)     f(pins.op_a, in.op.a) for each input but clk
 *     <name>_lists::outputs(pins, out, f)   the same for each output
 *     <name>_lists::both(a, b, f)           f(a.op_a, b.op_a) for each pin but clk
 */
#ifndef ASSAY_DESCRIBE_CXX_H
#define ASSAY_DESCRIBE_CXX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct assay_cxx_pin {
    const char *name;  /* of the pin */
    const char *place; /* member in the struct of inputs or outputs */
    const char *width; /* a number or an expression */
    bool input;
};

/* Writes struct <name>_lists. */
void assay_cxx_write_lists(struct assay_text *t, const char *name, const struct assay_cxx_pin *pins,
                           size_t n);

/* Writes the members of a struct with one pin of type In<pin<width>> or Out<pin<width>>
 * for each, clk first. */
void assay_cxx_write_members(struct assay_text *t, const struct assay_cxx_pin *pins, size_t n);

/* Writes Verilator's name of a pin: a C++ keyword gets a prefix. */
void assay_cxx_write_name(struct assay_text *t, const char *name);

#endif
