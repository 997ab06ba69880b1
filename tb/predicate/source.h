/* source.h - reads a program from a file: a text, or an image for $readmemh. */
#ifndef PREDICATE_SOURCE_H
#define PREDICATE_SOURCE_H

#include "predicate/asm.h"

/* A file whose name ends in .hex or .mem is an image. */
bool predicate_source_is_image(const char *path);

/* Reads either. Returns false with "FILE:LINE:COLUMN: what is wrong" in `why`. */
bool predicate_source_read(const char *path, struct predicate_assembly *a, char *why,
                           size_t why_size);

/*
 * Reads a program for core or for predicate. A text goes through the uniformity pass unless
 * `as_written`; otherwise, and for an image, `u` is all zero. Returns false with a message in
 * `why`.
 */
bool predicate_source_load(const char *path, bool core, bool as_written,
                           struct predicate_assembly *a, struct predicate_uniform *u, char *why,
                           size_t why_size);

#endif
