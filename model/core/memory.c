/* memory.c - the two units for memory requests, and the answers. */
#include <string.h>

#include "core/internal.h"

enum { LOAD, STORE }; /* operations on the ports; atomics use the code of the instruction */

bool core_is_access(const struct predicate_decoded *d)
{
    return d->memory || d->w.op == PREDICATE_LDU || d->w.op == PREDICATE_ATOM;
}

bool core_is_local(const struct predicate_word *w)
{
    switch (w->op) {
    case PREDICATE_ST:
        return (w->di & PREDICATE_LOCAL) != 0;
    case PREDICATE_ATOM:
        return (w->imm & PREDICATE_ATOM_LOCAL) != 0;
    default:
        return (w->ci & PREDICATE_LOCAL) != 0;
    }
}

static uint8_t size_of(const struct predicate_word *w)
{
    if (w->op == PREDICATE_ATOM)
        return PREDICATE_B32;
    return (w->op == PREDICATE_ST ? w->di : w->ci) & 7;
}

/* Lanes that make an access; a scalar load has only the lowest. */
static uint32_t lanes_of(const struct core_warp *w, const struct predicate_decoded *d)
{
    return d->w.op == PREDICATE_LDU ? 1 : predicate_executing(&w->w, d);
}

static uint32_t address_of(const struct core_warp *w, const struct predicate_word *n, uint32_t lane)
{
    return n->op == PREDICATE_ATOM ? predicate_source(&w->w, n, n->ak, n->ai, lane)
                                   : predicate_address(&w->w, n, lane);
}

uint8_t core_access_trap(const struct core_state *s, uint32_t warp,
                         const struct predicate_decoded *d, uint8_t *lane)
{
    const struct core_warp *w = &s->warp[warp];
    const uint32_t end = core_is_local(&d->w)
                             ? (uint32_t)CORE_LINE * core_group_at(s, warp)->local_lines
                             : UINT32_C(1) << 30;
    const uint32_t bytes = predicate_size_bytes(size_of(&d->w));

    for (uint32_t todo = lanes_of(w, d); todo; todo &= todo - 1) {
        const uint32_t n = (uint32_t)__builtin_ctz(todo), addr = address_of(w, &d->w, n);

        if (addr >= end || addr % bytes) {
            *lane = (uint8_t)n;
            return addr >= end ? PREDICATE_ADDRESS : PREDICATE_MISALIGNED;
        }
    }
    return PREDICATE_NO_TRAP;
}

bool core_accesses(const struct core_state *s, uint32_t warp, uint32_t scope)
{
    const struct core_warp *w = &s->warp[warp];
    const bool local = w->local_busy || (s->local.valid && s->local.warp == warp);
    const bool global = w->global_busy || (s->global.valid && s->global.warp == warp);

    return ((scope & 1) && local) || ((scope & 2) && global);
}

/* --- requests --- */

/* Chooses the lanes of the next request. Local memory: all. Global: the lowest and those in the
 * same line; for an atomic only the lowest. */
static void choose(struct core_unit *u, bool local)
{
    const uint32_t lowest = u->todo & (0 - u->todo);
    uint32_t line;

    if (local || !u->todo) {
        u->lanes = u->todo;
        return;
    }
    u->lanes = lowest;
    if (u->op > STORE)
        return;
    line = u->addr[__builtin_ctz(u->todo)] / CORE_LINE;
    for (uint32_t todo = u->todo & ~lowest; todo; todo &= todo - 1) {
        const uint32_t n = (uint32_t)__builtin_ctz(todo);

        if (u->addr[n] / CORE_LINE == line)
            u->lanes |= UINT32_C(1) << n;
    }
}

