/* both.h - put two versions of a design into one netlist and ask abc about it. */
#ifndef ASSAY_MUTATE_BOTH_H
#define ASSAY_MUTATE_BOTH_H

#include <stdbool.h>
#include <stddef.h>

#include "mutate/prover.h"

/* Commands for abc; %u stands for the seconds of a proof. */
extern const char assay_both_differ[]; /* induction, then a search for an invariant */
extern const char assay_both_reach[];  /* a bounded search from the start */

/*
 * Asks abc whether the output of `both`, the text of a module of that name, can ever be 1. That
 * module instantiates module gold, from the design of that name, and module gate, from the design
 * `gate`. Each is the whole design, or, unless `part` is NULL, the module `part` with everything
 * below it. Its net `both__cut` is 1 while memories must be equal (memories.h), and `both__keeps`
 * while writes to those with initial values must. Registers without an initial value start with any
 * value, the same in both (starts.h). abc has three times p->seconds. ASSAY_NO_ANSWER comes with a
 * message.
 */
enum assay_answer assay_both_ask(struct assay_prover *p, const char *gate, const char *part,
                                 const char *both, const char *search, char *why, size_t why_size);

#endif
