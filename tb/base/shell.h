/* shell.h - text for a shell. */
#ifndef ASSAY_SHELL_H
#define ASSAY_SHELL_H

#include <stdio.h>

/* An argument as a shell takes it: quoted where it has to be. */
void assay_shell_quote(FILE *f, const char *text);

#endif
