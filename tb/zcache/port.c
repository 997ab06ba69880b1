/* port.c - memory on mem and fill: what it accepts, and the order in which it replies. */
#include <string.h>

#include "zcache/memory.h"

enum { SPACE = 1 << 24 };

/* --- metadata --- */

/* Returns the contents of an entry that belongs to no surface. */
static uint32_t litter(uint32_t entry)
{
    return (entry * UINT32_C(2654435761)) >> 28;
}

/* Whether an enabled surface has this entry.
 * *kept points to its storage, or is NULL if the entry is 0. */
static bool entry_of(struct zmem *m, uint32_t entry, uint8_t **kept, uint32_t *lines)
{
    uint32_t index;

    *kept = NULL;
    for (uint32_t s = 0; s < ZMEM_SURFACES; ++s) {
        const struct zmem_surface *z = &m->surface[s];
        const uint32_t at = (entry - z->meta) % SPACE;

        if (z->enabled && at < zmem_blocks(z)) {
            if (zmem_index(m, z->first + at * z->lines, &index))
                *kept = &m->meta[s][index / 2];
            *lines = z->lines;
            return true;
        }
    }
    return false;
}

static uint32_t value_of(struct zmem *m, uint32_t entry, bool *owned)
{
    uint32_t lines;
    uint8_t *kept;

    *owned = entry_of(m, entry, &kept, &lines);
    return !*owned ? litter(entry) : kept ? *kept : 0;
}

/* Reads a line of metadata. At least one surface must have entries in it. */
static void read_meta(struct zmem *m, uint32_t number, uint32_t *data)
{
    const uint32_t in_line = 2 * m->params.line;
    bool any = false, owned;

    memset(data, 0, m->params.line);
    for (uint32_t i = 0; i < in_line; ++i) {
        data[i / 8] |= value_of(m, number * in_line + i, &owned) << i % 8 * 4;
        any |= owned;
    }
    if (!any)
        assay_replies_wrong(&m->wrong, "a line of metadata that no surface has");
}

/* Only bits that belong to lines may change. */
static void write_entry(struct zmem *m, uint32_t entry, uint32_t value)
{
    uint32_t lines = 0;
    uint8_t *kept;
    const bool owned = entry_of(m, entry, &kept, &lines);
    const uint32_t old = !owned ? litter(entry) : kept ? *kept : 0;

    if ((!kept && value != old) || (old ^ value) >> lines)
        assay_replies_wrong(&m->wrong, "a bit of metadata that belongs to no line");
    else if (kept)
        *kept = (uint8_t)value;
}

static void write_meta(struct zmem *m, uint32_t number, const uint32_t *data)
{
    const uint32_t in_line = 2 * m->params.line;

    for (uint32_t i = 0; i < in_line; ++i)
        write_entry(m, number * in_line + i, data[i / 8] >> i % 8 * 4 & 15);
}

/* --- mem --- */

static bool is_write(const struct zcache_mem *mem)
{
    return mem->kind & 1;
}

static void write_to(struct zmem *m, const struct zcache_mem *mem)
{
    uint32_t index = 0;

    if (mem->kind == ZCACHE_META_WRITE)
        write_meta(m, mem->addr, mem->data);
    else if (zmem_index(m, mem->addr, &index))
        memcpy(m->line[index], mem->data, sizeof m->line[index]);
}

static void check_against(struct zmem *m, const struct zcache_mem *mem, const struct zcache_mem *o)
{
    if (mem->tag == o->tag && (mem->tag >> 6 != ZCACHE_OF_ZEROS || o->kind != ZCACHE_WRITE))
        assay_replies_wrong(&m->wrong, "a tag on mem that is in flight");
    if (mem->kind >> 1 == o->kind >> 1 && mem->addr == o->addr)
        assay_replies_wrong(&m->wrong, is_write(mem) || is_write(o)
                                           ? "a request on mem that could pass a write"
                                           : "two reads of a line at once");
}

