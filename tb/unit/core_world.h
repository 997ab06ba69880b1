/*
 * core_world.h - the golden models of core, gateway and slm connected port to port, with a global
 * memory that answers out of order and late, and messages that complete late.
 */
#ifndef UNIT_CORE_WORLD_H
#define UNIT_CORE_WORLD_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "gateway/gateway.h"
#include "numerics/numerics.h"
#include "predicate/asm.h"
#include "predicate/instructions.h"
#include "slm/slm.h"
#include "unit/random.h"

enum { LANES = 8, WARPS = 4, WORDS = 4096, PENDING = 64, FIFO = 4, HANG = 200000 };

static struct assay_rng rng;
static uint32_t stalls, latency; /* percent of cycles; cycles at most */

static struct core_state core;
static struct core_outputs core_out;
static struct gateway_state gateway;
static struct gateway_outputs gateway_out;
static struct slm_state slm;
static struct slm_outputs slm_out;
static uint32_t memory[WORDS]; /* addresses wrap around at its size */

/* FIFOs between the ports, so that no ready depends on another ready in the same cycle. */
#define QUEUE(type)             \
    struct {                    \
        struct type item[FIFO]; \
        unsigned head, tail;    \
    }
#define COUNT(q) ((q).tail - (q).head)
#define ROOM(q) (COUNT(q) < FIFO && !assay_rng_percent(&rng, stalls))
#define PUT(q, x) ((q).item[(q).tail++ % FIFO] = (x))
#define FIRST(q) ((q).item[(q).head % FIFO])

static struct {
    QUEUE(core_gate) gate;
    QUEUE(core_wb) wb;
    QUEUE(core_reply) reply;
    QUEUE(core_fence) fence;
    QUEUE(core_ack) ack;
    QUEUE(core_abort) abort;
    QUEUE(core_local) local;
    QUEUE(core_local_rsp) local_rsp;
    struct gateway_cfg cfg[8];
    unsigned cfgs;
} q;

static struct request {
    bool used;
    uint32_t wait, age;
    struct core_mem mem;
} pending[PENDING];
static uint32_t age;

/* Notes and values still to be sent. */
static struct {
    bool note, value;
    uint32_t wait;
    uint8_t pr, tag;
} messages[PENDING];

/* --- global memory --- */

static inline uint32_t atomic(const struct core_mem *m, uint32_t old)
{
    const uint32_t a = m->data[0];
    const bool less = (int32_t)a < (int32_t)old;

    switch (m->op) {
    case PREDICATE_ATOM_EXCH:
        return a;
    case PREDICATE_ATOM_ADD:
        return old + a;
    case PREDICATE_ATOM_AND:
        return old & a;
    case PREDICATE_ATOM_OR:
        return old | a;
    case PREDICATE_ATOM_XOR:
        return old ^ a;
    case PREDICATE_ATOM_MIN:
        return less ? a : old;
    case PREDICATE_ATOM_MAX:
        return less ? old : a;
    case PREDICATE_ATOM_MINU:
        return a < old ? a : old;
    case PREDICATE_ATOM_MAXU:
        return a < old ? old : a;
    case PREDICATE_ATOM_CAS:
        return old == m->data[1] ? a : old;
    default:
        return assay_f32_add(old, a);
    }
}

/* Performs a request on *line and returns the answer. */
static inline struct core_mem_rsp perform(const struct core_mem *m, uint32_t *line)
{
    struct core_mem_rsp r = {.tag = m->tag};

    if (m->op == 0) {
        memcpy(r.data, line, sizeof r.data);
    } else if (m->op == 1) {
        for (uint32_t i = 0; i < CORE_LINE; ++i)
            if (m->mask >> i & 1)
                line[i / 4] = (line[i / 4] & ~(0xFFu << (8 * (i % 4)))) |
                              (m->data[i / 4] & 0xFFu << (8 * (i % 4)));
    } else {
        r.data[0] = line[m->word];
        line[m->word] = atomic(m, line[m->word]);
    }
    return r;
}

