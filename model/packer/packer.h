/*
 * packer.h - golden model of packer: compress and expand of packed vectors under a control vector,
 * and the mask that makes one [systolic disaggregation ¶353 to ¶365]. The contract, cycle by cycle,
 * is README.md beside this file.
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

    uint8_t first_valid, second_valid; /* the stages; the second is the output */
    struct packer_res first, second;
};

/* Status of a command by itself. */
uint8_t packer_check(const struct packer_params *p, const struct packer_cmd *cmd);

/* What a command gives. */
void packer_operate(const struct packer_params *p, const struct packer_cmd *cmd,
                    struct packer_res *res);

/* NULL when the parameters are legal, else what is wrong. Everything else needs legal ones. */
const char *packer_check_params(const struct packer_params *p);

/* Power-up, the same as after reset. */
void packer_init(struct packer_state *s, const struct packer_params *p);

void packer_reset(struct packer_state *s);

/*
 * One cycle: write *out, a function of the state and *in, then advance the state over the edge.
 * With in->rst set the state becomes the reset state. While a valid is 0 its payload holds the last
 * value.
 */
void packer_step(struct packer_state *s, const struct packer_inputs *in,
                 struct packer_outputs *out);

#ifdef __cplusplus
}
#endif

#endif
