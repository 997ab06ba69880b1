/*
 * handshakes.h - counts the handshakes of streams, as fast as possible.
 *
 * While counting, the four counters of a stream are 16-bit fields of one number. A cycle adds one
 * of four constants to it, or 0 in reset.
 */
#ifndef ASSAY_MODEL_HANDSHAKES_H
#define ASSAY_MODEL_HANDSHAKES_H

#include <stddef.h>
#include <stdint.h>

#include "api/model_block.h"

/* Cycles that can be counted before a 16-bit field overflows. */
enum { ASSAY_HANDSHAKES_AT_ONCE = 65535 };

/* Indexed by rst and then by 2 * valid + ready. */
static const uint64_t assay_handshake_ones[2][ASSAY_HANDSHAKES] = {
    {1, UINT64_C(1) << 16, UINT64_C(1) << 32, UINT64_C(1) << 48}, {0, 0, 0, 0}};

/* A model may set bits above a pin's width: they are ignored. */
static inline uint64_t assay_handshake(const uint64_t *ones, unsigned valid, unsigned ready)
{
    return ones[(2 * valid + ready) & 3];
}

/* Adds the packed counts, stream by stream, to separate counters. */
static inline void assay_handshakes_add(const uint64_t *counted, size_t streams, uint64_t *count)
{
    for (size_t i = 0; i < streams * ASSAY_HANDSHAKES; ++i)
        count[i] += counted[i / ASSAY_HANDSHAKES] >> 16 * (i % ASSAY_HANDSHAKES) & 0xFFFF;
}

#endif
