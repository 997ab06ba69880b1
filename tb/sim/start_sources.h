/* start_sources.h - makes Verilator's sources take their start values from start_values.h. */
#ifndef ASSAY_START_SOURCES_H
#define ASSAY_START_SOURCES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/*
 * Rewrite one source: each VL_RAND_RESET_x(BITS...) becomes assay_start_x("SCOPE", "NAME",
 * BITS...). If the statement sets a variable of a module, the call gets an expression for its
 * instance and its name. Returns the number of replacements.
 */
size_t assay_start_source(const char *text, struct assay_text *out);

/* Rewrite all sources of a folder in place. False with a message in `why`, also
 * if they set no variable. */
bool assay_start_sources(const char *folder, char *why, size_t why_size);

#endif
