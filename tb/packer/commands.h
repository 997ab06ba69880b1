/* commands.h - draws random commands for packer. */
#ifndef PACKER_COMMANDS_H
#define PACKER_COMMANDS_H

#include "engine/block.h"
#include "packer/packer.h"

/* Replaces the previous command in *cmd (or zeros) by the next one; the previous
 * source becomes the destination. Knob `corner`: percentage of vectors that
 * consist of zeros, minus zeros and single bits, and of control vectors with bytes
 * that are neither 0 nor 1. Knob `illegal`: percentage of illegal commands. */
void packer_command_draw(struct assay_rng *r, const struct packer_params *p,
                         const struct assay_knobs *knobs, struct packer_cmd *cmd);

#endif
