/* core.c - the cycle: outputs, host, and the steps of the clock edge in order. */
#include "core/core.h"

#include <stddef.h>
#include <string.h>

#include "core/internal.h"

const char *core_check_params(const struct core_params *p)
{
    if (p->warps == 0 || p->warps > CORE_MAX_WARPS || (p->warps & (p->warps - 1)) != 0)
        return "warps must be 1, 2, 4, 8 or 16";
    if (p->lanes != 4 && p->lanes != 8 && p->lanes != 16 && p->lanes != 32)
        return "lanes must be 4, 8, 16 or 32";
    if (p->imem < 256 || p->imem > CORE_MAX_WORDS || (p->imem & (p->imem - 1)) != 0)
        return "imem must be 256, 512, 1024, 2048 or 4096";
    return NULL;
}

/* Registers and special sources are kept. */
static void reset_warp(struct core_warp *w)
{
    const struct predicate_warp kept = w->w;

    memset(w, 0, sizeof *w);
    w->w = kept;
    predicate_warp_start(&w->w, 0, false);
    w->w.active = 0;
    memset(w->w.p, 0, sizeof w->w.p);
    memset(w->w.up, 0, sizeof w->w.up);
}

void core_reset(struct core_state *s)
{
    /* Clears everything between params and the warps. */
    const size_t from = offsetof(struct core_state, in_use);
    const size_t to = offsetof(struct core_state, warp);

    memset((char *)s + from, 0, to - from);
    for (uint32_t n = 0; n < s->params.warps; ++n)
        reset_warp(&s->warp[n]);
    s->last = (uint8_t)(s->params.warps - 1);
}

void core_init(struct core_state *s, const struct core_params *p)
{
    struct predicate_decoded nothing;

    memset(s, 0, sizeof *s);
    s->params = *p;
    for (uint32_t n = 0; n < p->warps; ++n)
        predicate_warp_init(&s->warp[n].w, p->lanes);
    predicate_decode_any(0, &nothing);
    for (uint32_t n = 0; n < CORE_MAX_WORDS; ++n)
        s->decoded[n] = nothing;
    core_reset(s);
}

/* --- outputs --- */

static void show_vector(const struct core_vector *e, uint8_t *valid, uint8_t *warp, uint16_t *pc,
                        uint8_t *dst, uint32_t *mask, uint32_t *data)
{
    *valid = e->v.valid;
    *warp = e->v.valid ? e->warp : 0;
    *pc = e->v.valid ? e->v.pc : 0;
    *dst = e->v.valid ? e->v.dst : 0;
    *mask = e->v.valid ? e->v.mask : 0;
    if (e->v.valid)
        memcpy(data, e->v.data, sizeof e->v.data);
    else
        memset(data, 0, sizeof e->v.data);
}

static void show_records(const struct core_state *s, struct core_outputs *out)
{
    const struct core_vector *v = &s->vector[s->now % CORE_PIPE];
    const struct core_scalar *e = &s->scalar[s->now % CORE_PIPE];
    const bool valid = e->e.valid;

    show_vector(v, &out->rv_valid, &out->rv_warp, &out->rv_pc, &out->rv_dst, &out->rv_mask,
                out->rv_data);
    out->rv_pred = v->v.valid ? v->v.pred : 0;
    show_vector(&s->rm, &out->rm_valid, &out->rm_warp, &out->rm_pc, &out->rm_dst, &out->rm_mask,
                out->rm_data);
    out->rs_valid = valid;
    out->rs_warp = valid ? e->warp : 0;
    out->rs_pc = valid ? e->e.pc : 0;
    out->rs_dst = valid ? e->e.dst : 0;
    out->rs_mask = valid ? e->e.mask : 0;
    out->rs_data = valid ? e->e.data : 0;
}

static void show_counters(const struct core_state *s, struct core_outputs *out)
{
    out->n_pred = s->n.pred;
    out->n_uniform = s->n.uniform;
    out->n_scalar = s->n.scalar;
    out->n_vector = s->n.vector;
    out->n_pairs = s->n.pairs;
    out->n_disabled = s->n.disabled;
    out->n_bra_uniform = s->n.bra_uniform;
    out->n_bra_divergent = s->n.bra_divergent;
    out->n_none = s->n_none;
    out->n_memory = s->n_memory;
    out->n_barrier = s->n_barrier;
    out->n_array = s->n_array;
    out->n_hazard = s->n_hazard;
}

/* A payload is written only if it is valid. */
static void show_ports(const struct core_state *s, struct core_outputs *out)
{
    out->mem_valid = core_mem_valid(s);
    if (out->mem_valid)
        core_mem_request(s, &out->mem);
    out->local_valid = core_local_valid(s);
    if (out->local_valid)
        core_local_request(s, &out->local);
    out->gate_valid = s->gate_valid;
    if (s->gate_valid)
        out->gate = s->gate;
    out->off_valid = s->off_valid;
    if (s->off_valid)
        out->off = s->off;
    out->end_valid = s->end_valid;
    out->end = s->end;
    out->ack_valid = s->ack_valid;
    out->ack = s->ack;
    out->abort_valid = s->abort_valid;
    out->abort = s->abort;
    out->rdata_valid = s->rdata_valid;
    out->rdata = s->rdata;
}

