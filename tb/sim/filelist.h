/*
 * filelist.h - RTL file lists in the usual .f form.
 *
 * One item or several on a line: a source file, +incdir+DIR[+DIR...], +define+NAME[=VALUE][+...],
 * -f FILE or -F FILE for another list. A comment starts with // or #. Paths are relative to the folder
 * of the list that names them.
 */
#ifndef ASSAY_FILELIST_H
#define ASSAY_FILELIST_H

#include <stdbool.h>
#include <stddef.h>

struct assay_filelist {
    char **sources; /* absolute paths */
    size_t n_sources;
    char **incdirs;
    size_t n_incdirs;
    char **defines; /* NAME or NAME=VALUE */
    size_t n_defines;
};

/* False with `FILE:LINE: what is wrong: what was expected` in `why`; the list is then empty. */
bool assay_filelist_read(const char *path, struct assay_filelist *list, char *why, size_t why_size);
void assay_filelist_free(struct assay_filelist *list);

#endif
