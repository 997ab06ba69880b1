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
    if (!power_of_two(p->sets, 2, 64))
        return "sets must be 2, 4, 8, 16, 32 or 64";
    if (!power_of_two(p->ways, 1, ZCACHE_MAX_WAYS))
        return "ways must be 1, 2, 4 or 8";
    if (!power_of_two(p->line, 16, 64))
        return "line must be 16, 32 or 64";
    if (p->surfaces < 1 || p->surfaces > ZCACHE_MAX_SURFACES)
        return "surfaces must be 1 to 8";
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

static void go(struct zcache_state *s, enum zcache_phase phase)
{
    s->phase = (uint8_t)phase;
    s->mem_valid = 0;
}

/* Go to a phase with something for memory; data NULL is zeros. */
static void send(struct zcache_state *s, enum zcache_phase phase, enum zcache_kind kind,
                 uint32_t addr, const uint32_t *data)
{
    go(s, phase);
    s->mem_valid = 1;
    s->mem.kind = (uint8_t)kind;
    s->mem.addr = addr;
    if (data)
        memcpy(s->mem.data, data, sizeof s->mem.data);
    else
        memset(s->mem.data, 0, sizeof s->mem.data);
}

static void respond(struct zcache_state *s, uint8_t status)
{
    s->rsp.status = status;
    s->rsp.tag = s->req.tag;
    if (status != ZCACHE_OK || s->req.op != ZCACHE_LOAD)
        memset(s->rsp.data, 0, sizeof s->rsp.data);
    go(s, ZCACHE_RSP);
}

static void finish(struct zcache_state *s, enum zcache_found found, const uint32_t *data)
{
    if (found != ZCACHE_HIT)
        zcache_allocate(s, found, data);
    zcache_apply(s, found);
    respond(s, ZCACHE_OK);
}

/* --- write-back --- */

static bool is_zero(const uint32_t *data, uint32_t words)
{
    uint32_t any = 0;

    for (uint32_t w = 0; w < words; ++w)
        any |= data[w];
    return any == 0;
}

static void write_line(struct zcache_state *s)
{
    if (s->back.zero)
        go(s, s->back.phase);
    else
        send(s, ZCACHE_W_LINE, ZCACHE_WRITE, s->back.addr, s->back.data);
}

static void start_back(struct zcache_state *s, uint32_t slot, enum zcache_phase phase)
{
    const struct zcache_line *l = &s->line[slot];
    const struct zcache_surface *owner = zcache_owner_of(s, l->addr);
    struct zcache_back *b = &s->back;

    b->addr = l->addr;
    b->phase = (uint8_t)phase;
    b->zero = l->zero;
    if (l->zero) {
        ++s->counters.array_reads_bypassed;
    } else {
        ++s->counters.array_reads;
        memcpy(b->data, s->data[slot], sizeof b->data);
        b->zero = owner && is_zero(b->data, s->params.line / 4);
    }
    s->counters.mem_writes_bypassed += b->zero;
    if (owner)
        send(s, ZCACHE_W_META, ZCACHE_META_READ, zcache_entry(owner, l->addr), NULL);
    else
        write_line(s);
}

static void change_entry(struct zcache_state *s, uint32_t entry)
{
    const struct zcache_back *b = &s->back;
    const struct zcache_surface *owner = zcache_owner_of(s, b->addr);
    const uint32_t bit = b->addr % owner->lines;

    if ((entry >> bit & 1) == b->zero) {
        write_line(s);
    } else {
        const uint32_t data[16] = {(entry ^ 1u << bit) & (uint32_t)zcache_ones(owner->lines)};

        send(s, ZCACHE_W_STORE, ZCACHE_META_WRITE, zcache_entry(owner, b->addr), data);
    }
}

/* --- surfaces --- */

static void sweep_read(struct zcache_state *s)
{
    const struct zcache_surface *mine = &s->surface[s->req.surface];

    send(s, ZCACHE_D_READ, ZCACHE_META_READ, zcache_entry(mine, s->sweep.at), NULL);
}

