/* patched.h - maps lines of a copy with a known bug to lines of its original. */
#ifndef ASSAY_PATCHED_H
#define ASSAY_PATCHED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct assay_patched {
    struct assay_patched_hunk {
        unsigned was, n_was; /* first line and number of lines in the original */
        unsigned now, n_now; /* the same in the copy */
    } * hunk;                /* in ascending order */
    size_t n;
};

/* Compare a copy with its original. If this returns ASSAY_OK, the caller frees *p. */
enum assay_error assay_patched_read(struct assay_patched *p, const char *original, const char *copy,
                                    char *why, size_t why_size);
void assay_patched_free(struct assay_patched *p);

/* The line of the original for a line of the copy. *changed: the bug changed or added the line. The
 * result is then the line that it replaces, or the one that it follows. */
unsigned assay_patched_line(const struct assay_patched *p, unsigned line, bool *changed);

#endif
