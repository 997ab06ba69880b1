/*
 * kernel.h - a kernel from a file, launched once on a core with memory of a fixed latency: for `assay run`, for
 * figures and for tests. A scenario whose user pointer is a struct core_kernel.
 */
#ifndef CORE_KERNEL_H
#define CORE_KERNEL_H

#include "core/world.h"
#include "engine/lockstep.h"
#include "predicate/asm.h"

struct cJSON;

struct core_kernel {
    char path[512];
    struct predicate_assembly assembly;
    bool passed;                      /* through the uniformity pass */
    struct predicate_uniform uniform; /* what it did */

    /* To be set before the run. Global memory begins at byte 0, and what an access finds behind its end is an error
     * of memory. */
    uint32_t groups, warps, limit;
    uint32_t local_bytes, rows, bars; /* of a group */
    uint32_t c[16];
    uint32_t *global, bytes;
    const uint32_t *initial; /* what `global` starts with; NULL: what it has */
    uint32_t latency, apart; /* of memory: cycles to an answer, and from one answer to the next */

    /* After it. */
    bool over;
    uint64_t cycles; /* from the first start to the last end, or so far */
    struct core_params params;
    struct core_end end; /* of the group that trapped first, or of the last one */
    struct core_world_counts counts;
    struct core_outputs last;
};

extern const struct assay_scenario core_kernel_scenario;

/* From a text, or an image. All else is 0, but for the constants, which are those of .const. False with a message. */
bool core_kernel_load(struct core_kernel *k, const char *path, bool as_written, char *why,
                      size_t why_size);
/* The text of tb/core/kernels/NAME.s. */
bool core_kernel_read(struct core_kernel *k, const char *name, bool as_written, char *why,
                      size_t why_size);

/* On the core of `params`, with the golden model in lockstep, or on the model alone if `ops` is NULL. False with a
 * message if the run did not pass, or a group trapped. */
bool core_kernel_run(struct core_kernel *k, const struct assay_params *params,
                     const struct assay_dut_ops *ops, char *why, size_t why_size);

/* Cycles in which something issued. */
uint64_t core_kernel_issued(const struct core_kernel *k);

/* True if a group trapped, with "FILE:LINE: trap ...", or the launch has not ended. */
bool core_kernel_failed(const struct core_kernel *k, char *why, size_t why_size);

/* What became of it, for people and for scripts. */
void core_kernel_report(const struct core_kernel *k, FILE *f);
void core_kernel_json(const struct core_kernel *k, struct cJSON *run);

#endif
