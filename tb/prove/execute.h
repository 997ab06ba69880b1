/*
 * execute.h - execute a function of the IR symbolically, for all inputs at once, into a graph.
 *
 * Calls are inlined, and loops are unrolled until all inputs have left them, up to a bound. Where
 * paths join, they are merged: each value becomes a choice between those of the paths. Memory
 * consists of objects, which are arrays of bytes; a pointer is a choice of objects, with an offset
 * into each.
 *
 * Values carry the condition under which they are poison in LLVM's sense, as after signed overflow
 * or a shift beyond the width. What must never happen is collected as obligations: a branch, an
 * address or an output that depends on poison; division by zero; an access outside its object,
 * misaligned, or through a null pointer; a trap or unreachable code; an iteration beyond the bound;
 * a failed assertion; an output that is claimed but not set; a bit above an output's width.
 *
 * The following are refused, with their place in the source. If an output or an obligation depends
 * on it: undef, poison, freeze of a value that may be poison, and the initial value of a variable
 * that is not constant. In any case: floating point, vectors, pointers in memory, calls through
 * pointers or out of the module, calls that are nested too deep, volatile and atomic accesses.
 */
#ifndef PROVE_EXECUTE_H
#define PROVE_EXECUTE_H

#include "prove/execution.h"

/*
 * How to treat an undefined local: refuse it if an output or an obligation depends on it in the
 * graph; or make it poison, which is a stricter notion, but is accepted in gates that never let it
 * through. Undefined bytes of memory are always refused in the first way, because padding is read
 * along with the fields of a structure.
 */
enum execute_undef { EXECUTE_REFUSE_UNDEF, EXECUTE_POISON_UNDEF };

/*
 * `function` must be bool FUNCTION(const uint32_t *in, uint32_t *out), without `out` if there are
 * no outputs; each port has separate words, the lowest first. The bits of the ports are inputs of
 * the graph named "name[0]" and so on; missing ones are added. Returns false with a message in
 * `why` on error.
 */
bool execute(struct aig *g, struct ir_module *m, const char *function,
             const struct execute_ports *in, const struct execute_ports *out, uint32_t bound,
             enum execute_undef undef, struct execute_result *result, char *why, size_t why_size);

#endif
