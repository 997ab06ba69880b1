/* one_group.h - user data of the scenario `group` of gateway_baseline. */
#ifndef GATEWAY_BASELINE_ONE_GROUP_H
#define GATEWAY_BASELINE_ONE_GROUP_H

#include <stdint.h>

struct gateway_baseline_one_group {
    uint8_t kind;
    uint16_t count;
};

#endif
