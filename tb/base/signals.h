/* signals.h - SIGINT and SIGTERM as a question that long work asks. */
#ifndef ASSAY_SIGNALS_H
#define ASSAY_SIGNALS_H

#include <stdbool.h>

/* From here on the two signals are only remembered. */
void assay_catch_signals(void);

/* Whether one has come: finish and report what stands. */
bool assay_interrupted(void);

#endif
