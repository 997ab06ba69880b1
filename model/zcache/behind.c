/* behind.c - between LOOK and memory: metadata, the head of ORDER, replies. */
#include <stddef.h>
#include <string.h>

#include "zcache/internal.h"

static uint32_t entries(const struct zcache_state *s)
{
    return 2 * s->params.line;
}

/* --- metadata --- */

int zcache_at_hand(const struct zcache_state *s, uint32_t entry)
{
    const uint32_t number = entry / entries(s);

    for (uint32_t i = 0; i < s->params.metas; ++i)
        if (s->meta[i].state == ZCACHE_META_VALID && s->meta[i].number == number)
            return (int)i;
    return -1;
}

uint32_t zcache_get_entry(const struct zcache_state *s, int meta, uint32_t entry)
{
    const uint32_t at = entry % entries(s);

    return s->meta[meta].data[at / 8] >> at % 8 * 4 & 15;
}

void zcache_put_bit(struct zcache_state *s, int meta, uint32_t entry, uint32_t bit, uint32_t value)
{
    const uint32_t at = entry % entries(s);
    struct zcache_meta_line *m = &s->meta[meta];

    if ((m->data[at / 8] >> (at % 8 * 4 + bit) & 1) == value)
        return;
    m->data[at / 8] ^= UINT32_C(1) << (at % 8 * 4 + bit);
    m->dirty = 1;
}

void zcache_send(struct zcache_state *s, enum zcache_kind kind, uint32_t addr, const uint32_t *data,
                 enum zcache_what what, uint32_t index)
{
    s->mem_valid = 1;
    s->mem.kind = (uint8_t)kind;
    s->mem.addr = addr;
    s->mem.tag = (uint8_t)((uint32_t)what << 6 | index);
    if (data)
        memcpy(s->mem.data, data, sizeof s->mem.data);
    else
        memset(s->mem.data, 0, sizeof s->mem.data);
}

void zcache_write_meta(struct zcache_state *s, uint32_t meta)
{
    struct zcache_meta_line *m = &s->meta[meta];

    zcache_send(s, ZCACHE_META_WRITE, m->number, m->data, ZCACHE_OF_META, meta);
    m->state = ZCACHE_META_WRITING;
}

/* Reads into the metadata line `next`. */
static void read_meta(struct zcache_state *s, uint32_t number)
{
    struct zcache_meta_line *m = &s->meta[s->next];

    zcache_send(s, ZCACHE_META_READ, number, NULL, ZCACHE_OF_META, s->next);
    m->state = ZCACHE_META_FETCHING;
    m->number = number;
    m->dirty = 0;
    s->next = s->next + 1u == s->params.metas ? 0 : (uint8_t)(s->next + 1u);
}

void zcache_fetch(struct zcache_state *s, uint32_t entry)
{
    const uint32_t number = entry / entries(s);
    const struct zcache_meta_line *next = &s->meta[s->next];

    for (uint32_t i = 0; i < s->params.metas; ++i)
        if (zcache_under_way(&s->meta[i]) && s->meta[i].number == number)
            return;
    if (zcache_under_way(next))
        return;
    if (next->state == ZCACHE_META_VALID && next->dirty)
        zcache_write_meta(s, s->next);
    else
        read_meta(s, number);
}

static enum zcache_prefetch look_ahead(const struct zcache_state *s, const struct zcache_edge *e)
{
    const struct zcache_meta_line *next = &s->meta[s->next];

    if (!s->prefetch_valid)
        return ZCACHE_PREFETCH_WAIT;
    for (uint32_t i = 0; i < s->params.metas; ++i)
        if (s->meta[i].state != ZCACHE_META_EMPTY && s->meta[i].number == s->prefetch)
            return ZCACHE_PREFETCH_DROP;
    if (zcache_under_way(next) || (next->state == ZCACHE_META_VALID && next->dirty) ||
        e->head_meta == (int)s->next)
        return ZCACHE_PREFETCH_DROP;
    return e->mem_free ? ZCACHE_PREFETCH_READ : ZCACHE_PREFETCH_WAIT;
}

/* --- the head of ORDER --- */

static bool is_zero(const uint32_t *data, uint32_t words)
{
    uint32_t any = 0;

    for (uint32_t w = 0; w < words; ++w)
        any |= data[w];
    return any == 0;
}

static bool is_sent(const struct zcache_state *s, uint32_t addr)
{
    for (uint64_t m = s->sent; m; m &= m - 1)
        if (s->mshr[lowest_one(m)].v_addr == addr)
            return true;
    return false;
}

/* Finds the metadata entry of a line, which the head needs; false if it is not present. */
static bool has_entry(const struct zcache_state *s, struct zcache_edge *e,
                      const struct zcache_surface *owner, uint32_t addr)
{
    e->head_entry = zcache_entry(owner, addr);
    e->head_meta = zcache_at_hand(s, e->head_entry);
    return e->head_meta >= 0;
}

static enum zcache_head head_victim(const struct zcache_state *s, const struct zcache_mshr *m,
                                    struct zcache_edge *e)
{
    const struct zcache_surface *owner = zcache_owner_of(s, m->v_addr);

    if (!owner)
        return ZCACHE_HEAD_BACK;
    if (!has_entry(s, e, owner, m->v_addr))
        return ZCACHE_HEAD_FETCH;
    return m->v_zero || is_zero(m->v_data, s->params.line / 4) ? ZCACHE_HEAD_DROP
                                                               : ZCACHE_HEAD_BACK;
}

static enum zcache_head head_line(const struct zcache_state *s, const struct zcache_mshr *m,
                                  struct zcache_edge *e)
{
    const struct zcache_surface *owner = zcache_owner_of(s, m->addr);
    const bool full = zcache_full_store(s, &m->req[0]);
    const bool has = !full && owner && has_entry(s, e, owner, m->addr);

