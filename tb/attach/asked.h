/* asked.h - what a block.yaml asks for and the engine cannot give at its level or to its kind of stream. */
#ifndef ASSAY_ATTACH_ASKED_H
#define ASSAY_ATTACH_ASKED_H

#include <stdbool.h>
#include <stddef.h>

#include "describe/describe.h"

/* False with a message in `why`: such a key would otherwise be without effect. */
bool assay_asked_is_given(const struct assay_description *d, char *why, size_t why_size);

#endif
