/*
 * prove.h - whether a mutant changes anything, by proof, with Yosys.
 *
 * Two designs are equal if from equal registers and equal inputs they make equal outputs and equal next
 * registers: their initial values are the same. So registers are cut, each becomes an input and an output,
 * and a solver is asked for inputs that tell the two apart. What both have in common is merged before, so
 * that little is left to solve. It is asked of the module that the mutant is in, with instances cut as
 * registers are, then with all below it, then of the whole design; one proof will do. A solver has `seconds`
 * for each; Yosys may take two minutes to make gates of the whole design.
 *
 * That knows nothing of which states can be reached, nor of which outputs are compared when. So a mutant that is
 * open is asked of twice more: whether it ever shows at the outputs of its module, or of one around that, after a
 * reset (within.h), and with both designs from reset and under the contract of the block (contract.h).
 */
#ifndef ASSAY_MUTATE_PROVE_H
#define ASSAY_MUTATE_PROVE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "engine/block.h"

struct cJSON;

enum assay_proof {
    ASSAY_PROOF_EQUAL,
    ASSAY_PROOF_OPEN,   /* not equal, or not proved in time */
    ASSAY_PROOF_HIDDEN, /* not proved equal, and no output ever differs where it is compared */
    ASSAY_PROOF_BEYOND, /* the mutant reads bits that a vector does not have: simulators differ */
};

struct assay_prover {
    const struct assay_block *block;
    struct assay_params params;
    const char *folder; /* for its files */
    unsigned seconds;   /* for each proof */
    /* Set by open. */
    char **module; /* as Yosys names them, a name for each choice of parameters */
    size_t n_modules, beyond;
    bool abc;      /* it is installed */
    bool contract; /* it can prove that a mutant is hidden; no_contract: else why not */
    char no_contract[512];
    struct cJSON *
        instances; /* instances.h; NULL if they could not be read, for the reason of no_instances */
    char no_instances[512];
    /* Tools that a signal ended, for want of memory for example: no answer, and none that time would have given. */
    unsigned n_killed;
    const char *killed; /* the last one */
    int signal;
};

/* Read the design: ASSAY_ENVIRONMENT if Yosys cannot be run, ASSAY_BAD_INPUT if it does not read it. */
enum assay_error assay_prover_open(struct assay_prover *p, const char *text, char *why,
                                   size_t why_size);
/* The same design with a mutant in `module`. */
enum assay_error assay_prover_try(struct assay_prover *p, const char *text, const char *module,
                                  enum assay_proof *proof, char *why, size_t why_size);
void assay_prover_close(struct assay_prover *p);

#endif
