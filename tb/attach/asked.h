/* asked.h - rejects what a block.yaml asks for if the engine does not support it at the block's
 * level or for the kind of stream. */
#ifndef ASSAY_ATTACH_ASKED_H
#define ASSAY_ATTACH_ASKED_H

#include <stdbool.h>
#include <stddef.h>

#include "describe/describe.h"

/* False with a message in `why` for a key that would otherwise have no effect. */
bool assay_asked_is_given(const struct assay_description *d, char *why, size_t why_size);

#endif
