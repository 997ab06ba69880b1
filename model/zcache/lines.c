/* lines.c - what loads and stores do to a line, and which line is whose. */
#include <stddef.h>
#include <string.h>

#include "zcache/internal.h"

const struct zcache_surface *zcache_owner(const struct zcache_surface *table, uint32_t n,
                                          uint32_t addr)
{
    for (uint32_t i = 0; i < n; ++i) {
        if (table[i].enabled && table[i].first <= addr && addr <= table[i].last)
            return &table[i];
    }
    return NULL;
}

uint32_t zcache_entry(const struct zcache_surface *s, uint32_t addr)
{
    return (uint32_t)((s->meta + (addr - s->first) / s->lines) & zcache_ones(ZCACHE_ADDR_BITS));
}

const struct zcache_surface *zcache_owner_of(const struct zcache_state *s, uint32_t addr)
{
    return zcache_owner(s->surface, s->params.surfaces, addr);
}

bool zcache_full_mask(const struct zcache_state *s)
{
    return s->req.mask == zcache_ones(s->params.line);
}

bool zcache_find(const struct zcache_state *s, uint32_t *slot)
{
    const uint32_t ways = s->params.ways, first = s->req.addr % s->params.sets * ways;
    uint32_t victim = first;

    for (uint32_t i = first; i < first + ways; ++i) {
        if (s->line[i].valid && s->line[i].addr == s->req.addr) {
            *slot = i;
            return true;
        }
    }
    for (uint32_t i = first; i < first + ways; ++i) {
        if (!s->line[i].valid) {
            victim = i;
            break;
        }
        if (s->line[i].used < s->line[victim].used)
            victim = i;
    }
    *slot = victim;
    return false;
}

void zcache_allocate(struct zcache_state *s, enum zcache_found found, const uint32_t *data)
{
    struct zcache_line *l = &s->line[s->slot];

    l->addr = s->req.addr;
    l->valid = 1;
    l->dirty = 0;
    l->zero = found == ZCACHE_ZERO_FILL;
    if (found == ZCACHE_FILLED)
        memcpy(s->data[s->slot], data, s->params.line);
}

static void load(struct zcache_state *s, enum zcache_found found)
{
    const struct zcache_line *l = &s->line[s->slot];
    struct zcache_counters *c = &s->counters;

    if (l->zero)
        memset(s->rsp.data, 0, sizeof s->rsp.data);
    else
        memcpy(s->rsp.data, s->data[s->slot], s->params.line);
    if (found == ZCACHE_HIT)
        ++*(l->zero ? &c->array_reads_bypassed : &c->array_reads);
    else
        ++*(l->zero ? &c->array_writes_bypassed : &c->array_writes);
}

/* The four bytes of word w that the mask selects, as ones. */
static uint32_t select_word(uint64_t mask, uint32_t w)
{
    static const uint32_t bytes[16] = {0x00000000, 0x000000FF, 0x0000FF00, 0x0000FFFF,
                                       0x00FF0000, 0x00FF00FF, 0x00FFFF00, 0x00FFFFFF,
                                       0xFF000000, 0xFF0000FF, 0xFF00FF00, 0xFF00FFFF,
                                       0xFFFF0000, 0xFFFF00FF, 0xFFFFFF00, 0xFFFFFFFF};

    return bytes[mask >> w * 4 & 15];
}

static void store(struct zcache_state *s)
{
    struct zcache_line *l = &s->line[s->slot];
    const struct zcache_req *q = &s->req;
    const uint32_t words = s->params.line / 4;
    uint32_t *data = s->data[s->slot];
    uint32_t ones[16], written = 0;

    for (uint32_t w = 0; w < words; ++w) {
        ones[w] = select_word(q->mask, w);
        written |= q->data[w] & ones[w];
    }
    if (written == 0 && l->zero) {
        ++s->counters.array_writes_bypassed;
        return;
    }
    l->dirty = 1;
    if (written == 0 && zcache_full_mask(s) && zcache_owner_of(s, q->addr)) {
        l->zero = 1;
        ++s->counters.array_writes_bypassed;
        return;
    }
    for (uint32_t w = 0; w < words; ++w)
        data[w] = ((l->zero ? 0 : data[w]) & ~ones[w]) | (q->data[w] & ones[w]);
    l->zero = 0;
    ++s->counters.array_writes;
}

void zcache_apply(struct zcache_state *s, enum zcache_found found)
{
    s->line[s->slot].used = ++s->time;
    if (s->req.op == ZCACHE_LOAD)
        load(s, found);
    else
        store(s);
}
