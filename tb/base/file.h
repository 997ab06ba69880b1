/* file.h - paths, folders and whole files. */
#ifndef ASSAY_FILE_H
#define ASSAY_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

/* Print a path. One that does not fit ends in a name that is too long for any file system, so that
 * what is cut is never taken for another file: opening it fails with "File name too long". `size` is
 * PATH_MAX or more. */
void assay_path(char *path, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Make a folder, whose parent is there. One that is there already will do. False with errno. */
bool assay_make_folder(const char *path);

/* The same with all its parents. False with errno, and "<path>: <reason>: expected to make that
 * folder" in `why`. */
bool assay_make_folders(const char *path, char *why, size_t why_size);

/*
 * Read a whole file. *text gets a NUL after its end and is to be freed; it may hold others, which
 * strlen(*text) != *size tells.
 *
 * ASSAY_BAD_INPUT if it can't be read, is a folder, or is larger than `most` bytes; ASSAY_ENVIRONMENT
 * when memory is out: with "<path>: <reason>: expected <what>" in `why`, and *text is NULL. /dev/stdin is called standard
 * input there.
 */
enum assay_error assay_read_file(const char *path, size_t most, const char *what, char **text,
                                 size_t *size, char *why, size_t why_size);

/* Open a text to be read in lines; a folder is none. NULL with "<path>: <reason>: expected <what>". */
FILE *assay_open_text(const char *path, const char *what, char *why, size_t why_size);

/* Line ends of both kinds, LF and CRLF, are fit for every text that people write or send: cut that of
 * a line, or turn those of a whole text of `n` bytes into LF, which returns its new size. */
void assay_cut_line_end(char *line);
size_t assay_unify_line_ends(char *text, size_t n);

/* Other texts are as this program wrote them: whether a line ends in CRLF, and what to say then. */
bool assay_line_is_crlf(const char *line);
#define ASSAY_LINE_IS_CRLF \
    "the line ends in CRLF: expected LF, to which `sed -i 's/\\r$//'` converts"

#endif
