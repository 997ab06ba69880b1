/* file.h - paths, folders and whole files. */
#ifndef ASSAY_FILE_H
#define ASSAY_FILE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

/* Print a path. If it does not fit, it ends in a name that is too long for any file system. So
 * a truncated path never names another file: opening it fails with "File name too long".
 * `size` is at least PATH_MAX. */
void assay_path(char *path, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Create a folder whose parent exists. An existing folder is fine. False with errno. */
bool assay_make_folder(const char *path);

/* Create a folder and all missing parents. False with errno, and "<path>: <reason>: expected to
 * create that folder" in `why`. */
bool assay_make_folders(const char *path, char *why, size_t why_size);

/*
 * Read a whole file. Free *text, which gets a NUL after its end. If the file contains NULs,
 * strlen(*text) is not *size.
 *
 * ASSAY_BAD_INPUT if the file can't be read, is a folder, or has more than `most` bytes;
 * ASSAY_ENVIRONMENT if out of memory. In both cases `why` is "<path>: <reason>: expected <what>"
 * and *text is NULL. The message calls /dev/stdin standard input.
 */
enum assay_error assay_read_file(const char *path, size_t most, const char *what, char **text,
                                 size_t *size, char *why, size_t why_size);

/* Open a text file for reading by lines. NULL with "<path>: <reason>: expected <what>" in `why`,
 * also for a folder. */
FILE *assay_open_text(const char *path, const char *what, char *why, size_t why_size);

/* Print the message "<path>:<line>: ..." into `why`. Returns false. */
bool assay_line_wrong(char *why, size_t why_size, const char *path, unsigned long line,
                      const char *format, va_list args) __attribute__((format(printf, 5, 0)));

/* Texts that people write or send may end their lines in LF or CRLF. The first function
 * removes the line end of a line. The second turns every CRLF of a text of `n` bytes into LF
 * and returns the new size. */
void assay_cut_line_end(char *line);
size_t assay_unify_line_ends(char *text, size_t n);

/* Other texts must be as this program wrote them, with LF. Whether a line ends in CRLF, and the
 * message for that: */
bool assay_line_is_crlf(const char *line);
#define ASSAY_LINE_IS_CRLF \
    "the line ends in CRLF: expected LF, to which `sed -i 's/\\r$//'` converts"

#endif
