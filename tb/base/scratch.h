/*
 * scratch.h - a temporary folder.
 *
 *     struct assay_scratch s;
 *
 *     if (!assay_scratch_open(&s, "reset", why, why_size)) ...
 *     ... files in s.path, tools ...
 *     assay_scratch_close(&s);
 *
 * Signals that end the program wait for the close (assay_process_guard), so nothing of
 * the folder is left behind.
 */
#ifndef ASSAY_SCRATCH_H
#define ASSAY_SCRATCH_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct assay_scratch {
    char path[PATH_MAX];
};

/* Create assay-<what>-<process>-XXXXXX, whose name shows its owner. The parent is the folder that
 * TMPDIR names, or /tmp if TMPDIR is not set or its path has a blank, at which the tools would
 * split it. False with a message. */
bool assay_scratch_open(struct assay_scratch *s, const char *what, char *why, size_t why_size);
/* Remove the folder and everything in it. */
void assay_scratch_close(struct assay_scratch *s);

#endif