static void check(struct zmem *m, const struct zcache_mem *mem)
{
    uint32_t index, any = 0;

    if (mem->kind <= ZCACHE_WRITE && !zmem_index(m, mem->addr, &index))
        assay_replies_wrong(&m->wrong, "an address on mem that nothing asked for");
    if (!is_write(mem))
        for (uint32_t w = 0; w < m->params.line / 4; ++w)
            any |= mem->data[w];
    if (any)
        assay_replies_wrong(&m->wrong, "data with a read");
    for (uint32_t i = 0; i < m->replies.owed; ++i)
        check_against(m, mem, &m->owed[i].mem);
}

void zmem_take(struct zmem *m, const struct zcache_mem *mem)
{
    struct zmem_owed *o;

    check(m, mem);
    if (m->replies.owed == ZMEM_TAGS) {
        assay_replies_wrong(&m->wrong, "more requests on mem than tags");
        return;
    }
    o = &m->owed[assay_replies_take(&m->replies)];
    o->mem = *mem;
    o->done = is_write(mem) && assay_replies_early(&m->replies);
    if (o->done)
        write_to(m, mem);
}

/* --- fill --- */

/* How many tags of a kind the block uses. */
static uint32_t tags_of(const struct zmem *m, uint32_t kind)
{
    return kind == ZCACHE_OF_ZEROS ? 1 : kind == ZCACHE_OF_META ? m->params.metas : m->params.mshrs;
}

/* Draws a reply with a tag that the block never uses. Returns false if there is no such tag. */
static bool draw_stray(struct zmem *m, struct zcache_fill *fill)
{
    const uint32_t what = assay_rng_below(&m->replies.rng, 4), used = tags_of(m, what);

    if (used == 64)
        return false;
    fill->tag = (uint8_t)(what << 6 | (used + assay_rng_below(&m->replies.rng, 64 - used)));
    assay_replies_litter(&m->replies, fill->data, m->params.line / 4);
    m->replies.stray = true;
    return true;
}

/* Draws a reply with a tag that the block uses. The block must not be waiting for a reply: even a
 * request that it accepts in this cycle reaches memory only after the reply is taken. */
static bool draw_late(struct zmem *m, struct zcache_fill *fill)
{
    const uint32_t what = assay_rng_below(&m->late, 4);

    if (assay_rng_below(&m->late, 4) == 0)
        return false;
    fill->tag = (uint8_t)(what << 6 | assay_rng_below(&m->late, tags_of(m, what)));
    for (uint32_t w = 0; w < m->params.line / 4; ++w)
        fill->data[w] = assay_rng_u32(&m->late);
    m->replies.stray = true;
    return true;
}

static bool draw_reply(struct zmem *m, struct zcache_fill *fill)
{
    struct zmem_owed *o;

    if (assay_replies_wait(&m->replies))
        return false;
    if (assay_replies_strays(&m->replies, m->illegal) && draw_stray(m, fill))
        return true;
    if (!assay_replies_draw(&m->replies))
        return false;
    o = &m->owed[m->replies.given];
    fill->tag = o->mem.tag;
    if (o->mem.kind == ZCACHE_META_READ) {
        read_meta(m, o->mem.addr, fill->data);
    } else if (o->mem.kind == ZCACHE_READ) {
        uint32_t index = 0;

        if (zmem_index(m, o->mem.addr, &index))
            memcpy(fill->data, m->line[index], sizeof fill->data);
    } else {
        assay_replies_litter(&m->replies, fill->data, m->params.line / 4);
        if (!o->done)
            write_to(m, &o->mem);
        o->done = true;
    }
    return true;
}

bool zmem_reply(struct zmem *m, struct zcache_fill *fill)
{
    memset(fill, 0, sizeof *fill);
    return draw_reply(m, fill) || (m->illegal && m->quiet && draw_late(m, fill));
}

void zmem_replied(struct zmem *m)
{
    assay_replies_taken(&m->replies, m->owed, sizeof m->owed[0]);
}
