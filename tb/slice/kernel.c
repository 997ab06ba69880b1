#include "slice/kernel.h"

#include <inttypes.h>
#include <string.h>

#include "predicate/source.h"

enum { MOST_CYCLES = 20000000, REPLIES = 256 }; /* limit for a launch of a figure or a test */

/* Requests that memory has taken and not yet replied to, in order. */
struct reply {
    uint64_t due;
    struct slice_fill fill;
};

struct ctx {
    struct slice_kernel *all, *kernel; /* the first, and the current one */
    const struct slice_state *model;
    const struct slice_outputs *out;
    uint64_t slices, products;       /* counts before the launch */
    uint64_t busy;                   /* cycles so far in which arrays had work */
    uint64_t now, next_reply, begun; /* begun: the cycle of the launch */
    uint32_t next, done;             /* host transfers offered and made */
    uint32_t asked, enabled;         /* surfaces offered and enabled */
    bool launched;
    uint32_t first, n;
    struct reply reply[REPLIES];
};

/* --- memory --- */

static uint32_t *line_at(struct slice_kernel *k, const struct slice_mem *mem)
{
    const uint64_t at = (uint64_t)mem->addr * SLICE_LINE;

    if (mem->kind >= ZCACHE_META_READ) {
        uint32_t *line = slice_zero_line(k->zero, mem->addr);

        if (!line)
            k->wrong = "metadata without a surface";
        return line;
    }
    if (at + SLICE_LINE <= k->bytes)
        return k->memory + at / 4;
    if (!k->outside && !k->bounded) {
        k->outside = true;
        k->outside_at = (uint32_t)at;
    }
    return NULL;
}

static void take(struct ctx *c, const struct slice_mem *mem)
{
    struct slice_kernel *k = c->kernel;
    struct reply *r = &c->reply[(c->first + c->n) % REPLIES];
    uint32_t *line = line_at(k, mem);

    if (c->n == REPLIES) {
        k->wrong = "more requests than tags";
        return;
    }
    ++c->n;
    memset(r, 0, sizeof *r);
    r->due = c->now + k->latency;
    if (r->due < c->next_reply)
        r->due = c->next_reply;
    c->next_reply = r->due + k->apart;
    r->fill.tag = mem->tag;
    k->reads += mem->kind == ZCACHE_READ;
    k->writes += mem->kind == ZCACHE_WRITE;
    k->meta_reads += mem->kind == ZCACHE_META_READ;
    k->meta_writes += mem->kind == ZCACHE_META_WRITE;
    if (line && (mem->kind == ZCACHE_WRITE || mem->kind == ZCACHE_META_WRITE))
        memcpy(line, mem->data, SLICE_LINE);
    else if (line)
        memcpy(r->fill.data, line, SLICE_LINE);
}

static bool reply(struct ctx *c, struct slice_fill *fill)
{
    const struct reply *r = &c->reply[c->first];

    if (!c->n || r->due > c->now)
        return false;
    *fill = r->fill;
    c->first = (c->first + 1) % REPLIES;
    --c->n;
    return true;
}

/* --- the scenario --- */

/* Number of host transfers: the words of the program, the constants, and one that clears the
 * counters. */
static uint32_t transfers(const struct slice_kernel *k)
{
    return k->assembly.length + PREDICATE_REGS + 1;
}

static bool host(struct ctx *c, struct slice_host *op)
{
    const struct predicate_assembly *a = &c->kernel->assembly;
    const uint32_t i = c->next;

    if (i == transfers(c->kernel))
        return false;
    ++c->next;
    memset(op, 0, sizeof *op);
    op->op = i + 1 == transfers(c->kernel) ? PREDICATE_CLEAR : PREDICATE_WRITE;
    op->space = i < a->length ? PREDICATE_AT_CODE : PREDICATE_AT_C;
    op->addr = (uint16_t)(i < a->length ? i : (i - a->length) % PREDICATE_REGS);
    op->data = i < a->length ? a->code[i] : c->kernel->c[op->addr];
    return true;
}

