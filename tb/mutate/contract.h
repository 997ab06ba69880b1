/*
 * contract.h - a Verilog module that compares two designs under the contract of their block.
 *
 * The module `both` has the block's inputs and one output, `asked`. It holds an instance `gold` of
 * module gold and an instance `gate` of module gate, both with the block's pins, and drives both
 * with the same inputs. The contract is:
 *
 *   - rst is 1 in the first cycles, for as many as in the engine; after that it is arbitrary;
 *   - a sink whose valid is 1 without a transfer keeps valid and payload until a transfer or reset.
 *
 * The output `asked` is 1 in a cycle outside reset in which the following holds, provided that all
 * cycles so far have kept the contract:
 *
 *   ASSAY_ASK_DIFFERS   an output differs under lockstep's care mask: the payload of a source while
 *                       its valid is 1, an output with a condition while that is 1, all others
 *                       always
 *   ASSAY_ASK_COMPARED  a sink has had a transfer, and the payload of a source is compared. If no
 *                       sequence of inputs leads there, the contract cannot be kept, and nothing
 *                       may be concluded from a proof.
 *
 * The inputs that the engine generates also keep this contract, and more. So what no such sequence
 * shows, no stimulus shows. The registers of the contract itself are outside the two instances and
 * have initial values.
 */
#ifndef ASSAY_MUTATE_CONTRACT_H
#define ASSAY_MUTATE_CONTRACT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "engine/block.h"

enum assay_ask { ASSAY_ASK_DIFFERS, ASSAY_ASK_COMPARED };

/* Whether lockstep compares the block as described above. Returns false with a message in `why`
 * for a block where it does not: nothing is compared, its model reads pins directly, or it has a
 * comparison function of its own. */
bool assay_contract_holds(const struct assay_block *b, char *why, size_t why_size);

/* Append the module `both` to `t`. */
void assay_contract_write(const struct assay_block *b, const struct assay_params *params,
                          enum assay_ask ask, struct assay_text *t);

#endif
