/* scenarios.h - stimulus of gateway. */
#ifndef GATEWAY_SCENARIOS_H
#define GATEWAY_SCENARIOS_H

#include "engine/block.h"
#include "gateway/gateway.h"

enum { GATEWAY_SCENARIOS = 4 };

extern const struct assay_scenario gateway_scenarios[GATEWAY_SCENARIOS];

/* For the scenario `round`: one round at full rate, thread i at slot i, then the end. */
struct gateway_one_round {
    uint8_t op, type;
    uint16_t count;
};

/* The value of a thread of it. */
uint64_t gateway_round_value(uint32_t type, uint32_t thread);

#endif
