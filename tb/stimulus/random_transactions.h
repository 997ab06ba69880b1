/*
 * random_transactions.h - stimulus for a block that has no scenarios.
 *
 * Payloads are drawn field by field. The knob `corner` is the percentage of corner values (0, all
 * ones, one bit set, one bit clear, a small value, the sign bit alone, all bits but the sign bit,
 * the previous value); the rest are uniform. Transfers come in bursts separated by pauses. The
 * driver adds stalls and resets. The model's `legal` may amend or refuse a payload. Inputs outside
 * streams follow their rules (struct assay_plain_rules).
 *
 * The same seed gives the same transfers as long as the design takes them in the same cycles.
 */
#ifndef ASSAY_RANDOM_TRANSACTIONS_H
#define ASSAY_RANDOM_TRANSACTIONS_H

#include "engine/block.h"

/* The scenario `random`. */
extern const struct assay_scenario assay_random_scenario;

/* Gives a block without scenarios this one. A block without coverage groups gets coverage of the
 * corner values of its fields. */
void assay_random_complete(struct assay_block *b);

#endif
