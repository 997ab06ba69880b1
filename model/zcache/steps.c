/*
 * steps.c - the requests that take several steps in LOOK: a flush, and disabling a surface; and
 * changes of surfaces.
 */
#include <string.h>

#include "zcache/internal.h"

uint8_t zcache_check_surface(const struct zcache_state *s, const struct zcache_req *q)
{
    if (!s->clean)
        return ZCACHE_NOT_CLEAN;
    if (q->surface >= s->params.surfaces || (q->enable && s->surface[q->surface].enabled))
        return ZCACHE_BAD_SURFACE;
    if (q->enable && ((q->lines != 2 && q->lines != 4) || q->last < q->addr ||
                      q->addr % q->lines != 0 || (q->last + 1) % q->lines != 0))
        return ZCACHE_BAD_RANGE;
    return ZCACHE_OK;
}

void zcache_change(struct zcache_state *s, uint8_t status)
{
    const struct zcache_req *q = &s->look.req;

    memset(&s->rsp, 0, sizeof s->rsp);
    s->rsp.tag = q->tag;
    s->rsp.status = status;
    if (status == ZCACHE_OK && q->op == ZCACHE_FLUSH) {
        s->clean = 1;
    } else if (status == ZCACHE_OK && q->op == ZCACHE_SURFACE) {
        struct zcache_surface *mine = &s->surface[q->surface];

        if (q->enable)
            *mine = (struct zcache_surface){1, q->lines, q->addr, q->last, q->meta};
        else
            mine->enabled = 0;
    }
}

/* --- disabling --- */

static void next_block(struct zcache_state *s, const struct zcache_surface *mine)
{
    if (s->look.at + mine->lines > mine->last) {
        s->look.step = ZCACHE_STORING;
        s->look.i = 0;
    } else {
        s->look.at += mine->lines;
    }
}

static void sweep(struct zcache_state *s, const struct zcache_edge *e)
{
    const struct zcache_surface *mine = &s->surface[s->look.req.surface];
    const uint32_t entry = zcache_entry(mine, s->look.at);
    const int meta = zcache_at_hand(s, entry);
    uint32_t bits, j;

    if (meta < 0) {
        if (e->mem_free)
            zcache_fetch(s, entry);
        return;
    }
    bits = zcache_get_entry(s, meta, entry) & (uint32_t)low_ones(mine->lines);
    if (!bits) {
        next_block(s, mine);
        return;
    }
    j = lowest_one(bits);
    if (zcache_owner_of(s, s->look.at + j) == mine) {
        if (!e->mem_free || s->zeros == ZCACHE_MOST_ZEROS)
            return;
        zcache_send(s, ZCACHE_WRITE, s->look.at + j, NULL, ZCACHE_OF_ZEROS, 0);
        ++s->zeros;
    }
    zcache_put_bit(s, meta, entry, j, 0);
}

/* --- writing metadata to memory --- */

static void store_meta(struct zcache_state *s, const struct zcache_edge *e)
{
    struct zcache_meta_line *m = &s->meta[s->look.i];

    if (s->look.i == s->params.metas) {
        s->look.step = ZCACHE_LAST;
        return;
    }
    if (m->state == ZCACHE_META_VALID && m->dirty) {
        if (!e->mem_free)
            return;
        zcache_write_meta(s, s->look.i);
    } else {
        m->state = ZCACHE_META_EMPTY;
    }
    ++s->look.i;
}

/* --- all steps --- */

static void start(struct zcache_state *s)
{
    const struct zcache_req *q = &s->look.req;

    s->look.i = 0;
    s->look.step = q->op == ZCACHE_FLUSH ? ZCACHE_SCAN : ZCACHE_SWEEP;
    if (q->op == ZCACHE_SURFACE)
        s->look.at = s->surface[q->surface].first;
}

void zcache_step_edge(struct zcache_state *s, const struct zcache_edge *e)
{
    switch (s->look.step) {
    case ZCACHE_START:
        if (e->quiet)
            start(s);
        break;
    case ZCACHE_SCAN:
        if (s->look.i == s->params.sets * s->params.ways)
            s->look.step = ZCACHE_DRAIN;
        else
            s->look.i += zcache_scan(s, s->look.i);
        break;
    case ZCACHE_DRAIN:
        if (e->quiet) {
            s->look.step = ZCACHE_STORING;
            s->look.i = 0;
        }
        break;
    case ZCACHE_SWEEP:
        sweep(s, e);
        break;
    case ZCACHE_STORING:
        store_meta(s, e);
        break;
    default: /* LAST: not yet quiet */
        break;
    }
}
