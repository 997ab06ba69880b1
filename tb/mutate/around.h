/*
 * around.h - ask a question about the module that contains a mutant, then about the modules around
 * it.
 *
 * What nobody can tell from outside a module cannot be told from outside the modules that contain
 * it. So if the answer is no for a module, the same is asked of each module that instantiates it,
 * and must be yes for all of them.
 */
#ifndef ASSAY_MUTATE_AROUND_H
#define ASSAY_MUTATE_AROUND_H

#include <stdbool.h>
#include <stddef.h>

#include "mutate/prover.h"

typedef bool assay_around_question(struct assay_prover *p, const char *part, char *why,
                                   size_t why_size);

/* Whether the answer is yes for each module of Yosys that comes from the source's `module`, or for
 * all modules around it. No module is asked about twice. False if the hierarchy is not known. */
bool assay_around(struct assay_prover *p, const char *module, assay_around_question *question,
                  char *why, size_t why_size);

#endif