static uint32_t surfaces(const struct ctx *c)
{
    return c->all->zero ? c->all->zero->n : 0;
}

/* Enables surfaces before the first launch, one after the other. A flush leaves them enabled and
 * their metadata in memory, so that later launches continue with them. */
static bool enable(struct ctx *c, struct slice_surface *surface)
{
    if (c->asked == surfaces(c) || c->asked != c->enabled)
        return false;
    *surface = c->all->zero->surface[c->asked++];
    return true;
}

static bool launch(struct ctx *c, struct slice_launch *l)
{
    const struct slice_kernel *k = c->kernel;
    const struct predicate_group *g = &k->assembly.group;

    if (c->launched || c->done < transfers(k) || c->enabled < surfaces(c))
        return false;
    c->launched = true;
    *l = (struct slice_launch){
        .length = (uint16_t)k->assembly.length,
        .sense = k->assembly.sense,
        .limit = k->limit,
        .groups = k->groups,
        .warps = (uint8_t)k->warps,
        .local_lines = (uint16_t)((g->has[PREDICATE_GROUP_LOCAL] + SLICE_LINE - 1) / SLICE_LINE),
        .rows = (uint16_t)g->has[PREDICATE_GROUP_ROWS],
        .bars = (uint8_t)g->has[PREDICATE_GROUP_BARS]};
    return true;
}

static void begin(void *any, const struct assay_stim_env *env)
{
    struct ctx *c = any;

    c->all = c->kernel = env->user;
    c->model = env->state;
    if (c->kernel->initial)
        memcpy(c->kernel->memory, c->kernel->initial, c->kernel->bytes);
    if (c->kernel->zero)
        slice_zero_begin(c->kernel->zero, c->kernel->memory);
    for (struct slice_kernel *k = c->all; k; k = k->next) {
        memcpy(&k->params, env->params->v, sizeof k->params);
        memset(&k->done, 0, sizeof k->done);
        memset(&k->earlier, 0, sizeof k->earlier);
        memset(&k->first, 0, sizeof k->first);
        memset(&k->last, 0, sizeof k->last);
        k->begun = k->over = k->outside = false;
        k->meta_reads = k->meta_writes = 0;
        k->reads = k->writes = k->slices = k->products = k->busy_from = k->busy_to = 0;
        k->wrong = NULL;
    }
}

static bool next(void *any, unsigned stream, void *payload)
{
    struct ctx *c = any;

    switch (stream) {
    case slice_stream_host:
        return host(c, payload);
    case slice_stream_launch:
        return launch(c, payload);
    case slice_stream_surface:
        return enable(c, payload);
    case slice_stream_fill:
        return reply(c, payload);
    default:
        return false;
    }
}

static void outputs(void *any, const void *out)
{
    ((struct ctx *)any)->out = out;
}

static void end_surface(struct ctx *c, const struct slice_done *report)
{
    ++c->enabled;
    if (report->status)
        c->kernel->wrong = "a surface is refused";
}

/* Takes what was counted since the kernel began. */
static void count(struct ctx *c, const void *out)
{
    struct slice_kernel *k = c->kernel;

    memcpy(&k->last, out, sizeof k->last);
    k->slices = c->model->compute.slices - c->slices;
    k->products = c->model->compute.products - c->products;
}

/* Stores the results and proceeds to the next kernel, unless this one failed. */
static void end_kernel(struct ctx *c, const struct slice_done *report)
{
    struct slice_kernel *k = c->kernel;

    k->done = *report;
    count(c, c->out);
    k->over = true;
    if (!k->next && k->zero)
        slice_zero_end(k->zero, k->memory);
    if (!k->next || report->status || k->outside || k->wrong)
        return;
    c->kernel = k->next;
    c->next = c->done = 0;
    c->launched = false;
}

