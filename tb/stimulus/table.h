/*
 * table.h - a user's stimulus as a script: from CSV or JSON lines, in the formats that `assay vectors` writes.
 *
 * A block that is compared in each cycle takes CSV: a line of names, then a line a cycle with a value for each input, in
 * hexadecimal. A payload may be empty while its valid is 0. The first line is in reset. The column `cycle` counts the lines.
 * Columns of outputs are not read: the model says what is expected.
 *
 * A block at level `transfers` takes JSON lines, one for each transfer on a sink, in their order:
 *
 *     {"reset":true}                                          only before the first transfer
 *     {"stream":"push","direction":"in","fields":{"data":"0c"}}
 *
 * A line may have a number `call`. Lines with the direction `out` are responses and are not read.
 */
#ifndef ASSAY_TABLE_H
#define ASSAY_TABLE_H

#include "stimulus/script.h"

/* Read a file, "-" for standard input. False with `FILE:LINE: what is wrong: what was expected` in `why`, and `s` empty. */
bool assay_table_read(struct assay_script *s, const struct assay_block *b,
                      const struct assay_params *params, const char *path, char *why,
                      size_t why_size);

#endif
