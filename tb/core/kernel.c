#include "core/kernel.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "base/home.h"
#include "core/core.h"
#include "predicate/source.h"

enum { MOST_CYCLES = 2000000 }; /* of a launch that figures or tests wait for */

struct ctx {
    struct core_kernel *kernel;
    struct core_world world;
    uint32_t next, done;
    uint64_t launched;
};

/* --- the scenario --- */

/* Words of the program, then the constants. */
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
                                                             .rows = 2 * k->warps,
                                                             .bars = 1,
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
    if (stream == core_stream_end && core_world_is_over(&c->world)) {
        c->kernel->over = true;
        c->kernel->cycles = c->world.now - c->launched;
    }
}

static void plain(void *any, void *in)
{
    (void)in;
    core_world_tick(&((struct ctx *)any)->world);
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

    if (c->world.wrong)
        fprintf(f, "wrong:      %s\n", c->world.wrong);
}

static void last(void *any, const void *out)
{
    memcpy(&((struct ctx *)any)->kernel->last, out, sizeof(struct core_outputs));
}

const struct assay_scenario core_kernel_scenario = {
    .name = "kernel",
    .summary = "one launch of a kernel",
    .ctx_size = sizeof(struct ctx),
    .begin = begin,
    .next = next,
    .observe = observe,
    .plain = plain,
    .done = done,
    .failed = failed,
    .last = last,
    .report = report,
};

/* --- kernels --- */

bool core_kernel_read(struct core_kernel *k, const char *name, bool as_written, char *why,
                      size_t why_size)
{
    char path[PATH_MAX], relative[96];

    memset(k, 0, sizeof *k);
    snprintf(relative, sizeof relative, "tb/core/kernels/%s.s", name);
    assay_source_path(path, sizeof path, relative);
    if (!predicate_source_read(path, &k->assembly, why, why_size))
        return false;
    if (as_written || predicate_make_uniform(&k->assembly, &k->uniform))
        return true;
    snprintf(why, why_size, "out of memory");
    return false;
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
    if (core_kernel_failed(k, why, why_size))
        return false;
    snprintf(why, why_size, "the run ended with '%s'", assay_verdict_name(verdict));
    return verdict == ASSAY_PASS;
}

uint64_t core_kernel_issued(const struct core_kernel *k)
{
    return (uint64_t)k->last.n_scalar + k->last.n_vector - k->last.n_pairs;
}

bool core_kernel_failed(const struct core_kernel *k, char *why, size_t why_size)
{
    static const char *const traps[] = {"none",
                                        "illegal encoding",
                                        "illegal uniform destination",
                                        "stack overflow",
                                        "stack underflow",
                                        "pc beyond the program",
                                        "address out of range",
                                        "cycle limit",
                                        "misaligned address",
                                        "barrier with live lanes inactive",
                                        "barrier that cannot complete",
                                        "refused or aborted by the gateway",
                                        "outside the group",
                                        "error of a message",
                                        "error of memory"};
    const struct core_end *e = &k->end;
    const uint32_t line = e->pc < k->assembly.length ? k->assembly.line[e->pc] : 0;

    if (k->over && !e->trap)
        return false;
    if (!k->over)
        snprintf(why, why_size, "the launch does not end");
    else
        snprintf(why, why_size,
                 "line %" PRIu32 ": trap %u, %s: group %" PRIu32 ", warp %u, lane %u, pc %u", line,
                 e->trap, traps[e->trap % 15], e->group, e->warp, e->lane, e->pc);
    return true;
}
