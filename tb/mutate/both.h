/* both.h - two versions of a design in one netlist, and what abc says of it. */
#ifndef ASSAY_MUTATE_BOTH_H
#define ASSAY_MUTATE_BOTH_H

#include <stdbool.h>
#include <stddef.h>

#include "mutate/prover.h"

/* Commands to abc after it has read the netlist; %u stands for the seconds of a proof. */
extern const char assay_both_differ[]; /* induction, then a search for an invariant */
extern const char assay_both_reach[];  /* a search from the start */

/* Write what designs are read with. False with a message. */
bool assay_both_open(const struct assay_prover *p, char *why, size_t why_size);

/* Append what reads a design from a file, with the block's pins as those of its top. */
void assay_both_add_design(const struct assay_prover *p, struct assay_text *script,
                           const char *file);

/*
 * Ask abc whether the output of `both`, the text of a module of that name, can ever be 1. It has an instance of
 * module gold, from gold.v, and one of module gate, from the file `gate`: the whole design, or the module `part` of
 * it with all below it. A register without an initial value starts with any value, the same in both (starts.h).
 * Takes at most three times p->seconds in each of Yosys, which has a minute in any case, and abc. ASSAY_NO_ANSWER comes with a message.
 */
enum assay_answer assay_both_ask(struct assay_prover *p, const char *gate, const char *part,
                                 const char *both, const char *search, char *why, size_t why_size);

#endif
