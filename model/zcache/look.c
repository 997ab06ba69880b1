/* look.c - LOOK, the stage that looks up a request. */
#include <string.h>

#include "zcache/internal.h"

/* The MSHR whose line part has the address; -1: none. */
static int mshr_of_line(const struct zcache_state *s, uint32_t addr)
{
    for (uint64_t m = s->lines; m; m &= m - 1)
        if (s->mshr[lowest_one(m)].addr == addr)
            return (int)lowest_one(m);
    return -1;
}

static bool is_victim(const struct zcache_state *s, uint32_t addr)
{
    for (uint64_t m = s->undecided | s->sent; m; m &= m - 1)
        if (s->mshr[lowest_one(m)].v_addr == addr)
            return true;
    return false;
}

static uint64_t free_mshrs(const struct zcache_state *s, uint64_t lines)
{
    return ~(lines | s->undecided | s->sent) & low_ones(s->params.mshrs);
}

static bool is_quick(const struct zcache_state *s, const struct zcache_req *q, uint32_t slot,
                     bool *zero)
{
    const struct zcache_line *l = &s->line[slot];
    const struct zcache_surface *owner = zcache_owner_of(s, q->addr);
    int meta;

    *zero = false;
    if ((l->valid && l->dirty) || is_victim(s, q->addr))
        return false;
    if (zcache_full_store(s, q))
        return true;
    if (!owner || zcache_is_atomic(q->op))
        return false;
    meta = zcache_at_hand(s, zcache_entry(owner, q->addr));
    *zero = meta >= 0 &&
            zcache_get_entry(s, meta, zcache_entry(owner, q->addr)) >> q->addr % owner->lines & 1;
    return *zero;
}

static void miss(const struct zcache_state *s, const struct zcache_req *q, struct zcache_edge *e)
{
    const int slot = zcache_find_victim(s, q->addr);

    if (slot < 0)
        return;
    e->slot = (uint32_t)slot;
    e->found = is_quick(s, q, e->slot, &e->zero) ? ZCACHE_QUICK : ZCACHE_MISS;
}

static void look_up(const struct zcache_state *s, const struct zcache_req *q, struct zcache_edge *e)
{
    const int joined = mshr_of_line(s, q->addr);
    int slot;

    if (joined >= 0) {
        e->mshr = (uint32_t)joined;
        if (s->mshr[joined].n < ZCACHE_JOINS)
            e->found = ZCACHE_JOIN;
        return;
    }
    slot = zcache_find(s, q->addr);
    if (slot >= 0) {
        e->found = ZCACHE_HIT;
        e->slot = (uint32_t)slot;
    } else {
        miss(s, q, e);
    }
}

/* For a flush, a surface request or a fence. */
static void look_at_other(const struct zcache_state *s, const struct zcache_req *q,
                          struct zcache_edge *e)
{
    const bool last = s->look.step == ZCACHE_LAST && e->quiet;

    if (q->op == ZCACHE_FENCE) {
        e->found = e->quiet ? ZCACHE_ANSWER : ZCACHE_WAIT;
    } else if (q->op == ZCACHE_FLUSH) {
        e->found = last ? ZCACHE_ANSWER : ZCACHE_STEP;
    } else {
        e->status = zcache_check_surface(s, q);
        if (e->status == ZCACHE_OK && !q->enable && s->surface[q->surface].enabled)
            e->found = last ? ZCACHE_ANSWER : ZCACHE_STEP;
        else
            e->found = ZCACHE_ANSWER;
    }
}

void zcache_look_at(const struct zcache_state *s, struct zcache_edge *e)
{
    const struct zcache_req *q = &s->look.req;

    e->found = ZCACHE_WAIT;
    e->status = ZCACHE_OK;
    if (!s->look.valid)
        return;
    if (zcache_is_atomic(q->op) && q->word >= s->params.line / 4) {
        e->status = ZCACHE_BAD_WORD;
        e->found = ZCACHE_ANSWER;
    } else if (q->op == ZCACHE_LOAD || q->op == ZCACHE_STORE || zcache_is_atomic(q->op)) {
        look_up(s, q, e);
    } else {
        look_at_other(s, q, e);
    }
    e->look_wants =
        e->found == ZCACHE_QUICK || e->found == ZCACHE_ANSWER ||
        (e->found == ZCACHE_HIT && (q->op != ZCACHE_FADD || s->look.spent == ZCACHE_FADD_CYCLES));
}

void zcache_look_again(const struct zcache_state *s, struct zcache_edge *e)
{
    const bool finishes = e->finishes, same = e->mshr == s->serve.mshr;
    const uint64_t done = finishes ? UINT64_C(1) << s->serve.mshr : 0;
    const uint64_t free = free_mshrs(s, s->lines & ~done);

    if (e->found == ZCACHE_JOIN && finishes && same)
        e->found = ZCACHE_WAIT;
    if (e->found == ZCACHE_MISS && !free)
        e->found = ZCACHE_WAIT;
    if (e->found == ZCACHE_MISS)
        e->mshr = lowest_one(free);
}

/* --- at the clock edge, after SERVE --- */

