/* coverage.c - tracks zcache by its pins. The effect of a
 * clock edge shows in the counters of the next cycle. */
#include "zcache/coverage.h"

#include <string.h>

#include "zcache/points.h"

/* Bits in the transfer mask: the streams in the order of block.yaml. */
enum { REQ = 1, FILL = 2, MEM = 4, RSP = 8 };

enum { SPACE = 1 << 24, MANY = 256 };

void zcache_cover_begin(void *any, const struct assay_params *params)
{
    struct zcache_cover_ctx *c = any;

    memcpy(&c->params, params->v, sizeof c->params);
}

void zcache_cover_restart(void *any)
{
    struct zcache_cover_ctx *c = any;
    const struct zcache_params p = c->params;

    memset(c, 0, sizeof *c);
    c->params = p;
}

static uint32_t op_bin(uint32_t op)
{
    return op == ZCACHE_LOAD      ? ZP_LOAD
           : op == ZCACHE_STORE   ? ZP_STORE
           : op == ZCACHE_FENCE   ? ZP_FENCE
           : op == ZCACHE_FLUSH   ? ZP_FLUSH
           : op == ZCACHE_SURFACE ? ZP_SURFACE
                                  : ZP_ATOMIC;
}

static uint32_t selected(const struct zcache_req *q)
{
    return (uint32_t)__builtin_popcountll(q->mask);
}

static uint32_t access_bin(const struct zcache_cover_ctx *c, const struct zcache_req *q)
{
    return q->op == ZCACHE_LOAD            ? ZP_A_LOAD
           : q->op != ZCACHE_STORE         ? ZP_A_ATOMIC
           : selected(q) == c->params.line ? ZP_A_FULL
                                           : ZP_A_PART;
}

static bool is_access(const struct zcache_req *q)
{
    return q->op <= ZCACHE_STORE || zcache_is_atomic(q->op);
}

/* --- misses --- */

static int find_miss(const struct zcache_cover_ctx *c, uint32_t addr)
{
    for (int i = 0; i < ZCACHE_MAX_MSHRS; ++i)
        if (c->miss[i].open && c->miss[i].addr == addr)
            return i;
    return -1;
}

static void miss(struct zcache_cover_ctx *c, const struct zcache_req *q)
{
    int i = 0;

    while (i < ZCACHE_MAX_MSHRS - 1 && c->miss[i].open)
        ++i;
    c->miss[i] = (struct zcache_cover_miss){.addr = q->addr, .n = 1, .open = true};
    c->miss_of[q->tag] = (uint8_t)(i + 1);
}

static void join(struct zcache_cover_ctx *c, const struct zcache_req *q)
{
    const int i = find_miss(c, q->addr);

    if (i < 0)
        return;
    ++c->miss[i].n;
    c->miss_of[q->tag] = (uint8_t)(i + 1);
}

static void answered_miss(struct zcache_cover_ctx *c, struct assay_cover *db, uint8_t tag)
{
    struct zcache_cover_miss *m;

    if (c->miss_of[tag] == 0)
        return;
    m = &c->miss[c->miss_of[tag] - 1];
    c->miss_of[tag] = 0;
    if (++m->answered < m->n)
        return;
    m->open = false;
    if (m->n <= ZCACHE_JOINS)
        assay_cover_hit(db, ZP_SERVED, (m->n - 1) * 2 + !m->read);
}

/* --- what LOOK did at the last edge --- */

static bool writes_zero(const struct zcache_cover_ctx *c, const struct zcache_req *q)
{
    for (uint32_t i = 0; i < c->params.line; ++i)
        if ((q->mask >> i & 1) && (q->data[i / 4] >> i % 4 * 8 & 0xFF))
            return false;
    return true;
}

/* A store that was answered at once. Skipped if SERVE
 * wrote at the same edge, as the counters add up. */
static void stored(struct zcache_cover_ctx *c, struct assay_cover *db,
                   const struct zcache_outputs *out, bool quick)
{
    const uint32_t written = out->array_writes - c->before.array_writes;
    const uint32_t bypassed = out->array_writes_bypassed - c->before.array_writes_bypassed;
    const uint32_t n = selected(&c->was);
    const uint32_t extent = n == 0 ? 0 : n == c->params.line ? 2 : 1;

    if (written + bypassed == 1)
        assay_cover_hit(db, ZP_STORES,
                        ((extent * 2 + !writes_zero(c, &c->was)) * 2 + bypassed) * 2 + quick);
}

static void hit(struct zcache_cover_ctx *c, struct assay_cover *db,
                const struct zcache_outputs *out)
{
    const bool bypassed = out->array_reads_bypassed != c->before.array_reads_bypassed;

    if (c->was.op == ZCACHE_STORE)
        stored(c, db, out, false);
    else
        assay_cover_hit(db, ZP_READS, (c->was.op != ZCACHE_LOAD) * 2u + bypassed);
}

