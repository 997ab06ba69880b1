/*
 * memory.h - what is behind the line port of compute_block: bytes in a few windows of the address space, an error
 * elsewhere. Answers come in any order; a write is done when it is taken or when it is answered. Knows nothing of moves
 * but in cb_memory_move, which is all that they do.
 */
#ifndef COMPUTE_BLOCK_MEMORY_H
#define COMPUTE_BLOCK_MEMORY_H

#include "base/replies.h"
#include "base/rng.h"
#include "compute_block/compute_block.h"

/* A window has room for the lines of the longest move. */
enum { CB_WINDOWS = 8, CB_WINDOW_LOG = 12, CB_WINDOW_BYTES = 1 << CB_WINDOW_LOG };

/* Where windows begin: the first and the last bytes of the address space, others one bit away from another. */
struct cb_windows {
    uint32_t base[CB_WINDOWS];
};

struct cb_owed {
    struct compute_block_line line;
    bool done; /* a write that was done when it was taken */
};

struct cb_memory {
    struct cb_windows windows;
    uint8_t byte[CB_WINDOWS][CB_WINDOW_BYTES];
    uint32_t illegal; /* percent: answers that nobody asked for */
    struct cb_owed owed[CB_TAGS];
    struct assay_replies replies; /* to these */
    uint32_t
        most; /* tags above this are owed or not in flight: the block takes the lowest free one */
    const char *wrong; /* what is not as it must be; NULL: all is */
};

void cb_windows_draw(struct cb_windows *w, uint64_t seed);

/* Random contents. */
void cb_memory_begin(struct cb_memory *m, uint64_t seed, uint32_t illegal);
/* The block was reset: nothing is owed. */
void cb_memory_reset(struct cb_memory *m);

/* The byte at an address; NULL: it is in no window. */
uint8_t *cb_memory_byte(struct cb_memory *m, uint32_t addr);

/* The block sent something. */
void cb_memory_take(struct cb_memory *m, const struct compute_block_line *line);
/* An answer; false: none in this cycle. */
bool cb_memory_answer(struct cb_memory *m, struct compute_block_line_rsp *rsp);
/* The block took it; of two transfers of a cycle that on line comes first. */
void cb_memory_answered(struct cb_memory *m);

/* A good move from beginning to end, item by item, byte by byte, on memory and on rows of `lanes` dwords that
 * begin CB_MAX_LANES dwords apart. Its status. */
uint8_t cb_memory_move(struct cb_memory *m, const struct compute_block_msg *msg, uint32_t lanes,
                       uint32_t (*row)[CB_MAX_LANES]);

#endif
