/*
 * bypass.h - golden model of bypass: the pair filter, which gives a multiplier only the pairs of a
 * row and a column worth a cycle, and the load filter, which asks only for the slices that matter
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
    BYPASS_SHORT_MAP = 3, /* shorter than k_len, and needed */
    BYPASS_BAD_STRICT = 4 /* strict in load mode */
};

enum { BYPASS_QUEUE = 2 };

/* A good request under way. */
struct bypass_work {
    struct bypass_req req;
    uint64_t left;    /* survivors to give (pairs); slices to ask for (loads) */
    uint64_t to_come; /* slices that have not come */
    uint64_t asked;   /* slices that went to the load register */
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

/* Status of a request by itself. */
uint8_t bypass_check(const struct bypass_params *p, const struct bypass_req *req);

/* Elements in a slice, which is 32 bits of each operand: 4, 2 or 1. */
uint32_t bypass_ops(uint32_t type);

/* Of a good request of the load filter: a bit for each of its slices that survives by the maps. */
uint64_t bypass_slices(const struct bypass_req *req);

/* NULL when the parameters are legal, else what is wrong. Everything else needs legal ones. */
const char *bypass_check_params(const struct bypass_params *p);

/* Power-up, the same as after reset. */
void bypass_init(struct bypass_state *s, const struct bypass_params *p);

void bypass_reset(struct bypass_state *s);

/*
 * One cycle: write *out, a function of the state and *in, then advance the state over the edge.
 * With in->rst set the state becomes the reset state. While a valid is 0 its payload holds the last
 * value.
 */
void bypass_step(struct bypass_state *s, const struct bypass_inputs *in,
                 struct bypass_outputs *out);

#ifdef __cplusplus
}
#endif

#endif
