/* dispatch.c - the dispatcher: launches, places, groups. */
#include <string.h>

#include "slice/slice.h"

enum { NO_PLACE = 0xFF };

static uint32_t lines_of(const struct slice_params *p)
{
    return p->kb * 1024 / SLICE_LINE;
}

static uint32_t rounded(uint32_t warps)
{
    uint32_t n = 1;

    while (n < warps)
        n *= 2;
    return n;
}

void slice_dispatch_reset(struct slice_dispatch *d)
{
    memset(d, 0, sizeof *d);
    d->size = 1;
}

/* The status with which a launch is refused at once; SLICE_OK if it runs. */
static uint8_t check_launch(const struct slice_params *p, const struct slice_launch *l)
{
    if (l->warps == 0 || l->warps > p->warps)
        return SLICE_BAD_WARPS;
    if (l->local_lines > lines_of(p))
        return SLICE_BAD_LOCAL;
    if (l->rows > p->rows)
        return SLICE_BAD_ROWS;
    if (l->bars > p->barriers)
        return SLICE_BAD_BARS;
    return SLICE_OK;
}

/* --- outputs of a cycle --- */

/* True if the warps and other resources suffice for one more place. */
static bool fits(const struct slice_state *s)
{
    const struct slice_dispatch *d = &s->dispatch;
    const struct slice_launch *l = &d->launch;

    return d->places < s->params.warps / d->size &&
           d->next.local + l->local_lines <= lines_of(&s->params) &&
           d->next.row + l->rows <= s->params.rows && d->next.bar + l->bars <= s->params.barriers;
}

static uint8_t free_place(const struct slice_dispatch *d)
{
    if (d->started == d->launch.groups || d->done.trap)
        return NO_PLACE;
    for (uint8_t k = 0; k < d->places; ++k)
        if (!(d->used >> k & 1))
            return k;
    return NO_PLACE;
}

static void describe(const struct slice_dispatch *d, uint8_t k, struct core_start *start)
{
    const struct slice_launch *l = &d->launch;
    const struct slice_place *place = &d->place[k];

    *start = (struct core_start){.first = (uint8_t)(k * d->size),
                                 .warps = l->warps,
                                 .entry = l->entry,
                                 .length = l->length,
                                 .sense = l->sense,
                                 .limit = l->limit,
                                 .group = d->started,
                                 .groups = l->groups,
                                 .local_base = (uint16_t)(place->local % 1024),
                                 .local_lines = l->local_lines,
                                 .row_base = (uint16_t)(place->row % 512),
                                 .rows = l->rows,
                                 .bar_base = (uint8_t)(place->bar % 16),
                                 .bars = l->bars};
}

void slice_give_orders(const struct slice_state *s, struct slice_orders *o)
{
    const struct slice_dispatch *d = &s->dispatch;

    o->start_valid = o->cfg_valid = 0;
    o->place = NO_PLACE;
    o->ask = d->phase == SLICE_ASK;
    if (d->phase == SLICE_SETUP && fits(s) && d->bar < d->launch.bars) {
        o->cfg_valid = 1;
        o->cfg = (struct gateway_cfg){.id = (uint8_t)(d->next.bar + d->bar),
                                      .count = d->launch.warps,
                                      .placed = 1,
                                      .first = (uint8_t)(d->places * d->size)};
    }
    if (d->phase == SLICE_RUN)
        o->place = free_place(d);
    o->start_valid = o->place != NO_PLACE;
    if (o->start_valid)
        describe(d, o->place, &o->start);
}

/* --- the clock edge --- */

static void take(struct slice_state *s, const struct slice_events *e)
{
    struct slice_dispatch *d = &s->dispatch;

    if (!e->surface && !e->launch)
        return;
    memset(&d->done, 0, sizeof d->done);
    d->surfaces = e->surface != NULL;
    if (e->surface) {
        d->surface = *e->surface;
        d->phase = SLICE_ASK;
        return;
    }
    d->launch = *e->launch;
    d->done.status = check_launch(&s->params, e->launch);
    d->phase = d->done.status == SLICE_OK ? SLICE_SETUP : SLICE_DONE;
    d->size = rounded(e->launch->warps);
    d->bar = d->places = d->used = d->started = 0;
    memset(&d->next, 0, sizeof d->next);
}

static void set_up(struct slice_state *s)
{
    struct slice_dispatch *d = &s->dispatch;
    const struct slice_launch *l = &d->launch;

    if (!fits(s)) {
        d->phase = SLICE_RUN;
        return;
    }
    d->bar += d->bar < l->bars;
    if (d->bar < l->bars)
        return;
    d->place[d->places++] = d->next;
    d->next.local += l->local_lines;
    d->next.row += l->rows;
    d->next.bar += l->bars;
    d->bar = 0;
}

static void end(struct slice_dispatch *d, const struct core_end *end)
{
    struct slice_done *done = &d->done;

    d->used &= ~(UINT32_C(1) << end->first / d->size);
    if (!end->trap || done->trap)
        return;
    done->status = SLICE_TRAP;
    done->trap = end->trap;
    done->group = end->group;
    done->warp = end->warp;
    done->lane = end->lane;
    done->pc = end->pc;
}

static void run(struct slice_dispatch *d, const struct slice_orders *o, const struct core_end *over)
{
    if (o->start_valid) {
        d->used |= UINT32_C(1) << o->place;
        ++d->started;
    } else if (!d->used) {
        d->phase = SLICE_ASK;
    }
    if (over)
        end(d, over);
}

static void answered(struct slice_dispatch *d, const struct zcache_rsp *answer)
{
    d->phase = SLICE_DONE;
    if (d->surfaces && answer->status)
        d->done.status = (uint8_t)(SLICE_REFUSED + answer->status);
}

void slice_dispatch_step(struct slice_state *s, const struct slice_orders *o,
                         const struct slice_events *e)
{
    struct slice_dispatch *d = &s->dispatch;

    d->done.cycles += d->phase != SLICE_IDLE && d->phase != SLICE_DONE;
    switch (d->phase) {
    case SLICE_IDLE:
        take(s, e);
        break;
    case SLICE_SETUP:
        set_up(s);
        break;
    case SLICE_RUN:
        run(d, o, e->end);
        break;
    case SLICE_ASK:
        if (e->asked)
            d->phase = SLICE_WAIT;
        break;
    case SLICE_WAIT:
        if (e->answer)
            answered(d, e->answer);
        break;
    default: /* SLICE_DONE */
        if (e->reported)
            d->phase = SLICE_IDLE;
        break;
    }
}
