/*
 * contract.h - two designs under the contract of their block, as a Verilog module.
 *
 * The module `both` has the block's inputs and one output, `asked`. It holds an instance `gold` of module gold and an instance
 * `gate` of module gate, with the block's pins, and gives both the same inputs. The contract is
 *
 *   - rst is 1 in the first cycles, as many as the engine has it; later it comes as it likes;
 *   - a sink whose valid is 1 without a transfer keeps valid and payload, until a transfer or a reset.
 *
 * What is asked counts only while all cycles up to this one keep the contract, outside reset:
 *
 *   ASSAY_ASK_DIFFERS   an output differs under the care mask of lockstep: the payload of a source while
 *                       its valid is 1, an output with a condition while that is 1, all others always
 *   ASSAY_ASK_COMPARED  a sink has had a transfer, and the payload of a source is compared. If no sequence of
 *                       inputs leads there, the contract cannot be kept, and nothing may be proved from it.
 *
 * The engine's inputs keep this contract, and more: what no such sequence shows, no stimulus shows. A register
 * of the contract's own is outside the two instances and has an initial value.
 */
#ifndef ASSAY_MUTATE_CONTRACT_H
#define ASSAY_MUTATE_CONTRACT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "engine/block.h"

enum assay_ask { ASSAY_ASK_DIFFERS, ASSAY_ASK_COMPARED };

/* Whether lockstep compares the block as above. False with a message for one that it does not: nothing is
 * compared, its model looks at pins by itself, or its comparison is its own. */
bool assay_contract_holds(const struct assay_block *b, char *why, size_t why_size);

/* Append the module. */
void assay_contract_write(const struct assay_block *b, const struct assay_params *params,
                          enum assay_ask ask, struct assay_text *t);

#endif