static void observe(void *any, unsigned stream, const void *payload)
{
    struct ctx *c = any;

    if (stream == slice_stream_host)
        ++c->done;
    if (stream == slice_stream_launch) {
        c->kernel->begun = true;
        c->begun = c->now;
        c->kernel->first = *c->out;
        c->slices = c->model->compute.slices;
        c->products = c->model->compute.products;
    }
    if (stream == slice_stream_mem)
        take(c, payload);
    if (stream == slice_stream_done && c->enabled < c->asked)
        end_surface(c, payload);
    else if (stream == slice_stream_done)
        end_kernel(c, payload);
}

/* Groups that compute within the cache and arrays at work make no transfers outside. The core
 * ensures that no group does so forever. */
static bool moves(const void *any, const void *out)
{
    const struct slice_outputs *o = out;

    (void)any;
    return (o->saw_start | o->saw_end | o->saw_note) != 0;
}

static void see_arrays(struct ctx *c)
{
    struct slice_kernel *k = c->kernel;
    uint64_t busy = 0;

    for (uint32_t i = 0; i < k->params.arrays; ++i)
        busy += c->model->compute.busy_cycles[i];
    if (busy != c->busy) {
        k->busy_from = k->busy_to ? k->busy_from : c->now;
        k->busy_to = c->now + 1;
    }
    c->busy = busy;
}

/* Called between two cycles of the model, when the accesses issued by the last one can be
 * inspected. */
static void plain(void *any, void *in)
{
    struct ctx *c = any;
    struct slice_kernel *k = c->kernel;

    (void)in;
    see_arrays(c);
    ++c->now;
    if (!k->bounded || !k->begun || k->outside)
        return;
    if (!k->earlier.trap)
        slice_bounds_trapped(c->model, &k->earlier);
    k->outside = slice_bounds_broken(c->model, k->extent, k->n_extents, &k->access);
}

static bool done(const void *any)
{
    return ((const struct ctx *)any)->kernel->over;
}

static bool failed(const void *any)
{
    return ((const struct ctx *)any)->kernel->wrong != NULL;
}

static void report(const void *any, FILE *f)
{
    const struct ctx *c = any;

    slice_kernel_report(c->all, f);
    if (c->kernel->wrong)
        fprintf(f, "wrong:      %s\n", c->kernel->wrong);
}

static void json(const void *any, struct cJSON *run)
{
    slice_kernel_json(((const struct ctx *)any)->all, run);
}

/* For a launch that has not ended. */
static void last(void *any, const void *out)
{
    const struct ctx *c = any;
    struct slice_kernel *k = c->kernel;

    if (!k->begun || k->over)
        return;
    count(any, out);
    k->done.cycles = (uint32_t)(c->now - c->begun); /* so far; there is no report of its own */
}

const struct assay_scenario slice_kernel_scenario = {
    .name = "program",
    .summary = "one launch of a program from a file",
    .knobs = {.stall = 0, .illegal = 0, .corner = 0, .resets = 0},
    .ctx_size = sizeof(struct ctx),
    .begin = begin,
    .next = next,
    .outputs = outputs,
    .observe = observe,
    .moves = moves,
    .plain = plain,
    .done = done,
    .failed = failed,
    .last = last,
    .report = report,
    .json = json,
};

/* --- kernels --- */

bool slice_kernel_load(struct slice_kernel *k, const char *path, bool as_written, char *why,
                       size_t why_size)
{
    memset(k, 0, sizeof *k);
    snprintf(k->path, sizeof k->path, "%s", path);
    k->passed = !as_written && !predicate_source_is_image(path);
    k->latency = SLICE_LATENCY;
    k->apart = SLICE_APART;
    if (!predicate_source_load(path, true, as_written, &k->assembly, &k->uniform, why, why_size))
        return false;
    for (uint32_t i = 0; i < k->assembly.n_values; ++i) {
        const struct predicate_value *v = &k->assembly.value[i];

        if (v->space == PREDICATE_AT_C)
            k->c[v->addr] = k->assembly.pool[v->first];
    }
    return true;
}