/* Requests a prefetch of the metadata line that follows that of a line. */
static void ask_ahead(struct zcache_state *s, const struct zcache_surface *owner, uint32_t addr)
{
    const uint32_t in_line = 2 * s->params.line;
    const uint32_t entry = zcache_entry(owner, addr);
    const uint32_t entries_left = (owner->last - addr) / owner->lines;

    if (s->prefetch_valid || entry % in_line < in_line / 2 ||
        entries_left < in_line - entry % in_line)
        return;
    s->prefetch_valid = 1;
    s->prefetch = (entry / in_line + 1) % ((UINT32_C(1) << ZCACHE_ADDR_BITS) / in_line);
}

static void count_miss(struct zcache_state *s, const struct zcache_req *q)
{
    const struct zcache_surface *owner = zcache_owner_of(s, q->addr);

    ++s->counters.misses;
    if (!owner || zcache_full_store(s, q))
        return;
    if (zcache_at_hand(s, zcache_entry(owner, q->addr)) >= 0) {
        ++s->counters.meta_hits;
        ask_ahead(s, owner, q->addr);
    } else {
        ++s->counters.meta_misses;
    }
}

static void count_access(struct zcache_counters *c, enum zcache_found found, bool reads,
                         bool was_zero, enum zcache_done done)
{
    if (found == ZCACHE_HIT) {
        ++c->hits;
        if (reads)
            ++*(was_zero ? &c->array_reads_bypassed : &c->array_reads);
    }
    if (done == ZCACHE_WRITES)
        ++c->array_writes;
    else if (done == ZCACHE_MARKS || found == ZCACHE_QUICK)
        ++c->array_writes_bypassed;
}

/* Performs a hit or a quick miss. */
static void access_line(struct zcache_state *s, const struct zcache_edge *e)
{
    const struct zcache_req *q = &s->look.req;
    struct zcache_line *l = &s->line[e->slot];
    enum zcache_done done;
    uint8_t was_zero;

    if (e->found == ZCACHE_QUICK) {
        count_miss(s, q);
        s->counters.mem_reads_bypassed += e->zero;
        *l = (struct zcache_line){.addr = q->addr, .valid = 1, .zero = e->zero};
    }
    was_zero = l->zero;
    done = zcache_apply(s, q, s->data[e->slot], &l->zero, &l->dirty, &s->rsp);
    count_access(&s->counters, e->found, q->op != ZCACHE_STORE, was_zero, done);
    l->used = ++s->time;
}

static void enter_order(struct zcache_state *s, uint32_t mshr)
{
    s->order[s->n_order++] = (uint8_t)mshr;
}

static void start_back(struct zcache_state *s, uint32_t mshr, uint32_t slot)
{
    const struct zcache_line *l = &s->line[slot];
    struct zcache_mshr *m = &s->mshr[mshr];

    ++*(l->zero ? &s->counters.array_reads_bypassed : &s->counters.array_reads);
    m->v_addr = l->addr;
    m->v_zero = l->zero;
    memcpy(m->v_data, s->data[slot], sizeof m->v_data);
    s->undecided |= UINT64_C(1) << mshr;
}

static void start_miss(struct zcache_state *s, const struct zcache_edge *e)
{
    const struct zcache_req *q = &s->look.req;
    struct zcache_line *l = &s->line[e->slot];
    struct zcache_mshr *m = &s->mshr[e->mshr];

    count_miss(s, q);
    if (l->valid && l->dirty)
        start_back(s, e->mshr, e->slot);
    s->lines |= UINT64_C(1) << e->mshr;
    m->addr = q->addr;
    m->slot = e->slot;
    m->req[0] = *q;
    m->n = 1;
    enter_order(s, e->mshr);
    *l = (struct zcache_line){.addr = q->addr, .pending = 1, .used = ++s->time};
}

static void join(struct zcache_state *s, const struct zcache_edge *e)
{
    struct zcache_mshr *m = &s->mshr[e->mshr];

    ++s->counters.joins;
    m->req[m->n++] = s->look.req;
    s->line[m->slot].used = ++s->time;
}

bool zcache_scan(struct zcache_state *s, uint32_t slot)
{
    struct zcache_line *l = &s->line[slot];
    const uint64_t free = free_mshrs(s, s->lines);

    if (l->valid && l->dirty) {
        if (!free)
            return false;
        start_back(s, lowest_one(free), slot);
        enter_order(s, lowest_one(free));
    }
    l->valid = 0;
    return true;
}

void zcache_look_edge(struct zcache_state *s, const struct zcache_edge *e)
{
    switch (e->found) {
    case ZCACHE_JOIN:
        join(s, e);
        break;
    case ZCACHE_MISS:
        start_miss(s, e);
        break;
    case ZCACHE_HIT:
    case ZCACHE_QUICK:
        if (e->look_answers)
            access_line(s, e);
        else if (s->look.req.op == ZCACHE_FADD && s->look.spent < ZCACHE_FADD_CYCLES)
            ++s->look.spent;
        break;
    case ZCACHE_ANSWER:
        if (e->look_answers)
            zcache_change(s, e->status);
        break;
    case ZCACHE_STEP:
        zcache_step_edge(s, e);
        break;
    default:
        break;
    }
    if (e->look_leaves) {
        if (e->found != ZCACHE_ANSWER)
            s->clean = 0;
        s->look.valid = 0;
    }
}
