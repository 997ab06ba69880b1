/*
 * loopback.h - golden model of loopback, an output-stationary array: D = C + A*B, each processing
 * element with an accumulator of its own [systolic disaggregation ¶331 to ¶343]. The contract, cycle
 * by cycle, is README.md beside this file.
 *
 * Parameters: rows and cols 2, 4 or 8; kmax 8, 32 or 64.
 */
#ifndef LOOPBACK_MODEL_H
#define LOOPBACK_MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

#include "bypass/sparse.h"

#include "loopback/loopback_pins.h"

enum { LOOPBACK_MAX_ROWS = 8, LOOPBACK_MAX_COLS = 8, LOOPBACK_QUEUE = 2 };

/* status of a response: the first in this order that applies. */
enum loopback_status {
    LOOPBACK_OK = 0,
    LOOPBACK_BAD_TYPES = 1, /* not a legal pair */
    LOOPBACK_BAD_K_LEN = 2, /* not 1..kmax */
    LOOPBACK_SHORT_MAP = 3  /* shorter than k_len, and needed */
};

/* The rows of A, or the columns of B, of one tile. */
struct loopback_side {
    struct sparse_row row[LOOPBACK_MAX_ROWS];
    uint32_t value[LOOPBACK_MAX_ROWS][SPARSE_MAX_K]; /* as numbers to multiply */
};

struct loopback_tile {
    uint32_t d[LOOPBACK_MAX_ROWS][LOOPBACK_MAX_COLS];
    uint8_t tag;
};

/* Plain data: memcpy copies it. */
struct loopback_state {
    struct loopback_params params;

    struct loopback_cmd queue[LOOPBACK_QUEUE]; /* oldest first; the head is being loaded */
    uint8_t status[LOOPBACK_QUEUE];
    uint8_t queued;
    uint8_t a_rows, b_cols, c_rows; /* of the head, that have come */

    uint8_t left; /* compute cycles to go, this one included; 0: the tile waits, or none is there */
    uint8_t busy;
    uint8_t rows_left; /* in the drain */
    uint8_t rsp_valid;
    struct loopback_rsp rsp;

    struct loopback_tile array, drain; /* the array's holds its results from the start */
    struct loopback_side a, b;
    uint32_t c[LOOPBACK_MAX_ROWS][LOOPBACK_MAX_COLS];
};

/* Status of a command by itself. */
uint8_t loopback_check(const struct loopback_params *p, const struct loopback_cmd *cmd);

/* --- the arithmetic alone, of a command of status LOOPBACK_OK --- */

/* Row or column n of one side, packed, and its map. */
void loopback_load(const struct loopback_cmd *cmd, uint32_t type, uint32_t n, const uint32_t *data,
                   uint64_t map, struct loopback_side *side);

/* Compute cycles of a tile. */
uint32_t loopback_cycles(const struct loopback_params *p, const struct loopback_cmd *cmd,
                         const struct loopback_side *a, const struct loopback_side *b);

/* Results of a tile; c is where the accumulators start, canonical if it is of floats. */
void loopback_compute(const struct loopback_params *p, const struct loopback_cmd *cmd,
                      const struct loopback_side *a, const struct loopback_side *b,
                      const uint32_t c[LOOPBACK_MAX_ROWS][LOOPBACK_MAX_COLS],
                      uint32_t d[LOOPBACK_MAX_ROWS][LOOPBACK_MAX_COLS]);

/* --- the block, cycle by cycle --- */

/* NULL when the parameters are legal, else what is wrong. Everything else needs legal ones. */
const char *loopback_check_params(const struct loopback_params *p);

/* Power-up, the same as after reset. */
void loopback_init(struct loopback_state *s, const struct loopback_params *p);

void loopback_reset(struct loopback_state *s);

/*
 * One cycle: write *out, a function of the state and *in, then advance the state over the edge.
 * With in->rst set the state becomes the reset state. While a valid is 0 its payload means nothing.
 */
void loopback_step(struct loopback_state *s, const struct loopback_inputs *in,
                   struct loopback_outputs *out);

#ifdef __cplusplus
}
#endif

#endif
