#include "bypass/scenarios.h"

#include <string.h>

#include "bypass/requests.h"
#include "stimulus/walk.h"

/* Sink indices, in the order of block.yaml. */
enum { REQ, ROW, SLICE, SINKS };

struct ctx {
    struct assay_walks walks; /* must be first */
    struct bypass_walker walker[SINKS];
};

/* Like bypass_needs, but takes the result from the
 * walker instead of computing it from the maps again. */
static void walker_needs(const struct assay_params *params, const void *walker, uint32_t *count)
{
    const struct bypass_walker *w = walker;

    (void)params;
    count[ROW] = w->takes_row;
    count[SLICE] = (uint32_t)__builtin_popcountll(w->slices);
}

static const struct assay_walk_kind kind = {
    .sinks = SINKS,
    .walkers = offsetof(struct ctx, walker),
    .size = sizeof(struct bypass_walker),
    .request = 0, /* offset: the whole walker is the request */
    .begin = bypass_walker_begin,
    .next = bypass_walker_next,
    .needs = walker_needs,
};

static void begin_random(void *any, const struct assay_stim_env *env)
{
    assay_walks_begin(any, &kind, env, false);
}

static void begin_throughput(void *any, const struct assay_stim_env *env)
{
    assay_walks_begin(any, &kind, env, true);
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct ctx *c = any;
    struct bypass_walker *w = &c->walker[stream];

    if (w->fixed && stream != REQ && (stream == ROW) != (w->fixed->req.mode == BYPASS_PAIRS))
        return false; /* the filter in use takes nothing on this stream */
    if (w->rotate && !w->fixed && stream == SLICE)
        return false; /* only the pair filter is in use */
    w = assay_walks_next(&c->walks, stream);
    if (!w)
        return false;
    if (stream == REQ) {
        memcpy(payload, &w->req, sizeof w->req);
    } else if (stream == ROW) {
        memcpy(payload, &w->row, sizeof w->row);
    } else {
        struct bypass_slice *slice = payload;
        const uint32_t index = (uint32_t)__builtin_ctzll(w->slices);

        w->slices &= w->slices - 1;
        slice->a = w->row.a[index];
        slice->b = w->row.b[index];
    }
    return true;
}

const struct assay_scenario bypass_scenarios[BYPASS_SCENARIOS] = {
    {
        .name = "random",
        .summary = "random requests of both filters, legal and not, with stalls and resets",
        .knobs = {.stall = 50, .illegal = 5, .corner = 8, .resets = 1},
        .ctx_size = sizeof(struct ctx),
        .begin = begin_random,
        .next = next,
        .restart = assay_walks_restart,
    },
    {
        .name = "specials",
        .summary = "the same with many infinities, NaNs and subnormal numbers",
        .knobs = {.stall = 20, .illegal = 0, .corner = 50},
        .ctx_size = sizeof(struct ctx),
        .begin = begin_random,
        .next = next,
        .restart = assay_walks_restart,
    },
    {
        .name = "throughput",
        .summary = "requests of the pair filter, all types and densities, without stalls",
        .knobs = {.stall = 0, .corner = 0},
        .ctx_size = sizeof(struct ctx),
        .begin = begin_throughput,
        .next = next,
    },
};
