/*
 * random_transactions.h - stimulus for a block without scenarios of its own.
 *
 * Payloads are drawn field by field: at the rate of the knob `corner` a corner (0, all ones, one bit, all
 * but one bit, a small value, the sign bit and its neighbours, the value of before), else any value.
 * Transfers come in bursts with pauses in between; stalls and resets are the driver's. The model's `legal`
 * may amend a payload or refuse it. Inputs outside streams follow their rules (struct assay_plain_rules).
 *
 * The same seed gives the same transfers as long as the design takes them in the same cycles.
 */
#ifndef ASSAY_RANDOM_TRANSACTIONS_H
#define ASSAY_RANDOM_TRANSACTIONS_H

#include "engine/block.h"

/* The scenario `random`. */
extern const struct assay_scenario assay_random_scenario;

/* Give a block this scenario if it has none, and coverage of its fields' corners if it has no groups. */
void assay_random_complete(struct assay_block *b);

#endif
