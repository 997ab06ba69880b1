/* operate.h - the effect of single instructions; shared by execute*.c, operate*.c and
 * intrinsic.c. */
#ifndef PROVE_OPERATE_H
#define PROVE_OPERATE_H

#include "prove/memory.h"

/* A function being executed, with its locals. */
struct frame {
    const struct ir_function *f;
    const struct value **local;
};

/* A path of execution that has reached a block. */
struct path {
    aig_lit pc; /* the condition under which it is taken */
    struct memory memory;
};

const struct value *operate_value(struct execution *x, const struct frame *f,
                                  const struct ir_operand *o);
/* An operand that must be a word. */
const struct value *operate_word(struct execution *x, const struct frame *f,
                                 const struct ir_operand *o);

/* operate_arithmetic.c: arithmetic on two words, and comparison. */
const struct value *operate_binary(struct execution *x, const struct frame *f,
                                   const struct ir_instruction *i, const struct path *p);
const struct value *operate_compare(struct execution *x, const struct frame *f,
                                    const struct ir_instruction *i);

/* operate_address.c: follow n indices from `base`, which points to a value of type t. With
 * `inbounds`, an address outside the object is poison. */
const struct value *operate_walk(struct execution *x, const struct value *base,
                                 const struct ir_type *t, const struct value *const *index,
                                 uint32_t n, bool inbounds);
const struct value *operate_address(struct execution *x, const struct frame *f,
                                    const struct ir_instruction *i);
const struct value *operate_load(struct execution *x, const struct frame *f,
                                 const struct ir_instruction *i, const struct path *p);
void operate_store(struct execution *x, const struct frame *f, const struct ir_instruction *i,
                   struct path *p);

/* Execute any instruction except phi, calls of functions, and those that end a block. Returns
 * NULL if it has no result. */
const struct value *operate(struct execution *x, const struct frame *f,
                            const struct ir_instruction *i, struct path *p);

/* Call a function that the module does not define. Returns false if the path ends here. */
bool operate_intrinsic(struct execution *x, const struct frame *f, const struct ir_instruction *i,
                       struct path *p, const struct value **result);

/* Add the obligation that the path must not be taken with `broken` true. */
void operate_oblige(struct execution *x, const struct path *p, aig_lit broken, const char *what);

#endif
