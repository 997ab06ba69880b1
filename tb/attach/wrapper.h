/*
 * wrapper.h - the Verilog module that stands between the engine's pins and those of a user's RTL.
 *
 * It is named assay_<block>, has the canonical pins (clk, rst, <stream>_valid, ...) and holds the user's top as instance `dut`.
 * Widths and parameters are literal: it is of one choice of parameters.
 */
#ifndef ASSAY_WRAPPER_H
#define ASSAY_WRAPPER_H

#include <stdint.h>

#include "base/text.h"
#include "describe/describe.h"

/* Append it. False with a message that begins with file and line for what cannot be mapped so. */
bool assay_wrapper_write(const struct assay_description *d, const uint32_t *value,
                         struct assay_text *t, char *why, size_t why_size);

/*
 * An input of the RTL may be named with an inversion before it, `!wr_n`. The name, or NULL for any
 * other expression; *inverted says which it was. The name is `length` characters.
 */
const char *assay_wrapper_input(const char *expression, size_t *length, bool *inverted);

/* The names in an expression, one after the other: the next at or after `at`, NULL at the end. Literals and functions are none. */
const char *assay_wrapper_name(const char *at, size_t *length);

/* Whether a sink has a pin for its valid: with `drives` only if `valid` names one. */
bool assay_wrapper_has_valid(const struct assay_describe_stream *s);

#endif
