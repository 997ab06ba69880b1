#include "zcache/memory.h"

#include <string.h>

enum { SPACE = 1 << 24 };

/* Two windows at the ends of the space, the others anywhere. */
static uint32_t window_base(const struct zmem *m, uint32_t w)
{
    if (w == ZMEM_WINDOWS - 1)
        return SPACE - m->window;
    return w * (SPACE / ZMEM_WINDOWS) + w * 3 * m->window;
}

uint32_t zmem_address(const struct zmem *m, uint32_t index)
{
    return window_base(m, index / m->window) + index % m->window;
}

/* All over the space, so that each bit of an address is 0 with one and 1 with another; the last one's
 * entries go over the end of the space. */
uint32_t zmem_meta_base(uint32_t surface)
{
    return surface == ZMEM_SURFACES - 1 ? SPACE - 3 : (0x312345 + surface * 0x8A1B2F) % SPACE;
}

static bool index_of(const struct zmem *m, uint32_t addr, uint32_t *index)
{
    for (uint32_t w = 0; w < ZMEM_WINDOWS; ++w) {
        const uint32_t at = addr - window_base(m, w);

        if (addr >= window_base(m, w) && at < m->window) {
            *index = w * m->window + at;
            return true;
        }
    }
    return false;
}

static uint8_t *entry_of(struct zmem *m, uint32_t addr)
{
    for (uint32_t s = 0; s < ZMEM_SURFACES; ++s) {
        const uint32_t at = (addr - zmem_meta_base(s)) % SPACE;

        if (at < ZMEM_ENTRIES)
            return &m->meta[s][at];
    }
    return NULL;
}

static void draw_line(struct zmem *m, uint32_t *data)
{
    const bool zero = assay_rng_below(&m->rng, 2);

    for (uint32_t w = 0; w < m->params.line / 4; ++w)
        data[w] = zero ? 0 : (uint32_t)assay_rng_u64(&m->rng);
}

void zmem_begin(struct zmem *m, const struct zcache_params *p, uint64_t seed)
{
    const uint32_t cache = p->sets * p->ways;

    memset(m, 0, sizeof *m);
    m->params = *p;
    assay_rng_init(&m->rng, seed, "zcache.memory");
    m->window = cache < 32 ? 8 : cache / 4;
    m->n = ZMEM_WINDOWS * m->window;
    for (uint32_t i = 0; i < m->n; ++i)
        draw_line(m, m->line[i]);
    zmem_reset(m);
}

static int owner(const struct zmem *m, uint32_t addr)
{
    for (int s = 0; s < ZMEM_SURFACES; ++s) {
        const struct zmem_surface *z = &m->surface[s];

        if (z->enabled && addr >= z->first && addr <= z->last)
            return s;
    }
    return -1;
}

/* A line of memory through its metadata. */
static void see(struct zmem *m, uint32_t index, uint32_t *data)
{
    const uint32_t addr = zmem_address(m, index);
    const int s = owner(m, addr);

    memcpy(data, m->line[index], sizeof m->line[index]);
    if (s >= 0) {
        const struct zmem_surface *z = &m->surface[s];
        const uint32_t block = addr / z->lines - z->first / z->lines;

        if (*entry_of(m, (z->meta + block) % SPACE) >> addr % z->lines & 1)
            memset(data, 0, sizeof m->line[index]);
    }
}

static bool image_holds(struct zmem *m, uint32_t index)
{
    uint32_t seen[16];

    see(m, index, seen);
    return memcmp(seen, m->image[index], sizeof seen) == 0;
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

    for (uint32_t i = 0; i < ZMEM_ENTRIES; ++i)
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

void zmem_take(struct zmem *m, const struct zcache_mem *mem)
{
    uint8_t *entry = mem->kind >= ZCACHE_META_READ ? entry_of(m, mem->addr) : NULL;
    uint32_t index = 0;

    if (mem->kind >= ZCACHE_META_READ ? entry == NULL : !index_of(m, mem->addr, &index)) {
        m->wrong = "an address on mem that nothing asked for";
        return;
    }
    if (m->replying)
        m->wrong = "something on mem while a reply is outstanding";
    switch (mem->kind) {
    case ZCACHE_READ:
        memcpy(m->reply.data, m->line[index], sizeof m->reply.data);
        m->replying = true;
        break;
    case ZCACHE_WRITE:
        memcpy(m->line[index], mem->data, sizeof m->line[index]);
        break;
    case ZCACHE_META_READ:
        for (uint32_t w = 0; w < m->params.line / 4; ++w)
            m->reply.data[w] = (uint32_t)assay_rng_u64(&m->rng); /* ignored above bit 3 */
        m->reply.data[0] = (m->reply.data[0] & ~15u) | *entry;
        m->replying = true;
        break;
    default:
        if (mem->data[0] == *entry)
            m->wrong = "a metadata entry written as it was";
        *entry = (uint8_t)mem->data[0];
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

static void changed_surface(struct zmem *m)
{
    const struct zcache_req *q = &m->req;
    struct zmem_surface *z = &m->surface[q->surface];
    int before[ZMEM_LINES] = {0};

    for (uint32_t i = 0; i < m->n; ++i)
        before[i] = owner(m, zmem_address(m, i));
    if (q->enable)
        *z = (struct zmem_surface){true, q->addr, q->last, q->lines, q->meta};
    else
        z->enabled = false;
    for (uint32_t i = 0; i < m->n; ++i) {
        const int now = owner(m, zmem_address(m, i));

        if (now != before[i] && now >= 0)
            see(m, i, m->image[i]);
        else if (!image_holds(m, i))
            m->wrong = "a line changed with the surfaces";
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
    for (uint32_t i = 0; m->req.op == ZCACHE_FLUSH && i < m->n; ++i) {
        if (!image_holds(m, i))
            m->wrong = "memory after a flush";
    }
}

void zmem_reset(struct zmem *m)
{
    for (uint32_t s = 0; s < ZMEM_SURFACES; ++s)
        m->surface[s].enabled = false;
    memcpy(m->image, m->line, sizeof m->image);
    m->clean = true;
    m->replying = m->waiting = false;
}
