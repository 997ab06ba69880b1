/*
 * gateway_round.h - random rounds of gateway: what arrives, in which order, and the reduction to
 * perform.
 */
#ifndef GATEWAY_ROUND_H
#define GATEWAY_ROUND_H

#include <stdint.h>

#include "gateway/gateway.h"
#include "gateway/traffic.h"
#include "unit/random.h"

static struct assay_rng rng;

struct group {
    uint32_t n;
    uint64_t value[256];
    uint32_t mask[256];
    uint8_t slot[256];
};

static inline void shuffle(struct group *g)
{
    for (uint32_t i = g->n; i-- > 1;) {
        const uint32_t j = assay_rng_below(&rng, i + 1);
        const struct {
            uint64_t value;
            uint32_t mask;
            uint8_t slot;
        } t = {g->value[i], g->mask[i], g->slot[i]};

        g->value[i] = g->value[j];
        g->mask[i] = g->mask[j];
        g->slot[i] = g->slot[j];
        g->value[j] = t.value;
        g->mask[j] = t.mask;
        g->slot[j] = t.slot;
    }
}

static inline void draw_group(struct group *g, uint32_t threads, uint32_t type)
{
    g->n = threads;
    for (uint32_t i = 0; i < threads; ++i)
        g->slot[i] = (uint8_t)i;
    shuffle(g);
    g->n = assay_rng_below(&rng, 4) ? 1 + assay_rng_below(&rng, threads) : threads;
    for (uint32_t i = 0; i < g->n; ++i) {
        g->value[i] = gateway_draw_value(&rng, 20, type);
        g->mask[i] = (uint32_t)assay_rng_u64(&rng);
    }
}

static inline void draw_kind(uint32_t *op, uint32_t *type)
{
    do {
        *op = assay_rng_below(&rng, GATEWAY_OPS);
        *type = assay_rng_below(&rng, GATEWAY_TYPES);
    } while (!gateway_legal(*op, *type));
}

#endif
