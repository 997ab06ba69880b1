/* slice.c - the cycle: steps the blocks one after the other, port to port. */
#include "slice/slice.h"

#include <string.h>

#include "slice/internal.h"

/* --- parameters --- */

struct parts {
    struct core_params core;
    struct slm_params slm;
    struct zcache_params zcache;
    struct gateway_params gateway;
    struct compute_block_params compute;
    struct packer_params packer;
};

static struct parts parts_of(const struct slice_params *p)
{
    return (struct parts){
        .core = {.warps = p->warps, .lanes = p->lanes, .imem = p->imem},
        .slm = {.kb = p->kb, .banks = p->banks, .lanes = p->lanes},
        .zcache = {.sets = p->sets,
                   .ways = p->ways,
                   .line = SLICE_LINE,
                   .surfaces = p->surfaces,
                   .mshrs = p->mshrs,
                   .metas = p->metas},
        .gateway = {.barriers = p->barriers,
                    .threads = p->warps < 4 ? 4 : p->warps,
                    .alus = p->alus},
        .compute = {.lanes = p->lanes,
                    .depth = p->depth,
                    .prs = p->warps,
                    .arrays = p->arrays,
                    .rows = p->rows,
                    .queue = p->queue},
        .packer = {.vbits = 32 * p->lanes},
    };
}

const char *slice_check_params(const struct slice_params *p)
{
    const struct parts x = parts_of(p);
    const char *wrong = p->lanes != 4 && p->lanes != 8 && p->lanes != SLICE_MAX_LANES
                            ? "lanes must be 4, 8 or 16"
                            : core_check_params(&x.core);

    if (!wrong && p->distance > SLICE_MAX_DISTANCE)
        wrong = "distance must be 0 to 1023";
    if (!wrong)
        wrong = slm_check_params(&x.slm);
    if (!wrong)
        wrong = zcache_check_params(&x.zcache);
    if (!wrong)
        wrong = gateway_check_params(&x.gateway);
    if (!wrong)
        wrong = compute_block_check_params(&x.compute);
    return wrong;
}

void slice_init(struct slice_state *s, const struct slice_params *p)
{
    const struct parts x = parts_of(p);

    memset(s, 0, sizeof *s);
    s->params = *p;
    core_init(&s->core, &x.core);
    slm_init(&s->slm, &x.slm);
    zcache_init(&s->zcache, &x.zcache);
    gateway_init(&s->gateway, &x.gateway);
    compute_block_init(&s->compute, &x.compute);
    packer_init(&s->packer, &x.packer);
    slice_dispatch_reset(&s->dispatch);
}

/* Resets the logic between the blocks. These reset themselves, by rst in their own steps. */
static void reset_between(struct slice_state *s)
{
    s->now = s->first_to = s->n_to = s->first_back = s->n_back = 0;
    s->port_turn = s->line_turn = s->value_turn = 0;
    slice_dispatch_reset(&s->dispatch);
}

void slice_reset(struct slice_state *s)
{
    core_reset(&s->core);
    slm_reset(&s->slm);
    zcache_reset(&s->zcache);
    gateway_reset(&s->gateway);
    compute_block_reset(&s->compute);
    packer_reset(&s->packer);
    reset_between(s);
}

/* --- offers that follow from the states --- */

static void offer_local_answer(const struct slice_state *s, struct slice_cycle *c)
{
    struct core_local_rsp *rsp = &c->core_in.local_rsp;

    c->core_in.local_rsp_valid = s->slm.rsp_valid;
    memcpy(rsp->data, s->slm.rsp.data, sizeof rsp->data);
    rsp->error = s->slm.rsp.error;
    rsp->tag = s->slm.rsp.tag;
}

static void offer_value(const struct slice_state *s, struct slice_cycle *c)
{
    struct core_value *v = &c->core_in.value;

    c->value = slice_choose(s->value_turn, s->compute.rdata_valid, s->packer.second_valid);
    c->core_in.value_valid = c->value != SLICE_NO_SIDE;
    memset(v, 0, sizeof *v);
    if (c->value == SLICE_ROW_SIDE) {
        v->pr = s->compute.rdata.pr;
        memcpy(v->data, s->compute.rdata.data, s->params.lanes * sizeof v->data[0]);
    } else if (c->value == SLICE_PACK_SIDE) {
        slice_unpack(s->params.lanes, &s->packer.second, v);
    }
}

/* Chooses the side whose answer the mover takes. */
static void offer_line_answer(const struct slice_state *s, struct slice_cycle *c)
{
    const bool cache = s->zcache.rsp_valid && slice_asker(s->zcache.rsp.tag) == SLICE_MOVER_SIDE;
    struct compute_block_line_rsp *rsp = &c->compute_in.line_rsp;

    c->line = slice_choose(s->line_turn, cache, s->slm.line_rsp_valid);
    c->compute_in.line_rsp_valid = c->line != SLICE_NO_SIDE;
    if (c->line == SLICE_CACHE_SIDE) {
        memcpy(rsp->data, s->zcache.rsp.data, sizeof rsp->data);
        rsp->error = s->zcache.rsp.status != ZCACHE_OK;
        rsp->tag = s->zcache.rsp.tag & 15;
    } else if (c->line == SLICE_LOCAL_SIDE) {
        memcpy(rsp->data, s->slm.line_rsp.data, sizeof rsp->data);
        rsp->error = s->slm.line_rsp.error;
        rsp->tag = s->slm.line_rsp.tag;
    }
}