static void looked_up(struct zcache_cover_ctx *c, struct assay_cover *db,
                      const struct zcache_outputs *out)
{
    const uint32_t kind = access_bin(c, &c->was);
    const bool answered = out->rsp_valid && out->rsp.tag == c->was.tag;
    uint32_t found = ZP_HIT;

    if (out->joins != c->before.joins) {
        found = ZP_JOIN;
        join(c, &c->was);
    } else if (out->misses != c->before.misses && answered) {
        found = ZP_QUICK;
        if (c->was.op == ZCACHE_STORE)
            stored(c, db, out, true);
    } else if (out->misses != c->before.misses) {
        found = ZP_MISS;
        miss(c, &c->was);
    } else {
        hit(c, db, out);
    }
    assay_cover_hit(db, ZP_PATH, kind * ZP_FOUND + found);
    if (kind == ZP_A_ATOMIC)
        assay_cover_hit(db, ZP_ATOMICS, (c->was.op - ZCACHE_EXCH) * 2u + (found != ZP_HIT));
    if (kind != ZP_A_FULL &&
        (out->meta_hits != c->before.meta_hits || out->meta_misses != c->before.meta_misses))
        assay_cover_hit(db, ZP_META,
                        (kind == ZP_A_ATOMIC ? 2u : kind) * 2 +
                            (out->meta_misses != c->before.meta_misses));
}

/* --- write-backs, in order --- */

static void back_begins(struct zcache_cover_ctx *c, const struct zcache_outputs *out, bool by_look)
{
    const uint32_t by_bit = out->array_reads_bypassed - c->before.array_reads_bypassed;

    if (by_look || out->array_reads + out->array_reads_bypassed ==
                       c->before.array_reads + c->before.array_reads_bypassed)
        return;
    if (c->n_back < ZCACHE_MAX_MSHRS)
        c->back[c->n_back++] = (struct zcache_cover_back){by_bit != 0, c->flushing};
}

static void back_decided(struct zcache_cover_ctx *c, struct assay_cover *db, uint32_t kind)
{
    if (c->n_back == 0)
        return;
    if (kind == ZP_CODEC && c->back[0].by_bit)
        kind = ZP_BY_BIT;
    assay_cover_hit(db, ZP_BACKS, c->back[0].flush * (uint32_t)ZP_BACK_KINDS + kind);
    memmove(c->back, c->back + 1, --c->n_back * sizeof c->back[0]);
}

static void backs(struct zcache_cover_ctx *c, struct assay_cover *db,
                  const struct zcache_outputs *out)
{
    if (out->mem_writes_bypassed != c->before.mem_writes_bypassed)
        back_decided(c, db, ZP_CODEC);
    else if (c->mem_moved && out->mem_valid && out->mem.tag >> 6 == ZCACHE_OF_BACK)
        back_decided(c, db,
                     zcache_owner(c->surface, c->params.surfaces, out->mem.addr) ? ZP_OWNED
                                                                                 : ZP_PLAIN);
}

/* --- memory --- */

static uint32_t reply_bin(const struct zcache_mem *m)
{
    static const uint8_t bins[] = {ZP_R_LINE, ZP_R_BACK, ZP_R_META, ZP_R_META_WRITE};

    return m->tag >> 6 == ZCACHE_OF_ZEROS ? (uint32_t)ZP_R_ZEROS : bins[m->kind];
}

/* Samples the blocks of the surface being disabled
 * that have entries in this line of its metadata. */
static void swept(struct zcache_cover_ctx *c, struct assay_cover *db, uint32_t number,
                  const uint32_t *data)
{
    const struct zcache_surface *z = &c->surface[c->look.surface];
    const uint32_t in_line = 2 * c->params.line, n = z->lines;
    uint32_t blocks;

    if (n == 0) /* the request that enables it has not been answered yet */
        return;
    blocks = (z->last - z->first + 1) / n;
    for (uint32_t i = 0; i < in_line; ++i) {
        const uint32_t at = (number * in_line + i - z->meta) % SPACE;
        const uint32_t bits = data[i / 8] >> i % 8 * 4 & ((1u << n) - 1);
        bool fewer = false;

        if (at >= blocks)
            continue;
        for (uint32_t j = 0; j < n; ++j)
            fewer |= (bits >> j & 1) &&
                     zcache_owner(c->surface, c->params.surfaces, z->first + at * n + j) != z;
        assay_cover_hit(db, ZP_SWEEPS,
                        ((n == 4) * 3u + (bits == 0               ? 0u
                                          : bits == (1u << n) - 1 ? 2u
                                                                  : 1u)) *
                                2 +
                            fewer);
    }
}

