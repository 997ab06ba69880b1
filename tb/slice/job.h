/*
 * job.h - runs one launch after the other on a slice: surfaces, program and constants, and the
 * launch. At its end, memory is compared with the interpreter of scalar threads (core/interp.h).
 */
#ifndef SLICE_JOB_H
#define SLICE_JOB_H

#include "base/rng.h"
#include "core/program.h"
#include "slice/memory.h"

enum {
    SLICE_JOB_WORDS = 1 << 15, /* words of memory that a program may have */
    SLICE_JOB_OPS = CORE_PROGRAM_WORDS + 64
};

struct slice_job_mix {
    uint32_t raw;     /* percent of launches with random words and no oracle */
    uint32_t units;   /* percent of those that contain messages that arrays can execute */
    uint32_t illegal; /* percent of those with words that trap, or whose launch is refused */
    uint32_t surface; /* percent of launches that come with a surface request */
    uint32_t threads; /* lanes in all groups, at most this or twice what the slice can hold */
    uint32_t words;   /* words of a program, at most; at least 256 */
};

/* The subject of the next `done`. */
enum slice_job_asked { SLICE_JOB_NOTHING, SLICE_JOB_SURFACE, SLICE_JOB_LAUNCH };

struct slice_job {
    struct assay_rng r;
    struct slice_params params;
    struct slice_job_mix mix;
    struct slice_memory memory;

    struct core_program program;
    bool raw;
    bool tame; /* random words that seldom trap */
    uint32_t expected[SLICE_JOB_WORDS];

    struct slice_host op[SLICE_JOB_OPS];
    uint32_t n, late;    /* host transfers before the launch, and those offered while it runs */
    uint32_t next, made; /* host transfers offered and made */
    struct slice_launch launch;
    struct slice_surface surface;
    bool surface_left, launch_left, together; /* still to be offered; offer both together */
    uint32_t to_come;                         /* reports still to come */
    enum slice_job_asked asked;
    bool flushed;           /* nothing was asked for since the last launch ended */
    uint8_t surface_status; /* the status that it must have */

    uint64_t launches, compared, surfaces;
    bool failed;
    char why[200];
};

void slice_job_begin(struct slice_job *j, const struct slice_params *params,
                     const struct slice_job_mix *mix, uint64_t seed);
/* Provides the payload to offer on a sink now; false: none. */
bool slice_job_next(struct slice_job *j, unsigned stream, void *payload);
void slice_job_observe(struct slice_job *j, unsigned stream, const void *payload);
void slice_job_reset(struct slice_job *j);

#endif
