/* commands.h - random commands of packer. */
#ifndef PACKER_COMMANDS_H
#define PACKER_COMMANDS_H

#include "engine/block.h"
#include "packer/packer.h"

/* The next command after `cmd`, which holds the one before or zeros: its source becomes the
 * destination. Knob `corner`: percent of vectors with nothing but zeros, minus zeros and lone bits, and
 * of control vectors with bytes that are neither 0 nor 1. Knob `illegal`: percent of commands that
 * are not legal. */
void packer_command_draw(struct assay_rng *r, const struct packer_params *p,
                         const struct assay_knobs *knobs, struct packer_cmd *cmd);

#endif
