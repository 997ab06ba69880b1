/* runtime.h - the parts of Verilator that all variants share, built once and kept in the cache. */
#ifndef ASSAY_RUNTIME_H
#define ASSAY_RUNTIME_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

/* Verilator's run-time library. Compiling it takes 15 seconds, which each variant
 * would spend on its own copy. */
enum assay_error assay_runtime_library(char archive[PATH_MAX], char *why, size_t why_size);

/*
 * Verilator's headers, precompiled once for each optimization level; with those of SystemC if
 * `systemc` is not NULL. Reading them takes half of the build time of a small variant. `header` is the
 * file to include, or "" if it is not available; the build then works without it, with the same
 * result.
 */
struct assay_systemc_home;
void assay_runtime_headers(const struct assay_systemc_home *systemc, const char *level,
                           char header[PATH_MAX]);

/* A filter for scandir: Verilator's C++ sources in the folder that it writes to. */
struct dirent;
int assay_runtime_is_source(const struct dirent *entry);

/* Write a file of `folder`, as assay_outfile_save does. */
bool assay_runtime_write(const char *folder, const char *name, const struct assay_text *text,
                         char *why, size_t why_size);

#endif
