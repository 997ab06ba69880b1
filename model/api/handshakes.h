/*
 * handshakes.h - counting the handshakes of streams, as fast as it can be done.
 *
 * The four counters of a stream are 16 bits each of one number while they are counted; one step adds one
 * of four numbers to it, or 0 in reset.
 */
#ifndef ASSAY_MODEL_HANDSHAKES_H
#define ASSAY_MODEL_HANDSHAKES_H

#include <stddef.h>
#include <stdint.h>

#include "api/model_block.h"

/* Cycles that 16 bits count. */
enum { ASSAY_HANDSHAKES_AT_ONCE = 65535 };

/* By rst and then by 2 * valid + ready. */
static const uint64_t assay_handshake_ones[2][ASSAY_HANDSHAKES] = {
    {1, UINT64_C(1) << 16, UINT64_C(1) << 32, UINT64_C(1) << 48}, {0, 0, 0, 0}};

/* A model may set bits above a pin's width: they do not count. */
static inline uint64_t assay_handshake(const uint64_t *ones, unsigned valid, unsigned ready)
{
    return ones[(2 * valid + ready) & 3];
}

/* Add what was counted, stream by stream, to counters of their own. */
static inline void assay_handshakes_add(const uint64_t *counted, size_t streams, uint64_t *count)
{
    for (size_t i = 0; i < streams * ASSAY_HANDSHAKES; ++i)
        count[i] += counted[i / ASSAY_HANDSHAKES] >> 16 * (i % ASSAY_HANDSHAKES) & 0xFFFF;
}

#endif
