/*
 * job.h - one launch after the other on a slice: surfaces, program and constants, the launch, and at its end what is
 * left in memory held against the interpreter of scalar threads (core/interp.h).
 */
#ifndef SLICE_JOB_H
#define SLICE_JOB_H

#include "base/rng.h"
#include "core/program.h"
#include "slice/memory.h"

enum {
    SLICE_JOB_WORDS = 1 << 15, /* of memory that a program may have */
    SLICE_JOB_OPS = CORE_PROGRAM_WORDS + 64
};

struct slice_job_mix {
    uint32_t raw;     /* percent of the launches: words at random, without an oracle */
    uint32_t units;   /* percent of these: with messages that arrays can execute */
    uint32_t illegal; /* percent of these: with words that trap, or a launch that is refused */
    uint32_t surface; /* percent of the launches that come with a request for a surface */
    uint32_t threads; /* lanes in all groups, at most, or twice what the slice has room for */
    uint32_t words;   /* of a program, at most; at least 256 */
};

/* What `done` is about. */
enum slice_job_asked { SLICE_JOB_NOTHING, SLICE_JOB_SURFACE, SLICE_JOB_LAUNCH };

struct slice_job {
    struct assay_rng r;
    struct slice_params params;
    struct slice_job_mix mix;
    struct slice_memory memory;

    struct core_program program;
    bool raw;
    uint32_t expected[SLICE_JOB_WORDS];

    struct slice_host op[SLICE_JOB_OPS];
    uint32_t n, late;    /* host transfers: before the launch; that are offered while it runs */
    uint32_t next, done; /* offered, made */
    struct slice_launch launch;
    struct slice_surface surface;
    bool surface_left, launch_left, together; /* yet to offer; both at a time */
    uint32_t to_come;                         /* reports */
    enum slice_job_asked asked;
    uint8_t surface_status; /* that it must have */

    uint64_t launches, compared, surfaces;
    bool failed;
    char why[200];
};

void slice_job_begin(struct slice_job *j, const struct slice_params *params,
                     const struct slice_job_mix *mix, uint64_t seed);
/* What a sink is offered now; false: nothing. */
bool slice_job_next(struct slice_job *j, unsigned stream, void *payload);
void slice_job_observe(struct slice_job *j, unsigned stream, const void *payload);
void slice_job_reset(struct slice_job *j);

#endif