static void operands(struct core_unit *u, const struct core_warp *w, const struct predicate_word *n)
{
    const uint32_t bytes = predicate_size_bytes(u->size);

    for (uint32_t todo = u->todo; todo; todo &= todo - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(todo);
        const uint32_t b = predicate_source(&w->w, n, n->bk, n->bi, i);
        const uint32_t c = predicate_source(&w->w, n, n->ck, n->ci, i);

        if (u->op == STORE)
            u->data[i] = bytes == 4 ? c : c & ((1u << (8 * bytes)) - 1);
        else if (u->op == PREDICATE_ATOM_CAS)
            u->data[i] = c;
        else
            u->data[i] = u->op == LOAD ? 0 : b;
        u->compare[i] = u->op == PREDICATE_ATOM_CAS ? b : 0;
    }
}

void core_to_memory(struct core_state *s, uint32_t warp, const struct predicate_decoded *d,
                    uint32_t pc)
{
    const bool local = core_is_local(&d->w);
    struct core_unit *u = local ? &s->local : &s->global;
    struct core_warp *w = &s->warp[warp];
    const uint32_t base = local ? (uint32_t)CORE_LINE * core_group_of(s, warp)->local_base : 0;

    u->valid = 1;
    u->warp = (uint8_t)warp;
    if (d->w.op == PREDICATE_ATOM)
        u->op = d->w.imm & 15;
    else
        u->op = d->w.op == PREDICATE_ST ? STORE : LOAD;
    u->size = size_of(&d->w);
    u->dst = predicate_destination(&d->w);
    u->pc = (uint16_t)pc;
    u->todo = lanes_of(w, d);
    for (uint32_t todo = u->todo; todo; todo &= todo - 1) {
        const uint32_t n = (uint32_t)__builtin_ctz(todo);

        u->addr[n] = base + address_of(w, &d->w, n);
    }
    operands(u, w, &d->w);
    choose(u, local);
    if (d->writes) {
        w->in_memory |= d->writes;
        w->left[__builtin_ctzll(d->writes)] = 1;
    }
}

bool core_mem_valid(const struct core_state *s)
{
    const struct core_warp *w = &s->warp[s->global.warp];

    return s->global.valid && !(w->global_busy >> w->global_next & 1);
}

bool core_local_valid(const struct core_state *s)
{
    const struct core_warp *w = &s->warp[s->local.warp];

    return s->local.valid && !(w->local_busy >> w->local_next & 1);
}

static uint8_t tag_of(uint32_t warp, uint32_t slot)
{
    return (uint8_t)(warp << 3 | slot);
}

/* Collects the bytes that the lanes of a store write; for the same byte the highest lane wins. */
static void gather(const struct core_unit *u, struct core_mem *m)
{
    const uint32_t bytes = predicate_size_bytes(u->size);

    for (uint32_t todo = u->lanes; todo; todo &= todo - 1) {
        const uint32_t n = (uint32_t)__builtin_ctz(todo), at = u->addr[n] % CORE_LINE;
        const uint32_t shift = 8 * (at % 4);
        const uint32_t mask = (bytes == 4 ? UINT32_MAX : (1u << (8 * bytes)) - 1) << shift;

        m->mask |= ((UINT64_C(1) << bytes) - 1) << at;
        m->data[at / 4] = (m->data[at / 4] & ~mask) | u->data[n] << shift;
    }
}

void core_mem_request(const struct core_state *s, struct core_mem *m)
{
    const struct core_unit *u = &s->global;
    const uint32_t n = (uint32_t)__builtin_ctz(u->lanes);

    memset(m, 0, sizeof *m);
    m->op = u->op;
    m->addr = u->addr[n] / CORE_LINE;
    m->tag = tag_of(u->warp, s->warp[u->warp].global_next);
    if (u->op == STORE) {
        gather(u, m);
    } else if (u->op != LOAD) {
        m->word = u->addr[n] / 4 & 15;
        m->data[0] = u->data[n];
        m->data[1] = u->compare[n];
    }
}

