#include "zcache/scenarios.h"

#include <string.h>

#include "zcache/requests.h"

/* Stream indices, in the order of block.yaml. */
enum { REQ, FILL, MEM, RSP };

struct ctx {
    struct zmem memory;
    struct zreq requests;
};

static void begin(void *any, const struct assay_stim_env *env, struct zreq_mix mix)
{
    struct ctx *c = any;
    struct zcache_params p;

    memcpy(&p, env->params->v, sizeof p);
    mix.illegal = env->knobs.illegal;
    zmem_begin(&c->memory, &p, mix.illegal, env->seed);
    zreq_begin(&c->requests, &mix, env->seed);
}

/* A flush visits all lines, so a larger cache gets fewer flushes. */
static uint32_t flushes(const struct assay_stim_env *env, uint32_t cycles)
{
    const uint32_t lines = env->params->v[0] * env->params->v[1];

    return lines <= 8 ? 20 : 1 + cycles / lines;
}

static void begin_random(void *any, const struct assay_stim_env *env)
{
    begin(any, env,
          (struct zreq_mix){.flush = flushes(env, 600),
                            .surface = 5,
                            .fence = 5,
                            .hot = 50,
                            .atomics = 15,
                            .runs = 4,
                            .pauses = true});
}

static void begin_surfaces(void *any, const struct assay_stim_env *env)
{
    begin(any, env,
          (struct zreq_mix){
              .flush = 60, .surface = 30, .fence = 5, .hot = 30, .atomics = 5, .pauses = true});
}

static void begin_misses(void *any, const struct assay_stim_env *env)
{
    begin(any, env, (struct zreq_mix){.flush = 1, .surface = 1, .fence = 1, .hot = 5, .runs = 20});
}

static void begin_hits(void *any, const struct assay_stim_env *env)
{
    begin(any, env, (struct zreq_mix){.flush = 1, .surface = 0, .hot = 95});
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct ctx *c = any;

    if (stream == FILL)
        return zmem_reply(&c->memory, payload);
    return zreq_next(&c->requests, &c->memory, payload);
}

static void observe(void *any, unsigned stream, const void *payload)
{
    struct ctx *c = any;

    if (stream == REQ)
        zmem_request(&c->memory, payload);
    else if (stream == FILL)
        zmem_replied(&c->memory);
    else if (stream == MEM)
        zmem_take(&c->memory, payload);
    else if (stream == RSP)
        zmem_response(&c->memory, payload);
}

static void restart(void *any)
{
    struct ctx *c = any;

    zmem_reset(&c->memory);
    zreq_restart(&c->requests);
}

static bool failed(const void *any)
{
    const struct ctx *c = any;

    return c->memory.wrong != NULL;
}

static void report(const void *any, FILE *f)
{
    const struct ctx *c = any;

    if (c->memory.wrong)
        fprintf(f, "image:      check failed: %s\n", c->memory.wrong);
}

const struct assay_scenario zcache_scenarios[ZCACHE_SCENARIOS] = {
    {
        .name = "random",
        .summary = "loads, stores, atomics, fences, flushes and surfaces, legal and not, with "
                   "stalls and resets",
        .knobs = {.stall = 50, .illegal = 3, .resets = 1},
        .ctx_size = sizeof(struct ctx),
        .begin = begin_random,
        .next = next,
        .observe = observe,
        .restart = restart,
        .failed = failed,
        .report = report,
    },
    {
        .name = "surfaces",
        .summary = "surfaces that change often",
        .knobs = {.stall = 20, .illegal = 5, .resets = 1},
        .ctx_size = sizeof(struct ctx),
        .begin = begin_surfaces,
        .next = next,
        .observe = observe,
        .restart = restart,
        .failed = failed,
        .report = report,
    },
    {
        .name = "misses",
        .summary = "runs of lines, few hits, without stalls",
        .knobs = {.stall = 0, .illegal = 0},
        .ctx_size = sizeof(struct ctx),
        .begin = begin_misses,
        .next = next,
        .observe = observe,
        .restart = restart,
        .failed = failed,
        .report = report,
    },
    {
        .name = "hits",
        .summary = "loads and stores of few lines, without stalls",
        .knobs = {.stall = 0, .illegal = 0},
        .ctx_size = sizeof(struct ctx),
        .begin = begin_hits,
        .next = next,
        .observe = observe,
        .restart = restart,
        .failed = failed,
        .report = report,
    },
};
