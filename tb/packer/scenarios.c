#include "packer/scenarios.h"

#include <string.h>

#include "packer/commands.h"

/* Stream indices, in the order of block.yaml. */
enum { CMD, RES };

/* --- random and throughput --- */

struct ctx {
    struct assay_stim_env env;
    struct packer_params params;
    struct assay_rng rng;
    struct packer_cmd cmd; /* the last command */
};

static void begin(void *any, const struct assay_stim_env *env)
{
    struct ctx *c = any;

    c->env = *env;
    memcpy(&c->params, env->params->v, sizeof c->params);
    assay_rng_init(&c->rng, env->seed, "packer.cmd");
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct ctx *c = any;

    (void)stream;
    packer_command_draw(&c->rng, &c->params, &c->env.knobs, &c->cmd);
    memcpy(payload, &c->cmd, sizeof c->cmd);
    return true;
}

/* Commands do not depend on each other, so there is nothing to do. */
static void restart(void *any)
{
    (void)any;
}

/* --- roundtrip: mask, compress, expand; the result must equal the original --- */

enum { STEPS = 3 };

struct trip {
    struct ctx random;
    unsigned step; /* 0 mask, 1 compress, 2 expand */
    bool waiting;
    bool wrong;
    struct packer_cmd cmd;
    uint32_t x[16];
};

static void trip_begin(void *any, const struct assay_stim_env *env)
{
    struct trip *t = any;

    begin(&t->random, env);
    t->random.env.knobs.illegal = 0; /* an illegal command compresses nothing */
}

static bool trip_next(void *any, unsigned stream, void *payload)
{
    struct trip *t = any;

    (void)stream;
    if (t->waiting)
        return false;
    if (t->step == 0) {
        const struct ctx *c = &t->random;

        packer_command_draw(&t->random.rng, &c->params, &c->env.knobs, &t->cmd);
        t->cmd.n = (uint8_t)(c->params.vbits >> (3 + t->cmd.width));
        t->cmd.op = PACKER_MASK;
        t->cmd.is_float = 0;
        memcpy(t->x, t->cmd.src, sizeof t->x);
        memset(t->cmd.dst, 0, sizeof t->cmd.dst);
    }
    t->waiting = true;
    memcpy(payload, &t->cmd, sizeof t->cmd);
    return true;
}

static void trip_observe(void *any, unsigned stream, const void *payload)
{
    struct trip *t = any;
    const struct packer_res *r = payload;

    if (stream != RES)
        return;
    t->waiting = false;
    if (t->step == 0) {
        t->cmd.op = PACKER_COMPRESS;
        memcpy(t->cmd.ctl, r->data, sizeof t->cmd.ctl);
    } else if (t->step == 1) {
        t->cmd.op = PACKER_EXPAND;
        memcpy(t->cmd.src, r->data, sizeof t->cmd.src);
    } else if (memcmp(r->data, t->x, t->random.params.vbits / 8) != 0) {
        t->wrong = true;
    }
    t->step = (t->step + 1) % STEPS;
}

static void trip_restart(void *any)
{
    struct trip *t = any;

    t->step = 0;
    t->waiting = false;
}

static bool trip_failed(const void *any)
{
    const struct trip *t = any;

    return t->wrong;
}

static void trip_report(const void *any, FILE *f)
{
    const struct trip *t = any;

    if (t->wrong)
        fprintf(f, "roundtrip:  what was compressed under its own mask did not come back\n");
}

const struct assay_scenario packer_scenarios[PACKER_SCENARIOS] = {
    {
        .name = "random",
        .summary = "random commands, legal and not, with stalls and resets",
        .knobs = {.stall = 50, .illegal = 5, .corner = 25, .resets = 1},
        .ctx_size = sizeof(struct ctx),
        .begin = begin,
        .next = next,
        .restart = restart,
    },
    {
        .name = "roundtrip",
        .summary = "mask, compress and expand of each vector, which must come back",
        .knobs = {.stall = 20, .corner = 25, .resets = 1},
        .ctx_size = sizeof(struct trip),
        .begin = trip_begin,
        .next = trip_next,
        .observe = trip_observe,
        .restart = trip_restart,
        .failed = trip_failed,
        .report = trip_report,
    },
    {
        .name = "throughput",
        .summary = "legal commands without stalls",
        .knobs = {.stall = 0, .corner = 10},
        .ctx_size = sizeof(struct ctx),
        .begin = begin,
        .next = next,
    },
};