void core_local_request(const struct core_state *s, struct core_local *m)
{
    const struct core_unit *u = &s->local;

    memset(m, 0, sizeof *m);
    m->op = u->op;
    m->size = (uint8_t)(predicate_size_bytes(u->size) / 2);
    m->enable = u->lanes;
    m->tag = tag_of(u->warp, s->warp[u->warp].local_next);
    for (uint32_t todo = u->lanes; todo; todo &= todo - 1) {
        const uint32_t n = (uint32_t)__builtin_ctz(todo);

        m->addr[n] = u->addr[n];
        m->data[n] = u->data[n];
        m->compare[n] = u->compare[n];
    }
}

/* Fills the slot for the request of u. */
static void fill_slot(const struct core_unit *u, struct core_slot *slot)
{
    slot->dst = u->dst;
    slot->size = u->size;
    slot->op = u->op;
    slot->pc = u->pc;
    slot->lanes = u->lanes;
    for (uint32_t todo = u->lanes; todo; todo &= todo - 1) {
        const uint32_t n = (uint32_t)__builtin_ctz(todo);

        slot->offset[n] = u->addr[n] % CORE_LINE;
    }
}

static uint32_t register_of(uint8_t dst)
{
    return (uint32_t)(dst & 15) + (dst >> 4 == PREDICATE_TO_U ? PREDICATE_REGS : 0);
}

static void taken(struct core_unit *u, struct core_warp *w, bool local)
{
    u->todo &= ~u->lanes;
    u->valid = u->todo != 0;
    choose(u, local);
    if (u->dst && u->valid) /* one more answer is due, and the unit still has a request to make */
        ++w->left[register_of(u->dst)];
}

void core_mem_taken(struct core_state *s)
{
    struct core_warp *w = &s->warp[s->global.warp];

    fill_slot(&s->global, &w->global[w->global_next]);
    w->global_busy |= (uint8_t)(1u << w->global_next);
    w->global_next = (uint8_t)((w->global_next + 1) % CORE_SLOTS);
    taken(&s->global, w, false);
}

void core_local_taken(struct core_state *s)
{
    struct core_warp *w = &s->warp[s->local.warp];

    fill_slot(&s->local, &w->local[w->local_next]);
    w->local_busy |= (uint8_t)(1u << w->local_next);
    w->local_next = (uint8_t)((w->local_next + 1) % CORE_SLOTS);
    taken(&s->local, w, true);
}

/* --- answers --- */

static const uint32_t ports = 3;

bool core_answer_ready(const struct core_state *s, const struct core_inputs *in, uint32_t port)
{
    const bool valid[3] = {in->mem_rsp_valid, in->local_rsp_valid, in->value_valid};

    for (uint32_t n = s->turn; n != port; n = (n + 1) % ports)
        if (valid[n])
            return false;
    return true;
}

static void begin(struct core_answer *a, uint32_t warp, uint16_t pc, uint8_t dst, uint32_t lanes)
{
    a->good = 1;
    a->rm.warp = (uint8_t)warp;
    a->rm.writes = dst ? UINT64_C(1) << register_of(dst) : 0;
    memset(&a->rm.v, 0, sizeof a->rm.v);
    a->rm.v.valid = 1;
    a->rm.v.pc = pc;
    a->rm.v.dst = dst;
    a->rm.v.mask = dst ? lanes : 0;
}

static void fail(struct core_answer *a, uint8_t code, uint32_t lane)
{
    a->fault = (struct core_fault){code, a->rm.warp, (uint8_t)lane, a->rm.v.pc};
}

static void of_global(const struct core_state *s, const struct core_mem_rsp *r,
                      struct core_answer *a)
{
    const uint32_t warp = r->tag >> 3;
    const struct core_slot *slot = &s->warp[warp % CORE_MAX_WARPS].global[r->tag & 7];

