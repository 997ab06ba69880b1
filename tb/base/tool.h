/* tool.h - external programs: whether they are installed, and in which version. */
#ifndef ASSAY_TOOL_H
#define ASSAY_TOOL_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* Find a program: `name` is its path if it has a slash; otherwise it is searched in PATH, where an
 * empty folder is the working folder. False if there is no file that can be run. */
bool assay_tool_find(const char *name, char path[PATH_MAX]);
bool assay_tool_on_path(const char *name);

/* Run `tool option`. `line` gets the first line of its output, or "" if there is none.
 * Returns its exit status. */
int assay_tool_ask(const char *tool, const char *option, char *line, size_t size);

/* False if the tool is not in PATH. `line` is as above; without an option it is "". */
bool assay_tool_version(const char *tool, const char *option, char *line, size_t size);

#endif
