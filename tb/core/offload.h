/*
 * offload.h - what the testbench does with messages of dpas, move, row and pack.
 *
 * It has rows, answers pack with something that depends on all lanes, lets a move out write a word and
 * a move in read one, and keeps account of everything that a warp sent. The world (world.h) and the
 * interpreter (interp.h) both use it: the core has to deliver, not to compute.
 */
#ifndef CORE_OFFLOAD_H
#define CORE_OFFLOAD_H

#include "core/interp.h"

enum { CORE_OFFLOAD_ROWS = 1024 };
enum { CORE_OFF_DPAS, CORE_OFF_MOVE, CORE_OFF_GET, CORE_OFF_PUT, CORE_OFF_PACK, CORE_OFF_DROP };
enum { CORE_OFF_KEEP = 1 << 29, CORE_OFF_OUT = 4 };

struct core_message {
    uint32_t kind, mode, a, b, c;
    const uint32_t *x, *y; /* of get and put `a` is the number in the group */
};

/* Of one warp. */
struct core_account {
    uint64_t order; /* of all messages, as they were taken */
    uint64_t moved; /* of words that were read, in any order */
    uint32_t drops;
};

/* A message is taken. The rows of its group begin at `rows`; what get and pack answer goes to `data`. */
void core_offload_take(struct core_account *account, uint32_t (*rows)[INTERP_LANES], uint32_t lanes,
                       const struct core_message *m, uint32_t *data);

/* A move is done: `word` is what its address `a` is in. */
void core_offload_move(struct core_account *account, const struct core_message *m, uint32_t *word);

/* The word that a move accesses, from a. */
static inline uint32_t core_offload_address(uint32_t a)
{
    return a & ~3u;
}

/* For the interpreter: messages of a group. */
struct core_offload {
    struct core_account account[CORE_INTERP_WARPS];
    bool open[CORE_INTERP_WARPS]; /* a dpas with keep was the last one */
    uint32_t row[2 * CORE_INTERP_WARPS][INTERP_LANES];
    uint32_t rows;
};

core_interp_offload core_offload_interp;

/* After the group: open chains are dropped. */
void core_offload_end(struct core_offload *o, uint32_t warps);

#endif
