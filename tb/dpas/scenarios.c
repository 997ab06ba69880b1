#include "dpas/scenarios.h"

#include <string.h>

#include "dpas/commands.h"
#include "dpas/units.h"
#include "stimulus/walk.h"

/* The sinks in the order of block.yaml. */
enum { CMD, SRC1, SRC0, SRC2, SINKS };

struct ctx {
    struct assay_walks walks; /* must be first */
    struct dpas_walker walker[SINKS];
};

static const char *const sites[SINKS] = {"dpas.none", "dpas.src1", "dpas.src0", "dpas.src2"};

static const struct assay_walk_kind kind = {
    .sinks = SINKS,
    .walkers = offsetof(struct ctx, walker),
    .size = sizeof(struct dpas_walker),
    .request = offsetof(struct dpas_walker, cmd),
    .site = sites,
    .begin = dpas_walker_begin,
    .next = dpas_walker_next,
    .needs = dpas_needs,
};

static void begin_random(void *any, const struct assay_stim_env *env)
{
    assay_walks_begin(any, &kind, env, false);
}

static void begin_throughput(void *any, const struct assay_stim_env *env)
{
    assay_walks_begin(any, &kind, env, true);
}

static void fill(struct ctx *c, unsigned stream, uint32_t *row, uint32_t n)
{
    const struct dpas_walker *w = &c->walker[stream];
    struct assay_rng *r = &c->walks.data[stream];

    if (dpas_walker_float(w)) {
        dpas_draw_floats(r, &w->temper, (enum dpas_place)stream, (enum dpas_type)w->cmd.src1_type,
                         row, n);
    } else {
        dpas_draw_integers(r, c->walks.env.knobs.corner, row, n);
    }
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct ctx *c = any;
    const struct dpas_walker *w = assay_walks_next(&c->walks, stream);

    if (!w)
        return false; /* the fixed command takes no such operand */
    if (stream == CMD)
        memcpy(payload, &w->cmd, sizeof w->cmd);
    else
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
        .restart = assay_walks_restart,
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
