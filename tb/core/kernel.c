#include "core/kernel.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <string.h>

#include "base/home.h"
#include "core/core.h"
#include "predicate/source.h"

enum { MOST_CYCLES = 2000000 }; /* limit for a launch of a figure or a test */

struct ctx {
    struct core_kernel *kernel;
    struct core_world world;
    uint32_t next, done;
    uint64_t launched;
};

/* --- the scenario --- */

/* Offers the words of the program, then the constants. */
static bool host(struct ctx *c, struct core_host *op)
{
    const struct predicate_assembly *a = &c->kernel->assembly;
    const uint32_t i = c->next;

    if (i == a->length + PREDICATE_REGS)
        return false;
    memset(op, 0, sizeof *op);
    op->op = PREDICATE_WRITE;
    op->space = i < a->length ? PREDICATE_AT_CODE : PREDICATE_AT_C;
    op->addr = (uint16_t)(i < a->length ? i : i - a->length);
    op->data = i < a->length ? a->code[i] : c->kernel->c[op->addr];
    ++c->next;
    return true;
}

static void over(void *any, const struct core_world_end *end)
{
    struct ctx *c = any;

    if (!c->kernel->end.trap)
        c->kernel->end = end->end;
}

static void begin(void *any, const struct assay_stim_env *env)
{
    struct ctx *c = any;
    struct core_kernel *k = env->user;
    const struct core_world_mix mix = {
        .least = k->latency, .most = k->latency, .in_order = true, .apart = k->apart};
    struct core_params params;

    memcpy(&params, env->params->v, sizeof params);
    core_world_begin(&c->world, &params, &mix, env->seed);
    c->kernel = k;
    c->world.over = over;
    c->world.arg = c;
    c->world.global = k->global;
    c->world.bytes = k->bytes;
    c->world.bounded = true;
    c->world.computes = true;
    if (k->initial)
        memcpy(k->global, k->initial, k->bytes);
    k->params = params;
    memset(&k->end, 0, sizeof k->end);
    k->over = false;
    k->cycles = 0;
}

static void launch(struct ctx *c)
{
    const struct core_kernel *k = c->kernel;

    core_world_launch(&c->world, &(struct core_world_launch){.groups = k->groups,
                                                             .warps = k->warps,
                                                             .length = k->assembly.length,
                                                             .limit = k->limit,
                                                             .local_bytes = k->local_bytes,
                                                             .rows = k->rows,
                                                             .bars = k->bars,
                                                             .sense = k->assembly.sense});
    c->launched = c->world.now;
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct ctx *c = any;

    return stream == core_stream_host ? host(c, payload)
                                      : core_world_next(&c->world, stream, payload);
}

static void observe(void *any, unsigned stream, const void *payload)
{
    struct ctx *c = any;

    if (stream == core_stream_host) {
        if (++c->done == c->kernel->assembly.length + PREDICATE_REGS)
            launch(c);
        return;
    }
    core_world_observe(&c->world, stream, payload);
    c->kernel->counts = c->world.counts;
    if (stream == core_stream_end && core_world_is_over(&c->world))
        c->kernel->over = true;
}

static void plain(void *any, void *in)
{
    struct ctx *c = any;

    (void)in;
    if (c->launched && !c->kernel->over)
        c->kernel->cycles = c->world.now - c->launched;
    core_world_tick(&c->world);
}

static bool done(const void *any)
{
    return ((const struct ctx *)any)->kernel->over;
}

static bool failed(const void *any)
{
    return ((const struct ctx *)any)->world.wrong != NULL;
}

static void report(const void *any, FILE *f)
{
    const struct ctx *c = any;

    core_kernel_report(c->kernel, f);
    if (c->world.wrong)
        fprintf(f, "wrong:      %s\n", c->world.wrong);
}

static void json(const void *any, cJSON *run)
{
    core_kernel_json(((const struct ctx *)any)->kernel, run);
}

static void last(void *any, const void *out)
{
    memcpy(&((struct ctx *)any)->kernel->last, out, sizeof(struct core_outputs));
}

const struct assay_scenario core_kernel_scenario = {
    .name = "program",
    .summary = "one launch of a program from a file",
    .knobs = {.stall = 0, .illegal = 0, .corner = 0, .resets = 0},
    .ctx_size = sizeof(struct ctx),
    .begin = begin,
    .next = next,
    .observe = observe,
    .plain = plain,
    .done = done,
    .failed = failed,
    .last = last,
    .report = report,
    .json = json,
};

/* --- kernels --- */

bool core_kernel_load(struct core_kernel *k, const char *path, bool as_written, char *why,
                      size_t why_size)
{
    memset(k, 0, sizeof *k);
    snprintf(k->path, sizeof k->path, "%s", path);
    k->passed = !as_written && !predicate_source_is_image(path);
    if (!predicate_source_load(path, true, as_written, &k->assembly, &k->uniform, why, why_size))
        return false;
    for (uint32_t i = 0; i < k->assembly.n_values; ++i) {
        const struct predicate_value *v = &k->assembly.value[i];

        if (v->space == PREDICATE_AT_C)
            k->c[v->addr] = k->assembly.pool[v->first];
    }
    return true;
}

bool core_kernel_read(struct core_kernel *k, const char *name, bool as_written, char *why,
                      size_t why_size)
{
    char path[PATH_MAX], relative[96];

    snprintf(relative, sizeof relative, "tb/core/kernels/%s.s", name);
    assay_source_path(path, sizeof path, relative);
    return core_kernel_load(k, path, as_written, why, why_size);
}

bool core_kernel_run(struct core_kernel *k, const struct assay_params *params,
                     const struct assay_dut_ops *ops, char *why, size_t why_size)
{
    const struct assay_config config = {
        .block = assay_block_find("core"),
        .params = *params,
        .scenario = &core_kernel_scenario,
        .seed = 1,
        .cycles = MOST_CYCLES,
        .user = k,
        .ops = ops,
        .backend = ops ? "verilator" : NULL,
    };
    struct assay_lockstep *ls = assay_lockstep_open(&config, why, why_size);
    enum assay_verdict verdict;

    if (!ls)
        return false;
    assay_lockstep_run(ls, UINT64_MAX);
    verdict = assay_lockstep_finish(ls)->verdict;
    assay_lockstep_close(ls);
    /* Where the RTL differs or stopped, the kernel did not end either. */
    if ((verdict == ASSAY_FAILED || verdict == ASSAY_HANG || !assay_verdict_at_cycle(verdict)) &&
        core_kernel_failed(k, why, why_size))
        return false;
    snprintf(why, why_size, "the run ended with '%s': expected 'pass'",
             assay_verdict_name(verdict));
    return verdict == ASSAY_PASS;
}
