/*
 * table.h - a user's stimulus as a script, from CSV or JSON lines in the formats that `assay
 * vectors` writes.
 *
 * A block compared at level `cycle` takes CSV: a line of names, then one line per cycle with a
 * hexadecimal value for each input. A payload may be empty while its valid is 0. The first line
 * must be in reset. The column `cycle` numbers the lines. Columns of outputs are ignored, since the
 * model determines what is expected.
 *
 * A block at level `transfers` takes JSON lines, one for each transfer on a sink, in order:
 *
 *     {"reset":true}                                          only before the first transfer
 *     {"stream":"push","direction":"in","fields":{"data":"0c"}}
 *
 * A line may have a number `call`. Lines with direction `out` are responses and are ignored.
 */
#ifndef ASSAY_TABLE_H
#define ASSAY_TABLE_H

#include "stimulus/script.h"

/* Reads a file, or standard input if `path` is "-". Returns false with `FILE:LINE: what is
 * wrong: what was expected` in `why`, and `s` empty. */
bool assay_table_read(struct assay_script *s, const struct assay_block *b,
                      const struct assay_params *params, const char *path, char *why,
                      size_t why_size);

#endif
