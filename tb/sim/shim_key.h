/* shim_key.h - the C++ source that stands between a Verilated block and the engine. */
#ifndef ASSAY_SHIM_KEY_H
#define ASSAY_SHIM_KEY_H

#include <stddef.h>

#include "base/error.h"
#include "sim/backend.h"
#include "sim/cache.h"

/* The variant's shim, as seen from tb/. */
const char *assay_shim_name(const struct assay_variant *v);

/* Let the shim and all of our files that the compiler reads with it go into a key. */
enum assay_error assay_shim_hash(const struct assay_variant *v, struct assay_hash *h, char *why,
                                 size_t why_size);

#endif
