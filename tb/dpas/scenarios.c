#include "dpas/scenarios.h"

#include <string.h>

#include "dpas/commands.h"

/* The order of the sinks in ports.def. */
enum { CMD, SRC1, SRC0, SRC2, SINKS };

struct ctx {
    struct assay_stim_env env;
    uint64_t epoch;
    bool rotate;
    struct dpas_walker walker[SINKS];
    uint32_t left[SINKS]; /* transfers of the current command */
    struct assay_rng data[SINKS];
};

static void start_epoch(struct ctx *c)
{
    for (int i = 0; i < SINKS; ++i) {
        dpas_walker_begin(&c->walker[i], &c->env, c->epoch, c->rotate);
        c->left[i] = 0;
    }
}

static void begin(struct ctx *c, const struct assay_stim_env *env, bool rotate)
{
    static const char *const sites[SINKS] = {"dpas.none", "dpas.src1", "dpas.src0", "dpas.src2"};

    c->env = *env;
    c->rotate = rotate;
    for (int i = 0; i < SINKS; ++i)
        assay_rng_init(&c->data[i], env->seed, sites[i]);
    start_epoch(c);
}

static void begin_random(void *any, const struct assay_stim_env *env)
{
    begin(any, env, false);
}

static void begin_throughput(void *any, const struct assay_stim_env *env)
{
    begin(any, env, true);
}

static void restart(void *any)
{
    struct ctx *c = any;

    ++c->epoch;
    start_epoch(c);
}

static void fill(struct ctx *c, unsigned stream, uint32_t *row, uint32_t n)
{
    const struct dpas_walker *w = &c->walker[stream];
    struct assay_rng *r = &c->data[stream];

    if (dpas_walker_float(w)) {
        dpas_draw_floats(r, &w->temper, (enum dpas_place)stream, (enum dpas_type)w->cmd.src1_type,
                         row, n);
    } else {
        dpas_draw_integers(r, c->env.knobs.corner, row, n);
    }
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct ctx *c = any;
    struct dpas_walker *w = &c->walker[stream];

    if (stream == CMD) {
        dpas_walker_next(w);
        memcpy(payload, &w->cmd, sizeof w->cmd);
        return true;
    }
    while (c->left[stream] == 0) {
        dpas_walker_next(w);
        c->left[stream] = stream == SRC1   ? dpas_walker_src1_rows(w)
                          : stream == SRC0 ? dpas_walker_src0_rows(w)
                                           : dpas_walker_src2_rows(w);
        if (w->fixed && c->left[stream] == 0)
            return false; /* the one command takes none */
    }
    --c->left[stream];
    fill(c, stream, payload, stream == SRC2 ? 8 : w->params.lanes);
    return true;
}

const struct assay_scenario dpas_scenarios[DPAS_SCENARIOS] = {
    {
        .name = "random",
        .summary = "random commands, legal and not, with corner data, stalls and resets",
        .knobs = {.stall = 50, .illegal = 5, .corner = 30, .resets = 1},
        .ctx_size = sizeof(struct ctx),
        .begin = begin_random,
        .next = next,
        .restart = restart,
    },
    {
        .name = "throughput",
        .summary = "legal commands with RC = 8, back to back without stalls",
        .knobs = {.stall = 0, .corner = 0},
        .ctx_size = sizeof(struct ctx),
        .begin = begin_throughput,
        .next = next,
    },
};
