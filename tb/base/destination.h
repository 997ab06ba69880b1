/*
 * destination.h - checks before long work whether output can go to a path.
 *
 * The checks leave nothing behind. A path that can't be written to is ASSAY_BAD_INPUT in every
 * command; a full disk is ASSAY_ENVIRONMENT. In both cases `why` is "PATH: reason: expected ...".
 */
#ifndef ASSAY_DESTINATION_H
#define ASSAY_DESTINATION_H

#include <stddef.h>

#include "base/error.h"

/* A file for base/outfile.h: an existing file that can be replaced, a device or a pipe, or a new
 * file in an existing folder. */
enum assay_error assay_destination_file(const char *path, char *why, size_t why_size);

/* A folder for files: an existing one, or one that can be created with all missing parents. */
enum assay_error assay_destination_folder(const char *path, char *why, size_t why_size);

/* Create that folder with all missing parents, then check it. */
enum assay_error assay_destination_make_folder(const char *path, char *why, size_t why_size);

/* Whose fault an error on a path is, by its errno: a wrong path is bad input, everything else is
 * the environment's. */
enum assay_error assay_blame_path(int error);

#endif
