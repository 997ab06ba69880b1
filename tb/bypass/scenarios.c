#include "bypass/scenarios.h"

#include <string.h>

#include "bypass/requests.h"

/* The order of the sinks in ports.def. */
enum { REQ, ROW, SLICE, SINKS };

struct ctx {
    struct assay_stim_env env;
    uint64_t epoch;
    bool rotate;
    struct bypass_walker walker[SINKS];
};

static void start_epoch(struct ctx *c)
{
    for (int i = 0; i < SINKS; ++i)
        bypass_walker_begin(&c->walker[i], &c->env, c->epoch, c->rotate);
}

static void begin_random(void *any, const struct assay_stim_env *env)
{
    struct ctx *c = any;

    c->env = *env;
    start_epoch(c);
}

static void begin_throughput(void *any, const struct assay_stim_env *env)
{
    struct ctx *c = any;

    c->env = *env;
    c->rotate = true;
    start_epoch(c);
}

static void restart(void *any)
{
    struct ctx *c = any;

    ++c->epoch;
    start_epoch(c);
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct ctx *c = any;
    struct bypass_walker *w = &c->walker[stream];

    if (stream == REQ) {
        bypass_walker_next(w);
        memcpy(payload, &w->req, sizeof w->req);
    } else if (w->fixed && (stream == ROW) != (w->fixed->req.mode == BYPASS_PAIRS)) {
        return false; /* the one filter takes none */
    } else if (stream == ROW) {
        do
            bypass_walker_next(w);
        while (!bypass_walker_takes_row(w));
        memcpy(payload, &w->row, sizeof w->row);
    } else {
        struct bypass_slice *slice = payload;
        uint32_t index;

        if (w->rotate && !w->fixed)
            return false; /* the pair filter alone */
        while (w->slices == 0)
            bypass_walker_next(w);
        index = (uint32_t)__builtin_ctzll(w->slices);
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
        .restart = restart,
    },
    {
        .name = "specials",
        .summary = "the same with many infinities, NaNs and subnormal numbers",
        .knobs = {.stall = 20, .illegal = 0, .corner = 50},
        .ctx_size = sizeof(struct ctx),
        .begin = begin_random,
        .next = next,
        .restart = restart,
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
