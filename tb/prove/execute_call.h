/* execute_call.h - a call of a function of the IR: its paths, their merging, and the calls in it. */
#ifndef PROVE_EXECUTE_CALL_H
#define PROVE_EXECUTE_CALL_H

#include "prove/operate.h"

/* Continue the path after the call, with `result` NULL for none. Returns false if the function never
 * returns. */
bool execute_call(struct execution *x, const struct ir_function *f, const struct value **argument,
                  uint32_t n, struct path *p, const struct value **result);

#endif
