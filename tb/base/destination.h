/*
 * destination.h - whether output can go to a path: found out before long work, not at its end.
 *
 * The checks leave nothing behind. A path that cannot be written to is ASSAY_BAD_INPUT in every command,
 * a full disk is ASSAY_ENVIRONMENT; `why` is then "PATH: reason: expected ...".
 */
#ifndef ASSAY_DESTINATION_H
#define ASSAY_DESTINATION_H

#include <stddef.h>

#include "base/error.h"

/* A file that base/outfile.h will write: one that is there and can be replaced, a device or a pipe, or
 * a new one in a folder that is there. */
enum assay_error assay_destination_file(const char *path, char *why, size_t why_size);

/* A folder for files: one that is there, or can be made with all that are missing above it. */
enum assay_error assay_destination_folder(const char *path, char *why, size_t why_size);

/* Make that folder with those above it, unless it is there. */
enum assay_error assay_destination_make_folder(const char *path, char *why, size_t why_size);

/* Who has to mend an error on a path, by its errno: what is wrong with the path is bad input, the rest
 * is the machine's. */
enum assay_error assay_blame_path(int error);

#endif
