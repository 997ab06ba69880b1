/* operate.h - what single instructions do; what execute.c, operate*.c and intrinsic.c share. */
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

/* Arithmetic on two words, a comparison: operate_arithmetic.c. */
const struct value *operate_binary(struct execution *x, const struct frame *f,
                                   const struct ir_instruction *i, const struct path *p);
const struct value *operate_compare(struct execution *x, const struct frame *f,
                                    const struct ir_instruction *i);

/* operate_address.c: n indices from `base`, whose type is t. Within bounds: outside the object it is poison. */
const struct value *operate_walk(struct execution *x, const struct value *base,
                                 const struct ir_type *t, const struct value *const *index,
                                 uint32_t n, bool inbounds);
const struct value *operate_address(struct execution *x, const struct frame *f,
                                    const struct ir_instruction *i);
const struct value *operate_load(struct execution *x, const struct frame *f,
                                 const struct ir_instruction *i, const struct path *p);
void operate_store(struct execution *x, const struct frame *f, const struct ir_instruction *i,
                   struct path *p);

/* Any instruction but those that end a block, phi and calls of functions. NULL: no result. */
const struct value *operate(struct execution *x, const struct frame *f,
                            const struct ir_instruction *i, struct path *p);

/* A call of what is not defined in the module. False: the path ends here. */
bool operate_intrinsic(struct execution *x, const struct frame *f, const struct ir_instruction *i,
                       struct path *p, const struct value **result);

/* The place reached: under what condition it must not be. */
void operate_oblige(struct execution *x, const struct path *p, aig_lit broken, const char *what);

#endif
