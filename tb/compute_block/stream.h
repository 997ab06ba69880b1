/*
 * stream.h - the scenario `stream`: layers of a network whose operands the mover streams from
 * memory and whose results it drains to memory.
 *
 * One PR sends everything, in an order in which hazards cause few delays. With reuse, a block of
 * side x side tiles of the result is computed at a time. In each of CB_STREAM_STEPS steps, `side`
 * tiles of each operand are loaded while the arrays work on those of the previous step, and each
 * tile serves `side` messages. Without reuse, each message has its own tiles.
 */
#ifndef COMPUTE_BLOCK_STREAM_H
#define COMPUTE_BLOCK_STREAM_H

#include "compute_block/compute_block.h"
#include "compute_block/lines.h"
#include "engine/block.h"

enum { CB_STREAM_STEPS = 32, CB_STREAM_ROOM = 80 };

/* User data of the scenario. NULL: with reuse, interval 1, latency 12. */
struct cb_stream_load {
    bool alone; /* without reuse */
    /* Memory answers `latency` cycles after the request, but
     * at least `interval` cycles after the previous answer. */
    uint32_t latency, interval;
};

/* The period of the traffic: notifications in it, and how many of these are for dpas messages. */
struct cb_stream_period {
    uint32_t notes, messages;
    uint32_t packets; /* repeats that a message enters into its array, once per pass */
};
struct cb_stream_period cb_stream_period(const struct compute_block_params *p,
                                         const struct cb_stream_load *load);

/* Row assignment. With reuse: side * side results, then two sets of `side` tiles of both operands.
 * Without: `slots` times a result and one tile of each operand. */
struct cb_stream_shape {
    uint32_t side, rc, sd; /* side: 1, 2 or 4 */
    uint32_t r1, r2;       /* rows per tile of src1, of src2 */
    uint32_t operand;      /* the first row after the results */
    uint32_t slots;
};

struct cb_stream {
    struct compute_block_params params;
    struct cb_stream_load load;
    struct cb_stream_shape shape;
    uint32_t g;                   /* index of the next dpas message */
    uint32_t memory;              /* the next address to move */
    uint32_t load_slot, use_slot; /* the next slot to load, to use */
    uint8_t tag;
    struct compute_block_msg ready[CB_STREAM_ROOM]; /* a queue of messages to send next */
    uint32_t first, n;
    struct cb_lines lines;
};

/* The functions of the scenario. */
void cb_stream_begin(void *ctx, const struct assay_stim_env *env);
bool cb_stream_next(void *ctx, unsigned stream, void *payload);
void cb_stream_observe(void *ctx, unsigned stream, const void *payload);
void cb_stream_plain(void *ctx, void *in);
bool cb_stream_failed(const void *ctx);
void cb_stream_report(const void *ctx, FILE *f);

#endif
