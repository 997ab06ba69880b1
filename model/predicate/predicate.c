/* predicate.c - the cycle: outputs, host, memory, retirement. Issue is in issue.c. */
#include "predicate/predicate.h"

#include <stddef.h>
#include <string.h>

#include "predicate/internal.h"

const char *predicate_check_params(const struct predicate_params *p)
{
    if (p->lanes != 4 && p->lanes != 8 && p->lanes != 16 && p->lanes != 32)
        return "lanes must be 4, 8, 16 or 32";
    return NULL;
}

void predicate_reset(struct predicate_state *s)
{
    /* Clears everything between params and the warp, whose registers are kept. */
    const size_t from = offsetof(struct predicate_state, running);
    const size_t to = offsetof(struct predicate_state, w);

    memset((char *)s + from, 0, to - from);
    predicate_warp_start(&s->w, 0, false);
    s->w.active = 0;
    memset(s->w.p, 0, sizeof s->w.p);
    memset(s->w.up, 0, sizeof s->w.up);
}

void predicate_init(struct predicate_state *s, const struct predicate_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
    predicate_warp_init(&s->w, p->lanes);
    s->w.special[PREDICATE_WARPS] = s->w.special[PREDICATE_GROUPS] = 1; /* one warp, one group */
}

/* --- outputs --- */

static bool request(const struct predicate_state *s, uint32_t *lane)
{
    const struct predicate_held *m = &s->held;

    if (!m->holds || !m->memory || !m->todo)
        return false;
    *lane = (uint32_t)__builtin_ctz(m->todo);
    return predicate_address_trap(m->addr[*lane], predicate_size_bytes(m->size)) ==
           PREDICATE_NO_TRAP;
}

/* The low bits that a store writes. */
static uint32_t stored(const struct predicate_held *m, uint32_t lane)
{
    const uint32_t bytes = predicate_size_bytes(m->size);

    return bytes == 4 ? m->data[lane] : m->data[lane] & ((1u << (8 * bytes)) - 1);
}

static bool busy(const struct predicate_state *s)
{
    return s->running || s->in_flight;
}

static void outputs(const struct predicate_state *s, const struct predicate_inputs *in,
                    struct predicate_outputs *out)
{
    const struct predicate_vector *v = &s->vector[s->now & 3];
    const struct predicate_scalar *u = &s->scalar[s->now & 3];
    static const uint32_t nothing[32] = {0};
    uint32_t lane = 0;

    out->host_ready = !busy(s) && (!s->rdata_valid || in->rdata_ready);
    out->rdata_valid = s->rdata_valid;
    out->rdata = s->rdata;
    out->busy = busy(s);
    out->done = s->finished && !busy(s);
    out->trap = s->trap;
    out->trap_pc = s->trap_pc;
    out->pc = s->w.pc;
    out->active = s->w.active;
    out->depth = s->w.depth;
    out->issue = s->issue;
    /*
     * Set field by field: clearing the whole struct first would cost more than the rest of the
     * cycle.
     */
    out->rv_valid = v->valid;
    out->rs_valid = u->valid;
    if (v->valid) {
        out->rv_pc = (uint8_t)v->pc;
        out->rv_dst = v->dst;
        out->rv_mask = v->mask;
        out->rv_pred = v->pred;
    } else {
        out->rv_pc = out->rv_dst = 0;
        out->rv_mask = out->rv_pred = 0;
    }
    memcpy(out->rv_data, v->valid ? v->data : nothing, sizeof out->rv_data);
    out->rs_pc = u->valid ? (uint8_t)u->pc : 0;
    out->rs_dst = u->valid ? u->dst : 0;
    out->rs_mask = u->valid ? u->mask : 0;
    out->rs_data = u->valid ? u->data : 0;
    out->mem_valid = request(s, &lane);
    out->mem_write = out->mem_valid && s->held.store;
    out->mem_lane = out->mem_valid ? (uint8_t)lane : 0;
    out->mem_size = out->mem_valid ? (uint8_t)(predicate_size_bytes(s->held.size) / 2) : 0;
    out->mem_addr = out->mem_valid ? (uint16_t)s->held.addr[lane] : 0;
    out->mem_data = out->mem_write ? stored(&s->held, lane) : 0;
    out->n_pred = s->n.pred;
    out->n_uniform = s->n.uniform;
    out->n_scalar = s->n.scalar;
    out->n_vector = s->n.vector;
    out->n_pairs = s->n.pairs;
    out->n_disabled = s->n.disabled;
    out->n_bra_uniform = s->n.bra_uniform;
    out->n_bra_divergent = s->n.bra_divergent;
    out->n_stalls = s->n_stalls;
}

/* --- the clock edge --- */

/* Writes what retires in this cycle. Comes after issue, which must still find it pending. */
static void retire(struct predicate_state *s)
{
    struct predicate_vector *v = &s->vector[s->now & 3];
    struct predicate_scalar *u = &s->scalar[s->now & 3];

    if (v->valid) {
        v->valid = 0;
        s->vector_writes[s->now & 3] = 0;
        --s->in_flight;
        predicate_retire_vector(&s->w, v);
    }
    if (u->valid) {
        u->valid = 0;
        s->scalar_writes[s->now & 3] = 0;
        --s->in_flight;
        predicate_retire_scalar(&s->w, u);
    }
}

