#include "slice/scenarios.h"

#include <inttypes.h>
#include <string.h>

#include "slice/job.h"

static void begin(void *any, const struct assay_stim_env *env, struct slice_job_mix mix)
{
    struct slice_params params;

    memcpy(&params, env->params->v, sizeof params);
    slice_job_begin(any, &params, &mix, env->seed);
}

static void begin_random(void *any, const struct assay_stim_env *env)
{
    begin(any, env,
          (struct slice_job_mix){.raw = 99,
                                 .units = 85,
                                 .illegal = env->knobs.illegal,
                                 .surface = 10,
                                 .threads = 64,
                                 .words = 256});
}

static void begin_launches(void *any, const struct assay_stim_env *env)
{
    begin(any, env, (struct slice_job_mix){.surface = 30, .threads = 128, .words = 400});
}

static void begin_units(void *any, const struct assay_stim_env *env)
{
    begin(
        any, env,
        (struct slice_job_mix){
            .raw = 100, .units = 100, .illegal = env->knobs.illegal, .threads = 64, .words = 256});
}

static void observe(void *any, unsigned stream, const void *payload)
{
    slice_job_observe(any, stream, payload);
}

static bool next(void *any, unsigned stream, void *payload)
{
    return slice_job_next(any, stream, payload);
}

static void restart(void *any)
{
    slice_job_reset(any);
}

static bool failed(const void *any)
{
    return ((const struct slice_job *)any)->failed;
}

static void report(const void *any, FILE *f)
{
    const struct slice_job *j = any;

    fprintf(f,
            "launches:   %" PRIu64 " begun, %" PRIu64 " against the interpreter, %" PRIu64
            " surfaces\n",
            j->launches, j->compared, j->surfaces);
    if (j->failed)
        fprintf(f, "differs:    %s\n", j->why);
}

#define SCENARIO                                                                                \
    .ctx_size = sizeof(struct slice_job), .next = next, .observe = observe, .restart = restart, \
    .failed = failed, .report = report

const struct assay_scenario slice_scenarios[SLICE_SCENARIOS] = {
    {
        .name = "random",
        .summary = "launches of words at random and of race-free programs, surfaces, resets",
        .knobs = {.stall = 30, .illegal = 20, .resets = 2},
        .begin = begin_random,
        SCENARIO,
    },
    {
        .name = "launches",
        .summary = "race-free programs, memory compared with scalar threads",
        .knobs = {.stall = 30},
        .begin = begin_launches,
        SCENARIO,
    },
    {
        .name = "units",
        .summary = "words at random with many moves, products, rows and packs",
        .knobs = {.stall = 20, .illegal = 10, .resets = 1},
        .begin = begin_units,
        SCENARIO,
    },
};
