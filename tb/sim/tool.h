/* tool.h - messages for a tool that failed on a variant. */
#ifndef ASSAY_SIM_TOOL_H
#define ASSAY_SIM_TOOL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/process.h"
#include "sim/backend.h"

/* The name of the variant's RTL for people: the list that they gave, or the block. */
const char *assay_tool_rtl_name(const struct assay_variant *v);

/* Whether the RTL is a user's, so that an error in it is bad input. */
bool assay_tool_is_users(const struct assay_variant *v);

/* Writes to `why` that the tool could not be run, or that it rejected the RTL, with the beginning
 * of its output. Returns the error to report. */
enum assay_error assay_tool_failed(const struct assay_variant *v, const char *tool, int status,
                                   const struct assay_output *out, char *why, size_t why_size);

#endif
