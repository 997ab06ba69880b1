/*
 * script_pipe.h - a script as bytes, from one process to another on the same machine.
 */
#ifndef ASSAY_SCRIPT_PIPE_H
#define ASSAY_SCRIPT_PIPE_H

#include <stdio.h>

#include "stimulus/script.h"

void assay_script_send(const struct assay_script *s, FILE *to);

/* False when memory is out or there are too few bytes, with `s` empty. Else *at moves behind them. */
bool assay_script_receive(struct assay_script *s, const struct assay_block *b, const char **at,
                          const char *end);

#endif
