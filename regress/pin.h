/* pin.h - fix the models and variants that the jobs of a regression use. */
#ifndef ASSAY_REGRESS_PIN_H
#define ASSAY_REGRESS_PIN_H

#include "regress/job.h"

/* A Verilated DUT that jobs need. */
struct assay_regress_build {
    const struct assay_job *job; /* the first that needs this variant */
    bool failed;
    int exit;
    char folder[ASSAY_JOB_TEXT + 256]; /* builds/..., relative to the regression's folder */
};

/* Make all jobs use the users' blocks as they were attached at the start, and the `n` variants
 * as they were built, even if their sources change. `out` is the regression's folder. Returns
 * false after printing a message. */
bool assay_regress_pin(const char *out, const struct assay_regress_build *builds, size_t n);

#endif
