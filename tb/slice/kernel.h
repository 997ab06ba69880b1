/*
 * kernel.h - kernels from files, each launched once, one after the other, on a slice whose memory
 * has a fixed latency. For `assay launch`, figures and tests. The scenario's user pointer is the
 * first struct slice_kernel.
 */
#ifndef SLICE_KERNEL_H
#define SLICE_KERNEL_H

#include <limits.h>

#include "engine/lockstep.h"
#include "predicate/asm.h"
#include "slice/bounds.h"
#include "slice/zero.h"

struct cJSON;

/* Default timing of memory: cycles from a request to its reply, and between replies. */
enum { SLICE_LATENCY = 64, SLICE_APART = 4 };

struct slice_kernel {
    char path[PATH_MAX];
    const char *place; /* "FILE:LINE" of its launch, for messages; NULL: the command line */
    struct predicate_assembly assembly;
    bool passed;                      /* it went through the uniformity pass */
    struct predicate_uniform uniform; /* what the pass did */

    /* To be set before the run. Memory consists of lines from byte 0 on; there is nothing
     * outside of it. */
    uint32_t groups, warps, limit;
    uint32_t c[PREDICATE_REGS];
    uint32_t *memory, bytes; /* a multiple of SLICE_LINE */
    const uint32_t *initial; /* initial contents of `memory` for each run; NULL: keep it as it is */
    /* If `bounded`: the parts of memory that it may access, in ascending order. Otherwise it may
     * access all of it. */
    const struct slice_extent *extent;
    uint32_t n_extents;
    bool bounded;
    struct slice_zero *zero; /* the same for all kernels of a run; NULL: no surfaces */
    uint32_t latency, apart;
    struct slice_kernel
        *next; /* launched on the same memory when this one has ended without a trap */

    /* Results of the run. */
    bool begun, over;
    struct slice_done done;
    struct slice_params params;
    struct slice_outputs first, last; /* outputs when it was launched and when it ended */
    uint64_t reads, writes;           /* lines read from and written to memory */
    uint64_t meta_reads, meta_writes; /* the same for lines of metadata */
    uint64_t slices, products;        /* executed by the arrays (compute_block.h) */
    uint64_t busy_from, busy_to; /* first cycle in which an array had work; one past the last */
    bool outside;                /* it made an access outside of the extents or of memory: */
    struct slice_access access;  /* if bounded, the first such access, */
    uint32_t outside_at;         /* otherwise the byte address of its line */
    struct slice_done earlier;   /* if bounded, a trap before the access; its `trap` is 0: none */
    const char *wrong;           /* a rule that the slice has broken; NULL: none */
};

extern const struct assay_scenario slice_kernel_scenario;

/* Loads a source text or an image. The constants are those of .const, the timing of memory is
 * the default, everything else is 0. Returns false with a message in `why`. */
bool slice_kernel_load(struct slice_kernel *k, const char *path, bool as_written, char *why,
                       size_t why_size);

/* Checks that the program, its group and the launch fit on a slice, that the numbers of lanes
 * and warps are those that it is written for, and that its numbers comply with its .arg lines.
 * Returns false with a message in `why`. */
bool slice_kernel_fits(const struct slice_kernel *k, const struct slice_params *p, char *why,
                       size_t why_size);

/* Runs the kernels on a slice with `params`, in lockstep with the golden model, or on the model
 * alone if `ops` is NULL. Returns false with a message in `why` if the run did not pass or a
 * group trapped. */
bool slice_kernel_run(struct slice_kernel *k, const struct assay_params *params,
                      const struct assay_dut_ops *ops, char *why, size_t why_size);

/* Returns true, with a message in `why`, if in this kernel or a later one a group trapped
 * ("FILE:LINE: trap ..."), an access was outside of memory, or the launch was refused or has not
 * ended. */
bool slice_kernel_failed(const struct slice_kernel *k, char *why, size_t why_size);

/* After a run. slots_used: share of cycles in which anything issued. of_peak: slices that the
 * arrays have executed, as a share of what they can execute in so many cycles, which is one per
 * cycle in each lane of each layer. */
double slice_kernel_slots_used(const struct slice_kernel *k);
double slice_kernel_of_peak(const struct slice_kernel *k, uint64_t cycles);

/* Print the outcome of this kernel and of those after it, for human readers and for scripts. */
void slice_kernel_report(const struct slice_kernel *k, FILE *f);
void slice_kernel_json(const struct slice_kernel *k, struct cJSON *run);

#endif