/* Returns a request whose delay is over and that has no older request to the same line, or NULL. */
static inline struct request *due(void)
{
    const uint32_t from = assay_rng_below(&rng, PENDING);

    for (uint32_t i = 0; i < PENDING; ++i) {
        struct request *p = &pending[(from + i) % PENDING];
        bool first = p->used && p->wait == 0;

        for (uint32_t k = 0; k < PENDING && first; ++k)
            first = !pending[k].used ||
                    pending[k].mem.addr % (WORDS / 16) != p->mem.addr % (WORDS / 16) ||
                    pending[k].age >= p->age;
        if (first)
            return p;
    }
    return NULL;
}

static inline struct request *room(void)
{
    for (uint32_t i = 0; i < PENDING; ++i)
        if (!pending[i].used)
            return &pending[i];
    return NULL;
}

/* --- a cycle --- */

/* The request being answered, until its answer is taken. */
static struct request *answered;
static uint32_t answered_line[CORE_LINE / 4];
static struct core_mem_rsp answer;

static inline uint32_t *line_of(const struct request *p)
{
    return &memory[p->mem.addr * (CORE_LINE / 4) % WORDS];
}

static inline void from_memory(struct core_inputs *in)
{
    for (uint32_t i = 0; i < PENDING; ++i)
        pending[i].wait -= pending[i].used && pending[i].wait;
    if (!answered) {
        answered = due();
        if (answered) {
            memcpy(answered_line, line_of(answered), sizeof answered_line);
            answer = perform(&answered->mem, answered_line);
        }
    }
    in->mem_rsp_valid = answered != NULL;
    in->mem_rsp = answer;
}

static int offered; /* index of the value being offered, until it is taken; -1 if none */

static inline void from_messages(struct core_inputs *in)
{
    for (int i = 0; i < PENDING; ++i) {
        messages[i].wait -= messages[i].wait != 0;
        if (messages[i].wait)
            continue;
        if (messages[i].note && !in->note_valid) {
            in->note_valid = 1;
            in->note = (struct core_note){messages[i].pr, messages[i].tag, 0};
            messages[i].note = false;
        } else if (messages[i].value && offered < 0) {
            offered = i;
        }
    }
    in->value_valid = offered >= 0;
    if (offered >= 0) {
        in->value.pr = messages[offered].pr;
        for (uint32_t n = 0; n < LANES; ++n)
            in->value.data[n] = 100 + n;
    }
}

static inline void to_messages(const struct core_off *o)
{
    uint32_t i = 0;

    while (messages[i].note || messages[i].value)
        ++i;
    assert_true(i < PENDING);
    messages[i].note = o->kind == CORE_MOVE || (o->kind == CORE_DPAS && !(o->a >> CORE_KEEP & 1));
    messages[i].value = o->kind == CORE_GET || o->kind == CORE_PACK;
    messages[i].wait = 1 + assay_rng_below(&rng, latency);
    messages[i].pr = o->warp;
    messages[i].tag = o->tag;
}

#define TAKE(queue, valid, payload) \
    do {                            \
        valid = COUNT(queue) != 0;  \
        if (valid)                  \
            payload = FIRST(queue); \
    } while (0)

