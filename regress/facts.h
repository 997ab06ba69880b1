/*
 * facts.h - what a regression ran with: the commit of the folder that holds the list, and the
 * versions of the tools. The result store keeps this for the reports.
 */
#ifndef ASSAY_REGRESS_FACTS_H
#define ASSAY_REGRESS_FACTS_H

#include <stdbool.h>

#include "regress/store.h"

/*
 * Collect the facts and store them. Their names and values:
 *
 *   commit     git's, if the list is in a git working tree: "8dbd91d31b67", followed by
 *              " with changes" if a tracked file differs, or by ", changes unknown" if git cannot
 *              tell
 *   verilator, iverilog, g++   the first line of the tool's version message; no fact if the tool
 *              is not installed
 *
 * Returns false with a message in `why` if they could not be stored.
 */
bool assay_facts_store(struct assay_store *s, int64_t run, const char *list, char *why,
                       size_t why_size);

#endif
