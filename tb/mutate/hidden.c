/*
 * hidden.c - mutants that the contract hides: their outputs differ, but never where they are
 * compared.
 *
 * Yosys puts both designs into the module of contract.h and writes it as a netlist; abc is asked
 * whether its output can ever be 1. It first merges registers that are always equal (scorr:
 * induction), which is most of them for a mutant, and then looks for an invariant (pdr: bounded
 * search from reset combined with induction).
 */
#include <stdio.h>

#include "mutate/both.h"
#include "mutate/contract.h"
#include "mutate/prover.h"

/* Ask about the designs gold and `gate`. */
static enum assay_answer ask(struct assay_prover *p, const char *gate, enum assay_ask what,
                             char *why, size_t why_size)
{
    struct assay_text both = {0};
    enum assay_answer answer = ASSAY_NO_ANSWER;

    assay_contract_write(p->block, &p->params, what, &both);
    if (both.failed)
        snprintf(why, why_size, "out of memory");
    else
        answer = assay_both_ask(p, gate, NULL, assay_text_get(&both),
                                what == ASSAY_ASK_DIFFERS ? assay_both_differ : assay_both_reach,
                                why, why_size);
    assay_text_free(&both);
    return answer;
}

/* Whether some sequence of inputs keeps the contract and leads to a comparison. */
static bool can_be_kept(struct assay_prover *p, char *why, size_t why_size)
{
    char reason[256] = "";

    switch (ask(p, "gold", ASSAY_ASK_COMPARED, reason, sizeof reason)) {
    case ASSAY_SOMETIME:
        return true;
    case ASSAY_NEVER:
        snprintf(why, why_size, "no inputs that follow the streams' protocol lead to an output");
        return false;
    default:
        snprintf(why, why_size,
                 "no inputs were found that follow the streams' protocol and lead to an output: %s",
                 reason);
        return false;
    }
}

void assay_prover_open_contract(struct assay_prover *p)
{
    char *const why = p->no_contract;
    const size_t why_size = sizeof p->no_contract;

    p->contract = false;
    if (!p->abc)
        snprintf(why, why_size,
                 "yosys-abc: cannot be run: expected it to be installed (scripts/setup does)");
    else
        p->contract =
            assay_contract_holds(p->block, why, why_size) && can_be_kept(p, why, why_size);
}

bool assay_prover_is_hidden(struct assay_prover *p, char *why, size_t why_size)
{
    return p->contract && ask(p, "gate", ASSAY_ASK_DIFFERS, why, why_size) == ASSAY_NEVER;
}
