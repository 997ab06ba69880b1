/* runner.h - `assay run core --program FILE`: one launch of a kernel, with the memory it leaves
 * and its counters. */
#ifndef CORE_RUNNER_H
#define CORE_RUNNER_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/block.h"

struct predicate_assembly;

/* Rejects directives that make no sense in a kernel: groups start with registers as others left
 * them, and none has registers to show at the end. `expected` names the directives that give values,
 * for the message. */
bool core_check_directives(const struct predicate_assembly *a, const char *path,
                           const char *expected, char *why, size_t why_size);

extern const struct assay_program core_program_runner;

#endif
