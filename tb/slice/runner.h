/* runner.h - `assay run slice --program FILE`, and `assay launch`. */
#ifndef SLICE_RUNNER_H
#define SLICE_RUNNER_H

#include "engine/block.h"

/* The `launch` of the choice is a struct slice_plan that has been read. NULL: memory is
 * initialised from .data. */
extern const struct assay_program slice_program_runner;

#endif
