/* world_groups.c - the dispatcher: starts a group when everything that it needs is free. */
#include <string.h>

#include "core/world_internal.h"

static uint32_t rounded(uint32_t warps)
{
    uint32_t n = 1;

    while (n < warps)
        n *= 2;
    return n;
}

uint32_t core_world_places(const struct core_params *p, uint32_t warps)
{
    return p->warps / rounded(warps);
}

/* Returns the first slot of a place where a group may begin and all slots are free; -1: there is
 * none. */
static int find_place(struct core_world *w)
{
    const uint32_t step = rounded(w->launch.warps),
                   places = core_world_places(&w->params, w->launch.warps);
    const uint32_t from = assay_rng_below(&w->r, places ? places : 1);

    for (uint32_t n = 0; n < places; ++n) {
        const uint32_t first = (from + n) % places * step;
        bool good = true;

        for (uint32_t i = first; i < first + w->launch.warps; ++i)
            good = good && !w->slot[i].used;
        if (good)
            return (int)first;
    }
    return -1;
}

/* Whether two or more slots are free: room for a group in a wrong place. */
static bool slots_free(const struct core_world *w)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < w->params.warps; ++i)
        n += !w->slot[i].used;
    return n > 1;
}

/* Draws a start. Returns whether it must be refused: no warps, too many of them, a slot in use,
 * or a first slot that is not a multiple of the rounded size. */
static bool odd_start(struct core_world *w, struct core_start *s)
{
    const uint32_t n = w->params.warps;
    const bool within = n > 1 && assay_rng_percent(&w->r, 50); /* legal except for its place */
    uint32_t step;

    s->first = (uint8_t)assay_rng_below(&w->r, within ? n : 16);
    s->warps =
        (uint8_t)(within ? 1 + assay_rng_below(&w->r, n - s->first) : assay_rng_below(&w->r, 32));
    step = rounded(s->warps ? s->warps : 1);
    if (s->warps == 0 || (uint32_t)s->first + s->warps > n || s->first % step)
        return true;
    for (uint32_t i = s->first; i < (uint32_t)s->first + s->warps; ++i)
        if (w->slot[i].used)
            return true;
    return false;
}

static uint32_t any_room(struct core_world *w, uint32_t all, uint32_t used)
{
    return used < all ? assay_rng_below(&w->r, all - used + 1) : 0;
}

void core_world_choose_bases(struct core_world *w)
{
    const struct core_world_launch *l = &w->launch;
    const uint32_t places = core_world_places(&w->params, l->warps);

    w->local_from = any_room(w, CORE_WORLD_LOCAL / 64, places * ((l->local_bytes + 63) / 64));
    w->row_from = any_room(w, 512, places * l->rows);
    w->bar_from = any_room(w, CORE_WORLD_IDS, places * l->bars);
}

static void describe(struct core_world *w, struct core_start *s, uint32_t first)
{
    const struct core_world_launch *l = &w->launch;
    const uint32_t place = first / rounded(l->warps), lines = (l->local_bytes + 63) / 64;

    *s = (struct core_start){.first = (uint8_t)first,
                             .warps = (uint8_t)l->warps,
                             .entry = (uint16_t)(l->entry + w->started * l->stride),
                             .length = (uint16_t)l->length,
                             .sense = l->sense,
                             .limit = l->limit,
                             .group = w->started,
                             .groups = l->groups,
                             .local_base = (uint16_t)(w->local_from + place * lines),
                             .local_lines = (uint16_t)lines,
                             .row_base = (uint16_t)(w->row_from + place * l->rows),
                             .rows = (uint16_t)l->rows,
                             .bar_base = (uint8_t)(w->bar_from + place * l->bars),
                             .bars = (uint8_t)l->bars};
}

bool core_world_start(struct core_world *w, struct core_start *s)
{
    int first;

    if (w->started >= w->launch.groups)
        return false;
    memset(s, 0, sizeof *s);
    /* When slots are free a group starts at once, so there is only one cycle for an odd start. */
    if (w->launch.odd_starts && core_world_seldom(w, slots_free(w) ? 100 : 5) && odd_start(w, s)) {
        w->odd_start = true;
        return true;
    }
    first = find_place(w);
    if (first < 0)
        return false;
    describe(w, s, (uint32_t)first);
    for (uint32_t i = 0; i < s->warps; ++i)
        w->slot[(uint32_t)first + i] = (struct core_world_slot){.used = true,
                                                                .first = (uint32_t)first,
                                                                .warps = s->warps,
                                                                .group = s->group,
                                                                .rows = s->row_base,
                                                                .bars = s->bar_base};
    ++w->started;
    return true;
}

void core_world_started(struct core_world *w, const struct core_start *s)
{
    if (w->odd_start) {
        ++w->counts.refused;
    } else {
        ++w->counts.groups;
        for (uint32_t i = 0; i < s->warps; ++i)
            ++w->generation[s->first + i];
    }
    w->odd_start = false;
}

void core_world_take_end(struct core_world *w, const struct core_end *end)
{
    struct core_world_end over = {.end = *end};
    const struct core_world_slot *first = &w->slot[end->first];

    if (end->first >= w->params.warps || !first->used || first->first != end->first ||
        first->group != end->group) {
        w->wrong = "the end of a group that was not started";
        return;
    }
    for (uint32_t i = 0, n = first->warps; i < n; ++i) {
        over.account[i] = w->slot[end->first + i].account;
        w->slot[end->first + i].used = false;
    }
    ++w->counts.traps[end->trap & 15];
    ++w->ended;
    if (w->over)
        w->over(w->arg, &over);
}
