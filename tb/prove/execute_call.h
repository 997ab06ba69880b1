/* execute_call.h - calls of functions of the IR: their paths, and how these merge. */
#ifndef PROVE_EXECUTE_CALL_H
#define PROVE_EXECUTE_CALL_H

#include "prove/operate.h"

/* Runs the call. *p becomes the path after it, *result its value, or NULL if it has none. Returns
 * false if the function never returns. */
bool execute_call(struct execution *x, const struct ir_function *f, const struct value **argument,
                  uint32_t n, struct path *p, const struct value **result);

#endif
