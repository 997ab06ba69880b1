/*
 * memories.h - cut the memories of two designs that are compared by proof.
 *
 * Mapping a memory of many words to bits takes minutes and slows every proof. So the memories in
 * the module `both`, which holds the two designs, are removed. The words that the two sides read
 * become one new input, and the two sides must read the same addresses and write the same words
 * to the same addresses. While they do, their memories stay equal. The proof covers more than the
 * designs can do, because a word that is read can have any value. So what it proves holds for the
 * designs. A memory without a counterpart on the other side gets an input of its own.
 */
#ifndef ASSAY_MUTATE_MEMORIES_H
#define ASSAY_MUTATE_MEMORIES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "mutate/prover.h"

/* Append the commands that map the small memories of a module to bits; those that are cut stay. */
void assay_memories_add_small(const struct assay_prover *p, struct assay_text *script,
                              const char *module);

/* Nets that are 1 while memories must be equal. */
struct assay_memories_when {
    const char *initial; /* writes to those with initial values */
    const char *other;   /* all else */
};

/*
 * Runs a script of Yosys in two parts. After the first, the design is the flat module `both`,
 * made of instances named gold and gate. Its output `out` is 1 where they differ. Then its
 * memories are cut: `out` is also 1 where their addresses or words differ, in the cycles of `when`
 * (NULL: in all). Returns the exit status of Yosys, or ASSAY_NOT_STARTED with a message, for
 * example if the two sides do not have the same memories.
 */
int assay_memories_run(struct assay_prover *p, const char *first, const char *second,
                       const char *out, const struct assay_memories_when *when, unsigned seconds,
                       struct assay_output *output, char *why, size_t why_size);

#endif
