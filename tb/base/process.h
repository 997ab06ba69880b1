/* process.h - run a tool and keep what it said. */
#ifndef ASSAY_PROCESS_H
#define ASSAY_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/* Output of a tool, standard output and standard error as they came. */
struct assay_output {
    char *text; /* NUL-terminated; release with free */
    size_t size;
};

enum { ASSAY_NOT_STARTED = -1 };

/*
 * Run argv (NULL-terminated, found by PATH) in folder `cwd` (NULL: this one) and wait. Returns its
 * exit status, 128 + the signal that ended it, or ASSAY_NOT_STARTED (no such program, no memory).
 * `out` may be NULL: then the output is dropped; otherwise out->text is always set, if only to "".
 */
int assay_process(char *const argv[], const char *cwd, struct assay_output *out);

/* Start without waiting; the output is dropped into `log` (a path, appended). Returns a process id
 * or -1. */
long assay_process_start(char *const argv[], const char *cwd, const char *log);
/* Wait for one that was started; its status as above. */
int assay_process_wait(long pid);

#endif
