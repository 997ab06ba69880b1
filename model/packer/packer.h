/*
 * packer.h - golden model of packer: compress and expand of packed vectors under a control vector,
 * and the mask operation, which makes a control vector [systolic disaggregation ¶353 to ¶365]. The
 * contract, cycle by cycle, is README.md beside this file.
 *
 * Parameters: vbits 128, 256 or 512.
 */
#ifndef PACKER_MODEL_H
#define PACKER_MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

#include "packer/packer_pins.h"

enum packer_op { PACKER_COMPRESS = 0, PACKER_EXPAND = 1, PACKER_MASK = 2 };

/* status of a result: the first in this order that applies. */
enum packer_status {
    PACKER_OK = 0,
    PACKER_BAD_OP = 1,
    PACKER_BAD_WIDTH = 2,
    PACKER_BAD_N = 3 /* more elements than the vector has */
};

/* Plain data: memcpy copies it. */
struct packer_state {
    struct packer_params params;

    uint8_t first_valid, second_valid; /* the two stages; the second is the output */
    struct packer_res first, second;
};

/* Status of a command, which depends only on the command itself. */
uint8_t packer_check(const struct packer_params *p, const struct packer_cmd *cmd);

/* Computes the result of a command. */
void packer_operate(const struct packer_params *p, const struct packer_cmd *cmd,
                    struct packer_res *res);

/*
 * NULL if the parameters are legal, else a message. All other functions require legal parameters.
 */
const char *packer_check_params(const struct packer_params *p);

/* The state at power-up, the same as after reset. */
void packer_init(struct packer_state *s, const struct packer_params *p);

void packer_reset(struct packer_state *s);

/*
 * One cycle: writes *out, a function of the state and *in, then advances the state over the clock
 * edge. If in->rst is set, the state becomes the reset state. While a valid is 0, its payload holds
 * the last value.
 */
void packer_step(struct packer_state *s, const struct packer_inputs *in,
                 struct packer_outputs *out);

#ifdef __cplusplus
}
#endif

#endif
