/* plain.h - identify the text of a design without running a preprocessor, which takes longer than a
 * short run of a cached variant. */
#ifndef ASSAY_PLAIN_H
#define ASSAY_PLAIN_H

#include <stdbool.h>

#include "base/digest.h"
#include "sim/filelist.h"

/*
 * Hash the sources as they are written, and the defines. True if nothing else decides what a
 * preprocessor makes of them: no source has a directive but those like `ifdef and `default_nettype,
 * which include and define nothing, and no module comes from a library. If it is false, also because a
 * source can't be read, what was hashed is not enough.
 */
bool assay_plain_hash(const struct assay_filelist *list, struct assay_hash *h);

#endif
