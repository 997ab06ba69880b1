/*
 * traffic.h - messages for gateway that make rounds: who waits, which rounds are open and who is
 * still free to join is followed from the transfers that are seen, so that rounds come to an end
 * however the block is stalled, aborted or fed with malformed messages.
 */
#ifndef GATEWAY_TRAFFIC_H
#define GATEWAY_TRAFFIC_H

#include "engine/block.h"
#include "gateway/gateway.h"

/* The streams in the order of block.yaml. */
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
    struct assay_rng msg, values, near, cfg, abort, ack;
    bool everywhere; /* rounds on all identifiers at once, completed together */
    /* The block as the transfers show it: rounds are free, open or ready (for busy), and only what
     * gateway_check looks at is kept. */
    struct gateway_state seen;
    uint32_t fences;                     /* identifiers that wait for an acknowledgement, as bits */
    uint32_t want;                       /* arrivals of the next round */
    bool patient;                        /* opens no other round until that one finds its threads */
    uint8_t turn;                        /* of `everywhere` */
    uint64_t last[GATEWAY_MAX_BARRIERS]; /* value of each identifier */
};

void gateway_traffic_begin(struct gateway_traffic *t, const struct assay_stim_env *env,
                           bool everywhere);
void gateway_traffic_restart(struct gateway_traffic *t);
bool gateway_traffic_next(struct gateway_traffic *t, unsigned stream, void *payload);
void gateway_traffic_observe(struct gateway_traffic *t, unsigned stream, const void *payload);

/* A value for an operation on a type: bits that meet its corners, or anything. */
uint64_t gateway_draw_value(struct assay_rng *r, uint32_t corner, uint32_t type);
/* A value that comes close to another one of its round: equal, or different in few bits; of floats, also of the
 * other sign. */
uint64_t gateway_draw_near(struct assay_rng *r, uint32_t type, uint64_t last);

#endif