static void outputs(const struct core_state *s, const struct core_inputs *in,
                    struct core_outputs *out)
{
    out->host_ready = !s->in_use && (!s->rdata_valid || in->rdata_ready);
    out->start_ready = out->wb_ready = out->reply_ready = out->fence_ready = out->note_ready = 1;
    out->mem_rsp_ready = core_answer_ready(s, in, CORE_FROM_MEM);
    out->local_rsp_ready = core_answer_ready(s, in, CORE_FROM_LOCAL);
    out->value_ready = core_answer_ready(s, in, CORE_FROM_VALUE);
    out->in_use = (uint16_t)s->in_use;
    out->running = (uint16_t)s->running;
    out->start_bad = s->start_bad;
    out->issue = s->issue;
    out->issue_warp = s->issue_warp;
    out->issue_pc = s->issue_pc;
    out->issue_next = s->issue_next;
    out->issue_active = s->issue_active;
    out->issue_depth = s->issue_depth;
    show_ports(s, out);
    show_records(s, out);
    show_counters(s, out);
}

/* --- host --- */

static void write(struct core_state *s, const struct core_host *h)
{
    const uint32_t word = h->addr % s->params.imem;

    if (h->space == PREDICATE_AT_CODE) {
        s->code[word] = h->data;
        predicate_decode_any(h->data, &s->decoded[word]);
    } else if (h->space == PREDICATE_AT_C) { /* one file, replicated in every warp */
        for (uint32_t n = 0; n < s->params.warps; ++n)
            predicate_warp_write(&s->warp[n].w, h->space, h->addr, 0, h->data);
    } else if (h->warp < s->params.warps) {
        predicate_warp_write(&s->warp[h->warp].w, h->space, h->addr, h->lane, h->data);
    }
}

static uint64_t read(const struct core_state *s, const struct core_host *h)
{
    if (h->space == PREDICATE_AT_CODE)
        return s->code[h->addr % s->params.imem];
    if (h->space == PREDICATE_AT_C)
        return predicate_warp_read(&s->warp[0].w, h->space, h->addr, 0);
    return h->warp < s->params.warps
               ? predicate_warp_read(&s->warp[h->warp].w, h->space, h->addr, h->lane)
               : 0;
}

static void clear_counters(struct core_state *s)
{
    memset(&s->n, 0, sizeof s->n);
    s->n_none = s->n_memory = s->n_barrier = s->n_array = s->n_hazard = 0;
}

static void host(struct core_state *s, const struct core_host *h)
{
    switch (h->op) {
    case PREDICATE_WRITE:
        write(s, h);
        break;
    case PREDICATE_READ:
        s->rdata_valid = 1;
        s->rdata.data = read(s, h);
        break;
    case PREDICATE_CLEAR:
        clear_counters(s);
        break;
    default:
        break;
    }
}

/* --- the clock edge --- */

/*
 * Decisions that depend on the state before the edge, where other steps of the edge change that
 * state.
 */
struct decisions {
    int end, ack, abort, drop;
    uint32_t start; /* mask of the warps that it takes */
    uint32_t held, heads;
    bool note, host;
    struct core_reply_use reply;
    struct core_answer answer;
    struct core_fault watch[CORE_MAX_WARPS];
};

static uint32_t held_warps(const struct core_state *s)
{
    uint32_t held = 0;

    for (uint32_t todo = s->in_use; todo; todo &= todo - 1) {
        const uint32_t n = (uint32_t)__builtin_ctz(todo);

        held |= (uint32_t)(s->warp[n].hold != 0) << n;
    }
    return held;
}

static void decide(struct core_state *s, const struct core_inputs *in,
                   const struct core_outputs *out, struct decisions *d)
{
    d->end = !s->end_valid || in->end_ready ? core_to_end(s) : -1;
    d->ack = !s->ack_valid || in->ack_ready ? core_fence_done(s) : -1;
    d->abort = !s->abort_valid || in->abort_ready ? core_to_abort(s) : -1;
    d->drop = core_to_drop(s);
    d->start = in->start_valid ? core_start_slots(s, &in->start) : 0;
    d->held = held_warps(s);
    d->heads = s->heads;
    d->note = in->note_valid && core_note_expected(s, &in->note);
    d->host = in->host_valid && out->host_ready;
    if (in->reply_valid)
        core_look_at_reply(s, &in->reply, &d->reply);
    core_look_at_answer(s, in, &d->answer);
    core_watch(s, d->watch);
}

