#include "slice/bounds.h"

#include <inttypes.h>
#include <stdio.h>

#include "predicate/warp.h"

enum { LOAD, STORE }; /* operations of the core's unit; all others are atomics */

/* Number of arrays that begin at or below an address. */
static uint32_t begun_at(const struct slice_extent *extent, uint32_t n, int64_t addr)
{
    uint32_t low = 0;

    while (low < n) {
        const uint32_t middle = (low + n) / 2;

        if (extent[middle].first <= addr)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

static bool inside(const struct slice_extent *extent, uint32_t n, int64_t addr, int64_t bytes)
{
    const uint32_t begun = begun_at(extent, n, addr);

    return begun && addr + bytes <= extent[begun - 1].end;
}

static void place(const struct slice_state *s, uint8_t warp, uint16_t pc, struct slice_access *a)
{
    const uint8_t first = s->core.warp[warp].first;

    a->group = s->core.group[first].number;
    a->warp = (uint8_t)(warp - first);
    a->pc = pc;
}

/* Checks the access in the core's unit. Only lanes not yet served are looked at, which are all
 * of them in its first cycle. */
static bool access_broken(const struct slice_state *s, const struct slice_extent *extent,
                          uint32_t n, struct slice_access *a)
{
    const struct core_unit *u = &s->core.global;

    if (!u->valid)
        return false;
    a->bytes = predicate_size_bytes(u->size);
    for (uint32_t todo = u->todo; todo; todo &= todo - 1) {
        a->lane = (uint8_t)__builtin_ctz(todo);
        a->addr = u->addr[a->lane];
        if (inside(extent, n, a->addr, a->bytes))
            continue;
        a->kind = u->op == LOAD ? SLICE_LOAD : u->op == STORE ? SLICE_STORE : SLICE_ATOMIC;
        place(s, u->warp, u->pc, a);
        return true;
    }
    return false;
}

/* Checks the move that the core offers, unless it is to local memory or the compute block would
 * refuse it. */
static bool move_broken(const struct slice_state *s, const struct slice_extent *extent, uint32_t n,
                        struct slice_access *a)
{
    const struct core_off *off = &s->core.off;
    const struct slice_dispatch *d = &s->dispatch;
    const struct compute_block_params *p = &s->compute.params;
    struct compute_block_msg m;
    struct cb_entry e;

    if (!s->core.off_valid || off->kind != CORE_MOVE)
        return false;
    slice_message(p, off, &d->place[off->warp / d->size], d->launch.rows, d->launch.local_lines,
                  &m);
    if (m.addr & SLICE_LOCAL || cb_decode(p, &m, &e) != CB_OK)
        return false;
    a->bytes = cb_move_size(p, &m);
    for (uint8_t i = 0; i < m.items; ++i) {
        a->addr = m.addr + i * (int64_t)(int32_t)m.addr_step;
        if (inside(extent, n, a->addr, a->bytes))
            continue;
        a->kind = m.op == CB_OP_DRAIN ? SLICE_MOVE_OUT : SLICE_MOVE_IN;
        a->lane = i;
        place(s, off->warp, s->core.warp[off->warp].message_pc[off->tag], a);
        return true;
    }
    return false;
}

bool slice_bounds_broken(const struct slice_state *s, const struct slice_extent *extent, uint32_t n,
                         struct slice_access *access)
{
    return access_broken(s, extent, n, access) || move_broken(s, extent, n, access);
}

bool slice_bounds_trapped(const struct slice_state *s, struct slice_done *trap)
{
    for (uint32_t todo = s->core.heads; todo; todo &= todo - 1) {
        const struct core_group *g = &s->core.group[__builtin_ctz(todo)];

        if (!g->trap)
            continue;
        *trap = (struct slice_done){.status = SLICE_TRAP,
                                    .trap = g->trap,
                                    .group = g->number,
                                    .warp = g->trap_warp,
                                    .lane = g->trap_lane,
                                    .pc = g->trap_pc};
        return true;
    }
    return false;
}

/* Distance of an address from an array, in bytes. */
static int64_t distance(const struct slice_extent *e, int64_t addr)
{
    return addr < e->first ? e->first - addr : addr < e->end ? 0 : addr - e->end;
}

void slice_bounds_describe(const struct slice_access *a, const struct slice_extent *extent,
                           uint32_t n, char *text, size_t size)
{
    static const char *const kinds[] = {"a load", "a store", "an atomic", "a move from memory",
                                        "a move to memory"};
    const struct slice_extent *nearest = extent;
    const bool whole = n == 1 && !extent->name;
    int used;

    for (uint32_t i = 1; i < n; ++i)
        if (distance(&extent[i], a->addr) < distance(nearest, a->addr))
            nearest = &extent[i];
    used = snprintf(text, size,
                    "%s of %" PRIu32 " byte%s at %s0x%" PRIx64 ", group %" PRIu32
                    ", warp %u, %s %u, outside of %s: ",
                    kinds[a->kind], a->bytes, a->bytes == 1 ? "" : "s", a->addr < 0 ? "-" : "",
                    (uint64_t)(a->addr < 0 ? -a->addr : a->addr), a->group, a->warp,
                    a->kind >= SLICE_MOVE_IN ? "item" : "lane", a->lane,
                    whole ? "memory" : "all arrays");
    if (used < 0 || (size_t)used >= size)
        return;
    if (whole)
        snprintf(text + used, size - (size_t)used, "expected one below 0x%" PRIx32, extent->end);
    else if (n)
        snprintf(text + used, size - (size_t)used,
                 "expected one in an array; the nearest, %s, has 0x%" PRIx32 " to 0x%" PRIx32,
                 nearest->name, nearest->first, nearest->end - 1);
    else
        snprintf(text + used, size - (size_t)used, "expected none, since the launch has no arrays");
}
