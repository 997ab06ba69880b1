/* scenarios.h - stimulus for gateway. */
#ifndef GATEWAY_SCENARIOS_H
#define GATEWAY_SCENARIOS_H

#include "engine/block.h"
#include "gateway/gateway.h"

enum { GATEWAY_SCENARIOS = 4 };

extern const struct assay_scenario gateway_scenarios[GATEWAY_SCENARIOS];

/* User data of the scenario `round`: one round at full rate, thread i at slot i, then the end. */
struct gateway_one_round {
    uint8_t op, type;
    uint16_t count;
};

/* Returns the value that a thread contributes to that round. */
uint64_t gateway_round_value(uint32_t type, uint32_t thread);

#endif
