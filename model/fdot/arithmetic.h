/*
 * arithmetic.h - one group of a fused dot product, d = c + sum of a_i * b_i, as matrix units
 * compute it. README.md beside this file is the definition. Pure functions on integers.
 */
#ifndef FDOT_ARITHMETIC_H
#define FDOT_ARITHMETIC_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stdbool.h>
#include <stdint.h>

#include "type/assay_fdot_type.h"

enum { FDOT_MAX_GROUP = 32 };

/* The kind of an operation. Any numbers are allowed: fdot_rule tells which go together. */
struct fdot_kind {
    enum assay_fdot_profile profile;
    enum assay_fdot_format a_format, b_format;
    enum assay_fdot_output output;
};

/* How an operation is computed. */
struct fdot_rule {
    unsigned group; /* products: 2 to FDOT_MAX_GROUP */
    unsigned
        fraction; /* F, the fraction bits that alignment keeps; 0: every step is rounded to f32 */
};

/* Sets *rule; false if there is no such operation. */
bool fdot_rule(const struct fdot_kind *kind, struct fdot_rule *rule);

/* True if c is an f16, in the low half of its word; the upper half is ignored. */
static inline bool fdot_c_is_f16(enum assay_fdot_output output)
{
    return output == ASSAY_FDOT_OUT_F16 || output == ASSAY_FDOT_OUT_F32_C16;
}

/* The operands of a group, rule.group elements per side. Bits above an element are ignored. */
struct fdot_group {
    const uint32_t *a, *b;
    uint8_t a_scale,
        b_scale; /* for blackwell_scaled: e8m0, 2^(s - 127), 0xFF is NaN; else ignored */
    uint32_t c;
};

/* The sum of a group before rounding, for a profile that exists in RTL. */
struct fdot_sum {
    bool finite;
    uint32_t special; /* the result if not finite; the members below are then meaningless */
    int greatest;     /* E, the greatest exponent */
    int c_exp;        /* the exponent of c */
    bool cut;         /* the alignment cut off a non-zero bit */
    int64_t sum;      /* in units of 2^(E - F) */
};

void fdot_add(const struct fdot_kind *kind, const struct fdot_rule *rule,
              const struct fdot_group *g, struct fdot_sum *s);

/* The result, in the low half of the word if it is an f16. `rule` must be that of the kind. */
uint32_t fdot_group(const struct fdot_kind *kind, const struct fdot_rule *rule,
                    const struct fdot_group *g);

#ifdef __cplusplus
}
#endif

#endif
