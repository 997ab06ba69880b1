/* start_sources.h - Verilator's sources take their start values from start_values.h. */
#ifndef ASSAY_START_SOURCES_H
#define ASSAY_START_SOURCES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/*
 * One source with each VL_RAND_RESET_x(BITS...) replaced by assay_start_x("SCOPE", "NAME", BITS...). Where a
 * statement sets a variable of a module, its name is passed with an expression for the instance. Returns how
 * many were replaced.
 */
size_t assay_start_source(const char *text, struct assay_text *out);

/* All sources in a folder, in place. False with a message in `why`, also if they set no variable. */
bool assay_start_sources(const char *folder, char *why, size_t why_size);

#endif
