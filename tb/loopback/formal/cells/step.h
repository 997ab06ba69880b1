/*
 * step.h - the model with the state of loopback_pe: a tile with one pair, or none. The fma is cut
 * out on both sides. For the harness step.c.
 */
#ifndef LOOPBACK_FORMAL_STEP_H
#define LOOPBACK_FORMAL_STEP_H

#include <assert.h>
#include <string.h>

#include "loopback/loopback.h"
#include "numerics/numerics.h"

enum { WORDS = (KMAX + 31) / 32 };
enum {
    FIRST,
    PAIRS,
    HELD_LEFT = PAIRS + WORDS,
    START = HELD_LEFT + WORDS,
    HELD,
    A,
    B,
    IS_FLOAT,
    SKIP_ZEROS,
    FUSED
};

/* The operands of the fma, and its result, which is an input. */
static struct {
    uint32_t a, b, c, y;
    bool used;
} fma;

uint32_t assay_f32_fma(uint32_t a, uint32_t b, uint32_t c)
{
    fma.a = a;
    fma.b = b;
    fma.c = c;
    fma.used = true;
    return fma.y;
}

/* The value of the lowest 9 bits, in which elements of 8 bits with and without a sign fit. */
static inline uint32_t integer(uint32_t x)
{
    return ((x & 0x1FF) ^ 0x100) - 0x100;
}

static inline void fill(struct loopback_side *side, uint32_t type, uint32_t value)
{
    side->value[0][0] = value;
    side->row[0] = (struct sparse_row){.marked = 1, .nonzero = !sparse_is_zero(type, value)};
}

/* Computes next_acc, fuse and acc. Returns false for integers of more than 8 bits. */
static inline bool step(const uint32_t *in, uint32_t *out)
{
    const uint32_t acc = in[FIRST] ? in[START] : in[HELD];
    const uint32_t *const left = in + (in[FIRST] ? PAIRS : HELD_LEFT);
    const bool floats = in[IS_FLOAT], any = left[0] | left[WORDS - 1];
    const struct loopback_params p = {.rows = 1, .cols = 1, .kmax = KMAX};
    const uint32_t type = floats ? SPARSE_F32 : SPARSE_S8;
    uint32_t c[LOOPBACK_MAX_ROWS][LOOPBACK_MAX_COLS], d[LOOPBACK_MAX_ROWS][LOOPBACK_MAX_COLS];
    struct loopback_side a, b;
    struct loopback_cmd cmd;

    memset(&cmd, 0, sizeof cmd);
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    memset(c, 0, sizeof c);
    memset(d, 0, sizeof d);
    memset(&fma, 0, sizeof fma);
    fma.y = in[FUSED];
    cmd.a_type = cmd.b_type = (uint8_t)type;
    cmd.k_len = 1;
    cmd.sparse = (uint8_t)in[SKIP_ZEROS];
    c[0][0] = acc;
    fill(&a, type, floats ? in[A] : integer(in[A]));
    fill(&b, type, floats ? in[B] : integer(in[B]));
    loopback_compute(&p, &cmd, &a, &b, c, d);
    out[0] = any ? d[0][0] : acc;
    out[1] = any && floats;
    out[2] = acc;
    assert(!fma.used || (fma.a == in[A] && fma.b == in[B] && fma.c == acc));
    return floats || (in[A] == a.value[0][0] && in[B] == b.value[0][0]);
}

#endif
