/*
 * step.h - one cycle of the model, from the registers of dotmul_block.
 *
 * A reset clears the model's result, but not the RTL's: until a result is valid, the model has a
 * value of its own.
 */
#ifndef DOTMUL_FORMAL_STEP_H
#define DOTMUL_FORMAL_STEP_H

#include <assert.h>
#include <stdbool.h>

#include "dotmul/dotmul.h"

enum { WORDS = (2 * N * K + 31) / 32 }; /* of a result */

/* `in`: rst, op, res_ready, res_valid.q, res_p.m; `out`: op_ready, res_valid, res_p, res_valid.d,
 * res_p.d. Sets *p and *op. */
static void step(const uint32_t *in, uint32_t *out, struct dotmul_params *p, struct dotmul_op *op)
{
    struct dotmul_inputs inputs = {.rst = (uint8_t)in[0],
                                   .op_valid = (uint8_t)in[1],
                                   .op = {.a = in[2],
                                          .b = in[3],
                                          .dot = (uint8_t)in[4],
                                          .a_signed = (uint8_t)in[5],
                                          .b_signed = (uint8_t)in[6]},
                                   .res_ready = (uint8_t)in[7]};
    struct dotmul_outputs outputs;
    struct dotmul_state s;

    *p = (struct dotmul_params){.n = N, .k = K, .duplex = DUPLEX};
    *op = inputs.op;
    dotmul_init(&s, p);
    s.res_valid = (uint8_t)in[8];
    for (uint32_t i = 0; i < WORDS; ++i)
        s.res.p |= (uint64_t)in[9 + i] << (32 * i);
    dotmul_step(&s, &inputs, &outputs);
    assert(s.params.n == N && s.params.k == K && s.params.duplex == DUPLEX);
    out[0] = outputs.op_ready;
    out[1] = outputs.res_valid;
    out[2 + WORDS] = s.res_valid;
    for (uint32_t i = 0; i < WORDS; ++i) {
        out[2 + i] = (uint32_t)(outputs.res.p >> (32 * i));
        out[3 + WORDS + i] = (uint32_t)(s.res.p >> (32 * i));
    }
}

#endif
