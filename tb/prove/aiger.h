/*
 * aiger.h - read graphs from AIGER files, and write them as queries for solvers.
 *
 * The format is described at https://fmv.jku.at/aiger.
 */
#ifndef PROVE_AIGER_H
#define PROVE_AIGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "prove/aig.h"

struct aiger_output {
    char *name; /* "y[3]"; the bit of a one-bit port is "y[0]" */
    aig_lit lit;
};

struct aiger_outputs {
    struct aiger_output *output;
    uint32_t n;
};

/* The registers that are read: bit 3 of x becomes an input "x.q[3]", its value before the clock
 * edge, and an output "x.d[3]", its value after it. `other`: the names of a bit of one that is not
 * listed, if reading fails for that reason; to be freed. */
struct aiger_registers {
    char *const *name;
    uint32_t n;
    char *other;
};

/*
 * Add the graph of an AIGER text to `g`. Inputs are joined by name with existing ports; other named
 * inputs become ports, and unnamed ones become free inputs. Returns false with a message in `why`
 * on error; a register that is not listed is an error.
 */
bool aiger_read(struct aig *g, const char *text, struct aiger_registers *registers,
                struct aiger_outputs *out, char *why, size_t why_size);
void aiger_free(struct aiger_outputs *out);
/* Find an output by name. Returns false if there is none. */
bool aiger_find(const struct aiger_outputs *out, const char *name, aig_lit *lit);

/* Write the cone of an output as binary AIGER, with all inputs of `g`. */
void aiger_write(const struct aig *g, aig_lit output, FILE *f);

/* Write in DIMACS CNF that the literal is true. The variable of a node is its number. */
void aiger_write_cnf(const struct aig *g, aig_lit lit, FILE *f);
/* The same in SMT-LIB. */
void aiger_write_smt(const struct aig *g, aig_lit lit, FILE *f);

#endif
