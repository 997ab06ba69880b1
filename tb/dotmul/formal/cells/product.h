/*
 * product.h - the property that the lemmas of dotmul and dotmul_duplex claim: p equals the model's.
 */
#ifndef DOTMUL_FORMAL_PRODUCT_H
#define DOTMUL_FORMAL_PRODUCT_H

#include <stdbool.h>

#include "dotmul/dotmul.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const struct dotmul_params p = {.n = N, .k = K};
    const struct dotmul_op op = {.a = in[0],
                                 .b = in[1],
                                 .dot = (uint8_t)in[2],
                                 .a_signed = (uint8_t)in[3],
                                 .b_signed = (uint8_t)in[4]};

    out[0] = (uint32_t)dotmul(&p, &op);
    return true;
}

#endif
