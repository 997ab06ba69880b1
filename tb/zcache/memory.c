#include "zcache/memory.h"

#include <string.h>

enum { SPACE = 1 << 24, TRIES = 64 };

uint32_t zmem_address(const struct zmem *m, uint32_t index)
{
    return m->base[index / m->window] + index % m->window;
}

static bool index_of(const struct zmem *m, uint32_t addr, uint32_t *index)
{
    for (uint32_t w = 0; w < ZMEM_WINDOWS; ++w) {
        const uint32_t at = addr - m->base[w];

        if (addr >= m->base[w] && at < m->window) {
            *index = w * m->window + at;
            return true;
        }
    }
    return false;
}

/* --- where windows are --- */

/* Anywhere, over a boundary of a power of two, or one bit away from another window. */
static uint32_t draw_base(struct zmem *m, uint32_t w)
{
    struct assay_rng *r = &m->places;
    const uint32_t kind = w ? assay_rng_below(r, 4) : 0;
    const uint32_t bit = UINT32_C(1) << assay_rng_below(r, 24);
    uint32_t base = (uint32_t)assay_rng_u64(r);

    if (kind >= 2)
        base = m->base[assay_rng_below(r, w)] ^ bit;
    else if (kind == 1)
        base = bit - m->window / 2;
    return base % SPACE & ~(ZMEM_ALIGN - UINT32_C(1));
}

static bool is_clear(const struct zmem *m, uint32_t w)
{
    if (m->base[w] > SPACE - m->window)
        return false;
    for (uint32_t i = 0; i < w; ++i) {
        const uint32_t a = m->base[i], b = m->base[w];

        if ((a < b ? b - a : a - b) < m->window)
            return false;
    }
    return true;
}

/* The first two are at the ends of the space. */
static void place_windows(struct zmem *m)
{
    m->base[0] = 0;
    m->base[1] = SPACE - m->window;
    for (uint32_t w = 2; w < ZMEM_WINDOWS; ++w)
        do
            m->base[w] = draw_base(m, w);
        while (!is_clear(m, w));
}

/* --- metadata --- */

uint32_t zmem_blocks(const struct zmem_surface *z)
{
    return z->lines < 2 || z->last < z->first ? 0 : (z->last - z->first + 1) / z->lines;
}

/* The one that is about to be enabled; one that is not enabled if there is none. */
static struct zmem_surface about_to_be(const struct zmem *m)
{
    const struct zcache_req *q = &m->req;
    const bool is = m->waiting && q->op == ZCACHE_SURFACE && q->enable;

    return (struct zmem_surface){is, q->addr, q->last, q->lines, q->meta};
}

static bool is_large(const struct zmem_surface *z)
{
    return z->enabled && zmem_blocks(z) > ZMEM_SWEEP;
}

bool zmem_has_large(const struct zmem *m)
{
    const struct zmem_surface coming = about_to_be(m);
    bool large = is_large(&coming);

    for (uint32_t s = 0; s < ZMEM_SURFACES; ++s)
        large |= is_large(&m->surface[s]);
    return large;
}

/* Whether entries from `meta` on are none of the surface's. */
static bool is_apart(const struct zmem_surface *z, uint32_t meta, uint32_t blocks)
{
    return !z->enabled ||
           ((meta - z->meta) % SPACE >= zmem_blocks(z) && (z->meta - meta) % SPACE >= blocks);
}

static bool has_place(const struct zmem *m, uint32_t meta, uint32_t blocks)
{
    const struct zmem_surface coming = about_to_be(m);
    bool apart = is_apart(&coming, meta, blocks);

    for (uint32_t s = 0; s < ZMEM_SURFACES; ++s)
        apart &= is_apart(&m->surface[s], meta, blocks);
    return apart;
}

bool zmem_meta_place(const struct zmem *m, struct assay_rng *r, uint32_t blocks, uint32_t *meta)
{
    for (int tries = 0; tries < TRIES; ++tries) { /* sometimes over the end of the space */
        const uint32_t bits = (uint32_t)assay_rng_u64(r);

        *meta = (bits >> 24 & 7 ? bits : SPACE - 1 - (bits & 3)) % SPACE;
        if (has_place(m, *meta, blocks))
            return true;
    }
    return false;
}

/* The metadata of the surface's block that begins with line `addr`; NULL: nothing is kept of it. */
static uint8_t *kept_entry(struct zmem *m, uint32_t surface, uint32_t addr)
{
    uint32_t index;

    return index_of(m, addr, &index) ? &m->meta[surface][index / 2] : NULL;
}

/* Whether an enabled surface has this entry; *entry: where it is kept, if it is. */
static bool entry_of(struct zmem *m, uint32_t addr, uint8_t **entry)
{
    *entry = NULL;
    for (uint32_t s = 0; s < ZMEM_SURFACES; ++s) {
        const struct zmem_surface *z = &m->surface[s];
        const uint32_t at = (addr - z->meta) % SPACE;

        if (z->enabled && at < zmem_blocks(z)) {
            *entry = kept_entry(m, s, z->first + at * z->lines);
            return true;
        }
    }
    return false;
}