static inline void core_cycle(const struct core_start *start)
{
    struct core_inputs in = {.rdata_ready = 1, .end_ready = 1};
    struct request *free_place = room();

    if (start) {
        in.start_valid = 1;
        in.start = *start;
    }
    from_memory(&in);
    from_messages(&in);
    TAKE(q.wb, in.wb_valid, in.wb);
    TAKE(q.reply, in.reply_valid, in.reply);
    TAKE(q.fence, in.fence_valid, in.fence);
    TAKE(q.local_rsp, in.local_rsp_valid, in.local_rsp);
    in.mem_ready = free_place && !assay_rng_percent(&rng, stalls);
    in.local_ready = ROOM(q.local);
    in.gate_ready = ROOM(q.gate);
    in.ack_ready = ROOM(q.ack);
    in.abort_ready = COUNT(q.abort) < FIFO;
    in.off_ready = !assay_rng_percent(&rng, stalls);
    core_step(&core, &in, &core_out);
    q.wb.head += in.wb_valid;
    q.reply.head += in.reply_valid;
    q.fence.head += in.fence_valid;
    q.local_rsp.head += in.local_rsp_valid && core_out.local_rsp_ready;
    if (answered && core_out.mem_rsp_ready) {
        memcpy(line_of(answered), answered_line, sizeof answered_line);
        answered->used = false;
        answered = NULL;
    }
    if (offered >= 0 && core_out.value_ready) {
        messages[offered].value = false;
        offered = -1;
    }
    if (core_out.mem_valid && in.mem_ready)
        *free_place = (struct request){true, assay_rng_below(&rng, latency), age++, core_out.mem};
    if (core_out.local_valid && in.local_ready)
        PUT(q.local, core_out.local);
    if (core_out.gate_valid && in.gate_ready)
        PUT(q.gate, core_out.gate);
    if (core_out.ack_valid && in.ack_ready)
        PUT(q.ack, core_out.ack);
    if (core_out.abort_valid && in.abort_ready)
        PUT(q.abort, core_out.abort);
    if (core_out.off_valid && in.off_ready)
        to_messages(&core_out.off);
}

static inline void gateway_cycle(void)
{
    struct gateway_inputs in = {0};

    in.wb_ready = ROOM(q.wb);
    in.reply_ready = ROOM(q.reply);
    in.fence_ready = ROOM(q.fence);
    in.msg_valid = COUNT(q.gate) != 0;
    if (in.msg_valid) {
        in.msg.sender = FIRST(q.gate).sender;
        in.msg.kind = FIRST(q.gate).kind;
        memcpy(in.msg.data, FIRST(q.gate).data, sizeof in.msg.data);
    }
    in.cfg_valid = q.cfgs != 0;
    if (q.cfgs)
        in.cfg = q.cfg[--q.cfgs];
    in.abort_valid = COUNT(q.abort) != 0;
    in.abort.id = FIRST(q.abort).id;
    in.ack_valid = COUNT(q.ack) != 0;
    in.ack.id = FIRST(q.ack).id;
    gateway_step(&gateway, &in, &gateway_out);
    q.gate.head += in.msg_valid && gateway_out.msg_ready;
    q.abort.head += in.abort_valid;
    q.ack.head += in.ack_valid;
    if (gateway_out.wb_valid && in.wb_ready) {
        const struct gateway_wb *w = &gateway_out.wb;

        PUT(q.wb,
            ((struct core_wb){w->id, w->beat, w->mask, w->result, w->sum, w->status, w->last}));
    }
    if (gateway_out.reply_valid && in.reply_ready) {
        const struct gateway_reply *r = &gateway_out.reply;

        PUT(q.reply, ((struct core_reply){r->thread, r->status, r->id, r->reg, r->data}));
    }
    if (gateway_out.fence_valid && in.fence_ready)
        PUT(q.fence, ((struct core_fence){gateway_out.fence.id, gateway_out.fence.scope}));
}

static inline void slm_cycle(void)
{
    struct slm_inputs in = {.req_valid = COUNT(q.local) != 0, .rsp_ready = ROOM(q.local_rsp)};
    const struct core_local *l = &FIRST(q.local);

    in.req.op = l->op;
    in.req.size = l->size;
    in.req.enable = l->enable;
    in.req.tag = l->tag;
    memcpy(in.req.addr, l->addr, sizeof in.req.addr);
    memcpy(in.req.data, l->data, sizeof in.req.data);
    memcpy(in.req.compare, l->compare, sizeof in.req.compare);
    slm_step(&slm, &in, &slm_out);
    q.local.head += in.req_valid && slm_out.req_ready;
    if (slm_out.rsp_valid && in.rsp_ready) {
        struct core_local_rsp r = {.error = slm_out.rsp.error, .tag = slm_out.rsp.tag};

        memcpy(r.data, slm_out.rsp.data, sizeof r.data);
        PUT(q.local_rsp, r);
    }
}

