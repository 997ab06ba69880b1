/* zcache.c - the block, cycle by cycle. */
#include "zcache/zcache.h"

#include <stddef.h>
#include <string.h>

#include "zcache/internal.h"

static bool power_of_two(uint32_t x, uint32_t low, uint32_t high)
{
    return x >= low && x <= high && (x & (x - 1)) == 0;
}

const char *zcache_check_params(const struct zcache_params *p)
{
    if (!power_of_two(p->sets, 2, ZCACHE_MAX_SETS))
        return "sets must be 2, 4, 8, 16, 32, 64, 128 or 256";
    if (!power_of_two(p->ways, 1, ZCACHE_MAX_WAYS))
        return "ways must be 1, 2, 4 or 8";
    if (!power_of_two(p->line, 16, 64))
        return "line must be 16, 32 or 64";
    if (p->surfaces < 1 || p->surfaces > ZCACHE_MAX_SURFACES)
        return "surfaces must be 1 to 8";
    if (p->mshrs < 1 || p->mshrs > ZCACHE_MAX_MSHRS)
        return "mshrs must be 1 to 64";
    if (p->metas < 2 || p->metas > ZCACHE_MAX_METAS)
        return "metas must be 2 to 8";
    return NULL;
}

void zcache_init(struct zcache_state *s, const struct zcache_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
    s->clean = 1;
}

void zcache_reset(struct zcache_state *s)
{
    const struct zcache_params p = s->params;

    memset(s, 0, offsetof(struct zcache_state, data));
    s->params = p;
    s->clean = 1;
}

/* --- decisions for the clock edge --- */

static bool is_quiet(const struct zcache_state *s)
{
    if (s->lines | s->undecided | s->sent | s->mem_valid | s->prefetch_valid | s->zeros)
        return false;
    for (uint32_t i = 0; i < s->params.metas; ++i)
        if (zcache_under_way(&s->meta[i]))
            return false;
    return true;
}

static bool needs_quiet(const struct zcache_look *l)
{
    return l->valid && (l->req.op == ZCACHE_FENCE || l->req.op >= ZCACHE_FLUSH);
}

static const struct zcache_req *served(const struct zcache_state *s)
{
    return &s->mshr[s->serve.mshr].req[s->serve.at];
}

/* Grants RSP to LOOK or SERVE. Whether LOOK wants it does not depend on whether SERVE finishes. */
static void arbitrate(const struct zcache_state *s, const struct zcache_inputs *in,
                      struct zcache_edge *e)
{
    const bool rsp_free = !s->rsp_valid || in->rsp_ready;
    const bool serve_first = !e->look_wants || s->passed == ZCACHE_PATIENCE;

    e->serve_answers = rsp_free && e->serve_wants && serve_first;
    e->look_answers = rsp_free && e->look_wants && !e->serve_answers;
    e->finishes = e->serve_answers && s->serve.at + 1u == s->mshr[s->serve.mshr].n;
}

static void decide(const struct zcache_state *s, const struct zcache_inputs *in,
                   struct zcache_edge *e)
{
    e->mem_free = !s->mem_valid || in->mem_ready;
    e->quiet = needs_quiet(&s->look) && is_quiet(s);
    e->serve_wants =
        s->serve.valid && (served(s)->op != ZCACHE_FADD || s->serve.spent == ZCACHE_FADD_CYCLES);
    zcache_look_at(s, e);
    arbitrate(s, in, e);
    zcache_look_again(s, e);
    e->look_leaves = e->look_answers || e->found == ZCACHE_JOIN || e->found == ZCACHE_MISS;
    e->reply =
        in->fill_valid && (!s->serve.valid || e->finishes) && zcache_is_asked(s, in->fill.tag);
    zcache_behind(s, in, e);
}

