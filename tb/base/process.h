/*
 * process.h - runs a tool and captures its output.
 *
 * No tool outlives this program, however the program ends, even by SIGKILL. The same holds for
 * processes that the tool has started (g++ starts cc1plus). Each tool has its own process group, so
 * Ctrl-C in the terminal does not reach it. Beside each tool runs a small process, its keeper,
 * which waits for the tool's end. If the program ends first, the keeper ends the tool and
 * everything it started, with SIGTERM and after some seconds with SIGKILL. The keeper inherits the
 * program's file descriptors, so a lock of the program is free only when the last tool is gone.
 */
#ifndef ASSAY_PROCESS_H
#define ASSAY_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/* The output of a tool: standard output and standard error, interleaved as they came. */
struct assay_output {
    char *text; /* NUL-terminated; free it */
    size_t size;
};

enum { ASSAY_NOT_STARTED = -1 };

/*
 * Run argv (NULL-terminated, searched in PATH) in the folder `cwd` (NULL: the current one) and
 * wait. Returns its exit status, 128 + the signal that ended it, or ASSAY_NOT_STARTED (no such
 * program, out of memory, or its output could not be read completely). If `out` is NULL, the output
 * is dropped; otherwise out->text is set, if only to "", or to NULL if out of memory.
 */
int assay_process(char *const argv[], const char *cwd, struct assay_output *out);

/* The same, but `out` gets standard output alone. */
int assay_process_text(char *const argv[], const char *cwd, struct assay_output *out);

/* The same, but standard error is appended to the file `errors`. */
int assay_process_apart(char *const argv[], const char *cwd, const char *errors,
                        struct assay_output *out);

/* The same, but the tool uses this program's own standard output and standard error. */
int assay_process_pass(char *const argv[], const char *cwd);

/* Start a tool without waiting. Its output is appended to the file `log`.
 * Returns a process id, or -1. */
long assay_process_start(char *const argv[], const char *cwd, const char *log);
/* Wait for a tool that was started. Returns its status as above. */
int assay_process_wait(long pid);

/* Set a function to call several times a second while waiting for a tool; NULL: none. */
void assay_process_while_waiting(void (*tick)(void));

/*
 * Guards an operation that must not be left half-done:
 *
 *     assay_process_guard();
 *     ... run tools, write files ...
 *     if (assay_process_interrupted()) ... remove the files ...
 *     assay_process_unguard();
 *
 * Within the guard, SIGINT, SIGTERM and SIGHUP end the running tools, and no others are started
 * after that. The last unguard then ends the program by that signal, which a shell reports as 130,
 * 143 or 129. Guards nest. A signal that was ignored stays ignored.
 *
 * After assay_process_forgive the last unguard does not end the program. It is for a caller with
 * its own exit status. It returns the signal that came, or 0.
 */
void assay_process_guard(void);
bool assay_process_interrupted(void);
int assay_process_forgive(void);
void assay_process_unguard(void);

#endif
