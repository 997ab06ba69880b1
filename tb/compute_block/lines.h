/* lines.h - a memory that answers lines in their order, each some cycles after its request and after the answer before. */
#ifndef COMPUTE_BLOCK_LINES_H
#define COMPUTE_BLOCK_LINES_H

#include "compute_block/compute_block.h"

struct cb_lines_answer {
    uint64_t due;
    struct compute_block_line line;
};

/* `latency` and `interval` are set by the user; all else begins with zeros. */
struct cb_lines {
    uint32_t latency, interval;
    uint64_t cycle, due;
    struct cb_lines_answer answer[CB_TAGS];
    uint32_t n;
    bool flooded; /* more was in flight than may be */
};

/* The block sent a line. */
void cb_lines_take(struct cb_lines *l, const struct compute_block_line *line);
/* What is to be answered in this cycle; NULL: nothing. */
const struct compute_block_line *cb_lines_next(const struct cb_lines *l);
/* The block took the answer. */
void cb_lines_answered(struct cb_lines *l);

#endif
