/*
 * wrapper.h - writes the Verilog module between the engine's pins and those of a user's RTL.
 *
 * It is named assay_<block>, has the canonical pins (clk, rst, <stream>_valid, ...) and
 * instantiates the user's top module as `dut`. Widths and parameters are literals, so it is for one
 * choice of parameters.
 */
#ifndef ASSAY_WRAPPER_H
#define ASSAY_WRAPPER_H

#include <stdint.h>

#include "base/text.h"
#include "describe/describe.h"

/* Appends the module. False with a message, beginning with file and line, if something
 * cannot be mapped. */
bool assay_wrapper_write(const struct assay_description *d, const uint32_t *value,
                         struct assay_text *t, char *why, size_t why_size);

/*
 * The name of an RTL input, which may have an inversion before it, `!wr_n`; NULL for any other
 * expression. *inverted tells whether it has. The name is `length` characters long.
 */
const char *assay_wrapper_input(const char *expression, size_t *length, bool *inverted);

/* The next name in an expression at or after `at`; NULL if there is none. Literals and functions
 * are skipped. */
const char *assay_wrapper_name(const char *at, size_t *length);

/* Whether a sink has a pin for its valid: with `drives`, only if the key `valid` names one. */
bool assay_wrapper_has_valid(const struct assay_describe_stream *s);

#endif
