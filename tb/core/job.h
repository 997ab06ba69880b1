/*
 * job.h - runs one launch after the other on a core. The program and constants go through the host
 * port, and the world starts the groups. At the end, memory and registers are compared with the
 * interpreter.
 */
#ifndef CORE_JOB_H
#define CORE_JOB_H

#include "core/program.h"
#include "core/world.h"

enum {
    CORE_JOB_THREADS = 512,
    CORE_JOB_MEMORY = 1 << 15, /* in words */
    CORE_JOB_OPS = 2 * CORE_PROGRAM_WORDS
};

struct core_job_mix {
    uint32_t raw;     /* percent of launches with random words and no oracle */
    uint32_t illegal; /* percent of those that contain words that trap */
    uint32_t threads; /* lanes in all groups, at most */
    uint32_t words;   /* words of a program, at most; at least 256 */
    uint32_t reads;   /* registers read after each launch */
    uint32_t
        latency; /* of answers, at most; changes from launch to launch. 0: as in the world's mix */
    uint32_t errors; /* per 1000 answers, in launches with words that trap */
    bool offload;
    bool displaced; /* programs may start after words that are never reached */
};

/* The expected result of a host read. */
struct core_job_read {
    bool known;
    uint32_t value;
};

struct core_job {
    struct assay_rng r, ends;
    struct core_job_mix mix;
    struct core_world world;

    struct core_program program;
    bool raw;
    uint32_t stride;            /* words between the entries of two groups */
    uint32_t turn, turn_beyond; /* of spoiled words, in the program and beyond its end */
    uint32_t beyond; /* words that were written and lie beyond the end of the launched program */
    uint32_t global[CORE_JOB_MEMORY], expected[CORE_JOB_MEMORY];
    /* Final state according to the interpreter, by group and warp. */
    struct interp_lane left[CORE_JOB_THREADS];
    struct core_account account[CORE_JOB_THREADS];
    int last[CORE_WORLD_WARPS];       /* group that ran last in a slot; -1: none in this launch */
    uint32_t first[CORE_WORLD_WARPS]; /* first slot of that group */

    struct core_host op[CORE_JOB_OPS];
    struct core_job_read read[CORE_JOB_OPS];
    uint32_t n, next, made, answered; /* host transfers to make, offered and made; reads answered */
    bool launched, settled;

    uint64_t launches, compared; /* launches begun; launches that matched the interpreter */
    bool failed;
    char why[200];
};

void core_job_begin(struct core_job *j, const struct core_params *params,
                    const struct core_world_mix *world, const struct core_job_mix *mix,
                    uint64_t seed);

/* Like core_world_next and core_world_observe, but for all streams. Also call core_world_tick
 * once per cycle. */
bool core_job_next(struct core_job *j, unsigned stream, void *payload);
void core_job_observe(struct core_job *j, unsigned stream, const void *payload);

/* Call when the core was reset. Starts a new launch. */
void core_job_reset(struct core_job *j);

#endif
