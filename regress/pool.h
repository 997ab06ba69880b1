/*
 * pool.h - run this program as child processes, several at once.
 *
 * Each child is its own process group, so that the processes it starts end with it. SIGINT, SIGTERM
 * and SIGHUP stop the pool: the children get SIGTERM and, if they have not ended within a few
 * seconds, SIGKILL. The same happens to a child at its time limit. On a second signal, the children
 * are killed and the program ends with exit status 128 + signal.
 */
#ifndef ASSAY_REGRESS_POOL_H
#define ASSAY_REGRESS_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ASSAY_TASK_ARGS = 24, ASSAY_TASK_TEXT = 16384, ASSAY_TASK_GRACE = 5 /* seconds */ };

struct assay_task {
    size_t tag;            /* chosen by the caller, returned with the result */
    uint32_t timeout;      /* seconds; 0: none */
    uint64_t memory;       /* limit on the address space, in bytes; 0: none */
    const char *out, *err; /* files for its standard output and error */

    char *argv[ASSAY_TASK_ARGS + 1];
    size_t argc;
    char text[ASSAY_TASK_TEXT]; /* storage for argv, out and err */
    size_t used;
    bool overflow;
};

/* Format a text into the task's own storage. */
const char *assay_task_text(struct assay_task *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Append an argument; the first is the subcommand. */
void assay_task_arg(struct assay_task *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct assay_task_end {
    bool started; /* if false, `error` is an errno */
    int error;
    int exit;       /* exit status, or 128 + signal */
    int signal;     /* the signal that ended it; 0: none */
    bool timed_out; /* it reached its time limit */
    bool stopped;   /* it was ended because the pool was stopped */
    double seconds;
};

struct assay_pool {
    unsigned at_once;
    /* Fill in the next task, in a cleared struct. Returns false if there is none left. */
    bool (*next)(void *arg, struct assay_task *t);
    /* Called when a task has ended. Returning false stops the pool. */
    bool (*done)(void *arg, size_t tag, const struct assay_task_end *end);
    /* Called at least a few times a second while children run. May be NULL. */
    void (*tick)(void *arg, unsigned running);
    void *arg;
};

/*
 * Run all tasks. Returns 0, or the signal that stopped it (-1: done returned false). After the
 * first call, the first of the signals above no longer interrupts the program outside of a pool; it
 * is remembered, and the next pool starts nothing.
 */
int assay_pool_run(const struct assay_pool *p);

#endif
