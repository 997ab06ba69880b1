/*
 * outfile.h - writes a text file completely or not at all: to a temporary name in the same folder,
 * which is then renamed.
 *
 *     if (!assay_outfile_open(&o, path, why, sizeof why))
 *         return false;
 *     fprintf(o.f, ...);
 *     return assay_outfile_close(&o, why, sizeof why);
 */
#ifndef ASSAY_OUTFILE_H
#define ASSAY_OUTFILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

struct assay_outfile {
    FILE *f;
    const char *path;
    char *target, *temporary; /* `path` with links resolved, and the name to write to */
    char *former;             /* in close_all: the name of the file that was there; NULL: none */
};

/* On an error these functions return false with "<path>: <reason>: expected ..." in `why` and the
 * reason in errno, and leave nothing behind. */
bool assay_outfile_open(struct assay_outfile *o, const char *path, char *why, size_t why_size);
bool assay_outfile_close(struct assay_outfile *o, char *why, size_t why_size);
/* Writes everything, so that close and close_all need only rename. */
bool assay_outfile_finish(struct assay_outfile *o, char *why, size_t why_size);
/* Closes several files, which finish has written. Either all get their names, or none does, and the
 * files that had these names keep them. A device or a pipe keeps what was written to it. */
bool assay_outfile_close_all(struct assay_outfile *o, size_t n, char *why, size_t why_size);

/* Write a whole text: open, write and close. If the text itself failed, "out of memory" and
 * ENOMEM. */
bool assay_outfile_save(const char *path, const struct assay_text *text, char *why,
                        size_t why_size);

/* Abandon the file instead of closing it. Nothing is left behind. */
void assay_outfile_drop(struct assay_outfile *o);

#endif
