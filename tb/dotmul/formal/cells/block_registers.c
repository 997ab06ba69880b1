/*
 * block_registers.c - from a reset on, dotmul_block has the outputs of the model in every cycle,
 * for all operands, given that the multiplier computes the product.
 *
 * The product of the RTL is an input. The claim covers resets and the cycles in which the product
 * is that of the model.
 *
 *     top:    dotmul_block
 *     rtl:    rtl/dotmul/dotmul_block.v rtl/dotmul/dotmul.v rtl/dotmul/dotmul_duplex.v
 *     model:  model/dotmul/dotmul.c
 *     cases:  N=16 K=2 DUPLEX=0, N=4 K=8 DUPLEX=1, N=8 K=2 DUPLEX=0, N=4 K=3 DUPLEX=0
 *     cases:  N=2 K=4 DUPLEX=0, N=4 K=2 DUPLEX=1, N=4 K=2 DUPLEX=0, N=2 K=2 DUPLEX=0
 *     cut:    p
 *     in:     rst op_valid op_a:N*K op_b:N*K op_dot op_a_signed op_b_signed res_ready
 *     in:     res_valid.q res_p.m:2*N*K p.i:2*N*K
 *     out:    op_ready res_valid res_p:2*N*K res_valid.d res_p.d:2*N*K
 *     next:   res_valid res_p
 *     where:  res_p:res_valid
 *     plant:  tb/dotmul/faults/reset_missed.patch
 */
#include "dotmul/formal/cells/step.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    struct dotmul_params p;
    struct dotmul_op op;
    uint64_t product = 0;

    step(in, out, &p, &op);
    for (uint32_t i = 0; i < WORDS; ++i)
        product |= (uint64_t)in[9 + WORDS + i] << (32 * i);
    return in[0] || product == dotmul(&p, &op);
}
