/* tool.h - the programs of others that this one runs: whether they are here, and which. */
#ifndef ASSAY_TOOL_H
#define ASSAY_TOOL_H

#include <stdbool.h>
#include <stddef.h>

/* Whether PATH has it. */
bool assay_tool_on_path(const char *name);

/* The first line of what `tool option` prints, "" if it prints none; and its exit status. */
int assay_tool_ask(const char *tool, const char *option, char *line, size_t size);

/* False if PATH does not have it. The line is as above, "" without an option. */
bool assay_tool_version(const char *tool, const char *option, char *line, size_t size);

#endif
