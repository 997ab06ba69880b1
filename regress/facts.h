/*
 * facts.h - what a regression ran with, kept in the result store for its reports: the commit of the folder with the
 * list, and the versions of the tools.
 */
#ifndef ASSAY_REGRESS_FACTS_H
#define ASSAY_REGRESS_FACTS_H

#include <stdbool.h>

#include "regress/store.h"

/*
 * Ask for them and store them. Facts, as names and values:
 *
 *   commit     of git, where the list is in a working tree of it: "8dbd91d31b67", and " with changes" behind it if
 *              a file that git knows differs
 *   verilator, iverilog, g++   the first line that the tool prints of its version; not here: none
 *
 * False with a message in `why` when they could not be stored.
 */
bool assay_facts_store(struct assay_store *s, int64_t run, const char *list, char *why,
                       size_t why_size);

#endif
