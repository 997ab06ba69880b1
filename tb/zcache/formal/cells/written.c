/*
 * written.c - the line that zcache_apply writes is that of the model, for stores and all atomics.
 * See fadd.c for the operands of fadd.
 *
 *     top:    zcache_apply
 *     rtl:    rtl/zcache/zcache_apply.v rtl/slm/slm_alu.v rtl/lib/fp_add.v rtl/lib/fp_round.v rtl/lib/lzc.v
 *     model:  model/zcache/lines.c model/slm/operation.c
 *     cut:    added
 *     cases:  LINE=64, LINE=32, LINE=16
 *     in:     op:4 mask:LINE data:8*LINE word:4 old:8*LINE zero owned added.i:32
 *     out:    now:8*LINE
 *     except: now_zero writes dirties marks answer
 *     plant:  tb/zcache/formal/cells/written.patch
 *     slow
 */
#include "zcache/formal/cells/operation.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    struct operation o;
    struct zcache_rsp rsp;
    uint8_t dirty = 0;

    if (!operation_read(in, &o))
        return false;
    if (zcache_apply(operation_state(in), &o.req, o.line, &o.zero, &dirty, &rsp) != ZCACHE_WRITES)
        return false;
    for (uint32_t i = 0; i < WORDS; ++i)
        out[i] = o.line[i];
    return true;
}
