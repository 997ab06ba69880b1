/*
 * gateway_baseline.h - golden model of gateway_baseline, the conventional reduction that the
 * gateway replaces: atomics to shared memory, fences, a barrier, reads [US 12393444 ¶124, ¶127].
 * README.md beside this file is the contract. The memory is the model of slm.
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
    BASELINE_MAX_WORDS = 6, /* words of a group in shared memory */
    BASELINE_SENDING = 1024 /* capacity of the path to the memory */
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

/* An item on one of the two paths. It is at the far end from cycle `due` on. */
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
    uint16_t count, arrived, fenced; /* of the group; a fence counts once it is answered */
    uint8_t step, slot;              /* next step to send, for the thread that arrived last */
    uint32_t data;
    uint8_t barrier;                 /* cycles until the first read is sent */
    uint16_t left;                   /* slots not yet released */
    uint32_t unread[BASELINE_MASKS]; /* slots whose read has not been sent */

    /* Rings for the two paths: index of the oldest item, and number of items. */
    uint32_t first_sent, n_sent, first_back, n_back;
    struct baseline_request sent[BASELINE_SENDING];
    struct baseline_answer back[BASELINE_MAX_THREADS];
    struct slm_state memory;
};

/*
 * NULL if the parameters are legal, else a message. All other functions require legal parameters.
 */
const char *gateway_baseline_check_params(const struct gateway_baseline_params *p);

/* The state at power-up: that after reset, with the memory zero. */
void gateway_baseline_init(struct gateway_baseline_state *s,
                           const struct gateway_baseline_params *p);
void gateway_baseline_reset(struct gateway_baseline_state *s);

/* One cycle: computes the outputs of this cycle, then applies the clock edge. */
void gateway_baseline_step(struct gateway_baseline_state *s,
                           const struct gateway_baseline_inputs *in,
                           struct gateway_baseline_outputs *out);

/* Cycles from the first arrival to the last release of n threads, if none stalls. */
uint32_t gateway_baseline_cycles(const struct gateway_baseline_params *p, uint32_t kind,
                                 uint32_t n);

/*
 * The slm request for a step of a group of this kind, without its tag. `data` is the thread's
 * value.
 */
void gateway_baseline_request(uint32_t kind, uint32_t step, uint32_t data, struct slm_req *q);

/* Sets word0 and word1 of a release from the words that were read. */
void gateway_baseline_result(uint32_t kind, const uint32_t *word, struct gateway_baseline_rel *rel);

#ifdef __cplusplus
}
#endif

#endif
