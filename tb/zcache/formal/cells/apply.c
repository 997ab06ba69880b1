/*
 * apply.c - zcache_apply does with a line what zcache_apply of the model does: loads, stores and atomics but fadd,
 * whose sum comes from fp_add.
 *
 *     top:    zcache_apply
 *     rtl:    rtl/zcache/zcache_apply.v rtl/slm/slm_alu.v rtl/lib/fp_add.v rtl/lib/fp_round.v rtl/lib/lzc.v
 *     model:  model/zcache/lines.c model/slm/operation.c model/numerics/f32_add.c
 *     cut:    added
 *     cases:  LINE=16, LINE=32, LINE=64
 *     in:     op:4 mask:LINE data:8*LINE word:4 old:8*LINE zero owned added.i:32
 *     out:    now_zero writes dirties marks answer:8*LINE
 *     except: now
 *     plant:  tb/zcache/faults/zero_without_owner.patch
 */
#include <string.h>

#include "zcache/internal.h"

bool spec(const uint32_t *in, uint32_t *out);

enum { MASK = (LINE + 31) / 32, WORDS = LINE / 4 };

/* All of memory belongs to a surface, or nothing. */
static const struct zcache_state owned = {
    .params = {.line = LINE, .surfaces = 1},
    .surface = {{.enabled = 1, .lines = 2, .last = 0xFFFFFF}},
};
static const struct zcache_state free_memory = {.params = {.line = LINE, .surfaces = 1}};

bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t *const data = in + 1 + MASK, *const old = data + WORDS + 1;
    const struct zcache_state *const s = old[WORDS + 1] ? &owned : &free_memory;
    struct zcache_req q;
    struct zcache_rsp rsp;
    uint32_t line[WORDS];
    uint8_t zero = (uint8_t)old[WORDS], dirty = 0;
    enum zcache_done done;

    memset(&q, 0, sizeof q);
    q.op = (uint8_t)in[0];
    q.word = (uint8_t)old[-1];
    for (uint32_t i = 0; i < MASK; ++i)
        q.mask |= (uint64_t)in[1 + i] << 32 * i;
    for (uint32_t i = 0; i < WORDS; ++i) {
        q.data[i] = data[i];
        line[i] = old[i];
    }
    if (q.op == ZCACHE_FENCE || q.op >= ZCACHE_FADD || q.word >= WORDS)
        return false;
    done = zcache_apply(s, &q, line, &zero, &dirty, &rsp);
    out[0] = zero;
    out[1] = done == ZCACHE_WRITES;
    out[2] = dirty;
    out[3] = done == ZCACHE_MARKS;
    for (uint32_t i = 0; i < WORDS; ++i)
        out[4 + i] = rsp.data[i];
    return true;
}
