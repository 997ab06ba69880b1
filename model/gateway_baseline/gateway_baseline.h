/*
 * baseline.h - golden model of gateway_baseline, the conventional reduction that the gateway
 * replaces: atomics to shared memory, a barrier, reads [US 12393444 ¶119, ¶124]. The contract is
 * baseline.md beside this file.
 *
 * Parameters: threads 4 to 256, a power of two; latency 1 to 1023.
 */
#ifndef GATEWAY_BASELINE_H
#define GATEWAY_BASELINE_H

#ifdef __cplusplus
extern "C" {
#endif

#include "gateway_baseline/gateway_baseline_pins.h"

enum { BASELINE_MAX_THREADS = 256, BASELINE_WORDS = BASELINE_MAX_THREADS / 32 };

enum baseline_kind {
    BASELINE_ADD,
    BASELINE_ADD_F32,
    BASELINE_MIN,
    BASELINE_MAX,
    BASELINE_AND,
    BASELINE_OR,
    BASELINE_RANGE,
    BASELINE_VARIANCE
};

struct gateway_baseline_state {
    struct gateway_baseline_params params;
    uint32_t marked[BASELINE_WORDS]; /* slots that wait for their read */
    uint64_t word[2];
    uint32_t wait;  /* cycles until rel_valid */
    uint16_t count; /* of the group */
    uint16_t arrived;
    uint8_t kind;
    uint8_t bank;    /* cycles until the banks are free */
    uint8_t reading; /* all have arrived */
};

/* NULL when the parameters are legal, else what is wrong, in words. */
const char *gateway_baseline_check_params(const struct gateway_baseline_params *p);

void gateway_baseline_init(struct gateway_baseline_state *s,
                           const struct gateway_baseline_params *p);
void gateway_baseline_reset(struct gateway_baseline_state *s);

/* One cycle: outputs of this cycle, then the clock edge. */
void gateway_baseline_step(struct gateway_baseline_state *s,
                           const struct gateway_baseline_inputs *in,
                           struct gateway_baseline_outputs *out);

/* Cycles from the first arrival to the last release of n threads, none stalling. */
uint32_t gateway_baseline_cycles(const struct gateway_baseline_params *p, uint32_t kind,
                                 uint32_t n);

#ifdef __cplusplus
}
#endif

#endif
