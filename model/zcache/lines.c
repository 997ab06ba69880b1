/* lines.c - the effects of accesses on a line, and the lookup of lines and surfaces. */
#include <stddef.h>
#include <string.h>

#include "slm/slm.h"
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
    return (uint32_t)((s->meta + (addr - s->first) / s->lines) & low_ones(ZCACHE_ADDR_BITS));
}

const struct zcache_surface *zcache_owner_of(const struct zcache_state *s, uint32_t addr)
{
    return zcache_owner(s->surface, s->params.surfaces, addr);
}

bool zcache_full_store(const struct zcache_state *s, const struct zcache_req *q)
{
    return q->op == ZCACHE_STORE && q->mask == low_ones(s->params.line);
}

int zcache_find(const struct zcache_state *s, uint32_t addr)
{
    const uint32_t ways = s->params.ways, first = addr % s->params.sets * ways;

    for (uint32_t i = first; i < first + ways; ++i) {
        if (s->line[i].valid && s->line[i].addr == addr)
            return (int)i;
    }
    return -1;
}

int zcache_find_victim(const struct zcache_state *s, uint32_t addr)
{
    const uint32_t ways = s->params.ways, first = addr % s->params.sets * ways;
    int victim = -1;

    for (uint32_t i = first; i < first + ways; ++i) {
        if (s->line[i].pending)
            continue;
        if (!s->line[i].valid)
            return (int)i;
        if (victim < 0 || s->line[i].used < s->line[victim].used)
            victim = (int)i;
    }
    return victim;
}

/* The bytes of word w that the mask selects, as a bit mask. */
static uint32_t select_word(uint64_t mask, uint32_t w)
{
    static const uint32_t bytes[16] = {0x00000000, 0x000000FF, 0x0000FF00, 0x0000FFFF,
                                       0x00FF0000, 0x00FF00FF, 0x00FFFF00, 0x00FFFFFF,
                                       0xFF000000, 0xFF0000FF, 0xFF00FF00, 0xFF00FFFF,
                                       0xFFFF0000, 0xFFFF00FF, 0xFFFFFF00, 0xFFFFFFFF};

    return bytes[mask >> w * 4 & 15];
}

static enum zcache_done store(const struct zcache_state *s, const struct zcache_req *q,
                              uint32_t *data, uint8_t *zero, uint8_t *dirty)
{
    const uint32_t words = s->params.line / 4;
    uint32_t ones[16], written = 0;

    for (uint32_t w = 0; w < words; ++w) {
        ones[w] = select_word(q->mask, w);
        written |= q->data[w] & ones[w];
    }
    if (written == 0 && *zero)
        return ZCACHE_MARKS;
    *dirty = 1;
    if (written == 0 && zcache_full_store(s, q) && zcache_owner_of(s, q->addr)) {
        *zero = 1;
        return ZCACHE_MARKS;
    }
    for (uint32_t w = 0; w < words; ++w)
        data[w] = ((*zero ? 0 : data[w]) & ~ones[w]) | (q->data[w] & ones[w]);
    *zero = 0;
    return ZCACHE_WRITES;
}

static enum zcache_done atomic(const struct zcache_state *s, const struct zcache_req *q,
                               uint32_t *data, uint8_t *zero, uint8_t *dirty, uint32_t *old)
{
    struct zcache_req word = {.op = ZCACHE_STORE, .addr = q->addr};

    *old = *zero ? 0 : data[q->word];
    word.mask = UINT64_C(15) << q->word * 4;
    word.data[q->word] = slm_update(q->op, SLM_WORD, 0, *old, q->data[0], q->data[1]);
    return store(s, &word, data, zero, dirty);
}

enum zcache_done zcache_apply(const struct zcache_state *s, const struct zcache_req *q,
                              uint32_t *data, uint8_t *zero, uint8_t *dirty, struct zcache_rsp *rsp)
{
    memset(rsp, 0, sizeof *rsp);
    rsp->tag = q->tag;
    if (q->op == ZCACHE_STORE)
        return store(s, q, data, zero, dirty);
    if (q->op != ZCACHE_LOAD)
        return atomic(s, q, data, zero, dirty, &rsp->data[0]);
    if (!*zero)
        memcpy(rsp->data, data, s->params.line);
    return ZCACHE_READ_ONLY;
}