static void store(struct predicate_state *s, uint32_t addr, uint32_t bytes, uint32_t data)
{
    const uint32_t shift = 8 * (addr % 4);
    const uint32_t mask = (bytes == 4 ? UINT32_MAX : (1u << (8 * bytes)) - 1) << shift;
    uint32_t *word = &s->data[addr / 4];

    *word = (*word & ~mask) | (data << shift & mask);
}

/* One cycle of an ld or st that holds issue. */
static void memory(struct predicate_state *s)
{
    struct predicate_held *m = &s->held;
    uint32_t lane;

    if (request(s, &lane)) {
        const uint32_t bit = UINT32_C(1) << lane, a = m->addr[lane];

        m->todo &= ~bit;
        if (m->store) {
            store(s, a, predicate_size_bytes(m->size), m->data[lane]);
        } else {
            m->v.mask |= bit;
            m->v.data[lane] = predicate_extend(s->data[a / 4] >> (8 * (a % 4)), m->size);
        }
    } else if (m->todo) {
        m->todo = 0;
        s->trap = predicate_address_trap(m->addr[lane], predicate_size_bytes(m->size));
        s->trap_pc = m->v.pc;
        s->running = 0;
    }
}

/* One cycle of the instruction that holds issue. */
static void hold(struct predicate_state *s)
{
    struct predicate_held *m = &s->held;

    if (m->holds && m->memory)
        memory(s);
    else if (m->holds)
        --m->cycles;
    if (m->holds && !(m->memory ? m->todo != 0 : m->cycles != 0)) {
        const uint32_t slot = (s->now + PREDICATE_VECTOR_LATENCY - 1) & 3;

        m->holds = 0;
        s->vector[slot] = m->v;
        s->vector_writes[slot] = m->writes;
    }
    if (s->held_scalar.cycles && --s->held_scalar.cycles == 0) {
        const uint32_t slot = (s->now + PREDICATE_SCALAR_LATENCY - 1) & 3;

        s->scalar[slot] = s->held_scalar.e;
        s->scalar_writes[slot] = s->held_scalar.writes;
    }
}

static void write(struct predicate_state *s, const struct predicate_host *h)
{
    switch (h->space) {
    case PREDICATE_AT_CODE:
        s->code[h->addr % PREDICATE_WORDS] = h->data;
        s->known[h->addr % PREDICATE_WORDS] = 0;
        break;
    case PREDICATE_AT_DATA:
        s->data[h->addr % PREDICATE_DATA] = (uint32_t)h->data;
        break;
    default:
        predicate_warp_write(&s->w, h->space, h->addr, h->lane, h->data);
        break;
    }
}

static uint64_t read(const struct predicate_state *s, const struct predicate_host *h)
{
    switch (h->space) {
    case PREDICATE_AT_CODE:
        return s->code[h->addr % PREDICATE_WORDS];
    case PREDICATE_AT_DATA:
        return s->data[h->addr % PREDICATE_DATA];
    default:
        return predicate_warp_read(&s->w, h->space, h->addr, h->lane);
    }
}

static void start(struct predicate_state *s, uint64_t data)
{
    const uint32_t length = data & 0x1FF;

    if (s->trap)
        return;
    s->running = 1;
    s->finished = 0;
    s->length = (uint16_t)(length < PREDICATE_WORDS ? length : PREDICATE_WORDS);
    predicate_warp_start(&s->w, 0, data >> 9 & 1);
    s->left = data >> 16 & 0xFFFF;
    s->limited = s->left != 0;
    memset(&s->n, 0, sizeof s->n);
    s->n_stalls = 0;
}

static void host(struct predicate_state *s, const struct predicate_host *h)
{
    switch (h->op) {
    case PREDICATE_WRITE:
        write(s, h);
        break;
    case PREDICATE_READ:
        s->rdata_valid = 1;
        s->rdata.data = read(s, h);
        break;
    case PREDICATE_START:
        start(s, h->data);
        break;
    case PREDICATE_CLEAR:
        s->trap = 0;
        s->trap_pc = 0;
        s->finished = 0;
        break;
    default:
        break;
    }
}

static void run(struct predicate_state *s)
{
    const bool running = s->running;

    s->issue = 0;
    if (s->held.holds || s->held_scalar.cycles)
        hold(s);
    else if (running)
        predicate_issue(s);
    if (running) {
        s->n_stalls += !s->issue;
        if (s->left)
            --s->left;
    }
    retire(s);
    ++s->now;
}

void predicate_step(struct predicate_state *s, const struct predicate_inputs *in,
                    struct predicate_outputs *out)
{
    outputs(s, in, out);
    if (in->rst) {
        predicate_reset(s);
        return;
    }
    if (s->rdata_valid && in->rdata_ready)
        s->rdata_valid = 0;
    if (busy(s))
        run(s);
    else {
        s->issue = 0;
        if (in->host_valid && out->host_ready)
            host(s, &in->host);
    }
}
