/*
 * operation.h - unpacks the inputs of zcache_apply as its lemmas take them: op, mask, data, word,
 * old, zero, owned, added. For the harnesses apply.c, fadd.c and written.c.
 *
 * The sum of fadd is an input on both sides, with any value for any operands.
 */
#ifndef ZCACHE_FORMAL_OPERATION_H
#define ZCACHE_FORMAL_OPERATION_H

#include <stdbool.h>
#include <string.h>

#include "numerics/numerics.h"
#include "zcache/internal.h"

enum { MASK = (LINE + 31) / 32, WORDS = LINE / 4 };

/* Two states: all of memory belongs to a surface, or none of it. */
static const struct zcache_state owned = {
    .params = {.line = LINE, .surfaces = 1},
    .surface = {{.enabled = 1, .lines = 2, .last = 0xFFFFFF}},
};
static const struct zcache_state free_memory = {.params = {.line = LINE, .surfaces = 1}};

/* In place of the model's: takes the operands, and returns the input. */
static struct {
    uint32_t a, b, y;
} sum;

uint32_t assay_f32_add(uint32_t a, uint32_t b)
{
    sum.a = a;
    sum.b = b;
    return sum.y;
}

struct operation {
    struct zcache_req req;
    uint32_t line[WORDS];
    uint8_t zero;
};

/* Returns the state selected by the input `owned`. */
static inline const struct zcache_state *operation_state(const uint32_t *in)
{
    return in[1 + MASK + WORDS + 1 + WORDS + 1] ? &owned : &free_memory;
}

/* Returns false if the lemmas claim nothing for this operation. */
static inline bool operation_read(const uint32_t *in, struct operation *o)
{
    const uint32_t *const data = in + 1 + MASK, *const old = data + WORDS + 1;

    memset(o, 0, sizeof *o);
    sum.a = sum.b = 0;
    sum.y = old[WORDS + 2];
    o->zero = (uint8_t)old[WORDS];
    o->req.op = (uint8_t)in[0];
    o->req.word = (uint8_t)old[-1];
    for (uint32_t i = 0; i < MASK; ++i)
        o->req.mask |= (uint64_t)in[1 + i] << 32 * i;
    for (uint32_t i = 0; i < WORDS; ++i) {
        o->req.data[i] = data[i];
        o->line[i] = old[i];
    }
    /* A request names a word of its line. */
    return o->req.op != ZCACHE_FENCE && o->req.op <= ZCACHE_FADD && o->req.word < WORDS;
}

#endif
