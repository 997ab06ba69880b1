/*
 * kernel.h - a kernel from a text, launched once on a core with memory of a fixed latency: for figures and
 * for tests of kernels. A scenario whose user pointer is a struct core_kernel.
 */
#ifndef CORE_KERNEL_H
#define CORE_KERNEL_H

#include "core/world.h"
#include "engine/lockstep.h"
#include "predicate/asm.h"

struct core_kernel {
    struct predicate_assembly assembly;
    struct predicate_uniform uniform; /* what the pass did */

    /* To be set before the run. Global memory begins at byte 0. */
    uint32_t groups, warps, local_bytes, limit;
    uint32_t c[16];
    uint32_t *global, bytes;
    uint32_t latency, apart; /* of memory: cycles to an answer, and from one answer to the next */

    /* After it. */
    bool over;
    uint64_t cycles;     /* from the first start to the last end */
    struct core_end end; /* of the group that trapped first, or of the last one */
    struct core_world_counts counts;
    struct core_outputs last;
};

extern const struct assay_scenario core_kernel_scenario;

/* The text of tb/core/kernels/NAME.s, with or without the uniformity pass; all else is 0. False with a
 * message. */
bool core_kernel_read(struct core_kernel *k, const char *name, bool as_written, char *why,
                      size_t why_size);

/* On the core of `params`, with the golden model in lockstep, or on the model alone if `ops` is NULL. False with a
 * message if the run did not pass, or a group trapped. */
bool core_kernel_run(struct core_kernel *k, const struct assay_params *params,
                     const struct assay_dut_ops *ops, char *why, size_t why_size);

/* Cycles in which something issued. */
uint64_t core_kernel_issued(const struct core_kernel *k);

/* True if a group trapped, with "FILE:LINE: trap ..." */
bool core_kernel_failed(const struct core_kernel *k, char *why, size_t why_size);

#endif
