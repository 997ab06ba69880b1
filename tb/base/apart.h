/*
 * apart.h - work done in a copy of the process, which ends with it: what it changes, leaks or breaks stays
 * there, and the next copy begins where this one began.
 *
 * The process must have no threads.
 */
#ifndef ASSAY_APART_H
#define ASSAY_APART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct assay_apart {
    void (*work)(void *arg, FILE *answer); /* what is written to `answer` comes back */
    void *arg;
    /* Called a few times a second while it works; false: the copy is ended. NULL: nothing. */
    bool (*go_on)(void *arg);
    void *go_on_arg;
    /* Ends the copy, where exit is not ours to call. NULL: _exit. */
    void (*leave)(void *arg, int status);
    void *leave_arg;
    bool silent; /* what the copy prints goes nowhere */
};

/* False if there was no memory for it, it was ended, or it ended by itself before its work was done.
 * Otherwise *text, to be freed, has what came back. */
bool assay_apart_run(const struct assay_apart *a, void **text, size_t *size);

#endif
