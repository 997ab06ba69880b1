/*
 * block.h - one cycle of the model, from the registers of fp.
 *
 * A result that is not valid has no value that both sides share: the model clears it in a reset.
 */
#ifndef FP_FORMAL_BLOCK_H
#define FP_FORMAL_BLOCK_H

#include <assert.h>
#include <stdbool.h>

#include "fp/fp.h"

bool spec(const uint32_t *in, uint32_t *out);

/* Whether the cell that was cut out has the value of the model. `cell`: sum, product, fused. */
static bool computes(const uint32_t *in, const uint32_t *cell)
{
    uint8_t status;
    const uint32_t code = in[2],
                   value = code <= FP_FMA ? fp_operation(code, in[3], in[4], in[5], &status) : 0;

    return code > FP_FMA || cell[code <= FP_SUB ? 0 : code - 1] == value;
}

/* `in`: rst, op, res_ready, and the registers of res; `busy`: the cycles that a division still
 * takes, also after the step; `out`: the ports and the registers. */
static void step(const uint32_t *in, uint32_t *out, uint8_t *busy)
{
    const struct fp_params p = {.div = DIV};
    const struct fp_inputs inputs = {
        .rst = (uint8_t)in[0],
        .op_valid = (uint8_t)in[1],
        .op = {.code = (uint8_t)in[2], .a = in[3], .b = in[4], .c = in[5], .tag = (uint8_t)in[6]},
        .res_ready = (uint8_t)in[7]};
    struct fp_outputs outputs;
    struct fp_state s;

    fp_init(&s, &p);
    s.res_valid = (uint8_t)in[8];
    s.res.value = in[9];
    s.res.tag = (uint8_t)in[10];
    s.res.status = (uint8_t)in[11];
    s.busy = *busy;
    fp_step(&s, &inputs, &outputs);
    assert(s.params.div == DIV);
    out[0] = outputs.op_ready;
    out[1] = outputs.res_valid;
    out[2] = outputs.res.value;
    out[3] = outputs.res.tag;
    out[4] = outputs.res.status;
    out[5] = s.res_valid;
    out[6] = s.res.value;
    out[7] = s.res.tag;
    out[8] = s.res.status;
    *busy = s.busy;
}

#endif
