/*
 * cxx.h - lists of pins in C++, for SystemC modules and for the shims of simulators.
 *
 * A list names each pin once, so that what is to be done with all of them is one function:
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
    const char *place; /* member of the struct of its side */
    const char *width; /* a number or an expression */
    bool input;
};

/* struct <name>_lists. */
void assay_cxx_write_lists(struct assay_text *t, const char *name, const struct assay_cxx_pin *pins,
                           size_t n);

/* The members of a struct that has a pin of type In<pin<width>> or Out<pin<width>> for each, clk first. */
void assay_cxx_write_members(struct assay_text *t, const struct assay_cxx_pin *pins, size_t n);

/* What Verilator calls a pin: a word of C++ has a prefix. */
void assay_cxx_write_name(struct assay_text *t, const char *name);

#endif