static void draw_line(struct zmem *m, uint32_t *data)
{
    const uint32_t kind = assay_rng_below(&m->rng, 8); /* half of them zero, some all but zero */
    const uint32_t one = assay_rng_below(&m->rng, m->params.line * 8);

    for (uint32_t w = 0; w < m->params.line / 4; ++w)
        data[w] = kind < 4 ? 0 : (uint32_t)assay_rng_u64(&m->rng);
    if (kind == 4) {
        memset(data, 0, m->params.line);
        data[one / 32] = UINT32_C(1) << one % 32;
    }
}

void zmem_begin(struct zmem *m, const struct zcache_params *p, uint64_t seed)
{
    const uint32_t cache = p->sets * p->ways;

    memset(m, 0, sizeof *m);
    m->params = *p;
    assay_rng_init(&m->rng, seed, "zcache.memory");
    assay_rng_init(&m->places, seed, "zcache.windows");
    m->window = cache < 32 ? 8 : cache / 4;
    m->n = ZMEM_WINDOWS * m->window;
    for (uint32_t i = 0; i < m->n; ++i)
        draw_line(m, m->line[i]);
    zmem_reset(m);
}

/* Bit s: surface s is enabled. For loops over all lines. */
static uint32_t enabled_surfaces(const struct zmem *m)
{
    uint32_t enabled = 0;

    for (uint32_t s = 0; s < ZMEM_SURFACES; ++s)
        enabled |= (uint32_t)m->surface[s].enabled << s;
    return enabled;
}

/* The lowest of these surfaces that has the line; -1: none. */
static int owner(const struct zmem *m, uint32_t enabled, uint32_t addr)
{
    for (int s = 0; enabled >> s; ++s)
        if (enabled >> s & 1 && addr >= m->surface[s].first && addr <= m->surface[s].last)
            return s;
    return -1;
}

/* Whether the metadata of the surface that owns a line (-1: none) says that it is zero. */
static bool is_pruned(const struct zmem *m, uint32_t index, uint32_t addr, int s)
{
    uint32_t in_block;

    if (s < 0)
        return false;
    in_block = addr % m->surface[s].lines;
    return m->meta[s][(index - in_block) / 2] >> in_block & 1;
}

/* Whether a line of memory, seen through its metadata, is as the image has it. */
static bool image_holds(const struct zmem *m, uint32_t index, uint32_t addr, int s)
{
    static const uint32_t zeros[16];

    return memcmp(is_pruned(m, index, addr, s) ? zeros : m->line[index], m->image[index],
                  sizeof zeros) == 0;
}

/* After a flush memory and metadata are the image. */
static bool holds_image(const struct zmem *m)
{
    const uint32_t enabled = enabled_surfaces(m);
    bool holds = true;

    for (uint32_t i = 0; i < m->n; ++i) {
        const uint32_t addr = zmem_address(m, i);

        holds &= image_holds(m, i, addr, owner(m, enabled, addr));
    }
    return holds;
}

static uint8_t surface_status(const struct zmem *m, const struct zcache_req *q)
{
    if (!m->clean)
        return ZCACHE_NOT_CLEAN;
    if (q->surface >= m->params.surfaces || (q->enable && m->surface[q->surface].enabled))
        return ZCACHE_BAD_SURFACE;
    if (q->enable) {
        if (q->lines != 2 && q->lines != 4)
            return ZCACHE_BAD_RANGE;
        if (q->last < q->addr || (q->addr & (q->lines - 1u)) ||
            ((q->last & (q->lines - 1u)) != q->lines - 1u))
            return ZCACHE_BAD_RANGE;
    }
    return ZCACHE_OK;
}

/* Metadata as a program leaves it before it enables a surface. Bits that a codec block does not
 * have are anything. */
static void set_up(struct zmem *m, uint32_t surface)
{
    const uint32_t how = assay_rng_below(&m->rng, 4);

    for (uint32_t i = 0; i < m->n / 2; ++i)
        m->meta[surface][i] = (uint8_t)(how == 0   ? 0
                                        : how == 1 ? 15
                                                   : assay_rng_below(&m->rng, 16));
}

static void store(const struct zmem *m, const struct zcache_req *q, uint32_t *line)
{
    for (uint32_t w = 0; w < m->params.line / 4; ++w) {
        const uint32_t mask = (uint32_t)(q->mask >> w * 4) & 15;
        /* Bit i at bit 8i. */
        const uint32_t spread = (mask | mask << 7 | mask << 14 | mask << 21) & 0x01010101;
        const uint32_t bytes = spread * 0xFF;

        line[w] = (line[w] & ~bytes) | (q->data[w] & bytes);
    }
}

