/*
 * progress.h - how far long work is. On a terminal: a line with rate, percentage and time left that is
 * written again and again. Elsewhere nothing, unless `lines` is set after the begin: then a line once the
 * first piece is done and at most one each 10 seconds after that.
 */
#ifndef ASSAY_PROGRESS_H
#define ASSAY_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct assay_progress {
    const char *label;
    uint64_t total; /* 0 or UINT64_MAX: not known */
    double begun, shown;
    bool terminal;
    bool lines; /* the label is a noun whose plural has an s: "job" */
};

void assay_progress_begin(struct assay_progress *p, const char *label, uint64_t total);
void assay_progress_update(struct assay_progress *p, uint64_t done);
/* With more to say after it: ", 3 failed". */
void assay_progress_note(struct assay_progress *p, uint64_t done, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Clear the line, for something else to stand there; a later update shows it again. */
void assay_progress_end(struct assay_progress *p);

#endif
