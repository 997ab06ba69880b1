/*
 * gateway_baseline.h - golden model of gateway_baseline, the conventional reduction that the gateway
 * replaces: atomics to shared memory, fences, a barrier, reads [US 12393444 ¶124, ¶127]. README.md beside
 * this file is the contract. The memory is the model of slm.
 *
 * Parameters: threads 4 to 256, a power of two; distance 2 to 1023.
 */
#ifndef GATEWAY_BASELINE_H
#define GATEWAY_BASELINE_H

#ifdef __cplusplus
extern "C" {
#endif

#include "slm/slm.h"

#include "gateway_baseline/gateway_baseline_pins.h"

enum {
    BASELINE_MAX_THREADS = 256,
    BASELINE_MASKS = BASELINE_MAX_THREADS / 32,
    BASELINE_MAX_WORDS = 6, /* of a group, in shared memory */
    BASELINE_SENDING = 1024 /* places on the way to the memory */
};

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

enum baseline_step {
    BASELINE_NONE,
    BASELINE_CLEAR,
    BASELINE_ATOMIC,
    BASELINE_FENCE,
    BASELINE_READ
};

enum baseline_phase { BASELINE_COLLECTING, BASELINE_AT_BARRIER, BASELINE_READING };

/* What is on a way. It is at the other end from the cycle `due` on. */
struct baseline_request {
    uint64_t due;
    uint32_t data; /* the thread's value */
    uint8_t step, slot;
};

struct baseline_answer {
    uint64_t due;
    uint8_t step, slot;
    uint32_t word[BASELINE_MAX_WORDS];
};

/* Plain data: memcpy copies it. */
struct gateway_baseline_state {
    struct gateway_baseline_params params;
    uint64_t now;
    uint8_t phase, kind;
    uint16_t count, arrived, fenced; /* of the group; a fence is counted with its answer */
    uint8_t step, slot;              /* what is sent next, for the thread that arrived last */
    uint32_t data;
    uint8_t barrier;                 /* cycles until the first read is sent */
    uint16_t left;                   /* slots that have yet to be released */
    uint32_t unread[BASELINE_MASKS]; /* those whose read has yet to be sent */

    /* Rings of the two ways: the oldest, and how many there are. */
    uint32_t first_sent, n_sent, first_back, n_back;
    struct baseline_request sent[BASELINE_SENDING];
    struct baseline_answer back[BASELINE_MAX_THREADS];
    struct slm_state memory;
};

/* NULL when the parameters are legal, else what is wrong, in words. */
const char *gateway_baseline_check_params(const struct gateway_baseline_params *p);

/* Power-up: as after reset, and memory is zeros. */
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

/* A step of a group of this kind as slm takes it, without its tag. `data` is the thread's value. */
void gateway_baseline_request(uint32_t kind, uint32_t step, uint32_t data, struct slm_req *q);

/* word0 and word1 of a release, of the words that were read. */
void gateway_baseline_result(uint32_t kind, const uint32_t *word, struct gateway_baseline_rel *rel);

#ifdef __cplusplus
}
#endif

#endif
