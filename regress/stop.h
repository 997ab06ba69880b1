/*
 * stop.h - SIGINT, SIGTERM and SIGHUP in a program that waits for others.
 *
 * Between assay_stop_begin and assay_stop_end they are blocked, and seen by assay_stop_wait. Outside of it,
 * and after the first has come, they do what base/signals.h says: the second ends the program at once.
 */
#ifndef ASSAY_REGRESS_STOP_H
#define ASSAY_REGRESS_STOP_H

/* Returns the signal that has come already, or 0. Those that the program ignores stay so. */
int assay_stop_begin(void);
/* Wait a fifth of a second, or until a child ends or one of them comes. Returns the signal, or 0. */
int assay_stop_wait(void);
void assay_stop_end(void);

/* In a forked child, before its exec: as it was before all that. */
void assay_stop_in_child(void);

#endif
