/* prover.h - what the files of the prover share. */
#ifndef ASSAY_MUTATE_PROVER_H
#define ASSAY_MUTATE_PROVER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/process.h"
#include "base/text.h"
#include "mutate/prove.h"

enum { ASSAY_PROVER_PATH = PATH_MAX + 64 };

/* A file in p->folder. */
const char *assay_prover_path(const struct assay_prover *p, const char *name,
                              char path[ASSAY_PROVER_PATH]);
bool assay_prover_write(const struct assay_prover *p, const char *name, const char *text, char *why,
                        size_t why_size);

/* Run a tool in p->folder, for so many seconds. Returns its exit status. One that a signal ends is counted. */
int assay_prover_run(struct assay_prover *p, char *const argv[], unsigned seconds,
                     struct assay_output *out);

/* Run a script of Yosys in p->folder, for so many seconds. Returns the exit status. */
int assay_prover_yosys(struct assay_prover *p, const char *script, unsigned seconds,
                       struct assay_output *out, char *why, size_t why_size);
/* Append what reads a design from a file, with the parameters. */
void assay_prover_add_design(const struct assay_prover *p, struct assay_text *script,
                             const char *file);

/* Append what has to be done before a design is made flat. */
void assay_prover_add_flat(struct assay_text *script);
/* Append a check that ends the script if the module divides by what is not constant. */
void assay_prover_add_divisions(struct assay_text *script, const char *module);

/* --- abc.c: what it is asked is whether the output of a netlist can ever be 1 --- */

enum assay_answer { ASSAY_NO_ANSWER, ASSAY_NEVER, ASSAY_SOMETIME };

/* Whether it is installed. */
bool assay_prover_has_abc(struct assay_prover *p);
/* both.blif, to be freed; NULL if it was cut, or is not one module without others below it. */
char *assay_prover_netlist(const struct assay_prover *p, char *why, size_t why_size);
/* Run commands that print one status, in p->folder, for so many seconds. */
enum assay_answer assay_prover_abc(struct assay_prover *p, const char *commands, unsigned seconds);

/* Whether Yosys's module is one of those that it makes of a module of the source, one for each choice of parameters. */
bool assay_prover_is_of(const char *derived, const char *module);

/* --- hidden.c: mutants that the contract hides --- */

/* Set p->contract, or say in p->no_contract why nothing is looked for: no such solver, a block whose comparison
 * cannot be stated, or a contract that nothing was found to keep. */
void assay_prover_open_contract(struct assay_prover *p);

/* Whether gate.v differs from gold.v in nothing that is compared, by proof. */
bool assay_prover_is_hidden(struct assay_prover *p, char *why, size_t why_size);

#endif