/* --- the blocks --- */

static void step_slm(struct slice_state *s, struct slice_cycle *c)
{
    const struct compute_block_line *line = &s->compute.mover.line;
    struct slm_inputs *in = &c->slm_in;
    struct core_local q;

    in->req_valid = core_local_valid(&s->core);
    if (in->req_valid) {
        core_local_request(&s->core, &q);
        in->req.op = q.op;
        in->req.size = q.size;
        in->req.enable = q.enable;
        memcpy(in->req.addr, q.addr, sizeof q.addr);
        memcpy(in->req.data, q.data, sizeof q.data);
        memcpy(in->req.compare, q.compare, sizeof q.compare);
        in->req.tag = q.tag;
    }
    in->line_valid = s->compute.mover.line_valid && line->addr & SLICE_LOCAL;
    if (in->line_valid) {
        in->line.write = line->write;
        in->line.addr = line->addr & ~SLICE_LOCAL;
        in->line.mask = line->mask;
        memcpy(in->line.data, line->data, sizeof line->data);
        in->line.tag = line->tag;
    }
    in->rsp_ready = core_answer_ready(&s->core, &c->core_in, CORE_FROM_LOCAL);
    in->line_rsp_ready = c->line == SLICE_LOCAL_SIDE;
    slm_step(&s->slm, in, &c->slm);
}

static void step_zcache(struct slice_state *s, const struct slice_inputs *pins,
                        struct slice_cycle *c)
{
    struct zcache_inputs *in = &c->zcache_in;

    in->mem_ready = pins->mem_ready;
    in->fill_valid = pins->fill_valid;
    memcpy(in->fill.data, pins->fill.data, sizeof in->fill.data);
    in->fill.tag = pins->fill.tag;
    switch (slice_asker(s->zcache.rsp.tag)) {
    case SLICE_CORE_SIDE:
        in->rsp_ready =
            slice_way_back(&s->params) || core_answer_ready(&s->core, &c->core_in, CORE_FROM_MEM);
        break;
    case SLICE_MOVER_SIDE:
        in->rsp_ready = c->line == SLICE_CACHE_SIDE;
        break;
    default:
        in->rsp_ready = 1;
        break;
    }
    zcache_step(&s->zcache, in, &c->zcache);
}

static void step_gateway(struct slice_state *s, struct slice_cycle *c)
{
    struct gateway_inputs *in = &c->gateway_in;

    in->msg_valid = s->core.gate_valid;
    in->msg.sender = s->core.gate.sender;
    in->msg.kind = s->core.gate.kind;
    memcpy(in->msg.data, s->core.gate.data, sizeof in->msg.data);
    in->abort_valid = s->core.abort_valid;
    in->abort.id = s->core.abort.id;
    in->ack_valid = s->core.ack_valid;
    in->ack.id = s->core.ack.id;
    in->cfg_valid = c->orders.cfg_valid;
    if (in->cfg_valid)
        in->cfg = c->orders.cfg;
    in->fence_ready = in->wb_ready = in->reply_ready = 1;
    gateway_step(&s->gateway, in, &c->gateway);
}

static void step_packer(struct slice_state *s, struct slice_cycle *c, bool value_ready)
{
    struct packer_inputs *in = &c->packer_in;

    in->cmd_valid = s->core.off_valid && s->core.off.kind == CORE_PACK;
    if (in->cmd_valid)
        slice_pack(s->params.lanes, &s->core.off, &in->cmd);
    in->res_ready = value_ready && c->value == SLICE_PACK_SIDE;
    packer_step(&s->packer, in, &c->packer);
}

static bool is_message(uint32_t kind)
{
    return kind == CORE_DPAS || kind == CORE_MOVE || kind == CORE_DROP;
}

static void step_compute(struct slice_state *s, struct slice_cycle *c, bool value_ready)
{
    const struct core_off *off = &s->core.off;
    const struct slice_dispatch *d = &s->dispatch;
    struct compute_block_inputs *in = &c->compute_in;

    in->msg_valid = s->core.off_valid && is_message(off->kind);
    in->rd_valid = s->core.off_valid && off->kind == CORE_GET;
    in->wr_valid = s->core.off_valid && off->kind == CORE_PUT;
    if (in->msg_valid)
        slice_message(&s->compute.params, off, &d->place[off->warp / d->size], d->launch.rows,
                      d->launch.local_lines, &in->msg);
    in->rd.pr = off->warp;
    in->rd.row = in->wr.row = off->a & 511;
    memcpy(in->wr.data, off->x, s->params.lanes * sizeof off->x[0]);
    in->rdata_ready = value_ready && c->value == SLICE_ROW_SIDE;
    in->note_ready = 1;
    in->line_ready = s->compute.mover.line.addr & SLICE_LOCAL
                         ? c->slm.line_ready
                         : c->port == SLICE_MOVER_SIDE && c->zcache.req_ready;
    compute_block_step(&s->compute, in, &c->compute);
}

