/* instances.h - the module hierarchy of a design, and the ports that are its clock and its
 * reset. */
#ifndef ASSAY_MUTATE_INSTANCES_H
#define ASSAY_MUTATE_INSTANCES_H

#include <stdbool.h>
#include <stddef.h>

#include "mutate/prover.h"

/* A port of a module. */
struct assay_instances_port {
    const char *name;
    bool input, output; /* both are true for an inout */
    unsigned width;
};

/* Read the hierarchy of gold.v, and set p->memories. Returns false with a message. Close it in
 * either case. */
bool assay_instances_open(struct assay_prover *p, char *why, size_t why_size);
void assay_instances_close(struct assay_prover *p);

/* The name of module number `at`, as Yosys spells it; NULL after the last. */
const char *assay_instances_module(const struct assay_prover *p, size_t at);
/* The first module from number *at on that contains an instance of `module`; *at becomes its
 * number. Returns NULL if there is none. */
const char *assay_instances_parent(const struct assay_prover *p, const char *module, size_t *at);
/* Whether it is the top, whose pins are the block's. */
bool assay_instances_is_top(const struct assay_prover *p, const char *module);

/* Whether a register or a memory of the module itself has an initial value. */
bool assay_instances_has_starts(const struct assay_prover *p, const char *module);

/* Port number `at` of a module. Returns false after the last. */
bool assay_instances_port(const struct assay_prover *p, const char *module, size_t at,
                          struct assay_instances_port *port);
/* The level, '0' or '1', that a bit of an input has in every instance, as it is connected to a
 * constant; 0 if there is none. */
char assay_instances_tied(const struct assay_prover *p, const char *module, const char *port,
                          unsigned bit);
/* Whether something outside reads an output of a module, in any instance. */
bool assay_instances_reads(const struct assay_prover *p, const char *module, const char *port);
/* The input of a module that is connected, in every instance, to the input `pin` of the top,
 * through ports alone. Returns NULL if there is none. */
const char *assay_instances_pin(const struct assay_prover *p, const char *module, const char *pin);

#endif
