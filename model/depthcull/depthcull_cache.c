/* depthcull_cache.c - the cache of tile records, and its traffic with memory. */
#include <string.h>

#include "depthcull/internal.h"

enum { WRITE_TAG = 0x100, LINE_BITS = 3, LINE_MASK = 7, ENTRY_MASK = 31, WHAT_MASK = 15 };

/* --- epochs --- */

void depthcull_drop_slots(struct depthcull_state *s, uint32_t z)
{
    memset(s->slot, 0, sizeof s->slot);
    s->uses = 0;
    s->z = z;
}

void depthcull_begin_sweep(struct depthcull_state *s)
{
    s->sweeping = 1;
    s->row = 0;
}

void depthcull_sweep(struct depthcull_state *s)
{
    for (uint32_t i = 0; i < DEPTHCULL_SWEPT; ++i)
        if (s->row + i < s->params.tiles)
            s->table[s->row + i] = 0;
    s->row += DEPTHCULL_SWEPT;
    s->sweeping = s->row < s->params.tiles;
}

void depthcull_reset_cache(struct depthcull_state *s)
{
    depthcull_drop_slots(s, 0);
    memset(s->miss, 0, sizeof s->miss);
    memset(s->write, 0, sizeof s->write);
    s->ordered = 0;
    s->evicted.busy = 0;
    s->fill.busy = 0;
    s->fill.f1 = s->fill.f2 = DEPTHCULL_NO_MISS;
    s->mem_valid = 0;
    s->clean = 0;
    s->present = 0;
    depthcull_begin_sweep(s);
}

/* The kind of record that the table has for a tile that is not in the cache. */
static uint8_t what_of(const struct depthcull_state *s, uint32_t tile)
{
    const uint8_t entry = s->table[tile];

    return entry >> 4 == s->present ? entry & WHAT_MASK : 0;
}

/* --- writes --- */

static bool write_is_free(const struct depthcull_state *s, uint32_t w)
{
    return !s->write[w].waiting && !(s->evicted.busy && s->evicted.write == w);
}

/* The lowest free entry; `misses` if there is none. */
static uint8_t free_write(const struct depthcull_state *s)
{
    uint8_t w = 0;

    while (w < s->params.misses && !write_is_free(s, w))
        ++w;
    return w;
}

static bool is_written(const struct depthcull_state *s, uint32_t tile)
{
    bool found = false;

    for (uint32_t w = 0; w < s->params.misses; ++w)
        found |= !write_is_free(s, w) && s->write[w].tile == tile;
    return found;
}

bool depthcull_quiet(const struct depthcull_state *s)
{
    bool under_way = s->evicted.busy;

    for (uint32_t w = 0; w < s->params.misses; ++w)
        under_way |= s->write[w].waiting != 0;
    return !under_way;
}

bool depthcull_can_evict(const struct depthcull_state *s, uint16_t slot)
{
    return !s->evicted.busy && free_write(s) < s->params.misses &&
           !is_written(s, s->slot[slot].tile);
}

/*
 * Starts writing a record. The depths remain in the tile memory until they are sent: nothing else
 * is stored there before.
 */
void depthcull_evict(struct depthcull_state *s, uint16_t slot)
{
    const struct depthcull_tile *tile = &s->tile[slot];
    const uint32_t what = depthcull_what(tile);
    struct depthcull_evicted *ev = &s->evicted;

    ev->write = free_write(s);
    ev->busy = 1;
    ev->slot = slot;
    ev->pixels = tile->kind == DEPTHCULL_PIXELS;
    ev->line = 0;
    ev->lines = (uint8_t)depthcull_lines(&s->params, what);
    depthcull_write_record(&s->params, tile, depthcull_pixels_of(s, slot), ev->data);
    s->write[ev->write].tile = s->slot[slot].tile;
    s->table[s->slot[slot].tile] = (uint8_t)((uint32_t)s->present << 4 | what);
    s->bounds[s->slot[slot].tile] = depthcull_tile_bounds(&s->params, tile);
    s->slot[slot].dirty = 0;
}

/* --- cleaning --- */

/*
 * The least recently used slot of the set that cleaning has reached, if it is dirty and no slot of
 * the set is empty; else DEPTHCULL_NO_SLOT.
 */
static uint16_t stale_slot(const struct depthcull_state *s)
{
    const uint16_t first = (uint16_t)(s->clean * s->params.ways);
    uint16_t oldest = first;

    for (uint16_t i = first; i < first + s->params.ways; ++i) {
        if (!s->slot[i].used)
            return DEPTHCULL_NO_SLOT;
        if (s->slot[i].last_use < s->slot[oldest].last_use)
            oldest = i;
    }
    return s->slot[oldest].dirty ? oldest : DEPTHCULL_NO_SLOT;
}

