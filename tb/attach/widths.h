/* widths.h - reads the widths that block.yaml leaves out from the elaborated RTL. */
#ifndef ASSAY_ATTACH_WIDTHS_H
#define ASSAY_ATTACH_WIDTHS_H

#include <stddef.h>

#include "base/error.h"
#include "describe/describe.h"
#include "engine/block.h"

/*
 * Fills in the missing widths for each parameter set. The RTL is elaborated once per set, unless
 * the results are in the cache. `rtl` identifies the RTL: only its block's name, top, parameters
 * and folder are used.
 *
 * The widths of the set `default` are written to the file block.widths next to block.yaml, if it
 * can be written. If that file has other widths, this is reported on standard error and the file is
 * written again.
 */
enum assay_error assay_widths_fill(struct assay_description *d, const struct assay_block *rtl,
                                   char *why, size_t why_size);

/* The parameter values of the set `default`. */
void assay_widths_defaults(const struct assay_description *d, struct assay_params *params);

#endif