static void end_group(struct core_state *s)
{
    const uint32_t warps = s->group[s->end.first].warps;

    s->in_use &= ~warps;
    s->heads &= ~warps;
}

/*
 * Performs the transfers of the block's outputs. Returns the warp whose barrier goes to the
 * gateway, or -1.
 */
static int transfer(struct core_state *s, const struct core_inputs *in,
                    const struct core_outputs *out)
{
    int sent = -1;

    if (out->mem_valid && in->mem_ready)
        core_mem_taken(s);
    if (out->local_valid && in->local_ready)
        core_local_taken(s);
    if (s->gate_valid && in->gate_ready) {
        sent = s->gate.kind ? -1 : s->gate.sender;
        s->gate_valid = 0;
    }
    s->off_valid = s->off_valid && !in->off_ready;
    s->ack_valid = s->ack_valid && !in->ack_ready;
    s->abort_valid = s->abort_valid && !in->abort_ready;
    if (s->end_valid && in->end_ready) {
        s->end_valid = 0;
        end_group(s);
    }
    s->rdata_valid = s->rdata_valid && !in->rdata_ready;
    return sent;
}

/* Issues, and counts down the holds and units that were busy before. */
static void issue(struct core_state *s, uint32_t held)
{
    const uint8_t reduction = s->reduction, vector = s->vector_divider, scalar = s->scalar_divider;

    core_issue(s, held);
    for (; held; held &= held - 1)
        --s->warp[__builtin_ctz(held)].hold;
    s->reduction = (uint8_t)(s->reduction - (reduction != 0));
    s->vector_divider = (uint8_t)(s->vector_divider - (vector != 0));
    s->scalar_divider = (uint8_t)(s->scalar_divider - (scalar != 0));
}

/*
 * Loads the output registers that depend on the block's state; issue has priority and comes first.
 */
static void load_ports(struct core_state *s, const struct decisions *d)
{
    if (d->end >= 0)
        core_load_end(s, (uint32_t)d->end);
    if (d->ack >= 0) {
        s->ack_valid = 1;
        s->ack.id = (uint8_t)d->ack;
        s->noted &= (uint16_t) ~(1u << d->ack);
    }
    if (d->abort >= 0) {
        s->abort_valid = 1;
        s->abort_warp = (uint8_t)d->abort;
        s->abort.id = s->warp[d->abort].bar.id;
        s->warp[d->abort].asked = 1;
    }
    if (d->drop >= 0 && !s->off_valid)
        core_drop(s, (uint32_t)d->drop);
}

static void retire(struct core_state *s)
{
    struct core_vector *v = &s->vector[s->now % CORE_PIPE];
    struct core_scalar *e = &s->scalar[s->now % CORE_PIPE];

    if (v->v.valid) {
        v->v.valid = 0;
        predicate_retire_vector(&s->warp[v->warp].w, &v->v);
        s->warp[v->warp].in_pipe &= ~v->writes;
        --s->warp[v->warp].records;
    }
    if (e->e.valid) {
        e->e.valid = 0;
        predicate_retire_scalar(&s->warp[e->warp].w, &e->e);
        s->warp[e->warp].in_pipe &= ~e->writes;
        --s->warp[e->warp].records;
    }
    ++s->now;
    s->vector_places >>= 1;
    s->scalar_places >>= 1;
}

/* Takes the answers, in the order in which they write registers and trap. */
static void take(struct core_state *s, const struct core_inputs *in, const struct decisions *d)
{
    core_write_back(s);
    core_take_answer(s, &d->answer);
    if (in->wb_valid)
        core_take_wb(s, &in->wb);
    if (in->reply_valid)
        core_take_reply(s, &in->reply, &d->reply);
}

static void faults(struct core_state *s, const struct core_inputs *in, const struct decisions *d)
{
    if (d->note)
        core_take_note(s, &in->note);
    if (d->answer.fault.code)
        core_trap(s, &d->answer.fault);
    for (uint32_t todo = d->heads; todo; todo &= todo - 1) {
        const struct core_fault *f = &d->watch[__builtin_ctz(todo)];

        if (f->code)
            core_trap(s, f);
    }
}

void core_step(struct core_state *s, const struct core_inputs *in, struct core_outputs *out)
{
    struct decisions d;
    int sent;

    outputs(s, in, out);
    if (in->rst) {
        core_reset(s);
        return;
    }
    decide(s, in, out, &d);
    sent = transfer(s, in, out);
    issue(s, d.held);
    load_ports(s, &d);
    retire(s);
    take(s, in, &d);
    if (sent >= 0)
        s->warp[sent].sent = 1;
    faults(s, in, &d);
    if (in->fence_valid) {
        s->noted |= (uint16_t)(1u << in->fence.id);
        s->scope[in->fence.id] = in->fence.scope;
    }
    if (d.start)
        core_start_group(s, &in->start, d.start);
    s->start_bad = in->start_valid && !d.start;
    if (d.host)
        host(s, &in->host);
}
