/* operate.h - what single instructions do; what execute.c, operate.c and intrinsic.c share. */
#ifndef PROVE_OPERATE_H
#define PROVE_OPERATE_H

#include "prove/memory.h"

/* A function that runs: its locals. */
struct frame {
    const struct ir_function *f;
    const struct value **local;
};

/* A path that comes to a block. */
struct path {
    aig_lit pc; /* under which it is taken */
    struct memory memory;
};

const struct value *operate_value(struct execution *x, const struct frame *f,
                                  const struct ir_operand *o);
/* An operand that is a word. */
const struct value *operate_word(struct execution *x, const struct frame *f,
                                 const struct ir_operand *o);

/* Any instruction but those that end a block, phi and calls of functions. NULL: no result. */
const struct value *operate(struct execution *x, const struct frame *f,
                            const struct ir_instruction *i, struct path *p);

/* A call of what is not defined in the module. False: the path ends here. */
bool operate_intrinsic(struct execution *x, const struct frame *f, const struct ir_instruction *i,
                       struct path *p, const struct value **result);

/* The place reached: under what condition it must not be. */
void operate_oblige(struct execution *x, const struct path *p, aig_lit broken, const char *what);

#endif
