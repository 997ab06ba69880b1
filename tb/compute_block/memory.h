/*
 * memory.h - the memory behind the line port of compute_block: bytes in a few windows of the
 * address space, an error elsewhere. Answers come in any order. A write takes effect when it is
 * accepted or when it is answered. Only cb_memory_move knows of moves, and it performs a whole one.
 */
#ifndef COMPUTE_BLOCK_MEMORY_H
#define COMPUTE_BLOCK_MEMORY_H

#include "base/replies.h"
#include "base/rng.h"
#include "compute_block/compute_block.h"

/* A window can hold the lines of the longest move. */
enum { CB_WINDOWS = 8, CB_WINDOW_LOG = 12, CB_WINDOW_BYTES = 1 << CB_WINDOW_LOG };

/* Bases of the windows: at both ends of the address
 * space, the others one bit away from another one. */
struct cb_windows {
    uint32_t base[CB_WINDOWS];
};

struct cb_owed {
    struct compute_block_line line;
    bool done; /* a write that took effect when it was accepted */
};

struct cb_memory {
    struct cb_windows windows;
    uint8_t byte[CB_WINDOWS][CB_WINDOW_BYTES];
    uint32_t illegal; /* percentage of unsolicited answers */
    struct cb_owed owed[CB_TAGS];
    struct assay_replies replies; /* to `owed` */
    /* Tags above this are in flight only if they are owed, as the block takes the lowest free
     * tag. */
    uint32_t highest;
    const char *wrong; /* the first protocol error; NULL: none */
};

void cb_windows_draw(struct cb_windows *w, uint64_t seed);

/* Fills memory with random contents. */
void cb_memory_begin(struct cb_memory *m, uint64_t seed, uint32_t illegal);
/* The block was reset, so nothing is owed. */
void cb_memory_reset(struct cb_memory *m);

/* Accepts a line that the block sent. */
void cb_memory_take(struct cb_memory *m, const struct compute_block_line *line);
/* Draws the next answer. Returns false if none comes in this cycle. */
bool cb_memory_answer(struct cb_memory *m, struct compute_block_line_rsp *rsp);
/* The block accepted the answer. If both happen in one cycle, call cb_memory_take first. */
void cb_memory_answered(struct cb_memory *m);

/* Performs a valid move completely, item by item and byte by byte, on memory and on rows of `lanes`
 * dwords, CB_MAX_LANES dwords apart. Returns its status. */
uint8_t cb_memory_move(struct cb_memory *m, const struct compute_block_msg *msg, uint32_t lanes,
                       uint32_t (*row)[CB_MAX_LANES]);

#endif
