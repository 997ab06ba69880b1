/*
 * pool.h - this program as child processes, several at once.
 *
 * Each child is a process group of its own, so that what it starts ends with it. SIGINT, SIGTERM
 * and SIGHUP stop the pool: the children are told to end (SIGTERM) and, if they don't within some
 * seconds, made to (SIGKILL). The same happens to a child at its time limit. When a second signal comes,
 * the children are made to end and the program ends, with exit status 128 + signal.
 */
#ifndef ASSAY_REGRESS_POOL_H
#define ASSAY_REGRESS_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ASSAY_TASK_ARGS = 24, ASSAY_TASK_TEXT = 16384, ASSAY_TASK_GRACE = 5 /* seconds */ };

struct assay_task {
    size_t tag;            /* the caller's, handed back at the end */
    uint32_t timeout;      /* seconds; 0: none */
    uint64_t memory;       /* bytes of address space that it may have; 0: no limit */
    const char *out, *err; /* files for its standard output and error */

    char *argv[ASSAY_TASK_ARGS + 1];
    size_t argc;
    char text[ASSAY_TASK_TEXT]; /* of argv, out and err */
    size_t used;
    bool overflow;
};

/* A text in the task's own memory. */
const char *assay_task_text(struct assay_task *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* One more argument; the first is the subcommand. */
void assay_task_arg(struct assay_task *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct assay_task_end {
    bool started; /* else `error` is an errno */
    int error;
    int exit;       /* exit status, or 128 + signal */
    int signal;     /* that ended it; 0: none */
    bool timed_out; /* it was told to end */
    bool stopped;   /* it was told to end because the pool was stopped */
    double seconds;
};

struct assay_pool {
    unsigned at_once;
    /* The next task, on a cleared struct; false when there is none left. */
    bool (*next)(void *arg, struct assay_task *t);
    /* One ended; returning false stops the pool. */
    bool (*done)(void *arg, size_t tag, const struct assay_task_end *end);
    /* Now and then, at least a few times a second, while children run. May be NULL. */
    void (*tick)(void *arg, unsigned running);
    void *arg;
};

/*
 * Run all tasks. Returns 0, or the signal that stopped it (-1: done returned false). From the first
 * call on, the first of the signals above is remembered and cuts nothing off outside of a pool: the next
 * pool starts nothing then.
 */
int assay_pool_run(const struct assay_pool *p);

#endif
