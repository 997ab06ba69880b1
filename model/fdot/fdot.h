/*
 * fdot.h - golden model of fdot: one group of a fused dot product, d = c + sum of a_i * b_i, as the
 * matrix units of several GPU generations compute it. README.md beside this file is the contract;
 * arithmetic.h has the arithmetic alone, and api/assay_fdot.h has sums of any length.
 *
 * The codes of profile, a_format, b_format and output are those of type/assay_fdot_type.h. A
 * profile that does not exist in RTL, or formats or an output that do not go with it, give status
 * FDOT_UNKNOWN; an operation whose group has more than k products gives FDOT_TOO_LONG. In both
 * cases the value is 0.
 *
 * Cycle contract. A cycle ends with a rising clock edge; inputs are their values just before it.
 *
 *     op_ready = !res_valid | res_ready
 *     FDOT_STAGES stages advance in every cycle with op_ready, whether or not op is valid: a
 *     transfer on op appears on res after FDOT_STAGES such cycles, and is held until it is
 *     transferred
 *     rst empties all stages
 */
#ifndef FDOT_MODEL_H
#define FDOT_MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

#include "fdot/fdot_pins.h"
#include "type/assay_fdot_type.h"

enum { FDOT_STAGES = 4 };

enum fdot_status { FDOT_GOOD, FDOT_UNKNOWN, FDOT_TOO_LONG };

/* Plain data: memcpy copies it. */
struct fdot_state {
    struct fdot_params params;
    struct fdot_res res[FDOT_STAGES]; /* the last one is on the pins */
    uint8_t valid[FDOT_STAGES];
};

/*
 * NULL if the parameters are legal, else a message. All functions below require legal parameters.
 */
const char *fdot_check_params(const struct fdot_params *p);

/* The state at power-up, the same as after reset. */
void fdot_init(struct fdot_state *s, const struct fdot_params *p);

void fdot_reset(struct fdot_state *s);

/*
 * One cycle: writes *out, a function of the state and *in, then advances the state over the clock
 * edge. If in->rst is set, the state becomes the reset state. While res_valid is 0, res is
 * meaningless.
 */
void fdot_step(struct fdot_state *s, const struct fdot_inputs *in, struct fdot_outputs *out);

/* Unpacks the first n elements from the pins of a side; n is that of a group. An element is 32
 * bits for tf32, 16 for f16 and bf16, else a byte, of which e2m1 uses the low half. */
void fdot_elements(const uint32_t *side, enum assay_fdot_format f, unsigned n, uint32_t *to);

/* The operation alone, for a block with k products. */
struct fdot_res fdot_operation(uint32_t k, const struct fdot_op *op);

#ifdef __cplusplus
}
#endif

#endif
