#include "core/scenarios.h"

#include <inttypes.h>
#include <string.h>

#include "core/anything.h"
#include "core/job.h"

static void begin(void *any, const struct assay_stim_env *env, struct core_job_mix mix,
                  uint32_t strays)
{
    const struct core_world_mix world = {.least = 1, .most = 1, .strays = strays};
    struct core_params params;

    memcpy(&params, env->params->v, sizeof params);
    core_job_begin(any, &params, &world, &mix, env->seed);
}

static void begin_random(void *any, const struct assay_stim_env *env)
{
    begin(any, env,
          (struct core_job_mix){.raw = 88,
                                .illegal = env->knobs.illegal,
                                .threads = 64,
                                .words = 256,
                                .reads = 12,
                                .latency = 80,
                                .errors = 20,
                                .offload = true},
          10);
}

static void begin_launches(void *any, const struct assay_stim_env *env)
{
    begin(any, env,
          (struct core_job_mix){
              .threads = 128, .words = 400, .reads = 200, .latency = 600, .offload = true},
          2);
}

static void begin_traps(void *any, const struct assay_stim_env *env)
{
    begin(any, env,
          (struct core_job_mix){.raw = 100,
                                .illegal = env->knobs.illegal,
                                .threads = 64,
                                .words = 256,
                                .reads = 4,
                                .latency = 20,
                                .errors = 200,
                                .offload = true},
          20);
}

static void observe(void *any, unsigned stream, const void *payload)
{
    core_job_observe(any, stream, payload);
}

static bool next(void *any, unsigned stream, void *payload)
{
    return core_job_next(any, stream, payload);
}

static void restart(void *any)
{
    core_job_reset(any);
}

/* There are no pins to drive; this counts cycles. */
static void plain(void *any, void *in)
{
    (void)in;
    core_world_tick(&((struct core_job *)any)->world);
}

static bool failed(const void *any)
{
    return ((const struct core_job *)any)->failed;
}

static void report(const void *any, FILE *f)
{
    const struct core_job *j = any;

    fprintf(f,
            "launches:   %" PRIu64 " begun, %" PRIu64 " groups, %" PRIu64
            " launches against the interpreter\n",
            j->launches, j->world.counts.groups, j->compared);
    if (j->failed)
        fprintf(f, "differs:    %s\n", j->why);
}

#define SCENARIO                                                                               \
    .ctx_size = sizeof(struct core_job), .next = next, .observe = observe, .restart = restart, \
    .plain = plain, .failed = failed, .report = report

const struct assay_scenario core_scenarios[CORE_SCENARIOS] = {
    {
        .name = "random",
        .summary = "words at random and race-free programs, with traps, stalls and resets",
        .knobs = {.stall = 30, .illegal = 30, .resets = 2},
        .begin = begin_random,
        SCENARIO,
    },
    {
        .name = "launches",
        .summary = "race-free programs, memory and registers compared with scalar threads",
        .knobs = {.stall = 30},
        .begin = begin_launches,
        SCENARIO,
    },
    {
        .name = "traps",
        .summary = "words at random, answers with errors, and what nobody asked for",
        .knobs = {.stall = 10, .illegal = 100, .resets = 1},
        .begin = begin_traps,
        SCENARIO,
    },
    {
        .name = "anything",
        .summary = "words at random, and on every port what nobody may have asked for",
        .knobs = {.stall = 20, .illegal = 30, .resets = 1},
        .ctx_size = sizeof(struct core_anything),
        .begin = core_anything_begin,
        .next = core_anything_next,
        .observe = core_anything_observe,
        .restart = core_anything_restart,
        .report = core_anything_report,
    },
};
