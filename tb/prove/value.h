/* value.h - the values of IR locals. A value does not change once it is made. */
#ifndef PROVE_VALUE_H
#define PROVE_VALUE_H

#include "prove/bits.h"
#include "prove/execution.h"

enum value_kind { VALUE_WORD, VALUE_POINTER, VALUE_PARTS };

struct value {
    enum value_kind kind;
    uint32_t n;     /* number of bits, targets or parts */
    aig_lit poison; /* the condition under which it is poison */
    aig_lit *bit;
    struct target *target;
    const struct value **part;
};

enum { NO_OBJECT = 0, OFFSET_BITS = 64 };

/* An object that a pointer may point to. */
struct target {
    aig_lit guard;
    uint32_t object; /* NO_OBJECT: null */
    aig_lit offset[OFFSET_BITS];
};

struct object {
    uint32_t size, align;
    bool is_constant;
    const struct byte *initial;
};

struct byte {
    aig_lit bit[8], poison;
};

struct memory {
    struct byte **content; /* by object; NULL: initial content, or not on this path */
    bool *shared;          /* with other paths; must be copied before writing */
    aig_lit *dead;         /* the condition under which the object's life is over */
    uint32_t n;
};

/* A word of n bits, to be filled in by the caller. */
struct value *value_new_word(struct execution *x, uint32_t n);
const struct value *value_constant(struct execution *x, uint32_t n, uint64_t value);
const struct value *value_undef(struct execution *x, const struct ir_type *t, const char *what);
const struct value *value_null(struct execution *x);
struct value *value_new_pointer(struct execution *x, uint32_t n);
struct value *value_new_parts(struct execution *x, uint32_t n);
const struct value *value_with_poison(struct execution *x, const struct value *v, aig_lit poison);
/* c ? a : b */
const struct value *value_merge(struct execution *x, aig_lit c, const struct value *a,
                                const struct value *b);

#endif