void depthcull_plan_clean(const struct depthcull_state *s, const struct depthcull_inputs *in,
                          const struct depthcull_placing *placing, struct depthcull_traffic *t)
{
    const uint16_t slot = stale_slot(s);
    const bool evicts = placing && placing->slot != DEPTHCULL_NO_SLOT && !placing->hit &&
                        s->slot[placing->slot].dirty;
    const bool may = !s->mem_valid && s->ordered == 0 && !evicts && !in->clear_valid;

    if (s->reading != DEPTHCULL_IDLE)
        return;
    if (slot == DEPTHCULL_NO_SLOT) {
        t->passes = true;
    } else if (may && s->tile[slot].kind == DEPTHCULL_PIXELS) {
        t->passes = true;
    } else if (may && depthcull_can_evict(s, slot)) {
        t->cleans = t->passes = true;
    }
}

void depthcull_move_clean(struct depthcull_state *s, bool cleans, bool passes)
{
    if (cleans)
        depthcull_evict(s, stale_slot(s));
    if (passes)
        s->clean = (uint16_t)((s->clean + 1u) % s->params.sets);
}

/* --- placing --- */

static uint16_t first_way(const struct depthcull_state *s, uint32_t tile)
{
    return (uint16_t)(tile % s->params.sets * s->params.ways);
}

/* The slot that holds a tile; DEPTHCULL_NO_SLOT: none. */
static uint16_t find_slot(const struct depthcull_state *s, uint32_t tile)
{
    const uint16_t first = first_way(s, tile);

    for (uint16_t i = first; i < first + s->params.ways; ++i)
        if (s->slot[i].used && s->slot[i].tile == tile)
            return i;
    return DEPTHCULL_NO_SLOT;
}

static uint16_t victim(const struct depthcull_state *s, uint32_t tile)
{
    const uint16_t first = first_way(s, tile);
    uint16_t best = DEPTHCULL_NO_SLOT;

    for (uint16_t i = first; i < first + s->params.ways; ++i) {
        if (!s->slot[i].used)
            return i;
        if (!s->slot[i].held &&
            (best == DEPTHCULL_NO_SLOT || s->slot[i].last_use < s->slot[best].last_use))
            best = i;
    }
    return best;
}

/* The lowest free entry; `misses` if there is none. */
static uint8_t free_miss(const struct depthcull_state *s)
{
    uint8_t m = 0;

    while (m < s->params.misses && s->miss[m].busy)
        ++m;
    return m;
}

struct depthcull_placing depthcull_plan_place(const struct depthcull_state *s, uint32_t tile)
{
    struct depthcull_placing plan = {.placed = true, .slot = DEPTHCULL_NO_SLOT};

    if (tile >= s->params.tiles)
        return plan;
    plan.slot = find_slot(s, tile);
    plan.hit = plan.slot != DEPTHCULL_NO_SLOT;
    if (plan.hit)
        return plan;
    plan.slot = victim(s, tile);
    plan.placed = plan.slot != DEPTHCULL_NO_SLOT && free_miss(s) < s->params.misses &&
                  (!s->slot[plan.slot].dirty || depthcull_can_evict(s, plan.slot));
    return plan;
}

static void allocate(struct depthcull_state *s, uint16_t at, uint32_t tile)
{
    const uint8_t m = free_miss(s);
    struct depthcull_slot *slot = &s->slot[at];

    if (slot->dirty)
        depthcull_evict(s, at);
    s->miss[m] =
        (struct depthcull_miss){.busy = 1, .slot = at, .tile = tile, .what = what_of(s, tile)};
    s->miss[m].left = (uint8_t)depthcull_lines(&s->params, s->miss[m].what);
    s->order[s->ordered++] = m;
    *slot = (struct depthcull_slot){.used = 1, .tile = tile};
}

bool depthcull_is_gone(const struct depthcull_state *s, const struct depthcull_job *job)
{
    const uint32_t tile = job->prim.tile;

    return tile < s->params.tiles && find_slot(s, tile) == DEPTHCULL_NO_SLOT &&
           what_of(s, tile) != 0 &&
           depthcull_bounds_cull(&s->params, s->enable, job, &s->bounds[tile]);
}

void depthcull_place(struct depthcull_state *s, const struct depthcull_placing *plan, uint32_t tile)
{
    if (plan->slot == DEPTHCULL_NO_SLOT)
        return;
    if (!plan->hit)
        allocate(s, plan->slot, tile);
    s->slot[plan->slot].last_use = ++s->uses;
}

/* --- traffic --- */

static void plan_head(const struct depthcull_state *s, bool mem_free, struct depthcull_traffic *t)
{
    const struct depthcull_miss *m = &s->miss[s->order[0]];
    const struct depthcull_evicted *ev = &s->evicted;

    if (s->ordered == 0 || (ev->busy && ev->pixels && ev->slot == m->slot))
        return;
    t->clears = m->what == 0;
    t->reads = m->what != 0 && mem_free && !is_written(s, m->tile);
}

