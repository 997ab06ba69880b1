#include "slice/memory.h"

#include <string.h>

enum { ENTRIES = 2 * SLICE_LINE, SPACE = 1 << 24, META = 1 << 24, IN_USE = 1 << 25 };
enum {
    ZEROS = 192, /* the tag of zeros; any number of them may be under way */
    TAGS = 64    /* of each of the kinds: reads, write-backs, metadata, zeros */
};

/* --- lines --- */

/* Contents of a line that was never written. Some lines are zero, some hold zeros of both signs,
 * some f32 between 2^-4 and 2^4, where the activations are curved. */
static uint32_t unwritten(uint32_t addr, uint32_t word)
{
    const uint32_t x = (addr * SLICE_MEMORY_WORDS + word + 1) * UINT32_C(2654435761),
                   y = x ^ x >> 15;

    if (addr % 16 == 6)
        return y & UINT32_C(0x80008000);
    if (addr % 16 == 10)
        return (y & UINT32_C(0x807FFFFF)) | (123 + (y >> 24) % 8) << 23;
    return addr % 4 == 1 ? 0 : y;
}

/* Position of a far line in the table: where it is, or where it would be. */
static uint32_t find(const struct slice_memory *m, uint32_t key)
{
    uint32_t i = (key * UINT32_C(2654435761)) >> 19;

    while (m->far[i].key && m->far[i].key != key)
        i = (i + 1) % SLICE_MEMORY_FAR;
    return i;
}

static void read_line(const struct slice_memory *m, bool meta, uint32_t addr, uint32_t *data)
{
    const uint32_t key = addr | (meta ? META : 0) | IN_USE, i = find(m, key);

    if (!meta && addr < SLICE_MEMORY_NEAR)
        memcpy(data, m->near[addr], SLICE_LINE);
    else if (m->far[i].key)
        memcpy(data, m->far[i].data, SLICE_LINE);
    else
        for (uint32_t w = 0; w < SLICE_MEMORY_WORDS; ++w)
            data[w] = unwritten(addr, w);
}

static void write_line(struct slice_memory *m, bool meta, uint32_t addr, const uint32_t *data)
{
    const uint32_t key = addr | (meta ? META : 0) | IN_USE, i = find(m, key);

    if (!meta && addr < SLICE_MEMORY_NEAR) {
        memcpy(m->near[addr], data, SLICE_LINE);
        return;
    }
    if (!m->far[i].key) {
        if (m->n_far == SLICE_MEMORY_FAR - 1) {
            assay_replies_wrong(&m->wrong, "writes to more far lines than the testbench keeps");
            return;
        }
        ++m->n_far;
        m->far[i].key = key;
    }
    memcpy(m->far[i].data, data, SLICE_LINE);
}

void slice_memory_forget(struct slice_memory *m)
{
    if (m->n_far < SLICE_MEMORY_FAR / 2)
        return;
    for (uint32_t s = 0; s < SLICE_MEMORY_SURFACES; ++s)
        if (m->surface[s].enabled)
            return;
    memset(m->far, 0, sizeof m->far);
    m->n_far = 0;
}

void slice_memory_begin(struct slice_memory *m, uint64_t seed)
{
    assay_replies_begin(&m->replies, seed, "slice.replies");
    for (uint32_t a = 0; a < SLICE_MEMORY_NEAR; ++a)
        for (uint32_t w = 0; w < SLICE_MEMORY_WORDS; ++w)
            m->near[a][w] = unwritten(a, w);
}

void slice_memory_send_strays(struct slice_memory *m, const struct slice_params *params,
                              uint32_t illegal)
{
    m->illegal = illegal;
    m->mshrs = params->mshrs;
    m->metas = params->metas;
}

void slice_memory_reset(struct slice_memory *m)
{
    assay_replies_reset(&m->replies);
    for (uint32_t s = 0; s < SLICE_MEMORY_SURFACES; ++s)
        m->surface[s].enabled = false;
}

/* --- the streams --- */

static bool is_meta(const struct slice_mem *q)
{
    return q->kind >= ZCACHE_META_READ;
}

static bool writes(const struct slice_mem *q)
{
    return q->kind == ZCACHE_WRITE || q->kind == ZCACHE_META_WRITE;
}

void slice_memory_take(struct slice_memory *m, const struct slice_mem *mem)
{
    struct slice_memory_owed *o;

    for (uint32_t i = 0; i < m->replies.owed; ++i) {
        const struct slice_mem *other = &m->owed[i].mem;

        if (other->tag == mem->tag && mem->tag < ZEROS)
            assay_replies_wrong(&m->wrong, "a tag that is under way already");
        if (other->addr == mem->addr && is_meta(other) == is_meta(mem) &&
            (writes(other) || writes(mem)))
            assay_replies_wrong(&m->wrong, "a line that is under way already");
    }
    if (m->replies.owed == SLICE_MEMORY_TAGS) {
        assay_replies_wrong(&m->wrong, "more requests than tags");
        return;
    }
    o = &m->owed[assay_replies_take(&m->replies)];
    o->mem = *mem;
    o->done = writes(mem) && assay_replies_early(&m->replies);
    if (o->done)
        write_line(m, is_meta(mem), mem->addr, mem->data);
}

