/* compile.h - compiles Verilator's C++ sources into the shared object of a variant. */
#ifndef ASSAY_COMPILE_H
#define ASSAY_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "sim/backend.h"

/* Build `dut.so` from the sources with the prefix Vdut that Verilator wrote into
 * `folder`, then delete them. */
enum assay_error assay_compile(const struct assay_variant *v, const char *folder, char *why,
                               size_t why_size);

#endif
