#include "zcache/memory.h"

#include <string.h>

enum { SPACE = 1 << 24, TRIES = 64 };

uint32_t zmem_address(const struct zmem *m, uint32_t index)
{
    return m->base[index / m->window] + index % m->window;
}

bool zmem_index(const struct zmem *m, uint32_t addr, uint32_t *index)
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

/* --- places of windows --- */

/* Draws a base anywhere, across a power-of-two boundary, or one bit away from another window. */
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

/* The first two windows are at the ends of the address space. */
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

/* Returns the surface that is about to be enabled, or one that is not enabled if there is none. */
static struct zmem_surface about_to_be(const struct zmem *m)
{
    const struct zcache_req *q = &m->asked[m->barrier].req;
    const bool is = m->settling && q->op == ZCACHE_SURFACE && q->enable;

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

/* Whether `blocks` entries from `meta` on do not overlap those of the surface. */
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

/* Draws a place anywhere, sometimes wrapping around the end of the space; near the end of a line of
 * metadata; or next to another surface's metadata, so that they share lines. */
static uint32_t draw_meta(const struct zmem *m, struct assay_rng *r)
{
    const uint32_t bits = (uint32_t)assay_rng_u64(r), in_line = 2 * m->params.line;
    const uint32_t kind = bits >> 24 & 7;
    const struct zmem_surface *z = &m->surface[bits >> 27 & (ZMEM_SURFACES - 1)];

    if (kind == 0)
        return SPACE - 1 - (bits & 3);
    if (kind <= 2 && z->enabled)
        return (z->meta + zmem_blocks(z) + (bits & 3)) % SPACE;
    if (kind <= 4)
        return ((bits | (in_line - 1)) - (bits >> 8 & 3)) % SPACE;
    return bits % SPACE;
}

bool zmem_meta_place(const struct zmem *m, struct assay_rng *r, uint32_t blocks, uint32_t *meta)
{
    for (int tries = 0; tries < TRIES; ++tries) {
        *meta = draw_meta(m, r);
        if (has_place(m, *meta, blocks))
            return true;
    }
    return false;
}

/* --- owners --- */

uint32_t zmem_enabled(const struct zmem *m)
{
    uint32_t enabled = 0;

    for (uint32_t s = 0; s < ZMEM_SURFACES; ++s)
        enabled |= (uint32_t)m->surface[s].enabled << s;
    return enabled;
}

int zmem_owner(const struct zmem *m, uint32_t enabled, uint32_t addr)
{
    for (int s = 0; enabled >> s; ++s)
        if (enabled >> s & 1 && addr >= m->surface[s].first && addr <= m->surface[s].last)
            return s;
    return -1;
}

bool zmem_is_pruned(const struct zmem *m, uint32_t index, uint32_t addr, int s)
{
    uint32_t in_block;

    if (s < 0)
        return false;
    in_block = addr % m->surface[s].lines;
    return m->meta[s][(index - in_block) / 2] >> in_block & 1;
}

/* --- contents --- */

static void draw_line(struct zmem *m, uint32_t *data)
{
    const uint32_t kind =
        assay_rng_below(&m->rng, 8); /* 0-3: a zero line; 4: all zero but one bit */
    const uint32_t one = assay_rng_below(&m->rng, m->params.line * 8);

    for (uint32_t w = 0; w < m->params.line / 4; ++w)
        data[w] = kind < 4 ? 0 : (uint32_t)assay_rng_u64(&m->rng);
    if (kind == 4) {
        memset(data, 0, m->params.line);
        data[one / 32] = UINT32_C(1) << one % 32;
    }
}

void zmem_begin(struct zmem *m, const struct zcache_params *p, uint32_t illegal, uint64_t seed)
{
    const uint32_t cache = p->sets * p->ways;

    memset(m, 0, sizeof *m);
    m->params = *p;
    m->illegal = illegal;
    assay_rng_init(&m->rng, seed, "zcache.memory");
    assay_rng_init(&m->places, seed, "zcache.windows");
    assay_rng_init(&m->late, seed, "zcache.late");
    assay_replies_begin(&m->replies, seed, "zcache.replies");
    m->window = cache < 32 ? 8 : cache / 4;
    m->n = ZMEM_WINDOWS * m->window;
    for (uint32_t i = 0; i < m->n; ++i)
        draw_line(m, m->line[i]);
    zmem_reset(m);
}

void zmem_reset(struct zmem *m)
{
    for (uint32_t s = 0; s < ZMEM_SURFACES; ++s)
        m->surface[s].enabled = false;
    place_windows(m);
    memcpy(m->image, m->line, m->n * sizeof m->image[0]);
    m->clean = m->quiet = true;
    assay_replies_reset(&m->replies);
    m->n_under_way = 0;
    m->settling = false;
    for (uint32_t i = 0; i < ZMEM_TAGS; ++i)
        m->asked[i].there = false;
}
