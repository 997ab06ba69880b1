/*
 * offload.h - the testbench's handling of the messages of dpas, move, row and pack.
 *
 * It stores rows, answers pack with a value that depends on all lanes, lets a move out write a word
 * and a move in read one, and accounts for everything that a warp sends. Both the world (world.h)
 * and the interpreter (interp.h) use it, because the core has to deliver messages, not to compute
 * their results.
 */
#ifndef CORE_OFFLOAD_H
#define CORE_OFFLOAD_H

#include "core/interp.h"

enum { CORE_OFFLOAD_ROWS = 1024 };
enum { CORE_OFF_DPAS, CORE_OFF_MOVE, CORE_OFF_GET, CORE_OFF_PUT, CORE_OFF_PACK, CORE_OFF_DROP };
enum { CORE_OFF_KEEP = 1 << 29, CORE_OFF_OUT = 4 };

struct core_message {
    uint32_t kind, mode, a, b, c;
    const uint32_t *x, *y; /* for get and put, `a` is the row number within the group */
};

/* Account of one warp. */
struct core_account {
    uint64_t order; /* hash of all messages, in the order in which they were taken */
    uint64_t moved; /* hash of the words that moves read, in any order */
    uint32_t drops;
};

/* Takes a message. `rows` are the rows of its group. The answer to get and pack goes to `data`. */
void core_offload_take(struct core_account *account, uint32_t (*rows)[INTERP_LANES], uint32_t lanes,
                       const struct core_message *m, uint32_t *data);

/* Performs a move. `word` is the word at its address `a`. */
void core_offload_move(struct core_account *account, const struct core_message *m, uint32_t *word);

/* Address of the word that a move accesses, from its operand a. */
static inline uint32_t core_offload_address(uint32_t a)
{
    return a & ~3u;
}

/* State of a group's messages, for the interpreter. */
struct core_offload {
    struct core_account account[CORE_INTERP_WARPS];
    bool open[CORE_INTERP_WARPS]; /* the last dpas had keep set */
    uint32_t row[2 * CORE_INTERP_WARPS][INTERP_LANES];
    uint32_t rows;
};

core_interp_offload core_offload_interp;

/* Ends a group: open dpas chains are dropped. */
void core_offload_end(struct core_offload *o, uint32_t warps);

#endif
