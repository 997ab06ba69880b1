/*
 * kernel.h - a kernel from a file, launched once on a core whose memory has a fixed latency. For
 * `assay run`, figures and tests. The scenario's user pointer is a struct core_kernel.
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
    bool passed;                      /* it went through the uniformity pass */
    struct predicate_uniform uniform; /* what the pass did */

    /* To be set before the run. Global memory begins at byte 0; an access beyond its end is a
     * memory error. */
    uint32_t groups, warps, limit;
    uint32_t local_bytes, rows, bars; /* per group */
    uint32_t c[16];
    uint32_t *global, bytes;
    const uint32_t *initial; /* initial contents of `global`; NULL: leave it as it is */
    uint32_t latency, apart; /* of memory: cycles to an answer, and between answers */

    /* Results of the run. */
    bool over;
    uint64_t cycles; /* from the first start to the last end, or to now */
    struct core_params params;
    struct core_end end; /* of the first group that ended with a trap, or of the last one */
    struct core_world_counts counts;
    struct core_outputs last;
};

extern const struct assay_scenario core_kernel_scenario;

/* Loads a source text or an image. The constants are those of .const, everything else is 0.
 * Returns false with a message in `why`. */
bool core_kernel_load(struct core_kernel *k, const char *path, bool as_written, char *why,
                      size_t why_size);
/* Loads the source text tb/core/kernels/NAME.s in the same way. */
bool core_kernel_read(struct core_kernel *k, const char *name, bool as_written, char *why,
                      size_t why_size);

/* Runs the kernel on a core with `params`, in lockstep with the golden model, or on the model
 * alone if `ops` is NULL. Returns false with a message in `why` if the run did not pass or a
 * group trapped. */
bool core_kernel_run(struct core_kernel *k, const struct assay_params *params,
                     const struct assay_dut_ops *ops, char *why, size_t why_size);

/* The meaning of the status of the gateway that a trap CORE_REFUSED has in the place of a lane;
 * empty: unknown. */
const char *core_refusal(uint32_t status);

/* Number of cycles in which anything issued. */
uint64_t core_kernel_issued(const struct core_kernel *k);

/* Returns true, with a message in `why`, if a group trapped ("FILE:LINE: trap ...") or the
 * launch has not ended. */
bool core_kernel_failed(const struct core_kernel *k, char *why, size_t why_size);

/* Print the outcome, for human readers and for scripts. */
void core_kernel_report(const struct core_kernel *k, FILE *f);
void core_kernel_json(const struct core_kernel *k, struct cJSON *run);

#endif
