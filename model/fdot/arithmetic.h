/*
 * arithmetic.h - one group of a fused dot product: d = c + sum of a_i * b_i as matrix units compute it.
 * README.md beside this file is the definition. Pure functions on integers.
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

/* What is computed. Any numbers: fdot_rule says which go together. */
struct fdot_kind {
    enum assay_fdot_profile profile;
    enum assay_fdot_format a_format, b_format;
    enum assay_fdot_output output;
};

/* How. */
struct fdot_rule {
    unsigned group; /* products: 2 to FDOT_MAX_GROUP */
    unsigned
        fraction; /* F, the fraction bits that alignment keeps; 0: each step is rounded to f32 */
};

/* False if there is no such operation. */
bool fdot_rule(const struct fdot_kind *kind, struct fdot_rule *rule);

/* Whether c is an f16: the low half of its word, what is above it is ignored. */
static inline bool fdot_c_is_f16(enum assay_fdot_output output)
{
    return output == ASSAY_FDOT_OUT_F16 || output == ASSAY_FDOT_OUT_F32_C16;
}

/* The operands of a group, rule.group elements a side. Bits above an element's are ignored. */
struct fdot_group {
    const uint32_t *a, *b;
    uint8_t a_scale,
        b_scale; /* of blackwell_scaled: e8m0, 2^(s - 127), 0xFF is NaN. Else without effect */
    uint32_t c;
};

/* A group of a profile in RTL, before it is rounded. */
struct fdot_sum {
    bool finite;
    uint32_t special; /* of one that is not: the result. The others then mean nothing */
    int greatest;     /* E, the greatest exponent */
    int c_exp;        /* that of c */
    bool cut;         /* something was cut off */
    int64_t sum;      /* in units of 2^(E - F) */
};

void fdot_add(const struct fdot_kind *kind, const struct fdot_rule *rule,
              const struct fdot_group *g, struct fdot_sum *s);

/* The result, in the low half of the word if it is an f16. `rule` is the kind's. */
uint32_t fdot_group(const struct fdot_kind *kind, const struct fdot_rule *rule,
                    const struct fdot_group *g);

#ifdef __cplusplus
}
#endif

#endif
