/*
 * signals.h - SIGINT, SIGTERM and SIGHUP as a flag that long work polls.
 *
 * The flag is also set when standard output is a pipe without a reader, as in `assay
 * run ... | head`, because nobody will read the result. This counts as SIGPIPE, which
 * the next write would raise.
 */
#ifndef ASSAY_SIGNALS_H
#define ASSAY_SIGNALS_H

#include <stdbool.h>

/* From here on the first signal only sets the flag. The second ends the program at once with exit
 * status 128 + signal. The same signal within half a second does not count as a second one, because
 * timeout(1) sends each signal twice, and so does a wrapper in the foreground that forwards
 * signals. A signal that was ignored stays ignored, as in a command started by nohup or in the
 * background by a shell without job control. */
void assay_catch_signals(void);

/* The same for one signal. False if it is ignored. */
bool assay_catch_signal(int signal);
/* Act as if the signal had come. For a caller that receives it in another way, and that handles a
 * second one itself. False if it is the same request as before. */
bool assay_interrupt(int signal);

/* Whether a signal has come. If so, finish and report what there is. */
bool assay_interrupted(void);

/* The exit status after an interruption, 128 + signal; 0 if no signal has come. */
int assay_interrupted_status(void);

#endif
