/*
 * bits.h - arithmetic on vectors of literals, lowest bit first. `out` may be one of the operands.
 */
#ifndef PROVE_BITS_H
#define PROVE_BITS_H

#include "prove/aig.h"

/* The widest vector, enough for the product of two 64-bit numbers. */
enum { BITS_MOST = 128 };

void bits_constant(uint32_t n, uint64_t value, aig_lit *out); /* zeros above bit 63 */
/* Whether all bits are constant. If so, *value receives the lowest 64 of them. */
bool bits_are_constant(uint32_t n, const aig_lit *a, uint64_t *value);

void bits_mux(struct aig *g, aig_lit c, uint32_t n, const aig_lit *a, const aig_lit *b,
              aig_lit *out);
void bits_extend(uint32_t from, const aig_lit *a, aig_lit fill, uint32_t to, aig_lit *out);

/* out = a + b + carry. Returns the carry out. */
aig_lit bits_add(struct aig *g, uint32_t n, const aig_lit *a, const aig_lit *b, aig_lit carry,
                 aig_lit *out);
/* out = a - b. Returns whether a < b, both unsigned. */
aig_lit bits_subtract(struct aig *g, uint32_t n, const aig_lit *a, const aig_lit *b, aig_lit *out);
/* out = c ? -a : a. */
void bits_negate_if(struct aig *g, aig_lit c, uint32_t n, const aig_lit *a, aig_lit *out);
void bits_multiply(struct aig *g, uint32_t n, const aig_lit *a, const aig_lit *b, aig_lit *out);
/* Unsigned division. Division by zero gives a quotient of all ones and the remainder a. Either
 * result may be NULL. */
void bits_divide(struct aig *g, uint32_t n, const aig_lit *a, const aig_lit *b, aig_lit *quotient,
                 aig_lit *remainder);

enum bits_shift { BITS_LEFT, BITS_RIGHT, BITS_RIGHT_SIGNED };

/* Shift `a` by `by`, which also has n bits. Shifting by n or more leaves zeros, or for
 * BITS_RIGHT_SIGNED copies of the sign. */
void bits_shift(struct aig *g, enum bits_shift kind, uint32_t n, const aig_lit *a,
                const aig_lit *by, aig_lit *out);

aig_lit bits_any(struct aig *g, uint32_t n, const aig_lit *a);
aig_lit bits_equal(struct aig *g, uint32_t n, const aig_lit *a, const aig_lit *b);
aig_lit bits_equal_to(struct aig *g, uint32_t n, const aig_lit *a, uint64_t b);
aig_lit bits_less(struct aig *g, uint32_t n, const aig_lit *a, const aig_lit *b, bool is_signed);

/* The number of leading zeros, or n if all bits are zero; and the number of ones. */
void bits_leading_zeros(struct aig *g, uint32_t n, const aig_lit *a, aig_lit *out);
void bits_count_ones(struct aig *g, uint32_t n, const aig_lit *a, aig_lit *out);

#endif
