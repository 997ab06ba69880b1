/*
 * signals.h - SIGINT, SIGTERM and SIGHUP as a question that long work asks.
 *
 * It is also answered with yes when standard output is a pipe whose reader has ended, as in `assay run ... | head`: work
 * whose result nobody reads is not finished. That counts as SIGPIPE, which the next write would bring.
 */
#ifndef ASSAY_SIGNALS_H
#define ASSAY_SIGNALS_H

#include <stdbool.h>

/* From here on the first of them is only remembered. The second ends the program at once, with the exit
 * status 128 + signal. The same one within half a second is no second: timeout(1), and a wrapper in the
 * foreground that passes signals on, send each of them twice. One that was ignored stays so: of a command
 * that nohup started, or a shell without job control in the background. */
void assay_catch_signals(void);

/* The same for one of them. False if it is ignored. */
bool assay_catch_signal(int signal);
/* As if it had come, for who takes it in another way; that one acts on a second itself. False if it is the same request
 * as the one before. */
bool assay_interrupt(int signal);

/* Whether one has come: finish and report what stands. */
bool assay_interrupted(void);

/* Exit status of a program that ended for that reason: 128 + signal; 0 if none has come. */
int assay_interrupted_status(void);

#endif
