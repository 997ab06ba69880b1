/*
 * alu.c - predicate_alu gives what the model gives for integers, for sel and for cmp of all types.
 *
 * Nothing is claimed of mul, and of the operations whose result comes from fp_fma: its output is an input here.
 *
 *     top:    predicate_alu
 *     rtl:    rtl/predicate/predicate_alu.v rtl/lib/fp_fma.v rtl/lib/fp_round.v rtl/lib/fp_cmp.v
 *     rtl:    rtl/lib/lzc.v
 *     model:  model/predicate/execute.c model/numerics/f32_compare.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c model/numerics/f32_fma.c
 *     cut:    fused
 *     in:     op:6 ctype:3 cond:3 a:32 b:32 c:32 p fused.i:32
 *     out:    y:32 flag
 *     plant:  tb/predicate/faults/sar_logical.patch
 */
#include <string.h>

#include "predicate/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint8_t op = (uint8_t)in[0], type = (uint8_t)in[1], condition = (uint8_t)in[2];
    struct predicate_state s;
    struct predicate_word w = {.op = op, .ak = PREDICATE_U, .bk = PREDICATE_U, .bi = 1, .ck = 1};

    if (op == PREDICATE_MUL || (op >= PREDICATE_FADD && op <= PREDICATE_FFMA) ||
        type > PREDICATE_F32)
        return false;
    memset(&s, 0, sizeof s);
    s.u[0] = in[3];
    s.u[1] = in[4];
    s.p[0] = in[6];
    out[0] = op == PREDICATE_CMP ? 0 : predicate_result(&s, &w, 0);

    w.op = PREDICATE_CMP;
    w.ck = type;
    w.ci = condition;
    if (condition == PREDICATE_Z || condition == PREDICATE_NZ)
        w.bk = PREDICATE_NONE;
    out[1] = predicate_result(&s, &w, 0);
    return true;
}
