/*
 * traffic.h - draws messages for gateway that form complete rounds. It tracks from the observed
 * transfers who is waiting, which rounds are open and who can still join, so that rounds come to an
 * end however the block is stalled, aborted or fed with malformed messages.
 */
#ifndef GATEWAY_TRAFFIC_H
#define GATEWAY_TRAFFIC_H

#include "engine/block.h"
#include "gateway/gateway.h"

/* Stream indices, in the order of block.yaml. */
enum {
    GATEWAY_MSG_STREAM,
    GATEWAY_CFG_STREAM,
    GATEWAY_ABORT_STREAM,
    GATEWAY_ACK_STREAM,
    GATEWAY_FENCE_STREAM,
    GATEWAY_WB_STREAM,
    GATEWAY_REPLY_STREAM
};

struct gateway_traffic {
    struct gateway_params params;
    struct assay_knobs knobs;
    struct assay_rng msg, values, near, ties, types, cfg, abort, ack, fresh;
    bool everywhere; /* rounds on all identifiers at once, completed together */
    /* The state of the block as inferred from transfers. Rounds are free, open or ready (which
     * stands for all busy stages), and only the fields that gateway_check reads are kept. */
    struct gateway_state seen;
    uint32_t fences; /* bit mask of identifiers waiting for an acknowledgement */
    uint32_t want;   /* arrivals of the next round */
    bool is_fresh;   /* no round has begun since the reset */
    bool with_float; /* the next round is one of floats */
    /* The round of floats that is aborted in `abort_in` cycles, or GATEWAY_NONE. */
    uint8_t summing;
    uint32_t abort_in;
    bool patient;                        /* open no other round until this one finds its threads */
    uint64_t last[GATEWAY_MAX_BARRIERS]; /* last value sent to each identifier */
    /* 0, or the next value of a round whose first three values add up to a broken tie: 1 to 3. */
    uint8_t tie[GATEWAY_MAX_BARRIERS];
};

void gateway_traffic_begin(struct gateway_traffic *t, const struct assay_stim_env *env,
                           bool everywhere);
void gateway_traffic_restart(struct gateway_traffic *t);
bool gateway_traffic_next(struct gateway_traffic *t, unsigned stream, void *payload);
void gateway_traffic_observe(struct gateway_traffic *t, unsigned stream, const void *payload);

/* Draws a value of a type: with `corner` percent corner cases, otherwise any. */
uint64_t gateway_draw_value(struct assay_rng *r, uint32_t corner, uint32_t type);
/* Draws a value close to another one of its round: equal to it, or different in few bits, for
 * floats including the sign. */
uint64_t gateway_draw_near(struct assay_rng *r, uint32_t type, uint64_t last);
/* Whether a type is a pair of 16-bit floats, whose sums are rounded from f32. */
bool gateway_is_short(uint32_t type);
/* Draws a value that makes the sum with `last` a tie in 16 bits or, with `broken`, one that breaks
 * the tie that `last` has made, by the lowest bit of f32. */
uint64_t gateway_draw_tie(struct assay_rng *r, uint32_t type, uint64_t last, bool broken);

#endif
