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

/* A row of dwords: any bits, or one in which each dword is a corner of 32, 8, 4 or 2 bits. */
static void fill(struct assay_rng *r, uint32_t corner, uint32_t *row, uint32_t n)
{
    static const uint32_t corners[] = {
        0x00000000, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, /* 32 bits: 0, -1, least, greatest */
        0x80808080, 0x7F7F7F7F, 0x88888888, 0x77777777, /* 8 and 4 bits: least, greatest */
        0xAAAAAAAA, 0x55555555, 0x00000001, 0x01010101, /* 2 bits: least, greatest; ones */
        0x80000001, 0x7FFFFFFE, 0xFFFFFFFE, 0x7FFFF000, /* near the ends, so that sums cross them */
    };
    const uint32_t n_corners = sizeof corners / sizeof corners[0];
    const bool all_same = assay_rng_below(r, 2) != 0;

    if (!assay_rng_percent(r, corner)) {
        for (uint32_t i = 0; i < n; i += 2) {
            uint64_t bits = assay_rng_u64(r);

            row[i] = (uint32_t)bits;
            if (i + 1 < n)
                row[i + 1] = (uint32_t)(bits >> 32);
        }
        return;
    }
    for (uint32_t i = 0; i < n; ++i)
        row[i] = i && all_same ? row[0] : corners[assay_rng_below(r, n_corners)];
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
    fill(&c->data[stream], c->env.knobs.corner, payload, stream == SRC2 ? 8 : w->params.lanes);
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
