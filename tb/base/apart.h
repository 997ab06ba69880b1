/*
 * apart.h - runs work in a forked copy of the process, which ends with the work. Whatever the work
 * changes, leaks or breaks stays in the copy, and the next copy starts from the same state.
 *
 * The process must not have threads.
 */
#ifndef ASSAY_APART_H
#define ASSAY_APART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct assay_apart {
    void (*work)(void *arg, FILE *answer); /* whatever it writes to `answer` is returned */
    void *arg;
    /* Called a few times a second while the copy works. If it returns false, the
     * copy is killed. May be NULL. */
    bool (*go_on)(void *arg);
    void *go_on_arg;
    /* Ends the copy, in case exit must not be called. NULL: _exit. */
    void (*leave)(void *arg, int status);
    void *leave_arg;
    bool silent; /* discard what the copy prints */
};

/* Returns the answer in *text, to be freed. False if out of memory, if the copy was killed, or if
 * it ended before its work was done. */
bool assay_apart_run(const struct assay_apart *a, void **text, size_t *size);

#endif
