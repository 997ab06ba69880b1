/*
 * progress.h - shows the progress of long work. On a terminal it rewrites one line with the rate,
 * the percentage and the time left. Otherwise it prints nothing, unless `lines` is set after
 * assay_progress_begin: then it prints a line when the first piece is done, and after that at most
 * one every 10 seconds.
 */
#ifndef ASSAY_PROGRESS_H
#define ASSAY_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct assay_progress {
    const char *label;
    uint64_t total; /* 0 or UINT64_MAX: unknown */
    double begun, shown;
    bool terminal;
    bool lines; /* the label must be a noun with a plural in s, such as "job" */
};

void assay_progress_begin(struct assay_progress *p, const char *label, uint64_t total);
void assay_progress_update(struct assay_progress *p, uint64_t done);
/* With more text at the end, such as ", 3 failed". */
void assay_progress_note(struct assay_progress *p, uint64_t done, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Clear the line so that something else can be printed. A later update shows it again. */
void assay_progress_end(struct assay_progress *p);

#endif
