/* image.c - the flat image of memory as a program
 * sees it, and the responses that follow from it. */
#include <string.h>

#include "zcache/memory.h"

/* --- atomics --- */

static float number(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Adds with the host's arithmetic. Any NaN becomes the canonical one. */
static uint32_t add(uint32_t a, uint32_t b)
{
    const float sum = number(a) + number(b);
    uint32_t bits;

    memcpy(&bits, &sum, sizeof bits);
    return sum != sum ? 0x7FC00000 : bits;
}

static int64_t with_sign(uint32_t x)
{
    return x > INT32_MAX ? (int64_t)x - (INT64_C(1) << 32) : x;
}

uint32_t zmem_atomic(uint32_t op, uint32_t old, uint32_t data, uint32_t compare)
{
    const bool below = with_sign(data) < with_sign(old);

    switch (op) {
    case 3:
        return data;
    case 4:
        return (uint32_t)((uint64_t)old + data);
    case 5:
        return ~(~old | ~data);
    case 6:
        return ~(~old & ~data);
    case 7:
        return (old | data) - (old & data);
    case 8:
        return below ? data : old;
    case 9:
        return below ? old : data;
    case 10:
        return data < old ? data : old;
    case 11:
        return data < old ? old : data;
    case 12:
        return old == compare ? data : old;
    default:
        return add(old, data);
    }
}

/* --- the image --- */

/* Whether a line of memory, seen through its metadata, equals the image. */
static bool image_holds(const struct zmem *m, uint32_t index, uint32_t addr, int s)
{
    static const uint32_t zeros[16];

    return memcmp(zmem_is_pruned(m, index, addr, s) ? zeros : m->line[index], m->image[index],
                  sizeof zeros) == 0;
}

/* Whether memory and metadata equal the image everywhere, as they must after a flush. */
static bool holds_image(const struct zmem *m)
{
    const uint32_t enabled = zmem_enabled(m);
    bool holds = true;

    for (uint32_t i = 0; i < m->n; ++i) {
        const uint32_t addr = zmem_address(m, i);

        holds &= image_holds(m, i, addr, zmem_owner(m, enabled, addr));
    }
    return holds;
}

static bool has_line(const struct zmem_surface *z, uint32_t addr)
{
    return z->enabled && addr >= z->first && addr <= z->last;
}

/* A line that changes to another surface takes the contents given by that surface's metadata. All
 * other lines must stay as they are. */
static void changed_surface(struct zmem *m, const struct zcache_req *q)
{
    const int changed = q->surface;
    struct zmem_surface *z = &m->surface[changed];
    const struct zmem_surface old = *z;
    const uint32_t others = zmem_enabled(m) & ~(UINT32_C(1) << changed);

    if (q->enable)
        *z = (struct zmem_surface){true, q->addr, q->last, q->lines, q->meta};
    else
        z->enabled = false;
    for (uint32_t i = 0; i < m->n; ++i) {
        const uint32_t addr = zmem_address(m, i);
        const int other = zmem_owner(m, others, addr);
        const bool first = other < 0 || changed < other;
        const int before = first && has_line(&old, addr) ? changed : other;
        const int after = first && has_line(z, addr) ? changed : other;

        if (after == before || after < 0) {
            if (!image_holds(m, i, addr, after))
                assay_replies_wrong(&m->wrong, "a line that changed with the surfaces");
        } else if (zmem_is_pruned(m, i, addr, after)) {
            memset(m->image[i], 0, sizeof m->image[i]);
        } else {
            memcpy(m->image[i], m->line[i], sizeof m->image[i]);
        }
    }
}

/*
 * The barrier (fence, flush or surface request) is done: its response
 * has come, or another request was accepted, which cannot happen
 * earlier. Checks its effect before anything else can go to memory.
 */
static void settle(struct zmem *m)
{
    const struct zcache_req *q = &m->asked[m->barrier].req;

    if (!m->settling)
        return;
    m->settling = false;
    if (q->op == ZCACHE_SURFACE)
        changed_surface(m, q);
    else if (q->op == ZCACHE_FLUSH && !holds_image(m))
        assay_replies_wrong(&m->wrong, "memory differs from the image after a flush");
    if (m->replies.owed)
        assay_replies_wrong(&m->wrong,
                            "memory owes a reply after a fence, a flush or a change of surfaces");
}

/* --- requests --- */

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

/* Sets up metadata as a program would before it enables a surface.
 * Bits that a codec block does not have are arbitrary. */
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
        /* Moves bit i to bit 8i. */
        const uint32_t spread = (mask | mask << 7 | mask << 14 | mask << 21) & 0x01010101;
        const uint32_t bytes = spread * 0xFF;

        line[w] = (line[w] & ~bytes) | (q->data[w] & bytes);
    }
}

