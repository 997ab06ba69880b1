/*
 * outfile.h - a text file that is there completely or not at all: written to a temporary name in
 * the same folder, then renamed.
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
    char *target, *temporary; /* the file that `path` leads to, and what it is written as */
};

/* All return false with "<path>: <reason>" in `why`, and leave nothing behind. errno is the reason, too. */
bool assay_outfile_open(struct assay_outfile *o, const char *path, char *why, size_t why_size);
bool assay_outfile_close(struct assay_outfile *o, char *why, size_t why_size);
/* Before close, of one of several files that are to be there together: all of it is written, and the name is left to close. */
bool assay_outfile_finish(struct assay_outfile *o, char *why, size_t why_size);

/* A whole text: open, write and close. "out of memory" and ENOMEM if the text failed. */
bool assay_outfile_save(const char *path, const struct assay_text *text, char *why,
                        size_t why_size);

/* Instead of close, when what is to be written can't be had: nothing is left behind. */
void assay_outfile_drop(struct assay_outfile *o);

#endif
