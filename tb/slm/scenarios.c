#include "slm/scenarios.h"

#include <string.h>

#include "slm/requests.h"

/* Stream indices, in the order of block.yaml. */
enum { REQ, LINE };

static void begin(struct slm_draw *d, const struct assay_stim_env *env, struct slm_mix mix)
{
    struct slm_params p;

    memcpy(&p, env->params->v, sizeof p);
    mix.illegal = env->knobs.illegal;
    mix.corner = env->knobs.corner;
    slm_draw_begin(d, &p, &mix, env->seed);
}

static void begin_random(void *any, const struct assay_stim_env *env)
{
    begin(any, env,
          (struct slm_mix){.spread = 30,
                           .hot = 20,
                           .full = 40,
                           .add = 10,
                           .quiet = 8,
                           .no_vector = 20,
                           .no_line = 50});
}

static void begin_conflicts(void *any, const struct assay_stim_env *env)
{
    begin(any, env, (struct slm_mix){.hot = 80, .full = 80, .add = 20, .quiet = 2, .no_line = 80});
}

static void begin_lines(void *any, const struct assay_stim_env *env)
{
    begin(any, env, (struct slm_mix){.spread = 60, .hot = 10, .quiet = 20, .no_vector = 60});
}

static void begin_sparse(void *any, const struct assay_stim_env *env)
{
    begin(any, env, (struct slm_mix){.hot = 30, .add = 10, .quiet = 60, .no_line = 30});
}

static void begin_rate(void *any, const struct assay_stim_env *env)
{
    begin(any, env, (struct slm_mix){.spread = 100, .full = 100});
}

static bool next(void *any, unsigned stream, void *payload)
{
    return stream == REQ    ? slm_draw_req(any, payload)
           : stream == LINE ? slm_draw_line(any, payload)
                            : false;
}

static void restart(void *any)
{
    slm_draw_restart(any);
}

#define SCENARIO(function) \
    .ctx_size = sizeof(struct slm_draw), .begin = (function), .next = next, .restart = restart

const struct assay_scenario slm_scenarios[SLM_SCENARIOS] = {
    {
        .name = "random",
        .summary = "all operations on both ports, with errors, stalls and resets",
        .knobs = {.stall = 40, .illegal = 15, .corner = 40, .resets = 1},
        SCENARIO(begin_random),
    },
    {
        .name = "conflicts",
        .summary = "atomics and loads of few words, full vectors",
        .knobs = {.stall = 10, .illegal = 2, .corner = 40, .resets = 1},
        SCENARIO(begin_conflicts),
    },
    {
        .name = "lines",
        .summary = "mostly the line port",
        .knobs = {.stall = 30, .illegal = 5, .corner = 20, .resets = 1},
        SCENARIO(begin_lines),
    },
    {
        .name = "sparse",
        .summary = "few lanes, and seldom a request",
        .knobs = {.stall = 60, .illegal = 20, .corner = 60, .resets = 1},
        SCENARIO(begin_sparse),
    },
    {
        .name = "rate",
        .summary = "both ports without stalls, no two lanes in one bank",
        .knobs = {.stall = 0, .illegal = 0, .corner = 10},
        SCENARIO(begin_rate),
    },
};