/* Passes the outputs of the gateway and the compute block to the core. */
static void tell(struct slice_cycle *c)
{
    const struct gateway_outputs *g = &c->gateway;
    struct core_inputs *in = &c->core_in;

    in->wb_valid = g->wb_valid;
    in->wb = (struct core_wb){.id = g->wb.id,
                              .beat = g->wb.beat,
                              .mask = g->wb.mask,
                              .result = g->wb.result,
                              .sum = g->wb.sum,
                              .status = g->wb.status,
                              .last = g->wb.last};
    in->reply_valid = g->reply_valid;
    in->reply = (struct core_reply){.thread = g->reply.thread,
                                    .status = g->reply.status,
                                    .id = g->reply.id,
                                    .reg = g->reply.reg,
                                    .data = g->reply.data};
    in->fence_valid = g->fence_valid;
    in->fence = (struct core_fence){.id = g->fence.id, .scope = g->fence.scope};
    in->note_valid = c->compute.note_valid;
    in->note = (struct core_note){
        .pr = c->compute.note.pr, .tag = c->compute.note.tag, .status = c->compute.note.status};
}

static uint8_t off_ready(const struct slice_cycle *c, uint32_t kind)
{
    switch (kind) {
    case CORE_GET:
        return c->compute.rd_ready;
    case CORE_PUT:
        return c->compute.wr_ready;
    case CORE_PACK:
        return c->packer.cmd_ready;
    default:
        return c->compute.msg_ready;
    }
}

static void step_core(struct slice_state *s, const struct slice_inputs *pins, struct slice_cycle *c)
{
    struct core_inputs *in = &c->core_in;

    in->host_valid = pins->host_valid && s->dispatch.phase == SLICE_IDLE;
    in->host = (struct core_host){.op = pins->host.op,
                                  .space = pins->host.space,
                                  .addr = pins->host.addr,
                                  .warp = pins->host.warp,
                                  .lane = pins->host.lane,
                                  .data = pins->host.data};
    in->rdata_ready = pins->rdata_ready;
    in->start_valid = c->orders.start_valid;
    if (in->start_valid)
        in->start = c->orders.start;
    in->end_ready = 1;
    in->mem_ready = slice_way_to(&s->params) || (c->port == SLICE_CORE_SIDE && c->zcache.req_ready);
    in->local_ready = c->slm.req_ready;
    in->gate_ready = c->gateway.msg_ready;
    in->ack_ready = c->gateway.ack_ready;
    in->abort_ready = c->gateway.abort_ready;
    in->off_ready = off_ready(c, s->core.off.kind);
    tell(c);
    core_step(&s->core, in, &c->core);
}

/* --- the clock edge of the logic between the blocks --- */

static void advance(struct slice_state *s, const struct slice_inputs *pins,
                    const struct slice_cycle *c, const struct slice_outputs *out)
{
    const bool answer =
        c->zcache.rsp_valid && slice_asker(c->zcache.rsp.tag) == SLICE_DISPATCHER_SIDE;
    const struct slice_events e = {
        .launch = pins->launch_valid && out->launch_ready ? &pins->launch : NULL,
        .surface = pins->surface_valid && out->surface_ready ? &pins->surface : NULL,
        .end = c->core.end_valid ? &c->core.end : NULL,
        .asked = c->port == SLICE_DISPATCHER_SIDE && c->zcache.req_ready,
        .reported = out->done_valid && pins->done_ready,
        .answer = answer ? &c->zcache.rsp : NULL,
    };

    slice_ways(s, c);
    s->port_turn = slice_turn(s->port_turn, c->port, c->zcache.req_ready);
    s->line_turn = slice_turn(s->line_turn, c->line, true);
    s->value_turn = slice_turn(s->value_turn, c->value, c->core.value_ready);
    slice_dispatch_step(s, &c->orders, &e);
    ++s->now;
}

void slice_step(struct slice_state *s, const struct slice_inputs *in, struct slice_outputs *out)
{
    struct slice_cycle c;
    bool value_ready;

    memset(&c, 0, sizeof c);
    c.core_in.rst = c.slm_in.rst = c.zcache_in.rst = c.gateway_in.rst = in->rst;
    c.compute_in.rst = c.packer_in.rst = in->rst;
    slice_give_orders(s, &c.orders);
    slice_offer_request(s, &c);
    slice_offer_answer(s, &c);
    offer_local_answer(s, &c);
    offer_value(s, &c);
    offer_line_answer(s, &c);
    value_ready = core_answer_ready(&s->core, &c.core_in, CORE_FROM_VALUE);
    step_slm(s, &c);
    step_zcache(s, in, &c);
    step_gateway(s, &c);
    step_packer(s, &c, value_ready);
    step_compute(s, &c, value_ready);
    step_core(s, in, &c);
    slice_show(s, in, &c, out);
    if (in->rst)
        reset_between(s);
    else
        advance(s, in, &c, out);
}
