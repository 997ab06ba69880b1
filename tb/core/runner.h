/* runner.h - `assay run core --program FILE`: one launch of a kernel, with the memory it leaves
 * and its counters. */
#ifndef CORE_RUNNER_H
#define CORE_RUNNER_H

#include "engine/block.h"

extern const struct assay_program core_program_runner;

#endif
