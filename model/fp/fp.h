/*
 * fp.h - golden model of fp, a block that contains the floating-point cells.
 *
 * An operation is a code, up to three operands and a tag; its result is a value, the tag and a
 * status. The operations and their arithmetic are described in README.md beside this file; the
 * arithmetic is in numerics.h. Operands that an operation does not use are ignored, and so is
 * a[31:16] if the operand is a 16-bit one. A 16-bit value is zero-extended.
 *
 * Parameters: div 0 or 1. With 0 there is no divider, and FP_DIV is an unknown code.
 *
 * An unknown code gives status 1 and value 0. Otherwise status is 0.
 *
 * Cycle contract. A cycle ends with a rising clock edge; inputs are their values just before it.
 *
 *     op_ready = !busy & (!res_valid | res_ready)
 *     a transfer on op in cycle t gives res_valid = 1 and its result in cycle t+1, held until it is
 *     transferred
 *     except a division: busy = 1 in cycles t+1 to t+FP_DIV_BUSY, and its result in the next cycle
 *     rst clears res_valid and busy
 *
 * busy is not a pin; it is visible as op_ready = 0 while res_valid = 0.
 */
#ifndef FP_MODEL_H
#define FP_MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

#include "fp/fp_pins.h"

enum fp_code {
    FP_ADD = 0,
    FP_SUB = 1,
    FP_MUL = 2,
    FP_FMA = 3, /* a * b + c */
    FP_DIV = 4,
    FP_MIN = 5,
    FP_MAX = 6,
    FP_CMP = 7, /* value: an enum assay_f32_order */
    FP_F32_TO_F16 = 8,
    FP_F32_TO_BF16 = 9,
    FP_F16_TO_F32 = 10,
    FP_BF16_TO_F32 = 11,
    FP_U32_TO_F32 = 12,
    FP_S32_TO_F32 = 13,
    FP_CODES = 14 /* from here on: unknown codes */
};

enum { FP_DIV_BUSY = 27 };

/* Plain data: memcpy copies it. */
struct fp_state {
    struct fp_params params;
    struct fp_res res;
    uint8_t res_valid;
    uint8_t busy; /* remaining cycles of a division, whose result is in res */
};

/*
 * NULL if the parameters are legal, else a message. All functions below require legal parameters.
 */
const char *fp_check_params(const struct fp_params *p);

/* The state at power-up, the same as after reset. */
void fp_init(struct fp_state *s, const struct fp_params *p);

void fp_reset(struct fp_state *s);

/*
 * One cycle: writes *out, a function of the state and *in, then advances the state over the clock
 * edge. If in->rst is set, the state becomes the reset state. While res_valid is 0, res is
 * meaningless.
 */
void fp_step(struct fp_state *s, const struct fp_inputs *in, struct fp_outputs *out);

/*
 * The arithmetic alone, for a block with a divider: returns the value, and the status in *status.
 */
uint32_t fp_operation(uint32_t code, uint32_t a, uint32_t b, uint32_t c, uint8_t *status);

#ifdef __cplusplus
}
#endif

#endif
