/* called.h - how this program was called, for the commands that it prints to be run again. */
#ifndef ASSAY_CALLED_H
#define ASSAY_CALLED_H

#include "base/text.h"

/* argv[0], which has to last; main calls it. Until then, and for NULL and "", it is "assay". */
void assay_set_called(const char *argv0);
const char *assay_called(void);

/* "build/assay run": the program, quoted for a shell, and the command. */
void assay_text_add_command(struct assay_text *t, const char *command);

#endif
