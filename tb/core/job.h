/*
 * job.h - one launch after the other on a core: program and constants through the host port, groups
 * started by the world, and at the end what is left in memory and registers held against the interpreter.
 */
#ifndef CORE_JOB_H
#define CORE_JOB_H

#include "core/program.h"
#include "core/world.h"

enum {
    CORE_JOB_THREADS = 512,
    CORE_JOB_MEMORY = 1 << 15, /* words */
    CORE_JOB_OPS = 2 * CORE_PROGRAM_WORDS
};

struct core_job_mix {
    uint32_t raw;     /* percent of the launches: words at random, without an oracle */
    uint32_t illegal; /* percent of these: with words that trap */
    uint32_t threads; /* lanes in all groups, at most */
    uint32_t words;   /* of a program, at most; at least 256 */
    uint32_t reads;   /* registers that are read after each launch */
    uint32_t
        latency; /* of answers, at most; 0: as the world has it. Changes from launch to launch */
    uint32_t errors; /* in 1000 answers, of launches with words that trap */
    bool offload;
    bool displaced; /* programs may begin behind words that are never reached */
};

/* What a register must have, for a read of the host. */
struct core_job_read {
    bool known;
    uint32_t value;
};

struct core_job {
    struct assay_rng r;
    struct core_job_mix mix;
    struct core_world world;

    struct core_program program;
    bool raw;
    uint32_t global[CORE_JOB_MEMORY], expected[CORE_JOB_MEMORY];
    /* What the interpreter says, by group. */
    struct interp_lane left[CORE_JOB_THREADS];
    struct core_account account[CORE_JOB_THREADS];
    int last[CORE_WORLD_WARPS];       /* group that ran last in a slot, -1: none of this launch */
    uint32_t first[CORE_WORLD_WARPS]; /* slot of its first warp */

    struct core_host op[CORE_JOB_OPS];
    struct core_job_read read[CORE_JOB_OPS];
    uint32_t n, next, done, answered; /* host transfers: to make, offered, made; reads answered */
    bool launched, settled;

    uint64_t launches, compared; /* begun; equal to the interpreter */
    bool failed;
    char why[200];
};

void core_job_begin(struct core_job *j, const struct core_params *params,
                    const struct core_world_mix *world, const struct core_job_mix *mix,
                    uint64_t seed);

/* As core_world_next and core_world_observe, all streams. Once a cycle core_world_tick. */
bool core_job_next(struct core_job *j, unsigned stream, void *payload);
void core_job_observe(struct core_job *j, unsigned stream, const void *payload);

/* The core was reset. */
void core_job_reset(struct core_job *j);

#endif