void zmem_request(struct zmem *m, const struct zcache_req *q)
{
    struct zcache_rsp *e = &m->expected;
    uint32_t index = 0;

    m->waiting = true;
    m->req = *q;
    memset(e, 0, sizeof *e);
    e->tag = q->tag;
    if (q->op > ZCACHE_SURFACE) {
        e->status = ZCACHE_BAD_OP;
    } else if (q->op == ZCACHE_SURFACE) {
        e->status = surface_status(m, q);
        if (e->status == ZCACHE_OK && q->enable)
            set_up(m, q->surface);
    } else if (q->op == ZCACHE_FLUSH) {
        m->clean = true;
    } else {
        m->clean = false;
        if (!index_of(m, q->addr, &index)) {
            m->wrong = "a request for a line that is in no window";
        } else if (q->op == ZCACHE_LOAD) {
            memcpy(e->data, m->image[index], sizeof e->data);
        } else {
            store(m, q, m->image[index]);
        }
    }
}

/* Read or written: nothing but 0 is written to an entry that is not kept, and that would not change it. */
static void take_metadata(struct zmem *m, const struct zcache_mem *mem)
{
    uint8_t *entry;

    if (!entry_of(m, mem->addr, &entry)) {
        m->wrong = "an address on mem that nothing asked for";
    } else if (mem->kind == ZCACHE_META_READ) {
        for (uint32_t w = 0; w < m->params.line / 4; ++w)
            m->reply.data[w] = (uint32_t)assay_rng_u64(&m->rng); /* ignored above bit 3 */
        m->reply.data[0] = (m->reply.data[0] & ~15u) | (entry ? *entry : 0u);
        m->replying = true;
    } else if (!entry || mem->data[0] == *entry) {
        m->wrong = "a metadata entry written as it was";
    } else {
        *entry = (uint8_t)mem->data[0];
    }
}

void zmem_take(struct zmem *m, const struct zcache_mem *mem)
{
    uint32_t index = 0;

    if (m->replying)
        m->wrong = "something on mem while a reply is outstanding";
    if (mem->kind >= ZCACHE_META_READ) {
        take_metadata(m, mem);
    } else if (!index_of(m, mem->addr, &index)) {
        m->wrong = "an address on mem that nothing asked for";
    } else if (mem->kind == ZCACHE_READ) {
        memcpy(m->reply.data, m->line[index], sizeof m->reply.data);
        m->replying = true;
    } else {
        memcpy(m->line[index], mem->data, sizeof m->line[index]);
    }
}

bool zmem_reply(struct zmem *m, struct zcache_fill *fill)
{
    if (!m->replying)
        return false;
    m->replying = false;
    *fill = m->reply;
    return true;
}

static bool has_line(const struct zmem_surface *z, uint32_t addr)
{
    return z->enabled && addr >= z->first && addr <= z->last;
}

/* Lines that come to another surface are what its metadata says; all others stay as they are. */
static void changed_surface(struct zmem *m)
{
    const struct zcache_req *q = &m->req;
    const int changed = q->surface;
    struct zmem_surface *z = &m->surface[changed];
    const struct zmem_surface old = *z;
    const uint32_t others = enabled_surfaces(m) & ~(UINT32_C(1) << changed);

    if (q->enable)
        *z = (struct zmem_surface){true, q->addr, q->last, q->lines, q->meta};
    else
        z->enabled = false;
    for (uint32_t i = 0; i < m->n; ++i) {
        const uint32_t addr = zmem_address(m, i);
        const int other = owner(m, others, addr);
        const bool first = other < 0 || changed < other;
        const int before = first && has_line(&old, addr) ? changed : other;
        const int after = first && has_line(z, addr) ? changed : other;

        if (after == before || after < 0) {
            if (!image_holds(m, i, addr, after))
                m->wrong = "a line changed with the surfaces";
        } else if (is_pruned(m, i, addr, after)) {
            memset(m->image[i], 0, sizeof m->image[i]);
        } else {
            memcpy(m->image[i], m->line[i], sizeof m->image[i]);
        }
    }
}

void zmem_response(struct zmem *m, const struct zcache_rsp *rsp)
{
    if (!m->waiting) {
        m->wrong = "a response without a request";
        return;
    }
    m->waiting = false;
    if (memcmp(rsp->data, m->expected.data, m->params.line) != 0)
        m->wrong = "data of a response";
    if (rsp->status != m->expected.status || rsp->tag != m->expected.tag)
        m->wrong = "status or tag of a response";
    if (rsp->status != ZCACHE_OK)
        return;
    if (m->req.op == ZCACHE_SURFACE)
        changed_surface(m);
    if (m->req.op == ZCACHE_FLUSH && !holds_image(m))
        m->wrong = "memory after a flush";
}

void zmem_reset(struct zmem *m)
{
    for (uint32_t s = 0; s < ZMEM_SURFACES; ++s)
        m->surface[s].enabled = false;
    place_windows(m);
    memcpy(m->image, m->line, sizeof m->image);
    m->clean = true;
    m->replying = m->waiting = false;
}
