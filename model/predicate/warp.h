/*
 * warp.h - a warp: its registers, its divergence stack, and the effects of instructions on them.
 * Nothing here depends on cycles; predicate and core are built on it.
 */
#ifndef PREDICATE_WARP_H
#define PREDICATE_WARP_H

#include "predicate/word.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PREDICATE_MAX_LANES = 32,
    PREDICATE_STACK = 8, /* entries */
    PREDICATE_VECTOR_LATENCY = 3,
    PREDICATE_SCALAR_LATENCY = 2,
    PREDICATE_DIVIDE_HOLD = 28 /* cycles for which fdiv holds issue */
};

enum predicate_host_op {
    PREDICATE_NOTHING,
    PREDICATE_WRITE,
    PREDICATE_READ,
    PREDICATE_START,
    PREDICATE_CLEAR
};

enum predicate_space {
    PREDICATE_AT_CODE,
    PREDICATE_AT_C,
    PREDICATE_AT_R,
    PREDICATE_AT_U,
    PREDICATE_AT_P,
    PREDICATE_AT_UP,
    PREDICATE_AT_DATA,
    PREDICATE_SPACES
};

struct predicate_entry {
    uint16_t pc;
    uint32_t mask;
};

/* The state of a warp that instructions can see. Plain data: memcpy copies it. */
struct predicate_warp {
    uint32_t lanes, all;                  /* number of lanes, and their mask */
    uint32_t special[PREDICATE_SPECIALS]; /* except PREDICATE_LANE */
    uint8_t sense, depth;
    uint16_t pc;
    uint32_t active, exited;
    struct predicate_entry stack[PREDICATE_STACK];
    uint32_t p[PREDICATE_PREDS];
    uint8_t up[PREDICATE_PREDS];
    uint32_t r[PREDICATE_REGS][PREDICATE_MAX_LANES];
    uint32_t u[PREDICATE_REGS], c[PREDICATE_REGS];
};

/* An instruction in the vector pipe, with its results already computed. */
struct predicate_vector {
    uint16_t pc;
    uint8_t dst, valid;
    uint32_t mask, pred;
    uint32_t data[PREDICATE_MAX_LANES];
};

struct predicate_scalar {
    uint16_t pc;
    uint8_t dst, valid, mask;
    uint32_t data;
};

/* The performance counters of a block. */
struct predicate_counts {
    uint32_t pred, uniform, scalar, vector, pairs, disabled, bra_uniform, bra_divergent;
};

/*
 * Sets up a warp that is not running, with registers of zero. `lanes` must be a legal number of
 * lanes.
 */
void predicate_warp_init(struct predicate_warp *w, uint32_t lanes);

/* Starts the warp at pc with all lanes active. Registers and special sources are kept. */
void predicate_warp_start(struct predicate_warp *w, uint32_t pc, bool sense);

/* Write and read a register on behalf of the host: PREDICATE_AT_C, R, U, P and UP. A register
 * that does not exist ignores writes and reads as 0. */
void predicate_warp_write(struct predicate_warp *w, uint8_t space, uint32_t i, uint32_t lane,
                          uint64_t data);
uint64_t predicate_warp_read(const struct predicate_warp *w, uint8_t space, uint32_t i,
                             uint32_t lane);

/* --- sources --- */

/* Lanes in which the guard is true, regardless of the active mask. */
uint32_t predicate_guard_lanes(const struct predicate_warp *w, const struct predicate_word *n);

/* The value in `lane` of the source with kind `kind` and number `i`. */
uint32_t predicate_source(const struct predicate_warp *w, const struct predicate_word *n,
                          uint8_t kind, uint8_t i, uint32_t lane);

/* Active lanes whose guard is true. */
static inline uint32_t predicate_executing(const struct predicate_warp *w,
                                           const struct predicate_decoded *d)
{
    return w->active & predicate_guard_lanes(w, &d->w);
}

/* The address of an ld or st in `lane`; the number of bytes that it accesses. */
uint32_t predicate_address(const struct predicate_warp *w, const struct predicate_word *n,
                           uint32_t lane);
uint32_t predicate_bytes(const struct predicate_word *n);
/* Bytes of a size: PREDICATE_B32 and so on. */
uint32_t predicate_size_bytes(uint8_t size);
/* Extends the bits that a load has read, according to the size. */
uint32_t predicate_extend(uint32_t x, uint8_t size);

/* --- results --- */

/* Computes a result from operands; `choice` is the predicate of sel. */
uint32_t predicate_compute(const struct predicate_word *n, uint32_t a, uint32_t b, uint32_t c,
                           bool choice);

/* cvt of a value; from and to are PREDICATE_S32 and so on. */
uint32_t predicate_convert(uint32_t a, uint8_t from, uint8_t to, bool toward_zero);

/* Computes what a vector instruction writes when it retires, except values from memory: mask,
 * pred and data of *e, which must be 0 before. */
void predicate_vector_result(const struct predicate_warp *w, const struct predicate_decoded *d,
                             uint32_t exec, struct predicate_vector *e);

/* The same for a scalar instruction: mask and data. */
void predicate_scalar_result(const struct predicate_warp *w, const struct predicate_decoded *d,
                             struct predicate_scalar *e);

/* {dk, di}, or 0 if there is no destination. */
uint8_t predicate_destination(const struct predicate_word *n);

/* Apply the writes of a record. */
void predicate_retire_vector(struct predicate_warp *w, const struct predicate_vector *e);
void predicate_retire_scalar(struct predicate_warp *w, const struct predicate_scalar *e);

/* --- control flow --- */

/* The stack trap that issuing the instruction now would cause. */
uint8_t predicate_stack_trap(const struct predicate_warp *w, const struct predicate_decoded *d);

/* Applies a bra, ssy, join or exit at `pc` to pc, active mask and stack; false when the last
 * lane has exited. Counts branches. */
bool predicate_flow_control(struct predicate_warp *w, const struct predicate_decoded *d,
                            uint32_t pc, struct predicate_counts *counts);

/* --- counting --- */

/* Counts one issued instruction, except branches. */
void predicate_count_issue(const struct predicate_warp *w, const struct predicate_decoded *d,
                           struct predicate_counts *counts);

/* log2 of the lanes: levels of red's tree. */
uint32_t predicate_levels(uint32_t lanes);

/* True if the second instruction may form a pair with the first, apart from other obstacles to
 * its issue: it directly follows the first, is for the other unit, uses no register in `busy`,
 * does not depend on the first, and causes no stack trap. */
bool predicate_pairs(const struct predicate_warp *w, const struct predicate_decoded *first,
                     const struct predicate_decoded *second, uint64_t busy);

#ifdef __cplusplus
}
#endif

#endif
