/*
 * script_pipe.h - serializes a script, for another process on the same machine.
 */
#ifndef ASSAY_SCRIPT_PIPE_H
#define ASSAY_SCRIPT_PIPE_H

#include <stdio.h>

#include "stimulus/script.h"

void assay_script_send(const struct assay_script *s, FILE *to);

/* Returns false, with `s` empty, if out of memory or if there are too few bytes. Otherwise moves
 * *at past the script. */
bool assay_script_receive(struct assay_script *s, const struct assay_block *b, const char **at,
                          const char *end);

#endif
