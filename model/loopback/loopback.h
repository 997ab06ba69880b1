/*
 * loopback.h - golden model of loopback, an output-stationary array: D = C + A*B, where each
 * processing element has its own accumulator [systolic disaggregation ¶331 to ¶343]. The contract,
 * cycle by cycle, is README.md beside this file.
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
    LOOPBACK_SHORT_MAP = 3  /* a map is needed, but shorter than k_len */
};

/* The rows of A, or the columns of B, of one tile. */
struct loopback_side {
    struct sparse_row row[LOOPBACK_MAX_ROWS];
    uint32_t value[LOOPBACK_MAX_ROWS][SPARSE_MAX_K]; /* widened for multiplication */
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
    uint8_t a_rows, b_cols, c_rows; /* rows and columns that have arrived for the head */

    uint8_t left; /* compute cycles left, including this one; 0: the tile waits, or there is none */
    uint8_t busy;
    uint8_t rows_left; /* rows left in the drain */
    uint8_t rsp_valid;
    struct loopback_rsp rsp;

    struct loopback_tile array, drain; /* the array's tile contains its results from the start */
    struct loopback_side a, b;
    uint32_t c[LOOPBACK_MAX_ROWS][LOOPBACK_MAX_COLS];
};

/* Status of a command, which depends only on the command itself. */
uint8_t loopback_check(const struct loopback_params *p, const struct loopback_cmd *cmd);

/* --- the arithmetic only, for a command with status LOOPBACK_OK --- */

/* Loads row or column n of one side, packed, with its map. */
void loopback_load(const struct loopback_cmd *cmd, uint32_t type, uint32_t n, const uint32_t *data,
                   uint64_t map, struct loopback_side *side);

/* Number of compute cycles of a tile. */
uint32_t loopback_cycles(const struct loopback_params *p, const struct loopback_cmd *cmd,
                         const struct loopback_side *a, const struct loopback_side *b);

/* Computes the results of a tile. c holds the initial accumulators; floats must be canonical. */
void loopback_compute(const struct loopback_params *p, const struct loopback_cmd *cmd,
                      const struct loopback_side *a, const struct loopback_side *b,
                      const uint32_t c[LOOPBACK_MAX_ROWS][LOOPBACK_MAX_COLS],
                      uint32_t d[LOOPBACK_MAX_ROWS][LOOPBACK_MAX_COLS]);

/* --- the block, cycle by cycle --- */

/*
 * NULL if the parameters are legal, else a message. All other functions require legal parameters.
 */
const char *loopback_check_params(const struct loopback_params *p);

/* The state at power-up, the same as after reset. */
void loopback_init(struct loopback_state *s, const struct loopback_params *p);

void loopback_reset(struct loopback_state *s);

/*
 * One cycle: writes *out, a function of the state and *in, then advances the state over the clock
 * edge. If in->rst is set, the state becomes the reset state. While a valid is 0, its payload is
 * meaningless.
 */
void loopback_step(struct loopback_state *s, const struct loopback_inputs *in,
                   struct loopback_outputs *out);

#ifdef __cplusplus
}
#endif

#endif
