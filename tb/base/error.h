/* error.h - kinds of failure, and the exit status of the program. */
#ifndef ASSAY_ERROR_H
#define ASSAY_ERROR_H

enum assay_error {
    ASSAY_OK = 0,
    ASSAY_BAD_INPUT = 2,  /* a missing file, pins that do not match */
    ASSAY_ENVIRONMENT = 3 /* a tool missing, a disk full */
};

/* The exit status of every command. A mismatch outranks the others. A command that was stopped by a
 * signal ends with 128 + the signal (base/signals.h). */
enum {
    EXIT_EQUAL = 0,    /* all compared equal */
    EXIT_MISMATCH = 1, /* a mismatch or a failed check */
    EXIT_USAGE = 2,    /* bad usage or bad input */
    EXIT_FAULT = 3     /* an internal or environment fault */
};

#endif
