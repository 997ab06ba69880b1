/* tool.h - what is said of a tool that failed on a variant. */
#ifndef ASSAY_TOOL_H
#define ASSAY_TOOL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/process.h"
#include "sim/backend.h"

/* What people know the variant's RTL by: the list they gave, or the block. */
const char *assay_tool_rtl_name(const struct assay_variant *v);

/* Whether it is RTL of a user's, and what is wrong with it bad input. */
bool assay_tool_is_users(const struct assay_variant *v);

/* Say in `why` that a tool was not there or took no liking to the RTL, with the beginning of its output. */
enum assay_error assay_tool_failed(const struct assay_variant *v, const char *tool, int status,
                                   const struct assay_output *out, char *why, size_t why_size);

#endif