static inline void cycle(const struct core_start *start)
{
    core_cycle(start);
    gateway_cycle();
    slm_cycle();
}

static inline void boot(void)
{
    const struct core_params c = {WARPS, LANES, 256};
    const struct gateway_params g = {16, 32, 4};
    const struct slm_params l = {16, 16, LANES};

    core_init(&core, &c);
    gateway_init(&gateway, &g);
    slm_init(&slm, &l);
    memset(memory, 0, sizeof memory);
    memset(&q, 0, sizeof q);
    memset(pending, 0, sizeof pending);
    memset(messages, 0, sizeof messages);
    answered = NULL;
    offered = -1;
    stalls = assay_rng_below(&rng, 3) * 30;
    latency = 1 + assay_rng_below(&rng, assay_rng_percent(&rng, 50) ? 10 : 300);
}

static inline void host(uint8_t space, uint32_t addr, uint32_t warp, uint32_t lane, uint64_t data)
{
    const struct core_inputs in = {
        .host_valid = 1,
        .host = {PREDICATE_WRITE, space, (uint16_t)addr, (uint8_t)warp, (uint8_t)lane, data}};

    core_step(&core, &in, &core_out);
    assert_true(core_out.host_ready);
}

/* Starts a group with two identifiers and 4 KB of local memory of its own. */
static inline void start(uint32_t first, uint32_t warps, uint32_t length, uint32_t limit)
{
    const struct core_start s = {.first = (uint8_t)first,
                                 .warps = (uint8_t)warps,
                                 .length = (uint16_t)length,
                                 .limit = limit,
                                 .group = first,
                                 .groups = WARPS,
                                 .local_base = (uint16_t)(64 * first),
                                 .local_lines = 64,
                                 .rows = 4,
                                 .bar_base = (uint8_t)(2 * first),
                                 .bars = 2};

    for (uint8_t i = 0; i < 2; ++i)
        q.cfg[q.cfgs++] =
            (struct gateway_cfg){(uint8_t)(s.bar_base + i), (uint16_t)warps, 1, s.first};
    cycle(&s);
    cycle(NULL);
    assert_true(q.cfgs == 0 && !core_out.start_bad);
}

/* Runs until all groups have ended. Returns the first trap, or 0. */
static inline uint32_t finish(void)
{
    uint32_t trap = 0;

    for (uint32_t i = 0; i < HANG; ++i) {
        cycle(NULL);
        if (core_out.end_valid && !trap)
            trap = core_out.end.trap;
        if (!core_out.in_use) {
            /* The core counts outstanding replies, so once it is idle none may still be on its
             * way. */
            assert_true(COUNT(q.gate) + COUNT(q.local) + COUNT(q.abort) + COUNT(q.ack) == 0);
            assert_null(due());
            return trap;
        }
    }
    fail_msg("a group does not end");
    return trap;
}

static inline uint32_t assemble(const char *program)
{
    static struct predicate_assembly a;
    struct predicate_asm_error e;
    char text[4096];

    snprintf(text, sizeof text, ".target core\n%s", program);
    if (!predicate_assemble(text, &a, &e))
        fail_msg("%u:%u: %s", e.line, e.column, e.text);
    for (uint32_t n = 0; n < a.length; ++n)
        host(PREDICATE_AT_CODE, n, 0, 0, a.code[n]);
    for (uint32_t n = 0; n < PREDICATE_REGS; ++n)
        host(PREDICATE_AT_C, n, 0, 0, n);
    return a.length;
}

#endif
