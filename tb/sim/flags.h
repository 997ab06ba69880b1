/* flags.h - what g++ is told for every unit of a variant. */
#ifndef ASSAY_FLAGS_H
#define ASSAY_FLAGS_H

#include "base/args.h"
#include "sim/backend.h"

/* What every unit of a plain variant is compiled with; g++ takes headers compiled before only with the
 * same definitions. */
#define ASSAY_FLAGS_NO_COVERAGE "-DVM_COVERAGE=0"
#define ASSAY_FLAGS_NO_SC "-DVM_SC=0"
#define ASSAY_FLAGS_NO_SC_MODEL "-DASSAY_SC_MODEL=0"

/* Folder of Verilator's own files. */
const char *assay_flags_verilator_root(void);

/* The compiler, how it translates, and where Verilator's headers are. */
void assay_flags_compiler(struct assay_args *a, const char *optimise);

/* What the shim is to know of the variant, and where our headers are: in `tree`. */
void assay_flags_unit(struct assay_args *a, const struct assay_variant *v, const char *tree);

#endif
