/*
 * dotmul.c - dotmul is the model's.
 *
 *     top:    dotmul
 *     rtl:    rtl/dotmul/dotmul.v
 *     model:  model/dotmul/dotmul.c
 *     cases:  N=2 K=4, N=3 K=2, N=4 K=2, N=2 K=2
 *     in:     a:N*K b:N*K dot a_signed b_signed
 *     out:    p:2*N*K
 *     plant:  tb/dotmul/faults/product_sign_bit.patch
 */
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
    const uint64_t y = dotmul(&p, &op);

    out[0] = (uint32_t)y;
    if (2 * N * K > 32)
        out[1] = (uint32_t)(y >> 32);
    return true;
}
