/* widths.h - widths that block.yaml leaves out, read from the elaborated RTL. */
#ifndef ASSAY_ATTACH_WIDTHS_H
#define ASSAY_ATTACH_WIDTHS_H

#include <stddef.h>

#include "base/error.h"
#include "describe/describe.h"
#include "engine/block.h"

/*
 * Fill in the widths that are left out, for each parameter set. The RTL is elaborated for each, unless the cache has
 * what came of it. `rtl` says which RTL it is: of its block only the name, the top, the parameters and the folder are
 * looked at.
 *
 * Those of the set `default` are written to the file block.widths beside block.yaml, where it can be written. If that file
 * has others, a line on standard error says so, and it is written anew.
 */
enum assay_error assay_widths_fill(struct assay_description *d, const struct assay_block *rtl,
                                   char *why, size_t why_size);

/* The values of the set `default`. */
void assay_widths_defaults(const struct assay_description *d, struct assay_params *params);

#endif
