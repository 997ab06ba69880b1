/*
 * prove.h - prove with Yosys that a mutant changes nothing.
 *
 * Two designs are equal if equal registers and equal inputs always give equal outputs and equal
 * next values of the registers; their initial values are the same anyway (equal.h). Both designs
 * are elaborated once; each proof then loads only the modules that it is about. The solver gets
 * `seconds` for each proof.
 *
 * These proofs know neither which states are reachable nor which outputs are compared when. So a
 * mutant that is still open gets two more attempts: from reset, within its module or one of those
 * around it (within.h), and from reset, with the whole designs under the contract of the block
 * (contract.h).
 *
 * A module that Yosys cannot map to gates in six times that long is not tried again.
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
    ASSAY_PROOF_HIDDEN, /* not proved equal, but no output ever differs where it is compared */
    ASSAY_PROOF_BEYOND, /* it reads bits beyond a vector's range, where simulators disagree */
};

struct assay_prover {
    const struct assay_block *block;
    struct assay_params params;
    const char *folder; /* where its files go */
    unsigned seconds;   /* for each proof */
    /* The following are set by open. */
    char **module; /* names of the modules in Yosys, one for each choice of parameters */
    bool *large;   /* of each module: Yosys has no time to map it to gates; one more at the end */
    size_t n_modules, beyond;
    bool abc;      /* abc is installed */
    bool contract; /* it can prove that a mutant is hidden; if not, no_contract says why */
    char no_contract[512];
    struct cJSON *instances; /* NULL if they could not be read: no_instances says why */
    struct cJSON *reads;     /* the same without unread logic, with a mark on what is read */
    bool within; /* mutants are looked at within their modules; if not, no_instances says why */
    char no_instances[512];
    bool memories; /* the design has some (memories.h) */
    /* Number of tools that were killed by a signal, for example when out of memory. They gave no
     * answer, and more time would not have helped. */
    unsigned n_killed;
    const char *killed; /* the last one */
    int signal;
};

/* Read the design. Returns ASSAY_ENVIRONMENT if Yosys cannot be run, ASSAY_BAD_INPUT if Yosys
 * does not accept the design. */
enum assay_error assay_prover_open(struct assay_prover *p, const char *text, char *why,
                                   size_t why_size);
/* Compare it with `text`, the same design with a mutant in `module`. */
enum assay_error assay_prover_try(struct assay_prover *p, const char *text, const char *module,
                                  enum assay_proof *proof, char *why, size_t why_size);
void assay_prover_close(struct assay_prover *p);

#endif
