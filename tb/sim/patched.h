/* patched.h - lines of a copy that a known bug was put into, as lines of its original. */
#ifndef ASSAY_PATCHED_H
#define ASSAY_PATCHED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct assay_patched {
    struct assay_patched_hunk {
        unsigned was, n_was; /* first line and number of lines in the original */
        unsigned now, n_now; /* the same in the copy */
    } * hunk;                /* ascending */
    size_t n;
};

/* Hold a copy against its original. What is read is the caller's to free, if this returns ASSAY_OK. */
enum assay_error assay_patched_read(struct assay_patched *p, const char *original, const char *copy,
                                    char *why, size_t why_size);
void assay_patched_free(struct assay_patched *p);

/* The line of the original that a line of the copy is. *changed: the bug has changed or added it; then it is the line in whose place, or
 * behind which, it stands. */
unsigned assay_patched_line(const struct assay_patched *p, unsigned line, bool *changed);

#endif
