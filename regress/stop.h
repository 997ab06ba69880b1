/*
 * stop.h - SIGINT, SIGTERM and SIGHUP in a program that waits for child processes.
 *
 * Between assay_stop_begin and assay_stop_end these signals are blocked, and assay_stop_wait
 * receives them. Otherwise, and after the first one, they do what base/signals.h says: the second
 * ends the program at once.
 */
#ifndef ASSAY_REGRESS_STOP_H
#define ASSAY_REGRESS_STOP_H

/* Returns the signal that has already arrived, or 0. Signals that the program ignores stay
 * ignored. */
int assay_stop_begin(void);
/* Wait a fifth of a second, or until a child ends or a signal arrives. Returns the signal, or 0. */
int assay_stop_wait(void);
void assay_stop_end(void);

/* Call this in a forked child before exec, to restore the original signal handling. */
void assay_stop_in_child(void);

#endif