    if (warp >= s->params.warps || !(s->warp[warp].global_busy >> (r->tag & 7) & 1))
        return;
    a->slot = r->tag & 7;
    begin(a, warp, slot->pc, slot->dst, slot->lanes);
    for (uint32_t todo = a->rm.v.mask; todo; todo &= todo - 1) {
        const uint32_t n = (uint32_t)__builtin_ctz(todo), at = slot->offset[n];

        a->rm.v.data[n] = slot->op == LOAD
                              ? predicate_extend(r->data[at / 4] >> (8 * (at % 4)), slot->size)
                              : r->data[0];
    }
    if (r->status)
        fail(a, CORE_MEMORY, (uint32_t)__builtin_ctz(slot->lanes));
}

static void of_local(const struct core_state *s, const struct core_local_rsp *r,
                     struct core_answer *a)
{
    const uint32_t warp = r->tag >> 3;
    const struct core_slot *slot = &s->warp[warp % CORE_MAX_WARPS].local[r->tag & 7];

    if (warp >= s->params.warps || !(s->warp[warp].local_busy >> (r->tag & 7) & 1))
        return;
    a->slot = r->tag & 7;
    begin(a, warp, slot->pc, slot->dst, slot->lanes);
    for (uint32_t todo = a->rm.v.mask; todo; todo &= todo - 1) {
        const uint32_t n = (uint32_t)__builtin_ctz(todo);

        a->rm.v.data[n] = slot->op == LOAD ? predicate_extend(r->data[n], slot->size) : r->data[n];
    }
    if (r->error)
        fail(a, CORE_MEMORY, (uint32_t)__builtin_ctz(r->error));
}

static void of_value(const struct core_state *s, const struct core_value *v, struct core_answer *a)
{
    const struct core_warp *w = &s->warp[v->pr];

    if (v->pr >= s->params.warps || !w->wanted)
        return;
    begin(a, v->pr, w->wanted_pc, w->wanted_dst, w->wanted_lanes);
    a->array = 1;
    for (uint32_t todo = a->rm.v.mask; todo; todo &= todo - 1) {
        const uint32_t n = (uint32_t)__builtin_ctz(todo);

        a->rm.v.data[n] = v->data[n];
    }
    if (v->status)
        fail(a, CORE_MESSAGE, v->status);
}

void core_look_at_answer(const struct core_state *s, const struct core_inputs *in,
                         struct core_answer *a)
{
    a->taken = a->good = a->array = 0;
    a->fault.code = 0;
    if (in->mem_rsp_valid && core_answer_ready(s, in, CORE_FROM_MEM)) {
        a->port = CORE_FROM_MEM;
        of_global(s, &in->mem_rsp, a);
    } else if (in->local_rsp_valid && core_answer_ready(s, in, CORE_FROM_LOCAL)) {
        a->port = CORE_FROM_LOCAL;
        of_local(s, &in->local_rsp, a);
    } else if (in->value_valid && core_answer_ready(s, in, CORE_FROM_VALUE)) {
        a->port = CORE_FROM_VALUE;
        of_value(s, &in->value, a);
    } else {
        return;
    }
    a->taken = 1;
}

void core_take_answer(struct core_state *s, const struct core_answer *a)
{
    struct core_warp *w;

    if (a->taken)
        s->turn = (uint8_t)((a->port + 1u) % ports);
    if (!a->good)
        return;
    w = &s->warp[a->rm.warp];
    s->rm = a->rm;
    s->rm_array = a->array;
    if (a->port == CORE_FROM_MEM)
        w->global_busy &= (uint8_t) ~(1u << a->slot);
    else if (a->port == CORE_FROM_LOCAL)
        w->local_busy &= (uint8_t) ~(1u << a->slot);
    else
        w->wanted = 0;
}

void core_write_back(struct core_state *s)
{
    struct core_warp *w = &s->warp[s->rm.warp];

    if (!s->rm.v.valid)
        return;
    s->rm.v.valid = 0;
    predicate_retire_vector(&w->w, &s->rm.v);
    if (s->rm_array)
        w->in_array &= ~s->rm.writes;
    else if (s->rm.writes && --w->left[__builtin_ctzll(s->rm.writes)] == 0)
        w->in_memory &= ~s->rm.writes;
}
