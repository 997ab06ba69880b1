/*
 * stdout.h - standard output belongs to the reports of this program.
 *
 * Nothing that goes there gets lost in silence: assay_stdout_end says so when it could not be written.
 * And nothing else gets in between: while a simulator runs standard output is lent out, and what the
 * simulator and the RTL print goes to standard error.
 */
#ifndef ASSAY_STDOUT_H
#define ASSAY_STDOUT_H

#include <stdbool.h>

/* At the start of the program. Standard descriptors that are closed are opened, so that no file gets
 * their numbers; writes to such a standard output fail. Output is checked even where a library ends the
 * program with `exit`. */
void assay_stdout_begin(void);

/* From here on what is written to standard output goes to standard error, by whatever code; until
 * as many calls of assay_stdout_back have come. */
void assay_stdout_lend(void);
void assay_stdout_back(void);

/* In a forked copy that repeats what the program has done: what it prints has been printed. */
void assay_stdout_mute(void);

/* Whether standard output is a pipe that nobody reads any more. May be called in a signal handler. */
bool assay_stdout_closed(void);

/* Output that was lost before it could be printed, by an errno. */
void assay_stdout_lose(int error);

/* Write out what is left. Returns `status`; EXIT_FAULT with a message in place of 0 if some output was
 * lost. */
int assay_stdout_end(int status);

#endif
