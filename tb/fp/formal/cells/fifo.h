/*
 * fifo.h - the contract of fifo: a queue of SIZE entries.
 *
 * The golden models have no queue of their own that several blocks use, so this is one: a list
 * with the oldest entry first. A pushed entry is at its end in the next cycle.
 */
#ifndef FP_FORMAL_FIFO_H
#define FP_FORMAL_FIFO_H

#include <stdbool.h>
#include <stdint.h>

enum { WORDS = (WIDTH + 31) / 32 };

struct queue {
    uint32_t count;
    uint32_t entry[SIZE][WORDS];
};

bool spec(const uint32_t *in, uint32_t *out);
bool holds(const uint32_t *state);

static void copy(uint32_t *to, const uint32_t *from)
{
    for (uint32_t i = 0; i < WORDS; ++i)
        to[i] = from[i];
}

static void step(struct queue *q, bool rst, bool push, const uint32_t *pushed, bool pop)
{
    if (pop) {
        for (uint32_t i = 0; i + 1 < SIZE; ++i)
            copy(q->entry[i], q->entry[i + 1]);
        --q->count;
    }
    if (push)
        copy(q->entry[q->count++], pushed);
    if (rst)
        q->count = 0;
}

/* `used` has as many ones as there are entries, all below the zeros. */
bool holds(const uint32_t *state)
{
    return (state[0] & (state[0] + 1)) == 0;
}

/* Nothing is pushed into a full queue or popped from an empty one. A reset may come with any
 * inputs. */
bool spec(const uint32_t *in, uint32_t *out)
{
    const bool rst = in[0] != 0;
    const uint32_t *const data = in + 4 + WORDS;
    const uint32_t used = in[3 + WORDS];
    const bool push = in[1] && !rst, pop = in[2 + WORDS] && !rst;
    struct queue q = {.count = 0};

    for (uint32_t i = 0; i < SIZE; ++i) {
        q.count += used >> i & 1;
        copy(q.entry[i], data + i * WORDS);
    }
    out[0] = q.count == SIZE;
    out[1] = q.count != 0;
    copy(out + 2, q.entry[0]);
    if ((push && q.count == SIZE) || (pop && q.count == 0))
        return false;
    step(&q, rst, push, in + 2, pop);
    out[2 + WORDS] = (UINT32_C(1) << q.count) - 1;
    for (uint32_t i = 0; i < SIZE; ++i)
        copy(out + 3 + WORDS + i * WORDS, q.entry[i]);
    return true;
}

#endif