    if (is_sent(s, m->addr))
        return ZCACHE_HEAD_WAIT;
    if (full)
        return ZCACHE_HEAD_SERVE;
    if (!owner)
        return ZCACHE_HEAD_READ;
    if (!has)
        return ZCACHE_HEAD_FETCH;
    e->head_zero = zcache_get_entry(s, e->head_meta, e->head_entry) >> m->addr % owner->lines & 1;
    return e->head_zero ? ZCACHE_HEAD_SERVE : ZCACHE_HEAD_READ;
}

void zcache_behind(const struct zcache_state *s, const struct zcache_inputs *in,
                   struct zcache_edge *e)
{
    bool mem_free;

    e->head = ZCACHE_HEAD_WAIT;
    e->head_meta = -1;
    e->head_zero = false;
    if (s->n_order) {
        const struct zcache_mshr *m = &s->mshr[s->order[0]];

        e->head = s->undecided >> s->order[0] & 1 ? head_victim(s, m, e) : head_line(s, m, e);
    }
    e->prefetch = look_ahead(s, e);
    mem_free = e->mem_free && e->prefetch != ZCACHE_PREFETCH_READ;
    if (e->head == ZCACHE_HEAD_FETCH || e->head == ZCACHE_HEAD_BACK ||
        e->head == ZCACHE_HEAD_READ) {
        if (!mem_free)
            e->head = ZCACHE_HEAD_WAIT;
    } else if (e->head == ZCACHE_HEAD_SERVE) {
        if ((s->serve.valid && !e->finishes) || in->fill_valid)
            e->head = ZCACHE_HEAD_WAIT;
    }
}

static void leave_order(struct zcache_state *s)
{
    --s->n_order;
    memmove(s->order, s->order + 1, s->n_order);
}

static void serve(struct zcache_state *s, uint32_t mshr, uint8_t zero, const uint32_t *data)
{
    memset(&s->serve, 0, sizeof s->serve);
    s->serve.valid = 1;
    s->serve.mshr = (uint8_t)mshr;
    s->serve.zero = zero;
    if (data)
        memcpy(s->serve.data, data, s->params.line);
}

/* Sets the zero bit of the victim to z. */
static void decide(struct zcache_state *s, const struct zcache_edge *e, uint32_t mshr, uint32_t z)
{
    const struct zcache_mshr *m = &s->mshr[mshr];
    const struct zcache_surface *owner = zcache_owner_of(s, m->v_addr);

    if (owner)
        zcache_put_bit(s, e->head_meta, e->head_entry, m->v_addr % owner->lines, z);
    s->undecided &= ~(UINT64_C(1) << mshr);
    s->counters.mem_writes_bypassed += z;
    if (!z) {
        zcache_send(s, ZCACHE_WRITE, m->v_addr, m->v_data, ZCACHE_OF_BACK, mshr);
        s->sent |= UINT64_C(1) << mshr;
    }
    if (!(s->lines >> mshr & 1))
        leave_order(s);
}

void zcache_behind_edge(struct zcache_state *s, const struct zcache_edge *e)
{
    const uint32_t mshr = s->order[0];

    if (e->prefetch == ZCACHE_PREFETCH_READ)
        read_meta(s, s->prefetch);
    if (e->prefetch != ZCACHE_PREFETCH_WAIT)
        s->prefetch_valid = 0;
    switch (e->head) {
    case ZCACHE_HEAD_FETCH:
        zcache_fetch(s, e->head_entry);
        break;
    case ZCACHE_HEAD_DROP:
    case ZCACHE_HEAD_BACK:
        decide(s, e, mshr, e->head == ZCACHE_HEAD_DROP);
        break;
    case ZCACHE_HEAD_SERVE:
        s->counters.mem_reads_bypassed += e->head_zero;
        serve(s, mshr, e->head_zero, NULL);
        leave_order(s);
        break;
    case ZCACHE_HEAD_READ:
        zcache_send(s, ZCACHE_READ, s->mshr[mshr].addr, NULL, ZCACHE_OF_READ, mshr);
        s->reading |= UINT64_C(1) << mshr;
        leave_order(s);
        break;
    default:
        break;
    }
}

/* --- replies --- */

/* True if a request with the tag is outstanding. */
bool zcache_is_asked(const struct zcache_state *s, uint32_t tag)
{
    const uint32_t index = tag & 63;

    switch (tag >> 6) {
    case ZCACHE_OF_READ:
        return s->reading >> index & 1;
    case ZCACHE_OF_BACK:
        return s->sent >> index & 1;
    case ZCACHE_OF_META:
        return index < s->params.metas && zcache_under_way(&s->meta[index]);
    default:
        return index == 0 && s->zeros != 0;
    }
}

static void meta_reply(struct zcache_state *s, struct zcache_meta_line *m, const uint32_t *data)
{
    if (m->state == ZCACHE_META_FETCHING) {
        m->state = ZCACHE_META_VALID;
        memcpy(m->data, data, s->params.line);
    } else {
        m->state = ZCACHE_META_EMPTY;
    }
}

void zcache_reply(struct zcache_state *s, const struct zcache_fill *f)
{
    const uint32_t index = f->tag & 63;

    switch (f->tag >> 6) {
    case ZCACHE_OF_READ:
        s->reading &= ~(UINT64_C(1) << index);
        serve(s, index, 0, f->data);
        break;
    case ZCACHE_OF_BACK:
        s->sent &= ~(UINT64_C(1) << index);
        break;
    case ZCACHE_OF_META:
        meta_reply(s, &s->meta[index], f->data);
        break;
    default:
        --s->zeros;
    }
}
