/* compile.h - Verilator's C++ sources to the shared object of a variant. */
#ifndef ASSAY_COMPILE_H
#define ASSAY_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "sim/backend.h"

/* Make `dut.so` of what Verilator wrote into the folder, with the prefix Vdut. The sources are gone
 * then. */
enum assay_error assay_compile(const struct assay_variant *v, const char *folder, char *why,
                               size_t why_size);

#endif