/* Whether it is launched with the number of lanes or warps that it is written for. */
static bool has_shape(const struct slice_kernel *k, uint32_t what, uint32_t n, const char *name,
                      const char *option, char *why, size_t why_size)
{
    const struct predicate_group *g = &k->assembly.group;

    if (!g->has[what] || g->has[what] == n)
        return true;
    snprintf(why, why_size, "%s:%" PRIu32 ": %" PRIu32 " %s: expected %" PRIu32 " (%s%" PRIu32 ")",
             k->path, g->line[what], n, name, g->has[what], option, g->has[what]);
    return false;
}

bool slice_kernel_fits(const struct slice_kernel *k, const struct slice_params *p, char *why,
                       size_t why_size)
{
    const struct predicate_group *g = &k->assembly.group;
    const struct {
        const char *what, *param;
        uint32_t wanted, most;
    } rooms[] = {
        {"words", "imem", k->assembly.length, p->imem},
        {"warps a group", "warps", k->warps, p->warps},
        {"bytes of local memory a group", "kb", g->has[PREDICATE_GROUP_LOCAL], 1024 * p->kb},
        {"rows a group", "rows", g->has[PREDICATE_GROUP_ROWS], p->rows},
        {"barriers a group", "barriers", g->has[PREDICATE_GROUP_BARS], p->barriers},
        {"arrays with zero", "surfaces", k->zero ? k->zero->n : 0, p->surfaces}};

    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; ++i)
        if (rooms[i].wanted > rooms[i].most) {
            snprintf(why, why_size,
                     "%s: %" PRIu32 " %s: expected at most %" PRIu32
                     ", or a larger slice, as far as there is one (--params %s=...)",
                     k->path, rooms[i].wanted, rooms[i].what, rooms[i].most, rooms[i].param);
            return false;
        }
    return has_shape(k, PREDICATE_GROUP_LANES, p->lanes, "lanes a warp", "--params lanes=", why,
                     why_size) &&
           has_shape(k, PREDICATE_GROUP_WARPS, k->warps, "warps a group",
                     k->place ? "warps: " : "--warps ", why, why_size) &&
           predicate_keeps_rules(&k->assembly, k->path, k->c, p->lanes, k->warps, k->groups, why,
                                 why_size);
}

bool slice_kernel_run(struct slice_kernel *k, const struct assay_params *params,
                      const struct assay_dut_ops *ops, char *why, size_t why_size)
{
    const struct assay_config config = {
        .block = assay_block_find("slice"),
        .params = *params,
        .scenario = &slice_kernel_scenario,
        .seed = 1,
        .cycles = MOST_CYCLES,
        .hang = MOST_CYCLES,
        .user = k,
        .ops = ops,
        .backend = ops ? "verilator" : NULL,
    };
    struct slice_params fits;
    struct assay_lockstep *ls;
    enum assay_verdict verdict;

    memcpy(&fits, params->v, sizeof fits);
    for (const struct slice_kernel *each = k; each; each = each->next)
        if (!slice_kernel_fits(each, &fits, why, why_size))
            return false;
    if (!(ls = assay_lockstep_open(&config, why, why_size)))
        return false;
    assay_lockstep_run(ls, UINT64_MAX);
    verdict = assay_lockstep_finish(ls)->verdict;
    assay_lockstep_close(ls);
    /* Where the RTL differs or stopped, the kernel did not end either. */
    if ((verdict == ASSAY_FAILED || verdict == ASSAY_HANG || !assay_verdict_at_cycle(verdict)) &&
        slice_kernel_failed(k, why, why_size))
        return false;
    snprintf(why, why_size, "the run ended with '%s': expected 'pass'",
             assay_verdict_name(verdict));
    return verdict == ASSAY_PASS;
}
