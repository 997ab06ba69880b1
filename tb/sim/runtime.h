/* runtime.h - what all variants have of Verilator's, built once and kept in the cache. */
#ifndef ASSAY_RUNTIME_H
#define ASSAY_RUNTIME_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Verilator's run-time library: 15 seconds of every variant if each compiled its own. */
enum assay_error assay_runtime_library(char archive[PATH_MAX], char *why, size_t why_size);

/*
 * Verilator's headers, compiled once for each level of optimization: half of the time that a small
 * variant takes is reading them. `header` is the file to include, "" if that can't be had: all is
 * compiled without it then, and comes out the same.
 */
void assay_runtime_headers(char header[PATH_MAX]);

/* Write a small file; false with a message in `why`. */
bool assay_runtime_write(const char *folder, const char *name, const char *text, char *why,
                         size_t why_size);

#endif
