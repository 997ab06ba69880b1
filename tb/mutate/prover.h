/* prover.h - shared by the files of the prover. */
#ifndef ASSAY_MUTATE_PROVER_H
#define ASSAY_MUTATE_PROVER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/process.h"
#include "base/text.h"
#include "mutate/prove.h"

enum {
    ASSAY_PROVER_PATH = PATH_MAX + 64,
    ASSAY_PROVER_NAME = 256,
    /* Yosys has this many times p->seconds to map two versions of a module to gates. */
    ASSAY_PROVER_MAPPING = 6,
    ASSAY_OUT_OF_TIME = 124, /* exit status of a tool that did not end in time */
};

/* The path of a file in p->folder, in `path`. */
const char *assay_prover_path(const struct assay_prover *p, const char *name,
                              char path[ASSAY_PROVER_PATH]);
bool assay_prover_write(const struct assay_prover *p, const char *name, const char *text, char *why,
                        size_t why_size);

/* Run a tool in p->folder for at most `seconds`. Returns its exit status. A tool that is killed
 * by a signal is counted. */
int assay_prover_run(struct assay_prover *p, char *const argv[], unsigned seconds,
                     struct assay_output *out);

/* Run a Yosys script in p->folder for at most `seconds`. Returns the exit status. */
int assay_prover_yosys(struct assay_prover *p, const char *script, unsigned seconds,
                       struct assay_output *out, char *why, size_t why_size);
/* Append the commands that load a design, "gold" or "gate", which open or try has read and
 * elaborated: all of it, or only the module `part` with everything below it. The pins of the whole
 * are the engine's. */
void assay_prover_add_design(struct assay_text *script, const char *design, const char *part);
/* Whether a module with everything below it is too large to be mapped to gates in that time, as
 * was seen before; to be read and set. */
bool *assay_prover_large(const struct assay_prover *p, const char *module);
/* The name of the module that has the engine's pins. */
const char *assay_prover_top(const struct assay_prover *p, char *name, size_t size);

/* Append the commands that must precede flattening a design. */
void assay_prover_add_flat(struct assay_text *script);
/* Append a check that aborts the script if the module divides by something that is not constant. */
void assay_prover_add_divisions(struct assay_text *script, const char *module);

/* --- abc.c: can the output of a netlist ever be 1? --- */

enum assay_answer { ASSAY_NO_ANSWER, ASSAY_NEVER, ASSAY_SOMETIME };

/* Whether abc is installed. */
bool assay_prover_has_abc(struct assay_prover *p);
/* The contents of both.blif, to be freed. Returns NULL if the file is truncated, or is not a
 * single module without submodules. */
char *assay_prover_netlist(const struct assay_prover *p, char *why, size_t why_size);
/* Run commands that print exactly one status, in p->folder for at most `seconds`. */
enum assay_answer assay_prover_abc(struct assay_prover *p, const char *commands, unsigned seconds);

/* Whether Yosys's module is one of those that it makes of a module of the source, one for each
 * choice of parameters. */
bool assay_prover_is_of(const char *derived, const char *module);

/* --- hidden.c: mutants that the contract hides --- */

/* Set p->contract, or say in p->no_contract why such proofs are not attempted: the solver is
 * missing, the block's comparison cannot be stated, or no inputs were found that keep the
 * contract. */
void assay_prover_open_contract(struct assay_prover *p);

/* Try to prove that the design gate differs from gold in nothing that is compared. */
bool assay_prover_is_hidden(struct assay_prover *p, char *why, size_t why_size);

#endif
