/*
 * scratch.h - a folder for a while.
 *
 *     struct assay_scratch s;
 *
 *     if (!assay_scratch_open(&s, "reset", why, why_size)) ...
 *     ... files in s.path, tools ...
 *     assay_scratch_close(&s);
 *
 * Signals that end the program wait for the close (assay_process_guard), so that nothing of the folder is left.
 */
#ifndef ASSAY_SCRATCH_H
#define ASSAY_SCRATCH_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct assay_scratch {
    char path[PATH_MAX];
};

/* Makes assay-<what>-<process>-XXXXXX, so that a folder tells whose it is; in the folder that TMPDIR names, in /tmp
 * without one or if its path holds a blank, which the tools take for the end of a name. False with a message. */
bool assay_scratch_open(struct assay_scratch *s, const char *what, char *why, size_t why_size);
/* Removes it with all that is in it. */
void assay_scratch_close(struct assay_scratch *s);

#endif
