/* messages.h - draws random messages, mostly legal, and data for the register file. */
#ifndef COMPUTE_BLOCK_MESSAGES_H
#define COMPUTE_BLOCK_MESSAGES_H

#include <stdbool.h>

#include "base/rng.h"
#include "compute_block/compute_block.h"
#include "compute_block/memory.h"

/* Messages use rows from a window of this size, so
 * that they collide even in a large register file. */
enum { CB_WINDOW = 64 };

/* CB_HOT: rows for messages with single rows, whose hazards depend on one row. CB_LATER: messages
 * before the first of them, and before those of segments.h, so that short runs have none. */
enum { CB_HOT = 4, CB_LATER = 500 };

/* Keeps track of the chain that each PR is sending. */
struct cb_messages {
    struct compute_block_params params;
    struct assay_rng rng, near;
    uint32_t illegal;          /* percentage of invalid messages */
    struct cb_windows windows; /* of memory */
    uint8_t tag;
    uint8_t burst;  /* small moves still to come, enough of them to fill the mover */
    bool drains;    /* the burst consists of drains, which do not wait for each other's rows */
    bool roams;     /* the window moves; otherwise it stays at row 0 */
    uint32_t base;  /* first row of the window */
    uint32_t sent;  /* messages so far */
    uint8_t series; /* messages with single rows still to come */
    bool tight;     /* the message has single rows, out of few */
    uint16_t hot[CB_HOT];
    struct cb_sender {
        uint8_t left; /* messages of the chain still to come */
        uint8_t acc_type, rc;
    } sender[CB_MAX_PRS];
};

void cb_messages_begin(struct cb_messages *m, const struct compute_block_params *p, uint64_t seed,
                       uint32_t illegal);
/* Forgets the chains in progress. */
void cb_messages_restart(struct cb_messages *m);
void cb_messages_next(struct cb_messages *m, struct compute_block_msg *msg);

/* Turns *msg into a move and keeps only its PR and tag. Rows are mostly from the window, and
 * addresses mostly from the windows of memory. */
void cb_draw_move(struct cb_messages *m, struct compute_block_msg *msg);
/* Makes one field of a move invalid. */
void cb_spoil_move(struct cb_messages *m, struct compute_block_msg *msg);
uint16_t cb_draw_row_number(struct cb_messages *m);
/* Draws one of a few rows of the window, so that messages use the maps that moves generate. */
uint16_t cb_draw_map_row(struct cb_messages *m);
/* Makes a map row invalid: outside the register file, or equal to `other`. */
void cb_spoil_map(struct cb_messages *m, uint16_t *map, uint16_t other);

/* Draws a row of one kind: floats of moderate size, pairs of small 16-bit floats, integers,
 * multipliers and shifts of requantise, or corner values. `corner` is the knob. */
void cb_draw_row(struct assay_rng *r, uint32_t corner, uint32_t lanes, uint32_t *row);

#endif
