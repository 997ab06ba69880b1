/* messages.h - random messages, legal for the most part, and data for the register file. */
#ifndef COMPUTE_BLOCK_MESSAGES_H
#define COMPUTE_BLOCK_MESSAGES_H

#include <stdbool.h>

#include "base/rng.h"
#include "compute_block/compute_block.h"
#include "compute_block/memory.h"

/* Rows that messages are drawn from at a time, so that they meet in a large register file too. */
enum { CB_WINDOW = 64 };

/* Remembers the chain that each PR is sending. */
struct cb_messages {
    struct compute_block_params params;
    struct assay_rng rng;
    uint32_t illegal;          /* percent */
    struct cb_windows windows; /* of memory */
    uint8_t tag;
    uint8_t burst; /* small moves that come next, so many that the mover is full of them */
    bool drains;   /* those are drains, which do not wait for each other's rows */
    bool roams;    /* the window moves; else it is at row 0 */
    uint32_t base; /* first row of the window */
    struct cb_sender {
        uint8_t left; /* messages of its chain still to come */
        uint8_t acc_type, rc;
    } sender[CB_MAX_PRS];
};

void cb_messages_begin(struct cb_messages *m, const struct compute_block_params *p, uint64_t seed,
                       uint32_t illegal);
/* Forget chains that are under way. */
void cb_messages_restart(struct cb_messages *m);
void cb_messages_next(struct cb_messages *m, struct compute_block_msg *msg);

/* A move instead, whatever *msg has of one but PR and tag; rows from the window, memory from its windows, for the
 * most part. */
void cb_draw_move(struct cb_messages *m, struct compute_block_msg *msg);
/* Put one thing wrong with it. */
void cb_spoil_move(struct cb_messages *m, struct compute_block_msg *msg);
uint16_t cb_draw_row_number(struct cb_messages *m);
/* One of a few rows of the window, so that maps that are generated are used. */
uint16_t cb_draw_map_row(struct cb_messages *m);
/* A row of a map that is wrong: outside, or `other`. */
void cb_spoil_map(struct cb_messages *m, uint16_t *map, uint16_t other);

/* A row of one kind: floats of moderate size, pairs of small halves, integers, multipliers and
 * shifts of requantise, or corners. */
void cb_draw_row(struct assay_rng *r, uint32_t corner, uint32_t lanes, uint32_t *row);

#endif
