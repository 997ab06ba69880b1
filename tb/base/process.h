/*
 * process.h - run a tool and keep what it said.
 *
 * No tool outlives this program, whatever ends the program, SIGKILL included, and neither does what the
 * tool has started itself (g++ starts cc1plus). Each tool has a process group of its own, so the
 * terminal's Ctrl-C does not reach it, and a small process beside it, its keeper, that waits for its
 * end. When the program ends first, the keeper ends the tool and all that it started: SIGTERM, and
 * SIGKILL after some seconds. The keeper holds the program's file descriptors: a lock that the program
 * has taken is free when the last tool is gone.
 */
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
 * exit status, 128 + the signal that ended it, or ASSAY_NOT_STARTED (no such program, no memory, or not all of its output could be read).
 * `out` may be NULL: then the output is dropped; otherwise out->text is always set, if only to "".
 */
int assay_process(char *const argv[], const char *cwd, struct assay_output *out);

/* The same, of which `out` has the standard output alone. */
int assay_process_text(char *const argv[], const char *cwd, struct assay_output *out);

/* The same, and its standard error goes to the file `errors`, appended. */
int assay_process_apart(char *const argv[], const char *cwd, const char *errors,
                        struct assay_output *out);

/* The same, with this program's own standard output and standard error. */
int assay_process_pass(char *const argv[], const char *cwd);

/* Start without waiting; the output is dropped into `log` (a path, appended). Returns a process id
 * or -1. */
long assay_process_start(char *const argv[], const char *cwd, const char *log);
/* Wait for one that was started; its status as above. */
int assay_process_wait(long pid);

/* Called several times a second while a tool is waited for; NULL: nothing. */
void assay_process_while_waiting(void (*tick)(void));

/*
 * While something is built that must not stay half-built:
 *
 *     assay_process_guard();
 *     ... run tools, write files ...
 *     if (assay_process_interrupted()) ... remove the files ...
 *     assay_process_unguard();
 *
 * In between SIGINT, SIGTERM and SIGHUP end the tools that run, and none is started after that. The
 * last unguard then ends the program by that signal, for which a shell says 130, 143 and 129. Guards
 * nest. A signal that was ignored stays ignored.
 *
 * After assay_process_forgive the last unguard does not: for who has a status of its own for it.
 */
void assay_process_guard(void);
bool assay_process_interrupted(void);
void assay_process_forgive(void);
void assay_process_unguard(void);

#endif
