/* lines.h - a memory that answers the port `line` in order,
 * with a latency and a minimum interval between answers. */
#ifndef COMPUTE_BLOCK_LINES_H
#define COMPUTE_BLOCK_LINES_H

#include "compute_block/compute_block.h"

struct cb_lines_answer {
    uint64_t due;
    struct compute_block_line line;
};

/* The user sets `latency` and `interval`, in cycles; everything else starts as zero. */
struct cb_lines {
    uint32_t latency, interval;
    uint64_t cycle, due;
    struct cb_lines_answer answer[CB_TAGS];
    uint32_t n;
    bool flooded; /* too many lines were in flight */
};

/* Accepts a line that the block sent. */
void cb_lines_take(struct cb_lines *l, const struct compute_block_line *line);
/* Returns the line to answer in this cycle, or NULL. */
const struct compute_block_line *cb_lines_next(const struct cb_lines *l);
/* The block accepted the answer. */
void cb_lines_answered(struct cb_lines *l);

#endif
