/*
 * loads.h - the model with the registers of bypass_loads as its state, after a cycle in which it
 * may ask for a slice and a slice may come. For the harnesses loads_state.c, loads_ask.c and
 * loads_come.c.
 *
 * Words of in: derive, k_len, shift, to_ask, to_come, a, b.
 */
#ifndef BYPASS_FORMAL_LOADS_H
#define BYPASS_FORMAL_LOADS_H

#include <string.h>

#include "bypass/bypass.h"

enum { WORDS = (KMAX + 31) / 32, TO_ASK = 3, TO_COME = TO_ASK + WORDS, A = TO_COME + WORDS };

static inline uint64_t slices_at(const uint32_t *at)
{
    return at[0] | (WORDS == 2 ? (uint64_t)at[WORDS - 1] << 32 : 0);
}

static inline void put_slices(uint64_t slices, uint32_t *at)
{
    at[0] = (uint32_t)slices;
    if (WORDS == 2)
        at[WORDS - 1] = (uint32_t)(slices >> 32);
}

/* Returns false if no request gives these registers. */
static inline bool loads_step(const uint32_t *in, struct bypass_state *s,
                              struct bypass_outputs *outputs)
{
    static const uint8_t type[] = {SPARSE_F32, SPARSE_F16, SPARSE_S8};
    const struct bypass_params p = {.kmax = KMAX};
    const uint32_t k_len = in[1], shift = in[2];
    struct bypass_inputs inputs;

    bypass_init(s, &p);
    memset(outputs, 0, sizeof *outputs);
    if (shift > 2 || k_len < 1 || k_len > KMAX ||
        (slices_at(in + TO_COME) & ~low_ones(((k_len - 1) >> shift) + 1)))
        return false;
    s->busy = 1;
    s->work.req.mode = BYPASS_LOADS;
    s->work.req.a_type = s->work.req.b_type = type[shift];
    s->work.req.generate_map = (uint8_t)in[0];
    s->work.req.k_len = (uint8_t)k_len;
    s->work.left = slices_at(in + TO_ASK);
    s->work.to_come = slices_at(in + TO_COME);
    s->work.asked = ~s->work.left;
    memset(&inputs, 0, sizeof inputs);
    inputs.slice_valid = 1;
    inputs.slice.a = in[A];
    inputs.slice.b = in[A + 1];
    bypass_step(s, &inputs, outputs);
    return true;
}

#endif
