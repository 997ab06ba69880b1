/*
 * kernel.h - kernels from files, each launched once, one after the other, on a slice with memory of a fixed latency: for
 * `assay launch`, for figures and for tests. A scenario whose user pointer is the first struct slice_kernel.
 */
#ifndef SLICE_KERNEL_H
#define SLICE_KERNEL_H

#include <limits.h>

#include "engine/lockstep.h"
#include "predicate/asm.h"
#include "slice/bounds.h"

struct cJSON;

/* Of memory, unless told: cycles to a reply, and from one reply to the next. */
enum { SLICE_LATENCY = 64, SLICE_APART = 4 };

struct slice_kernel {
    char path[PATH_MAX];
    const char *
        place; /* that asks for its launch, "FILE:LINE", for messages; NULL: nothing but the command line */
    struct predicate_assembly assembly;
    bool passed;                      /* through the uniformity pass */
    struct predicate_uniform uniform; /* what it did */

    /* To be set before the run. Memory is the lines from byte 0 on; outside of it there is nothing. */
    uint32_t groups, warps, limit;
    uint32_t c[PREDICATE_REGS];
    uint32_t *memory, bytes; /* a multiple of SLICE_LINE */
    const uint32_t *initial; /* what `memory` starts with, each time; NULL: what it has */
    /* What it may access there, in ascending order, if `bounded`; else all of it. */
    const struct slice_extent *extent;
    uint32_t n_extents;
    bool bounded;
    uint32_t latency, apart;
    struct slice_kernel
        *next; /* is launched when this one has ended without a trap, on the same memory */

    /* After it. */
    bool begun, over;
    struct slice_done done;
    struct slice_params params;
    struct slice_outputs first, last; /* when it was launched, and when it was over */
    uint64_t reads, writes;           /* lines of memory */
    uint64_t slices, products;        /* of messages that arrays have executed (compute_block.h) */
    uint64_t busy_from,
        busy_to;  /* the first cycle in which an array had work, the one after the last */
    bool outside; /* an access was outside of the extents, or of memory: */
    struct slice_access access; /* if it is bounded, the first of them, */
    uint32_t outside_at;        /* else its line, as a byte address */
    const char *wrong;          /* what the slice may not do; NULL: nothing */
};

extern const struct assay_scenario slice_kernel_scenario;

/* From a text, or an image. All else is 0, but for the constants, which are those of .const, and what memory is like. False
 * with a message. */
bool slice_kernel_load(struct slice_kernel *k, const char *path, bool as_written, char *why,
                       size_t why_size);

/* Whether the program, its group and a launch of so many warps have room on a slice, its lanes and warps are those that it
 * is written for, and its numbers what its .arg lines say. False with a message. */
bool slice_kernel_fits(const struct slice_kernel *k, const struct slice_params *p, char *why,
                       size_t why_size);

/* On the slice of `params`, with the golden model in lockstep, or on the model alone if `ops` is NULL. False with a
 * message if the run did not pass, or a group trapped. */
bool slice_kernel_run(struct slice_kernel *k, const struct assay_params *params,
                      const struct assay_dut_ops *ops, char *why, size_t why_size);

/* True if a group of it or of a kernel behind it trapped, with "FILE:LINE: trap ...", an access was outside of memory, or
 * a launch has not ended. */
bool slice_kernel_failed(const struct slice_kernel *k, char *why, size_t why_size);

/* After a run: cycles in which something issued, of all cycles; slices that the arrays have executed, of those that they
 * could have executed in so many cycles: one in each lane of each layer. */
double slice_kernel_slots_used(const struct slice_kernel *k);
double slice_kernel_of_peak(const struct slice_kernel *k, uint64_t cycles);

/* What became of it and those behind it, for people and for scripts. */
void slice_kernel_report(const struct slice_kernel *k, FILE *f);
void slice_kernel_json(const struct slice_kernel *k, struct cJSON *run);

#endif
