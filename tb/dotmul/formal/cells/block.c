/*
 * block.c - from a reset on, dotmul_block has the outputs of the model in every cycle.
 *
 * Nothing is cut out, so the operands are small.
 *
 *     top:    dotmul_block
 *     rtl:    rtl/dotmul/dotmul_block.v rtl/dotmul/dotmul.v rtl/dotmul/dotmul_duplex.v
 *     model:  model/dotmul/dotmul.c
 *     cases:  N=4 K=2 DUPLEX=0, N=4 K=2 DUPLEX=1, N=2 K=4 DUPLEX=0, N=2 K=2 DUPLEX=0
 *     in:     rst op_valid op_a:N*K op_b:N*K op_dot op_a_signed op_b_signed res_ready
 *     in:     res_valid.q res_p.m:2*N*K
 *     out:    op_ready res_valid res_p:2*N*K res_valid.d res_p.d:2*N*K
 *     next:   res_valid res_p
 *     where:  res_p:res_valid
 *     each:   op_dot op_a_signed op_b_signed op_a[3:0]
 *     plant:  tb/dotmul/faults/payload_moves.patch
 *     slow
 */
#include "dotmul/formal/cells/step.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    struct dotmul_params p;
    struct dotmul_op op;

    step(in, out, &p, &op);
    return true;
}
