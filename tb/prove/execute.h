/*
 * execute.h - a function of the IR as a graph: executed for all inputs at once.
 *
 * Calls are entered, loops are unrolled while their condition is not constant, and what several paths lead
 * to is merged: each value becomes a choice between those of the paths. Memory is objects of bytes, a
 * pointer is a choice of objects with an offset in each.
 *
 * Values carry the conditions under which they are poison, as LLVM means it: signed arithmetic that
 * overflows, shifts beyond the width. What must never happen is collected as obligations: poison that
 * decides a branch, is an address or reaches an output; division by zero; an access outside its object,
 * at a wrong alignment or through a null pointer; a trap, and code that cannot be reached; an iteration
 * beyond the bound; a failed assertion; an output that is claimed and not set; a bit above its width.
 *
 * Refused with their place in the source: undef, poison and freeze of what may be poison, on which an output or an
 * obligation depends, and what has no meaning here: floating point, vectors, pointers in memory, calls through
 * pointers and out of the module, variables that are not constant, recursion, volatile and atomic accesses.
 */
#ifndef PROVE_EXECUTE_H
#define PROVE_EXECUTE_H

#include "prove/execution.h"

/*
 * An undefined local is refused where an output or an obligation depends on it by its gates; or it is poison, which is
 * more than it is, and which may be in gates that never let it through. Undefined bytes of memory are refused in any
 * case: those between the fields of a structure are read with it.
 */
enum execute_undef { EXECUTE_REFUSE_UNDEF, EXECUTE_POISON_UNDEF };

/*
 * `function` is bool FUNCTION(const uint32_t *in, uint32_t *out), with each port in words of its own, the
 * lowest first. The ports' bits are inputs of the graph, "name[0]" and so on, added where they are missing.
 * False with a message in `why`.
 */
bool execute(struct aig *g, struct ir_module *m, const char *function,
             const struct execute_ports *in, const struct execute_ports *out, uint32_t bound,
             enum execute_undef undef, struct execute_result *result, char *why, size_t why_size);

#endif
