/*
 * said.h - what a job that did not pass left behind to say why: a message, a place in the source, the first
 * difference.
 */
#ifndef ASSAY_REGRESS_SAID_H
#define ASSAY_REGRESS_SAID_H

#include <stddef.h>

#include "diagnose/simulator.h"
#include "regress/store.h"

enum { ASSAY_SAID_LINE = 512, ASSAY_SAID_NAME = 128 };

/* Each text is "" where there is none. */
struct assay_said {
    char message[ASSAY_SAID_LINE];  /* the last line in which the program itself spoke */
    char headline[ASSAY_SAID_LINE]; /* what `assay run` says of its verdict */
    char simulation
        [ASSAY_SIMULATOR_TEXT]; /* of a run that ended without a difference (diagnose/simulator.h) */
    char stop[ASSAY_SAID_NAME]; /* where the error of these lines is from: FILE:LINE */
    char place
        [ASSAY_SAID_LINE]; /* of RTL that was not built: FILE:LINE: and what the tool says of it */
    char port[ASSAY_SAID_NAME]; /* the first that differed, and its values */
    char expected[ASSAY_SAID_LINE], actual[ASSAY_SAID_LINE];
};

/* From the folder of a job, below `out`. */
void assay_said_read(const char *out, const struct assay_store_job *j, struct assay_said *said);

/*
 * All of a failure in one line:
 *
 *     mismatch at cycle 7, port res_p: expected 08, actual f8
 *     timeout at cycle 13729792 of 200000000, after 2.8 s
 *     not-built: rtl/x.v:2: syntax error, unexpected ';'
 *     stopped at cycle 12: %Error: x.v:9: Assertion failed in TOP.x: the queue is full
 */
void assay_said_line(const struct assay_store_job *j, const struct assay_said *said, char *text,
                     size_t size);

#endif
