/*
 * fadd.c - zcache_apply takes the word of a line that the model adds to, and does with any sum what
 * the model does. The registers between the word and the sum are not part of it.
 *
 *     top:    zcache_apply
 *     rtl:    rtl/zcache/zcache_apply.v rtl/slm/slm_alu.v rtl/lib/fp_add.v rtl/lib/fp_round.v rtl/lib/lzc.v
 *     model:  model/zcache/lines.c model/slm/operation.c
 *     cut:    added
 *     show:   old_word
 *     cases:  LINE=64, LINE=32, LINE=16
 *     in:     op:4 mask:LINE data:8*LINE word:4 old:8*LINE zero owned added.i:32
 *     out:    now_zero writes dirties marks answer:8*LINE old_word:32
 *     except: now
 *     plant:  tb/zcache/formal/cells/fadd.patch
 */
#include <assert.h>

#include "zcache/formal/cells/operation.h"

bool spec(const uint32_t *in, uint32_t *out);

bool spec(const uint32_t *in, uint32_t *out)
{
    struct operation o;
    struct zcache_rsp rsp;
    uint8_t dirty = 0;
    enum zcache_done done;

    if (!operation_read(in, &o) || o.req.op != ZCACHE_FADD)
        return false;
    done = zcache_apply(operation_state(in), &o.req, o.line, &o.zero, &dirty, &rsp);
    out[0] = o.zero;
    out[1] = done == ZCACHE_WRITES;
    out[2] = dirty;
    out[3] = done == ZCACHE_MARKS;
    for (uint32_t i = 0; i < WORDS; ++i)
        out[4 + i] = rsp.data[i];
    assert(sum.b == o.req.data[0]);
    out[4 + WORDS] = sum.a;
    return true;
}