static void access_image(struct zmem *m, const struct zcache_req *q, struct zcache_rsp *e)
{
    uint32_t index = 0;

    if (zcache_is_atomic(q->op) && q->word >= m->params.line / 4) {
        e->status = ZCACHE_BAD_WORD;
        return;
    }
    m->clean = false;
    if (!zmem_index(m, q->addr, &index)) {
        assay_replies_wrong(&m->wrong, "a request for a line that is in no window");
    } else if (q->op == ZCACHE_LOAD) {
        memcpy(e->data, m->image[index], sizeof e->data);
    } else if (q->op == ZCACHE_STORE) {
        store(m, q, m->image[index]);
    } else {
        uint32_t *word = &m->image[index][q->word];

        e->data[0] = *word;
        *word = zmem_atomic(q->op, *word, q->data[0], q->data[1]);
    }
}

static bool is_access(const struct zcache_req *q)
{
    return q->op <= ZCACHE_STORE || zcache_is_atomic(q->op);
}

void zmem_request(struct zmem *m, const struct zcache_req *q)
{
    struct zmem_asked *a = &m->asked[q->tag];

    settle(m);
    m->quiet = false;
    if (a->there) {
        assay_replies_wrong(&m->wrong, "two requests with one tag");
        return;
    }
    m->under_way[m->n_under_way++] = q->tag;
    a->there = true;
    a->req = *q;
    memset(&a->expected, 0, sizeof a->expected);
    a->expected.tag = q->tag;
    if (is_access(q)) {
        access_image(m, q, &a->expected);
    } else if (q->op == ZCACHE_SURFACE) {
        a->expected.status = surface_status(m, q);
        m->settling = a->expected.status == ZCACHE_OK;
        if (m->settling && q->enable)
            set_up(m, q->surface);
    } else if (q->op == ZCACHE_FLUSH) {
        m->settling = m->clean = true;
    } else if (q->op == ZCACHE_FENCE) {
        m->settling = true;
    }
    if (m->settling)
        m->barrier = q->tag;
}

/* --- responses --- */

/* Whether the later response has to wait for the earlier one. */
static bool in_order(const struct zmem_asked *early, const struct zmem_asked *late)
{
    if (is_access(&early->req) && is_access(&late->req))
        return early->req.addr == late->req.addr && early->expected.status == ZCACHE_OK &&
               late->expected.status == ZCACHE_OK;
    return early->expected.status == ZCACHE_OK && late->expected.status == ZCACHE_OK;
}

static void check_order(struct zmem *m, uint32_t at)
{
    for (uint32_t i = 0; i < at; ++i)
        if (in_order(&m->asked[m->under_way[i]], &m->asked[m->under_way[at]]))
            assay_replies_wrong(&m->wrong, "a response before one that must come first");
}

void zmem_response(struct zmem *m, const struct zcache_rsp *rsp)
{
    struct zmem_asked *a = &m->asked[rsp->tag];
    uint32_t at = 0;

    if (!a->there) {
        assay_replies_wrong(&m->wrong, "a response without a request");
        return;
    }
    if (m->settling && rsp->tag == m->barrier) {
        settle(m);
        m->quiet = true;
    }
    while (m->under_way[at] != rsp->tag)
        ++at;
    check_order(m, at);
    --m->n_under_way;
    memmove(&m->under_way[at], &m->under_way[at + 1], m->n_under_way - at);
    a->there = false;
    if (rsp->status != a->expected.status) /* of more use than the data, which may follow from it */
        assay_replies_wrong(&m->wrong, "a response with a wrong status");
    if (memcmp(rsp->data, a->expected.data, m->params.line) != 0)
        assay_replies_wrong(&m->wrong, "a response with wrong data");
}
