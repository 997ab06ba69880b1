/* flags.h - the g++ options for every unit of a variant. */
#ifndef ASSAY_FLAGS_H
#define ASSAY_FLAGS_H

#include "base/args.h"
#include "sim/backend.h"

/* Definitions for every unit of a variant. g++ accepts a precompiled header only if they are the
 * same. */
#define ASSAY_FLAGS_NO_COVERAGE "-DVM_COVERAGE=0"
#define ASSAY_FLAGS_NO_SC "-DVM_SC=0"
#define ASSAY_FLAGS_SC "-DVM_SC=1"
#define ASSAY_FLAGS_NO_SC_MODEL "-DASSAY_SC_MODEL=0"

/* The folder of Verilator's own files. */
const char *assay_flags_verilator_root(void);

/* Add the compiler, its code generation options and the folders of Verilator's headers. */
void assay_flags_compiler(struct assay_args *a, const char *optimise);

/* Add the definitions that the shim needs for the variant, and the folders of
 * our headers below `tree`. */
void assay_flags_unit(struct assay_args *a, const struct assay_variant *v, const char *tree);

#endif
