/* progress.h - rate, percentage and time left of long work, on a terminal only. */
#ifndef ASSAY_PROGRESS_H
#define ASSAY_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct assay_progress {
    const char *label;
    uint64_t total; /* 0 or UINT64_MAX: not known */
    double begun, shown;
    bool terminal;
};

void assay_progress_begin(struct assay_progress *p, const char *label, uint64_t total);
void assay_progress_update(struct assay_progress *p, uint64_t done);
void assay_progress_end(struct assay_progress *p);

#endif