static void sweep_next(struct zcache_state *s)
{
    struct zcache_surface *mine = &s->surface[s->req.surface];

    if (s->sweep.at + mine->lines > mine->last) {
        mine->enabled = 0;
        respond(s, ZCACHE_OK);
    } else {
        s->sweep.at += mine->lines;
        sweep_read(s);
    }
}

static void sweep_line(struct zcache_state *s)
{
    const struct zcache_sweep *w = &s->sweep;
    const uint32_t addr = w->at + w->j;

    if ((w->bits >> w->j & 1) && zcache_owner_of(s, addr) == &s->surface[s->req.surface])
        send(s, ZCACHE_D_LINE, ZCACHE_WRITE, addr, NULL);
    else
        go(s, ZCACHE_D_LINE);
}

static void sweep_advance(struct zcache_state *s)
{
    const struct zcache_surface *mine = &s->surface[s->req.surface];

    if (s->sweep.j + 1 == mine->lines) {
        send(s, ZCACHE_D_STORE, ZCACHE_META_WRITE, zcache_entry(mine, s->sweep.at), NULL);
    } else {
        ++s->sweep.j;
        sweep_line(s);
    }
}

static void sweep_entry(struct zcache_state *s, uint32_t entry)
{
    s->sweep.bits = (uint8_t)(entry & zcache_ones(s->surface[s->req.surface].lines));
    s->sweep.j = 0;
    if (s->sweep.bits)
        sweep_line(s);
    else
        sweep_next(s);
}

static uint8_t check_surface(const struct zcache_state *s)
{
    const struct zcache_req *q = &s->req;

    if (!s->clean)
        return ZCACHE_NOT_CLEAN;
    if (q->surface >= s->params.surfaces || (q->enable && s->surface[q->surface].enabled))
        return ZCACHE_BAD_SURFACE;
    if (q->enable && ((q->lines != 2 && q->lines != 4) || q->last < q->addr ||
                      q->addr % q->lines != 0 || (q->last + 1) % q->lines != 0))
        return ZCACHE_BAD_RANGE;
    return ZCACHE_OK;
}

static void change_surface(struct zcache_state *s)
{
    const struct zcache_req *q = &s->req;
    const uint8_t status = check_surface(s);
    struct zcache_surface *mine = &s->surface[q->surface];

    if (status == ZCACHE_OK && q->enable) {
        mine->enabled = 1;
        mine->lines = q->lines;
        mine->first = q->addr;
        mine->last = q->last;
        mine->meta = q->meta;
    } else if (status == ZCACHE_OK && mine->enabled) {
        s->sweep.at = mine->first;
        sweep_read(s);
        return;
    }
    respond(s, status);
}

/* --- requests --- */

static void access_line(struct zcache_state *s)
{
    const struct zcache_line *victim;

    s->clean = 0;
    if (zcache_find(s, &s->slot)) {
        finish(s, ZCACHE_HIT, NULL);
        return;
    }
    victim = &s->line[s->slot];
    if (victim->valid && victim->dirty)
        start_back(s, s->slot, ZCACHE_FILL);
    else
        go(s, ZCACHE_FILL);
}

static void look(struct zcache_state *s)
{
    switch (s->req.op) {
    case ZCACHE_LOAD:
    case ZCACHE_STORE:
        access_line(s);
        break;
    case ZCACHE_FLUSH:
        s->slot = 0;
        go(s, ZCACHE_FLUSHING);
        break;
    case ZCACHE_SURFACE:
        change_surface(s);
        break;
    default:
        respond(s, ZCACHE_BAD_OP);
    }
}

static void fill(struct zcache_state *s)
{
    const struct zcache_surface *owner = zcache_owner_of(s, s->req.addr);

    if (s->req.op == ZCACHE_STORE && zcache_full_mask(s))
        finish(s, ZCACHE_COVERED, NULL);
    else if (owner)
        send(s, ZCACHE_M_READ, ZCACHE_META_READ, zcache_entry(owner, s->req.addr), NULL);
    else
        send(s, ZCACHE_L_READ, ZCACHE_READ, s->req.addr, NULL);
}

