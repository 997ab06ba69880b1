/* port.c - the paths between core and cache, and the cache's port. */
#include <string.h>

#include "slice/internal.h"

uint32_t slice_way_back(const struct slice_params *p)
{
    return p->distance / 2;
}

uint32_t slice_way_to(const struct slice_params *p)
{
    return p->distance - slice_way_back(p);
}

uint8_t slice_choose(uint8_t turn, bool first, bool second)
{
    if (!first && !second)
        return SLICE_NO_SIDE;
    if (first && second)
        return turn;
    return first ? 0 : 1;
}

uint8_t slice_turn(uint8_t turn, uint8_t chosen, bool transfer)
{
    if (chosen > 1)
        return turn;
    return transfer ? (uint8_t)(1 - chosen) : chosen;
}

/*
 * True if the oldest of n entries has arrived. No entry stays due for so long that the difference
 * wraps.
 */
static bool arrived(uint32_t n, uint32_t due, uint32_t now)
{
    return n && now - due < UINT32_C(1) << 31;
}

/* --- to the cache --- */

static void request_of_core(const struct core_mem *m, struct zcache_req *q)
{
    memset(q, 0, sizeof *q);
    q->op = m->op;
    q->addr = m->addr;
    q->mask = m->mask;
    memcpy(q->data, m->data, sizeof q->data);
    q->word = m->word;
    q->tag = m->tag;
}

static void request_of_mover(const struct compute_block_line *l, struct zcache_req *q)
{
    memset(q, 0, sizeof *q);
    q->op = l->write ? ZCACHE_STORE : ZCACHE_LOAD;
    q->addr = l->addr / SLICE_LINE & ((UINT32_C(1) << ZCACHE_ADDR_BITS) - 1);
    q->mask = l->mask;
    memcpy(q->data, l->data, sizeof q->data);
    q->tag = (uint8_t)(SLICE_OF_MOVER + l->tag);
}

static void request_of_dispatcher(const struct slice_dispatch *d, struct zcache_req *q)
{
    const struct slice_surface *f = &d->surface;

    memset(q, 0, sizeof *q);
    q->tag = SLICE_OF_DISPATCHER;
    q->op = ZCACHE_FLUSH;
    if (!d->surfaces)
        return;
    q->op = ZCACHE_SURFACE;
    q->surface = f->surface;
    q->enable = f->enable;
    q->addr = f->addr;
    q->lines = f->lines;
    q->last = f->last;
    q->meta = f->meta;
}

static void request_on_way(const struct slice_state *s, struct zcache_req *q)
{
    struct core_mem m;

    if (slice_way_to(&s->params)) {
        *q = s->to[s->first_to].req;
        return;
    }
    core_mem_request(&s->core, &m);
    request_of_core(&m, q);
}

void slice_offer_request(const struct slice_state *s, struct slice_cycle *c)
{
    const struct slice_request *oldest = &s->to[s->first_to];
    const struct compute_block_line *line = &s->compute.mover.line;
    const bool joined = slice_way_to(&s->params) == 0;
    const bool core = joined ? core_mem_valid(&s->core) : arrived(s->n_to, oldest->due, s->now);
    const bool mover = s->compute.mover.line_valid && !(line->addr & SLICE_LOCAL);
    struct zcache_req *q = &c->zcache_in.req;

    c->port = slice_choose(s->port_turn, core, mover);
    if (c->port == SLICE_NO_SIDE && c->orders.ask)
        c->port = SLICE_DISPATCHER_SIDE;
    c->zcache_in.req_valid = c->port != SLICE_NO_SIDE;
    if (c->port == SLICE_MOVER_SIDE)
        request_of_mover(line, q);
    else if (c->port == SLICE_DISPATCHER_SIDE)
        request_of_dispatcher(&s->dispatch, q);
    else if (c->port == SLICE_CORE_SIDE)
        request_on_way(s, q);
}

/* --- from the cache --- */

static void answer_of(const struct zcache_rsp *r, struct core_mem_rsp *rsp)
{
    memcpy(rsp->data, r->data, sizeof rsp->data);
    rsp->status = r->status;
    rsp->tag = r->tag;
}

static bool answers_core(const struct slice_state *s)
{
    return s->zcache.rsp_valid && slice_asker(s->zcache.rsp.tag) == SLICE_CORE_SIDE;
}

void slice_offer_answer(const struct slice_state *s, struct slice_cycle *c)
{
    const struct slice_answer *oldest = &s->back[s->first_back];
    struct core_inputs *in = &c->core_in;

    if (slice_way_back(&s->params) == 0) {
        in->mem_rsp_valid = answers_core(s);
        answer_of(&s->zcache.rsp, &in->mem_rsp);
    } else {
        in->mem_rsp_valid = arrived(s->n_back, oldest->due, s->now);
        in->mem_rsp = oldest->rsp;
    }
}

/* --- the clock edge --- */

static void edge_to(struct slice_state *s, const struct slice_cycle *c)
{
    const uint32_t way = slice_way_to(&s->params);
    struct slice_request *r;

    if (way == 0)
        return;
    if (c->core.mem_valid) {
        r = &s->to[(s->first_to + s->n_to) % SLICE_WAY];
        r->due = s->now + way;
        request_of_core(&c->core.mem, &r->req);
        ++s->n_to;
    }
    if (c->port == SLICE_CORE_SIDE && c->zcache.req_ready) {
        s->first_to = (s->first_to + 1) % SLICE_WAY;
        --s->n_to;
    }
}

static void edge_back(struct slice_state *s, const struct slice_cycle *c)
{
    const uint32_t way = slice_way_back(&s->params);
    struct slice_answer *a;

    if (way == 0)
        return;
    if (c->zcache.rsp_valid && slice_asker(c->zcache.rsp.tag) == SLICE_CORE_SIDE) {
        a = &s->back[(s->first_back + s->n_back) % SLICE_WAY];
        a->due = s->now + way;
        answer_of(&c->zcache.rsp, &a->rsp);
        ++s->n_back;
    }
    if (c->core_in.mem_rsp_valid && c->core.mem_rsp_ready) {
        s->first_back = (s->first_back + 1) % SLICE_WAY;
        --s->n_back;
    }
}

void slice_ways(struct slice_state *s, const struct slice_cycle *c)
{
    edge_to(s, c);
    edge_back(s, c);
}
