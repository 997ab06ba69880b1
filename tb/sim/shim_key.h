/* shim_key.h - the C++ source between a Verilated block and the engine: its name, and its part in
 * keys. */
#ifndef ASSAY_SHIM_KEY_H
#define ASSAY_SHIM_KEY_H

#include <stddef.h>

#include "base/digest.h"
#include "base/error.h"
#include "sim/backend.h"

/* The shim of the variant, as a path relative to tb/. */
const char *assay_shim_name(const struct assay_variant *v);

/* Add the shim, and all of our files that the compiler reads with it, to the hash of a key. */
enum assay_error assay_shim_hash(const struct assay_variant *v, struct assay_hash *h, char *why,
                                 size_t why_size);

#endif