static void replied(struct zcache_cover_ctx *c, struct assay_cover *db, const struct zcache_fill *f)
{
    uint32_t i = 0;

    while (i < c->n_owed && c->owed[i].tag != f->tag)
        ++i;
    if (i == c->n_owed) {
        assay_cover_hit(db, ZP_REPLIES, ZP_R_STRAY * 2);
        return;
    }
    assay_cover_hit(db, ZP_REPLIES, reply_bin(&c->owed[i]) * 2 + (i != 0));
    if (c->owed[i].kind == ZCACHE_META_READ && c->look.op == ZCACHE_SURFACE && !c->look.enable)
        swept(c, db, c->owed[i].addr, f->data);
    memmove(&c->owed[i], &c->owed[i + 1], (--c->n_owed - i) * sizeof c->owed[0]);
}

static void sent(struct zcache_cover_ctx *c, const struct zcache_mem *m)
{
    if (c->n_owed < ZCACHE_COVER_TAGS)
        c->owed[c->n_owed++] = *m;
    if (m->kind == ZCACHE_READ) {
        const int i = find_miss(c, m->addr);

        if (i >= 0)
            c->miss[i].read = true;
    }
}

/* --- requests and responses --- */

static void enabled(struct zcache_cover_ctx *c, struct assay_cover *db, const struct zcache_req *q,
                    uint8_t result)
{
    const uint8_t n = q->lines;
    uint32_t n_blocks;

    assay_cover_hit(db, ZP_ENABLES, result * 3u + (n == 2 ? 0u : n == 4 ? 1u : 2u));
    if (result != ZCACHE_OK)
        return;
    c->surface[q->surface] = (struct zcache_surface){1, n, q->addr, q->last, q->meta};
    n_blocks = (q->last - q->addr + 1) / n;
    assay_cover_hit(db, ZP_SIZES,
                    (n_blocks == 1     ? 0u
                     : n_blocks < MANY ? 1u
                                       : 2u) *
                            2 +
                        (q->meta + n_blocks > SPACE));
}

static void answered(struct zcache_cover_ctx *c, struct assay_cover *db,
                     const struct zcache_rsp *rsp)
{
    const struct zcache_req *q = &c->req[rsp->tag];
    uint32_t at = 0;

    while (at < c->n && c->under_way[at] != rsp->tag)
        ++at;
    if (at == c->n)
        return;
    assay_cover_hit(db, ZP_STATUS, op_bin(q->op) * 5 + rsp->status);
    if (is_access(q) && rsp->status == ZCACHE_OK)
        assay_cover_hit(db, ZP_OVERTAKES, access_bin(c, q) * 4 + (at < 2 ? at : at < 4 ? 2u : 3u));
    memmove(&c->under_way[at], &c->under_way[at + 1], --c->n - at);
    answered_miss(c, db, rsp->tag);
    if (q->op == ZCACHE_SURFACE && q->enable)
        enabled(c, db, q, rsp->status);
    else if (q->op == ZCACHE_SURFACE && rsp->status == ZCACHE_OK)
        c->surface[q->surface].enabled = 0;
}

static void accepted(struct zcache_cover_ctx *c, struct assay_cover *db, const struct zcache_req *q)
{
    if (q->op == ZCACHE_FENCE)
        assay_cover_hit(db, ZP_FENCES, c->n != 0);
    c->look = *q;
    c->req[q->tag] = *q;
    if (c->n < ZCACHE_COVER_TAGS)
        c->under_way[c->n++] = q->tag;
}

void zcache_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                  uint64_t transfers)
{
    struct zcache_cover_ctx *c = any;
    const struct zcache_inputs *in = any_in;
    const struct zcache_outputs *out = any_out;

    if (c->some_before) {
        const bool moved = out->hits != c->before.hits || out->misses != c->before.misses ||
                           out->joins != c->before.joins;
        const bool hits = out->hits != c->before.hits;

        back_begins(c, out, hits);
        if (moved)
            looked_up(c, db, out);
        backs(c, db, out);
    }
    if (transfers & RSP)
        answered(c, db, &out->rsp);
    if (transfers & FILL)
        replied(c, db, &in->fill);
    if (transfers & MEM)
        sent(c, &out->mem);
    c->flushing = c->look.op == ZCACHE_FLUSH;
    c->was = c->look;
    if (transfers & REQ)
        accepted(c, db, &in->req);
    c->before = *out;
    c->some_before = true;
    c->mem_moved = !out->mem_valid || (transfers & MEM) != 0;
}
