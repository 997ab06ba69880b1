/*
 * said.h - what a job that did not pass left behind to explain it: a message, a place in the
 * source, the first difference.
 */
#ifndef ASSAY_REGRESS_SAID_H
#define ASSAY_REGRESS_SAID_H

#include <stddef.h>

#include "diagnose/simulator.h"
#include "regress/store.h"

enum { ASSAY_SAID_LINE = 512, ASSAY_SAID_NAME = 128 };

/* A text is "" if there is none. */
struct assay_said {
    char message[ASSAY_SAID_LINE]; /* the last line that this program itself printed */
    /* The headline that `assay run` prints for its verdict; or the proofs that failed. */
    char headline[ASSAY_SAID_LINE];
    /* Output of the simulator for a run that ended without a difference (diagnose/simulator.h). */
    char simulation[ASSAY_SIMULATOR_TEXT];
    char stop[ASSAY_SAID_NAME]; /* FILE:LINE of the error in `simulation` */
    /* For RTL that could not be built: FILE:LINE: and the tool's message. */
    char place[ASSAY_SAID_LINE];
    char port[ASSAY_SAID_NAME]; /* the first one that differed; its values follow */
    char expected[ASSAY_SAID_LINE], actual[ASSAY_SAID_LINE];
};

/* Read it from the job's folder, which is below `out`. */
void assay_said_read(const char *out, const struct assay_store_job *j, struct assay_said *said);

/*
 * Describe a failure in one line:
 *
 *     mismatch at cycle 7, port res_p: expected 08, actual f8
 *     timeout at cycle 13729792 of 200000000, after 2.8 s
 *     not-built: rtl/x.v:2: syntax error, unexpected ';'
 *     stopped at cycle 12: %Error: x.v:9: Assertion failed in TOP.x: the queue is full
 */
void assay_said_line(const struct assay_store_job *j, const struct assay_said *said, char *text,
                     size_t size);

#endif
