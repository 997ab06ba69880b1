/* group.c - groups: start, traps, end. */
#include "core/internal.h"

static uint32_t mask_of(uint32_t first, uint32_t n)
{
    return ((UINT32_C(1) << n) - 1) << first;
}

uint32_t core_start_slots(const struct core_state *s, const struct core_start *g)
{
    uint32_t rounded = 1;
    const uint32_t slots = mask_of(g->first, g->warps);

    while (rounded < g->warps)
        rounded *= 2;
    if (g->warps == 0 || g->first + g->warps > s->params.warps || g->first % rounded != 0 ||
        (slots & s->in_use))
        return 0;
    return slots;
}

static void start_warp(struct core_warp *w, const struct core_start *g, uint32_t number)
{
    predicate_warp_start(&w->w, g->entry, g->sense);
    w->w.special[PREDICATE_WARP] = number;
    w->w.special[PREDICATE_WARPS] = g->warps;
    w->w.special[PREDICATE_GROUP] = g->group;
    w->w.special[PREDICATE_GROUPS] = g->groups;
    w->first = g->first;
    w->gen = (w->gen + 1) & 15;
    w->arrived = w->coming = 0;
    w->global_next = w->local_next = 0;
    w->seq = 0;
}

void core_start_group(struct core_state *s, const struct core_start *g, uint32_t slots)
{
    s->group[g->first] = (struct core_group){
        .warps = slots,
        .length = (uint16_t)(g->length < s->params.imem ? g->length : s->params.imem),
        .number = g->group,
        .limit = g->limit,
        .limited = g->limit != 0,
        .local_base = g->local_base,
        .local_lines = g->local_lines,
        .row_base = g->row_base,
        .rows = g->rows,
        .bar_base = g->bar_base,
        .bars = g->bars,
        .size = g->warps,
    };
    for (uint32_t n = 0; n < g->warps; ++n)
        start_warp(&s->warp[g->first + n], g, n);
    s->in_use |= slots;
    s->running |= slots;
    s->finished &= ~slots;
    s->heads |= UINT32_C(1) << g->first;
}

/* True if nothing of the warp is outstanding. */
static bool clean(const struct core_state *s, uint32_t n)
{
    const struct core_warp *w = &s->warp[n];

    return !(w->records | w->global_busy | w->local_busy | w->coming | w->out | w->open |
             w->wanted) &&
           !(s->at_bar >> n & 1) && !(s->rm.v.valid && s->rm.warp == n) &&
           !core_accesses(s, n, 3) && !(s->off_valid && s->off.warp == n) &&
           !(s->abort_valid && s->abort_warp == n);
}

static bool all_clean(const struct core_state *s, uint32_t warps)
{
    for (; warps; warps &= warps - 1)
        if (!clean(s, (uint32_t)__builtin_ctz(warps)))
            return false;
    return true;
}

int core_to_end(const struct core_state *s)
{
    for (uint32_t todo = s->heads; todo; todo &= todo - 1) {
        const int first = __builtin_ctz(todo);
        const uint32_t warps = s->group[first].warps;

        if (!(warps & s->running) && !(s->end_valid && s->end.first == first) &&
            all_clean(s, warps))
            return first;
    }
    return -1;
}

void core_load_end(struct core_state *s, uint32_t first)
{
    const struct core_group *g = &s->group[first];

    s->end_valid = 1;
    s->end = (struct core_end){.first = (uint8_t)first,
                               .group = g->number,
                               .trap = g->trap,
                               .warp = g->trap_warp,
                               .lane = g->trap_lane,
                               .pc = g->trap_pc};
}

void core_trap(struct core_state *s, const struct core_fault *f)
{
    struct core_group *g = core_group_of(s, f->warp);

    if (g->trap)
        return;
    g->trap = f->code;
    g->trap_warp = (uint8_t)(f->warp - s->warp[f->warp].first);
    g->trap_lane = f->lane;
    g->trap_pc = f->pc;
    s->running &= ~g->warps;
}

void core_watch(struct core_state *s, struct core_fault *fault)
{
    for (uint32_t todo = s->heads; todo; todo &= todo - 1) {
        const int first = __builtin_ctz(todo);
        struct core_group *g = &s->group[first];
        const uint32_t running = g->warps & s->running;
        struct core_fault *f = &fault[first];

        f->code = PREDICATE_NO_TRAP;
        if (!running)
            continue;
        if ((g->warps & s->finished) && !(running & ~s->at_bar))
            f->code = CORE_INCOMPLETE;
        else if (g->limited && g->limit == 0)
            f->code = PREDICATE_LIMIT;
        if (g->limit)
            --g->limit;
        f->warp = (uint8_t)__builtin_ctz(running);
        f->pc = (uint16_t)(s->warp[f->warp].w.pc - (s->at_bar >> f->warp & 1));
        f->lane = 0;
    }
}
