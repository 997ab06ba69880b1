/* called.h - the name under which the program was called, for the commands that it prints. */
#ifndef ASSAY_CALLED_H
#define ASSAY_CALLED_H

#include "base/text.h"

/* Set by main to argv[0], which must stay valid. The default is "assay", also for NULL and "". */
void assay_set_called(const char *argv0);
const char *assay_called(void);

/* Append the program, quoted for a shell, and the command: "build/assay run". */
void assay_text_add_command(struct assay_text *t, const char *command);

#endif
