/* instances.h - the modules of a design: their ports, and which of them is the clock or the reset of the whole. */
#ifndef ASSAY_MUTATE_INSTANCES_H
#define ASSAY_MUTATE_INSTANCES_H

#include <stdbool.h>
#include <stddef.h>

#include "mutate/prover.h"

/* A port of a module. */
struct assay_instances_port {
    const char *name;
    bool input, output; /* both: inout */
    unsigned width;
};

/* Read the tree of gold.v. False with a message; to be closed in any case. */
bool assay_instances_open(struct assay_prover *p, char *why, size_t why_size);
void assay_instances_close(struct assay_prover *p);

/* The names of modules, as Yosys has them: from 0 on; NULL behind the last. */
const char *assay_instances_module(const struct assay_prover *p, size_t at);
/* The modules with an instance of `module`: the one at `at` or behind it, which becomes its place; NULL if there is
 * none. */
const char *assay_instances_parent(const struct assay_prover *p, const char *module, size_t *at);
/* The top has pins of the block. */
bool assay_instances_is_top(const struct assay_prover *p, const char *module);

/* A port of a module: from 0 on. False behind the last. */
bool assay_instances_port(const struct assay_prover *p, const char *module, size_t at,
                          struct assay_instances_port *port);
/* The input of a module that is, in each of its instances, the input `pin` of the top, handed down by ports alone; NULL if
 * none is. */
const char *assay_instances_pin(const struct assay_prover *p, const char *module, const char *pin);

#endif