static void finish(struct zcache_state *s)
{
    const struct zcache_mshr *m = &s->mshr[s->serve.mshr];
    struct zcache_line *l = &s->line[m->slot];

    l->valid = 1;
    l->pending = 0;
    l->zero = s->serve.zero;
    l->dirty = s->serve.dirty;
    if (l->zero) {
        ++s->counters.array_writes_bypassed;
    } else {
        ++s->counters.array_writes;
        memcpy(s->data[m->slot], s->serve.data, s->params.line);
    }
    s->lines &= ~(UINT64_C(1) << s->serve.mshr);
    s->serve.valid = 0;
}

static void serve_edge(struct zcache_state *s, const struct zcache_edge *e)
{
    struct zcache_serve *v = &s->serve;

    if (!e->serve_wants || e->serve_answers)
        s->passed = 0;
    else
        s->passed = (uint8_t)(s->passed + e->look_answers);
    if (e->serve_answers) {
        zcache_apply(s, served(s), v->data, &v->zero, &v->dirty, &s->rsp);
        ++v->at;
        v->spent = 0;
        if (e->finishes)
            finish(s);
    } else if (v->valid && !e->serve_wants) {
        ++v->spent;
    }
}

static void mem_edge(struct zcache_state *s, uint8_t ready)
{
    struct zcache_counters *c = &s->counters;
    uint32_t *const counter[] = {&c->mem_reads, &c->mem_writes, &c->meta_reads, &c->meta_writes};

    if (!s->mem_valid)
        return;
    if (ready) {
        ++*counter[s->mem.kind];
        s->mem_valid = 0;
    } else {
        ++c->mem_waits;
    }
}

static void accept(struct zcache_state *s, const struct zcache_req *q)
{
    s->look.valid = 1;
    s->look.step = ZCACHE_START;
    s->look.spent = 0;
    s->look.req = *q;
}

static void edge(struct zcache_state *s, const struct zcache_inputs *in,
                 const struct zcache_edge *e)
{
    const bool req_ready = !s->look.valid || e->look_leaves;

    mem_edge(s, in->mem_ready);
    serve_edge(s, e);
    zcache_look_edge(s, e);
    zcache_behind_edge(s, e);
    if (e->reply)
        zcache_reply(s, &in->fill);
    if (e->look_answers || e->serve_answers)
        s->rsp_valid = 1;
    else if (in->rsp_ready)
        s->rsp_valid = 0;
    if (in->req_valid && req_ready)
        accept(s, &in->req);
}

static void show(const struct zcache_state *s, const struct zcache_edge *e,
                 struct zcache_outputs *out)
{
    const struct zcache_counters *c = &s->counters;

    out->req_ready = !s->look.valid || e->look_leaves;
    out->fill_ready = !s->serve.valid || e->finishes;
    out->mem_valid = s->mem_valid;
    if (s->mem_valid)
        out->mem = s->mem;
    out->rsp_valid = s->rsp_valid;
    if (s->rsp_valid)
        out->rsp = s->rsp;
    out->hits = c->hits;
    out->misses = c->misses;
    out->joins = c->joins;
    out->meta_hits = c->meta_hits;
    out->meta_misses = c->meta_misses;
    out->array_reads = c->array_reads;
    out->array_reads_bypassed = c->array_reads_bypassed;
    out->array_writes = c->array_writes;
    out->array_writes_bypassed = c->array_writes_bypassed;
    out->mem_reads = c->mem_reads;
    out->mem_reads_bypassed = c->mem_reads_bypassed;
    out->mem_writes = c->mem_writes;
    out->mem_writes_bypassed = c->mem_writes_bypassed;
    out->meta_reads = c->meta_reads;
    out->meta_writes = c->meta_writes;
    out->mem_waits = c->mem_waits;
}

void zcache_step(struct zcache_state *s, const struct zcache_inputs *in, struct zcache_outputs *out)
{
    struct zcache_edge e = {0};

    decide(s, in, &e);
    show(s, &e, out);
    if (in->rst)
        zcache_reset(s);
    else
        edge(s, in, &e);
}