/* Draws a reply to nothing: with a tag that the slice never uses, or, while it is quiet, with any.
 * Returns false if there is no such tag of the kind. */
static bool draw_stray(struct slice_memory *m, struct slice_fill *fill)
{
    const uint32_t in_use[] = {m->mshrs, m->mshrs, m->metas, 1};
    const uint32_t kind = assay_rng_below(&m->replies.rng, 4), from = m->quiet ? 0 : in_use[kind];

    if (from == TAGS)
        return false;
    fill->tag = (uint8_t)(TAGS * kind + from + assay_rng_below(&m->replies.rng, TAGS - from));
    if (m->quiet && assay_rng_percent(&m->replies.rng, 50))
        fill->tag = (uint8_t)(TAGS * kind + fill->tag % in_use[kind]);
    assay_replies_litter(&m->replies, fill->data, SLICE_MEMORY_WORDS);
    m->replies.stray = true;
    return true;
}

bool slice_memory_reply(struct slice_memory *m, struct slice_fill *fill)
{
    const struct slice_memory_owed *o;

    if (assay_replies_wait(&m->replies))
        return false;
    memset(fill, 0, sizeof *fill);
    if (assay_replies_strays(&m->replies, m->illegal) && draw_stray(m, fill))
        return true;
    if (!assay_replies_draw(&m->replies))
        return false;
    o = &m->owed[m->replies.given];
    fill->tag = o->mem.tag;
    if (!writes(&o->mem))
        read_line(m, is_meta(&o->mem), o->mem.addr, fill->data);
    return true;
}

void slice_memory_replied(struct slice_memory *m)
{
    const struct slice_memory_owed *const o = m->replies.stray ? NULL : &m->owed[m->replies.given];

    if (o && writes(&o->mem) && !o->done)
        write_line(m, is_meta(&o->mem), o->mem.addr, o->mem.data);
    assay_replies_taken(&m->replies, m->owed, sizeof m->owed[0]);
}

/* --- surfaces --- */

uint8_t slice_memory_check(const struct slice_memory *m, uint32_t surfaces,
                           const struct slice_surface *q)
{
    if (q->surface >= surfaces || (q->enable && m->surface[q->surface].enabled))
        return SLICE_REFUSED + ZCACHE_BAD_SURFACE;
    if (q->enable && ((q->lines != 2 && q->lines != 4) || q->last < q->addr || q->addr % q->lines ||
                      q->last % q->lines != q->lines - 1u))
        return SLICE_REFUSED + ZCACHE_BAD_RANGE;
    return SLICE_OK;
}

/* Index of the metadata entry of a codec block. */
static uint32_t entry_at(const struct slice_memory_surface *z, uint32_t addr)
{
    return (z->meta + (addr - z->first) / z->lines) % SPACE;
}

static void clear_entry(struct slice_memory *m, uint32_t entry)
{
    uint32_t line[SLICE_MEMORY_WORDS];

    read_line(m, true, entry / ENTRIES, line);
    line[entry % ENTRIES / 8] &= ~(UINT32_C(15) << entry % 8 * 4);
    write_line(m, true, entry / ENTRIES, line);
}

void slice_memory_surface(struct slice_memory *m, const struct slice_surface *q)
{
    struct slice_memory_surface *z = &m->surface[q->surface];

    if (!q->enable) {
        z->enabled = false;
        return;
    }
    *z = (struct slice_memory_surface){true, q->addr, q->last, q->lines, q->meta};
    for (uint32_t at = z->first; at <= z->last; at += z->lines)
        clear_entry(m, entry_at(z, at));
}

static const struct slice_memory_surface *owner(const struct slice_memory *m, uint32_t addr)
{
    for (uint32_t s = 0; s < SLICE_MEMORY_SURFACES; ++s) {
        const struct slice_memory_surface *z = &m->surface[s];

        if (z->enabled && addr >= z->first && addr <= z->last)
            return z;
    }
    return NULL;
}

/* --- what a program sees --- */

uint32_t slice_memory_word(const struct slice_memory *m, uint32_t byte)
{
    const uint32_t addr = byte / SLICE_LINE;
    const struct slice_memory_surface *z = owner(m, addr);
    uint32_t line[SLICE_MEMORY_WORDS], entry;

    if (z) {
        entry = entry_at(z, addr);
        read_line(m, true, entry / ENTRIES, line);
        if (line[entry % ENTRIES / 8] >> (entry % 8 * 4 + addr % z->lines) & 1)
            return 0;
    }
    read_line(m, false, addr, line);
    return line[byte % SLICE_LINE / 4];
}