void depthcull_plan_traffic(const struct depthcull_state *s, const struct depthcull_inputs *in,
                            struct depthcull_traffic *t)
{
    const bool mem_free = !s->mem_valid || in->mem_ready;
    const struct depthcull_line *f = &s->fill;
    const struct depthcull_miss *m = &s->miss[f->miss];

    memset(t, 0, sizeof *t);
    t->sends = s->evicted.busy && mem_free;
    plan_head(s, mem_free && !t->sends, t);
    if (f->busy)
        t->line_done = m->what == DEPTHCULL_WHAT_PIXELS ||
                       f->step + 1u == depthcull_planes_in_line(&s->params, m->what, f->line);
}

static void make_ready(struct depthcull_state *s, struct depthcull_miss *m)
{
    s->slot[m->slot].ready = 1;
    m->busy = 0;
}

static void finish_line(struct depthcull_state *s)
{
    struct depthcull_miss *m = &s->miss[s->fill.miss];

    depthcull_read_line(&s->params, m->what, s->fill.line, s->fill.data, &s->tile[m->slot],
                        depthcull_pixels_of(s, m->slot));
    s->fill.busy = 0;
}

/* Processes a line that leaves F2. */
static void store_line(struct depthcull_state *s, struct depthcull_miss *m)
{
    if (--m->left > 0)
        return;
    depthcull_complete_record(&s->params, m->what, depthcull_pixels_of(s, m->slot),
                              &s->tile[m->slot]);
    make_ready(s, m);
}

static void take_reply(struct depthcull_state *s, const struct depthcull_fill *reply)
{
    const uint8_t line = reply->tag & LINE_MASK, bit = (uint8_t)(1u << line);
    const uint8_t entry = reply->tag >> LINE_BITS & ENTRY_MASK;

    if (reply->tag & WRITE_TAG) {
        s->write[entry].waiting &= (uint8_t)~bit;
    } else if (s->miss[entry].waiting & bit) {
        s->miss[entry].waiting &= (uint8_t)~bit;
        s->fill.busy = 1;
        s->fill.miss = entry;
        s->fill.line = line;
        s->fill.step = 0;
        memcpy(s->fill.data, reply->data, sizeof s->fill.data);
    }
}

static void leave_order(struct depthcull_state *s)
{
    --s->ordered;
    memmove(&s->order[0], &s->order[1], s->ordered);
}

static void send_read(struct depthcull_state *s)
{
    const uint8_t at = s->order[0];
    struct depthcull_miss *m = &s->miss[at];

    memset(&s->mem, 0, sizeof s->mem);
    s->mem_valid = 1;
    s->mem.addr = m->tile * depthcull_stride(&s->params) + m->sent;
    s->mem.tag = (uint16_t)(at << LINE_BITS | m->sent);
    m->waiting |= (uint8_t)(1u << m->sent);
    if (++m->sent == depthcull_lines(&s->params, m->what))
        leave_order(s);
}

static void send_line(struct depthcull_state *s)
{
    struct depthcull_evicted *ev = &s->evicted;
    struct depthcull_write *w = &s->write[ev->write];

    s->mem_valid = 1;
    s->mem.write = 1;
    s->mem.addr = w->tile * depthcull_stride(&s->params) + ev->line;
    s->mem.tag = (uint16_t)(WRITE_TAG | ev->write << LINE_BITS | ev->line);
    memcpy(s->mem.data, ev->data[ev->line], sizeof s->mem.data);
    w->waiting |= (uint8_t)(1u << ev->line);
    ev->busy = ++ev->line < ev->lines;
}

static void resolve_clear(struct depthcull_state *s)
{
    struct depthcull_miss *m = &s->miss[s->order[0]];

    depthcull_make_clear(&s->params, s->z, &s->tile[m->slot]);
    make_ready(s, m);
    leave_order(s);
}

void depthcull_move_traffic(struct depthcull_state *s, const struct depthcull_inputs *in,
                            const struct depthcull_outputs *out, const struct depthcull_traffic *t)
{
    if (in->mem_ready)
        s->mem_valid = 0;
    if (s->fill.f2 != DEPTHCULL_NO_MISS)
        store_line(s, &s->miss[s->fill.f2]);
    s->fill.f2 = s->fill.f1;
    s->fill.f1 = t->line_done ? s->fill.miss : DEPTHCULL_NO_MISS;
    if (t->line_done)
        finish_line(s);
    else if (s->fill.busy)
        ++s->fill.step;
    if (in->fill_valid && out->fill_ready)
        take_reply(s, &in->fill);
    if (t->clears)
        resolve_clear(s);
    if (t->reads)
        send_read(s);
    if (t->sends)
        send_line(s);
}
