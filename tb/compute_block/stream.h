/*
 * stream.h - scenario `stream`: layers of a network, their operands streamed from memory by the mover, their results
 * drained to it.
 *
 * One PR sends all of it, in an order in which hazards hold up little. With reuse: side x side tiles of the result
 * at a time; in each of CB_STREAM_STEPS steps `side` tiles of each operand come, while the arrays work on those of the step
 * before, and each serves `side` messages. Without reuse each message has tiles of its own.
 */
#ifndef COMPUTE_BLOCK_STREAM_H
#define COMPUTE_BLOCK_STREAM_H

#include "compute_block/compute_block.h"
#include "compute_block/lines.h"
#include "engine/block.h"

enum { CB_STREAM_STEPS = 32, CB_STREAM_ROOM = 80 };

/* As the user pointer. NULL: with reuse, a line a cycle, 12 cycles. */
struct cb_stream_load {
    bool alone; /* without reuse */
    /* Memory answers a request `latency` cycles after it, or `interval` cycles after the answer before. */
    uint32_t latency, interval;
};

/* What is sent again and again: notifications of it, and of these those of dpas messages. */
struct cb_stream_period {
    uint32_t notes, messages;
    uint32_t packets; /* repeats that a message enters into its array, once a pass */
};
struct cb_stream_period cb_stream_period(const struct compute_block_params *p,
                                         const struct cb_stream_load *load);

/* Rows: side * side results, then two sets of `side` tiles of both operands; or `slots` times a result and a tile of
 * each. */
struct cb_stream_shape {
    uint32_t side, rc, sd; /* side: 1, 2 or 4 */
    uint32_t r1, r2;       /* rows of a tile of src1, of src2 */
    uint32_t operand;      /* the first row behind the results */
    uint32_t slots;
};

struct cb_stream {
    struct compute_block_params params;
    struct cb_stream_load load;
    struct cb_stream_shape shape;
    uint32_t g;                   /* the dpas message that is next */
    uint32_t memory;              /* the address that is next to be moved */
    uint32_t load_slot, use_slot; /* that are next */
    uint8_t tag;
    struct compute_block_msg ready[CB_STREAM_ROOM]; /* to be sent before others */
    uint32_t first, n;
    struct cb_lines lines;
};

/* Of the scenario. */
void cb_stream_begin(void *ctx, const struct assay_stim_env *env);
bool cb_stream_next(void *ctx, unsigned stream, void *payload);
void cb_stream_observe(void *ctx, unsigned stream, const void *payload);
void cb_stream_plain(void *ctx, void *in);
bool cb_stream_failed(const void *ctx);
void cb_stream_report(const void *ctx, FILE *f);

#endif
