/*
 * bypass.h - golden model of bypass. Its pair filter passes to a multiplier only those pairs of a
 * row and a column that are worth a cycle; its load filter requests only the slices that matter
 * [systolic disaggregation ¶333 to ¶343]. The contract, cycle by cycle, is README.md beside this
 * file; the rules for pairs and flags are in sparse.h.
 *
 * Parameters: kmax 8, 32 or 64.
 */
#ifndef BYPASS_MODEL_H
#define BYPASS_MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

#include "bypass/sparse.h"

#include "bypass/bypass_pins.h"

enum bypass_mode { BYPASS_PAIRS = 0, BYPASS_LOADS = 1 };

/* status of a response: the first in this order that applies. */
enum bypass_status {
    BYPASS_OK = 0,
    BYPASS_BAD_TYPES = 1, /* not a legal pair */
    BYPASS_BAD_K_LEN = 2, /* not 1..kmax */
    BYPASS_SHORT_MAP = 3, /* a map is needed, but shorter than k_len */
    BYPASS_BAD_STRICT = 4 /* strict in load mode */
};

enum { BYPASS_QUEUE = 2 };

/* A good request in progress. */
struct bypass_work {
    struct bypass_req req;
    uint64_t left;    /* pairs: survivors not yet given; loads: slices not yet requested */
    uint64_t to_come; /* slices that have not arrived */
    uint64_t asked;   /* slices whose request has entered the load register */
    uint8_t poison, plus0;
    uint32_t a[SPARSE_ROW_WORDS], b[SPARSE_ROW_WORDS];
};

/* Plain data: memcpy copies it. */
struct bypass_state {
    struct bypass_params params;

    struct bypass_req queue[BYPASS_QUEUE]; /* oldest first */
    uint8_t status[BYPASS_QUEUE];
    uint8_t queued;

    uint8_t busy;
    uint8_t load_valid, pair_valid, rsp_valid;
    struct bypass_load load;
    struct bypass_pair pair;
    struct bypass_rsp rsp;
    uint32_t pairs_seen, pairs_bypassed, loads_bypassed;

    struct bypass_work work;
};

/* Status of a request, which depends only on the request itself. */
uint8_t bypass_check(const struct bypass_params *p, const struct bypass_req *req);

/* Elements in a slice, which has 32 bits of each operand: 4, 2 or 1. */
uint32_t bypass_ops(uint32_t type);

/*
 * For a good request of the load filter: a bit for each slice that survives according to the maps.
 */
uint64_t bypass_slices(const struct bypass_req *req);

/*
 * NULL if the parameters are legal, else a message. All other functions require legal parameters.
 */
const char *bypass_check_params(const struct bypass_params *p);

/* The state at power-up, the same as after reset. */
void bypass_init(struct bypass_state *s, const struct bypass_params *p);

void bypass_reset(struct bypass_state *s);

/*
 * One cycle: writes *out, a function of the state and *in, then advances the state over the clock
 * edge. If in->rst is set, the state becomes the reset state. While a valid is 0, its payload holds
 * the last value.
 */
void bypass_step(struct bypass_state *s, const struct bypass_inputs *in,
                 struct bypass_outputs *out);

#ifdef __cplusplus
}
#endif

#endif