static void fill_entry(struct zcache_state *s, uint32_t entry)
{
    const struct zcache_surface *owner = zcache_owner_of(s, s->req.addr);

    if (entry >> s->req.addr % owner->lines & 1) {
        ++s->counters.mem_reads_bypassed;
        finish(s, ZCACHE_ZERO_FILL, NULL);
    } else {
        send(s, ZCACHE_L_READ, ZCACHE_READ, s->req.addr, NULL);
    }
}

static void flush(struct zcache_state *s)
{
    struct zcache_line *l = &s->line[s->slot];

    if (s->slot == s->params.sets * s->params.ways) {
        s->clean = 1;
        respond(s, ZCACHE_OK);
        return;
    }
    if (l->valid && l->dirty)
        start_back(s, s->slot, ZCACHE_FLUSHING);
    l->valid = 0;
    ++s->slot;
}

static void reply(struct zcache_state *s, const struct zcache_fill *f)
{
    switch (s->phase) {
    case ZCACHE_W_IN:
        change_entry(s, f->data[0]);
        break;
    case ZCACHE_M_IN:
        fill_entry(s, f->data[0]);
        break;
    case ZCACHE_D_IN:
        sweep_entry(s, f->data[0]);
        break;
    default:
        finish(s, ZCACHE_FILLED, f->data);
    }
}

/* What was shown to memory has gone. */
static void sent(struct zcache_state *s)
{
    struct zcache_counters *c = &s->counters;
    uint32_t *const counter[] = {&c->mem_reads, &c->mem_writes, &c->meta_reads, &c->meta_writes};

    ++*counter[s->mem.kind];
    switch (s->phase) {
    case ZCACHE_W_META:
        go(s, ZCACHE_W_IN);
        break;
    case ZCACHE_W_STORE:
        write_line(s);
        break;
    case ZCACHE_W_LINE:
        go(s, s->back.phase);
        break;
    case ZCACHE_M_READ:
        go(s, ZCACHE_M_IN);
        break;
    case ZCACHE_L_READ:
        go(s, ZCACHE_L_IN);
        break;
    case ZCACHE_D_READ:
        go(s, ZCACHE_D_IN);
        break;
    case ZCACHE_D_LINE:
        sweep_advance(s);
        break;
    default:
        sweep_next(s);
    }
}

static void edge(struct zcache_state *s, const struct zcache_inputs *in, bool takes_fill)
{
    if (s->mem_valid) {
        if (in->mem_ready)
            sent(s);
    } else if (takes_fill) {
        if (in->fill_valid)
            reply(s, &in->fill);
    } else if (s->phase == ZCACHE_IDLE) {
        if (in->req_valid) {
            s->req = in->req;
            go(s, ZCACHE_LOOK);
        }
    } else if (s->phase == ZCACHE_RSP) {
        if (in->rsp_ready)
            go(s, ZCACHE_IDLE);
    } else if (s->phase == ZCACHE_LOOK) {
        look(s);
    } else if (s->phase == ZCACHE_FILL) {
        fill(s);
    } else if (s->phase == ZCACHE_FLUSHING) {
        flush(s);
    } else {
        sweep_advance(s); /* D_LINE without a line to write */
    }
}

void zcache_step(struct zcache_state *s, const struct zcache_inputs *in, struct zcache_outputs *out)
{
    const bool takes_fill = s->phase == ZCACHE_W_IN || s->phase == ZCACHE_M_IN ||
                            s->phase == ZCACHE_L_IN || s->phase == ZCACHE_D_IN;
    const struct zcache_counters *c = &s->counters;

    out->req_ready = s->phase == ZCACHE_IDLE;
    out->fill_ready = takes_fill;
    out->mem_valid = s->mem_valid;
    if (s->mem_valid)
        out->mem = s->mem;
    out->rsp_valid = s->phase == ZCACHE_RSP;
    if (out->rsp_valid)
        out->rsp = s->rsp;
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

    if (in->rst)
        zcache_reset(s);
    else
        edge(s, in, takes_fill);
}
