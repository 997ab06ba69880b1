/*
 * stdout.h - keeps standard output for the reports of this program.
 *
 * No report is lost silently: assay_stdout_end reports output that could not be written. Nothing
 * else gets into the reports: while a simulator runs, standard output is lent out, and what the
 * simulator and the RTL print goes to standard error.
 */
#ifndef ASSAY_STDOUT_H
#define ASSAY_STDOUT_H

#include <stdbool.h>

/* Call this at the start of the program. Standard descriptors that are closed are opened, so that
 * no file gets their numbers; writes to such a standard output fail. Output is checked even if a
 * library ends the program with `exit`. */
void assay_stdout_begin(void);

/* From lend on, everything written to standard output goes to standard error, whatever code writes
 * it. Calls nest; each needs one assay_stdout_back. */
void assay_stdout_lend(void);
void assay_stdout_back(void);

/* For a forked copy that repeats work of the program: discard its output, which
 * has already been printed. */
void assay_stdout_mute(void);

/* Whether standard output is a pipe without a reader. May be called in a signal handler. */
bool assay_stdout_closed(void);

/* Record that output was lost before it could be printed. `error` is an errno. */
void assay_stdout_lose(int error);

/* Write out the rest. Returns `status`; if that is 0 and output was lost, prints a message and
 * returns EXIT_FAULT. */
int assay_stdout_end(int status);

#endif
